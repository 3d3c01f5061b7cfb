"""A book of fan that are added up, as its ruleset declares it; ``fan`` counts by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from scorer.arrange import Shape
from scorer.grammar.fan.edition import Choices, FanEdition, FanRules
from scorer.grammar.fan.links import Joins
from scorer.grammar.fan.rule import Fan, Implied
from scorer.grammar.tested import Test
from scorer.hand import Hand, sets_in_words
from scorer.rulebook import Book, Option, Source, Value, When
from scorer.situation import State
from scorer.speech import say

__all__ = ["FanBook"]

Refusal = Callable[[Hand], str]


def no_winning_hand(hand: Hand) -> str:
    """What is said of tiles that win in no way."""
    return say(
        "the tiles form no winning hand: neither {sets} sets and a pair nor another shape that "
        "wins",
        sets=sets_in_words(hand),
    )


class FanBook(Book):
    """A ruleset that adds up fan."""

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
        unit: str = "points",
    ) -> None:
        super().__init__(id, name, summary=summary, version=version, sources=sources, unit=unit)
        self.tally = {"fan": "the fan without the flowers", "flowers": "a fan for each flower"}
        self.book_of_fan = book_of_fan
        self.shapes = tuple(shapes)
        self.players = (4,)
        self.losers_score = False
        self.discarder_pays = True
        self.counted: list[Fan] = []
        self.of_chows: list[Fan] = []
        self.of_pungs: list[Fan] = []
        self.choices: Choices = {}
        self.otherwise: Fan | None = None
        self.beside: Fan | None = None
        self.refusal: Refusal = no_winning_hand

    def fan(
        self,
        number: int,
        amount: int | Option,
        name: str,
        zh: str,
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
    ) -> Callable[[Test], Fan]:
        """Declare a fan. ``each``: once for every kind that the test finds; ``last``: the line
        shows the winning tile; ``alike``: it shows so many of each kind; ``of``: only readings
        that have all of this can have it; ``sure``: they all have it; ``when``: only where that
        option has that value; ``per``: as often as that number
        of the game says; ``also``: another text that speaks of it."""

        def declare(test: Test) -> Fan:
            fan = Fan(
                number,
                amount,
                name,
                zh,
                self._source(number, also),
                test,
                implies=implies,
                each=each,
                last=last,
                alike=alike,
                of=of,
                sure=sure,
                when=when,
                per=per,
            )
            self.counted.append(fan)
            return self._listed(fan)

        return declare

    def nothing_but(
        self,
        kinds: int,
        number: int,
        amount: int,
        name: str,
        zh: str,
        *,
        implies: Sequence[str | Implied] = (),
        also: str = "",
    ) -> Callable[[Callable[[], None]], Fan]:
        """Declare a fan that every hand of nothing but these kinds has; the function has its
        sentence."""

        def declare(told: Callable[[], None]) -> Fan:
            source = self._source(number, also)
            fan = Fan(number, amount, name, zh, source, told, implies=implies, other=~kinds)
            fan.test = lambda h: not h.kinds & ~kinds
            self.counted.append(fan)
            return self._listed(fan)

        return declare

    def chows(
        self,
        size: int,
        number: int,
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
        return partial(
            self._combining, self.of_chows, size, number, amount, name, zh, implies, eyes, also
        )

    def pungs(
        self,
        size: int,
        number: int,
        amount: int,
        name: str,
        zh: str,
        *,
        implies: Sequence[str | Implied] = (),
        also: str = "",
    ) -> Callable[[Joins], Fan]:
        """Declare a fan of ``size`` pungs or kongs of suit tiles, as ``chows`` does of chows."""
        return partial(
            self._combining, self.of_pungs, size, number, amount, name, zh, implies, 0, also
        )

    def _combining(
        self,
        among: list[Fan],
        size: int,
        number: int,
        amount: int,
        name: str,
        zh: str,
        implies: Sequence[str | Implied],
        eyes: int,
        also: str,
        joins: Joins,
    ) -> Fan:
        source = self._source(number, also)
        of_chows = among is self.of_chows
        fan = Fan(
            number,
            amount,
            name,
            zh,
            source,
            joins,
            implies=implies,
            size=size,
            of_chows=of_chows,
            eyes=eyes,
        )
        among.append(fan)
        return self._listed(fan)

    def nothing_else(
        self, number: int, amount: int, name: str, zh: str, *, also: str
    ) -> Callable[[Test], Fan]:
        """Declare the fan of a hand that shows no other."""

        def declare(test: Test) -> Fan:
            fan = Fan(number, amount, name, zh, self._source(number, also), test)
            self.otherwise = fan
            return self._listed(fan)

        return declare

    def after_minimum(self, number: int, amount: int, name: str, zh: str) -> Callable[[Test], Fan]:
        """Declare what counts once the minimum is reached without it."""

        def declare(test: Test) -> Fan:
            source = self._source(number, "")
            self.beside = Fan(number, amount, name, zh, source, test, each=True)
            return self._listed(self.beside)

        return declare

    def refuses(self, function: Refusal) -> Refusal:
        """Declare what is said of tiles that win in no way."""
        self.refusal = function
        return function

    def _source(self, number: int, also: str) -> str:
        return self.book_of_fan.at(f"fan {number}") + (f"; {also}" if also else "")

    def enforced(self, preset: str | None, options: dict[str, Value]) -> FanEdition:
        """A new edition of this book."""
        rules = FanRules(
            self.counted,
            self.of_chows,
            self.of_pungs,
            self.otherwise,
            self.beside,
            self.shapes,
            self.choices,
            self.refusal,
        )
        return FanEdition(self, rules, preset, options)
