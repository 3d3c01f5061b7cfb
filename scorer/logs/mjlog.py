"""Read Tenhou's mjlog: XML, an element an event, gzipped or not.

Its tiles are numbered from 0 to 135, four of each kind; the first of the fives is red.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import unquote

from scorer.errors import HandError, Problem, quoted
from scorer.languages.speech import say
from scorer.logs.record import (
    MAX_COUNTER,
    MAX_HANDS_PER_LOG,
    MAX_POINTS,
    Called,
    CallKind,
    Discarded,
    Draw,
    Drawn,
    Event,
    Json,
    Log,
    LoggedHand,
    LoggedWin,
    bad_value,
    check_range,
)
from scorer.logs.yaku import YAKU_BY_NUMBER

FORMAT_NAME = "mjlog"
ROOT_ELEMENT = "mjloggm"
MAX_UNPACKED_BYTES = 4 * 1024 * 1024
"""The bytes of a log when it is unpacked: thirty times those of a long game."""
MAX_ELEMENTS = 20_000
MAX_EVENTS_PER_HAND = 400
"""The events of a hand: more than there are tiles for."""
GZIP_MAGIC = b"\x1f\x8b"
TILE_BY_NUMBER = (
    *(f"{rank}{suit}" for suit in "cdb" for rank in range(1, 10)),
    *("E", "S", "W", "N", "P", "G", "R"),
)
RED_FIVE_NUMBERS = (16, 52, 88)
DRAW_BY_TYPE: Mapping[str, Draw] = {
    "": "exhaustive",
    "nm": "nagashi",
    "yao9": "nine_terminals",
    "kaze4": "four_winds",
    "reach4": "four_riichi",
    "kan4": "four_kongs",
    "ron3": "three_ron",
}
NO_REDS_FLAG, NO_OPEN_TANYAO_FLAG, SOUTH_ROUND_FLAG, THREE_PLAYERS_FLAG, CHIPS_FLAG = (
    0x02,
    0x04,
    0x08,
    0x10,
    0x200,
)
"""Bits of the rule in ``<GO type>``."""


class Element(Protocol):
    """As much of an XML element as is used."""

    tag: str
    attrib: Mapping[str, str]

    def __iter__(self) -> Iterator[Element]: ...


def is_log(body: bytes) -> bool:
    """Tests if unpacked bytes are meant as XML."""
    return body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def unpacked(body: bytes) -> bytes:
    """Return a log without its gzip. Raises HandError for one that is broken or too long."""
    if body.startswith(GZIP_MAGIC):
        packed = zlib.decompressobj(wbits=31)
        try:
            body = packed.decompress(body, MAX_UNPACKED_BYTES + 1)
        except zlib.error:
            raise bad_value("", say("the gzip of this log is broken; download it again")) from None
        if len(body) <= MAX_UNPACKED_BYTES and not packed.eof:
            raise bad_value("", say("the gzip of this log is broken; download it again"))
    if len(body) > MAX_UNPACKED_BYTES:
        detail = say(
            "a log has at most {most} bytes unpacked; send each game by itself",
            most=MAX_UNPACKED_BYTES,
        )
        raise bad_value("", detail)
    return body


def read(body: bytes) -> Log:
    """Return the game of an mjlog, unpacked. Raises HandError."""
    root = _parse_xml(body)
    elements = [*root]
    if root.tag != ROOT_ELEMENT:
        detail = say(
            "the first element is {tag}, and that of a log is mjloggm; send the log itself",
            tag=quoted(root.tag),
        )
        raise bad_value("", detail)
    if len(elements) > MAX_ELEMENTS:
        detail = say(
            "a log has at most {most} elements; send each game by itself", most=MAX_ELEMENTS
        )
        raise bad_value("", detail)
    return _MjlogReader().read(elements)


def _parse_xml(body: bytes) -> Any:
    """Return the first element. Raises HandError for what is no XML, or could be a bomb."""
    try:
        from defusedxml import DefusedXmlException
        from defusedxml.ElementTree import ParseError, fromstring
    except ModuleNotFoundError:
        detail = say(
            "reading an mjlog needs a package that is not installed; run: pip install "
            "'mahjong-scorer[logs]'"
        )
        raise HandError(Problem("", "bad_value", detail)) from None
    try:
        return fromstring(body, forbid_dtd=True)
    except ParseError as error:
        line, column = error.position
        detail = say(
            "this is not XML: it cannot be read at line {line}, column {column}; download the log "
            "again",
            line=line,
            column=column + 1,
        )
    except (DefusedXmlException, ValueError, LookupError):
        detail = say(
            "a log has no document type, no entities and no unknown encoding; download the log "
            "again"
        )
    raise bad_value("", detail)


@dataclass
class _OpenHand:
    """A hand that is being read."""

    pointer: str
    seed: Sequence[int]
    east: int
    scores: tuple[int, ...]
    dealt: tuple[tuple[str, ...], ...]
    events: list[Event] = field(default_factory=list)
    dora: list[str] = field(default_factory=list)
    wins: list[LoggedWin] = field(default_factory=list)
    paid: list[int] = field(default_factory=list)
    draw: Draw | None = None
    tenpai: tuple[bool, ...] | None = None
    riichi: int = -1
    """Who has declared riichi and not discarded yet."""
    melds: dict[tuple[int, str], Called] = field(default_factory=dict)


class _MjlogReader:
    """What is known of a log so far."""

    def __init__(self) -> None:
        self.players = 4
        self.reds = True
        self.names: tuple[str, ...] = ("",) * 4
        self.options: Json = {}
        self.notes: list[str] = []
        self.hands: list[LoggedHand] = []
        self.first_east = 0
        self.final: tuple[int, ...] | None = None
        self.final_points: tuple[float, ...] | None = None
        self.hand: _OpenHand | None = None

    def read(self, elements: Sequence[Element]) -> Log:
        """Return the game of these elements."""
        readers = {
            "GO": self._rule,
            "UN": self._players,
            "INIT": self._begin,
            "N": self._call,
            "REACH": self._riichi,
            "DORA": self._dora,
            "AGARI": self._win,
            "RYUUKYOKU": self._drawn_hand,
        }
        for n, element in enumerate(elements):
            pointer = f"/{ROOT_ELEMENT}/{n}"
            if element.tag in readers:
                readers[element.tag](element.attrib, pointer)
            elif element.tag[:1] in "TUVWDEFG" and element.tag[1:].isdecimal():
                self._turn(element.tag, pointer)
        self._close()
        if not self.hands:
            raise bad_value("", say("this log has no hand with an end; download it again"))
        return Log(
            format=FORMAT_NAME,
            title="",
            players=self.names[: self.players],
            first_east=self.first_east,
            preset="tenhou",
            options=self.options,
            hands=tuple(self.hands),
            final=self.final,
            final_points=self.final_points,
            notes=self.notes,
        )

    def _rule(self, attributes: Mapping[str, str], pointer: str) -> None:
        (rule,) = _int_list(attributes, "type", pointer, 1, 1, most=0xFFFF)
        self.players = 3 if rule & THREE_PLAYERS_FLAG else 4
        if rule & CHIPS_FLAG:
            self.notes.append(say("this table counts chips, and they are not compared"))
        self.reds = not rule & NO_REDS_FLAG
        self.options = {
            "red_fives": 3 if self.reds else 0,
            "length": "east_south" if rule & SOUTH_ROUND_FLAG else "east",
            **({"open_tanyao": False} if rule & NO_OPEN_TANYAO_FLAG else {}),
        }

    def _players(self, attributes: Mapping[str, str], pointer: str) -> None:
        if "n0" not in attributes or self.hands or self.hand:
            # A player who came back, with this name alone.
            return
        self.names = tuple(unquote(attributes.get(f"n{n}", ""))[:200] for n in range(4))

    def _begin(self, attributes: Mapping[str, str], pointer: str) -> None:
        self._close()
        if len(self.hands) >= MAX_HANDS_PER_LOG:
            detail = say("a log has a list of 1 to {most} hands", most=MAX_HANDS_PER_LOG)
            raise bad_value(pointer, detail)
        if not self.options:
            self._rule({"type": "9"}, pointer)
            detail = say(
                "the log does not name its rule; its hands are scored by the preset {preset}",
                preset="tenhou",
            )
            self.notes.append(detail)
        seed = _int_list(attributes, "seed", pointer, 6, 6, most=135)
        deal, honba, sticks = seed[:3]
        for number, most in ((deal, 15), (honba, MAX_COUNTER), (sticks, MAX_COUNTER)):
            check_range(number, f"{pointer}/seed", 0, most)
        (east,) = _int_list(attributes, "oya", pointer, 1, 1, most=self.players - 1)
        if deal % 4 >= self.players:
            raise bad_value(f"{pointer}/seed", say("three players have no fourth deal in a round"))
        first_east = (east - deal % 4) % self.players
        if self.hands and first_east != self.first_east:
            detail = say("East of this deal does not follow from the first deal of the log")
            raise bad_value(f"{pointer}/oya", detail)
        self.first_east = first_east
        scores = _int_list(attributes, "ten", pointer, self.players, 4, -10_000, 10_000)
        hands = [
            tuple(map(self._tile, _int_list(attributes, f"hai{n}", pointer, 13, 13, most=135)))
            for n in range(self.players)
        ]
        points = tuple(100 * score for score in scores[: self.players])
        self.hand = _OpenHand(pointer, seed, east, points, tuple(hands))
        self.hand.dora.append(self._tile(seed[5]))
        self.hand.paid = [0] * self.players

    def _tile(self, number: int) -> str:
        if self.reds and number in RED_FIVE_NUMBERS:
            return f"0{TILE_BY_NUMBER[number // 4][1]}"
        return TILE_BY_NUMBER[number // 4]

    def _require_hand(self, pointer: str) -> _OpenHand:
        if self.hand is None:
            detail = say("this stands before the first hand; download the log again")
            raise bad_value(pointer, detail)
        return self.hand

    def _add(self, event: Event, pointer: str) -> None:
        hand = self._require_hand(pointer)
        if event.seat >= self.players:
            raise bad_value(pointer, say("this player is not at the table of three players"))
        if len(hand.events) >= MAX_EVENTS_PER_HAND:
            raise bad_value(pointer, say("this hand has more turns than there are tiles"))
        hand.events.append(event)

    def _turn(self, tag: str, pointer: str) -> None:
        number = int(tag[1:4])
        if len(tag) > 4 or number > 135:
            raise bad_value(pointer, NO_TILE_SENTENCE)
        tile, drawn = self._tile(number), tag[0] in "TUVW"
        if drawn:
            self._add(Drawn("TUVW".index(tag[0]), tile), pointer)
            return
        seat, hand = "DEFG".index(tag[0]), self._require_hand(pointer)
        self._add(Discarded(seat, tile, hand.riichi == seat), pointer)
        hand.riichi = -1

    def _riichi(self, attributes: Mapping[str, str], pointer: str) -> None:
        if attributes.get("step") == "1":
            self._require_hand(pointer).riichi = self._seat(attributes, "who", pointer)

    def _seat(self, attributes: Mapping[str, str], name: str, pointer: str) -> int:
        return _int_list(attributes, name, pointer, 1, 1, most=self.players - 1)[0]

    def _dora(self, attributes: Mapping[str, str], pointer: str) -> None:
        hand = self._require_hand(pointer)
        if len(hand.dora) >= 5:
            raise bad_value(pointer, say("a hand has at most five dora indicators"))
        hand.dora.append(self._tile(_int_list(attributes, "hai", pointer, 1, 1, most=135)[0]))

    def _call(self, attributes: Mapping[str, str], pointer: str) -> None:
        seat = self._seat(attributes, "who", pointer)
        (code,) = _int_list(attributes, "m", pointer, 1, 1, most=0xFFFF)
        self._require_hand(pointer)
        kind, numbers, taken = decode_call(code)
        if max(numbers) > 135:
            raise bad_value(f"{pointer}/m", NO_TILE_SENTENCE)
        tiles = tuple(map(self._tile, numbers))
        self._add(Called(seat, kind, tiles, self._tile(taken)), pointer)

    def _win(self, attributes: Mapping[str, str], pointer: str) -> None:
        hand = self._require_hand(pointer)
        if len(hand.wins) >= 3:
            raise bad_value(pointer, say("at most three players win one hand"))
        fu, points, _ = _int_list(attributes, "ten", pointer, 3, 3, most=MAX_POINTS)
        yakuman = "yakuman" in attributes
        if yakuman:
            ids = _int_list(attributes, "yakuman", pointer, 1, 15, most=len(YAKU_BY_NUMBER) - 1)
            yaku = [(number, 1) for number in ids]
        else:
            pairs = _int_list(attributes, "yaku", pointer, 2, 60, most=len(YAKU_BY_NUMBER) - 1)
            yaku = [*zip(pairs[::2], pairs[1::2], strict=False)]
        by_rule: dict[str, int] = {}
        for number, amount in yaku:
            if amount:
                by_rule[YAKU_BY_NUMBER[number]] = by_rule.get(YAKU_BY_NUMBER[number], 0) + amount
        ura = _int_list(attributes, "doraHaiUra", pointer, 0, 5, most=135)
        pao = "paoWho" in attributes
        seat = self._seat(attributes, "who", pointer)
        win = LoggedWin(
            seat=seat,
            by=self._seat(attributes, "fromWho", pointer),
            liable=self._seat(attributes, "paoWho", pointer) if pao else None,
            ura=tuple(map(self._tile, ura)),
            points=points,
            fu=None if yakuman else fu,
            han=None if yakuman else sum(by_rule.values()),
            yakuman=yakuman,
            yaku=by_rule,
        )
        hand.wins.append(win)
        self._ended(attributes, pointer)

    def _drawn_hand(self, attributes: Mapping[str, str], pointer: str) -> None:
        hand, kind = self._require_hand(pointer), attributes.get("type", "")
        if kind not in DRAW_BY_TYPE:
            detail = say(
                "{ended} is no end of a hand that is known here; known are: {known}",
                ended=quoted(kind),
                known=", ".join(filter(None, DRAW_BY_TYPE)),
            )
            raise bad_value(f"{pointer}/type", detail)
        hand.draw = DRAW_BY_TYPE[kind]
        if hand.draw in ("exhaustive", "nagashi"):
            hand.tenpai = tuple(f"hai{n}" in attributes for n in range(self.players))
        self._ended(attributes, pointer)

    def _ended(self, attributes: Mapping[str, str], pointer: str) -> None:
        """Read what each player won or lost, and the end of the game where it stands here."""
        hand = self._require_hand(pointer)
        changes = _int_list(attributes, "sc", pointer, 2 * self.players, 16, -10_000, 10_000)
        for n in range(self.players):
            hand.paid[n] += 100 * changes[2 * n + 1]
        if "owari" in attributes:
            self._read_end(attributes["owari"], f"{pointer}/owari")

    def _read_end(self, text: str, pointer: str) -> None:
        numbers: list[float] = []
        for part in text[:200].split(","):
            try:
                number = float(part)
            except ValueError:
                raise bad_value(pointer, NO_NUMBER_SENTENCE) from None
            if not abs(number) <= MAX_POINTS:
                raise bad_value(pointer, NO_NUMBER_SENTENCE)
            numbers.append(number)
        if len(numbers) < 2 * self.players:
            raise bad_value(pointer, NO_NUMBER_SENTENCE)
        self.final = tuple(100 * int(score) for score in numbers[: 2 * self.players : 2])
        self.final_points = tuple(numbers[1 : 2 * self.players : 2])

    def _close(self) -> None:
        """Add the hand that was read; one without an end is left out, and said."""
        hand, self.hand = self.hand, None
        if hand is None:
            return
        if not hand.wins and hand.draw is None:
            detail = say("the hand at {place} has no end, and is left out", place=hand.pointer)
            self.notes.append(detail)
            return
        self.hands.append(
            LoggedHand(
                pointer=hand.pointer,
                deal=hand.seed[0],
                east=hand.east,
                honba=hand.seed[1],
                sticks=hand.seed[2],
                scores=hand.scores,
                dealt=hand.dealt,
                dora=tuple(hand.dora),
                events=tuple(hand.events),
                wins=tuple(hand.wins),
                draw=None if hand.wins else hand.draw,
                tenpai=hand.tenpai,
                paid=tuple(hand.paid),
            )
        )


NO_TILE_SENTENCE = say(
    "tiles are numbered from 0 to 135; download the log again if you did not change it"
)
NO_NUMBER_SENTENCE = say("write numbers with commas between them; download the log again")


def _int_list(
    attributes: Mapping[str, str],
    name: str,
    pointer: str,
    fewest: int,
    longest: int,
    least: int = 0,
    most: int = 0,
) -> list[int]:
    """Return the whole numbers of an attribute, ``fewest`` to ``longest`` of them."""
    parts = attributes.get(name, "").split(",") if attributes.get(name) else []
    where = f"{pointer}/{name}"
    if not fewest <= len(parts) <= longest:
        detail = say(
            "write {fewest} to {longest} numbers here, with commas between them; download the "
            "log again if you did not change it",
            fewest=fewest,
            longest=longest,
        )
        raise bad_value(where, detail)
    numbers = []
    for part in parts:
        digits = part.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
            raise bad_value(where, NO_NUMBER_SENTENCE)
        numbers.append(check_range(int(part), where, least, most))
    return numbers


def decode_call(code: int) -> tuple[CallKind, tuple[int, ...], int]:
    """Return the kind of a call, its tiles by number, and the one that was called or added."""
    if code & 0x4:
        kind, called = divmod(code >> 10, 3)
        first = kind // 7 * 9 + kind % 7
        chi = tuple(4 * (first + n) + (code >> 3 + 2 * n & 3) for n in range(3))
        return "chi", chi, chi[called]
    if code & 0x18:
        kind, called = divmod(code >> 9, 3)
        fourth = 4 * kind + (code >> 5 & 3)
        pon = tuple(tile for tile in range(4 * kind, 4 * kind + 4) if tile != fourth)
        if code & 0x8:
            return "pon", pon, pon[called]
        return "added_kong", (*pon, fourth), fourth
    if code & 0x20:
        return "north", (code >> 8,), code >> 8
    first = code >> 8 & ~3
    return ("open_kong" if code & 3 else "closed_kong"), tuple(range(first, first + 4)), code >> 8
