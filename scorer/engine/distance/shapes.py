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
from scorer.engine.tiles import HONOURS, MAJORS, WINDS, bits

T = TypeVar("T")

MOST_ALIKE: Final = 40
"""How many hands of a particular shape are tried that are equally near."""


def nearest_of_shapes(hand: Hand, shapes: Sequence[Shape]) -> Iterator[WholeHand]:
    """Yield the nearest hands of each of these shapes, nearest first."""
    if hand.jokers:
        return
    tiles = len(hand.concealed) + 3 * len(hand.melds)
    found = [
        islice(HANDS_OF_SHAPE[shape.see](hand, shape), MOST_ALIKE)
        for shape in shapes
        if len(hand.melds) <= shape.melds and tiles in (shape.tiles - 1, shape.tiles)
    ]
    yield from merge(*found, key=lambda near: near.short)


def _of_tiles(hand: Hand, hands: Iterable[Iterable[int]]) -> Iterator[WholeHand]:
    """Yield the nearest of these hands, each of particular tiles."""
    held = counts_of(hand.concealed)
    found = [whole_hand(wanted, held) for wanted in {counts_of(tiles) for tiles in hands}]
    least = min([near.short for near in found], default=0)
    yield from sorted(near for near in found if near.short == least)


def _cheapest(costs: Iterable[tuple[int, T]], number: int) -> Iterator[tuple[T, ...]]:
    """Yield every choice of ``number`` items that together cost least."""
    ordered = sorted(costs, key=itemgetter(0))
    if len(ordered) < number:
        return
    dearest = ordered[number - 1][0]
    certain = [choice for cost, choice in ordered if cost < dearest]
    equal = [choice for cost, choice in ordered if cost == dearest]
    for chosen in combinations(equal, number - len(certain)):
        yield (*certain, *chosen)


def _dearer(held: Sequence[int], apiece: int, room: int) -> Iterator[int]:
    """Yield how many tiles each further group needs, of ``apiece`` tiles of each of these kinds, of
    which so many are held, while there is ``room``."""
    for made in range(0, room - apiece + 1, apiece):
        yield sum(max(0, min(apiece, made + apiece - count)) for count in held)


def _orphans(hand: Hand, shape: Shape) -> Iterator[WholeHand]:
    majors = list(bits(MAJORS))
    return _of_tiles(hand, [[*majors, twice] for twice in majors])


def _gates(hand: Hand, shape: Shape) -> Iterator[WholeHand]:
    return _of_tiles(
        hand,
        [
            [*range(start, start + 9), start, start, start + 8, start + 8, more]
            for start in SUIT_STARTS
            for more in range(start, start + 9)
        ],
    )


def _snake(hand: Hand, shape: Shape) -> Iterator[WholeHand]:
    return _of_tiles(
        hand, [[start, *range(start, start + 9), *bits(WINDS)] for start in SUIT_STARTS]
    )


def _pairs(hand: Hand, shape: Shape) -> Iterator[WholeHand]:
    """Yield seven pairs; four alike are two, where pairs may be alike."""
    held = counts_of(hand.concealed)
    room = 2 if shape.fewest == 7 else 4
    costs = [(cost, kind) for kind in bits(shape.kinds) for cost in _dearer((held[kind],), 2, room)]
    chosen = islice(_cheapest(costs, 7), MOST_ALIKE)
    return _of_tiles(hand, [[tile for kind in kinds for tile in (kind, kind)] for kinds in chosen])


def _knitted_pairs(hand: Hand, shape: Shape) -> Iterator[WholeHand]:
    held = counts_of(hand.concealed)
    hands: list[list[int]] = []
    for suits in combinations(SUIT_STARTS, 2):
        ranks = islice(_cheapest(_numbers(held, suits), 7), MOST_ALIKE)
        hands += [[start + rank for rank in chosen for start in suits] for chosen in ranks]
    return _of_tiles(hand, hands)


def _knitted_triples(hand: Hand, shape: Shape) -> Iterator[WholeHand]:
    hands: list[list[int]] = []
    for suits in combinations(SUIT_STARTS, 2):
        for twin in range(9):
            pair = [start + twin for start in suits]
            rest = [*counts_of(hand.concealed)]
            for tile in pair:
                rest[tile] -= 1
            triples = islice(_cheapest(_numbers(rest, SUIT_STARTS, twin), 4), MOST_ALIKE)
            hands += [
                [*pair, *[start + rank for rank in chosen for start in SUIT_STARTS]]
                for chosen in triples
            ]
    return _of_tiles(hand, hands)


def _numbers(
    held: Sequence[int], suits: Sequence[int], twin: int | None = None
) -> Iterator[tuple[int, int]]:
    """Yield each number, as often as there can be a tile of it in each of these suits, with how
    many of those are missing; of ``twin`` one tile is spoken for."""
    for rank in range(9):
        room = 3 if rank == twin else 4
        for cost in _dearer([held[start + rank] for start in suits], 1, room):
            yield cost, rank


def _honours_and_knitted(hand: Hand, shape: Shape) -> Iterator[WholeHand]:
    held = counts_of(hand.concealed)
    hands: list[Sequence[int]] = []
    for straight in arrange.KNITTED_STRAIGHTS:
        costs = [(int(not held[kind]), kind) for kind in bits(straight | HONOURS)]
        hands += islice(_cheapest(costs, 14), MOST_ALIKE)
    return _of_tiles(hand, hands)


def _knitted_straight(hand: Hand, shape: Shape) -> Iterator[WholeHand]:
    found = [
        nearest_sets_and_pair(
            hand, Limits(shape.melds - len(hand.melds), fixed=tuple(bits(straight)))
        )
        for straight in arrange.KNITTED_STRAIGHTS
    ]
    return merge(*found, key=lambda near: near.short)


HANDS_OF_SHAPE: Final[Mapping[Any, Callable[[Hand, Shape], Iterator[WholeHand]]]] = {
    arrange.orphans: _orphans,
    arrange.gates: _gates,
    arrange.snake: _snake,
    arrange.seven_pairs: _pairs,
    arrange.knitted_pairs: _knitted_pairs,
    arrange.knitted_triples: _knitted_triples,
    arrange.knitted_straight: _knitted_straight,
    arrange.honours_and_knitted: _honours_and_knitted,
}
"""The nearest hands of each shape, by the function that recognises it (``Shape.see``)."""
