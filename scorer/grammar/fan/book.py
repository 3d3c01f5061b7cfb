"""A book of fan that are added up, as its ruleset declares it; ``fan`` counts by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from scorer.engine.arrange import Shape
from scorer.engine.hand import Hand, sets_in_words
from scorer.engine.situation import State
from scorer.grammar.fan.edition import Choices, FanEdition, FanRules
from scorer.grammar.fan.links import ACCOUNT_ONCE, NON_IDENTICAL, NON_SEPARATION, Joins
from scorer.grammar.fan.principles import HIGH_VERSUS_LOW, NON_REPEAT
from scorer.grammar.fan.rule import Fan, FanTraits, Implied
from scorer.grammar.rule_base import Test, Title
from scorer.rulebook import soundness
from scorer.rulebook.book import Book, Option, Options, Source, When, holds
from scorer.speech import say

if TYPE_CHECKING:
    from scorer import types

__all__ = ["FanBook"]

Refusal = Callable[[Hand], str]


def no_winning_hand(hand: Hand) -> str:
    """Return the problem of tiles that win in no way."""
    return say(
        "the tiles form no winning hand: neither {sets} sets and a pair nor another shape that "
        "wins",
        sets=sets_in_words(hand),
    )


class FanBook(Book):
    """A ruleset that adds up fan.

    Options called ``minimum`` and ``limit``, where it declares them, are the fewest fan that win
    and the most that count. The first key of its ``tally`` is that of the sum; a second one counts
    what is declared ``after_minimum``.
    """

    def __init__(
        self,
        id: str,
        name: str,
        *,
        summary: str,
        version: str,
        sources: tuple[Source, ...],
        book_of_fan: Source,
        shapes: Sequence[Shape],
    ) -> None:
        super().__init__(id, name, summary=summary, version=version, sources=sources, unit="points")
        self.tally = {"fan": "the fan without the flowers", "flowers": "a fan for each flower"}
        self.total_kind = "fan"
        self.book_of_fan = book_of_fan
        self.shapes = tuple(shapes)
        self.shapes_under: list[tuple[Shape, When]] = []
        self.adds_up = False
        """Whether the formula adds up the lines one by one; else it tells their sum."""
        self.table = self.table._replace(players=(4,))
        self.payments = self.payments._replace(losers_score=False, discarder_pays=True)
        self.counted: list[Fan] = []
        self.of_chows: list[Fan] = []
        self.of_pungs: list[Fan] = []
        self.choices: Choices = {}
        self.otherwise: Fan | None = None
        self.beside: Fan | None = None
        self.refusal: Refusal = no_winning_hand

    def fan(  # noqa: PLR0913  # the list of all that a fan may tell
        self,
        number: int | None,
        amount: int | Option[int],
        name: str,
        zh: str = "",
        *,
        implies: Sequence[str | Implied] = (),
        each: bool = False,
        last: bool = False,
        alike: int = 0,
        of: int = 0,
        sure: bool = False,
        when: When | None = None,
        per: State | None = None,
        also: str = "",
        source: str = "",
    ) -> Callable[[Test], Fan]:
        """Declare a fan: the number that the book gives it (None without), its amount, its name
        and its Chinese name ("" for none).
        ``each``: once for every kind that the test finds; ``last``: the line
        shows the winning tile; ``alike``: it shows so many of each kind; ``of``: only readings
        that have all of this can have it; ``sure``: they all have it; ``when``: only where that
        option has that value; ``per``: as often as that number
        of the game says; ``also``: another text that speaks of it; ``source``: where it
        comes from, if not from the book of fan, such as "a table rule"."""
        # Long: the list of all that a fan may tell.
        traits = FanTraits(
            implies=implies,
            each=each,
            last=last,
            alike=alike,
            of=of,
            sure=sure,
            when=when,
            per=per,
        )

        def declare(test: Test) -> Fan:
            title = Title(name, source or self._source(number, also), zh)
            fan = Fan(number, amount, title, test, traits)
            self.counted.append(fan)
            return self._listed(fan)

        return declare

    def nothing_but(
        self,
        kinds: int,
        number: int | None,
        amount: int,
        name: str,
        zh: str,
        *,
        implies: Sequence[str | Implied] = (),
        also: str = "",
    ) -> Callable[[Callable[[], None]], Fan]:
        """Declare a fan that every hand of nothing but these kinds has; the function has its
        sentence."""

        def declare(function: Callable[[], None]) -> Fan:
            title = Title(name, self._source(number, also), zh)
            fan = Fan(number, amount, title, function, FanTraits(implies=implies, other=~kinds))
            fan.test = lambda h: not h.kinds & ~kinds
            self.counted.append(fan)
            return self._listed(fan)

        return declare

    def chows(  # noqa: PLR0913  # the book's entry, and how its chows are found
        self,
        size: int,
        number: int | None,
        amount: int,
        name: str,
        zh: str,
        *,
        implies: Sequence[str | Implied] = (),
        eyes: int = 0,
        also: str = "",
    ) -> Callable[[Joins], Fan]:
        """Declare a fan of ``size`` chows: the function is asked their lowest tiles, in order, and
        the pair. ``eyes``: only beside a pair of one of these kinds; without them the pair is not
        looked at."""
        traits = FanTraits(implies=implies, size=size, of_chows=True, eyes=eyes)
        title = Title(name, self._source(number, also), zh)
        return partial(self._combining, self.of_chows, number, amount, title, traits)

    def pungs(
        self,
        size: int,
        number: int | None,
        amount: int,
        name: str,
        zh: str,
        *,
        implies: Sequence[str | Implied] = (),
    ) -> Callable[[Joins], Fan]:
        """Declare a fan of ``size`` pungs or kongs of suit tiles, as ``chows`` does of chows."""
        title = Title(name, self._source(number, ""), zh)
        traits = FanTraits(implies=implies, size=size)
        return partial(self._combining, self.of_pungs, number, amount, title, traits)

    def _combining(
        self,
        among: list[Fan],
        number: int | None,
        amount: int,
        title: Title,
        traits: FanTraits,
        joins: Joins,
    ) -> Fan:
        fan = Fan(number, amount, title, joins, traits)
        among.append(fan)
        return self._listed(fan)

    def nothing_else(
        self, number: int | None, amount: int, name: str, zh: str, *, also: str
    ) -> Callable[[Test], Fan]:
        """Declare the fan of a hand that shows no other."""

        def declare(test: Test) -> Fan:
            fan = Fan(number, amount, Title(name, self._source(number, also), zh), test)
            self.otherwise = fan
            return self._listed(fan)

        return declare

    def after_minimum(
        self, number: int | None, amount: int, name: str, zh: str
    ) -> Callable[[Test], Fan]:
        """Declare what counts once the minimum is reached without it."""

        def declare(test: Test) -> Fan:
            title = Title(name, self._source(number, ""), zh)
            self.beside = Fan(number, amount, title, test, FanTraits(each=True))
            return self._listed(self.beside)

        return declare

    def refuses(self, function: Refusal) -> Refusal:
        """Declare what is said of tiles that win in no way."""
        self.refusal = function
        return function

    def shape(self, shape: Shape, when: When) -> None:
        """Declare a shape that wins beside sets and a pair only where that option has that
        value."""
        self.shapes_under.append((shape, when))
        self.revision += 1

    def _listed(self, rule: Fan) -> Fan:  # type: ignore[override]  # its rules are fan
        rule.place = len(self.rules)
        return super()._listed(rule)

    def faults(self) -> Iterator[str]:
        """Yield the faults of the declarations, and settle which fan each fan excludes."""
        yield from super().faults()
        fans = {fan.name: fan for fan in self.rules if isinstance(fan, Fan)}
        for fan in fans.values():
            for implied in fan.implies:
                if implied.name not in fans:
                    yield f"the fan {fan.id} implies “{implied.name}”, which is the name of no fan"
        for _, when in self.shapes_under:
            yield from soundness.wrong(self, "a shape", when)

    def as_document(self) -> types.Ruleset:
        """Return the ruleset with its fan, each with the ids of those that it implies."""
        document = super().as_document()
        fans = [fan for fan in self.rules if isinstance(fan, Fan)]
        ids = {fan.name: fan.id for fan in fans}
        for fan, rule in zip(fans, document["rules"], strict=True):
            rule["excludes"] = [*dict.fromkeys(ids[implied.name] for implied in fan.implies)]
        return {**document, "principles": [*self.listed_principles()]}

    def listed_principles(self) -> Iterator[types.Principle]:
        """Yield the principles that the book declares or, where it declares none, those that its
        fan meet."""
        if self.presentation.principles:
            yield from self.presentation.principles
            return
        if any(fan.implies for fan in self.rules if isinstance(fan, Fan)):
            yield NON_REPEAT
        if self.of_chows or self.of_pungs:
            yield from (NON_SEPARATION, NON_IDENTICAL, ACCOUNT_ONCE)
        yield HIGH_VERSUS_LOW

    def _source(self, number: int | None, also: str) -> str:
        cited = self.book_of_fan.cited if number is None else self.book_of_fan.at(f"fan {number}")
        return cited + (f"; {also}" if also else "")

    def enforced(self, preset: str | None, options: Options) -> FanEdition:
        """Return a new edition of this book."""
        rules = FanRules(
            self.counted,
            self.of_chows,
            self.of_pungs,
            self.otherwise,
            self.beside,
            (*self.shapes, *(shape for shape, when in self.shapes_under if holds(when, options))),
            self.choices,
            self.refusal,
            self.adds_up,
        )
        return FanEdition(self, rules, preset, options)
