"""Fan added up: how Chinese Official (MCR) hands are counted.

A hand is read in every way that its tiles allow. Of each reading the best legal choice of the fan
made of particular sets is taken (``links``); then each other fan is asked in the book's order, and
what a counted fan implies falls away. The reading with the highest sum wins; of equals the one
whose fan come first in the book.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from scorer import arrange
from scorer.arrange import Shape
from scorer.errors import HandError, Problem
from scorer.grammar.fan_rule import (
    WHOLE,
    Aside,
    Asked,
    Candidate,
    Fan,
    Hit,
    Implied,
    Test,
    features,
    tiles_shown,
)
from scorer.grammar.links import Combined, Joins, Link, best, links
from scorer.grammar.principles import WhyNot
from scorer.grammar.reading import Reading, all_tiles, declared, places, shown_sets
from scorer.grammar.ways import each_way
from scorer.hand import Hand, Win, contradictions
from scorer.rulebook import Book, Option, Value, When, holds
from scorer.sheet import Line, NotCounted, ScoreSheet, agreed_lines
from scorer.speech import say
from scorer.tiles import SUITED, bits

__all__ = ["Edition", "FanBook"]


class FanBook(Book):
    """A ruleset that adds up fan."""

    def __init__(
        self,
        id: str,
        name: str,
        *,
        summary: str,
        version: str,
        sources: tuple[str, ...],
        cites: str,
        shapes: Sequence[Shape],
    ) -> None:
        super().__init__(id, name, summary=summary, version=version, sources=sources, unit="points")
        self.cites = cites
        self.shapes = tuple(shapes)
        self.players = (4,)
        self.losers_score = False
        self.discarder_pays = True
        self.counted: list[Fan] = []
        self.of_chows: list[Fan] = []
        self.of_pungs: list[Fan] = []
        self.otherwise: Fan
        self.beside: Fan

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
        when: When | None = None,
        errata: str = "",
    ) -> Callable[[Test], Fan]:
        """Declare a fan. ``each``: once for every kind that the test finds; ``last``: the line
        shows the winning tile; ``alike``: it shows so many of each kind; ``of``: only readings
        that have all of this can have it; ``when``: only where that option has that value;
        ``errata``: where the seed speaks of it."""

        def declare(test: Test) -> Fan:
            fan = Fan(
                number,
                amount,
                name,
                zh,
                self._source(number, errata),
                test,
                implies=implies,
                each=each,
                last=last,
                alike=alike,
                of=of,
                when=when,
            )
            self.counted.append(fan)
            return self._declared(fan)

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
        errata: str = "",
    ) -> Callable[[Callable[[], None]], Fan]:
        """Declare a fan that every hand of nothing but these kinds has; the function has its
        sentence."""

        def declare(told: Callable[[], None]) -> Fan:
            source = self._source(number, errata)
            fan = Fan(number, amount, name, zh, source, told, implies=implies, other=~kinds)
            fan.test = lambda h: not h.kinds & ~kinds
            self.counted.append(fan)
            return self._declared(fan)

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
        errata: str = "",
    ) -> Callable[[Joins], Fan]:
        """Declare a fan of ``size`` chows: the function is asked their lowest tiles, in order, and
        the pair."""
        return partial(
            self._combining, self.of_chows, size, number, amount, name, zh, implies, errata
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
        errata: str = "",
    ) -> Callable[[Joins], Fan]:
        """Declare a fan of ``size`` pungs or kongs of suit tiles, as ``chows`` does of chows."""
        return partial(
            self._combining, self.of_pungs, size, number, amount, name, zh, implies, errata
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
        errata: str,
        joins: Joins,
    ) -> Fan:
        source = self._source(number, errata)
        of_chows = among is self.of_chows
        fan = Fan(
            number, amount, name, zh, source, joins, implies=implies, size=size, of_chows=of_chows
        )
        among.append(fan)
        return self._declared(fan)

    def nothing_else(
        self, number: int, amount: int, name: str, zh: str, *, errata: str
    ) -> Callable[[Test], Fan]:
        """Declare the fan of a hand that shows no other."""

        def declare(test: Test) -> Fan:
            self.otherwise = Fan(number, amount, name, zh, self._source(number, errata), test)
            return self._declared(self.otherwise)

        return declare

    def after_minimum(self, number: int, amount: int, name: str, zh: str) -> Callable[[Test], Fan]:
        """Declare what counts once the minimum is reached without it."""

        def declare(test: Test) -> Fan:
            source = self._source(number, "")
            self.beside = Fan(number, amount, name, zh, source, test, each=True)
            return self._declared(self.beside)

        return declare

    def _source(self, number: int, errata: str) -> str:
        return f"{self.cites}, fan {number}" + (f"; {errata}" if errata else "")

    def _declared(self, fan: Fan) -> Fan:
        self.rules.append(fan)
        self._editions.clear()
        return fan

    def enforced(self, preset: str | None, options: dict[str, Value]) -> Edition:
        """A new edition of this book."""
        return Edition(self, preset, options)


class Choice:
    """The best choice among the fan of particular sets: its sum, the bits that it sets aside, its
    fan; and all that were ``shown`` to choose from."""

    __slots__ = ("gone", "hits", "shown", "total")

    def __init__(self, total: int, gone: int, hits: list[Hit], shown: list[Link]) -> None:
        self.total = total
        self.gone = gone
        self.hits = hits
        self.shown = shown


NOTHING: Final = Choice(0, 0, [], [])


class Edition:
    """A book with its options in force: what scores hands.

    >>> from scorer.rules import mcr
    >>> hand = Hand.of("123b 456b 99d", ["789b", "EEE"], winning="9d")
    >>> mcr.book.edition().score(hand, Win.of("discard", loser="W"), seat=1, prevailing=0)
    ScoreSheet(20)
    """

    def __init__(self, book: FanBook, preset: str | None, options: dict[str, Value]) -> None:
        self.book = book
        self.preset = preset
        self.options = options
        self.unit = book.unit
        self.limit = None
        self.wild_tile = None
        minimum = options["minimum"]
        assert isinstance(minimum, int)
        self.minimum = minimum
        fans = [fan for fan in book.rules if isinstance(fan, Fan)]
        self._named = {fan.name: fan for fan in fans}
        self._place = {fan: place for place, fan in enumerate(fans)}
        # Only what can be set aside has a bit, so that they all fit a machine's word.
        falling = dict.fromkeys(one.name for fan in fans for one in fan.implies)
        self._bit = dict.fromkeys(fans, 0) | {
            self._named[name]: 1 << place for place, name in enumerate(falling)
        }
        self._aside = {fan: self._set_aside_by(fan) for fan in fans}
        self._asked = [
            Asked(fan, fan.worth(options), self._bit[fan], self._aside[fan])
            for fan in book.counted
            if fan.in_force(options)
        ]
        self._asked_of: dict[int, list[Asked]] = {}
        self._of_chows = tuple(self._combined(fan) for fan in book.of_chows)
        self._of_pungs = tuple(self._combined(fan) for fan in book.of_pungs)
        self._choices: dict[tuple[bool, tuple[int, ...], int], Choice] = {}

    def _set_aside_by(self, fan: Fan) -> tuple[Aside, ...]:
        """What the fan implies under these options. KeyError for a name that the book has not.

        What a fan of particular sets contains of its own kind is for ``links`` to see.
        """
        implied = [
            (self._named[one.name], one.part)
            for one in fan.implies
            if holds(one.when, self.options)
        ]
        return tuple(
            Aside(self._bit[other], other.each, part)
            for other, part in implied
            if not (fan.size and other.size)
        )

    def _combined(self, fan: Fan) -> Combined:
        return Combined(fan.number, fan.worth(self.options), fan.size, fan.joins, fan)

    def score(
        self, hand: Hand, win: Win | None = None, *, seat: int, prevailing: int
    ) -> ScoreSheet:
        """What the hand is worth at this seat in this round, won so; nothing without ``win``.

        Raises HandError when the facts contradict one another or the tiles are no winning hand.
        """
        self.check_wild(hand)
        winds = (seat, prevailing)
        if win is None:
            return self._lost(hand, winds)
        problems = contradictions(hand, win, seat)
        if problems:
            raise HandError(*problems)
        candidates = [self._count(h) for h in self._readings(hand, win.facts, winds)]
        if not candidates:
            detail = say(
                "the tiles form no winning hand: neither four sets and a pair, nor seven pairs, "
                "thirteen orphans, or one of the knitted hands"
            )
            raise HandError(Problem("/hand", "not_winning", detail))
        found = candidates[0] if len(candidates) == 1 else min(candidates, key=Candidate.rank)
        return self._sheet(found, candidates)

    def refused(self, hand: Hand | None, win: Win, seat: int) -> list[Problem]:
        """What is told of the win that the tiles, the seat or the other facts rule out."""
        return contradictions(hand, win, seat)

    def check_wild(self, hand: Hand) -> None:
        """HandError for wild tiles; there are none in this game."""
        if hand.all_jokers:
            field = "concealed" if hand.jokers else "melds"
            detail = say("J is a wild tile, and {ruleset} has none", ruleset=self.book.name)
            raise HandError(Problem(f"/hand/{field}", "bad_tile", detail))

    def _readings(self, hand: Hand, facts: int, winds: tuple[int, int]) -> list[Reading]:
        table = declared(hand, False)
        shapes, options = self.book.shapes, self.options
        return [
            Reading(hand, arrangement, table, facts, place, winds, options, shapes)
            for arrangement in arrange.winning(hand, shapes)
            for place in places(hand, arrangement)
        ]

    def _count(self, h: Reading) -> Candidate:
        """The fan of one reading."""
        chosen = self._links(h)
        total, gone = chosen.total, chosen.gone
        hits = list(chosen.hits)
        parts: dict[int, int] = {}
        kinds = h.kinds
        for asked in self._to_ask(features(h)):
            if gone & asked.bit:
                continue
            if kinds & asked.other:
                continue
            found = WHOLE if asked.other else asked.test(h)
            if not found:
                continue
            if asked.each:
                if asked.bit in parts:
                    found &= ~parts[asked.bit]
                    if not found:
                        continue
                total += asked.worth * found.bit_count()
            else:
                if found == 1:  # just true
                    found = WHOLE
                total += asked.worth
            hits.append(Hit(asked.fan, asked.worth, found))
            for aside in asked.aside:
                of = found if aside.part is None else aside.part(h)
                if aside.each:
                    parts[aside.bit] = parts.get(aside.bit, 0) | of
                elif of:
                    gone |= aside.bit
        for hit in chosen.hits:
            if gone & self._bit[hit.fan]:
                hits.remove(hit)
                total -= hit.amount
        if not total:
            fan = self.book.otherwise
            total = fan.worth(self.options)
            hits.append(Hit(fan, total, WHOLE))
        return Candidate(total, hits, h)

    def _to_ask(self, having: int) -> list[Asked]:
        """The fan that a reading with these features may have."""
        asked = self._asked_of.get(having)
        if asked is None:
            asked = [one for one in self._asked if not one.fan.of & ~having]
            self._asked_of[having] = asked
        return asked

    def _links(self, h: Reading) -> Choice:
        """The best choice among the fan of particular sets."""
        chosen = NOTHING
        if len(h.chows) > 1:
            pair = h.pair.bit_length() - 1 if len(h.chows) == 4 else 0
            chosen = self._choose(True, tuple(sorted(h.chows)), pair)
        suited = h.pungs & SUITED
        if suited & (suited - 1):
            pungs = self._choose(False, tuple(bits(suited)), 0)
            if not chosen.shown:
                return pungs
            return Choice(
                chosen.total + pungs.total,
                chosen.gone | pungs.gone,
                chosen.hits + pungs.hits,
                chosen.shown + pungs.shown,
            )
        return chosen

    def _choose(self, chows: bool, sets: tuple[int, ...], pair: int) -> Choice:
        key = (chows, sets, pair)
        chosen = self._choices.get(key)
        if chosen is None:
            shown = links(sets, pair, self._of_chows if chows else self._of_pungs)
            hits = [Hit(one.combined.fan, one.combined.worth, WHOLE, one) for one in best(shown)]
            gone = 0
            for hit in hits:
                for aside in self._aside[hit.fan]:
                    gone |= aside.bit
            total = sum([hit.amount for hit in hits])
            chosen = self._choices[key] = Choice(total, gone, hits, shown)
        return chosen

    def _sheet(self, found: Candidate, candidates: list[Candidate]) -> ScoreSheet:
        h = found.reading
        flowers = h.bonus.bit_count()
        total = found.total + flowers
        return ScoreSheet(
            total,
            partial(self._lines, found),
            tally={"fan": found.total, "flowers": flowers},
            formula=f"{found.total} + {flowers} = {total}" if flowers else str(total),
            won=True,
            qualifies=found.total >= self.minimum,
            show=partial(shown_sets, h),
            explain=partial(self._explain, found, candidates),
        )

    def _lines(self, found: Candidate) -> tuple[Line, ...]:
        h, place = found.reading, self._place
        hits = sorted(found.hits, key=lambda hit: place[hit.fan])
        if h.bonus:
            beside = self.book.beside
            hits.append(Hit(beside, beside.worth(self.options), h.bonus))
        whole = all_tiles(h)
        return tuple([_line(hit, tiles) for hit in hits for tiles in tiles_shown(hit, h, whole)])

    def _explain(self, found: Candidate, candidates: Sequence[Candidate]) -> tuple[NotCounted, ...]:
        h = found.reading
        asked = self._to_ask(features(h))
        why = WhyNot(found, asked, self._aside, self._bit, self._place)
        return why.not_counted(candidates, self._links(h).shown)

    def _lost(self, hand: Hand, winds: tuple[int, int]) -> ScoreSheet:
        """The sheet of a player who did not win: nothing of it counts."""
        table = declared(hand, False)
        shapes = self.book.shapes
        h = Reading(hand, arrange.losing(hand), table, 0, "", winds, self.options, shapes)
        return ScoreSheet(
            0,
            tuple,
            tally={"fan": 0, "flowers": 0},
            formula="0",
            won=False,
            qualifies=False,
            show=partial(shown_sets, h),
        )

    def agreed(self, points: int, won: bool) -> ScoreSheet:
        """The sheet of points that the table agreed on, flowers and all."""
        return ScoreSheet(
            points,
            partial(agreed_lines, points),
            tally={"fan": points, "flowers": 0},
            formula=str(points),
            won=won,
            qualifies=won and points >= self.minimum,
        )

    def waits(
        self, hand: Hand, told: int, *, seat: int, prevailing: int, by: Sequence[int]
    ) -> list[tuple[int, int, list[ScoreSheet | None]]]:
        """Every tile that completes the hand: the tile, how many of it the hand leaves unseen, and
        the score each way of ``by`` (None where that way cannot win)."""
        answers = []
        for tile in bits(arrange.waits(hand, self.book.shapes)):
            complete = hand.with_tile(tile)
            sheets = each_way(self, complete, told, by, seat=seat, prevailing=prevailing)
            if any(sheets):
                answers.append((tile, 4 - hand.copies[tile], sheets))
        return answers


def _line(hit: Hit, tiles: tuple[str, ...]) -> Line:
    fan = hit.fan
    return Line(
        fan.id, fan.name, "fan", hit.amount, tiles, fan.meaning, fan.source, 1, fan.number, fan.zh
    )
