"""A book of fan that are added up, as its ruleset declares it; ``edition`` counts by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal

from scorer.engine.arrange import Shape
from scorer.engine.hand import Hand, sets_in_words
from scorer.engine.situation import GameCounter, Situation
from scorer.grammar.fan.club_hands import ClubHandFans
from scorer.grammar.fan.edition import Choices, FanEdition, FanRules, WinProblems, limit_of
from scorer.grammar.fan.links import ACCOUNT_ONCE, NON_IDENTICAL, NON_SEPARATION, Joins
from scorer.grammar.fan.principles import (
    ABOVE_LIMIT_ID,
    HIGH_VERSUS_LOW,
    NON_REPEAT,
    ONE_OF_A_SERIES,
)
from scorer.grammar.fan.rule import Fan, FanTraits, ImpliedFan, Shows
from scorer.grammar.rule_base import Test, Title
from scorer.grammar.special.club_hands import club_hands
from scorer.grammar.special.model import HandsSetting
from scorer.grammar.special.names import setting_of
from scorer.languages.speech import and_list, say
from scorer.rulebook import soundness
from scorer.rulebook.book import Book, Option, Options, Source, When, default_amount, holds

if TYPE_CHECKING:
    from scorer import types

Refusal = Callable[[Hand], str]


def no_winning_hand(hand: Hand) -> str:
    """Return the problem of tiles that win in no way."""
    return say(
        "the tiles form no winning hand: neither {sets} sets and a pair nor another shape that "
        "wins",
        sets=sets_in_words(hand),
    )


class FanBook(Book[Hand]):
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
        # Long: each attribute that a ruleset sets stands with what it means.
        super().__init__(id, name, summary=summary, version=version, sources=sources, unit="points")
        self.tally = {"fan": "the fan without the flowers", "flowers": "a fan for each flower"}
        self.total_kind = "fan"
        self.not_rules = {ABOVE_LIMIT_ID: say("Above the limit")}
        self.book_of_fan = book_of_fan
        self.shapes = tuple(shapes)
        self.shapes_under: list[tuple[Shape, When | Option[int]]] = []
        self.cites_names = False
        """Whether the source of a fan names the fan, not its number."""
        self.adds_up = False
        """Whether the formula adds up the lines one by one; else it tells their sum."""
        self.sums_by_name = False
        """Whether it adds them up in the order of their names, not of the book."""
        self.counts_alone_from: int | None = None
        """The worth from which on a fan counts alone, whatever the limit is; None for none."""
        self.one_of_a_series = False
        """Whether of fan whose numbers begin with the same two parts only the dearest counts."""
        self.alone_kind: types.LineKind = "limit"
        """What the line of a fan that counts alone is an amount of."""
        self.table = self.table._replace(players=(4,))
        self.payments = self.payments._replace(losers_score=False, discarder_pays=True)
        self.counted: list[Fan] = []
        self.of_chows: list[Fan] = []
        self.of_pungs: list[Fan] = []
        self.choices: Choices = {}
        self.otherwise: Fan | None = None
        self.beside: Fan | None = None
        self.splits_chows = False
        """Whether a winning tile that several chows may have is read in each of them."""
        self.beyond_agreed: Callable[[Situation, Options], int] = lambda situation, options: 0
        """What of a total that the table agreed on does not help to reach the minimum."""
        self.refusal: Refusal = no_winning_hand
        self.win_problems: WinProblems | None = None

    def fan(  # noqa: PLR0913  # the list of all that a fan may tell
        self,
        number: int | str | None,
        amount: int | Option[int],
        name: str,
        zh: str = "",
        *,
        implies: Sequence[str | ImpliedFan] = (),
        each: bool = False,
        last: bool = False,
        alike: int = 0,
        of: int = 0,
        sure: bool = False,
        when: When | None = None,
        per: GameCounter | None = None,
        alone: When | None = None,
        fills_limit: When | None = None,
        beyond_minimum: When | Literal[True] | None = None,
        of_bonus_win: bool = False,
        of_any_win: bool = False,
        shows: Shows | None = None,
        also: str = "",
        source: str = "",
    ) -> Callable[[Test], Fan]:
        """Declare a fan: the number that the book gives it (None without), its amount, its name
        and its Chinese name ("" for none).

        Args:
            implies: the fan that it contains, by name or with a condition (``implied``).
            each: whether it counts once for every kind that the test finds.
            last: whether its line shows the winning tile.
            alike: how many of each kind its line shows.
            of: the features without which a reading cannot have it.
            sure: whether all readings with these features have it.
            when: the option, with its value, without which it does not count.
            per: the counter by which its amount is multiplied.
            alone: the option, with its value, under which it counts alone or not at all.
            fills_limit: the option, with its value, under which it is worth the limit.
            beyond_minimum: the option, with its value, under which it does not help to reach the
                minimum; True: under none it does.
            of_bonus_win: whether it is asked of hands that won by their flowers and seasons, and
                of no others.
            of_any_win: whether it is asked of these and of all others.
            shows: what its lines show, where that is not the tiles of the kinds that it found.
            also: another text that speaks of it.
            source: where it comes from, if not from the book of fan, such as "a table rule".
        """
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
            alone=alone,
            fills_limit=fills_limit,
            beyond_minimum=beyond_minimum,
            of_bonus_win=of_bonus_win,
            of_any_win=of_any_win,
            shows=shows,
        )

        def declare(test: Test) -> Fan:
            title = Title(name, source or self._cited_source(number, also, name), zh)
            fan = Fan(number, amount, title, test, traits)
            self.counted.append(fan)
            return self._add_rule(fan)

        return declare

    def nothing_but(
        self,
        kinds: int,
        number: int | None,
        amount: int,
        name: str,
        zh: str,
        *,
        implies: Sequence[str | ImpliedFan] = (),
        also: str = "",
    ) -> Callable[[Callable[[], None]], Fan]:
        """Declare a fan that every hand of nothing but these kinds has; the function has its
        sentence."""

        def declare(function: Callable[[], None]) -> Fan:
            title = Title(name, self._cited_source(number, also, name), zh)
            fan = Fan(number, amount, title, function, FanTraits(implies=implies, other=~kinds))
            fan.test = lambda h: not h.kinds & ~kinds
            self.counted.append(fan)
            return self._add_rule(fan)

        return declare

    def chows(  # noqa: PLR0913  # the book's entry, and how its chows are found
        self,
        size: int,
        number: int | None,
        amount: int,
        name: str,
        zh: str,
        *,
        implies: Sequence[str | ImpliedFan] = (),
        eyes: int = 0,
        also: str = "",
    ) -> Callable[[Joins], Fan]:
        """Declare a fan of ``size`` chows: the function is asked their lowest tiles, in order, and
        the pair. ``eyes``: only beside a pair of one of these kinds; without them the pair is not
        looked at."""
        traits = FanTraits(implies=implies, size=size, of_chows=True, eyes=eyes)
        title = Title(name, self._cited_source(number, also), zh)
        return partial(self._declare_combined, self.of_chows, number, amount, title, traits)

    def pungs(
        self,
        size: int,
        number: int | None,
        amount: int,
        name: str,
        zh: str,
        *,
        implies: Sequence[str | ImpliedFan] = (),
    ) -> Callable[[Joins], Fan]:
        """Declare a fan of ``size`` pungs or kongs of suit tiles, as ``chows`` does of chows."""
        title = Title(name, self._cited_source(number, ""), zh)
        traits = FanTraits(implies=implies, size=size)
        return partial(self._declare_combined, self.of_pungs, number, amount, title, traits)

    def _declare_combined(
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
        return self._add_rule(fan)

    def nothing_else(
        self, number: int | None, amount: int, name: str, zh: str, *, also: str = ""
    ) -> Callable[[Test], Fan]:
        """Declare the fan of a hand that shows no other."""

        def declare(test: Test) -> Fan:
            title = Title(name, self._cited_source(number, also, name), zh)
            fan = Fan(number, amount, title, test)
            self.otherwise = fan
            return self._add_rule(fan)

        return declare

    def after_minimum(
        self, number: int | None, amount: int, name: str, zh: str
    ) -> Callable[[Test], Fan]:
        """Declare what counts once the minimum is reached without it."""

        def declare(test: Test) -> Fan:
            title = Title(name, self._cited_source(number, ""), zh)
            self.beside = Fan(number, amount, title, test, FanTraits(each=True))
            return self._add_rule(self.beside)

        return declare

    def why_below_minimum(self, tally: Mapping[types.TallyKey, int], minimum: int) -> str:
        """Return why a winning hand with these sums, which are fewer than the minimum, is worth
        nothing."""
        apart = [
            fan.name for fan in self.rules if isinstance(fan, Fan) and fan.beyond_minimum is True
        ]
        if not apart:
            return super().why_below_minimum(tally, minimum)
        return say(
            "a win takes {minimum}, and {names} do not count for that: nothing is paid",
            minimum=minimum,
            names=and_list(apart),
        )

    def refuses(self, function: Refusal) -> Refusal:
        """Declare what is said of tiles that win in no way."""
        self.refusal = function
        return function

    def refuses_wins(self, function: WinProblems) -> WinProblems:
        """Declare what is wrong with a win, whatever the tiles are."""
        self.win_problems = function
        return function

    def shape(self, shape: Shape, when: When | Option[int]) -> None:
        """Declare a shape that wins beside sets and a pair only where that option has that value,
        or is an amount other than 0."""
        self.shapes_under.append((shape, when))
        self.revision += 1

    def _add_rule(self, rule: Fan) -> Fan:  # type: ignore[override]  # its rules are fan
        rule.place, rule.kind = len(self.rules), self.total_kind
        return super()._add_rule(rule)

    def faults(self) -> Iterator[str]:
        """Yield the faults of the declarations, and settle which fan each fan excludes."""
        yield from super().faults()
        fans = [fan for fan in self.rules if isinstance(fan, Fan)]
        for n, fan in enumerate(fans):
            for other in fans[:n]:
                if other.name == fan.name and fan.may_coexist_with(other):
                    yield f"the fan {other.id} and {fan.id} are both called “{fan.name}”"
            for implied in fan.implies:
                if not self._implied_fans(fan, implied):
                    yield f"the fan {fan.id} implies “{implied.name}”, which is the name of no fan"
        for _, when in self.shapes_under:
            if isinstance(when, When):
                yield from soundness.condition_faults(self, "a shape", when)

    def _implied_fans(self, fan: Fan, implied: ImpliedFan) -> list[Fan]:
        """Return the fan of this name that can be in force together with this one."""
        return [
            other
            for other in self.rules
            if isinstance(other, Fan) and other.name == implied.name and fan.may_coexist_with(other)
        ]

    def as_document(self) -> types.Ruleset:
        """Return the ruleset with its fan, each with the ids of those that it implies."""
        document = super().as_document()
        fans = [fan for fan in self.rules if isinstance(fan, Fan)]
        for fan, rule in zip(fans, document["rules"], strict=True):
            contained = [other for entry in fan.implies for other in self._implied_fans(fan, entry)]
            if self.one_of_a_series:
                contained += [
                    other
                    for other in fans
                    if other.is_lower_in_series(fan, lambda each: default_amount(each.amount))
                ]
            rule["excludes"] = [*dict.fromkeys(other.id for other in contained)]
        return {**document, "principles": [*self.listed_principles()]}

    def listed_principles(self) -> Iterator[types.Principle]:
        """Yield the principles that the book declares or, where it declares none, those that its
        fan meet."""
        if self.presentation.principles:
            yield from self.presentation.principles
            return
        if any(fan.implies for fan in self.rules if isinstance(fan, Fan)):
            yield NON_REPEAT
        if self.one_of_a_series:
            yield ONE_OF_A_SERIES
        if self.of_chows or self.of_pungs:
            yield from (NON_SEPARATION, NON_IDENTICAL, ACCOUNT_ONCE)
        yield HIGH_VERSUS_LOW

    def _cited_source(self, number: int | str | None, also: str, name: str = "") -> str:
        cited = self.book_of_fan.cited if number is None else self.book_of_fan.at(f"fan {number}")
        if name and self.cites_names:
            cited = self.book_of_fan.at(name)
        return cited + (f"; {also}" if also else "")

    def new_edition(self, preset: str | None, options: Options) -> FanEdition:
        """Return a new edition of this book."""
        own = self._club_hands(options)
        gone: Mapping[str, str] = {} if own is None else own.hands.gone
        rules = FanRules(
            counted=[fan for fan in self.counted if fan.id not in gone],
            of_chows=[fan for fan in self.of_chows if fan.id not in gone],
            of_pungs=[fan for fan in self.of_pungs if fan.id not in gone],
            otherwise=self.otherwise,
            beside=self.beside,
            shapes=(*self.shapes, *self._shapes_under(options), *(own.hands.shapes if own else ())),
            choices=self.choices,
            refusal=self.refusal,
            win_problems=self.win_problems,
            adds_up=self.adds_up,
            splits_chows=self.splits_chows,
            beyond_agreed=self.beyond_agreed,
            sums_by_name=self.sums_by_name,
            counts_alone_from=self.counts_alone_from,
            one_of_a_series=self.one_of_a_series,
            alone_kind=self.alone_kind,
            own=own,
        )
        return FanEdition(self, rules, preset, options)

    def _club_hands(self, options: Options) -> ClubHandFans | None:
        """Return a club's special hands under these options. Raises HandError."""
        hands = club_hands(options, self.special_hands_setting)
        if hands is None:
            return None
        return ClubHandFans(hands, limit_of(options), len(self.rules), self.total_kind)

    def special_hands_setting(self, options: Options) -> HandsSetting:
        """Return what a club's special hands may be here."""
        fans = [*self.counted, *self.of_chows, *self.of_pungs]
        names = {fan.id: fan.name for fan in fans}
        limit = limit_of(options) is not None
        return setting_of(self, names, counts_fan=True, has_limit=limit, fishing=False)

    def _shapes_under(self, options: Options) -> Iterator[Shape]:
        """Yield the shapes that win only under some options, where these are such."""
        for shape, when in self.shapes_under:
            if holds(when, options) if isinstance(when, When) else options[when]:
                yield shape
