"""What a fan is: a number, a worth, two names, one test on a reading, and what it implies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorer.grammar.links import Joins, Link
from scorer.grammar.reading import IN_CHOW, IN_PUNG, Reading, tiles_of
from scorer.hand import DISCARD, SELF_DRAW
from scorer.rulebook import (
    Option,
    Value,
    When,
    amount_under,
    holds,
    rule_id,
    rule_meaning,
    usual_amount,
)
from scorer.tiles import ALL_KINDS, CODES, HONOURS, bits, how_many_suits

__all__ = [
    "Aside",
    "Asked",
    "Candidate",
    "Fan",
    "Hit",
    "Implied",
    "features",
    "implied",
    "tiles_shown",
]

LUCKY: Final = ~(SELF_DRAW | DISCARD)
# What a test found that says no more than yes.
WHOLE: Final = ALL_KINDS

# What a reading must have for a fan to be looked for at all: kept apart from the tests, which say
# the same more slowly.
PUNGS: Final = 1 << 0
HONOUR_PUNGS: Final = 1 << 1
KONGS: Final = 1 << 2
NOT_FOUR_SETS: Final = 1 << 3
LUCK: Final = 1 << 4
AT_MOST_ONE_SUIT: Final = 1 << 5
TWO_SUITS: Final = 1 << 6
THREE_SUITS: Final = 1 << 7
LAST_IN_CHOW: Final = 1 << 8
LAST_IN_PAIR: Final = 1 << 9
NO_PUNGS: Final = 1 << 10
FOUR_PUNGS: Final = 1 << 11
CONCEALED: Final = 1 << 12
DRAWN: Final = 1 << 13

Test = Callable[[Reading], int]
Near = Callable[[Reading], str | None]


class Implied(NamedTuple):
    """A fan, by its name, that another one contains: ``when`` only where that option has that
    value, ``part`` only these kinds of it."""

    name: str
    when: When | None = None
    part: Test | None = None


def implied(name: str, *, when: When | None = None, part: Test | None = None) -> Implied:
    """An implied fan with a condition; without one its name alone will do."""
    return Implied(name, when, part)


class Fan:
    """One fan: its number, worth and names, how to see it, and the fan that it implies.

    ``test`` gives 0 for no. For a fan that counts ``each`` set it gives the mask of their kinds;
    otherwise the mask of the pungs that it is made of, or true when it is more than some pungs.
    A fan made of particular sets has ``size`` of them, and ``joins`` in place of ``test``; one that
    hands of certain kinds have by that alone tells the mask of ``other`` kinds. Its line shows the
    winning tile (``last``), so many ``alike`` of each kind, or what was found. It is asked of
    readings that have all of ``of``.
    """

    def __init__(
        self,
        number: int,
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
        other: int = 0,
        when: When | None = None,
    ) -> None:
        self.id = rule_id(function)
        self.meaning = rule_meaning(function)
        self.number = number
        self.amount = amount
        self.name = name
        self.zh = zh
        self.source = source
        self.test: Test = function
        self.joins: Joins = function
        self.implies = [Implied(one) if isinstance(one, str) else one for one in implies]
        self.each = each
        self.last = last
        self.alike = alike
        self.size = size
        self.of_chows = of_chows
        self.of = of
        self.other = other
        self.when = when
        self.close: Near | None = None

    def near(self, function: Near) -> Near:
        """Declare when the fan is nearly there, and what to say then."""
        self.close = function
        return function

    def worth(self, options: Mapping[str, Value]) -> int:
        """Its amount under these options."""
        return amount_under(self.amount, options)

    def in_force(self, options: Mapping[str, Value]) -> bool:
        """Whether these options have the fan at all."""
        return holds(self.when, options)

    def as_document(self) -> dict[str, Any]:
        """The fan as the list of rules shows it, under the default options."""
        return {
            "id": self.id,
            "number": self.number,
            "name": self.name,
            "names": {"zh": self.zh},
            "kind": "fan",
            "amount": usual_amount(self.amount),
            "meaning": self.meaning,
            "excludes": list(dict.fromkeys(rule_id_of(one.name) for one in self.implies)),
            "source": self.source,
        }


def rule_id_of(name: str) -> str:
    """The id of the fan with this name."""
    return name.lower().replace(" ", "-")


class Aside:
    """What a fan sets aside under the options in force: another fan, as its bit, whether that one
    counts each kind, and of which kinds if not of those that were found."""

    __slots__ = ("bit", "each", "part")

    def __init__(self, bit: int, each: bool, part: Test | None) -> None:
        self.bit = bit
        self.each = each
        self.part = part


class Asked:
    """A fan as it is asked under the options in force: its test, the ``other`` kinds that alone
    decide it, its worth, its bit (0: nothing sets it aside), and what it sets aside itself."""

    __slots__ = ("aside", "bit", "each", "fan", "other", "test", "worth")

    def __init__(self, fan: Fan, worth: int, bit: int, aside: tuple[Aside, ...]) -> None:
        self.fan = fan
        self.test = fan.test
        self.other = fan.other
        self.each = fan.each
        self.worth = worth
        self.bit = bit
        self.aside = aside


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

    def rank(self) -> tuple[int, list[int]]:
        """The best comes first: by the sum, then by the places of its fan in the book."""
        return -self.total, sorted([hit.fan.number for hit in self.hits])


def features(h: Reading) -> int:
    """What the reading has of ``PUNGS`` and the rest."""
    found = 0
    pungs = h.pungs
    if not pungs:
        found = NO_PUNGS
    else:
        found = FOUR_PUNGS | PUNGS if pungs.bit_count() == 4 else PUNGS
        if pungs & HONOURS:
            found |= HONOUR_PUNGS
        if h.kongs:
            found |= KONGS
    if h.shape != "four sets":
        found |= NOT_FOUR_SETS
    if h.facts & LUCKY:
        found |= LUCK
    if not h.claimed_before:
        found |= CONCEALED
    if h.facts & SELF_DRAW:
        found |= DRAWN
    suits = how_many_suits(h.kinds)
    found |= THREE_SUITS if suits == 3 else TWO_SUITS if suits == 2 else AT_MOST_ONE_SUIT
    if h.last_place == IN_CHOW:
        found |= LAST_IN_CHOW
    elif h.last_place != IN_PUNG:
        found |= LAST_IN_PAIR
    return found


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
