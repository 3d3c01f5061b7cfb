"""The notation of a card: ``parse`` reads a text and lists its faults, ``render`` writes a card.

A line is a directive ``@name Our card``, a section ``[2468; no-bonus]`` or a hand: tiles as they
are printed, a parenthetical, ``X`` or ``C``, the value. ``#`` starts a comment::

    Climb: 11 2222 33 4444 55  (any 5 consec nos)  X 25

One line is read at a time, and nothing here needs to know which tiles a hand stands for. Texts come
from strangers, so their length, lines, hands and faults are limited: reading takes milliseconds.
"""

from __future__ import annotations

import re
from contextlib import suppress

from scorer.errors import quoted
from scorer.grammar.card.notation.clauses import ClauseError, clause_text, read_clause
from scorer.grammar.card.notation.faults import (
    CardError,
    CardProblem,
    Faults,
    TooManyFaults,
    did_you_mean,
)
from scorer.grammar.card.notation.model import Alternative, Card, CardHand, Clause, Group, Section
from scorer.grammar.card.notation.sizes import SizedError, clause_texts, with_size_variables
from scorer.grammar.card.notation.soundness import alternative_faults, clause_faults
from scorer.grammar.card.notation.tiles import SEPARATOR_SIGNS, TokenError, read_token, tiles_text
from scorer.languages.speech import UserText, say, typed_comma_list
from scorer.types.requests import MAX_CARD_LENGTH

__all__ = ["CardError", "CardProblem", "parse", "render"]

MAX_CARD_LINES = 2000
MAX_CARD_HANDS = 200
MAX_CARD_GROUPS = 3000
MAX_LINE_LENGTH = 200
MAX_NAME_LENGTH = 60
MAX_HAND_VALUE = 9999
HAND_FLAGS = ("run", "like", "no-bonus")
DIRECTIVES = ("name", "year")

_LINE_BREAK_PATTERN = re.compile(r"\r\n|\r|\n")
_OR_PATTERN = re.compile(r"-or-", re.IGNORECASE)
_DIRECTIVE_PATTERN = re.compile(r"@([A-Za-z][A-Za-z-]*)(?: (.*))?")
_SECTION_PATTERN = re.compile(r"\[([^\[\];]*)(?:;([^\[\];]*))?\]")
_ENDING_PATTERN = re.compile(r"(?:(?<=\s)|^)([XC]) ?([0-9]+)$")
_LOOSE_ENDING_PATTERN = re.compile(r"(?:(?<=\s)|^)(?:[XCxc]? ?[-+$]?[0-9][0-9.,]*|[XCxc])$")
_ENDING_HELP = say(
    "end a hand with X (may be exposed) or C (concealed) and its value, for example “X 25”"
)


def parse(text: str) -> Card:
    """Return the card that a text describes; raises CardError with all its faults."""
    faults = Faults()
    reader = _CardReader(faults)
    with suppress(TooManyFaults):
        reader.read(text)
    if faults.problems:
        raise faults.error()
    return Card(tuple(reader.directives.items()), tuple(reader.hands))


def render(card: Card) -> str:
    """Return a card as text, the same however it was typed; comments are not kept.

    ``parse(render(card))`` is ``card`` but for the numbers of the lines.
    """
    wide = _card_text(card, tight=False)
    fits = len(wide) <= MAX_CARD_LENGTH and all(
        len(line) <= MAX_LINE_LENGTH for line in wide.split("\n")
    )
    return wide if fits else _card_text(card, tight=True)


class _CardReader:
    """A card while it is read: what the lines read so far make."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self.directives: dict[str, str] = {}
        self.hands: list[CardHand] = []
        self._section = Section("")
        self._sections: dict[str, int] = {}
        self._number_in_section = 0
        self._hands_seen = 0
        self._groups_seen = 0

    def read(self, text: str) -> None:
        """Read all lines, or those before the card turns out to be too large."""
        if len(text) > MAX_CARD_LENGTH:
            detail = say(
                "a card has at most {most} characters, but this card has {length}; "
                "shorten the card",
                length=len(text),
                most=MAX_CARD_LENGTH,
            )
            self.faults.add(1, "", detail)
            return
        lines = _LINE_BREAK_PATTERN.split(text.removeprefix("\ufeff"), maxsplit=MAX_CARD_LINES)
        if len(lines) > MAX_CARD_LINES:
            detail = say(
                "a card has at most {most} lines; remove the lines from here on",
                most=MAX_CARD_LINES,
            )
            self.faults.add(MAX_CARD_LINES + 1, "", detail)
            return
        for number, line in enumerate(lines, 1):
            self._read_line(number, line)
            detail = self._too_many_message()
            if detail:
                self.faults.add(number, line.strip(), detail)
                return
        if not self._hands_seen and not self.faults.problems:
            detail = say(
                "the card has no hand; write at least one, for example “FFF 2222a 444b 8888a X 25”"
            )
            self.faults.add(1, "", detail)

    def _too_many_message(self) -> str:
        """Return why the card is read no further, as it has too many hands or groups; else ""."""
        if self._hands_seen > MAX_CARD_HANDS:
            return say(
                "a card has at most {most} hands, and the rest was not read; remove some hands",
                most=MAX_CARD_HANDS,
            )
        if self._groups_seen > MAX_CARD_GROUPS:
            return say(
                "a card has at most {most} groups of tiles, and the rest was not read; "
                "remove some hands",
                most=MAX_CARD_GROUPS,
            )
        return ""

    def _read_line(self, number: int, line: str) -> None:
        if len(line) > MAX_LINE_LENGTH:
            detail = say(
                "a line has at most {most} characters, but this line has {length}; "
                "shorten the line",
                length=len(line),
                most=MAX_LINE_LENGTH,
            )
            self.faults.add(number, line, detail)
            return
        typed, _, _ = line.replace("\t", " ").replace("\u00a0", " ").partition("#")
        odd = next((c for c in typed if not c.isprintable()), None)
        if odd is not None:
            detail = say(
                "the line has an invisible character ({sign}); remove this character",
                sign=f"U+{ord(odd):04X}",
            )
            self.faults.add(number, typed.strip(), detail)
            return
        typed = " ".join(typed.split())
        if typed.startswith("@"):
            self._read_directive(number, typed)
        elif typed.startswith("["):
            self._open_section(number, typed)
        elif typed:
            self._hands_seen += 1
            self._number_in_section += 1
            hand = _HandLine(number, self.faults).read(
                typed, self._section, self._number_in_section
            )
            if hand is not None:
                self.hands.append(hand)
                self._groups_seen += sum(
                    len(alternative.groups) for alternative in hand.alternatives
                )

    def _read_directive(self, number: int, line: str) -> None:
        match = _DIRECTIVE_PATTERN.fullmatch(line)
        name = match[1].lower() if match else ""
        value = (match[2] or "") if match else ""
        detail = None
        if not value:
            detail = say(
                "{line} has no text; write for example “@name Our card” or “@year 2026”",
                line=quoted(line),
            )
        elif name in self.directives:
            detail = say("{word} is written twice; write it once", word=quoted("@" + name))
        elif name not in DIRECTIVES and did_you_mean(name, DIRECTIVES, ""):
            detail = say(
                "the word {word} is unknown; {advice}",
                word=quoted("@" + name),
                advice=did_you_mean(name, DIRECTIVES, ""),
            )
        elif name == "year" and not re.fullmatch("[0-9]{4}", value):
            detail = say(
                "{text} is not a year; write four digits, for example “@year 2026”",
                text=quoted(value),
            )
        if detail is not None:
            self.faults.add(number, line, detail)
        else:
            self.directives[name] = value

    def _open_section(self, number: int, line: str) -> None:
        match = _SECTION_PATTERN.fullmatch(line)
        self._number_in_section = 0
        if match is None:
            detail = say(
                "{line} is not a section; write [name] or [name; flag, flag] on a line of its "
                "own, with the flags {flags}",
                line=quoted(line),
                flags=typed_comma_list(HAND_FLAGS),
            )
            self.faults.add(number, line, detail)
            return
        name = match[1].strip()
        flags = self._read_flags(number, match[2])
        if not name or len(name) > MAX_NAME_LENGTH:
            detail = say(
                "the name of a section needs 1 to {most} characters; write for example “[2468]”",
                most=MAX_NAME_LENGTH,
            )
            self.faults.add(number, line, detail)
        before = self._sections.setdefault(name.casefold(), number)
        if before != number:
            detail = say(
                "the section {section} already exists on line {line}; move these hands "
                "there or rename this section",
                section=quoted(name),
                line=before,
            )
            self.faults.add(number, line, detail)
        self._section = Section(name, flags)

    def _read_flags(self, number: int, text: str | None) -> tuple[str, ...]:
        if text is None:
            return ()
        flags = [flag.strip().lower() for flag in text.split(",")]
        known = say("the flags are {flags}", flags=typed_comma_list(HAND_FLAGS))
        for flag in flags:
            if flag not in HAND_FLAGS:
                advice = did_you_mean(flag, HAND_FLAGS, known)
                detail = say(
                    "{flag} is not a flag of a section; {advice}", flag=quoted(flag), advice=advice
                )
                self.faults.add(number, flag, detail)
        if len(set(flags)) < len(flags):
            self.faults.add(number, text, say("a flag is written twice; write each flag once"))
        if {"run", "like"} <= set(flags):
            detail = say(
                "a section has either the flag “run” or the flag “like”; remove one of them"
            )
            self.faults.add(number, text, detail)
        return tuple(flags)


class _HandLine:
    """One line that holds a hand, while it is read."""

    def __init__(self, line: int, faults: Faults) -> None:
        self._read_line = line
        self._faults = faults

    def read(self, text: str, section: Section, number: int) -> CardHand | None:
        """Return the hand, or None after its faults are noted."""
        # Goes on after a fault where it can: all faults of a line are listed at once.
        start = len(self._faults.problems)
        name, rest = self._split_name(text)
        split = self._split_hand(rest)
        if split is None:
            return None
        tiles, parenthetical, ending = split
        concealed, value = self._read_ending(ending)
        clauses = self._read_clauses(parenthetical)
        before_tiles = len(self._faults.problems)
        alternatives = tuple(
            self._read_alternative(printed) for printed in _OR_PATTERN.split(tiles)
        )
        if len(self._faults.problems) > before_tiles:
            return None
        alternatives, clauses = self._with_size_variables(alternatives, clauses)
        for alternative in alternatives:
            for piece, detail in alternative_faults(alternative, clauses):
                self._add_fault(piece, detail)
        if len(self._faults.problems) > start:
            return None
        hand = CardHand(
            section, number, name, alternatives, clauses, concealed, value, self._read_line
        )
        for piece, detail in clause_faults(hand):
            self._add_fault(piece, detail)
        return hand

    def _add_fault(self, piece: str, detail: str) -> None:
        self._faults.add(self._read_line, piece, detail)

    def _split_name(self, text: str) -> tuple[str, str]:
        """Return the name before the colon, and the rest; "" and the whole text where there is no
        name. A colon in the parenthetical ends no name."""
        name, colon, rest = text.partition(":")
        if not colon or "(" in name:
            return "", text
        name = name.strip()
        if not name or len(name) > MAX_NAME_LENGTH or ")" in name:
            detail = say(
                "the name before “:” needs 1 to {most} characters and no parentheses; "
                "shorten or correct the name",
                most=MAX_NAME_LENGTH,
            )
            self._add_fault(text, detail)
        return name, rest

    def _split_hand(self, text: str) -> tuple[str, str | None, str] | None:
        """Return the tiles, the parenthetical without its parentheses, and the ending; None, with
        the fault noted, where the parentheses do not allow it."""
        before, opened, after = text.partition("(")
        if not opened:
            if ")" in text:
                self._add_fault(
                    text,
                    say("“)” has no “(” before it; write “(” before the conditions or remove “)”"),
                )
                return None
            return self._split_ending(text.strip())
        inner, closed, ending = after.partition(")")
        detail = None
        if not closed:
            detail = say(
                "{text} is not closed; write “)” after the conditions", text=quoted("(" + inner)
            )
        elif "(" in inner:
            detail = say(
                "{text} has parentheses inside parentheses; remove the inner ones and "
                "separate conditions by commas",
                text=quoted("(" + inner + ")"),
            )
        elif "(" in ending or ")" in ending:
            detail = say(
                "{text} is a second pair of parentheses; write all conditions of a "
                "hand in one pair, separated by commas",
                text=quoted(ending.strip()),
            )
        elif not ending.strip() and _ENDING_PATTERN.search(before.strip()):
            detail = say(
                "the parentheses come before X or C and the value; move the parentheses there"
            )
        if detail is not None:
            self._add_fault(text, detail)
            return None
        return before, inner, ending.strip()

    @staticmethod
    def _split_ending(text: str) -> tuple[str, None, str]:
        """Return the tiles, no parenthetical, and the ending of a hand without parentheses."""
        match = _ENDING_PATTERN.search(text) or _LOOSE_ENDING_PATTERN.search(text)
        cut = match.start() if match else len(text)
        return text[:cut], None, text[cut:]

    def _read_ending(self, text: str) -> tuple[bool, int]:
        match = _ENDING_PATTERN.fullmatch(text)
        if match is not None:
            value = int(match[2])
            if 1 <= value <= MAX_HAND_VALUE:
                return match[1] == "C", value
            detail = say(
                "{text} is not a value; write a whole number from 1 to {most}",
                text=quoted(match[2]),
                most=MAX_HAND_VALUE,
            )
            self._add_fault(text, detail)
            return False, 0
        self._add_fault(text, _advice_on_value(text))
        return False, 0

    def _read_clauses(self, text: str | None) -> tuple[Clause, ...]:
        if text is None:
            return ()
        clauses: list[Clause] = []
        for piece in clause_texts(text):
            try:
                clauses.append(read_clause(piece))
            except ClauseError as error:
                self._add_fault(piece.strip(), str(error))
        return tuple(clauses)

    def _with_size_variables(
        self, alternatives: tuple[Alternative, ...], clauses: tuple[Clause, ...]
    ) -> tuple[tuple[Alternative, ...], tuple[Clause, ...]]:
        """Return the alternatives with variables for the numbers that clauses such as "like pungs"
        leave open, and the clauses with what these variables may be instead."""
        settled: list[Clause] = []
        for clause in clauses:
            if clause.kind != "sized":
                settled.append(clause)
                continue
            try:
                alternatives, conditions = with_size_variables(
                    alternatives, clause, (*clauses, *settled)
                )
            except SizedError as error:
                text = f"{clause.values[0]}s"
                problem = say("“{clause}”: {problem}", clause=UserText(text), problem=str(error))
                self._add_fault(text, problem)
            else:
                settled += conditions
        return alternatives, tuple(settled)

    def _read_alternative(self, text: str) -> Alternative:
        groups: list[Group] = []
        words: list[tuple[int, ...]] = []
        signs: list[str] = []
        if not text.strip():
            self._add_fault(
                "", say("the tiles are missing; write for example “FFF 2222a 444b 8888a”")
            )
        for token in text.split():
            if token in SEPARATOR_SIGNS:
                if not words:
                    detail = say(
                        "the sign {sign} has no tiles before it; remove this sign",
                        sign=quoted(token),
                    )
                    self._add_fault(token, detail)
                else:
                    signs[-1] = f"{signs[-1]} {token}".lstrip()
                continue
            try:
                found = read_token(token)
            except TokenError as error:
                self._add_fault(token, str(error))
                continue
            words.append(tuple(range(len(groups), len(groups) + len(found))))
            groups += found
            signs.append("")
        return Alternative(tuple(groups), tuple(words), tuple(signs) if any(signs) else ())


def _advice_on_value(text: str) -> str:
    """Return what to write instead of a text that is not an ending of a hand."""
    ending = quoted(text)
    if re.fullmatch("[xc] ?[0-9]+", text):
        meant = say("did you mean {meant}?", meant=quoted(text.upper()))
        return say("{text} is not valid here; {advice}", text=ending, advice=meant)
    if re.fullmatch("[0-9]+", text):
        return say(
            "the value {text} has no X or C before it; {advice}",
            text=ending,
            advice=_ENDING_HELP,
        )
    if re.fullmatch("[XCxc]", text):
        return say("the value after {text} is missing; {advice}", text=ending, advice=_ENDING_HELP)
    if re.fullmatch(r"[XCxc]? ?[-+$]?[0-9][0-9.,]*", text):
        return say(
            "the value in {text} is not a whole number from 1 to {most}; {advice}",
            text=ending,
            most=MAX_HAND_VALUE,
            advice=_ENDING_HELP,
        )
    if text:
        return say("{text} is not valid here; {advice}", text=ending, advice=_ENDING_HELP)
    return say("the end of the hand is missing; {advice}", advice=_ENDING_HELP)


def _card_text(card: Card, *, tight: bool) -> str:
    lines = [f"@{key} {text}" for key, text in card.directives]
    section = Section("")
    for hand in card.hands:
        if hand.section != section:
            section = hand.section
            lines += ([] if tight else [""]) + [_section_text(section)]
        lines.append(_hand_text(hand, tight=tight))
    return "\n".join(lines) + ("" if tight else "\n")


def _section_text(section: Section) -> str:
    flags = f"; {', '.join(section.flags)}" if section.flags else ""
    return f"[{section.name}{flags}]"


def _hand_text(hand: CardHand, *, tight: bool) -> str:
    """Return the line of a hand; if ``tight``, never longer than the line that was typed."""
    comma, gap, space = (",", "", "") if tight else (", ", "  ", " ")
    name = f"{hand.name}:{space}" if hand.name else ""
    tiles = f"{space}-or-{space}".join(map(tiles_text, hand.alternatives))
    clauses = comma.join(map(clause_text, hand.clauses))
    mark = f"{'C' if hand.concealed else 'X'}{space}{hand.value}"
    if not clauses:
        return f"{name}{tiles}{gap or ' '}{mark}"
    return f"{name}{tiles}{gap}({clauses}){gap}{mark}"
