"""Every concrete hand that the patterns of a club's special hands allow, found by its tiles.

A hand's tiles are counted three bits a kind, a kong as three: that number finds the concrete hands
made of just these tiles. Where tiles are missing or wild the counts are written in unary, four bits
a kind, so that what one hand has and another lacks is one mask operation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from scorer.engine.hand import CHOW, KONG, Hand, Meld
from scorer.engine.tiles import JOKER, KIND_COUNT
from scorer.grammar.card.notation.model import Alternative, CardHand
from scorer.grammar.card.variants.choices import open_choices
from scorer.grammar.card.variants.compiled import PrintedGroup, Variant, VariantWork, variants_of
from scorer.grammar.card.variants.relations import trial_count
from scorer.grammar.special.faults import Faults
from scorer.grammar.special.model import ClubHand, HandsSetting
from scorer.languages.speech import say

MAX_VARIANTS_PER_HAND: Final = 2_000
MAX_VARIANTS_IN_ALL: Final = 4_000
MAX_VARIANT_GROUPS: Final = 36_000
MAX_TRIALS_PER_HAND: Final = 10_000
SIZE_OF_KONG: Final = 4
MAX_GROUPS_PER_HAND: Final = 14
"""A hand of single tiles has so many groups."""

_PACKED_TILE: Final = tuple([1 << 3 * kind for kind in range(KIND_COUNT)])
_UNARY_COUNTS: Final = tuple(
    [tuple([((1 << count) - 1) << 4 * kind for count in range(5)]) for kind in range(KIND_COUNT)]
)


class ClubHandVariant(NamedTuple):
    """One concrete hand: its place among the special hands, its groups in printed order, the words
    in which they stand, and whether its four alike are declared kongs."""

    hand: int
    groups: tuple[PrintedGroup, ...]
    words: tuple[tuple[int, ...], ...]
    declared: bool

    def counted_size(self, size: int) -> int:
        """Return as how many tiles a group of this size counts."""
        return 3 if size == SIZE_OF_KONG and self.declared else size

    @property
    def tiles(self) -> tuple[int, ...]:
        """Its tiles, a declared kong as three."""
        return tuple(
            sorted(tile for tile, size, _ in self.groups for _ in range(self.counted_size(size)))
        )


class Composition(NamedTuple):
    """One concrete hand, and the mask of all special hands that are made and played just so."""

    variant: ClubHandVariant
    hands: int


class Patterns:
    """The concrete hands of all patterns.

    ``by_tiles`` has their compositions by their packed tiles; of those that are no sets and a pair,
    ``odd`` has the packed tiles. ``melds`` is the most melds that such a hand may have.
    """

    def __init__(
        self, hands: Sequence[ClubHand], variants: Sequence[ClubHandVariant], odd: frozenset[int]
    ) -> None:
        self.hands = hands
        self.variants = tuple(variants)
        self.by_tiles: dict[int, list[Composition]] = {}
        self.odd: set[int] = set()
        self.odd_hands = odd
        alike: dict[tuple[object, ...], list[ClubHandVariant]] = {}
        for variant in self.variants:
            hand = hands[variant.hand]
            played = (hand.way, hand.kongs, variant.hand in odd)
            alike.setdefault((*variant[1:], *played), []).append(variant)
        for variants in alike.values():
            packed = packed_tiles(variants[0])
            places = sum([1 << place for place in {variant.hand for variant in variants}])
            self.by_tiles.setdefault(packed, []).append(Composition(variants[0], places))
            if variants[0].hand in odd:
                self.odd.add(packed)
        open_hands = [hands[place] for place in odd]
        self.melds = 4 if any(hand.way == "X" or hand.kongs for hand in open_hands) else 0
        self._unary: list[int] = []
        self._places_of: dict[int, list[int]] = {}
        for n, variant in enumerate(self.variants):
            self._places_of.setdefault(variant.hand, []).append(n)

    @property
    def unary(self) -> list[int]:
        """The tiles of each variant, in unary."""
        if not self._unary:
            self._unary = [unary_tiles(variant.tiles) for variant in self.variants]
        return self._unary

    def holding(self, tiles: Iterable[int]) -> Iterator[ClubHandVariant]:
        """Yield the hands that have a place for each of these tiles."""
        held = unary_tiles(tiles)
        for variant, wanted in zip(self.variants, self.unary, strict=True):
            if not held & ~wanted:
                yield variant

    def by_distance(
        self, tiles: Iterable[int], hand: int | None = None
    ) -> Iterator[tuple[int, ClubHandVariant]]:
        """Yield the hands, or those of one special hand, with how many tiles these are short of
        each, nearest first."""
        held, unary = unary_tiles(tiles), self.unary
        places = range(len(unary)) if hand is None else self._places_of.get(hand, ())
        for short, n in sorted([((unary[n] & ~held).bit_count(), n) for n in places]):
            yield short, self.variants[n]

    def completing(self, packed: int) -> int:
        """Return the mask of the kinds that make one of the hands that are no sets and a pair."""
        odd = self.odd
        return sum([1 << kind for kind, unit in enumerate(_PACKED_TILE) if packed + unit in odd])


def packed_tiles(variant: ClubHandVariant) -> int:
    """Return the tiles of a variant, packed."""
    packed = 0
    for tile, size, _ in variant.groups:
        packed += variant.counted_size(size) * _PACKED_TILE[tile]
    return packed


def packed_hand(concealed: Sequence[int], melds: Sequence[Meld]) -> int:
    """Return the tiles of a hand, packed, a kong as three."""
    packed = 0
    for tile in concealed:
        if tile < KIND_COUNT:
            packed += _PACKED_TILE[tile]
    for meld in melds:
        packed += packed_meld(meld)
    return packed


def packed_by_keys(hand: Hand) -> int:
    """Return the tiles of a hand without wild ones, packed, from its counted blocks."""
    bamboo, characters, dots, honours = hand.keys
    packed: int = bamboo | characters << 27 | dots << 54 | honours << 81
    for meld in hand.melds:
        packed += packed_meld(meld)
    return packed


def packed_meld(meld: Meld) -> int:
    """Return the tiles of a meld, packed, a kong as three."""
    tile = meld.tile
    if meld.kind == CHOW:
        return _PACKED_TILE[tile] + _PACKED_TILE[tile + 1] + _PACKED_TILE[tile + 2]
    return 0 if tile == JOKER else 3 * _PACKED_TILE[tile]


def unary_tiles(tiles: Iterable[int]) -> int:
    """Return tiles counted in unary, four bits a kind; wild tiles and a fifth of a kind are left
    out."""
    counts = [0] * KIND_COUNT
    for tile in tiles:
        if tile < KIND_COUNT and counts[tile] < 4:
            counts[tile] += 1
    return sum([_UNARY_COUNTS[kind][count] for kind, count in enumerate(counts) if count])


def natural_tiles(hand: Hand) -> list[int]:
    """Return the tiles of a hand that are not wild, a kong as three."""
    tiles = [tile for tile in hand.concealed if tile < KIND_COUNT]
    for meld in hand.melds:
        if meld.tile != JOKER:
            tiles += meld.tiles[:3] if meld.kind == KONG else meld.tiles
    return [tile for tile in tiles if tile < KIND_COUNT]


def compile_patterns(hands: Sequence[ClubHand], setting: HandsSetting, faults: Faults) -> Patterns:
    """Make every concrete hand of the patterns among these hands. Hands that no tiles make, or
    that can be made in too many ways, are noted as faults and left out."""
    found: list[ClubHandVariant] = []
    odd: list[int] = []
    work, tried = VariantWork(0, 0), 0
    for place, hand in enumerate(hands):
        card_hand = hand.pattern
        if card_hand is None:
            continue
        trials = tried + trial_count(card_hand)
        if trials > MAX_TRIALS_PER_HAND:
            _note_too_many(faults, hand, trials, MAX_TRIALS_PER_HAND)
            continue
        tried = trials
        alternatives = open_choices(card_hand)
        own = VariantWork.of(alternatives)
        more = setting.tiles - 1 if hand.one_more else 1
        own = VariantWork(own.most_variants * more, own.groups)
        if own.most_variants > MAX_VARIANTS_PER_HAND:
            _note_too_many(faults, hand, own.most_variants, MAX_VARIANTS_PER_HAND)
            continue
        whole = work.and_also(own)
        if not whole.within(VariantWork(MAX_VARIANTS_IN_ALL, MAX_VARIANT_GROUPS)):
            few = whole.most_variants <= MAX_VARIANTS_IN_ALL
            most = MAX_VARIANT_GROUPS // MAX_GROUPS_PER_HAND if few else MAX_VARIANTS_IN_ALL
            _note_too_many(faults, hand, whole.most_variants, most)
            continue
        work = whole
        made = list(_own_variants(place, card_hand, hand.one_more, setting.tiles))
        if not made:
            detail = say(
                "no tiles can make {hand}; correct the tiles or remove a condition", hand=hand.name
            )
            faults.add(hand.line, 1, "impossible", detail)
        if hand.one_more or not all(map(is_sets_and_pair, card_hand.alternatives)):
            odd.append(place)
        found += made
    return Patterns(hands, found, frozenset(odd))


def _note_too_many(faults: Faults, hand: ClubHand, ways: int, most: int) -> None:
    detail = say(
        "the tiles up to this hand can be made in {ways} ways, but at most {most} are allowed; "
        "limit a number, a wind or a suit, for example “X=2/4/6”",
        ways=f"{ways:,}",
        most=f"{most:,}",
    )
    faults.add(hand.line, 1, "too_many_ways", detail)


def _own_variants(
    place: int, hand: CardHand, one_more: bool, tiles: int
) -> Iterator[ClubHandVariant]:
    """Yield the concrete hands of a pattern that there are enough tiles for."""
    seen: set[tuple[PrintedGroup, ...]] = set()
    for variant in variants_of(place, hand, open_choices(hand), 1):
        words = hand.alternatives[variant.alternative].words
        for groups in _completed_groups(variant, one_more):
            counts: dict[int, int] = {}
            for tile, size, _ in groups:
                counts[tile] = counts.get(tile, 0) + size
            if max(counts) >= KIND_COUNT or max(counts.values()) > 4:
                continue
            if one_more:
                key = tuple(sorted(groups))
                if key in seen:
                    continue
                seen.add(key)
            declared = sum([group.size for group in groups]) > tiles
            yield ClubHandVariant(place, groups, words, declared)


def _completed_groups(variant: Variant, one_more: bool) -> Iterator[tuple[PrintedGroup, ...]]:
    if not one_more:
        yield variant.groups
        return
    for tile in dict.fromkeys(group.tile for group in variant.groups):
        yield (*variant.groups, PrintedGroup(tile, 1, True))


def is_sets_and_pair(alternative: Alternative) -> bool:
    """Tests if the groups are sets and one pair: three alike, kongs, and single tiles of a word
    that are consecutive numbers by threes."""
    pairs = 0
    for word in alternative.words:
        singles = [alternative.groups[n].symbol for n in word if alternative.groups[n].size == 1]
        sizes = [alternative.groups[n].size for n in word]
        if any(size > SIZE_OF_KONG for size in sizes):
            return False
        pairs += sizes.count(2)
        if singles and len(chow_starts(singles)) * 3 != len(singles):
            return False
    total = sum(group.size for group in alternative.groups)
    kongs = sum(group.size == SIZE_OF_KONG for group in alternative.groups)
    # Without kongs counted as three four alike are tiles of the hand.
    return pairs == 1 and (total - kongs) % 3 == 2 and not (kongs and total % 3 == 2)


def chow_starts(symbols: Sequence[str]) -> list[int]:
    """Return the lowest numbers of the chows that printed numbers make, in threes from the
    lowest."""
    if any(symbol not in "123456789" for symbol in symbols):
        return []
    left = sorted(map(int, symbols))
    found = []
    while len(left) >= 3:
        first = left[0]
        if first + 1 not in left or first + 2 not in left:
            return []
        for number in (first, first + 1, first + 2):
            left.remove(number)
        found.append(first)
    return [] if left else found
