"""Han and fu: how riichi hands are counted.

A hand is read in every way that its tiles allow. Of each reading every yaku is asked, what another
one replaces falls away, dora are added, fu are counted, and both give points. The reading that is
paid most is scored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorer.engine import arrange
from scorer.engine.any_hand import AnyHand
from scorer.engine.arrange import Shape
from scorer.engine.hand import CHOW, SELF_DRAW, Hand, Win, number_in_words
from scorer.engine.sheet import ReadyAccount, ScoreSheet
from scorer.engine.situation import Situation
from scorer.engine.tiles import FIRST_RED_FIVE, PLAIN_FIVES, code, parse, plain
from scorer.errors import HandError, Problem
from scorer.grammar.features import CONCEALED, RuleIndex, kinds_found
from scorer.grammar.han import house
from scorer.grammar.han.account import HanAccount, agreed_account, sets_with_reds
from scorer.grammar.han.agreed import agreed_han
from scorer.grammar.han.hand import DoraHand, reds_among
from scorer.grammar.han.reading import HanReading, han_features, han_readings
from scorer.grammar.han.rule import ActiveRule, Bonus, CountedYaku, FuItem, HanCandidate, Yaku
from scorer.grammar.han.worth import (
    YAKUMAN_BASE_POINTS,
    PaymentTerms,
    base_points_of,
    limit_name,
    total_payment,
)
from scorer.grammar.reading import losing_reading
from scorer.languages.speech import UserText, say
from scorer.rulebook.book import Book, Options, holds
from scorer.rulebook.edition import Edition

Contradicts = Callable[[Hand | None, Win, int, Options], Iterator[tuple[str, str]]]
"""Yields the contradictions in a win, each by its pointer and a sentence, from the hand, the win,
the seat and the options."""


class HanRules(NamedTuple):
    """What a book declares for its editions to count by.

    Attributes:
        yaku: The yaku, in the order of the book.
        bonuses: What adds han beside the yaku: dora.
        items: The items of fu.
        rounded: The line that rounds the fu up.
        shapes: The shapes that win beside sets and a pair.
        contradiction: Yields the contradictions in a win (``HanBook.contradicts``).
        doubtful: Only wins with one of these circumstances can contradict themselves, and wins
            with ura indicators, or with somebody liable.
        turned: The circumstances in which ura indicators are no contradiction.
    """

    yaku: Sequence[Yaku]
    bonuses: Sequence[Bonus]
    items: Sequence[FuItem]
    rounded: FuItem
    shapes: tuple[Shape, ...]
    contradiction: Contradicts
    doubtful: int
    turned: int


PAYMENT_CACHE_SIZE: Final = 1 << 10


class HanEdition(Edition):
    """A book with its options in force: what scores hands.

    >>> from scorer.rules import riichi
    >>> hand = riichi.DoraHand.of("123b 456b 99d 34d", ["EEE"], winning="5d")
    >>> riichi.book.edition().score(hand, Win.of("discard", loser="W"), seat=1, prevailing=0)
    ScoreSheet(30 fu × 2^(1 + 2) = 240, × 4 = 960, 1000)
    """

    score_required = say("this player needs a hand, or agreed han and fu; enter one of the two")

    def __init__(self, book: Book, rules: HanRules, preset: str | None, options: Options) -> None:
        super().__init__(book, preset, options)
        self.rules = rules
        self.shapes = rules.shapes
        self.minimum = options[house.minimum_han_option]
        self._two_from = options[house.two_han_from_option]
        self.reds = reds_among(parse(" ".join(book.tiles.special_codes(options))))
        self.without_at, left_out = book.tiles.left_out or (0, ())
        self.without = sum(1 << tile for tile in parse(" ".join(left_out)))
        self.stacks = options[house.yakuman_stack_option]
        self._loses = options[house.tsumo_loss_option]
        yaku = [rule for rule in rules.yaku if rule.in_force(options)]
        # The yaku that may be listed as not counted, in the book's order, each with whether these
        # options have it: those that they have, and those that can be nearly met.
        self.lacked = [(rule, rule in yaku) for rule in rules.yaku if rule.why_near or rule in yaku]
        replaced = dict.fromkeys(name for rule in yaku for name in rule.replaces)
        bits = {name: 1 << n for n, name in enumerate(replaced)}
        pairs = [(rule, self._activate_yaku(rule, bits)) for rule in yaku]
        alone = [active for rule, active in pairs if rule.may_count_alone(options)]
        # Yakuman first, and what replaces another before that other.
        self._needing = [active for rule, active in pairs if rule.needs]
        counted = [active for _, active in pairs if active not in alone + self._needing]
        counted.sort(key=lambda active: (not active.limit, not active.gone, active.bit != 0))
        self._yaku = RuleIndex(counted)
        self._counted_alone = RuleIndex(alone)
        self._closed = RuleIndex([active for rule, active in pairs if rule.opened is None])
        self._fu = RuleIndex(
            [
                ActiveRule(item, item.worth(options), item.worth(options), False, 0, 0)
                for item in rules.items
            ]
        )
        self._named = self._yaku.named | self._counted_alone.named | self._fu.named
        self._paid: dict[int, int] = {}
        self.bonuses = [bonus for bonus in rules.bonuses if bonus.in_force(options)]

    def _activate_yaku(self, yaku: Yaku, bits: Mapping[str, int]) -> ActiveRule:
        limit = yaku.is_yakuman(self.options)
        closed, opened = yaku.worth(self.options), yaku.opened or 0
        if limit:
            twice = yaku.doubled is not None and holds(yaku.doubled, self.options)
            closed = opened = 2 if twice else 1
        gone = sum(bits[name] for name in yaku.replaces)
        return ActiveRule(yaku, closed, opened, limit, bits.get(yaku.name, 0), gone)

    def won(self, hand: AnyHand, win: Win, situation: Situation) -> ScoreSheet:
        """Return the sheet of the reading that is paid most. Raises HandError if the tiles do not
        win."""
        assert isinstance(hand, Hand)
        facts = win.facts
        readings = han_readings(hand, facts, situation, self.options, self.shapes)
        if not readings:
            detail = say(
                "the tiles form no winning hand: neither four sets and a pair, nor seven "
                "different pairs, nor thirteen orphans"
            )
            raise HandError(Problem("/hand", "not_winning", detail))
        players = situation.players
        pays = self._payment_conditions(facts, situation)
        dora = 0
        if isinstance(hand, DoraHand):
            for bonus in self.bonuses:
                dora += bonus.number(hand, players)
        least = self.least(situation)
        found = self._best_candidate(readings[0], dora, least, pays)
        for n in range(1, len(readings)):
            other = self._best_candidate(readings[n], dora, least, pays)
            if other.beats(found):
                found = other
        if self._counted_alone.named:
            for h in readings:
                alone = self._candidate_of_one_yaku(h, pays)
                if alone is not None and alone.total > found.total:
                    found = alone
        return self._sheet(found, readings, situation, pays)

    def _payment_conditions(self, facts: int, situation: Situation) -> PaymentTerms:
        drawn = bool(facts & SELF_DRAW)
        return (situation.seat == 0, drawn, situation.players, self._loses)

    def total_from_tally(
        self, tally: Mapping[str, int], facts: int, situation: Situation
    ) -> int | None:
        """Return what so many han and fu, or yakuman, are worth; None for a tally that no hand
        has."""
        han, fu, yakuman = (tally.get(name, 0) for name in ("han", "fu", "yakuman"))
        if yakuman > 0:
            return total_payment(
                YAKUMAN_BASE_POINTS * yakuman, self._payment_conditions(facts, situation)
            )
        if han <= 0 or fu < 0:
            return None
        return total_payment(
            base_points_of(han, fu, self.options), self._payment_conditions(facts, situation)
        )

    def least(self, situation: Situation) -> int:
        """Return the han, without dora, that a hand needs to win."""
        least = self.minimum or 0
        if self._two_from and situation.counters.get("honba", 0) >= self._two_from:
            return max(2, least)
        return least

    def _sheet(
        self,
        candidate: HanCandidate,
        readings: list[HanReading],
        situation: Situation,
        pays: PaymentTerms,
    ) -> ScoreSheet:
        account = HanAccount(self, candidate, readings, situation, pays)
        if not candidate.base:
            return ScoreSheet(0, account, won=True, qualifies=False)
        hand = "yakuman" if candidate.yakuman else limit_name(candidate.base)
        base = None if hand is None else candidate.base
        return ScoreSheet(
            candidate.total,
            account,
            won=True,
            qualifies=True,
            limit=base,
            reached=hand is not None,
            limit_hand=hand,
        )

    def _best_candidate(
        self, h: HanReading, dora: int, least: int, pays: PaymentTerms
    ) -> HanCandidate:
        """Return what a reading is worth; with no base points where its yaku are too few."""
        # Long: the loop over all yaku, where most of the time of scoring goes.
        feature_bits = han_features(h) & self._named
        hits: list[CountedYaku] = []
        gone = han = yakuman = 0
        facts, opened = h.facts, h.claimed_before
        for active in self._yaku.of(feature_bits & self._yaku.named):
            if yakuman and not active.limit:
                break
            if gone & active.bit or (active.needs_facts and not facts & active.needs_facts):
                continue
            worth = active.opened if opened else active.closed
            if not worth:
                continue
            shown = active.sure or active.test(h)
            if not shown:
                continue
            gone |= active.gone
            hits.append(CountedYaku(active.rule, worth, shown))  # type: ignore[arg-type]
            if active.limit:
                yakuman += worth
            else:
                han += worth
        if hits:
            for active in self._needing:
                shown = active.test(h)
                if shown:
                    hits = [hit for hit in hits if yakuman]
                    hits.append(CountedYaku(active.rule, active.closed, shown))  # type: ignore[arg-type]
                    yakuman += active.closed
        if yakuman:
            if not self.stacks and len(hits) > 1:
                hits = [max(hits, key=_hit_amount)]
                yakuman = hits[0].amount
            found = HanCandidate(h, hits, 0, yakuman)
            found.base = YAKUMAN_BASE_POINTS * yakuman
            found.total = self._total_payment(found.base, pays)
            return found
        found = HanCandidate(h, hits, han, 0)
        if han < least or not han:
            return found
        found.han = han + dora
        fu = self.fu_of(feature_bits, h)
        found.fu = fu if fu == 25 else -(-fu // 10) * 10
        found.base = base_points_of(found.han, found.fu, self.options)
        found.total = self._total_payment(found.base, pays)
        return found

    def _total_payment(self, base: int, pays: PaymentTerms) -> int:
        """Return what the others pay together for these base points, remembered under one
        number."""
        dealer, drawn, players, _ = pays
        key = base << 4 | players << 2 | drawn << 1 | dealer
        total = self._paid.get(key)
        if total is None:
            if len(self._paid) == PAYMENT_CACHE_SIZE:
                self._paid.clear()
            self._paid[key] = total = total_payment(base, pays)
        return total

    def fu_of(self, feature_bits: int, h: HanReading) -> int:
        """Return the fu of a reading, before they are rounded."""
        fu = 0
        for active in self._fu.of(feature_bits & self._fu.named):
            if active.sure:
                fu += active.closed
                continue
            found = active.test(h)
            if found:
                fu += active.closed
                if active.each:
                    kinds = kinds_found(found)
                    if kinds & (kinds - 1):  # most often it is one kind
                        fu += active.closed * (kinds.bit_count() - 1)
        return fu

    def fu_hits(self, h: HanReading) -> list[tuple[FuItem, int, object]]:
        """Return the items of fu that a reading has, each with its amount and what its test
        found."""
        feature_bits = han_features(h) & self._fu.named
        found = [
            (active.rule, active.closed, active.test(h)) for active in self._fu.of(feature_bits)
        ]
        return [hit for hit in found if hit[2]]  # type: ignore[misc]

    def shown_by(self, h: HanReading) -> list[CountedYaku]:
        """Return every yaku that a reading shows, whether it counts or not."""
        feature_bits = han_features(h)
        found = []
        for asking in (self._yaku, self._counted_alone):
            for active in asking.of(feature_bits & asking.named):
                worth = active.opened if h.claimed_before else active.closed
                shown = active.test(h)
                if shown and worth:
                    found.append(CountedYaku(active.rule, worth, shown))  # type: ignore[arg-type]
        return found

    def shown_if_closed(self, h: HanReading) -> set[Yaku]:
        """Return every yaku that the reading of an open hand would show, were the hand closed."""
        feature_bits = (han_features(h) | CONCEALED) & self._closed.named
        return {active.rule for active in self._closed.of(feature_bits) if active.test(h)}  # type: ignore[misc]

    def _candidate_of_one_yaku(self, h: HanReading, pays: PaymentTerms) -> HanCandidate | None:
        for active in self._counted_alone.of(han_features(h) & self._counted_alone.named):
            shown = active.test(h)
            if shown:
                hit = CountedYaku(active.rule, active.closed, shown)  # type: ignore[arg-type]
                found = HanCandidate(h, [hit], active.closed, 0)
                found.alone, found.han = True, active.closed
                found.base = base_points_of(found.han, 0, self.options)
                found.total = self._total_payment(found.base, pays)
                return found
        return None

    def lost(self, hand: AnyHand, situation: Situation, not_fishing: str | None) -> ScoreSheet:
        """Return the sheet of a player who did not win: nothing of it counts."""
        assert isinstance(hand, Hand)
        h = losing_reading(hand, situation, self.options, self.shapes)
        nothing = dict.fromkeys(self.book.tally, 0)
        return ScoreSheet(
            0, ReadyAccount(nothing, "0", arrangement=sets_with_reds(h)), won=False, qualifies=False
        )

    def sheet_of_agreed_points(self, points: int, won: bool) -> ScoreSheet:
        """Return the sheet of a player who has no points: only the winner has han."""
        return ScoreSheet(
            0, ReadyAccount(dict.fromkeys(self.book.tally, 0), "0"), won=won, qualifies=False
        )

    def agreed_sheet(
        self, player: Mapping[str, Any], win: Win | None, situation: Situation
    ) -> ScoreSheet | None:
        """Return the sheet of the han and fu, or the yakuman, that the table agreed on.

        Raises HandError.
        """
        if player.get("points") is not None:
            detail = say(
                "points follow from han and fu; enter the agreed han and fu under "
                "“agreed”, for example {example}",
                example=UserText('{"han": 3, "fu": 40}'),
            )
            raise HandError(Problem("/points", "bad_value", detail))
        agreed = player.get("agreed")
        if agreed is None:
            return None
        if win is None:
            detail = say("only the winner has han; remove the agreed han of this player")
            raise HandError(Problem("/agreed", "contradiction", detail))
        han, fu, yakuman = agreed_han(agreed, bool(win.facts & SELF_DRAW), self.options)
        pays = self._payment_conditions(win.facts, situation)
        base = YAKUMAN_BASE_POINTS * yakuman if yakuman else base_points_of(han, fu, self.options)
        hand = "yakuman" if yakuman else limit_name(base)
        least = self.least(situation)
        qualifies = bool(yakuman) or han >= least
        total = total_payment(base, pays) if qualifies else 0
        account = agreed_account(han, fu, yakuman, base if qualifies else 0, pays, least)
        limit = base if hand is not None and qualifies else None
        return ScoreSheet(
            total,
            account,
            won=True,
            qualifies=qualifies,
            limit=limit,
            reached=limit is not None,
            limit_hand=hand,
        )

    def win_problems(self, hand: AnyHand | None, win: Win, seat: int) -> list[Problem]:
        """Return what the tiles, the seat or the other facts rule out of the win."""
        found = super().win_problems(hand, win, seat)
        assert hand is None or isinstance(hand, Hand)
        facts, rules = win.facts, self.rules
        doubtful = facts & rules.doubtful or win.liable is not None
        if not doubtful and not facts & rules.turned and isinstance(hand, DoraHand):
            doubtful = bool(hand.beneath)
        if doubtful:
            for pointer, detail in rules.contradiction(hand, win, seat, self.options):
                found.append(Problem(pointer, "contradiction", detail))
        return found

    def check_tiles(self, hand: AnyHand, players: int = 4) -> None:
        """Raise HandError for tiles that are not in the set: wild tiles, too many red fives, norths
        set aside by four players, tiles that three players leave out."""
        assert isinstance(hand, Hand)
        problems = self.wild_tile_problems(hand)
        if isinstance(hand, DoraHand) and not self._has_red_fives_of(hand):
            problems += self._red_five_and_north_problems(hand, players)
        if players == self.without_at:
            problems += _left_out_tile_problems(hand, self.without)
        if players == 3:
            problems += _chow_problems(hand)
        if problems:
            raise HandError(*problems)

    def why_tile_is_refused(self, tile: int) -> str:
        """Return why no set may have this tile; a red five may be in one if the game has it."""
        if tile < FIRST_RED_FIVE:
            return super().why_tile_is_refused(tile)
        if self.reds[tile - FIRST_RED_FIVE]:
            return ""
        return say(
            "{tile} is a red five, but this table plays without red fives; write {five}",
            tile=code(tile),
            five=code(plain(tile)),
        )

    def _has_red_fives_of(self, hand: DoraHand) -> bool:
        """Tests if the set has the fives of this hand, of which no north is set aside."""
        bamboo, characters, dots = self.reds
        red, plain_ones = hand.red_fives, hand.plain_fives
        return (
            red[0] <= bamboo
            and red[1] <= characters
            and red[2] <= dots
            and plain_ones[0] <= 4 - bamboo
            and plain_ones[1] <= 4 - characters
            and plain_ones[2] <= 4 - dots
            and not hand.norths
        )

    def _red_five_and_north_problems(self, hand: DoraHand, players: int) -> Iterator[Problem]:
        if hand.norths and (players == 4 or self.options[house.north_option] != "bonus"):
            detail = say(
                "norths can be set aside only with three players and the house "
                "rule for it; enter them with the other tiles"
            )
            yield Problem("/hand/bonus", "bad_tile", detail)
        for suit, five in enumerate(PLAIN_FIVES):
            red = FIRST_RED_FIVE + suit
            seen, most = hand.red_fives[suit], self.reds[suit]
            if seen > most:
                where = _field_of_five(hand, red, hand.reds[suit])
                detail = say(
                    "this hand has the tile {tile} {held} times, but the game has only "
                    "{most}; correct the tiles",
                    held=number_in_words(seen),
                    tile=code(red),
                    most=number_in_words(most),
                )
                if most:
                    yield Problem(f"/hand/{where}", "fifth_copy", detail)
                    continue
                yield Problem(f"/hand/{where}", "bad_tile", self.why_tile_is_refused(red))
            elif hand.plain_fives[suit] > 4 - most:
                where = _field_of_five(hand, five, five in hand.concealed)
                detail = say(
                    "this hand has {held} plain {five}, but of the four in the game "
                    "{most} is red; write {tile} for it",
                    held=number_in_words(hand.plain_fives[suit]),
                    five=code(five),
                    most=number_in_words(most),
                    tile=code(red),
                )
                yield Problem(f"/hand/{where}", "fifth_copy", detail)

    def completing(self, hand: AnyHand, facts: int) -> Iterator[tuple[int, int, Hand]]:
        """Yield every tile that makes a winning shape of the hand; indicators are seen too."""
        assert isinstance(hand, Hand)
        for tile, complete in arrange.completions_of(hand, self.shapes):
            seen = hand.copies_seen(tile) if isinstance(hand, DoraHand) else hand.copies_of(tile)
            yield tile, max(0, 4 - seen), complete


def _field_of_five(hand: DoraHand, five: int, held: int) -> str:
    """Return the first field in which a five, red or plain, was entered; ``held``: concealed.

    A red winning tile may stand in its own field alone.
    """
    if held == 1 and hand.red_last and hand.winning == plain(five) and five >= FIRST_RED_FIVE:
        return "winning_tile"
    if held:
        return "concealed"
    beside = (*hand.indicators, *hand.beneath)
    seen = hand.red_fives if five >= FIRST_RED_FIVE else hand.plain_fives
    if seen[plain(five) // 9] > beside.count(five):
        return "melds"
    return "dora_indicators" if five in hand.indicators else "ura_indicators"


def _hit_amount(hit: CountedYaku) -> int:
    return hit.amount


def _left_out_tile_problems(hand: Hand, without: int) -> Iterator[Problem]:
    fields = [("concealed", [*hand.concealed])]
    fields += [(f"melds/{n}", meld.tiles) for n, meld in enumerate(hand.melds)]
    if isinstance(hand, DoraHand):
        fields += [("dora_indicators", [*map(plain, hand.indicators)])]
        fields += [("ura_indicators", [*map(plain, hand.beneath)])]
    for field, tiles in fields:
        for tile in tiles:
            if without >> tile & 1:
                detail = say(
                    "the game for three players does not have the tile {tile}; correct the tiles",
                    tile=code(tile),
                )
                yield Problem(f"/hand/{field}", "bad_tile", detail)
                break


def _chow_problems(hand: Hand) -> Iterator[Problem]:
    for n, meld in enumerate(hand.melds):
        if meld.kind == CHOW:
            detail = say("with three players there is no chi; correct the sets")
            yield Problem(f"/hand/melds/{n}", "bad_meld", detail)
