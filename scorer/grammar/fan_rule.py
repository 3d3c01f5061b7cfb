"""What a fan is: a number, a worth, two names, one test on a reading, and what it implies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorer.grammar.links import Joins, Link
from scorer.grammar.reading import Reading, all_tiles, tiles_of
from scorer.rulebook import Option, Value, rule_id, rule_meaning
from scorer.tiles import bits, code

__all__ = ["Aside", "Candidate", "Fan", "Hit", "Implied", "When", "implied", "tiles_shown"]

Test = Callable[[Reading], int]
Near = Callable[[Reading], str | None]
When = tuple[str, Value]


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
    A fan made of particular sets has ``size`` of them, and ``joins`` in place of ``test``. Its line
    shows the winning tile (``last``), so many ``alike`` of each kind, or what was found.
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
        self.when = when
        self.close: Near | None = None

    def near(self, function: Near) -> Near:
        """Declare when the fan is nearly there, and what to say then."""
        self.close = function
        return function

    def worth(self, options: Mapping[str, Value]) -> int:
        """Its amount under these options."""
        amount = self.amount
        if isinstance(amount, Option):
            chosen = options[amount.name]
            assert isinstance(chosen, int)
            return chosen
        return amount

    def in_force(self, options: Mapping[str, Value]) -> bool:
        """Whether these options have the fan at all."""
        return self.when is None or options[self.when[0]] == self.when[1]

    def as_document(self) -> dict[str, Any]:
        """The fan as the list of rules shows it, under the default options."""
        amount = self.amount.default if isinstance(self.amount, Option) else self.amount
        return {
            "id": self.id,
            "number": self.number,
            "name": self.name,
            "names": {"zh": self.zh},
            "kind": "fan",
            "amount": amount,
            "meaning": self.meaning,
            "excludes": [rule_id_of(one.name) for one in self.implies],
            "source": self.source,
        }


def rule_id_of(name: str) -> str:
    """The id of the fan with this name."""
    return name.lower().replace(" ", "-")


class Aside(NamedTuple):
    """What a fan sets aside under the options in force: another fan, as its bit by its place in the
    book, whether that one counts each kind, and of which kinds if not of those that were found."""

    bit: int
    each: bool
    part: Test | None

    def kinds(self, found: int, h: Reading) -> int:
        """The kinds of which it falls away; true for all."""
        kinds = found if self.part is None else self.part(h)
        return kinds if self.each else bool(kinds)


class Hit(NamedTuple):
    """A fan that counts: what its test found, and the sets that it joins, if it is of those."""

    fan: Fan
    amount: int
    found: int
    link: Link | None


class Candidate(NamedTuple):
    """The sum that a reading gives, flowers apart, and the fan that make it."""

    total: int
    hits: list[Hit]
    reading: Reading

    def rank(self) -> tuple[int, list[int]]:
        """The best comes first: by the sum, then by the places of its fan in the book."""
        return -self.total, sorted(hit.fan.number for hit in self.hits)


def tiles_shown(hit: Hit, h: Reading) -> Iterator[tuple[str, ...]]:
    """The tiles that a line of this fan shows, for each line that it has."""
    fan = hit.fan
    if hit.link is not None:
        sets = hit.link.sets
        if fan.of_chows:
            yield tuple(code(start + n) for start in sets for n in range(3))
        else:
            yield tuple(tile for kind in sets for tile in tiles_of(kind, h))
    elif fan.last:
        yield () if h.hand.winning is None else (code(h.hand.winning),)
    elif fan.alike:
        for kind in bits(hit.found):
            yield (code(kind),) * fan.alike
    elif fan.each:
        for kind in bits(hit.found):
            yield tiles_of(kind, h)
    elif hit.found is True:
        yield all_tiles(h)
    else:
        yield tuple(tile for kind in bits(hit.found) for tile in tiles_of(kind, h))
