"""What a fan is: a number, a worth, two names, one test on a reading, and what it implies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from scorer.engine.situation import GameCounter
from scorer.engine.tiles import CODES, REPEATED_CODES, bits
from scorer.grammar.fan.links import Joins, Link
from scorer.grammar.features import WHOLE_HAND, FeatureFiltered, features_without
from scorer.grammar.reading import Reading, all_tiles, tiles_of
from scorer.grammar.requirements import Requirement, apart_from, condition, joined
from scorer.grammar.rule_base import AmountRule, StoredTest, Test, Title
from scorer.languages.speech import say
from scorer.rulebook.book import Option, When, default_amount

if TYPE_CHECKING:
    from scorer import types


class ImpliedFan(NamedTuple):
    """A fan, by its name, that another one contains: ``when`` only where that option has that
    value, ``part`` only these kinds of it; ``because`` where another reason keeps it out."""

    name: str
    when: When | None = None
    part: Test | None = None
    because: str = ""


def implied(
    name: str, *, when: When | None = None, part: Test | None = None, because: str = ""
) -> ImpliedFan:
    """Return an implied fan with a condition or a reason of its own; without them its name will
    do."""
    return ImpliedFan(name, when, part, because)


Shows = Callable[[Reading, int], "list[tuple[str, ...]]"]


class FanTraits(NamedTuple):
    """How a fan counts and what it implies, as ``FanBook.fan`` explains it; of a fan made of sets:

    Attributes:
        size: How many particular sets it is made of, which are chows (``of_chows``) or pungs.
        eyes: Its sets stand beside a pair of one of these kinds.
        other: Hands without any of these kinds have it by that alone.
    """

    implies: Sequence[str | ImpliedFan] = ()
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
    per: GameCounter | None = None
    alone: When | None = None
    fills_limit: When | None = None
    beyond_minimum: When | Literal[True] | None = None
    of_bonus_win: bool = False
    of_any_win: bool = False
    shows: Shows | None = None


NO_TRAITS = FanTraits()


class Fan(AmountRule):
    """One fan: its number (None where its book gives it none), worth and names, the
    ``kind`` of its amount, its ``place`` in the book, how to see it, and its traits.

    ``test`` gives 0 for no. For a fan that counts ``each`` set it gives the mask of their kinds;
    otherwise the mask of the pungs that it is made of, or, declared as ``bool``, true when it is
    more than some pungs. A fan made of particular sets has ``joins`` in place of ``test``.
    """

    def __init__(
        self,
        number: int | str | None,
        amount: int | Option[int],
        title: Title,
        function: Callable[..., Any],
        traits: FanTraits = NO_TRAITS,
    ) -> None:
        super().__init__(
            function, amount, title, traits.of | features_without(traits.other), traits.when
        )
        self.number = number
        self.kind: types.LineKind = "fan"
        self.place = 0
        self.joins: Joins = function
        self.implies = [
            ImpliedFan(implied) if isinstance(implied, str) else implied
            for implied in traits.implies
        ]
        self.each = traits.each
        self.last = traits.last
        self.alike = traits.alike
        self.size = traits.size
        self.of_chows = traits.of_chows
        self.sure = traits.sure or traits.other != 0
        self.other = traits.other
        self.eyes = traits.eyes
        self.alone = traits.alone
        self.fills_limit = traits.fills_limit
        self.beyond_minimum = traits.beyond_minimum
        self.of_bonus_win = traits.of_bonus_win
        self.of_any_win = traits.of_any_win
        self.shows = traits.shows
        self.per = "" if traits.per is None else traits.per.name
        self.requirements = self._declared_requirements(traits.per) or self.requirements

    def _declared_requirements(self, per: GameCounter | None) -> tuple[Requirement[Reading], ...]:
        """Return what it requires by how it was declared."""
        if self.size:
            return joined(self.size, self.of_chows, self.joins, self.eyes, self.meaning)
        if self.other:
            return (apart_from(self.meaning, ~self.other),)
        return () if per is None else (_counter_not_zero(per),)

    def may_coexist_with(self, other: Fan) -> bool:
        """Tests if some options have both in force."""
        when, others = self.when, other.when
        if when is None or others is None or when.option is not others.option:
            return True
        return when.value == others.value

    @property
    def series(self) -> str:
        """The first two parts of a number of several parts, as in "5.1" of "5.1.2"; "" without."""
        return ".".join(self.number.split(".")[:2]) if isinstance(self.number, str) else ""

    def is_lower_in_series(self, other: Fan, worth: Callable[[Fan], int]) -> bool:
        """Tests if it is of the same series as another fan and worth less, or worth as much and
        later in the book."""
        if self is other or not self.series or self.series != other.series:
            return False
        own, others = worth(self), worth(other)
        return own < others or (own == others and self.place > other.place)

    def as_document(self) -> types.Rule:
        """Return the fan as the list of rules shows it, under the default options; its book tells
        the ids of those that it implies."""
        document: types.Rule = {
            "id": self.id,
            "name": self.name,
            "names": {"zh": self.zh} if self.zh else {},
            "kind": self.kind,
            "amount": default_amount(self.amount),
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


def _counter_not_zero(per: GameCounter) -> Requirement[Reading]:
    """Return the requirement that this counter is not 0."""
    name = per.name
    return condition(lambda h: h.counters[name], say("{number} is 0", number=per.title))


def implying_first(
    fans: Sequence[Fan], implies: Callable[[Fan], Iterable[ImpliedFan]] = lambda fan: fan.implies
) -> list[Fan]:
    """Return the fan so that each comes after all that imply it, else as they were: whoever is
    asked first sets the rest aside. ``implies`` gives what a fan implies. Raises ValueError where
    they imply one another in a circle."""
    waiting, placed = list(fans), []
    while waiting:
        implied_yet = {implied.name for fan in waiting for implied in implies(fan)}
        free = next((fan for fan in waiting if fan.name not in implied_yet), None)
        if free is None:
            names = ", ".join(fan.name for fan in waiting)
            raise ValueError(f"among these, fan imply one another in a circle: {names}")
        waiting.remove(free)
        placed.append(free)
    return placed


class FanExclusion:
    """What a fan sets aside under the options in force: another fan, as its bit, whether that one
    counts each kind, of which kinds if not of those that were found, and why if not because it
    contains them."""

    __slots__ = ("because", "bit", "each", "part")

    def __init__(self, bit: int, each: bool, part: Test | None, because: str) -> None:
        self.bit = bit
        self.each = each
        self.part = part
        self.because = because

    @property
    def in_part(self) -> bool:
        """Whether it may be set aside for some kinds alone, or not at all."""
        return self.each or self.part is not None


class ActiveFan(FeatureFiltered):
    """A fan under the options in force: its test, unless it is ``sure`` without; the
    ``other`` kinds that it has none of, its worth, its bit (0: nothing sets it aside), the bits of
    what it sets aside itself (``gone``), what it sets aside in part, and the hit of all that it
    is. A ``whole`` one counts once, and sets aside all or nothing of another."""

    __slots__ = (
        "bit",
        "each",
        "fan",
        "gone",
        "hit",
        "in_part",
        "other",
        "per",
        "sure",
        "test",
        "whole",
        "worth",
    )

    def __init__(self, fan: Fan, worth: int, bit: int, aside: tuple[FanExclusion, ...]) -> None:
        super().__init__(fan.of)
        self.fan = fan
        self.test: StoredTest = (
            fan.test if not fan.per else partial(_test_if_counted, fan.per, fan.test)
        )
        self.sure = fan.sure
        self.other = fan.other
        self.each = fan.each
        self.per = fan.per
        self.worth = worth
        self.bit = bit
        self.gone = 0
        for whole in aside:
            if not whole.in_part:
                self.gone |= whole.bit
        self.in_part = tuple([partly for partly in aside if partly.in_part])
        self.whole = not self.per and not self.in_part
        self.hit = CountedFan(fan, worth, WHOLE_HAND)


def _test_if_counted(per: str, test: StoredTest, h: Reading) -> object:
    """Return what the test finds where this counter is not 0."""
    return h.counters[per] and test(h)


class CountedFan:
    """A fan that counts: its amount, for each kind where it counts each; the kinds that its test
    found (``WHOLE_HAND``: no matter which), and the sets that it joins, if it is of those."""

    __slots__ = ("amount", "fan", "found", "link")

    def __init__(self, fan: Fan, amount: int, found: int, link: Link | None = None) -> None:
        self.fan = fan
        self.amount = amount
        self.found = found
        self.link = link

    @property
    def sum(self) -> int:
        """What it adds to the total, for all kinds together."""
        return self.amount * self.found.bit_count() if self.fan.each else self.amount


class FanCandidate:
    """The sum that a reading gives, flowers apart, and the fan that make it."""

    __slots__ = ("hits", "reading", "total")

    def __init__(self, total: int, hits: list[CountedFan], reading: Reading) -> None:
        self.total = total
        self.hits = hits
        self.reading = reading

    def beats(self, other: FanCandidate) -> bool:
        """Tests if it comes before the other."""
        if self.total != other.total:
            return self.total > other.total
        return self.rank() < other.rank()

    def set_aside(self) -> Sequence[ExcludedFan]:
        """Return the fan that would count, were there not one that may count alone."""
        return ()

    def rank(self) -> tuple[int, list[int]]:
        """Return the best comes first: by the sum, then by the places of its fan in the book."""
        return -self.total, sorted([hit.fan.place for hit in self.hits])


class ExcludedFan(NamedTuple):
    """A fan that would count, were there not one that may count alone.

    Attributes:
        hit: The fan.
        because: Why it does not count.
        by: The fan that counts alone; None where the other fan count together.
    """

    hit: CountedFan
    because: str
    by: Fan | None


class JudgedFanCandidate(FanCandidate):
    """A reading that has a fan which may count alone: what counts, and what it sets aside.

    Attributes:
        alone: Whether that fan counts alone.
    """

    __slots__ = ("alone", "others")

    def __init__(
        self,
        total: int,
        hits: list[CountedFan],
        reading: Reading,
        others: Sequence[ExcludedFan],
        *,
        alone: bool,
    ) -> None:
        super().__init__(total, hits, reading)
        self.others = others
        self.alone = alone

    def set_aside(self) -> Sequence[ExcludedFan]:
        """Return the fan that would count, were there not one that may count alone."""
        return self.others


def only_fan_candidate(
    hit: CountedFan, others: Iterable[CountedFan], reading: Reading
) -> JudgedFanCandidate:
    """Return a reading of which one fan counts alone."""
    because = say("{fan} counts alone", fan=hit.fan.name)
    asides = [ExcludedFan(other, because, hit.fan) for other in others]
    return JudgedFanCandidate(hit.amount, [hit], reading, asides, alone=True)


def judged_without_great_hands(
    candidate: FanCandidate, great: Iterable[CountedFan]
) -> JudgedFanCandidate:
    """Return a reading of which the other fan count together, for more than a great hand alone."""
    because = say("alone it is worth less than the others together, {total}", total=candidate.total)
    asides = [ExcludedFan(hit, because, None) for hit in great]
    return JudgedFanCandidate(
        candidate.total, candidate.hits, candidate.reading, asides, alone=False
    )


def tiles_shown(hit: CountedFan, h: Reading) -> list[tuple[str, ...]]:
    """Return the tiles that a line of this fan shows, for each line that it has."""
    fan, found = hit.fan, hit.found
    if fan.shows is not None:
        return fan.shows(h, found)
    if hit.link is not None:
        sets = sorted(hit.link.sets)
        if fan.of_chows:
            return [tuple([CODES[start + n] for start in sets for n in range(3)])]
        return [tuple([tile for kind in sets for tile in tiles_of(kind, h)])]
    if fan.last:
        return [() if h.hand.winning is None else (CODES[h.hand.winning],)]
    if fan.alike:
        return [REPEATED_CODES[fan.alike][kind] for kind in bits(found)]
    if fan.each:
        return [tiles_of(kind, h) for kind in bits(found)]
    if found == WHOLE_HAND:
        return [all_tiles(h)]
    return [tuple([tile for kind in bits(found) for tile in tiles_of(kind, h)])]
