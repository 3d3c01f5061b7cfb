"""Where a hand is scored: the player's seat, the wind of the round, and the counters."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from scorer.errors import HandError, Problem
from scorer.languages.speech import say
from scorer.types.records import Member

if TYPE_CHECKING:
    from scorer import types

NO_COUNTERS: Mapping[str, int] = MappingProxyType({})


class GameCounter(NamedTuple):
    """A counter of the game that a ruleset declares and that neither tiles nor win show, such as
    how many hands in a row East has kept the deal: from ``least`` to ``most``, and ``default``
    where it is not entered. ``title`` is what people call it."""

    name: str
    title: str
    meaning: str
    least: int
    most: int
    default: int

    def as_document(self) -> types.StateField:
        """Return the counter as the list of rulesets shows it."""
        return {
            "name": self.name,
            "title": self.title,
            "meaning": self.meaning,
            "minimum": self.least,
            "maximum": self.most,
            "default": self.default,
        }


def counter_of_field(member: Member) -> GameCounter:
    """Return the counter that a field declares."""
    note = member.note
    return GameCounter(member.name, note.title, member.meaning, note.least, note.most, note.default)


class Situation(NamedTuple):
    """The conditions under which a hand is scored: the player's ``seat`` and the ``prevailing``
    wind, 0 to 3 from East, the ruleset's counters by name, and the number of players."""

    seat: int
    prevailing: int
    counters: Mapping[str, int] = NO_COUNTERS
    players: int = 4


PLAIN_SITUATIONS = tuple([tuple([Situation(seat, wind) for wind in range(4)]) for seat in range(4)])
"""The situations by seat and wind without counters, which most rulesets do not have."""


def counters_with_defaults(
    declared: Mapping[str, GameCounter], entered: Mapping[str, object]
) -> Mapping[str, int]:
    """Return every declared counter, as entered or by its default.

    Raises:
        HandError: If a counter is out of its bounds or not declared.
    """
    if not declared and not entered:
        return NO_COUNTERS
    known = {counter.name: counter.default for counter in declared.values()}
    for name, value in entered.items():
        if name not in declared:
            detail = say("this ruleset has no field “{name}”; remove this field", name=name)
            raise HandError(Problem(f"/{name}", "bad_value", detail))
        least, most = declared[name].least, declared[name].most
        if type(value) is not int or not least <= value <= most:
            detail = say("a whole number from {least} to {most}", least=least, most=most)
            raise HandError(Problem(f"/{name}", "bad_value", detail))
        known[name] = value
    return known


def next_counters(declared: Mapping[str, GameCounter], given: Mapping[str, int]) -> dict[str, int]:
    """Return every counter for the next hand as the deal gives it, within its bounds; its default
    where the deal gives none."""
    return {
        counter.name: max(
            counter.least, min(given.get(counter.name, counter.default), counter.most)
        )
        for counter in declared.values()
    }
