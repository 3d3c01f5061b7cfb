"""What a rulebook is declared with: sources, events and their fields, declared sets, and how the
table goes on after a hand; and how an id and a sentence come from a function."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar

from scorer.options import Value, When
from scorer.settle import Happened, Settlement
from scorer.situation import NO_STATE
from scorer.speech import say

if TYPE_CHECKING:
    from scorer import types

__all__ = [
    "AfterRound",
    "Asked",
    "Bars",
    "Deal",
    "Dealt",
    "DoubledSeat",
    "Effect",
    "Ending",
    "Ends",
    "Event",
    "Field",
    "Laid",
    "Listed",
    "Onward",
    "Paid",
    "PointsTable",
    "PointsTables",
    "Reseating",
    "Ruled",
    "Seen",
    "Session",
    "Shares",
    "Source",
    "WaitingTold",
    "Worth",
    "after_the_last_round",
    "passes_after_every_hand",
    "rule_id",
    "rule_meaning",
]


NO_PENALTIES: Mapping[int, int] = MappingProxyType({})


class Source(NamedTuple):
    """A text that rules are taken from: ``id`` names it in data, ``cited`` in a line."""

    id: str
    cited: str
    title: str
    author: str
    year: int | None
    place: str

    def at(self, place: str) -> str:
        """A place in it, as a line cites it: "Sloperama FAQ 19, BW"."""
        return f"{self.cited}, {place}"

    def as_document(self) -> types.Source:
        """The source as the list of rulesets shows it."""
        return {
            "id": self.id,
            "cited": self.cited,
            "title": self.title,
            "author": self.author,
            "year": self.year,
            "place": self.place,
        }


class Field(NamedTuple):
    """One thing that only this ruleset's events, hands, wins, players or tables tell: ``choices``
    are what it may be, ``most`` bounds a number, ``beside`` are the circumstances of which one
    goes with it, where it does not go with every hand; ``title`` is what a key has room for.

    ``at``: it matters only for a hand that somebody won, or that nobody did; ``when``: only where
    that option has that value. ``tells``: the circumstance by which a winner tells the same.
    ``numbers``: of what tells several, those that are usual, each with its name where it has one;
    ``alone`` are those that are told without others.
    """

    name: str
    type: types.FieldType
    meaning: str
    choices: tuple[str, ...] = ()
    most: int = 10_000_000
    beside: tuple[str, ...] = ()
    title: str = ""
    at: Literal["", "win", "draw"] = ""
    when: When | None = None
    tells: str = ""
    numbers: tuple[tuple[str, tuple[tuple[int, str], ...]], ...] = ()
    alone: tuple[str, ...] = ()

    def as_document(self) -> types.EventField:
        """The field as the list of rulesets shows it."""
        shown: types.EventField = {"name": self.name, "type": self.type, "meaning": self.meaning}
        if self.choices:
            shown["choices"] = list(self.choices)
        if self.beside:
            shown["beside"] = list(self.beside)
        if self.title:
            shown["title"] = self.title
        if self.at:
            shown["at"] = self.at
        if self.when is not None:
            shown["option"] = {"name": self.when[0], "value": self.when[1]}
        if self.tells:
            shown["tells"] = self.tells
        if self.numbers:
            shown["numbers"] = {
                name: [{"value": value, "name": called} for value, called in usual]
                for name, usual in self.numbers
            }
        if self.alone:
            shown["alone"] = list(self.alone)
        return shown


Asked = Literal["hand", "win", "player", "table"]
"""The parts of a document to which a ruleset may add fields."""


Effect = Callable[[Settlement, Happened], None]
Bars = bool | Callable[[Happened], bool]


class Event(NamedTuple):
    """Something that happened at the table and moves points: ``effect`` is what it does to a
    settlement. ``Book.event`` tells what the flags mean."""

    id: str
    meaning: str
    source: str
    fields: tuple[Field, ...]
    effect: Effect
    bars_win: Bars
    tile_count: str
    tile_count_to: str
    needs_winner: bool
    when: When | None = None

    def bars(self, happened: Happened) -> bool:
        """Whether who did it cannot win the hand."""
        return self.bars_win(happened) if callable(self.bars_win) else self.bars_win

    @property
    def in_words(self) -> str:
        """What happened, as it is called within a sentence."""
        return self.id.replace("_", " ")

    def as_document(self, *, ordered: bool) -> types.RulesetEvent:
        """The event as the list of rulesets shows it."""
        shown: types.RulesetEvent = {
            "event": self.id,
            "meaning": self.meaning,
            "source": self.source,
            "fields": [field.as_document() for field in self.fields],
            "ordered": ordered,
        }
        if self.when is not None:
            shown["option"] = {"name": self.when[0], "value": self.when[1]}
        return shown


class Listed(Protocol):
    """What every rule tells of itself, however its ruleset counts."""

    @property
    def id(self) -> str:
        """Its published id."""
        ...

    @property
    def meaning(self) -> str:
        """The sentence that players read."""
        ...

    def as_document(self) -> types.Rule:
        """The rule as the list of rules shows it."""
        ...


Ruled = TypeVar("Ruled", bound=Listed)


class Laid(NamedTuple):
    """A declared set as it was told."""

    tiles: Sequence[int]
    concealed: bool
    from_concealed_pung: bool


class Dealt(NamedTuple):
    """A finished hand as the passing of the deal sees it: of several ``winners`` the ``winner`` is
    the first in turn after who discarded; ``east_run`` is how many hands East had
    won running before it, ``at_fault`` the seat whose fault ended it, ``seats`` those in use,
    ``state`` the numbers of the game under which it was played, ``table`` how it was settled."""

    winner: int | None
    facts: int
    at_fault: int | None
    east_run: int | None
    options: Mapping[str, Value]
    seats: tuple[int, ...] = (0, 1, 2, 3)
    winners: tuple[int, ...] = ()
    state: Mapping[str, int] = NO_STATE
    table: Settlement | None = None

    @property
    def next_east(self) -> int:
        """The seat of the player who becomes East if the deal passes."""
        return min(seat for seat in self.seats if seat)


class Ending(NamedTuple):
    """What decides whether a session is over: the hand, the wind of the round, how often the deal
    had passed in it, whether that round is over, whether the deal stays, and the scores after the
    hand, where they were told."""

    hand: Dealt
    prevailing: int
    deals_passed: int
    round_over: bool
    stays: bool
    standing: Mapping[int, int] | None


class Session(NamedTuple):
    """A session as it would end: the scores by seat, who was East first before who was later (None
    where nobody told), the deposits that nobody took, and the points taken off at its end."""

    standing: Mapping[int, int]
    order: Sequence[int] | None
    options: Mapping[str, Value]
    state: Mapping[str, int] = NO_STATE
    penalties: Mapping[int, int] = NO_PENALTIES


class Reseating(NamedTuple):
    """How the players change seats after a round: for each wind that a player would have in the
    next hand, East first, the seat that they have instead; and why."""

    seats: tuple[int, int, int, int]
    because: str


class Onward(NamedTuple):
    """How the table goes on: whether the deal stays, why and, where there is such a thing, whether
    a goulash is played; the numbers of the game for the next hand, by default those that a game
    starts with."""

    stays: bool
    because: str
    goulash: bool | None = None
    state: Mapping[str, int] = NO_STATE


class Paid(NamedTuple):
    """What is paid for a hand: ``claimed`` by who discarded the tile, None where no such hand is
    won so; ``drawn`` by each of the others and, where East pays otherwise, by East, nothing where
    it is not won so; ``limit`` is what it is called where it is a limit."""

    claimed: int | None
    drawn: tuple[int, ...]
    limit: str = ""


class PointsTable(NamedTuple):
    """A table that players know by heart: what hands are paid, by rows and columns, each with its
    name; None where there is no such hand."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Paid | None, ...]], ...]


class WaitingTold(NamedTuple):
    """How a table tells of who waits when the wall is empty and nobody won: the field of a player
    that says whether they wait (``waits``), the one that says that they declared it before with a
    closed hand (``declared``), and what the table tells of a hand that ended so."""

    waits: str
    declared: str
    ended: Mapping[str, str]


def passes_after_every_hand(hand: Dealt) -> Onward:
    """How the table goes on where nobody keeps the deal."""
    return Onward(False, say("the deal passes after every hand"))


def after_the_last_round(ending: Ending) -> bool | None:
    """Whether the session is over where it lasts for all four winds."""
    return ending.round_over and ending.prevailing == 3


Deal = Callable[[Dealt], Onward]
Ends = Callable[[Ending], bool | None]
"""Whether a session is over; None where the scores decide and were not told."""
Shares = Callable[[Session], "dict[int, float] | None"]
AfterRound = Callable[[int, int, Mapping[str, Value]], Reseating | None]
Seen = Callable[[Any, Sequence[Any]], int]
DoubledSeat = Callable[[Mapping[str, Value], int], int | None]
Worth = Callable[[int, Mapping[str, Value]], int]
PointsTables = Callable[[Mapping[str, Value]], Sequence[PointsTable]]


def rule_id(function: Callable[..., Any]) -> str:
    """A rule's published id: its function's name."""
    return function.__name__.replace("_", "-")


def rule_meaning(function: Callable[..., Any]) -> str:
    """A rule's sentence: its function's docstring."""
    sentence = function.__doc__ or _docstrings(function.__module__).get(function.__name__, "")
    return " ".join(sentence.split())


# A function at the top of a module and, on the next line, what it says of itself.
_DOCUMENTED = re.compile(r'^def (\w+)(?:[^:]|:(?!\n))+:\n    """(.+?)"""', re.MULTILINE | re.DOTALL)


@lru_cache
def _docstrings(module: str) -> dict[str, str]:
    """What the functions of a module say of themselves, from its source: those that are compiled
    keep no docstring."""
    file = Path(sys.modules[module].__file__ or "")
    source = file.with_name(file.name.partition(".")[0] + ".py")
    return dict(_DOCUMENTED.findall(source.read_text(encoding="utf-8")))
