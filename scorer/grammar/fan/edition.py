"""Fan added up: how Chinese Official (MCR) hands are counted.

A hand is read in every way that its tiles allow. Of each reading the best legal choice of the fan
made of particular sets is taken (``links``); then each other fan is asked in the book's order, and
what a counted fan implies falls away. The reading with the highest sum wins; of equals the one
whose fan come first in the book.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, Final, NamedTuple

from scorer.engine import arrange
from scorer.engine.any_hand import AnyHand
from scorer.engine.arrange import Shape
from scorer.engine.hand import Hand, Win
from scorer.engine.sheet import (
    Account,
    Line,
    NotCounted,
    ScoreSheet,
    ShownSet,
    Written,
    agreed_lines,
)
from scorer.engine.situation import Situation
from scorer.engine.tiles import EAST, SUITED, bits
from scorer.errors import HandError, Problem
from scorer.grammar.fan.links import Combined, Link, best, links
from scorer.grammar.fan.principles import WhyNot
from scorer.grammar.fan.rule import (
    ActiveFan,
    Aside,
    Candidate,
    Fan,
    Hit,
    implying_first,
    tiles_shown,
)
from scorer.grammar.features import WHOLE, Asking, fan_features, kinds_found
from scorer.grammar.reading import Reading, losing_reading, shown_sets, winning_readings
from scorer.rulebook.book import Book, Options, holds
from scorer.rulebook.edition import Edition
from scorer.speech import say

if TYPE_CHECKING:
    from scorer import types

__all__ = ["FanEdition", "FanRules"]


class FanRules(NamedTuple):
    """What a book declares for its editions to count by: the fan that are asked, those of
    particular chows and of pungs, where there are such the fan of a hand that has no other and what
    counts for each flower once the minimum is reached without it, and the shapes beside sets and
    a pair; what is said of tiles that win in no way; whether its formula adds up the lines one by
    one. All its editions remember their ``choices``
    together."""

    counted: Sequence[Fan]
    of_chows: Sequence[Fan]
    of_pungs: Sequence[Fan]
    otherwise: Fan | None
    beside: Fan | None
    shapes: tuple[Shape, ...]
    choices: Choices
    refusal: Callable[[Hand], str]
    adds_up: bool


class Choice:
    """The best choice among the fan of particular sets: its sum, the bits that it sets aside, those
    of its own fan, these, and all that there were to choose from."""

    __slots__ = ("bits", "gone", "hits", "shown", "total")

    def __init__(
        self, total: int, gone: int, bits: int, hits: list[Hit], shown: list[Link]
    ) -> None:
        self.total = total
        self.gone = gone
        self.bits = bits
        self.hits = hits
        self.shown = shown


# By one number, made of the edition and the pungs, or of the edition, the chows and the pair. How
# many chows start at each of the 21 kinds where they can are digits to the base of five. At this
# size random hands are found as often as in one without bounds, but for a few of a hundred; it
# takes some 12 MB.
Choices = dict[int, Choice]
CHOWS_FROM: Final[tuple[int, ...]] = tuple(
    [5 ** (7 * (kind // 9) + kind % 9) for kind in range(EAST)]
)
EYES: Final = 49  # above the chows: 5 ** 21 < 1 << 49
PUNGS: Final = 1 << EYES + 5
EDITION: Final = EYES + 6
MOST_CHOICES: Final = 1 << 14
NOTHING: Final = Choice(0, 0, 0, [], [])
NO_PARTS: Final[dict[int, int]] = {}
_numbers = count()


class FanEdition(Edition):
    """A book with its options in force: what scores hands.

    >>> from scorer.rules import mcr
    >>> hand = Hand.of("123b 456b 99d", ["789b", "EEE"], winning="9d")
    >>> mcr.book.edition().score(hand, Win.of("discard", loser="W"), seat=1, prevailing=0)
    ScoreSheet(20)
    """

    def __init__(self, book: Book, rules: FanRules, preset: str | None, options: Options) -> None:
        super().__init__(book, preset, options)
        self._rules = rules
        self.shapes = rules.shapes
        minimum, limit = options.get("minimum"), options.get("limit")
        self.minimum = minimum if isinstance(minimum, int) else None
        self._least = self.minimum or 0
        self.limit = limit if isinstance(limit, int) else None
        self.adds_up = rules.adds_up
        fans = [fan for fan in book.rules if isinstance(fan, Fan)]
        self._named = {fan.name: fan for fan in fans}
        # Only what can be set aside has a bit, so that they all fit a machine's word.
        falling = dict.fromkeys(implied.name for fan in fans for implied in fan.implies)
        self._bit = dict.fromkeys(fans, 0) | {
            self._named[name]: 1 << place for place, name in enumerate(falling)
        }
        self._aside = {fan: self._set_aside_by(fan) for fan in fans}
        self._active = Asking(
            [
                ActiveFan(fan, fan.worth(options), self._bit[fan], self._aside[fan])
                for fan in implying_first(self._in_force(rules.counted))
            ]
        )
        self._of_chows = tuple(self._combined(fan) for fan in self._in_force(rules.of_chows))
        self._of_pungs = tuple(self._combined(fan) for fan in self._in_force(rules.of_pungs))
        self._eyes = 0
        for combined in self._of_chows:
            self._eyes |= combined.eyes
        # So many chows can be a fan that looks at the pair.
        self._beside_eyes = min(
            [combined.size for combined in self._of_chows if combined.eyes], default=0
        )
        self._choices = rules.choices
        self._number = next(_numbers) << EDITION

    def _in_force(self, fans: Sequence[Fan]) -> list[Fan]:
        """Return the fan that these options have: one that they make worth nothing is none."""
        return [fan for fan in fans if fan.in_force(self.options) and fan.worth(self.options)]

    def _set_aside_by(self, fan: Fan) -> tuple[Aside, ...]:
        """Return what the fan implies under these options. Raises KeyError for an unknown fan.

        What a fan of particular sets contains of its own kind is for ``links`` to see.
        """
        implied = [
            (self._named[entry.name], entry)
            for entry in fan.implies
            if holds(entry.when, self.options)
        ]
        return tuple(
            Aside(self._bit[other], other.each, entry.part, entry.because)
            for other, entry in implied
            if not (fan.size and other.size)
        )

    def _combined(self, fan: Fan) -> Combined:
        return Combined(fan.place, fan.worth(self.options), fan.size, fan.joins, fan, fan.eyes)

    def won(self, hand: AnyHand, win: Win, situation: Situation) -> ScoreSheet:
        """Return the sheet of the reading that counts most. Raises HandError if the tiles are no
        winning hand."""
        assert isinstance(hand, Hand)
        readings = winning_readings(hand, win.facts, situation, self.options, self.shapes)
        candidates = [self._count(h) for h in readings]
        if not candidates:
            raise HandError(Problem("/hand", "not_winning", self._rules.refusal(hand)))
        found = candidates[0]
        for n in range(1, len(candidates)):
            if candidates[n].beats(found):
                found = candidates[n]
        return self._sheet(found, candidates)

    def check_tiles(self, hand: AnyHand, players: int = 4) -> None:
        """Raise HandError for wild tiles: this game has none."""
        assert isinstance(hand, Hand)
        if hand.all_jokers:
            field = "concealed" if hand.jokers else "melds"
            detail = say("J is a wild tile, and {ruleset} has none", ruleset=self.book.name)
            raise HandError(Problem(f"/hand/{field}", "bad_tile", detail))

    def _count(self, h: Reading) -> Candidate:
        """Return the fan of one reading."""
        # Long: the loop over all fan, where most of the time of scoring goes.
        chosen = self._links(h)
        total, set_aside = chosen.total, chosen.gone
        hits = list(chosen.hits)
        aside_in_part = 0  # of some kinds only: those are in ``kinds_aside``
        kinds_aside = NO_PARTS
        kinds = h.kinds
        for active in self._active.of(fan_features(h) & self._active.named):
            bit = active.bit
            if set_aside & bit or kinds & active.other:
                continue
            shown = WHOLE
            if not active.sure:
                found = active.test(h)
                if not found:
                    continue
                shown = kinds_found(found)
            if aside_in_part & bit:
                shown &= ~kinds_aside[bit]
                if not shown:
                    continue
            if active.per:
                worth = active.worth * h.state[active.per]
                total += worth
                hits.append(Hit(active.fan, worth, shown))
            else:
                total += active.worth
                if active.each and shown & (shown - 1):
                    total += active.worth * (shown.bit_count() - 1)
                hits.append(active.hit if shown == WHOLE else Hit(active.fan, active.worth, shown))
            for aside in active.aside:
                of = shown if aside.part is None else aside.part(h)
                if aside.each:
                    if not aside_in_part:
                        kinds_aside = {}
                    kinds_aside[aside.bit] = kinds_aside.get(aside.bit, 0) | of
                    aside_in_part |= aside.bit
                elif of:
                    set_aside |= aside.bit
        if set_aside & chosen.bits:
            for hit in chosen.hits:
                if set_aside & self._bit[hit.fan]:
                    hits.remove(hit)
                    total -= hit.amount
        fan = self._rules.otherwise
        if not total and fan is not None:
            total = fan.worth(self.options)
            hits.append(Hit(fan, total, WHOLE))
        return Candidate(total, hits, h)

    def _links(self, h: Reading) -> Choice:
        """Return the best choice among the fan of particular sets."""
        chosen = NOTHING
        if len(h.chows) > 1:
            key = self._number
            for start in h.chows:
                key += CHOWS_FROM[start]
            eyes = h.pair & self._eyes if len(h.chows) >= self._beside_eyes else 0
            if eyes:
                key += eyes.bit_length() << EYES
            remembered = self._choices.get(key)
            if remembered is None:
                remembered = self._choose(key, *self._chows(h), self._of_chows)
            chosen = remembered
        suited = h.pungs & SUITED
        if suited & (suited - 1):
            key = self._number + PUNGS + suited
            pungs = self._choices.get(key)
            if pungs is None:
                pungs = self._choose(key, tuple(bits(suited)), -1, self._of_pungs)
            if not chosen.total:
                return pungs
            if pungs.total:
                return Choice(
                    chosen.total + pungs.total,
                    chosen.gone | pungs.gone,
                    chosen.bits | pungs.bits,
                    chosen.hits + pungs.hits,
                    chosen.shown + pungs.shown,
                )
        return chosen

    def _chows(self, h: Reading) -> tuple[tuple[int, ...], int]:
        """Return the chows as the fan made of them look at them, and the pair where one of them
        may."""
        looked_at = len(h.chows) >= self._beside_eyes and h.pair & self._eyes
        return tuple(sorted(h.chows)), h.pair.bit_length() - 1 if looked_at else -1

    def _choose(
        self, key: int, sets: tuple[int, ...], pair: int, combined: Sequence[Combined]
    ) -> Choice:
        """Find the best choice, and remember it under this key."""
        shown = links(sets, pair, combined)
        hits = [Hit(link.combined.fan, link.combined.worth, WHOLE, link) for link in best(shown)]
        total = gone = own = 0
        for hit in hits:
            total += hit.amount
            own |= self._bit[hit.fan]
            for aside in self._aside[hit.fan]:
                gone |= aside.bit
        if len(self._choices) >= MOST_CHOICES:
            self._choices.clear()
        chosen = self._choices[key] = Choice(total, gone, own, hits, shown) if hits else NOTHING
        return chosen

    def _sheet(self, found: Candidate, candidates: list[Candidate]) -> ScoreSheet:
        total = found.total
        qualifies, reached, limit = total >= self._least, False, self.limit
        if self._rules.beside is not None:
            total += self.beside(found.reading)
        if limit is not None and total >= limit:
            total, reached = limit, True
        return ScoreSheet(
            total, FanAccount(self, found, candidates), True, qualifies, limit, reached
        )

    def lines(self, found: Candidate) -> tuple[Line, ...]:
        """Return the lines of this sum, in the order of the book."""
        h = found.reading
        hits = sorted(found.hits, key=lambda hit: hit.fan.place)
        fan, kinds = self._rules.beside, self._beside(h)
        if fan is not None and kinds:
            hits.append(Hit(fan, fan.worth(self.options), kinds))
        return tuple([_line(hit, tiles) for hit in hits for tiles in tiles_shown(hit, h)])

    def explained(
        self, found: Candidate, candidates: Sequence[Candidate]
    ) -> tuple[NotCounted, ...]:
        """Return what the reading shows but does not count, and why."""
        h = found.reading
        active = self._active.of(fan_features(h) & self._active.named)
        why = WhyNot(found, active, self._aside, self._bit)
        return why.not_counted(candidates, self._links(h).shown)

    def why_not(self, id: str, found: Candidate) -> str:
        """Return why the fan of this id does not count."""
        fan = next((named for named in self._named.values() if named.id == id), None)
        if fan is None:
            return ""
        if not fan.worth(self.options):
            return say("this table counts nothing for it")
        if fan is self._rules.otherwise:
            names = [hit.fan.name for hit in found.hits]
            return say(
                "it counts only where nothing else does, and here {fan} counts", fan=names[0]
            )
        return fan.lacks(found.reading)

    def lost(self, hand: AnyHand, situation: Situation, not_fishing: str | None) -> ScoreSheet:
        """Return the sheet of a player who did not win: nothing of it counts."""
        assert isinstance(hand, Hand)
        h = losing_reading(hand, situation, self.options, self.shapes)
        account = Written(self.tally(0, 0), "0", arrangement=shown_sets(h))
        return ScoreSheet(0, account, False, qualifies=False)

    def agreed(self, points: int, won: bool) -> ScoreSheet:
        """Return the sheet of points that the table agreed on, flowers and all."""
        reached = self.limit is not None and points >= self.limit
        formula = self.capped(str(points), points)
        account = Written(self.tally(points, 0), formula, agreed_lines(points))
        total = points if self.limit is None else min(points, self.limit)
        qualifies = won and points >= self._least
        return ScoreSheet(total, account, won, qualifies, self.limit, reached)

    def tally(self, fan: int, beside: int) -> dict[types.TallyKey, int]:
        """Return the sum of the fan and, where there is such a thing, of what counts beside
        them."""
        keys = [*self.book.tally]
        sums: dict[types.TallyKey, int] = {keys[0]: fan}
        return sums if self._rules.beside is None else {**sums, keys[1]: beside}

    def capped(self, formula: str, total: int) -> str:
        """Return a formula, with the limit where it cuts the total."""
        if self.limit is None or total <= self.limit:
            return formula
        return say("{sum}, at most {limit}", sum=formula, limit=self.limit)

    def beside(self, h: Reading) -> int:
        """Return what counts once the minimum is reached without it."""
        fan, kinds = self._rules.beside, self._beside(h)
        return fan.worth(self.options) * kinds.bit_count() if fan is not None and kinds else 0

    def _beside(self, h: Reading) -> int:
        """Return the kinds that count beside the fan."""
        fan = self._rules.beside
        return 0 if fan is None else kinds_found(fan.test(h))

    def completing(self, hand: AnyHand, facts: int) -> Iterator[tuple[int, int, Hand]]:
        """Yield every tile that makes a winning shape of the hand."""
        assert isinstance(hand, Hand)
        for tile, complete in arrange.completed(hand, self.shapes):
            yield tile, 4 - hand.copies[tile], complete


class FanAccount(Account):
    """What there is to tell of a sum of fan: the edition that found it, and all it chose from."""

    __slots__ = ("_candidates", "_edition", "_found")

    def __init__(self, edition: FanEdition, found: Candidate, candidates: list[Candidate]) -> None:
        self._edition = edition
        self._found = found
        self._candidates = candidates

    def tally(self) -> dict[types.TallyKey, int]:
        """Return the fan, and the flowers beside them."""
        return self._edition.tally(self._found.total, self._edition.beside(self._found.reading))

    def formula(self) -> str:
        """Return the sum of both, or of all the lines one by one."""
        beside = self._edition.beside(self._found.reading)
        total = self._found.total + beside
        parts = [self._found.total, beside] if beside else [self._found.total]
        if self._edition.adds_up:
            parts = [line.amount for line in self.lines()]
        text = " + ".join(map(str, parts)) + (f" = {total}" if len(parts) > 1 else "")
        return self._edition.capped(text, total) or "0"

    def lines(self) -> tuple[Line, ...]:
        """Return each fan that counts."""
        return self._edition.lines(self._found)

    def arrangement(self) -> tuple[ShownSet, ...]:
        """Return the sets of the reading."""
        return shown_sets(self._found.reading)

    def not_counted(self) -> tuple[NotCounted, ...]:
        """Return the fan that were set aside, and those of other readings."""
        return self._edition.explained(self._found, self._candidates)

    def why_not(self, rule: str) -> str:
        """Return why a fan of the book does not count."""
        return self._edition.why_not(rule, self._found)

    def too_little(self) -> str:
        """Return that the fan do not reach the minimum."""
        worth, minimum = self._found.total, self._edition.minimum
        return say("it is worth {worth}, and a win needs {minimum}", worth=worth, minimum=minimum)


def _line(hit: Hit, tiles: tuple[str, ...]) -> Line:
    fan = hit.fan
    return Line(
        fan.id,
        fan.name,
        "fan",
        hit.amount,
        tiles,
        fan.meaning,
        fan.source,
        1,
        fan.number or 0,
        fan.zh,
    )
