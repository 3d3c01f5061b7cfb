"""Points times doubles: how classical and British hands are counted.

A hand is read in every way that its tiles allow. Each reading is asked each rule of the book;
points are added, doubles multiply, a limit stops; special hands have a value of their own. The best
reading wins, ties by fewer doubles and then by the order in which readings are found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from scorer import arrange, wild
from scorer.arrange import Arrangement, Shape
from scorer.errors import HandError, Problem
from scorer.grammar.explain import not_counted
from scorer.grammar.reading import (
    Declared,
    Reading,
    all_tiles,
    declared,
    places,
    shown_sets,
    tiles_of,
)
from scorer.grammar.rule import (
    EVERYBODY,
    LOSER,
    ORDINARY,
    SPECIAL,
    WINNER,
    Candidate,
    Rule,
    Special,
    Test,
)
from scorer.grammar.ways import each_way
from scorer.hand import SELF_DRAW, Hand, Win, contradictions
from scorer.rulebook import Book, DoubledSeat, Option, Value
from scorer.sheet import Line, NotCounted, ScoreSheet, agreed_lines
from scorer.speech import say
from scorer.tiles import DRAGONS, EAST, JOKER, KINDS, bits, code

__all__ = ["Edition", "PointsBook"]

WildTile = Callable[[Mapping[str, Value]], int | None]
Caps = Callable[[Mapping[str, Value]], bool]
Refusal = Callable[[Sequence[Reading], Mapping[str, Value]], Problem]


def no_mahjong(readings: Sequence[Reading], options: Mapping[str, Value]) -> Problem:
    """What is said of tiles that win in no way."""
    detail = say("the tiles form no mah-jong: neither four sets and a pair nor a special hand")
    return Problem("/hand", "not_winning", detail)


class PointsBook(Book):
    """A ruleset that adds points and multiplies by doubles."""

    def __init__(
        self,
        id: str,
        name: str,
        *,
        summary: str,
        version: str,
        sources: tuple[str, ...],
        shapes: Sequence[Shape],
        hides_claimed_kongs: bool,
        mahjong: Callable[[Reading], bool],
    ) -> None:
        super().__init__(id, name, summary=summary, version=version, sources=sources, unit="points")
        self.shapes = tuple(shapes)
        self.hides_claimed_kongs = hides_claimed_kongs
        self.mahjong = mahjong
        self.counted: list[Rule] = []
        self.specials: list[Special] = []
        self.wild_tile: WildTile = lambda options: None
        self.caps_specials: Caps = lambda options: False
        self.refusal: Refusal = no_mahjong

    def points(
        self,
        amount: int | Option,
        name: str,
        source: str,
        *,
        zh: str = "",
        who: str = EVERYBODY,
        each: bool = False,
        scope: str = ORDINARY,
        last: bool = False,
        when: tuple[str, Value] | None = None,
    ) -> Callable[[Test], Rule]:
        """Declare points. ``each``: once for every kind that the test finds; ``last``: the line
        shows the winning tile; ``when``: only where that option has that value."""
        told = ("points", amount, name, zh, source, who, each, scope, last, when)
        return partial(self._declare, *told)

    def double(
        self,
        amount: int | Option,
        name: str,
        source: str,
        *,
        zh: str = "",
        who: str = EVERYBODY,
        each: bool = False,
        scope: str = ORDINARY,
        last: bool = False,
        when: tuple[str, Value] | None = None,
    ) -> Callable[[Test], Rule]:
        """Declare doubles, as ``points`` does points."""
        told = ("double", amount, name, zh, source, who, each, scope, last, when)
        return partial(self._declare, *told)

    def _declare(
        self,
        kind: str,
        amount: int | Option,
        name: str,
        zh: str,
        source: str,
        who: str,
        each: bool,
        scope: str,
        last: bool,
        when: tuple[str, Value] | None,
        test: Test,
    ) -> Rule:
        rule = Rule(
            test,
            kind,
            amount,
            name,
            source,
            zh=zh,
            who=who,
            each=each,
            scope=scope,
            last=last,
            when=when,
        )
        self.counted.append(rule)
        self.rules.append(rule)
        self._editions.clear()
        return rule

    def special(
        self,
        name: str,
        source: str,
        *,
        zh: str = "",
        worth: Fraction = Fraction(1),
        exposed: Fraction | None = None,
        fishing: bool = False,
    ) -> Callable[[Test], Special]:
        """Declare a special hand: its share of the limit, the share when a set was claimed before
        the winning tile, and whether fishing for it is worth something."""

        def declare(test: Test) -> Special:
            special = Special(
                test, name, zh, source, worth, worth if exposed is None else exposed, fishing
            )
            self.specials.append(special)
            self.rules.append(special)
            self._editions.clear()
            return special

        return declare

    def doubles_payments_of(self, function: DoubledSeat) -> DoubledSeat:
        """Declare which seat pays and receives double, if any."""
        self.doubled_seat = function
        return function

    def wild_tiles(self, function: WildTile) -> WildTile:
        """Declare which tile is wild: a kind, JOKER for blanks, or None."""
        self.wild_tile = function
        return function

    def limits_specials(self, function: Caps) -> Caps:
        """Declare whether a special hand with its flowers stops at the limit."""
        self.caps_specials = function
        return function

    def refuses(self, function: Refusal) -> Refusal:
        """Declare what is said of tiles that are no mah-jong at this table."""
        self.refusal = function
        return function

    def as_document(self) -> dict[str, Any]:
        """The ruleset with its rules, and what it wants to know of a declared set."""
        flags = ["concealed"] + ["from_concealed_pung"] * self.hides_claimed_kongs
        return super().as_document() | {"meld_flags": flags}

    def enforced(self, preset: str | None, options: dict[str, Value]) -> Edition:
        """A new edition of this book."""
        return Edition(self, preset, options)


# A rule as it is asked: its test, its amount, which sum it goes to, whether it counts
# each thing found, and itself.
Asked = tuple[Test, int, int, bool, Rule]
POINTS, DOUBLES, WHOLE = 0, 1, 2


class Edition:
    """A book with its options in force: what scores hands.

    >>> from scorer.rules import classical
    >>> hand = Hand.of("123b 55d", ["EEE", "234d", "777c"], winning="5d")
    >>> classical.book.edition().score(hand, Win.of("discard"), seat=0, prevailing=0)
    ScoreSheet(20 × 2^2 = 80)
    """

    def __init__(self, book: PointsBook, preset: str | None, options: dict[str, Value]) -> None:
        self.book = book
        self.preset = preset
        self.options = options
        self.unit = book.unit
        limit = options["limit"]
        assert isinstance(limit, int)
        self.limit = limit
        self.caps_specials = book.caps_specials(options)
        self.wild_tile = book.wild_tile(options)
        self._asked = {
            (won, special): self._ask(won, special)
            for won in (True, False)
            for special in (True, False)
        }

    def _ask(self, won: bool, special: bool) -> tuple[Asked, ...]:
        """The rules that a winner's or a loser's hand may have, as an ordinary or a special one."""
        sums = {"points": POINTS, "double": DOUBLES}
        return tuple(
            (
                rule.test,
                rule.worth(self.options),
                WHOLE if rule.scope == SPECIAL else sums[rule.kind],
                rule.each,
                rule,
            )
            for rule in self.book.counted
            if rule.in_force(self.options)
            and rule.who in (EVERYBODY, WINNER if won else LOSER)
            and rule.scope != (ORDINARY if special else SPECIAL)
        )

    def score(
        self, hand: Hand, win: Win | None = None, *, seat: int, prevailing: int
    ) -> ScoreSheet:
        """What the hand is worth at this seat in this round, won so or, without ``win``, lost.

        Raises HandError when the facts contradict one another or the tiles are no winning hand.
        """
        self.check_wild(hand)
        winds = (seat, prevailing)
        if win is None:
            candidates = self._lost(hand, winds)
        else:
            problems = contradictions(hand, win, seat)
            if problems:
                raise HandError(*problems)
            readings = list(self._winning(hand, win.facts, winds))
            candidates = [c for h in readings for c in self._won(h)]
            if not candidates:
                raise HandError(self.book.refusal(readings, self.options))
        best = candidates[0] if len(candidates) == 1 else max(candidates, key=self._worth)
        return self._sheet(best, candidates)

    def _worth(self, candidate: Candidate) -> tuple[int, int, int]:
        """The most points, then the fewest doubles, then special hands in the book's order; of
        candidates alike in all three the first that was found is taken."""
        specials = self.book.specials
        place = len(specials) if candidate.special is None else specials.index(candidate.special)
        return candidate.total, -candidate.doubles - candidate.whole, -place

    def agreed(self, points: int, won: bool) -> ScoreSheet:
        """The sheet of points that the table agreed on."""
        return ScoreSheet(
            points,
            partial(agreed_lines, points),
            tally={"points": points, "doubles": 0},
            formula=f"{points} × 2^0 = {points}",
            limit=self.limit,
            reached=points >= self.limit,
            won=won,
        )

    def refused(self, hand: Hand | None, win: Win, seat: int) -> list[Problem]:
        """What is told of the win that the tiles, the seat or the other facts rule out."""
        return contradictions(hand, win, seat)

    def check_wild(self, hand: Hand) -> None:
        """HandError when there are wild tiles where no tile is wild."""
        if self.wild_tile is None and hand.all_jokers:
            field = "concealed" if hand.jokers else "melds"
            detail = say("J is a wild tile, and under these options no tile is wild")
            raise HandError(Problem(f"/hand/{field}", "bad_tile", detail))

    def _read(
        self,
        hand: Hand,
        table: Declared,
        arrangement: Arrangement,
        facts: int,
        place: str,
        winds: tuple[int, int],
    ) -> Reading:
        h = Reading(hand, arrangement, table, facts, place, winds, self.options, self.book.shapes)
        h.mahjong = h.won and self.book.mahjong(h)
        return h

    def _winning(self, hand: Hand, facts: int, winds: tuple[int, int]) -> Iterator[Reading]:
        hands: Iterable[Hand] = (hand,)
        if hand.all_jokers:
            hands = wild.winning_standings(hand, self.book.shapes)
        for standing in hands:
            table = declared(standing, self.book.hides_claimed_kongs)
            for arrangement in arrange.winning(standing, self.book.shapes):
                for place in places(standing, arrangement):
                    yield self._read(standing, table, arrangement, facts, place, winds)

    def _losing(self, hand: Hand, winds: tuple[int, int]) -> Iterator[Reading]:
        hands: Iterable[Hand] = (hand,)
        if hand.all_jokers:
            useful = DRAGONS | 1 << EAST + winds[0] | 1 << EAST + winds[1]
            hands = wild.losing_standings(hand, useful)
        for standing in hands:
            table = declared(standing, self.book.hides_claimed_kongs)
            h = self._read(standing, table, arrange.losing(standing), 0, "", winds)
            h.would_be = partial(self._would_be, standing, winds)
            yield h

    def _would_be(self, hand: Hand, winds: tuple[int, int]) -> Iterator[Reading]:
        """The winning hands that thirteen tiles are one tile short of, as if it were drawn."""
        if len(hand.concealed) != 13 - 3 * len(hand.melds):
            return
        if hand.all_jokers:
            # The tile that is wanted may be any, so it is one more wild tile.
            complete = hand.with_tile(JOKER)
            complete.winning = None
            yield from self._winning(complete, SELF_DRAW, winds)
            return
        for kind in bits(arrange.waits(hand, self.book.shapes)):
            yield from self._winning(hand.with_tile(kind), SELF_DRAW, winds)

    def _lost(self, hand: Hand, winds: tuple[int, int]) -> list[Candidate]:
        readings = list(self._losing(hand, winds))
        candidates = [self._ordinary(h) for h in readings]
        wanted = [special for special in self.book.specials if special.fishing]
        if wanted:
            for would_be in self._would_be(hand, winds):
                wanted = [special for special in wanted if not special.test(would_be)]
            fished = [s for s in self.book.specials if s.fishing and s not in wanted]
            candidates += [self._special(special, readings[0]) for special in fished]
        return candidates

    def _won(self, h: Reading) -> Iterator[Candidate]:
        for special in self.book.specials:
            if special.test(h):
                yield self._special(special, h)
        if h.mahjong and h.shape == "four sets":
            yield self._ordinary(h)

    def _ordinary(self, h: Reading) -> Candidate:
        points, doubles, _, hits = _count(h, self._asked[h.won, False])
        total = min(points << doubles, self.limit)
        return Candidate(total, points, doubles, 0, hits, h, None)

    def _special(self, special: Special, h: Reading) -> Candidate:
        points, doubles, whole, hits = _count(h, self._asked[h.won, True])
        total = special.value(h, self.limit) + (points << doubles)
        if self.caps_specials:
            total = min(total, self.limit)
        return Candidate(total << whole, points, doubles, whole, hits, h, special)

    def _sheet(self, best: Candidate, candidates: list[Candidate]) -> ScoreSheet:
        h, special = best.reading, best.special
        raw = best.total if special is not None else best.points << best.doubles
        return ScoreSheet(
            best.total,
            partial(self._lines, best),
            tally={"points": best.points, "doubles": best.doubles + best.whole},
            formula=self._formula(best),
            limit=self.limit,
            reached=raw >= self.limit,
            limit_hand=None if special is None else special.name,
            won=h.won,
            show=partial(shown_sets, h),
            explain=partial(self._explain, best, candidates),
        )

    def _lines(self, best: Candidate) -> tuple[Line, ...]:
        h, special = best.reading, best.special
        lines = []
        if special is not None:
            name, why, zh = special.name, special.meaning, special.zh
            if not h.won:
                zh = ""
                name = say("Fishing for {hand}", hand=name)
                why = say("one tile short of it, for two fifths: {meaning}", meaning=why)
            value = special.value(h, self.limit)
            tiles, source = all_tiles(h), special.source
            lines.append(Line(special.id, name, "limit", value, tiles, why, source, zh=zh))
        for rule, amount, found in best.hits:
            lines += _lines(rule, amount, found, h)
        return tuple(lines)

    def _explain(self, best: Candidate, candidates: list[Candidate]) -> tuple[NotCounted, ...]:
        rules = [(rule, amount) for _, amount, _, _, rule in self._asked[best.reading.won, False]]
        return not_counted(best, candidates, rules, self.book.specials, self.limit)

    def _formula(self, best: Candidate) -> str:
        if best.special is None:
            raw = best.points << best.doubles
            text = f"{best.points} × 2^{best.doubles} = {raw}"
            if raw > self.limit:
                return say("{sum}, at most {limit}", sum=text, limit=self.limit)
            return text
        raw = value = best.special.value(best.reading, self.limit)
        text = str(value)
        if best.points:
            raw += best.points << best.doubles
            text += f" + {best.points} × 2^{best.doubles}"
        if self.caps_specials and raw > self.limit:
            return self._capped(text, best.whole)
        if best.whole:
            text = (
                f"({text}) × 2^{best.whole}" if text != str(value) else f"{text} × 2^{best.whole}"
            )
        return f"{text} = {raw << best.whole}" if text != str(raw) else text

    def _capped(self, text: str, whole: int) -> str:
        """The formula of a special hand that stops at the limit, doubles of the whole apart."""
        limit = self.limit
        if not whole:
            return say("{sum}, at most {limit} = {limit}", sum=text, limit=limit)
        return say(
            "({sum}, at most {limit}) × 2^{doubles} = {total}",
            sum=text,
            limit=limit,
            doubles=whole,
            total=limit << whole,
        )

    def waits(
        self, hand: Hand, told: int, *, seat: int, prevailing: int, by: Sequence[int]
    ) -> list[tuple[int, int, list[ScoreSheet | None]]]:
        """Every tile that completes the hand: the tile, how many of it the hand leaves unseen, and
        the score each way of ``by`` (None where that way cannot win). Wild tiles come last."""
        if hand.all_jokers:
            wanted = [kind for kind in range(KINDS) if hand.copies[kind] < 4]
        else:
            wanted = list(bits(arrange.waits(hand, self.book.shapes)))
        if self.wild_tile is not None:
            wanted = [kind for kind in wanted if kind != self.wild_tile]
            wanted += [JOKER] if hand.all_jokers < 4 else []
        answers = []
        for tile in wanted:
            complete = hand.with_tile(tile)
            sheets = each_way(self, complete, told, by, seat=seat, prevailing=prevailing)
            if any(sheets):
                shown = self.wild_tile if tile == JOKER and self.wild_tile is not None else tile
                held = hand.all_jokers if tile == JOKER else hand.copies[tile]
                answers.append((shown, 4 - held, sheets))
        return answers


def _count(
    h: Reading, rules: tuple[Asked, ...]
) -> tuple[int, int, int, list[tuple[Rule, int, int]]]:
    """Points, doubles, doubles of the whole, and each rule that hit with its amount and find."""
    sums = [0, 0, 0]
    hits = []
    for test, amount, to, each, rule in rules:
        found = test(h)
        if found:
            sums[to] += amount * found.bit_count() if each else amount
            hits.append((rule, amount, found))
    return sums[POINTS], sums[DOUBLES], sums[WHOLE], hits


def _lines(rule: Rule, amount: int, found: int, h: Reading) -> Iterator[Line]:
    if rule.each:
        for kind in bits(found):
            tiles = tiles_of(kind, h)
            yield _line(rule, amount, tiles)
        return
    if rule.last and h.hand.winning is not None:
        tiles = (code(h.hand.winning),)
    elif found is True:
        tiles = all_tiles(h)
    else:
        tiles = tuple(tile for kind in bits(found) for tile in tiles_of(kind, h))
    yield _line(rule, amount, tiles)


def _line(rule: Rule, amount: int, tiles: tuple[str, ...]) -> Line:
    return Line(rule.id, rule.name, rule.kind, amount, tiles, rule.meaning, rule.source, zh=rule.zh)
