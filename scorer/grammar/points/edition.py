"""Points times doubles: how classical and British hands are counted.

A hand is read in every way that its tiles allow. Each rule of the book is tested on each reading:
points are added, doubles double the sum, the limit caps it; special hands have a value of their
own. The reading worth most is scored; of several worth the same the one with fewest doubles, then
the one that was found first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from scorer.engine import arrange, wild
from scorer.engine.any_hand import AnyHand
from scorer.engine.arrange import SETS_AND_PAIR, Shape
from scorer.engine.hand import SELF_DRAW, Hand, Win
from scorer.engine.options import When, why_not_in_force
from scorer.engine.sheet import (
    Account,
    Line,
    NotCounted,
    ReadyAccount,
    ScoreSheet,
    ShownSet,
    Undecided,
    agreed_lines,
)
from scorer.engine.situation import Situation
from scorer.engine.tiles import DRAGONS, EAST, JOKER, KIND_COUNT, bits, code
from scorer.errors import HandError, Problem
from scorer.grammar.features import RuleIndex, features, kinds_found
from scorer.grammar.points.club_hands import ClubDouble, ClubHandsOfPoints, ClubSpecial
from scorer.grammar.points.formula import formula
from scorer.grammar.points.rule import (
    BESIDE_SPECIAL_SCOPE,
    ORDINARY_SCOPE,
    SPECIAL_SCOPE,
    CountedRule,
    PointsCandidate,
    Rule,
    RuleInForce,
    Special,
)
from scorer.grammar.points.undecided import completions, may_fish_for
from scorer.grammar.points.why_not import explainable_rules, not_counted, why_not
from scorer.grammar.reading import (
    Reading,
    all_tiles,
    losing_reading,
    shown_sets,
    tiles_of,
    winning_readings,
)
from scorer.grammar.special.club_hands import MAX_NEAR_CLUB_HANDS, near_problems
from scorer.languages.speech import say
from scorer.rulebook.book import Book, Options
from scorer.rulebook.edition import Edition
from scorer.rulebook.parts import RuleDeclaration

if TYPE_CHECKING:
    from scorer import types

Refusal = Callable[[Hand, Sequence[Reading], Options], Problem]


class PointsRules(NamedTuple):
    """What a book declares for its editions to count by.

    ``counted`` and ``specials`` are the rules and special hands in its order; ``withheld`` tells
    by their ids of special hands that the options leave out. ``shapes`` are the shapes beside sets
    and a pair. ``claimed_kongs_count_as_concealed``: a kong claimed onto a concealed pung stays
    hidden. ``mahjong`` tells whether a reading is a mah-jong, ``is_special_exposed`` whether a
    special hand is exposed; ``refusal`` gives the problem of tiles that are no winning hand. The
    options in force decide the rest: a club's special hands (``own``), whether ordinary and
    special hands stop at the limit (``caps_ordinary``, ``caps_specials``), whether the latter's
    tiles may not score as an ordinary hand (``fixes_specials``), and which tile is wild."""

    counted: Sequence[Rule]
    specials: Sequence[Special]
    withheld: Mapping[str, When]
    shapes: tuple[Shape, ...]
    claimed_kongs_count_as_concealed: bool
    mahjong: Callable[[Reading], bool]
    is_special_exposed: Callable[[Reading], bool]
    refusal: Refusal
    caps_ordinary: bool
    caps_specials: bool
    fixes_specials: bool
    wild_tile: int | None
    own: ClubHandsOfPoints | None = None


# The places of the sums to which amounts are added (see ``PointsCandidate``).
POINTS, DOUBLES, WHOLE, OWN_POINTS, OWN_DOUBLES = 0, 1, 2, 3, 4
SUM_OF = {"points": POINTS, "double": DOUBLES}


FISHING_UNKNOWN_REASON: Final = "nobody was asked"
"""Why the hands that could be are not scored for fishing too."""


class PointsEdition(Edition):
    """A book with its options in force: what scores hands.

    >>> from scorer.rules import classical
    >>> hand = Hand.of("123b 55d", ["EEE", "234d", "777c"], winning="5d")
    >>> classical.book.edition().score(hand, Win.of("discard"), seat=0, prevailing=0)
    ScoreSheet(20 × 2^2 = 80)
    """

    def __init__(
        self, book: Book, rules: PointsRules, preset: str | None, options: Options
    ) -> None:
        # Long: everything that the options decide is decided once.
        super().__init__(book, preset, options)
        self._rules = rules
        self._hand_tiles = book.tiles.hand_tiles
        limit = options["limit"]
        assert isinstance(limit, int)
        self.limit = limit
        self.most = limit  # the limit as an int: the attribute that all editions share may be None
        self.caps_ordinary = rules.caps_ordinary
        self.caps_specials = rules.caps_specials
        self.fixes_specials = rules.fixes_specials
        self.wild_tile = rules.wild_tile
        self.shapes = rules.shapes
        self._claimed_kongs_count_as_concealed = rules.claimed_kongs_count_as_concealed
        self._is_mahjong = rules.mahjong
        self._is_special_exposed = rules.is_special_exposed
        # A club's own hands are found by their tiles, however many there are.
        self._own = rules.own
        self._specials = RuleIndex([s for s in rules.specials if not isinstance(s, ClubSpecial)])
        self._gone = self._replaced_specials()
        self._places: Mapping[Special | None, int] = {
            special: place for place, special in enumerate(rules.specials)
        }
        self._fishing = [special for special in rules.specials if special.fishing]
        self._ordinary_rules = {
            won: RuleIndex(self._rules_to_test(won, False)) for won in (True, False)
        }
        self._special_rules = {
            won: RuleIndex(self._rules_to_test(won, True)) for won in (True, False)
        }
        alone = {
            won: [rule for rule in self._rules_of(won) if rule.stands_alone(options)]
            for won in (True, False)
        }
        self._explicable = {
            won: explainable_rules(self._rules_and_own(won), rules.specials, won, options)
            for won in (True, False)
        }
        self._rules_alone = {
            won: RuleIndex([self._make_rule_in_force(rule, OWN_DOUBLES) for rule in rules])
            for won, rules in alone.items()
        }
        self._rules_with_alone = {
            rule.id: RuleIndex(self._rules_beside_alone(rule, won))
            for won, rules in alone.items()
            for rule in rules
        }

    def club_hands(self) -> Sequence[RuleDeclaration]:
        """Return a club's special hands, as rules."""
        return [] if self._own is None else [*self._own.specials, *self._own.doubles]

    def _replaced_specials(self) -> tuple[Special, ...]:
        """Return the built-in hands whose place a club's own take, or that it does not play."""
        gone: Mapping[str, str] = {} if self._own is None else self._own.hands.gone
        rules = self.book.rules
        return tuple(rule for rule in rules if isinstance(rule, Special) and rule.id in gone)

    def _rules_and_own(self, won: bool) -> list[Rule]:
        """Return the rules in force, and the doubles of a club's own hands."""
        own = [] if self._own is None or not won else self._own.doubles
        return [*self._rules_of(won), *own]

    def _rules_of(self, won: bool) -> list[Rule]:
        """Return the rules in force that a winner's or a loser's hand may have."""
        options = self.options
        return [
            rule
            for rule in self._rules.counted
            if rule.in_force(options) and rule.worth(options) and rule.is_for(won, options)
        ]

    def _rules_to_test(self, won: bool, special: bool) -> list[RuleInForce]:
        """Return the rules to test on an ordinary or a special hand, and where each adds its
        amount."""
        return [
            self._make_rule_in_force(
                rule, WHOLE if rule.scope == SPECIAL_SCOPE else SUM_OF[rule.kind]
            )
            for rule in self._rules_of(won)
            if rule.scope != (ORDINARY_SCOPE if special else SPECIAL_SCOPE)
            and not rule.stands_alone(self.options)
        ]

    def _rules_beside_alone(self, alone: Rule, won: bool) -> list[RuleInForce]:
        """Return the rules to test on a hand that the rule ``alone`` doubles: those of points, and
        those of doubles only for what lies beside it and for the whole."""
        tested = []
        for rule in self._rules_of(won):
            if rule is alone:
                tested.append(self._make_rule_in_force(rule, OWN_DOUBLES))
            elif rule.scope == SPECIAL_SCOPE:
                tested.append(self._make_rule_in_force(rule, WHOLE))
            elif rule.scope == BESIDE_SPECIAL_SCOPE:
                tested.append(self._make_rule_in_force(rule, SUM_OF[rule.kind]))
            elif rule.kind == "points":
                tested.append(self._make_rule_in_force(rule, OWN_POINTS))
        return tested

    def _make_rule_in_force(self, rule: Rule, sum_place: int) -> RuleInForce:
        return RuleInForce(rule, rule.worth(self.options), sum_place)

    def lost(self, hand: AnyHand, situation: Situation, not_fishing: str | None) -> ScoreSheet:
        """Return the sheet of a hand that did not win; ``not_fishing`` is why it was not
        fishing."""
        assert isinstance(hand, Hand)
        candidates = self._losing_candidates(hand, situation, not_fishing is None)
        best = self._best_candidate(candidates)
        if not_fishing is not None:
            return self._sheet(
                best, NotFishingAccount(self, best, candidates, hand, situation, not_fishing)
            )
        return self._sheet(best, PointsAccount(self, best, candidates))

    def won(self, hand: AnyHand, win: Win, situation: Situation) -> ScoreSheet:
        """Return the sheet of the hand, scored as the special or ordinary hand that is worth most.
        Raises HandError if it is no winning hand."""
        assert isinstance(hand, Hand)
        readings = self._winning_readings(hand, win.facts, situation)
        candidates: list[PointsCandidate] = []
        for h in readings:
            self._add_winning_candidates(h, candidates)
        if not candidates:
            raise self._refusal(hand, readings)
        if self.fixes_specials:
            candidates = _only_special_candidates(candidates)
        best = self._best_candidate(candidates)
        return self._sheet(best, PointsAccount(self, best, candidates))

    def score_partial_loser(
        self, hand: AnyHand, situation: Situation, not_fishing: str | None
    ) -> tuple[ScoreSheet, list[Undecided]]:
        """Score the least that the hand is worth whatever its other tiles are, and what those could
        add: doubles of the whole hand, and fishing."""
        assert isinstance(hand, Hand)
        sheet = self.lost(hand, situation, not_fishing)
        unknown = self._hand_tiles - 3 * len(hand.melds) - len(hand.concealed)
        if unknown <= 0:
            return sheet, []
        sheets = [
            self.lost(completed, situation, FISHING_UNKNOWN_REASON)
            for completed in completions(hand, unknown)
        ]
        least = min(sheets, key=lambda scored: scored.total)
        questions = self._undecided_doubles(least, sheets)
        most = 0 if not_fishing is not None else self._best_fishing_score(hand, situation)
        if most > least.total:
            name, ask = say("One tile short"), say("was it one tile short of a special hand?")
            questions.append(Undecided("fishing", name, "limit", most - least.total, ask))
        account = ReadyAccount(least.tally, least.formula, least.lines, sheet.arrangement)
        scored = ScoreSheet(least.total, account, won=False, limit=self.most, reached=least.reached)
        return scored, questions

    def _undecided_doubles(
        self, least: ScoreSheet, sheets: Sequence[ScoreSheet]
    ) -> list[Undecided]:
        """Return the doubles that only some of these hands have, in the order of the book."""
        counted = {line.id for line in least.lines}
        found = {line.id: line for sheet in sheets for line in sheet.lines if line.kind != "points"}
        return [
            Undecided(
                rule.id,
                rule.name,
                found[rule.id].kind,
                found[rule.id].amount,
                say("with the other tiles, was this true: {meaning}?", meaning=found[rule.id].why),
            )
            for rule in self._rules.counted
            if rule.id in found and rule.id not in counted
        ]

    def _best_fishing_score(self, hand: Hand, situation: Situation) -> int:
        """Return the most that a hand of which this much is known can score for fishing."""
        h = self._losing_readings(hand, situation, False)[0]
        feature_bits = features(h)
        shapes, sets = self.shapes, self._hand_tiles // 3
        fished = [special for special in self._fishing if may_fish_for(special, h, shapes, sets)]
        return self._special_candidate(fished, h, feature_bits).total if fished else 0

    def _best_candidate(self, candidates: list[PointsCandidate]) -> PointsCandidate:
        return candidates[0] if len(candidates) == 1 else max(candidates, key=self._rank_of)

    def not_fished(self, hand: Hand, situation: Situation, why: str) -> tuple[NotCounted, ...]:
        """Return the lines that the hand would have had for fishing, each with ``why`` it has
        not."""
        fished, plain = self.lost(hand, situation, None), self.lost(hand, situation, why)
        counted = {line.id for line in plain.lines}
        return tuple(
            [
                NotCounted(line.id, line.name, line.kind, line.amount, why)
                for line in fished.lines
                if line.id not in counted
            ]
        )

    def _rank_of(self, candidate: PointsCandidate) -> tuple[int, int, int]:
        """Return the key that candidates are compared by: the total, then fewer doubles, then the
        place of the special hand in the book. Of equal candidates the first found is taken."""
        place = self._places.get(candidate.special, len(self._places))
        return candidate.total, -candidate.doubles - candidate.whole, -place

    def sheet_of_agreed_points(self, points: int, won: bool) -> ScoreSheet:
        """Return the sheet of points that the table agreed on."""
        formula = f"{points} × 2^0 = {points}"
        account = ReadyAccount({"points": points, "doubles": 0}, formula, agreed_lines(points))
        return ScoreSheet(points, account, won=won, limit=self.most, reached=points >= self.most)

    def is_possible_total(self, points: int) -> bool:
        """Tests if a hand may be worth so much: at most the limit, where ordinary hands stop at
        it."""
        return not self.caps_ordinary or super().is_possible_total(points)

    def check_tiles(self, hand: AnyHand, players: int = 4) -> None:
        """Raise HandError for wild tiles where no tile is wild."""
        assert isinstance(hand, Hand)
        if hand.all_jokers and self.wild_tile is None:
            raise HandError(*self.wild_tile_problems(hand))

    def _winning_readings(self, hand: Hand, facts: int, situation: Situation) -> list[Reading]:
        """Return every way to read a hand that won so, whatever its wild tiles stand for."""
        options, shapes, kongs_hidden = (
            self.options,
            self.shapes,
            self._claimed_kongs_count_as_concealed,
        )
        if hand.all_jokers:
            readings: list[Reading] = []
            for standing in wild.winning_standings(hand, shapes):
                readings += winning_readings(
                    standing, facts, situation, options, shapes, kongs_hidden
                )
        else:
            readings = winning_readings(hand, facts, situation, options, shapes, kongs_hidden)
        for h in readings:
            h.mahjong = self._is_mahjong(h)
        if self._own is not None:
            for h in readings:
                if not self._own.hands.is_playable(h, self._gone):
                    h.mahjong = False
        return readings

    def _losing_readings(self, hand: Hand, situation: Situation, fishing: bool) -> list[Reading]:
        hands: Iterable[Hand] = (hand,)
        if hand.all_jokers:
            useful = DRAGONS | 1 << EAST + situation.seat | 1 << EAST + situation.prevailing
            hands = wild.losing_standings(hand, useful)
        options, shapes, kongs_hidden = (
            self.options,
            self.shapes,
            self._claimed_kongs_count_as_concealed,
        )
        readings = [
            losing_reading(standing, situation, options, shapes, kongs_hidden) for standing in hands
        ]
        if fishing:
            for h in readings:
                h.completed_readings = partial(self._readings_when_completed, h.hand, situation)
        return readings

    def _readings_when_completed(self, hand: Hand, situation: Situation) -> list[Reading]:
        """Return the readings of the winning hands of which this hand is one tile short, as if that
        tile were drawn; none if it has another number of tiles."""
        if len(hand.concealed) != self._hand_tiles - 3 * len(hand.melds):
            return []
        if hand.all_jokers:
            # The tile that is wanted may be any, so it is one more wild tile.
            return self._winning_readings(hand.with_tile(JOKER, won=False), SELF_DRAW, situation)
        readings: list[Reading] = []
        for _, complete in arrange.completions_of(hand, self.shapes):
            readings += self._winning_readings(complete, SELF_DRAW, situation)
        return readings

    def _losing_candidates(
        self, hand: Hand, situation: Situation, fishing: bool
    ) -> list[PointsCandidate]:
        readings = self._losing_readings(hand, situation, fishing)
        candidates = [self._ordinary_candidate(h, features(h)) for h in readings]
        for h in readings:
            feature_bits = features(h)
            for rule in self._special_alone(h, feature_bits):
                candidates.append(self._candidate_of_alone(rule, h, feature_bits))
        if fishing and self._fishing:
            within_reach: set[Special] = set()
            for completed in self._readings_when_completed(hand, situation):
                within_reach.update(self._specials_found(completed, features(completed)))
            first = readings[0]
            reached = [special for special in self._fishing if special in within_reach]
            if reached:
                candidates.append(self._special_candidate(reached, first, features(first)))
        return candidates

    def _add_winning_candidates(self, h: Reading, candidates: list[PointsCandidate]) -> None:
        """Add to ``candidates`` everything that this reading of a won hand can be scored as."""
        feature_bits = features(h)
        found = self._specials_found(h, feature_bits)
        doubled = self._own is not None and bool(self._own.doubles_of(h))
        if found:
            candidates.append(self._special_candidate(found, h, feature_bits))
        if doubled or (h.mahjong and h.shape == SETS_AND_PAIR):
            alone = self._special_alone(h, feature_bits)
            if alone:
                candidates.append(self._candidate_of_alone(alone[0], h, feature_bits))
            else:
                candidates.append(self._ordinary_candidate(h, feature_bits))

    def _specials_found(self, h: Reading, feature_bits: int) -> list[Special]:
        """Return the special hands that a reading is: the book's in order, then a club's."""
        found: list[Special] = [
            special for special in self._specials.of(feature_bits) if special.test(h)
        ]
        if self._own is not None:
            found += self._own.specials_of(h)
        return found

    def _special_alone(self, h: Reading, feature_bits: int) -> list[Rule]:
        """Return the rules that make a special hand of this reading, which no other rule then
        doubles."""
        return [
            tested.rule for tested in self._rules_alone[h.won].of(feature_bits) if tested.test(h)
        ]

    def _ordinary_candidate(self, h: Reading, feature_bits: int) -> PointsCandidate:
        sums, hits = _count_rules(h, self._ordinary_rules[h.won].of(feature_bits))
        if self._own is not None and h.won:
            for own in self._own.doubles_of(h):
                sums[DOUBLES] += own.worth(self.options)
                hits.append((own, own.worth(self.options), True))
        points, doubles = sums[POINTS], sums[DOUBLES]
        total = points << doubles
        if total > self.most and self.caps_ordinary:
            total = self.most
        return PointsCandidate(total, points, doubles, 0, hits, h, None)

    def _special_candidate(
        self, specials: Sequence[Special], h: Reading, feature_bits: int
    ) -> PointsCandidate:
        """Return the reading as the special hand among these that is worth most, or as the first of
        those. What lies beside them is the same."""
        sums, hits = _count_rules(h, self._special_rules[h.won].of(feature_bits))
        limit, exposed, won = self.most, self._is_special_exposed(h), h.won
        values = [special.value(limit, exposed, won) for special in specials]
        if len(values) == 1:
            return self._candidate_with_beside(values[0], sums, hits, h, specials[0])
        total_of = {value: self._total_with_beside(value, sums) for value in {*values}}
        totals = [total_of[value] for value in values]
        dearest = totals.index(max(totals))
        candidate = self._candidate_with_beside(values[dearest], sums, hits, h, specials[dearest])
        candidate.also = [*zip(specials, totals, strict=True)]
        return candidate

    def _candidate_of_alone(self, alone: Rule, h: Reading, feature_bits: int) -> PointsCandidate:
        sums, hits = _count_rules(h, self._rules_with_alone[alone.id].of(feature_bits))
        value = sums[OWN_POINTS] << sums[OWN_DOUBLES]
        if self.caps_ordinary:
            value = min(value, self.most)
        return self._candidate_with_beside(value, sums, hits, h, None, alone)

    def _candidate_with_beside(
        self,
        value: int,
        sums: list[int],
        hits: list[CountedRule],
        h: Reading,
        special: Special | None,
        alone: Rule | None = None,
    ) -> PointsCandidate:
        """Return a special hand of this value with what lies beside it, and the doubles of the
        whole."""
        return PointsCandidate(
            self._total_with_beside(value, sums),
            sums[POINTS],
            sums[DOUBLES],
            sums[WHOLE],
            hits,
            h,
            special,
            alone,
            value,
            (sums[OWN_POINTS], sums[OWN_DOUBLES]),
        )

    def _total_with_beside(self, value: int, sums: list[int]) -> int:
        total = value + (sums[POINTS] << sums[DOUBLES])
        if self.caps_specials:
            total = min(total, self.most)
        return total << sums[WHOLE]

    def _sheet(self, best: PointsCandidate, account: Account) -> ScoreSheet:
        special = best.special
        return ScoreSheet(
            best.total,
            account,
            won=best.reading.won,
            qualifies=True,
            limit=self.most,
            reached=self._uncapped_amount(best) >= self.most,
            limit_hand=None if special is None else special.name,
        )

    def _uncapped_amount(self, best: PointsCandidate) -> int:
        """Return the amount that is compared with the limit, before the limit caps it."""
        if best.special is not None:
            return best.total
        beside = best.points << best.doubles
        if best.alone is None:
            return beside
        own_points, own_doubles = best.own
        return (own_points << own_doubles) + (beside if self.caps_specials else 0)

    def lines(self, best: PointsCandidate) -> tuple[Line, ...]:
        """Return what counts, in the order of the book."""
        h, special = best.reading, best.special
        lines = []
        if special is not None:
            name, zh = special.name, special.zh
            if not h.won:
                zh = ""
                name = say("Fishing for {hand}", hand=name)
            why = special.why(self.most, self._is_special_exposed(h), h.won, self.options)
            tiles, source = all_tiles(h), special.source
            lines.append(Line(special.id, name, "limit", best.value, tiles, why, source, zh=zh))
        for rule, amount, found in best.hits:
            lines += _lines(rule, amount, found, h, rule.meaning_under(self.options))
        return tuple(lines)

    def explained(
        self, best: PointsCandidate, candidates: list[PointsCandidate]
    ) -> tuple[NotCounted, ...]:
        """Return what the tiles nearly show, or show but do not count."""
        h, exposed = best.reading, self._is_special_exposed(best.reading)
        scope = self._explicable[h.won]
        found = not_counted(best, candidates, scope, self.most, exposed)
        if self._own is None or not h.won:
            return found
        listed = {entry.id for entry in found}
        near = self._own.near_misses(h, MAX_NEAR_CLUB_HANDS)
        return (
            *found,
            *[self._near_own_hand(own, exposed, why) for own, why in near if own.id not in listed],
        )

    def _near_own_hand(self, own: ClubSpecial | ClubDouble, exposed: bool, why: str) -> NotCounted:
        """Return a club's own hand as what a hand nearly is."""
        if isinstance(own, ClubDouble):
            return NotCounted(own.id, own.name, own.kind, own.worth(self.options), why)
        value = own.value(self.most, exposed, True)
        return NotCounted(own.id, own.name, "limit", value, why)

    def _refusal(self, hand: Hand, readings: Sequence[Reading]) -> HandError:
        """Return the error of tiles that are no winning hand, with the own hands of a club that
        they nearly are."""
        if self._own is None:
            return HandError(self._rules.refusal(hand, readings, self.options))
        # What the book says of its own shapes may be of hands that the club does not play.
        played = [h for h in readings if h.shape == SETS_AND_PAIR or not self._gone]
        problems = [self._rules.refusal(hand, played, self.options)]
        return HandError(*problems, *near_problems(readings, self._own.near_misses))

    def why_not(
        self, id: str, best: PointsCandidate, candidates: list[PointsCandidate], fished: str | None
    ) -> str:
        """Return why the rule or special hand of this id does not count; ``fished`` is the reason
        for a special hand that was fished for."""
        declared: list[Rule | Special] = [*self._rules.counted, *self._rules.specials]
        if self._own is not None:
            if id in self._own.hands.gone:
                return self._own.hands.why_not_played(id)
            declared += self._own.doubles
        found = next((rule for rule in declared if rule.id == id), None)
        if id in self._rules.withheld:
            return why_not_in_force(self._rules.withheld[id])
        if found is None:
            return ""
        if isinstance(found, Rule) and not found.worth(self.options):
            return say("this table counts nothing for it")
        return why_not(best, candidates, found, fished, self.options)

    def completing(self, hand: AnyHand, facts: int) -> Iterator[tuple[int, int, Hand]]:
        """Yield each tile that may complete the hand, with how many of it the hand does not have
        and the hand with this tile; wild tiles come last."""
        assert isinstance(hand, Hand)
        if hand.all_jokers:
            wanted = [kind for kind in range(KIND_COUNT) if hand.copies_of(kind) < 4]
        else:
            wanted = list(bits(arrange.waits(hand, self.shapes)))
        if self.wild_tile is not None:
            wanted = [kind for kind in wanted if kind != self.wild_tile]
            wanted += [JOKER] if hand.all_jokers < 4 else []
        for tile in wanted:
            shown = self.wild_tile if tile == JOKER and self.wild_tile is not None else tile
            held = hand.all_jokers if tile == JOKER else hand.copies_of(tile)
            yield shown, 4 - held, hand.with_tile(tile)


def _only_special_candidates(candidates: list[PointsCandidate]) -> list[PointsCandidate]:
    """Return the candidates without those that count tiles of a special hand as an ordinary hand.
    Where wild tiles stand for something else, the tiles are others."""
    special_hands = {
        id(candidate.reading.hand) for candidate in candidates if candidate.special is not None
    }
    return [
        candidate
        for candidate in candidates
        if candidate.is_special or id(candidate.reading.hand) not in special_hands
    ]


def _count_rules(h: Reading, rules: list[RuleInForce]) -> tuple[list[int], list[CountedRule]]:
    """Return the five sums, and each rule that counts with its amount and what its test found."""
    sums = [0, 0, 0, 0, 0]
    hits: list[CountedRule] = []
    for tested in rules:
        found = tested.test(h)
        if found:
            amount = tested.amount
            if tested.each:
                sums[tested.sum_place] += amount * kinds_found(found).bit_count()
            else:
                sums[tested.sum_place] += amount
            hits.append((tested.rule, amount, found))
    return sums, hits


class PointsAccount(Account):
    """What explains a score of points and doubles, from the edition that counted it, the candidate
    that is scored and all candidates."""

    __slots__ = ("_best_candidate", "_candidates", "_edition")

    def __init__(
        self, edition: PointsEdition, best: PointsCandidate, candidates: list[PointsCandidate]
    ) -> None:
        self._edition = edition
        self._best_candidate = best
        self._candidates = candidates

    def tally(self) -> dict[types.TallyKey, int]:
        """Return all points, and all doubles."""
        best = self._best_candidate
        own_points, own_doubles = best.own
        return {
            "points": own_points + best.points,
            "doubles": own_doubles + best.doubles + best.whole,
        }

    def formula(self) -> str:
        """Return the formula of the total."""
        edition = self._edition
        ordinary_limit = edition.most if edition.caps_ordinary else None
        return formula(self._best_candidate, edition.most, ordinary_limit, edition.caps_specials)

    def lines(self) -> tuple[Line, ...]:
        """Return what counts."""
        return self._edition.lines(self._best_candidate)

    def arrangement(self) -> tuple[ShownSet, ...]:
        """Return the sets of the reading."""
        return shown_sets(self._best_candidate.reading)

    def not_counted(self) -> tuple[NotCounted, ...]:
        """Return what was nearly met, and what other readings show."""
        return self._edition.explained(self._best_candidate, self._candidates)

    def why_not(self, rule: str) -> str:
        """Return why a rule of the book does not count."""
        reason = say("the hand did not win and was not one tile away from it")
        return self._edition.why_not(rule, self._best_candidate, self._candidates, reason)


class NotFishingAccount(PointsAccount):
    """The same for a player who was not fishing, for the reason ``why``."""

    __slots__ = ("_hand", "_situation", "_why")

    def __init__(
        self,
        edition: PointsEdition,
        best: PointsCandidate,
        candidates: list[PointsCandidate],
        hand: Hand,
        situation: Situation,
        why: str,
    ) -> None:
        super().__init__(edition, best, candidates)
        self._hand = hand
        self._situation = situation
        self._why = why

    def not_counted(self) -> tuple[NotCounted, ...]:
        """Return what was not counted, with what fishing would have been worth."""
        explained = self._edition.explained(self._best_candidate, self._candidates)
        return (*explained, *self._edition.not_fished(self._hand, self._situation, self._why))


def _lines(rule: Rule, amount: int, found: object, h: Reading, why: str) -> list[Line]:
    if rule.each:
        return [_line(rule, amount, tiles_of(kind, h), why) for kind in bits(kinds_found(found))]
    if rule.last and h.hand.winning is not None:
        tiles: tuple[str, ...] = (code(h.hand.winning),)
    elif found is True:
        tiles = all_tiles(h)
    else:
        tiles = tuple([tile for kind in bits(kinds_found(found)) for tile in tiles_of(kind, h)])
    return [_line(rule, amount, tiles, why)]


def _line(rule: Rule, amount: int, tiles: tuple[str, ...], why: str) -> Line:
    return Line(rule.id, rule.name, rule.kind, amount, tiles, why, rule.source, zh=rule.zh)
