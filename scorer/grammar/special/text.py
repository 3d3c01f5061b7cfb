"""The notation of a club's special hands: ``parse`` reads a text and lists its faults.

A line is a directive ``@name Our hands``, a section ``[Limit hands]``, ``without Wriggling Snake``
or a hand: its name, tiles as a card has them or a shape, conditions in parentheses, how it is
played, and its value::

    Four Blessings: NNN EEE WWW SSS XXa (pungs may be kongs)  X limit/2
    Heavenly Twins: seven pairs (one suit; different)         C 500, fishing 200

Texts come from strangers, so their length, lines, hands and faults are limited.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from scorer.errors import quoted
from scorer.grammar.card.notation.clauses import ClauseError, read_clause
from scorer.grammar.card.notation.faults import TooManyFaults, closest
from scorer.grammar.card.notation.model import Alternative, CardHand, Clause, Group, Section
from scorer.grammar.card.notation.sizes import SizedError, clause_texts, with_size_variables
from scorer.grammar.card.notation.soundness import alternative_faults, clause_faults
from scorer.grammar.card.notation.tiles import SEPARATOR_SIGNS, TokenError, read_token
from scorer.grammar.special.amounts import Ending, EndingError, find_ending, read_ending
from scorer.grammar.special.faults import Faults, OwnFault
from scorer.grammar.special.model import (
    ClubHand,
    ClubHands,
    HandsSetting,
    Removed,
    ShapeHand,
    ShapeKind,
)
from scorer.grammar.special.names import plain_name, slug_of
from scorer.grammar.special.shapes import TextPiece, read_restrictions, shape_named
from scorer.languages.speech import say, typed_comma_list
from scorer.types.terms import HandsFault

MAX_HANDS_TEXT_BYTES: Final = 32 << 10
MAX_SPECIAL_HANDS: Final = 100
MAX_LINES: Final = 2000
MAX_GROUPS: Final = 3000
MAX_LINE_LENGTH: Final = 500
MAX_NAME_LENGTH: Final = 60
HAND_FLAGS: Final = ("run", "like")

_LINE_BREAK_PATTERN: Final = re.compile(r"\r\n|\r|\n")
_DIRECTIVE_PATTERN: Final = re.compile(r"@([A-Za-z]*)(?: +(\S.*)?)?")
_SECTION_PATTERN: Final = re.compile(r"\[([^\[\];]*)(?:;([^\[\];]*))?\] *")
_WITHOUT_PATTERN: Final = re.compile(r"without\b *(.*)", re.IGNORECASE)
_REPLACES_PATTERN: Final = re.compile(r"replaces +(?=\S)", re.IGNORECASE)
_OR_PATTERN: Final = re.compile(r"-or-", re.IGNORECASE)
_ONE_MORE_PATTERN: Final = re.compile(r"\+\s*one\s+more\b", re.IGNORECASE)
_ONE_MORE_CLAUSE_PATTERN: Final = re.compile(r"(?:\+ ?)?one more")
_KONGS_CLAUSE: Final = "pungs may be kongs"


def parse(text: str, setting: HandsSetting) -> tuple[ClubHands, list[OwnFault]]:
    """Return the special hands of the lines without a fault, and the faults of the others."""
    faults = Faults()
    reader = _HandsReader(faults, setting)
    with suppress(TooManyFaults):
        reader.read(text)
    faulty = {fault.line for fault in faults.found}
    hands = tuple(hand for hand in reader.hands if hand.line not in faulty)
    return ClubHands(reader.name, hands, tuple(reader.without)), faults.found


class _Head(NamedTuple):
    """What stands before the end of a hand: the tiles or the shape, and the conditions."""

    tiles: TextPiece
    conditions: TextPiece | None
    ending: TextPiece


class _HandsReader:
    """A text while it is read: what the lines read so far make."""

    def __init__(self, faults: Faults, setting: HandsSetting) -> None:
        self.faults = faults
        self.setting = setting
        self.name = ""
        self.hands: list[ClubHand] = []
        self.without: list[Removed] = []
        self._section = Section("")
        self._hands_seen = 0
        self._groups_seen = 0
        self._slugs: dict[str, int] = {}
        self._gone: dict[str, int] = {}
        self._line = 0

    def read(self, text: str) -> None:
        """Read all lines, or those before there turn out to be too many."""
        self._line = 1
        size = len(text.encode("utf-8", "surrogatepass"))
        if size > MAX_HANDS_TEXT_BYTES:
            detail = say(
                "special hands have at most {most} bytes, but this text has {size}; shorten it",
                size=size,
                most=MAX_HANDS_TEXT_BYTES,
            )
            self._add(1, "too_long", detail)
            return
        lines = _LINE_BREAK_PATTERN.split(text.removeprefix("\ufeff"), maxsplit=MAX_LINES)
        for number, line in enumerate(lines, 1):
            self._line = number
            if number > MAX_LINES:
                detail = say("at most {most} lines; remove the lines from here on", most=MAX_LINES)
                self._add(1, "too_many", detail)
                return
            self._read_line(line)
            if self._groups_seen > MAX_GROUPS:
                detail = say(
                    "at most {most} groups of tiles, and the rest was not read; remove some hands",
                    most=MAX_GROUPS,
                )
                self._add(1, "too_many", detail)
                return
            if self._hands_seen > MAX_SPECIAL_HANDS:
                detail = say(
                    "at most {most} special hands, and the rest was not read; remove some hands",
                    most=MAX_SPECIAL_HANDS,
                )
                self._add(1, "too_many", detail)
                return

    def _add(self, column: int, code: HandsFault, detail: str) -> None:
        self.faults.add(self._line, column, code, detail)

    def _read_line(self, line: str) -> None:
        typed, _, _ = (
            line.replace("\t", " ").replace("\u00a0", " ").replace("\u3000", " ").partition("#")
        )
        if len(typed) > MAX_LINE_LENGTH:
            detail = say(
                "a line has at most {most} characters, but this line has {length}; shorten "
                "the line",
                length=len(typed),
                most=MAX_LINE_LENGTH,
            )
            self._add(MAX_LINE_LENGTH + 1, "too_long", detail)
            return
        odd = next((n for n, sign in enumerate(typed) if not sign.isprintable()), None)
        if odd is not None:
            detail = say(
                "the line has an invisible character ({sign}); remove this character",
                sign=f"U+{ord(typed[odd]):04X}",
            )
            self._add(odd + 1, "bad_line", detail)
            return
        piece = TextPiece(typed, 1).stripped()
        if not piece.text:
            return
        if piece.text.startswith("@"):
            self._read_directive(piece)
        elif piece.text.startswith("["):
            self._open_section(piece)
        elif (match := _WITHOUT_PATTERN.fullmatch(piece.text)) and ":" not in piece.text:
            self._read_removal(TextPiece(match[1], piece.column + match.start(1)).stripped())
        else:
            self._hands_seen += 1
            self._read_hand(piece)

    def _read_directive(self, piece: TextPiece) -> None:
        match = _DIRECTIVE_PATTERN.fullmatch(piece.text)
        word = match[1].lower() if match else ""
        value = (match[2] or "").strip() if match else ""
        detail = ""
        if word != "name":
            detail = say(
                "the word {word} is unknown; write “@name Our special hands”",
                word=quoted("@" + word),
            )
        elif not value or len(value) > MAX_NAME_LENGTH:
            detail = say(
                "a name needs 1 to {most} characters; write for example “@name Our special hands”",
                most=MAX_NAME_LENGTH,
            )
        elif self.name:
            detail = say("{word} is written twice; write it once", word=quoted("@name"))
        if detail:
            self._add(piece.column, "bad_directive", detail)
        else:
            self.name = value

    def _open_section(self, piece: TextPiece) -> None:
        match = _SECTION_PATTERN.fullmatch(piece.text)
        name = match[1].strip() if match else ""
        if match is None or not name or len(name) > MAX_NAME_LENGTH:
            detail = say(
                "{line} is not a section; write a name of 1 to {most} characters in brackets, for "
                "example “[Limit hands]”",
                line=quoted(piece.text),
                most=MAX_NAME_LENGTH,
            )
            self._add(piece.column, "bad_section", detail)
            return
        flags = tuple(flag.strip().lower() for flag in (match[2] or "").split(",") if match[2])
        for flag in flags:
            if flag not in HAND_FLAGS:
                detail = say(
                    "{flag} is not a flag of a section; the flags are {flags}",
                    flag=quoted(flag),
                    flags=typed_comma_list(HAND_FLAGS),
                )
                self._add(piece.column + match.start(2), "bad_section", detail)
                return
        if len(set(flags)) < len(flags) or {*HAND_FLAGS} <= {*flags}:
            detail = say(
                "a section has at most one of these flags: {flags}; remove one",
                flags=typed_comma_list(HAND_FLAGS),
            )
            self._add(piece.column + match.start(2), "bad_section", detail)
            return
        self._section = Section(name, flags)

    def _read_removal(self, piece: TextPiece) -> None:
        """Read the name of a built-in hand that is not played."""
        rule = self._built_in(piece)
        if rule:
            self.without.append(Removed(rule, self._line))

    def _built_in(self, piece: TextPiece) -> str:
        """Return the id of the built-in hand of this name; "", with the fault noted, for none."""
        setting = self.setting
        rule = setting.built_in.get(plain_name(piece.text), "")
        if not rule:
            known = {plain_name(name): name for name in setting.names.values()}
            meant = closest(plain_name(piece.text), known)
            values = {"ruleset": setting.ruleset, "name": quoted(piece.text)}
            if meant is None:
                detail = say(
                    "{ruleset} has no hand {name}; write the name as the rules have it", **values
                )
            else:
                detail = say(
                    "{ruleset} has no hand {name}; did you mean {meant}?",
                    **values,
                    meant=quoted(known[meant]),
                )
            self._add(piece.column, "unknown_hand", detail)
            return ""
        before = self._gone.setdefault(rule, self._line)
        if before != self._line:
            detail = say(
                "{name} was already replaced or removed on line {line}; remove one of the lines",
                name=quoted(setting.names[rule]),
                line=before,
            )
            self._add(piece.column, "duplicate", detail)
            return ""
        return rule

    def _read_hand(self, piece: TextPiece) -> None:
        """Read a hand, or note its faults."""
        before = len(self.faults.found)
        named, replaces, body = self._split_name(piece)
        if body is None:
            return
        head = self._split_hand(body)
        if head is None:
            return
        ending = self._read_ending(head.ending)
        kind = self._shape_of(head)
        if kind is not None:
            pattern, shaped = None, self._read_shape(kind, head)
            kongs = one_more = False
        else:
            pattern, kongs, one_more = self._read_pattern(head, named.text)
            shaped = None
        if len(self.faults.found) > before or ending is None:
            return
        printed = head.tiles.text.strip()
        if head.conditions is not None:
            printed += f" ({head.conditions.text.strip()})"
        self.hands.append(
            ClubHand(
                named.text,
                slug_of(named.text),
                self._line,
                self._section.name,
                pattern,
                shaped,
                ending.way,
                ending.value,
                ending.exposed,
                ending.fishing,
                replaces,
                kongs,
                one_more,
                " ".join(printed.split()),
            )
        )

    def _split_name(self, piece: TextPiece) -> tuple[TextPiece, str, TextPiece | None]:
        """Return the name, the id of the built-in hand that is replaced, and the rest; no rest,
        with the fault noted, where there is no name."""
        name, colon, _ = piece.text.partition(":")
        if not colon or "(" in name:
            detail = say(
                "the hand has no name; write a name and a colon before it, for example “Our hand: "
                "seven pairs C limit”"
            )
            self._add(piece.column, "no_name", detail)
            return piece, "", None
        rest = TextPiece(piece.text[len(name) + 1 :], piece.column + len(name) + 1)
        replaced = _REPLACES_PATTERN.match(name)
        start = replaced.end() if replaced else 0
        named = TextPiece(name[start:], piece.column + start).stripped()
        slug = slug_of(named.text)
        if not slug or len(named.text) > MAX_NAME_LENGTH:
            detail = say(
                "the name before “:” needs 1 to {most} characters, and a letter or digit; correct "
                "the name",
                most=MAX_NAME_LENGTH,
            )
            self._add(named.column, "no_name", detail)
            return named, "", None
        replaces = self._built_in(named) if replaced else ""
        first = self._slugs.setdefault(slug, self._line)
        if first != self._line:
            detail = say(
                "the hand on line {line} has the same name; give this hand another", line=first
            )
            self._add(named.column, "duplicate", detail)
        return named, replaces, rest

    def _split_hand(self, body: TextPiece) -> _Head | None:
        """Return the parts of a hand; None, with the fault noted, where parentheses do not allow
        it."""
        text, column = body
        before, opened, after = text.partition("(")
        if not opened:
            if ")" in text:
                detail = say(
                    "“)” has no “(” before it; write “(” before the conditions or remove “)”"
                )
                self._add(column + text.index(")"), "bad_clause", detail)
                return None
            cut = _end_of(text)
            return _Head(
                TextPiece(text[:cut], column), None, TextPiece(text[cut:], column + cut).stripped()
            )
        inner, closed, ending = after.partition(")")
        at = column + len(before)
        detail = ""
        if not closed:
            detail = say(
                "{text} is not closed; write “)” after the conditions", text=quoted("(" + inner)
            )
        elif "(" in inner or "(" in ending or ")" in ending:
            detail = say(
                "there is a second pair of parentheses; write all conditions of a hand in one "
                "pair, separated by semicolons"
            )
        elif not ending.strip() and find_ending(before) >= 0:
            detail = say(
                "the parentheses come before X, C or CC and the value; move the parentheses there"
            )
        if detail:
            self._add(at, "bad_clause", detail)
            return None
        end = TextPiece(ending, at + len(inner) + 2)
        return _Head(TextPiece(before, column), TextPiece(inner, at + 1), end.stripped())

    def _read_ending(self, piece: TextPiece) -> Ending | None:
        try:
            return read_ending(piece.text, self.setting)
        except EndingError as error:
            self._add(piece.column + error.offset, error.code, str(error))
            return None

    def _shape_of(self, head: _Head) -> ShapeKind | None:
        """Return the shape that the hand names; None for tiles."""
        piece = head.tiles.stripped()
        if _ONE_MORE_PATTERN.search(piece.text) or _OR_PATTERN.search(piece.text):
            return None
        found = shape_named(piece.text, self.setting)
        if found is None or found in ("sets", "kongs", "pairs", "knitted pairs", "knitted triples"):
            return found  # type: ignore[return-value]
        detail = say("{text} is not valid here; {advice}", text=quoted(piece.text), advice=found)
        self._add(piece.column, "bad_shape", detail)
        return "sets"

    def _read_shape(self, kind: ShapeKind, head: _Head) -> ShapeHand:
        pieces = [] if head.conditions is None else list(_pieces_of(head.conditions))
        restrictions, faults = read_restrictions(kind, pieces)
        for fault in faults:
            self._add(fault.column, fault.code, fault.detail)
        return ShapeHand(kind, restrictions)

    def _read_pattern(self, head: _Head, name: str) -> tuple[CardHand | None, bool, bool]:
        """Return the tiles as a hand of a card, whether its pungs may be kongs, and whether one
        more tile completes it; no hand where there are faults."""
        before = len(self.faults.found)
        clauses, kongs, one_more = self._read_clauses(head.conditions)
        alternatives = []
        for piece in _split_at(_OR_PATTERN, head.tiles):
            bare, count = _ONE_MORE_PATTERN.subn(lambda match: " " * len(match[0]), piece.text)
            one_more = one_more or count > 0
            alternatives.append(self._read_alternative(TextPiece(bare, piece.column)))
        if len(self.faults.found) > before:
            return None, kongs, one_more
        for alternative in alternatives:
            self._check_count(alternative, one_more, head.tiles.stripped().column)
        made, clauses = self._with_size_variables(tuple(alternatives), clauses, head)
        hand = CardHand(
            self._section, len(self.hands) + 1, name, made, clauses, False, 0, self._line
        )
        for alternative in made:
            whole = sum(group.size for group in alternative.groups)
            for text, detail in alternative_faults(alternative, clauses, whole):
                self._add(_column_of(text, head.tiles), "bad_tile", detail)
        if len(self.faults.found) > before:
            return None, kongs, one_more
        for text, detail in clause_faults(hand):
            place = head.conditions or head.tiles
            self._add(_column_of(text, place), "bad_clause", detail)
        return hand, kongs, one_more

    def _check_count(self, alternative: Alternative, one_more: bool, column: int) -> None:
        """Note the fault of tiles that are too few or too many; four alike may be a kong, which
        counts as three."""
        sizes = [group.size for group in alternative.groups]
        wanted = self.setting.tiles - one_more
        if sum(sizes) == wanted or sum(3 if size == 4 else size for size in sizes) == wanted:
            return
        values = {"whole": wanted, "total": sum(sizes)}
        detail = say(
            "a hand has {whole} tiles, but this one has {total}; correct the tiles", **values
        )
        if one_more:
            detail = say(
                "before “+ one more” a hand has {whole} tiles, but this one has {total}; correct "
                "the tiles",
                **values,
            )
        self._add(column, "wrong_count", detail)

    def _read_clauses(self, conditions: TextPiece | None) -> tuple[tuple[Clause, ...], bool, bool]:
        kongs = one_more = False
        clauses: list[Clause] = []
        for piece in [] if conditions is None else _pieces_of(conditions):
            words = " ".join(piece.text.lower().split())
            if words == _KONGS_CLAUSE:
                kongs = True
            elif _ONE_MORE_CLAUSE_PATTERN.fullmatch(words):
                one_more = True
            elif closest(words, [_KONGS_CLAUSE]):
                detail = say(
                    "{text} is not valid here; did you mean {meant}?",
                    text=quoted(piece.text),
                    meant=quoted(_KONGS_CLAUSE),
                )
                self._add(piece.column, "bad_clause", detail)
            else:
                try:
                    clauses.append(read_clause(piece.text))
                except ClauseError as error:
                    self._add(piece.column, "bad_clause", str(error))
        return tuple(clauses), kongs, one_more

    def _read_alternative(self, piece: TextPiece) -> Alternative:
        groups: list[Group] = []
        words: list[tuple[int, ...]] = []
        if not piece.text.strip():
            detail = say(
                "the tiles are missing; write for example “NNN EEE WWW SSS XXa”, or a shape"
            )
            self._add(piece.column, "bad_tile", detail)
        for match in re.finditer(r"\S+", piece.text):
            if match[0] in SEPARATOR_SIGNS:
                continue
            try:
                found = read_token(match[0])
            except TokenError as error:
                self._add(piece.column + match.start(), "bad_tile", str(error))
                continue
            if any(group.symbol == "F" for group in found):
                detail = say(
                    "flowers lie beside the hand in {ruleset}; remove F",
                    ruleset=self.setting.ruleset,
                )
                self._add(piece.column + match.start(), "bad_tile", detail)
            words.append(tuple(range(len(groups), len(groups) + len(found))))
            groups += found
        self._groups_seen += len(groups)
        return Alternative(tuple(groups), tuple(words))

    def _with_size_variables(
        self, alternatives: tuple[Alternative, ...], clauses: Sequence[Clause], head: _Head
    ) -> tuple[tuple[Alternative, ...], tuple[Clause, ...]]:
        """Return the alternatives with variables for the numbers that clauses such as "like pungs"
        leave open, and the clauses with what these variables may be."""
        settled: list[Clause] = []
        for clause in clauses:
            if clause.kind != "sized":
                settled.append(clause)
                continue
            try:
                alternatives, more = with_size_variables(alternatives, clause, (*clauses, *settled))
            except SizedError as error:
                place = head.conditions or head.tiles
                self._add(place.column, "bad_clause", str(error))
            else:
                settled += more
        return alternatives, tuple(settled)


def _end_of(text: str) -> int:
    """Return where the end of a hand without parentheses begins: at X, C or CC, else at a value
    that lacks one of these, else behind all."""
    cut = find_ending(text)
    if cut >= 0:
        return cut
    value = re.search(r"(?<!\S)(?:\+ ?)?(?:[0-9]+|limit\S*)\s*$", text)
    return value.start() if value and text[: value.start()].strip() else len(text.rstrip())


def _split_at(pattern: re.Pattern[str], piece: TextPiece) -> Iterator[TextPiece]:
    """Yield the parts of a piece between the matches of a pattern."""
    start = 0
    for match in pattern.finditer(piece.text):
        yield TextPiece(piece.text[start : match.start()], piece.column + start)
        start = match.end()
    yield TextPiece(piece.text[start:], piece.column + start)


def _pieces_of(conditions: TextPiece) -> Iterator[TextPiece]:
    """Yield the conditions within parentheses, each with its column."""
    at = 0
    for text in clause_texts(conditions.text):
        yield TextPiece(text, conditions.column + at).stripped()
        at += len(text) + 1


def _column_of(text: str, within: TextPiece) -> int:
    """Return where a text stands in a piece; where the piece begins if it is not found."""
    found = within.text.find(text.split()[0]) if text.split() else -1
    return within.column + found if found >= 0 else within.stripped().column
