"""The nearest hands of other shapes than sets and a pair.

They are made of particular tiles, so that the nearest of each is put together directly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import merge
from itertools import combinations, islice
from operator import itemgetter
from typing import Any, Final, TypeVar

from scorer.engine import arrange
from scorer.engine.arrange import Shape
from scorer.engine.distance.sets import Limits, nearest_sets_and_pair
from scorer.engine.distance.whole_hand import SUIT_STARTS, WholeHand, counts_of, whole_hand
from scorer.engine.hand import Hand
from scorer.engine.tiles import HONOURS, MAJORS, WINDS, KindMask, bits

ItemT = TypeVar("ItemT")

MAX_EQUALLY_NEAR_HANDS: Final = 40
"""How many hands of a particular shape are tried that are equally near."""


def nearest_of_shapes(hand: Hand, shapes: Sequence[Shape]) -> Iterator[WholeHand]:
    """Yield the nearest hands of each of these shapes, nearest first."""
    if hand.jokers:
        return
    tiles = len(hand.concealed) + 3 * len(hand.melds)
    found = [
        islice(_hands_of(shape, hand), MAX_EQUALLY_NEAR_HANDS)
        for shape in shapes
        if len(hand.melds) <= shape.melds and tiles in (shape.tiles - 1, shape.tiles)
    ]
    yield from merge(*found, key=lambda near: near.short)


def _hands_of(shape: Shape, hand: Hand) -> Iterator[WholeHand]:
    if shape.finder is None:
        return HANDS_OF_SHAPE[shape.find_arrangement](hand, shape)
    held = counts_of(hand.concealed)
    return (whole_hand(counts_of(tiles), held) for tiles in shape.finder.nearest(hand))


def _nearest_of_hands(hand: Hand, hands: Iterable[Iterable[int]]) -> Iterator[WholeHand]:
    """Yield the nearest of these hands, each of particular tiles."""
    held = counts_of(hand.concealed)
    found = [whole_hand(wanted, held) for wanted in {counts_of(tiles) for tiles in hands}]
    least = min([near.short for near in found], default=0)
    yield from sorted(near for near in found if near.short == least)


def _cheapest_choices(
    costs: Iterable[tuple[int, ItemT]], number: int
) -> Iterator[tuple[ItemT, ...]]:
    """Yield every choice of ``number`` items that together cost least."""
    ordered = sorted(costs, key=itemgetter(0))
    if len(ordered) < number:
        return
    dearest = ordered[number - 1][0]
    certain = [choice for cost, choice in ordered if cost < dearest]
    equal = [choice for cost, choice in ordered if cost == dearest]
    for chosen in combinations(equal, number - len(certain)):
        yield (*certain, *chosen)


def _missing_per_group(held: Sequence[int], apiece: int, room: int) -> Iterator[int]:
    """Yield how many tiles each further group needs, of ``apiece`` tiles of each of these kinds, of
    which so many are held, while there is ``room``."""
    for made in range(0, room - apiece + 1, apiece):
        yield sum(max(0, min(apiece, made + apiece - count)) for count in held)


def _orphans_hands(hand: Hand, shape: Shape) -> Iterator[WholeHand]:
    majors = list(bits(MAJORS))
    return _nearest_of_hands(hand, [[*majors, twice] for twice in majors])


def _gates_hands(hand: Hand, shape: Shape) -> Iterator[WholeHand]:
    return _nearest_of_hands(
        hand,
        [
            [*range(start, start + 9), start, start, start + 8, start + 8, more]
            for start in SUIT_STARTS
            for more in range(start, start + 9)
        ],
    )


def _snake_hands(hand: Hand, shape: Shape) -> Iterator[WholeHand]:
    return _nearest_of_hands(
        hand, [[start, *range(start, start + 9), *bits(WINDS)] for start in SUIT_STARTS]
    )


def _seven_pairs_hands(hand: Hand, shape: Shape) -> Iterator[WholeHand]:
    """Yield seven pairs; four alike are two, where pairs may be alike."""
    pairs = nearest_pairs(hand, shape.kinds, alike=shape.fewest_kinds != 7)
    return _nearest_of_hands(hand, pairs)


def nearest_pairs(hand: Hand, kinds: KindMask, *, alike: bool) -> Iterator[list[int]]:
    """Yield the seven pairs of these kinds that a hand is nearest to; ``alike``: whether two of
    them may be of one kind."""
    held = counts_of(hand.concealed)
    costs = [
        (cost, kind)
        for kind in bits(kinds)
        for cost in _missing_per_group((held[kind],), 2, 4 if alike else 2)
    ]
    for chosen in islice(_cheapest_choices(costs, 7), MAX_EQUALLY_NEAR_HANDS):
        yield [tile for kind in chosen for tile in (kind, kind)]


def _eight_pairs_hands(hand: Hand, shape: Shape) -> Iterator[WholeHand]:
    """Yield a pung and seven pairs of other kinds; four alike may be two pairs."""
    held = counts_of(hand.concealed)
    kinds = [*bits(shape.kinds)]
    hands: list[list[int]] = []
    for pung in kinds:
        costs = [
            (cost, kind)
            for kind in kinds
            if kind != pung
            for cost in _missing_per_group((held[kind],), 2, 4)
        ]
        for chosen in islice(_cheapest_choices(costs, 7), MAX_EQUALLY_NEAR_HANDS):
            hands.append([*[pung] * 3, *[tile for kind in chosen for tile in (kind, kind)]])
    return _nearest_of_hands(hand, hands)


def _knitted_pairs_hands(hand: Hand, shape: Shape) -> Iterator[WholeHand]:
    held = counts_of(hand.concealed)
    hands: list[list[int]] = []
    for suits in combinations(SUIT_STARTS, 2):
        ranks = islice(
            _cheapest_choices(_costs_and_numbers(held, suits), 7), MAX_EQUALLY_NEAR_HANDS
        )
        hands += [[start + rank for rank in chosen for start in suits] for chosen in ranks]
    return _nearest_of_hands(hand, hands)


def _knitted_triples_hands(hand: Hand, shape: Shape) -> Iterator[WholeHand]:
    hands: list[list[int]] = []
    for suits in combinations(SUIT_STARTS, 2):
        for twin in range(9):
            pair = [start + twin for start in suits]
            rest = [*counts_of(hand.concealed)]
            for tile in pair:
                rest[tile] -= 1
            triples = islice(
                _cheapest_choices(_costs_and_numbers(rest, SUIT_STARTS, twin), 4),
                MAX_EQUALLY_NEAR_HANDS,
            )
            hands += [
                [*pair, *[start + rank for rank in chosen for start in SUIT_STARTS]]
                for chosen in triples
            ]
    return _nearest_of_hands(hand, hands)


def _costs_and_numbers(
    held: Sequence[int], suits: Sequence[int], twin: int | None = None
) -> Iterator[tuple[int, int]]:
    """Yield each number, as often as there can be a tile of it in each of these suits, with how
    many of those are missing; of ``twin`` one tile is spoken for."""
    for rank in range(9):
        room = 3 if rank == twin else 4
        for cost in _missing_per_group([held[start + rank] for start in suits], 1, room):
            yield cost, rank


def _honours_and_knitted_hands(hand: Hand, shape: Shape) -> Iterator[WholeHand]:
    held = counts_of(hand.concealed)
    hands: list[Sequence[int]] = []
    for straight in arrange.KNITTED_STRAIGHTS:
        costs = [(int(not held[kind]), kind) for kind in bits(straight | HONOURS)]
        hands += islice(_cheapest_choices(costs, 14), MAX_EQUALLY_NEAR_HANDS)
    return _nearest_of_hands(hand, hands)


def _knitted_straight_hands(hand: Hand, shape: Shape) -> Iterator[WholeHand]:
    found = [
        nearest_sets_and_pair(
            hand, Limits(shape.melds - len(hand.melds), fixed=tuple(bits(straight)))
        )
        for straight in arrange.KNITTED_STRAIGHTS
    ]
    return merge(*found, key=lambda near: near.short)


HANDS_OF_SHAPE: Final[Mapping[Any, Callable[[Hand, Shape], Iterator[WholeHand]]]] = {
    arrange.find_orphans: _orphans_hands,
    arrange.find_gates: _gates_hands,
    arrange.find_snake: _snake_hands,
    arrange.find_seven_pairs: _seven_pairs_hands,
    arrange.find_eight_pairs: _eight_pairs_hands,
    arrange.find_knitted_pairs: _knitted_pairs_hands,
    arrange.find_knitted_triples: _knitted_triples_hands,
    arrange.find_knitted_straight: _knitted_straight_hands,
    arrange.find_honours_and_knitted: _honours_and_knitted_hands,
}
"""The nearest hands of each shape, by ``Shape.find_arrangement``, which recognises it."""
