"""Han and fu: how riichi hands are counted.

A hand is read in every way that its tiles allow. Of each reading every yaku is asked, what another
one replaces falls away, dora are added, fu are counted, and both give points. The reading that is
paid most is scored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorer import arrange
from scorer.arrange import Shape
from scorer.edition import Edition
from scorer.errors import HandError, Problem
from scorer.grammar.features import Asking, kinds_found
from scorer.grammar.han.account import HanAccount, agreed_account, sets_with_reds
from scorer.grammar.han.hand import NO_REDS, DoraHand, reds_among
from scorer.grammar.han.reading import HanReading, han_features, han_readings
from scorer.grammar.han.rule import Asked, Bonus, Candidate, FuItem, Hit, Yaku
from scorer.grammar.han.worth import YAKUMAN, Pays, base_of, limit_of, paid_in_all
from scorer.grammar.reading import losing_reading
from scorer.hand import SELF_DRAW, Hand, Win
from scorer.rulebook import Book, Value, holds
from scorer.sheet import ScoreSheet, Written
from scorer.situation import Situation
from scorer.speech import Typed, say
from scorer.tiles import FIRST_RED_FIVE, FIVES, JOKER, code, parse, plain

__all__ = ["HanEdition", "HanRules"]


class HanRules(NamedTuple):
    """What a book declares for its editions to count by: the yaku, what adds han beside them, the
    items of fu and what rounds them, the shapes beside sets and a pair, what of a win contradicts
    itself, and the facts without which nothing does (``HanBook.contradicts``)."""

    yaku: Sequence[Yaku]
    bonuses: Sequence[Bonus]
    items: Sequence[FuItem]
    rounded: FuItem
    shapes: tuple[Shape, ...]
    contradiction: Callable[[Any, Win, int, Mapping[str, Value]], Iterator[tuple[str, str]]]
    doubtful: int
    turned: int


MOST_REMEMBERED: Final = 1 << 10


class HanEdition(Edition):
    """A book with its options in force: what scores hands.

    >>> from scorer.rules import riichi
    >>> hand = riichi.DoraHand.of("123b 456b 99d 34d", ["EEE"], winning="5d")
    >>> riichi.book.edition().score(hand, Win.of("discard", loser="W"), seat=1, prevailing=0)
    ScoreSheet(30 fu × 2^(1 + 2) = 240, × 4 = 960, 1000)
    """

    untold = say("give a hand, or the han and fu that the table agreed on")

    def __init__(
        self, book: Book, rules: HanRules, preset: str | None, options: dict[str, Value]
    ) -> None:
        super().__init__(book, preset, options)
        self.rules = rules
        self.shapes = rules.shapes
        minimum, two_from = options["minimum_han"], options["two_han_from"]
        assert isinstance(minimum, int)
        assert isinstance(two_from, int)
        self.minimum = minimum
        self._two_from = two_from
        option, tiles = book.special_tiles or ("", {})
        self.reds = reds_among(parse(" ".join(tiles[options[option]]))) if option else NO_REDS
        self.without_at, left_out = book.left_out or (0, ())
        self.without = sum(1 << tile for tile in parse(" ".join(left_out)))
        self.stacks = options["yakuman_stack"] is True
        self._loses = options["tsumo_loss"] is True
        yaku = [one for one in rules.yaku if one.in_force(options)]
        # What a hand may be told that it lacks, in the order of the book.
        self.lacked = [one for one in rules.yaku if one.close or one in yaku]
        replaced = dict.fromkeys(name for one in yaku for name in one.replaces)
        bits = {name: 1 << n for n, name in enumerate(replaced)}
        asked = [self._asked(one, bits) for one in yaku]
        flat = [one for one in asked if isinstance(one.rule, Yaku) and one.rule.is_flat(options)]
        # Yakuman first, and what replaces another before that other.
        self._needing = [one for one in asked if isinstance(one.rule, Yaku) and one.rule.needs]
        counted = [one for one in asked if one not in flat and one not in self._needing]
        counted.sort(key=lambda one: (not one.limit, not one.gone, one.bit != 0))
        self._yaku = Asking(counted)
        self._flat = Asking(flat)
        items = [one for one in rules.items if one.in_force(options)]
        self._fu = Asking(
            [Asked(one, one.worth(options), one.worth(options), False, 0, 0) for one in items]
        )
        self._named = self._yaku.named | self._flat.named | self._fu.named
        self._paid: dict[int, int] = {}
        self.bonuses = [one for one in rules.bonuses if one.in_force(options)]

    def _asked(self, yaku: Yaku, bits: Mapping[str, int]) -> Asked:
        limit = yaku.is_yakuman(self.options)
        closed, opened = yaku.worth(self.options), yaku.opened or 0
        if limit:
            twice = yaku.doubled is not None and holds(yaku.doubled, self.options)
            closed = opened = 2 if twice else 1
        gone = sum(bits[name] for name in yaku.replaces)
        return Asked(yaku, closed, opened, limit, bits.get(yaku.name, 0), gone)

    def won(self, hand: Hand, win: Win, situation: Situation) -> ScoreSheet:
        """The sheet of the reading that is paid most. HandError if the tiles do not win."""
        facts = win.facts
        readings = han_readings(hand, facts, situation, self.options, self.shapes)
        if not readings:
            detail = say(
                "the tiles form no winning hand: neither four sets and a pair, nor seven "
                "different pairs, nor thirteen orphans"
            )
            raise HandError(Problem("/hand", "not_winning", detail))
        players = situation.players
        pays = self._pays(facts, situation)
        dora = 0
        if isinstance(hand, DoraHand):
            for bonus in self.bonuses:
                dora += bonus.number(hand, players)
        least = self.least(situation)
        found = self._count(readings[0], dora, least, pays)
        for n in range(1, len(readings)):
            other = self._count(readings[n], dora, least, pays)
            if other.beats(found):
                found = other
        if self._flat.named:
            for h in readings:
                flat = self._flat_of(h, pays)
                if flat is not None and flat.total > found.total:
                    found = flat
        return self._sheet(found, readings, situation, pays)

    def _pays(self, facts: int, situation: Situation) -> Pays:
        drawn = bool(facts & SELF_DRAW)
        return (situation.seat == 0, drawn, situation.players, self._loses)

    def comes_to(self, tally: Mapping[str, int], facts: int, situation: Situation) -> int | None:
        """What so many han and fu, or yakuman, are worth; None for what no hand has."""
        han, fu, yakuman = (tally.get(name, 0) for name in ("han", "fu", "yakuman"))
        if yakuman > 0:
            return paid_in_all(YAKUMAN * yakuman, self._pays(facts, situation))
        if han <= 0 or fu < 0:
            return None
        return paid_in_all(base_of(han, fu, self.options), self._pays(facts, situation))

    def least(self, situation: Situation) -> int:
        """The han, without dora, that a hand needs to win."""
        least = self.minimum or 0
        if self._two_from and situation.state.get("honba", 0) >= self._two_from:
            return max(2, least)
        return least

    def _sheet(
        self, found: Candidate, readings: list[HanReading], situation: Situation, pays: Pays
    ) -> ScoreSheet:
        account = HanAccount(self, found, readings, situation, pays)
        if not found.base:
            return ScoreSheet(0, account, True, False)
        hand = "yakuman" if found.yakuman else limit_of(found.base)
        base = None if hand is None else found.base
        return ScoreSheet(found.total, account, True, True, base, hand is not None, hand)

    def _count(self, h: HanReading, dora: int, least: int, pays: Pays) -> Candidate:
        """What a reading comes to; with no base points where its yaku are too little."""
        # Long: the loop over all yaku, where most of the time of scoring goes.
        having = han_features(h) & self._named
        hits: list[Hit] = []
        gone = han = yakuman = 0
        facts, opened = h.facts, h.claimed_before
        for asked in self._yaku.of(having & self._yaku.named):
            if yakuman and not asked.limit:
                break
            if gone & asked.bit or (asked.told and not facts & asked.told):
                continue
            worth = asked.opened if opened else asked.closed
            if not worth:
                continue
            shown = asked.sure or asked.test(h)
            if not shown:
                continue
            gone |= asked.gone
            hits.append(Hit(asked.rule, worth, shown))  # type: ignore[arg-type]
            if asked.limit:
                yakuman += worth
            else:
                han += worth
        if hits:
            for asked in self._needing:
                shown = asked.test(h)
                if shown:
                    hits = [hit for hit in hits if yakuman]
                    hits.append(Hit(asked.rule, asked.closed, shown))  # type: ignore[arg-type]
                    yakuman += asked.closed
        if yakuman:
            if not self.stacks and len(hits) > 1:
                hits = [max(hits, key=_amount)]
                yakuman = hits[0].amount
            found = Candidate(h, hits, 0, yakuman)
            found.base = YAKUMAN * yakuman
            found.total = self._paid_in_all(found.base, pays)
            return found
        found = Candidate(h, hits, han, 0)
        if han < least or not han:
            return found
        found.han = han + dora
        fu = self.fu_of(having, h)
        found.fu = fu if fu == 25 else -(-fu // 10) * 10
        found.base = base_of(found.han, found.fu, self.options)
        found.total = self._paid_in_all(found.base, pays)
        return found

    def _paid_in_all(self, base: int, pays: Pays) -> int:
        """What the others pay together for these base points, remembered under one number."""
        dealer, drawn, players, _ = pays
        key = base << 4 | players << 2 | drawn << 1 | dealer
        total = self._paid.get(key)
        if total is None:
            if len(self._paid) == MOST_REMEMBERED:
                self._paid.clear()
            self._paid[key] = total = paid_in_all(base, pays)
        return total

    def fu_of(self, having: int, h: HanReading) -> int:
        """The fu of a reading, before they are rounded."""
        fu = 0
        for asked in self._fu.of(having & self._fu.named):
            if asked.sure:
                fu += asked.closed
                continue
            found = asked.test(h)
            if found:
                fu += asked.closed
                if asked.each:
                    kinds = kinds_found(found)
                    if kinds & (kinds - 1):  # most often it is one kind
                        fu += asked.closed * (kinds.bit_count() - 1)
        return fu

    def fu_hits(self, h: HanReading) -> list[tuple[FuItem, int, object]]:
        """The items of fu that a reading has, each with its amount and what its test found."""
        having = han_features(h) & self._fu.named
        found = [(one.rule, one.closed, one.test(h)) for one in self._fu.of(having)]
        return [hit for hit in found if hit[2]]  # type: ignore[misc]

    def shown_by(self, h: HanReading) -> list[Hit]:
        """Every yaku that a reading shows, whether it counts or not."""
        having = han_features(h)
        found = []
        for asking in (self._yaku, self._flat):
            for asked in asking.of(having & asking.named):
                worth = asked.opened if h.claimed_before else asked.closed
                shown = asked.test(h)
                if shown and worth:
                    found.append(Hit(asked.rule, worth, shown))  # type: ignore[arg-type]
        return found

    def worth_of(self, yaku: Yaku, opened: bool) -> int:
        """What a yaku is worth closed or open; what an open hand cannot have, as closed."""
        asked = self._asked(yaku, dict.fromkeys(yaku.replaces, 0))
        return (asked.opened or asked.closed) if opened else asked.closed

    def _flat_of(self, h: HanReading, pays: Pays) -> Candidate | None:
        for asked in self._flat.of(han_features(h) & self._flat.named):
            shown = asked.test(h)
            if shown:
                hit = Hit(asked.rule, asked.closed, shown)  # type: ignore[arg-type]
                found = Candidate(h, [hit], asked.closed, 0)
                found.flat, found.han = True, asked.closed
                found.base = base_of(found.han, 0, self.options)
                found.total = self._paid_in_all(found.base, pays)
                return found
        return None

    def lost(self, hand: Hand, situation: Situation, not_fishing: str | None) -> ScoreSheet:
        """The sheet of a player who did not win: nothing of it counts."""
        h = losing_reading(hand, situation, self.options, self.shapes)
        nothing = dict.fromkeys(self.book.tally, 0)
        return ScoreSheet(0, Written(nothing, "0", arrangement=sets_with_reds(h)), False, False)

    def agreed(self, points: int, won: bool) -> ScoreSheet:
        """The sheet of a player who has no points: only the winner has han."""
        return ScoreSheet(0, Written(dict.fromkeys(self.book.tally, 0), "0"), won, False)

    def agreed_of(
        self, player: Mapping[str, Any], win: Win | None, situation: Situation
    ) -> ScoreSheet | None:
        """The sheet of the han and fu, or the yakuman, that the table agreed on. HandError."""
        if player.get("points") is not None:
            detail = say(
                "points follow from han and fu: tell what the table agreed on as agreed, "
                "such as {example}",
                example=Typed('{"han": 3, "fu": 40}'),
            )
            raise HandError(Problem("/points", "bad_value", detail))
        told = player.get("agreed")
        if told is None:
            return None
        if win is None:
            detail = say("only the winner has han; leave it out")
            raise HandError(Problem("/agreed", "contradiction", detail))
        han, fu, yakuman = self._agreed(told)
        pays = self._pays(win.facts, situation)
        base = YAKUMAN * yakuman if yakuman else base_of(han, fu, self.options)
        hand = "yakuman" if yakuman else limit_of(base)
        least = self.least(situation)
        qualifies = bool(yakuman) or han >= least
        total = paid_in_all(base, pays) if qualifies else 0
        account = agreed_account(han, fu, yakuman, base if qualifies else 0, pays, least)
        limit = base if hand is not None and qualifies else None
        return ScoreSheet(total, account, True, qualifies, limit, limit is not None, hand)

    def _agreed(self, told: Mapping[str, Any]) -> tuple[int, int, int]:
        """Han, fu and yakuman as they were told. HandError for what no hand can be."""
        if set(told) == {"yakuman"} and _whole(told["yakuman"], 1, 8):
            return 0, 0, told["yakuman"]
        han, fu = told.get("han"), told.get("fu")
        if not set(told) <= {"han", "fu"} or not _whole(han, 1, 99):
            detail = say(
                "write han and fu, such as {example}, or yakuman from 1 to 8",
                example=Typed('{"han": 3, "fu": 40}'),
            )
            raise HandError(Problem("/agreed", "bad_value", detail))
        assert isinstance(han, int)
        if fu is None and han >= 5:
            return han, 0, 0
        if fu is None:
            detail = say("below five han the fu count: tell them")
            raise HandError(Problem("/agreed/fu", "required", detail))
        possible = (fu == 25 and han >= 2) or (_whole(fu, 20, 140) and fu % 10 == 0)
        if not possible or (fu == 20 and han < 2):
            detail = say("fu are 20, 25, or tens from 30 to 140; 20 and 25 with two han at least")
            raise HandError(Problem("/agreed/fu", "bad_value", detail))
        return han, fu, 0

    def refused(self, hand: Any, win: Win, seat: int) -> list[Problem]:
        """What is told of the win that the tiles, the seat or the other facts rule out."""
        found = super().refused(hand, win, seat)
        facts, rules = win.facts, self.rules
        doubtful = facts & rules.doubtful or win.liable is not None
        if not doubtful and not facts & rules.turned and isinstance(hand, DoraHand):
            doubtful = bool(hand.beneath)
        if doubtful:
            for pointer, detail in rules.contradiction(hand, win, seat, self.options):
                found.append(Problem(pointer, "contradiction", detail))
        return found

    def check_tiles(self, hand: Hand, players: int = 4) -> None:
        """HandError for tiles that are not in the set: wild tiles, red fives more than there are,
        norths set aside by four, what fewer players leave out."""
        problems = [*_wild(hand)] if hand.all_jokers else []
        if isinstance(hand, DoraHand) and not self._has(hand):
            problems += self._reds_and_norths(hand, players)
        if players == self.without_at:
            problems += _left_out(hand, self.without)
        if players == 3:
            problems += _chows(hand)
        if problems:
            raise HandError(*problems)

    def _has(self, hand: DoraHand) -> bool:
        """Whether the set has the fives of this hand, of which no north is set aside."""
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

    def _reds_and_norths(self, hand: DoraHand, players: int) -> Iterator[Problem]:
        if hand.norths and (players == 4 or self.options["north"] != "bonus"):
            detail = say("norths are set aside only with three players, where the table plays so")
            yield Problem("/hand/bonus", "bad_tile", detail)
        for suit, five in enumerate(FIVES):
            red = FIRST_RED_FIVE + suit
            seen, most = hand.red_fives[suit], self.reds[suit]
            if seen > most:
                where = _told_in(hand, red, hand.reds[suit])
                detail = say(
                    "{held} {tile}; the set has {most}", held=seen, tile=code(red), most=most
                )
                if most:
                    yield Problem(f"/hand/{where}", "fifth_copy", detail)
                    continue
                detail = say(
                    "{tile} is a red five, and this table plays without: write {five}",
                    tile=code(red),
                    five=code(five),
                )
                yield Problem(f"/hand/{where}", "bad_tile", detail)
            elif hand.plain_fives[suit] > 4 - most:
                where = _told_in(hand, five, five in hand.concealed)
                detail = say(
                    "{held} plain {five}; of the four in the set {most} is red: write {tile}",
                    held=hand.plain_fives[suit],
                    five=code(five),
                    most=most,
                    tile=code(red),
                )
                yield Problem(f"/hand/{where}", "fifth_copy", detail)

    def completing(self, hand: Hand, facts: int) -> Iterator[tuple[int, int, Hand]]:
        """Every tile that makes a winning shape of the hand; indicators are seen too."""
        for tile, complete in arrange.completed(hand, self.shapes):
            seen = hand.seen(tile) if isinstance(hand, DoraHand) else hand.copies[tile]
            yield tile, max(0, 4 - seen), complete


def _told_in(hand: DoraHand, five: int, held: int) -> str:
    """The first field in which a five, red or plain, was told; ``held``: it is concealed."""
    if held:
        return "concealed"
    beside = (*hand.indicators, *hand.beneath)
    seen = hand.red_fives if five >= FIRST_RED_FIVE else hand.plain_fives
    if seen[plain(five) // 9] > beside.count(five):
        return "melds"
    return "dora_indicators" if five in hand.indicators else "ura_indicators"


def _amount(hit: Hit) -> int:
    return hit.amount


def _whole(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _wild(hand: Hand) -> Iterator[Problem]:
    if hand.all_jokers:
        field = "concealed" if hand.jokers else "melds"
        detail = say("{tile} is a wild tile, and there is none here", tile=code(JOKER))
        yield Problem(f"/hand/{field}", "bad_tile", detail)


def _left_out(hand: Hand, without: int) -> Iterator[Problem]:
    told = [("concealed", [*hand.concealed])]
    told += [(f"melds/{n}", meld.tiles) for n, meld in enumerate(hand.melds)]
    if isinstance(hand, DoraHand):
        told += [("dora_indicators", [*map(plain, hand.indicators)])]
        told += [("ura_indicators", [*map(plain, hand.beneath)])]
    for field, tiles in told:
        for tile in tiles:
            if without >> tile & 1:
                detail = say("{tile} is not in the set of three players", tile=code(tile))
                yield Problem(f"/hand/{field}", "bad_tile", detail)
                break


def _chows(hand: Hand) -> Iterator[Problem]:
    for n, meld in enumerate(hand.melds):
        if meld.kind == 2:
            detail = say("three players claim no chow")
            yield Problem(f"/hand/melds/{n}", "bad_meld", detail)
