"""Fan added up: how Chinese Official (MCR) hands are counted.

A hand is read in every way that its tiles allow. Of each reading the best legal choice of the fan
made of particular sets is taken (``links``); then each other fan is asked in the book's order, and
what a counted fan implies falls away. The reading with the highest sum wins; of equals the one
whose fan come first in the book.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from scorer.engine import arrange
from scorer.engine.any_hand import AnyHand
from scorer.engine.arrange import Shape
from scorer.engine.hand import Hand, Win
from scorer.engine.sheet import (
    Account,
    Line,
    NotCounted,
    ReadyAccount,
    ScoreSheet,
    ShownSet,
    agreed_lines,
)
from scorer.engine.situation import Situation
from scorer.engine.tiles import EAST, SUITED, bits
from scorer.errors import HandError, Problem
from scorer.grammar.fan.club_hands import ClubHandFans
from scorer.grammar.fan.links import Combined, Link, best_choice, possible_links
from scorer.grammar.fan.principles import NON_REPEAT, ONE_OF_A_SERIES, WhyNot, above_limit
from scorer.grammar.fan.rule import (
    ActiveFan,
    CountedFan,
    Fan,
    FanCandidate,
    FanExclusion,
    ImpliedFan,
    JudgedFanCandidate,
    implying_first,
    judged_without_great_hands,
    only_fan_candidate,
    tiles_shown,
)
from scorer.grammar.features import WHOLE_HAND, RuleIndex, fan_features, kinds_found
from scorer.grammar.reading import (
    Reading,
    bonus_reading,
    losing_reading,
    shown_sets,
    winning_readings,
)
from scorer.grammar.special.club_hands import MAX_NEAR_CLUB_HANDS, near_problems
from scorer.languages.speech import say
from scorer.rulebook.book import Book, Options, When, holds
from scorer.rulebook.edition import Edition
from scorer.rulebook.parts import RuleDeclaration

if TYPE_CHECKING:
    from scorer import types
    from scorer.types import Principle

WinProblems = Callable[[Win, int, Options], Iterable[Problem]]
"""What is wrong with a win of the player at a seat, under these options."""


class FanRules(NamedTuple):
    """What a book declares for its editions to count by, under the names that ``FanBook`` explains.

    Attributes:
        otherwise: The fan of a hand that has no other.
        beside: What counts for each flower once the minimum is reached without it.
        choices: What all editions of the book remember together.
        own: A club's special hands.
    """

    counted: Sequence[Fan]
    of_chows: Sequence[Fan]
    of_pungs: Sequence[Fan]
    otherwise: Fan | None
    beside: Fan | None
    shapes: tuple[Shape, ...]
    choices: Choices
    refusal: Callable[[Hand], str]
    win_problems: WinProblems | None
    adds_up: bool
    splits_chows: bool
    beyond_agreed: Callable[[Situation, Options], int]
    sums_by_name: bool
    counts_alone_from: int | None
    one_of_a_series: bool
    alone_kind: types.LineKind
    own: ClubHandFans | None = None


class FanChoice:
    """The best choice among the fan of particular sets.

    Attributes:
        total: What the chosen fan add up to.
        gone: The bits of the fan that they set aside.
        bits: The bits of the chosen fan themselves.
        hits: The chosen fan.
        shown: All that there were to choose from.
    """

    __slots__ = ("bits", "gone", "hits", "shown", "total")

    def __init__(
        self, total: int, gone: int, bits: int, hits: list[CountedFan], shown: list[Link]
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
Choices = dict[int, FanChoice]
CHOWS_FROM: Final[tuple[int, ...]] = tuple(
    [5 ** (7 * (kind // 9) + kind % 9) for kind in range(EAST)]
)
EYES_SHIFT: Final = 49  # above the chows: 5 ** 21 < 1 << 49
PUNGS_FLAG: Final = 1 << EYES_SHIFT + 5
EDITION_SHIFT: Final = EYES_SHIFT + 6
CHOICE_CACHE_SIZE: Final = 1 << 14
EMPTY_CHOICE: Final = FanChoice(0, 0, 0, [], [])
NO_PARTS: Final[dict[int, int]] = {}
_edition_numbers = count()


def limit_of(options: Options) -> int | None:
    """Return the limit; None where there is none, which a limit of 0 says too."""
    limit = options.get("limit")
    return limit if isinstance(limit, int) and limit else None


class FanEdition(Edition):
    """A book with its options in force: what scores hands.

    >>> from scorer.rules import mcr
    >>> hand = Hand.of("123b 456b 99d", ["789b", "EEE"], winning="9d")
    >>> mcr.book.edition().score(hand, Win.of("discard", loser="W"), seat=1, prevailing=0)
    ScoreSheet(20)
    """

    def __init__(self, book: Book, rules: FanRules, preset: str | None, options: Options) -> None:
        # Long: everything that the options decide is decided once.
        super().__init__(book, preset, options)
        self._rules = rules
        self.shapes = rules.shapes
        minimum = options.get("minimum")
        self.minimum = minimum if isinstance(minimum, int) else None
        self._least = self.minimum or 0
        self.limit = limit_of(options)
        self.adds_up = rules.adds_up
        self._bonus_wins = book.table.bonus_wins
        self._tally_keys: tuple[types.TallyKey, ...] = tuple(book.tally)
        # Of several fan of one name these options have one.
        fans = [fan for fan in book.rules if isinstance(fan, Fan) and fan.in_force(options)]
        self._named = {fan.name: fan for fan in fans}
        self._implies = self._implied_by(fans)
        # Only what can be set aside has a bit, so that they all fit a machine's word.
        falling = dict.fromkeys(
            implied.name
            for implies in self._implies.values()
            for implied in implies
            if implied.name in self._named
        )
        self._bit = dict.fromkeys(fans, 0) | {
            self._named[name]: 1 << place for place, name in enumerate(falling)
        }
        self._aside = {fan: self._asides_of(fan) for fan in fans}
        self._own = rules.own
        own: Sequence[Fan] = () if rules.own is None else rules.own.fans
        self._bit |= dict.fromkeys(own, 0)
        self._aside |= dict.fromkeys(own, ())
        self._gone = self._replaced_fans()
        counted = implying_first(self._fans_in_force(rules.counted), lambda fan: self._implies[fan])
        self._active = self._rule_index(fan for fan in counted if not fan.of_bonus_win)
        self._of_bonus_wins = self._rule_index(
            fan for fan in counted if fan.of_bonus_win or fan.of_any_win
        )
        # What these options make worth nothing is asked for alone to say so.
        self._worthless = tuple(
            self._active_fan(fan)
            for fan in rules.counted
            if fan.in_force(options) and not fan.worth(options)
        )
        self._fill_limit = self._fans_with_condition(counted, lambda fan: fan.fills_limit)
        self._alone = self._fans_with_condition(
            counted, lambda fan: fan.alone
        ) | self._listed_alone([*counted, *own])
        self._great = self._fill_limit | self._alone
        self._beyond_minimum = self._fans_with_condition(counted, lambda fan: fan.beyond_minimum)
        self._active_beside = self._active
        if self._alone:
            self._active_beside = self._rule_index(
                fan for fan in counted if not fan.of_bonus_win and fan not in self._alone
            )
        self._of_chows = tuple(
            self._combined_fan(fan) for fan in self._fans_in_force(rules.of_chows)
        )
        self._of_pungs = tuple(
            self._combined_fan(fan) for fan in self._fans_in_force(rules.of_pungs)
        )
        self._eyes = 0
        for combined in self._of_chows:
            self._eyes |= combined.eyes
        # So many chows can be a fan that looks at the pair.
        self._beside_eyes = min(
            [combined.size for combined in self._of_chows if combined.eyes], default=0
        )
        self._choices = rules.choices
        self._number = next(_edition_numbers) << EDITION_SHIFT

    def _replaced_fans(self) -> tuple[Fan, ...]:
        """Return the built-in fan of a whole hand whose place a club's own hands take, or that it
        does not play."""
        gone: Mapping[str, str] = {} if self._own is None else self._own.hands.gone
        rules = self.book.rules
        return tuple(
            fan for fan in rules if isinstance(fan, Fan) and fan.id in gone and not fan.size
        )

    def club_hands(self) -> Sequence[RuleDeclaration]:
        """Return a club's special hands, as fan."""
        return () if self._own is None else self._own.fans

    def _rule_index(self, fans: Iterable[Fan]) -> RuleIndex[ActiveFan]:
        """Return these fan, to be asked of readings in this order."""
        return RuleIndex([self._active_fan(fan) for fan in fans])

    def _active_fan(self, fan: Fan) -> ActiveFan:
        return ActiveFan(fan, fan.worth(self.options), self._bit[fan], self._aside[fan])

    def _fans_with_condition(
        self, fans: Iterable[Fan], condition: Callable[[Fan], When | Literal[True] | None]
    ) -> frozenset[Fan]:
        """Return the fan of which this condition is declared, and holds."""
        conditions = ((fan, condition(fan)) for fan in fans)
        return frozenset(
            fan
            for fan, when in conditions
            if when is True or (when is not None and holds(when, self.options))
        )

    def _listed_alone(self, fans: Iterable[Fan]) -> frozenset[Fan]:
        """Return the fan that count alone because of what they are worth."""
        least = self._rules.counts_alone_from
        if least is None:
            return frozenset()
        return frozenset(fan for fan in fans if fan.worth(self.options) >= least)

    def _implied_by(self, fans: Sequence[Fan]) -> Mapping[Fan, Sequence[ImpliedFan]]:
        """Return what each fan implies: what it declares and, of a series of which only one fan
        counts, those that are worth less under these options, or as much and come later."""
        found: dict[Fan, Sequence[ImpliedFan]] = {}
        for fan in fans:
            lower: list[ImpliedFan] = []
            if self._rules.one_of_a_series:
                because = say("of this series only {fan} counts", fan=fan.name)
                lower = [
                    ImpliedFan(other.name, because=because)
                    for other in fans
                    if other.is_lower_in_series(fan, lambda each: each.worth(self.options))
                ]
            found[fan] = [*fan.implies, *lower]
        return found

    def _fans_in_force(self, fans: Sequence[Fan]) -> list[Fan]:
        """Return the fan that these options have: one that they make worth nothing is none."""
        return [fan for fan in fans if fan.in_force(self.options) and fan.worth(self.options)]

    def _asides_of(self, fan: Fan) -> tuple[FanExclusion, ...]:
        """Return what the fan implies of the fan that these options have.

        What a fan of particular sets contains of its own kind is for ``links`` to see.
        """
        implied = [
            (self._named[entry.name], entry)
            for entry in self._implies[fan]
            if entry.name in self._named and holds(entry.when, self.options)
        ]
        return tuple(
            FanExclusion(self._bit[other], other.each, entry.part, entry.because)
            for other, entry in implied
            if not (fan.size and other.size)
        )

    def _combined_fan(self, fan: Fan) -> Combined:
        return Combined(fan.place, fan.worth(self.options), fan.size, fan.joins, fan, fan.eyes)

    def won(self, hand: AnyHand, win: Win, situation: Situation) -> ScoreSheet:
        """Return the sheet of the reading that counts most. Raises HandError if the tiles are no
        winning hand."""
        assert isinstance(hand, Hand)
        if win.facts & self._bonus_wins:
            h = bonus_reading(hand, win.facts, situation, self.options, self.shapes)
            alone = self._judge_alone(self._count_fan(h, self._of_bonus_wins))
            return self._sheet(alone, [alone])
        readings = winning_readings(
            hand, win.facts, situation, self.options, self.shapes, splits=self._rules.splits_chows
        )
        if self._own is not None:
            every, readings = (
                readings,
                [h for h in readings if self._own.hands.is_playable(h, self._gone)],
            )
            if not readings:
                raise self._refusal(hand, every, self._own)
        if not readings:
            raise HandError(Problem("/hand", "not_winning", self._rules.refusal(hand)))
        candidates = []
        for h in readings:
            candidates.append(self._count_fan(h, self._active))
        if self._great:
            candidates = [self._judge_alone(candidate) for candidate in candidates]
        if self._rules.counts_alone_from is not None:
            best = candidates[0]
            if len(candidates) > 1:
                best = min(candidates, key=self._total_rank)
            return self._sheet(best, candidates)
        found = candidates[0]
        for n in range(1, len(candidates)):
            if candidates[n].beats(found):
                found = candidates[n]
        return self._sheet(found, candidates)

    def _refusal(self, hand: Hand, readings: Sequence[Reading], own: ClubHandFans) -> HandError:
        """Return the error of tiles that are no winning hand, with the hands of the club that they
        nearly are."""
        problems = [Problem("/hand", "not_winning", self._rules.refusal(hand))]
        return HandError(*problems, *near_problems(readings, own.near_misses))

    def _total_rank(self, candidate: FanCandidate) -> tuple[int, int, list[int]]:
        """Return the sort key of a reading, the best first: the total under the limit, which a fan
        that counts alone may exceed, then the sum before the limit and the places of its fan."""
        return -self._total_of(candidate), *candidate.rank()

    def _total_of(self, candidate: FanCandidate) -> int:
        """Return what a reading comes to under the limit."""
        return candidate.total if self._exceeds_limit(candidate) else self._cut(candidate.total)

    def _exceeds_limit(self, candidate: FanCandidate) -> bool:
        """Tests if a fan counts alone whose own worth stands whatever the limit is."""
        listed = self._rules.counts_alone_from is not None
        return listed and isinstance(candidate, JudgedFanCandidate) and candidate.alone

    def win_problems(self, hand: AnyHand | None, win: Win, seat: int) -> list[Problem]:
        """Return what the tiles, the seat, other facts or the book rule out of the win."""
        problems = super().win_problems(hand, win, seat)
        if self._rules.win_problems is not None:
            problems += self._rules.win_problems(win, seat, self.options)
        return problems

    def check_tiles(self, hand: AnyHand, players: int = 4) -> None:
        """Raise HandError for wild tiles, which this game has not, and for flowers and seasons
        where they are not played."""
        assert isinstance(hand, Hand)
        if hand.bonus and not holds(self.book.tiles.bonus_under, self.options):
            detail = say("this table plays without flowers and seasons; remove them")
            raise HandError(Problem("/hand/bonus", "bad_value", detail))
        if hand.all_jokers:
            raise HandError(*self.wild_tile_problems(hand))

    def _judge_alone(self, candidate: FanCandidate) -> FanCandidate:
        """Return what counts of a reading where a fan may fill the limit, or count alone."""
        if not any(hit.fan in self._great for hit in candidate.hits):
            return candidate
        fills = [hit for hit in candidate.hits if hit.fan in self._fill_limit]
        if fills and self.limit is not None:
            first = min(fills, key=lambda hit: hit.fan.place)
            whole = CountedFan(first.fan, self.limit, first.found)
            others = [hit for hit in candidate.hits if hit is not first]
            return only_fan_candidate(whole, others, candidate.reading)
        alone = [hit for hit in candidate.hits if hit.fan in self._alone]
        if not alone:
            return candidate
        dearest = min(alone, key=lambda hit: (-hit.amount, hit.fan.place))
        beside = self._count_fan(candidate.reading, self._active_beside)
        listed = self._rules.counts_alone_from is not None
        if not listed and self._cut(beside.total) > self._cut(dearest.amount):
            return judged_without_great_hands(beside, alone)
        besides = {
            hit.fan: hit for hit in (*candidate.hits, *beside.hits) if hit.fan is not dearest.fan
        }
        return only_fan_candidate(dearest, besides.values(), candidate.reading)

    def _cut(self, total: int) -> int:
        """Return a total, at most the limit."""
        return total if self.limit is None else min(total, self.limit)

    def _count_fan(self, h: Reading, fans: RuleIndex[ActiveFan]) -> FanCandidate:
        """Return the fan of one reading, of those that are asked."""
        # Long: the loop over all fan, where most of the time of scoring goes.
        chosen = self._best_choice(h)
        total, set_aside = chosen.total, chosen.gone
        hits = list(chosen.hits)
        aside_in_part = 0  # of some kinds only: those are in ``kinds_aside``
        kinds_aside = NO_PARTS
        kinds = h.kinds
        for active in fans.of(fan_features(h) & fans.named):
            bit = active.bit
            if set_aside & bit or kinds & active.other:
                continue
            shown = WHOLE_HAND
            if not active.sure:
                found = active.test(h)
                if not found:
                    continue
                if found is not True:
                    shown = found  # type: ignore[assignment]  # a mask
            if active.whole and shown == WHOLE_HAND and not aside_in_part & bit:
                total += active.worth
                hits.append(active.hit)
                set_aside |= active.gone
                continue
            if aside_in_part & bit:
                shown &= ~kinds_aside[bit]
                if not shown:
                    continue
            if active.per:
                worth = active.worth * h.counters[active.per]
                total += worth
                hits.append(CountedFan(active.fan, worth, shown))
            else:
                total += active.worth
                if active.each and shown & (shown - 1):
                    total += active.worth * (shown.bit_count() - 1)
                hits.append(
                    active.hit
                    if shown == WHOLE_HAND
                    else CountedFan(active.fan, active.worth, shown)
                )
            set_aside |= active.gone
            for aside in active.in_part:
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
        if self._own is not None:
            for own in self._own.of(h)[:1]:
                total += own.of_reading(h)
                hits.append(CountedFan(own, own.of_reading(h), WHOLE_HAND))
        fan = self._rules.otherwise
        if fan is not None and (not total or self._only_beyond_minimum(hits)):
            worth = fan.worth(self.options)
            total += worth
            hits.append(CountedFan(fan, worth, WHOLE_HAND))
        return FanCandidate(total, hits, h)

    def _only_beyond_minimum(self, hits: Iterable[CountedFan]) -> bool:
        """Tests if all of these are fan that do not help to reach the minimum."""
        beyond = self._beyond_minimum
        return bool(beyond) and all(hit.fan in beyond for hit in hits)

    def _best_choice(self, h: Reading) -> FanChoice:
        """Return the best choice among the fan of particular sets."""
        chosen = EMPTY_CHOICE
        if len(h.chows) > 1:
            key = self._number
            for start in h.chows:
                key += CHOWS_FROM[start]
            eyes = h.pair & self._eyes if len(h.chows) >= self._beside_eyes else 0
            if eyes:
                key += eyes.bit_length() << EYES_SHIFT
            remembered = self._choices.get(key)
            if remembered is None:
                remembered = self._find_choice(key, *self._chows_for_links(h), self._of_chows)
            chosen = remembered
        suited = h.pungs & SUITED
        if suited & (suited - 1):
            key = self._number + PUNGS_FLAG + suited
            pungs = self._choices.get(key)
            if pungs is None:
                pungs = self._find_choice(key, tuple(bits(suited)), -1, self._of_pungs)
            if not chosen.total:
                return pungs
            if pungs.total:
                return FanChoice(
                    chosen.total + pungs.total,
                    chosen.gone | pungs.gone,
                    chosen.bits | pungs.bits,
                    chosen.hits + pungs.hits,
                    chosen.shown + pungs.shown,
                )
        return chosen

    def _chows_for_links(self, h: Reading) -> tuple[tuple[int, ...], int]:
        """Return the chows as the fan made of them look at them, and the pair where one of them
        may."""
        looked_at = len(h.chows) >= self._beside_eyes and h.pair & self._eyes
        return tuple(sorted(h.chows)), h.pair.bit_length() - 1 if looked_at else -1

    def _find_choice(
        self, key: int, sets: tuple[int, ...], pair: int, combined: Sequence[Combined]
    ) -> FanChoice:
        """Find the best choice, and remember it under this key."""
        shown = possible_links(sets, pair, combined)
        hits = [
            CountedFan(link.combined.fan, link.combined.worth, WHOLE_HAND, link)
            for link in best_choice(shown)
        ]
        total = gone = own = 0
        for hit in hits:
            total += hit.amount
            own |= self._bit[hit.fan]
            for aside in self._aside[hit.fan]:
                gone |= aside.bit
        if len(self._choices) >= CHOICE_CACHE_SIZE:
            self._choices.clear()
        chosen = self._choices[key] = (
            FanChoice(total, gone, own, hits, shown) if hits else EMPTY_CHOICE
        )
        return chosen

    def _sheet(self, candidate: FanCandidate, candidates: list[FanCandidate]) -> ScoreSheet:
        total = candidate.total
        qualifies = self._qualifies(candidate)
        reached, limit, limit_hand = False, self.limit, None
        beside = self.beside(candidate.reading)
        total += beside
        if self._exceeds_limit(candidate):
            reached, limit_hand = True, candidate.hits[0].fan.name
        elif limit is not None and total >= limit:
            total, reached = limit, True
            limit_hand = next(
                (hit.fan.name for hit in candidate.hits if _fills_limit_alone(hit, limit)), None
            )
        account = FanAccount(self, candidate, candidates, beside)
        return ScoreSheet(
            total,
            account,
            won=True,
            qualifies=qualifies,
            limit=limit,
            reached=reached,
            limit_hand=limit_hand,
        )

    def _qualifies(self, candidate: FanCandidate) -> bool:
        """Tests if a hand reaches the minimum."""
        if candidate.reading.facts & self._bonus_wins:
            return True
        total = self.toward_minimum(candidate) if self._beyond_minimum else candidate.total
        return total >= self._least

    def toward_minimum(self, candidate: FanCandidate) -> int:
        """Return what a reading has of the minimum."""
        total = candidate.total
        if self._beyond_minimum:
            total -= sum(hit.sum for hit in candidate.hits if hit.fan in self._beyond_minimum)
        return total

    def lines(self, candidate: FanCandidate) -> tuple[Line, ...]:
        """Return the lines of this sum, in the order of the book."""
        h = candidate.reading
        hits = sorted(candidate.hits, key=lambda hit: hit.fan.place)
        fan, kinds = self._rules.beside, self._counts_beside(h)
        if fan is not None and kinds:
            hits.append(CountedFan(fan, fan.worth(self.options), kinds))
        alone = isinstance(candidate, JudgedFanCandidate) and candidate.alone
        kind = self._rules.alone_kind if alone else self.book.total_kind
        return tuple([_line(hit, tiles, kind) for hit in hits for tiles in tiles_shown(hit, h)])

    def explained(
        self, candidate: FanCandidate, candidates: Sequence[FanCandidate]
    ) -> tuple[NotCounted, ...]:
        """Return what the reading shows but does not count, and why."""
        h = candidate.reading
        fans = self._of_bonus_wins if h.facts & self.book.table.bonus_wins else self._active
        shown = fans.of(fan_features(h) & fans.named)
        principle: Principle = ONE_OF_A_SERIES if self._rules.one_of_a_series else NON_REPEAT
        why = WhyNot(candidate, shown, self._aside, self._bit, principle)
        entries = why.not_counted(
            candidates, self._best_choice(h).shown, (*fans.rules, *self._worthless)
        )
        if self._own is None or not h.won:
            return entries
        return (*entries, *self._own_not_counted(candidate, self._own))

    def _own_not_counted(self, candidate: FanCandidate, own: ClubHandFans) -> Iterator[NotCounted]:
        """Yield the hands of a club that a reading is too, or nearly is."""
        h = candidate.reading
        counted = {hit.fan for hit in candidate.hits}
        best = next((hit.fan.name for hit in candidate.hits if hit.fan in own.fans), "")
        reason = say("of several special hands only the most valuable counts: {hand}", hand=best)
        for fan in own.of(h):
            if fan not in counted:
                yield NotCounted(fan.id, fan.name, fan.kind, fan.of_reading(h), reason)
        for fan, reason in own.near_misses(h, MAX_NEAR_CLUB_HANDS):
            yield NotCounted(fan.id, fan.name, fan.kind, fan.of_reading(h), reason)

    def why_not(self, id: str, candidate: FanCandidate) -> str:
        """Return why the fan of this id does not count."""
        own: Sequence[Fan] = () if self._own is None else self._own.fans
        if self._own is not None and id in self._own.hands.gone:
            return self._own.hands.why_not_played(id)
        rules = (rule for rule in (*self.book.rules, *own) if isinstance(rule, Fan))
        fan = next((named for named in rules if named.id == id), None)
        if fan is None:
            return ""
        if not fan.worth(self.options):
            return say("this table counts nothing for it")
        of_bonus_win = fan.of_bonus_win or fan.of_any_win
        if candidate.reading.facts & self.book.table.bonus_wins and not of_bonus_win:
            return say("the hand won by its flowers and seasons, and nothing else counts")
        if fan is self._rules.otherwise:
            names = [hit.fan.name for hit in candidate.hits]
            return say("it counts only if nothing else counts, but here {fan} counts", fan=names[0])
        return fan.why_not_met(candidate.reading)

    def lost(self, hand: AnyHand, situation: Situation, not_fishing: str | None) -> ScoreSheet:
        """Return the sheet of a player who did not win: nothing of it counts."""
        assert isinstance(hand, Hand)
        h = losing_reading(hand, situation, self.options, self.shapes)
        account = ReadyAccount(self.tally(0, 0), "0", arrangement=shown_sets(h))
        return ScoreSheet(0, account, won=False, qualifies=False)

    def sheet_of_agreed_points(self, points: int, won: bool) -> ScoreSheet:
        """Return the sheet of points that the table agreed on, flowers and all."""
        reached = self.limit is not None and points >= self.limit
        total = points if self.is_possible_total(points) else self._cut(points)
        formula = str(points) if total == points else self.capped(str(points), points)
        cut = () if total == points else above_limit(points, self.limit, self.book.total_kind)
        account = ReadyAccount(
            self.tally(points, 0), formula, agreed_lines(points), not_counted=cut
        )
        qualifies = won and points >= self._least
        return ScoreSheet(
            total, account, won=won, qualifies=qualifies, limit=self.limit, reached=reached
        )

    def agreed_sheet(
        self, player: Mapping[str, Any], win: Win | None, situation: Situation
    ) -> ScoreSheet | None:
        """Return the sheet of the total that the table agreed on for this player of a document;
        None without one. Raises HandError."""
        sheet = super().agreed_sheet(player, win, situation)
        if sheet is not None and win is not None:
            points = player["points"] - self._rules.beyond_agreed(situation, self.options)
            by_bonus = win.facts & self.book.table.bonus_wins
            # At the limit nobody knows how far the hand went beyond it.
            enough = sheet.reached or max(points, 0) >= self._least
            sheet.qualifies = bool(by_bonus) or enough
        return sheet

    def is_possible_total(self, points: int) -> bool:
        """Tests if a hand may be worth so much: at most the limit, or what a fan is worth that
        counts alone whatever the limit is."""
        if super().is_possible_total(points):
            return True
        listed = self._alone if self._rules.counts_alone_from is not None else ()
        return any(fan.worth(self.options) == points for fan in listed)

    def tally(self, fan: int, beside: int) -> dict[types.TallyKey, int]:
        """Return the sum of the fan and, where there is such a thing, of what counts beside
        them."""
        keys = self._tally_keys
        return {keys[0]: fan} if self._rules.beside is None else {keys[0]: fan, keys[1]: beside}

    def capped(self, formula: str, total: int) -> str:
        """Return a formula, with the limit where it cuts the total."""
        if self.limit is None or total <= self.limit:
            return formula
        return say("{sum}, at most {limit}", sum=formula, limit=self.limit)

    def capped_of(self, candidate: FanCandidate, formula: str, total: int) -> str:
        """Return the formula of a reading, with the limit where it cuts the total."""
        return formula if self._exceeds_limit(candidate) else self.capped(formula, total)

    def not_counted_above_limit(
        self, candidate: FanCandidate, total: int
    ) -> tuple[NotCounted, ...]:
        """Return what of the sum of a reading does not count because of the limit."""
        return (
            ()
            if self._exceeds_limit(candidate)
            else above_limit(total, self.limit, self.book.total_kind)
        )

    def summed(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Return the lines in the order in which the formula adds them up."""
        return sorted(lines, key=lambda line: line.name) if self._rules.sums_by_name else lines

    def beside(self, h: Reading) -> int:
        """Return what counts once the minimum is reached without it."""
        fan, kinds = self._rules.beside, self._counts_beside(h)
        return fan.worth(self.options) * kinds.bit_count() if fan is not None and kinds else 0

    def _counts_beside(self, h: Reading) -> int:
        """Return the kinds that count beside the fan."""
        fan = self._rules.beside
        return 0 if fan is None else kinds_found(fan.test(h))

    def completing(self, hand: AnyHand, facts: int) -> Iterator[tuple[int, int, Hand]]:
        """Yield every tile that makes a winning shape of the hand."""
        assert isinstance(hand, Hand)
        for tile, complete in arrange.completions_of(hand, self.shapes):
            yield tile, 4 - hand.copies_of(tile), complete


class FanAccount(Account):
    """What there is to tell of a sum of fan: the edition that found it, and all it chose from."""

    __slots__ = ("_beside", "_candidates", "_edition", "_found")

    def __init__(
        self,
        edition: FanEdition,
        candidate: FanCandidate,
        candidates: list[FanCandidate],
        beside: int,
    ) -> None:
        self._edition = edition
        self._found = candidate
        self._candidates = candidates
        self._beside = beside

    def tally(self) -> dict[types.TallyKey, int]:
        """Return the fan, and the flowers beside them."""
        return self._edition.tally(self._found.total, self._beside)

    def formula(self) -> str:
        """Return the sum of both, or of all the lines one by one."""
        beside = self._beside
        total = self._found.total + beside
        parts = [self._found.total, beside] if beside else [self._found.total]
        if self._edition.adds_up:
            parts = [line.amount for line in self._edition.summed(self.lines())]
        text = " + ".join(map(str, parts)) + (f" = {total}" if len(parts) > 1 else "")
        return self._edition.capped_of(self._found, text, total) or "0"

    def lines(self) -> tuple[Line, ...]:
        """Return each fan that counts."""
        return self._edition.lines(self._found)

    def arrangement(self) -> tuple[ShownSet, ...]:
        """Return the sets of the reading."""
        return shown_sets(self._found.reading)

    def not_counted(self) -> tuple[NotCounted, ...]:
        """Return the fan that were set aside, those of other readings, and what of the sum is
        above the limit."""
        total = self._found.total + self._beside
        aside = self._edition.explained(self._found, self._candidates)
        return aside + self._edition.not_counted_above_limit(self._found, total)

    def why_not(self, rule: str) -> str:
        """Return why a fan of the book does not count."""
        return self._edition.why_not(rule, self._found)

    def why_below_minimum(self) -> str:
        """Return that the fan do not reach the minimum."""
        worth, minimum = self._edition.toward_minimum(self._found), self._edition.minimum
        return say(
            "the hand is worth {worth}, but a win needs {minimum}", worth=worth, minimum=minimum
        )


def _fills_limit_alone(hit: CountedFan, limit: int) -> bool:
    """Tests if a great hand is worth the limit by itself."""
    great = hit.fan.alone is not None or hit.fan.fills_limit is not None
    return great and hit.amount >= limit


def _line(hit: CountedFan, tiles: tuple[str, ...], kind: types.LineKind) -> Line:
    fan = hit.fan
    return Line(
        fan.id,
        fan.name,
        kind,
        hit.amount,
        tiles,
        fan.meaning,
        fan.source,
        1,
        fan.number or 0,
        fan.zh,
    )
