"""What there is to tell of a score of han and fu: lines, sums, sets, and why the rest is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from scorer.engine.sheet import Account, Line, NotCounted, ReadyAccount, ShownSet
from scorer.engine.situation import Situation
from scorer.engine.tiles import CODES, FIRST_RED_FIVE, PLAIN_FIVES, bits, code, codes, plain
from scorer.grammar.features import WHOLE_HAND, kinds_found
from scorer.grammar.han.hand import DoraHand
from scorer.grammar.han.reading import HanReading
from scorer.grammar.han.rule import Bonus, HanCandidate, JapaneseNamed
from scorer.grammar.han.why_not import not_counted, why_not
from scorer.grammar.han.worth import PaymentTerms, formula, limit_name
from scorer.grammar.reading import Reading, shown_sets
from scorer.languages.speech import say

if TYPE_CHECKING:
    from scorer import types


class HanAccount(Account):
    """The account of the reading that counts, one of the ``readings`` of a hand."""

    __slots__ = ("_cached_sets_alike", "_sets", "edition", "found", "pays", "readings", "situation")

    def __init__(
        self,
        edition: Any,
        candidate: HanCandidate,
        readings: Sequence[HanReading],
        situation: Situation,
        pays: PaymentTerms,
    ) -> None:
        self.edition = edition
        self.found = candidate
        self.readings = readings
        self.situation = situation
        self.pays = pays
        self._sets: tuple[ShownSet, ...] = ()
        self._cached_sets_alike: list[tuple[int, ShownSet]] | None = None

    def tally(self) -> dict[types.TallyKey, int]:
        """Return the han, the fu, and how many yakuman."""
        found = self.found
        return {"han": found.han, "fu": found.fu, "yakuman": found.yakuman}

    def formula(self) -> str:
        """Return the formula of the total."""
        found = self.found
        if not found.base:
            least = self.edition.least(self.situation)
            if not found.yaku:
                return say("no yaku: 0")
            return _too_few_han_formula(found.yaku, least)
        return formula(
            _base_in_words(found.han, found.fu, found.yakuman, found.base), found.base, self.pays
        )

    def why_below_minimum(self) -> str:
        """Return that the hand has no yaku, or that their han do not reach the minimum."""
        if not self.found.yaku:
            return say("the hand has no yaku")
        least = self.edition.least(self.situation)
        return say("its yaku are {han} han of the {least} needed", han=self.found.yaku, least=least)

    def lines(self) -> tuple[Line, ...]:
        """Return each thing that counts, yaku first, then what adds han, then the fu."""
        found = self.found
        if not found.base:
            return ()
        whole = self._whole_hand_tiles()
        hits = sorted(found.hits, key=lambda hit: hit.yaku.place)
        lines = [
            _line(hit.yaku, hit.amount, self._fu_tiles(hit.found, whole), self._line_kind(found))
            for hit in hits
        ]
        if found.fu:
            lines += [_line(rule, len(tiles), tiles) for rule, tiles in self.bonuses()]
            lines += self._fu_lines()
        return tuple(lines)

    def _line_kind(self, candidate: HanCandidate) -> types.LineKind:
        return "limit" if candidate.yakuman else "han"

    def bonuses(self) -> list[tuple[Bonus, tuple[str, ...]]]:
        """Return what adds han beside the yaku, each with its tiles."""
        hand = self.found.reading.hand
        if not isinstance(hand, DoraHand):
            return []
        found = [
            (bonus, bonus.tiles(hand, self.situation.players)) for bonus in self.edition.bonuses
        ]
        return [(bonus, tuple(_with_hand_reds(tiles, hand))) for bonus, tiles in found if tiles]

    def _fu_lines(self) -> Iterator[Line]:
        h, sum_of = self.found.reading, 0
        for item, amount, shown in self.edition.fu_hits(h):
            each = [1 << kind for kind in bits(kinds_found(shown))] if item.each else [shown]
            for part in each:
                sum_of += amount
                tiles = () if part is True or part == WHOLE_HAND else self._fu_tiles(part, ())
                yield _line(item, amount, tiles)
        if sum_of != self.found.fu:
            yield _line(self.edition.rules.rounded, self.found.fu - sum_of, ())

    def _whole_hand_tiles(self) -> tuple[str, ...]:
        shown = [tile for part in self.arrangement() for tile in part.tiles]
        shown.sort(key=PLACE_OF_CODE.__getitem__)
        return tuple(shown)

    def _fu_tiles(self, shown: object, whole: tuple[str, ...]) -> tuple[str, ...]:
        """Return the tiles of the sets and the pair that a mask names; all for True."""
        if shown is True or shown == WHOLE_HAND:
            return whole
        if isinstance(shown, tuple):
            return self._chow_tiles(shown)
        kinds = kinds_found(shown)
        tiles: list[str] = []
        for kind, shown_set in self._sets_alike():
            if kinds >> kind & 1:
                tiles += shown_set.tiles
        return tuple(tiles)

    def _sets_in_order(self) -> list[ShownSet]:
        """Return the sets in the canonical order of their first tiles, as lines show them."""
        return sorted(self.arrangement(), key=_first_kind)

    def _sets_alike(self) -> list[tuple[int, ShownSet]]:
        """Return the sets of which all tiles are of one kind, red fives as plain ones, with this
        kind."""
        if self._cached_sets_alike is None:
            self._cached_sets_alike = []
            for shown_set in self._sets_in_order():
                kind = _first_kind(shown_set)
                if all(KIND_OF_CODE[tile] == kind for tile in shown_set.tiles):
                    self._cached_sets_alike.append((kind, shown_set))
        return self._cached_sets_alike

    def _chow_tiles(self, starts: tuple[int, ...]) -> tuple[str, ...]:
        """Return the tiles of the chows that start so."""
        wanted = list(starts)
        tiles: list[str] = []
        for shown_set in self._sets_in_order():
            first = _first_kind(shown_set)
            if shown_set.kind == "chow" and first in wanted:
                wanted.remove(first)
                tiles += shown_set.tiles
        return tuple(tiles)

    def arrangement(self) -> tuple[ShownSet, ...]:
        """Return the sets of the reading, red fives among them."""
        if not self._sets:  # each line asks
            self._sets = sets_with_reds(self.found.reading)
        return self._sets

    def not_counted(self) -> tuple[NotCounted, ...]:
        """Return what nearly counted, and what was set aside."""
        return tuple(not_counted(self)) if self.readings else ()

    def why_not(self, rule: str) -> str:
        """Return why the rule of this id does not count."""
        return why_not(self, rule) if self.readings else ""


def _with_hand_reds(tiles: Sequence[int], hand: DoraHand) -> list[str]:
    """Return the tiles, of which the hand's red fives are shown as such."""
    shown = list(tiles)
    for suit, five in enumerate(PLAIN_FIVES):
        red = hand.reds[suit] + sum(m.red for m in hand.melds if m.tile // 9 == suit)
        times = shown.count(five) // hand.copies_of(five) if red and five in shown else 0
        for _ in range(times * red):
            shown[shown.index(five)] = FIRST_RED_FIVE + suit
    return codes(shown)


PLACE_OF_CODE = {each: place for place, each in enumerate(codes(range(len(CODES))))}
"""The place of each code in the canonical order."""
KIND_OF_CODE = {each: plain(tile) for tile, each in enumerate(CODES)}
"""The kind of a tile by its code, of a red five that of the plain one."""


def _first_kind(shown_set: ShownSet) -> int:
    return KIND_OF_CODE[shown_set.tiles[0]]


def sets_with_reds(h: Reading) -> tuple[ShownSet, ...]:
    """Return the sets of a reading with their red fives: of the concealed ones a red winning tile
    stands where it won, the others in the first set that has a five of their suit."""
    shown = list(shown_sets(h))
    hand = h.hand
    if not isinstance(hand, DoraHand):
        return tuple(shown)
    for n, meld in enumerate(hand.melds):
        if meld.red:
            shown[n] = _with_red_fives(shown[n], PLAIN_FIVES[meld.tile // 9], meld.red)
    if not any(hand.reds):
        return tuple(shown)
    left = list(hand.reds)
    own = range(len(hand.melds), len(shown))
    if hand.red_last and hand.winning is not None:
        suit = hand.winning // 9
        for n in own:
            if shown[n].winning:
                shown[n] = _with_red_fives(shown[n], PLAIN_FIVES[suit], 1)
        left[suit] -= 1
    for suit, five in enumerate(PLAIN_FIVES):
        for n in own:
            is_last = shown[n].winning and hand.winning == five
            fives = shown[n].tiles.count(code(five)) - is_last
            if left[suit] > 0 and fives > 0:
                red = min(left[suit], fives)
                shown[n] = _with_red_fives(shown[n], five, red)
                left[suit] -= red
    return tuple(shown)


def _with_red_fives(shown_set: ShownSet, five: int, red: int) -> ShownSet:
    """Return the set with so many of its fives red, in the order of output."""
    tiles, name = list(shown_set.tiles), code(five)
    for _ in range(red):
        if name in tiles:
            last = len(tiles) - 1 - tiles[::-1].index(name)
            tiles[last] = code(FIRST_RED_FIVE + five // 9)
    return shown_set._replace(tiles=tuple(tiles))


def _line(
    rule: JapaneseNamed, amount: int, tiles: tuple[str, ...], kind: types.LineKind | None = None
) -> Line:
    return Line(
        rule.id,
        rule.name,
        kind or rule.kind,
        amount,
        tiles,
        rule.meaning,
        rule.source,
        names=rule.names,
    )


def _base_in_words(han: int, fu: int, yakuman: int, base: int) -> str:
    """Return the base points, and how they come about."""
    if yakuman:
        if yakuman == 1:
            return say("yakuman {base}", base=base)
        return say("{number} yakuman {base}", number=yakuman, base=base)
    limit = limit_name(base)
    if limit is None:
        return say("{fu} fu × 2^({han} + 2) = {base}", fu=fu, han=han, base=base)
    return say("{limit} {base}", limit=LIMIT_NAMES[limit], base=base)


LIMIT_NAMES = {
    "mangan": say("mangan"),
    "haneman": say("haneman"),
    "baiman": say("baiman"),
    "sanbaiman": say("sanbaiman"),
    "counted-yakuman": say("counted-yakuman"),
    "yakuman": say("yakuman"),
}
"""The limits as a sum calls them."""


def agreed_account(
    han: int, fu: int, yakuman: int, base: int, pays: PaymentTerms, least: int
) -> Account:
    """Return the account of han and fu, or yakuman, that the table agreed on; without base
    points the han are fewer than the ``least`` that it takes."""
    name, why = say("Agreed at the table"), say("what the table agreed on")
    amounts: list[tuple[types.LineKind, int]] = [("han", han), ("fu", fu), ("limit", yakuman)]
    lines = [
        Line("agreed", name, kind, amount, (), why, "told") for kind, amount in amounts if amount
    ]
    tally: dict[types.TallyKey, int] = {"han": han, "fu": fu, "yakuman": yakuman}
    written_sum = (
        formula(_base_in_words(han, fu, yakuman, base), base, pays)
        if base
        else _too_few_han_formula(han, least)
    )
    return ReadyAccount(tally, written_sum, tuple(lines))


def _too_few_han_formula(han: int, least: int) -> str:
    return say("{han} han, but a win needs {least}: 0", han=han, least=least)
