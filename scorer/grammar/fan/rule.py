"""What a fan is: a number, a worth, two names, one test on a reading, and what it implies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from scorer.engine.situation import State
from scorer.engine.tiles import ALIKE, CODES, bits
from scorer.grammar.facts import Fact, apart_from, joined, some
from scorer.grammar.fan.links import Joins, Link
from scorer.grammar.features import WHOLE, Needs, lacking
from scorer.grammar.reading import Reading, all_tiles, tiles_of
from scorer.grammar.rule_base import Amounted, StoredTest, Test, Title
from scorer.rulebook.book import Option, When, usual_amount
from scorer.speech import say

if TYPE_CHECKING:
    from scorer import types

__all__ = [
    "ActiveFan",
    "Aside",
    "Candidate",
    "Fan",
    "FanTraits",
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
    """Return an implied fan with a condition or a reason of its own; without them its name will
    do."""
    return Implied(name, when, part, because)


class FanTraits(NamedTuple):
    """How a fan counts and what it implies.

    Attributes:
        implies: The fan that it implies, by name or with a condition.
        each: It counts for each set that its test finds, which gives the mask of their kinds.
        last: Its line shows the winning tile.
        alike: Its line shows so many of each kind.
        size: How many particular sets it is made of, which are chows (``of_chows``) or pungs.
        eyes: Its sets stand beside a pair of one of these kinds.
        other: Hands without any of these kinds have it by that alone.
        of: It is asked of readings that have all of this (see ``features``).
        sure: It counts in all of those, so that scoring need not call its test.
        when: It counts only where that option has that value.
        per: Its amount counts as often as that number of the game says.
    """

    implies: Sequence[str | Implied] = ()
    each: bool = False
    last: bool = False
    alike: int = 0
    size: int = 0
    of_chows: bool = False
    eyes: int = 0
    other: int = 0
    of: int = 0
    sure: bool = False
    when: When | None = None
    per: State | None = None


PLAIN = FanTraits()


class Fan(Amounted):
    """One fan: its number (None where its book gives it none), worth and names, its ``place`` in
    the book, how to see it, and its traits.

    ``test`` gives 0 for no. For a fan that counts ``each`` set it gives the mask of their kinds;
    otherwise the mask of the pungs that it is made of, or, declared as ``bool``, true when it is
    more than some pungs. A fan made of particular sets has ``joins`` in place of ``test``.
    """

    def __init__(
        self,
        number: int | None,
        amount: int | Option[int],
        title: Title,
        function: Callable[..., Any],
        traits: FanTraits = PLAIN,
    ) -> None:
        super().__init__(function, amount, title, traits.of | lacking(traits.other), traits.when)
        self.number = number
        self.place = 0
        self.joins: Joins = function
        self.implies = [
            Implied(implied) if isinstance(implied, str) else implied for implied in traits.implies
        ]
        self.each = traits.each
        self.last = traits.last
        self.alike = traits.alike
        self.size = traits.size
        self.of_chows = traits.of_chows
        self.sure = traits.sure or traits.other != 0
        self.other = traits.other
        self.eyes = traits.eyes
        self.per = "" if traits.per is None else traits.per.name
        self.facts = self._own_facts(traits.per) or self.facts

    def _own_facts(self, per: State | None) -> tuple[Fact[Reading], ...]:
        """Return the facts that it takes by how it was declared."""
        if self.size:
            return joined(self.size, self.of_chows, self.joins, self.eyes, self.meaning)
        if self.other:
            return (apart_from(self.meaning, ~self.other),)
        return () if per is None else (_any_of(per),)

    def as_document(self) -> types.Rule:
        """Return the fan as the list of rules shows it, under the default options; its book tells
        the ids of those that it implies."""
        document: types.Rule = {
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
            document["number"] = self.number
        if self.when is not None:
            document["option"] = self.when.as_document()
        if isinstance(self.amount, Option):
            document["amount_option"] = self.amount.name
        return document


def _any_of(per: State) -> Fact[Reading]:
    """Return the fact that this number of the game is not 0."""
    name = per.name
    return some(lambda h: h.state[name], say("{number} is 0", number=per.title))


def implying_first(fans: Sequence[Fan]) -> list[Fan]:
    """Return the fan so that each comes after all that imply it, else as they were: whoever is
    asked first sets the rest aside. Raises ValueError where they imply one another in a circle."""
    waiting, placed = list(fans), []
    while waiting:
        implied_yet = {implied.name for fan in waiting for implied in fan.implies}
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


class ActiveFan(Needs):
    """A fan under the options in force: its test, unless it is ``sure`` without; the
    ``other`` kinds that it has none of, its worth, its bit (0: nothing sets it aside), what it sets
    aside itself, and the hit of all that it is."""

    __slots__ = ("aside", "bit", "each", "fan", "hit", "other", "per", "sure", "test", "worth")

    def __init__(self, fan: Fan, worth: int, bit: int, aside: tuple[Aside, ...]) -> None:
        super().__init__(fan.of)
        self.fan = fan
        self.test: StoredTest = fan.test if not fan.per else partial(_some, fan.per, fan.test)
        self.sure = fan.sure
        self.other = fan.other
        self.each = fan.each
        self.per = fan.per
        self.worth = worth
        self.bit = bit
        self.aside = aside
        self.hit = Hit(fan, worth, WHOLE)


def _some(per: str, test: StoredTest, h: Reading) -> object:
    """Return what the test finds where this number of the game is not 0."""
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
        """Tests if it comes before the other."""
        if self.total != other.total:
            return self.total > other.total
        return self.rank() < other.rank()

    def rank(self) -> tuple[int, list[int]]:
        """Return the best comes first: by the sum, then by the places of its fan in the book."""
        return -self.total, sorted([hit.fan.place for hit in self.hits])


def tiles_shown(hit: Hit, h: Reading) -> list[tuple[str, ...]]:
    """Return the tiles that a line of this fan shows, for each line that it has."""
    fan, found = hit.fan, hit.found
    if hit.link is not None:
        sets = hit.link.sets
        if fan.of_chows:
            return [tuple([CODES[start + n] for start in sets for n in range(3)])]
        return [tuple([tile for kind in sets for tile in tiles_of(kind, h)])]
    if fan.last:
        return [() if h.hand.winning is None else (CODES[h.hand.winning],)]
    if fan.alike:
        return [ALIKE[fan.alike][kind] for kind in bits(found)]
    if fan.each:
        return [tiles_of(kind, h) for kind in bits(found)]
    if found == WHOLE:
        return [all_tiles(h)]
    return [tuple([tile for kind in bits(found) for tile in tiles_of(kind, h)])]
