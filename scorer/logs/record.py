"""A recorded game in neutral words: what was dealt, drawn, discarded and called, and what the log
says that each hand came to. Every format is read into these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from scorer.errors import HandError, Problem
from scorer.languages.speech import say

Json = dict[str, Any]

MAX_HANDS_PER_LOG = 100
"""The hands that one log may have: three times those of the longest games."""
MAX_POINTS = 1_000_000
MAX_COUNTER = 99

Draw: TypeAlias = Literal[
    "exhaustive",
    "nagashi",
    "nine_terminals",
    "four_winds",
    "four_riichi",
    "four_kongs",
    "three_ron",
]
"""How a hand ended that nobody was paid for as a winner."""

CallKind: TypeAlias = Literal["chi", "pon", "open_kong", "added_kong", "closed_kong", "north"]


class Drawn(NamedTuple):
    """A tile drawn from the wall."""

    seat: int
    tile: str


class Discarded(NamedTuple):
    """A discard, and whether it declares riichi."""

    seat: int
    tile: str
    riichi: bool = False


class Called(NamedTuple):
    """A set laid out, or a north set aside: its tiles, and the one that came from a discard.

    Of an added kong ``tiles`` are all four and ``taken`` the fourth.
    """

    seat: int
    kind: CallKind
    tiles: tuple[str, ...]
    taken: str = ""


Event: TypeAlias = Drawn | Discarded | Called


class LoggedWin(NamedTuple):
    """A win as the log has it; None, or no yaku, where it does not say.

    Attributes:
        seat: Who won, by the place in the log.
        by: Whose tile it was; the winner's own place for a self-draw.
        liable: Who is liable for a yakuman.
        ura: The ura dora indicators.
        points: The points without honba and riichi sticks.
        yaku: Han by the id of the rule; of a yakuman how many yakuman it is.
        unknown: Names of yaku that the scorer does not know.
    """

    seat: int
    by: int
    liable: int | None = None
    ura: tuple[str, ...] = ()
    points: int | None = None
    fu: int | None = None
    han: int | None = None
    yakuman: bool = False
    yaku: Mapping[str, int] | None = None
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LoggedHand:
    """A hand of a log.

    Attributes:
        pointer: Where it is in the log.
        deal: The number of the deal: 0 is East 1, 4 South 1, also with three players.
        east: The place in the log of the player who is East.
        scores: What each player had before it.
        dealt: The tiles of each player before the first draw.
        dora: The dora indicators that lay face up at the end.
        tenpai: Who was tenpai at an exhaustive draw, where the log says it.
        paid: What each player won or lost, without the riichi sticks of this hand; None where the
            log does not say.
    """

    pointer: str
    deal: int
    east: int
    honba: int
    sticks: int
    scores: tuple[int, ...]
    dealt: tuple[tuple[str, ...], ...]
    dora: tuple[str, ...]
    events: tuple[Event, ...]
    wins: tuple[LoggedWin, ...] = ()
    draw: Draw | None = None
    tenpai: tuple[bool, ...] | None = None
    paid: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Log:
    """A recorded game.

    Attributes:
        format: The name of the format.
        players: The names, in the order of the log; three or four.
        first_east: The place in the log of the player who was East of the first round's first deal.
        preset: The preset of riichi that is nearest.
        options: What the log's rule changes in it.
        final: What each player had at the end, where the log says it.
        final_points: The table points of each player at the end, where the log says it.
        notes: What the log does not say, and what was taken instead.
    """

    format: str
    title: str
    players: tuple[str, ...]
    first_east: int
    preset: str
    options: Json
    hands: tuple[LoggedHand, ...]
    final: tuple[int, ...] | None = None
    final_points: tuple[float, ...] | None = None
    notes: list[str] = field(default_factory=list)


def bad_value(pointer: str, detail: str) -> HandError:
    """Return the error for something in a log that cannot be read."""
    return HandError(Problem(pointer, "bad_value", detail))


def check_range(value: object, pointer: str, least: int, most: int) -> int:
    """Return a whole number of a log. Raises HandError."""
    if type(value) is not int or not least <= value <= most:
        detail = say(
            "write a whole number from {least} to {most} here; download the log again if you "
            "did not change it",
            least=least,
            most=most,
        )
        raise bad_value(pointer, detail)
    return value
