"""What a rulebook is declared with: sources, events and their fields, declared sets, and how the
table goes on after a hand; and how an id and a sentence come from a function."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from scorer.options import Value, When
from scorer.settle import Happened, Settlement
from scorer.situation import NO_STATE
from scorer.speech import say

if TYPE_CHECKING:
    from scorer import types

__all__ = [
    "AfterRound",
    "Bars",
    "Deal",
    "Dealt",
    "DoubledSeat",
    "Effect",
    "Event",
    "Field",
    "Laid",
    "Listed",
    "Onward",
    "Reseating",
    "Ruled",
    "Seen",
    "Source",
    "Worth",
    "passes_after_every_hand",
    "rule_id",
    "rule_meaning",
]


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
    """One thing that an event may tell beside who did it."""

    name: str
    type: types.FieldType
    meaning: str

    def as_document(self) -> types.EventField:
        """The field as the list of rulesets shows it."""
        return {"name": self.name, "type": self.type, "meaning": self.meaning}


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
    ``state`` the numbers of the game under which it was played."""

    winner: int | None
    facts: int
    at_fault: int | None
    east_run: int | None
    options: Mapping[str, Value]
    seats: tuple[int, ...] = (0, 1, 2, 3)
    winners: tuple[int, ...] = ()
    state: Mapping[str, int] = NO_STATE

    @property
    def next_east(self) -> int:
        """The seat of the player who becomes East if the deal passes."""
        return min(seat for seat in self.seats if seat)


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


def passes_after_every_hand(hand: Dealt) -> Onward:
    """How the table goes on where nobody keeps the deal."""
    return Onward(False, say("the deal passes after every hand"))


Deal = Callable[[Dealt], Onward]
AfterRound = Callable[[int, int, Mapping[str, Value]], Reseating | None]
Seen = Callable[[Any, Sequence[Any]], int]
DoubledSeat = Callable[[Mapping[str, Value], int], int | None]
Worth = Callable[[int, Mapping[str, Value]], int]


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
