"""What a fan is: a number, a worth, two names, one test on a reading, and what it implies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from scorer.grammar.facts import Fact, apart_from, joined, some
from scorer.grammar.fan.links import Joins, Link
from scorer.grammar.features import WHOLE, Needs, lacking
from scorer.grammar.reading import Reading, tiles_of
from scorer.grammar.tested import Amounted, Asks, Test
from scorer.rulebook import (
    Option,
    When,
    usual_amount,
)
from scorer.situation import State
from scorer.speech import say
from scorer.tiles import CODES, bits

if TYPE_CHECKING:
    from scorer import types

__all__ = [
    "Aside",
    "Asked",
    "Candidate",
    "Fan",
    "Hit",
    "Implied",
    "implied",
    "implying_first",
    "tiles_shown",
]


class Implied(NamedTuple):
    """A fan, by its name, that another one contains: ``when`` only where that option has that
    value, ``part`` only these kinds of it; ``because`` where another reason keeps it out."""

    name: str
    when: When | None = None
    part: Test | None = None
    because: str = ""


def implied(
    name: str, *, when: When | None = None, part: Test | None = None, because: str = ""
) -> Implied:
    """An implied fan with a condition or a reason of its own; without them its name will do."""
    return Implied(name, when, part, because)


class Fan(Amounted):
    """One fan: its number (None where its book gives it none), worth and names, its ``place`` in
    the book, how to see it, and the fan that it implies.

    ``test`` gives 0 for no. For a fan that counts ``each`` set it gives the mask of their kinds;
    otherwise the mask of the pungs that it is made of, or, declared as ``bool``, true when it is
    more than some pungs.
    A fan made of particular sets has ``size`` of them, and ``joins`` in place of ``test``, which
    may look at a pair of one of the ``eyes``; one that
    hands of certain kinds have by that alone tells the mask of ``other`` kinds. Its line shows the
    winning tile (``last``), so many ``alike`` of each kind, or what was found. It is asked of
    readings that have all of ``of`` (see ``features``); one that is ``sure`` counts in all of them,
    so that scoring need not call its test. With ``per`` its amount counts as often as that number
    of the game says.
    """

    def __init__(
        self,
        number: int | None,
        amount: int | Option,
        name: str,
        zh: str,
        source: str,
        function: Callable[..., Any],
        *,
        implies: Sequence[str | Implied] = (),
        each: bool = False,
        last: bool = False,
        alike: int = 0,
        size: int = 0,
        of_chows: bool = False,
        of: int = 0,
        sure: bool = False,
        other: int = 0,
        eyes: int = 0,
        when: When | None = None,
        per: State | None = None,
    ) -> None:
        super().__init__(function, amount, name, zh, source, of | lacking(other), when)
        self.number = number
        self.place = 0
        self.joins: Joins = function
        self.implies = [Implied(one) if isinstance(one, str) else one for one in implies]
        self.each = each
        self.last = last
        self.alike = alike
        self.size = size
        self.of_chows = of_chows
        self.sure = sure or other != 0
        self.other = other
        self.eyes = eyes
        self.per = "" if per is None else per.name
        self.facts = self._own_facts(per)

    def _own_facts(self, per: State | None) -> tuple[Fact[Reading], ...]:
        """The facts that it takes by how it was declared."""
        if self.size:
            return joined(self.size, self.of_chows, self.joins, self.eyes, self.meaning)
        if self.other:
            return (apart_from(self.meaning, ~self.other),)
        return () if per is None else (_any_of(per),)

    def as_document(self) -> types.Rule:
        """The fan as the list of rules shows it, under the default options; its book tells the ids
        of those that it implies."""
        told: types.Rule = {
            "id": self.id,
            "name": self.name,
            "names": {"zh": self.zh} if self.zh else {},
            "kind": "fan",
            "amount": usual_amount(self.amount),
            "meaning": self.meaning,
            "excludes": [],
            "source": self.source,
        }
        if self.number is not None:
            told["number"] = self.number
        if self.when is not None:
            told["option"] = {"name": self.when[0], "value": self.when[1]}
        if isinstance(self.amount, Option):
            told["amount_option"] = self.amount.name
        return told


def _any_of(per: State) -> Fact[Reading]:
    """That there is any of this number of the game."""
    name = per.name
    return some(lambda h: h.state[name], say("{number} is 0", number=per.title))


def implying_first(fans: Sequence[Fan]) -> list[Fan]:
    """The fan so that each comes after all that imply it, else as they were: whoever is asked
    first sets the rest aside. ValueError where they imply one another in a circle."""
    waiting, placed = list(fans), []
    while waiting:
        implied_yet = {one.name for fan in waiting for one in fan.implies}
        free = next((fan for fan in waiting if fan.name not in implied_yet), None)
        if free is None:
            names = ", ".join(fan.name for fan in waiting)
            raise ValueError(f"among these, fan imply one another in a circle: {names}")
        waiting.remove(free)
        placed.append(free)
    return placed


class Aside:
    """What a fan sets aside under the options in force: another fan, as its bit, whether that one
    counts each kind, of which kinds if not of those that were found, and why if not because it
    contains them."""

    __slots__ = ("because", "bit", "each", "part")

    def __init__(self, bit: int, each: bool, part: Test | None, because: str) -> None:
        self.bit = bit
        self.each = each
        self.part = part
        self.because = because


class Asked(Needs):
    """A fan as it is asked under the options in force: its test, unless it is ``sure`` without; the
    ``other`` kinds that it has none of, its worth, its bit (0: nothing sets it aside), what it sets
    aside itself, and the hit of all that it is."""

    __slots__ = ("aside", "bit", "each", "fan", "hit", "other", "per", "sure", "test", "worth")

    def __init__(self, fan: Fan, worth: int, bit: int, aside: tuple[Aside, ...]) -> None:
        super().__init__(fan.of)
        self.fan = fan
        self.test: Asks = fan.test if not fan.per else partial(_some, fan.per, fan.test)
        self.sure = fan.sure
        self.other = fan.other
        self.each = fan.each
        self.per = fan.per
        self.worth = worth
        self.bit = bit
        self.aside = aside
        self.hit = Hit(fan, worth, WHOLE)


def _some(per: str, test: Asks, h: Reading) -> object:
    """What the test finds where there is any of this number of the game."""
    return h.state[per] and test(h)


class Hit:
    """A fan that counts: the kinds that its test found (``WHOLE``: no matter which), and the sets
    that it joins, if it is of those."""

    __slots__ = ("amount", "fan", "found", "link")

    def __init__(self, fan: Fan, amount: int, found: int, link: Link | None = None) -> None:
        self.fan = fan
        self.amount = amount
        self.found = found
        self.link = link


class Candidate:
    """The sum that a reading gives, flowers apart, and the fan that make it."""

    __slots__ = ("hits", "reading", "total")

    def __init__(self, total: int, hits: list[Hit], reading: Reading) -> None:
        self.total = total
        self.hits = hits
        self.reading = reading

    def beats(self, other: Candidate) -> bool:
        """Whether it comes before the other."""
        if self.total != other.total:
            return self.total > other.total
        return self.rank() < other.rank()

    def rank(self) -> tuple[int, list[int]]:
        """The best comes first: by the sum, then by the places of its fan in the book."""
        return -self.total, sorted([hit.fan.place for hit in self.hits])


def tiles_shown(hit: Hit, h: Reading, whole: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The tiles that a line of this fan shows, for each line that it has; ``whole`` are all."""
    fan, found = hit.fan, hit.found
    if hit.link is not None:
        sets = hit.link.sets
        if fan.of_chows:
            return [tuple([CODES[start + n] for start in sets for n in range(3)])]
        return [tuple([tile for kind in sets for tile in tiles_of(kind, h)])]
    if fan.last:
        return [() if h.hand.winning is None else (CODES[h.hand.winning],)]
    if fan.alike:
        return [(CODES[kind],) * fan.alike for kind in bits(found)]
    if fan.each:
        return [tiles_of(kind, h) for kind in bits(found)]
    if found == WHOLE:
        return [whole]
    return [tuple([tile for kind in bits(found) for tile in tiles_of(kind, h)])]
