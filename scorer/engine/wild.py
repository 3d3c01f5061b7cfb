"""Wild tiles, as in a goulash: the hands without them that a hand with them can be.

A wild tile stands for any kind of which the hand does not already show four. In a goulash the sets
are pungs and kongs, so only those and the shapes without melds are tried. Of hands that every rule
scores alike not all are given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from scorer.engine.arrange import (
    GATES_SHAPE,
    KNITTED_PAIRS_SHAPE,
    KNITTED_TRIPLES_SHAPE,
    ORPHANS_SHAPE,
    PAIRS_OF_MAJORS_SHAPE,
    SNAKE_SHAPE,
    Shape,
)
from scorer.engine.hand import Hand, Meld
from scorer.engine.tiles import EAST, FIVE_DOTS, JOKER, KIND_COUNT, MAJORS, NORTH, ONE_DOTS, bits

Kinds = tuple[int, ...]


def winning_standings(hand: Hand, shapes: Sequence[Shape]) -> Iterator[Hand]:
    """Yield the winning hands that this one can be, with its wild tiles replaced by tiles."""
    for melds in _all_wild_melds(hand):
        copies = list(hand.copies)
        for kind, meld in zip(melds, (m for m in hand.melds if m.tile == JOKER), strict=True):
            copies[kind] += meld.wild
        standings = set(_pung_fillings(hand.concealed, tuple(copies)))
        if not hand.melds:
            natural = tuple(tile for tile in hand.concealed if tile != JOKER)
            standings |= _fillings_of_shapes(natural, hand.jokers, shapes)
            if hand.winning == JOKER:
                for tile in RARELY_NEEDED_KINDS:
                    if copies[tile] < 4:
                        filled = _fillings_of_shapes((*natural, tile), hand.jokers - 1, shapes)
                        standings |= {tuple(sorted((*kinds, tile))) for kinds in filled}
        for standing in sorted(standings):
            wins = sorted(set(standing)) if hand.winning == JOKER else [hand.winning]
            for won_on in wins:
                yield hand.with_jokers_as(standing, melds, won_on)


# The tiles that some special hand must win on.
RARELY_NEEDED_KINDS = (ONE_DOTS, FIVE_DOTS)


def _fillings_of_shapes(natural: Kinds, jokers: int, shapes: Sequence[Shape]) -> set[Kinds]:
    """Return what the wild tiles stand for in each shape without melds that they can complete: one
    answer a shape, several where a club's own hands are one."""
    held = len(natural) + jokers
    found: set[Kinds] = set()
    for shape in shapes:
        if shape.tiles != held:
            continue
        if shape.finder is not None:
            found.update(shape.finder.fillings(natural, jokers))
            continue
        filled = _FILL_BY_SHAPE[shape](natural, jokers)
        if filled is not None:
            found.add(filled)
    return found


def _all_wild_melds(hand: Hand) -> list[Kinds]:
    """Return what the meld of wild tiles alone may stand for: one kind, or () where there is no
    such meld. With four wild tiles there is at most one such meld."""
    wild: list[Meld] = [meld for meld in hand.melds if meld.tile == JOKER]
    if not wild:
        return [()]
    return [(kind,) for kind in range(KIND_COUNT) if hand.copies_of(kind) + wild[0].wild <= 4]


# A set of nothing but wild tiles may be any major. Of a suit's minors, which rules hardly tell
# apart, two are tried: first the green ones of bamboo and the 5 of dots, which special hands name.
ALL_WILD_MELD_KINDS = ((1, 2, 3, 5, 7, 4, 6), tuple(range(10, 17)), (22, 19, 20, 21, 23, 24, 25))


@lru_cache(maxsize=1 << 9)
def _pung_fillings(concealed: Kinds, copies: Kinds) -> tuple[Kinds, ...]:
    """Return every list of kinds that the wild tiles among ``concealed`` can stand for to make it
    pungs and a pair."""
    natural = sorted(set(concealed) - {JOKER})
    held = [(kind, concealed.count(kind)) for kind in natural]
    free = [kind for kind in range(KIND_COUNT) if kind not in natural]
    tried = {kind for kind in free if MAJORS >> kind & 1}
    for minors in ALL_WILD_MELD_KINDS:
        tried.update([kind for kind in minors if kind in free and copies[kind] <= 1][:2])
    room = tuple(4 - copies[kind] if kind in tried else 0 for kind in range(KIND_COUNT))
    return tuple(
        _fill_sets_and_pairs(held, copies, room, concealed.count(JOKER), len(concealed) // 3, 1)
    )


def _fill_sets_and_pairs(
    natural: list[tuple[int, int]],
    copies: Kinds,
    room: Kinds,
    jokers: int,
    sets: int,
    pairs: int,
) -> Iterator[Kinds]:
    """Yield what ``jokers`` wild tiles can stand for beside ``natural`` kinds, each with how many
    are held, to make so many pungs and pairs. ``copies`` are the tiles of each kind that the hand
    shows, ``room`` how many wild tiles may be of a kind of which nothing is held."""
    if jokers < 0 or sets < 0 or pairs < 0:
        return
    if natural:
        (kind, held), others = natural[0], natural[1:]
        for size, fewer_sets, fewer_pairs in ((3, 1, 0), (2, 0, 1)):
            need = size - held
            if need >= 0 and copies[kind] + need <= 4:
                filled = _fill_sets_and_pairs(
                    others, copies, room, jokers - need, sets - fewer_sets, pairs - fewer_pairs
                )
                for rest in filled:
                    yield tuple(sorted((kind,) * need + rest))
    elif jokers == 3 * sets + 2 * pairs:
        # What is left is made of nothing but wild tiles: any kinds that the hand has room for.
        for pungs in combinations([k for k in range(KIND_COUNT) if room[k] >= 3], sets):
            if not pairs:
                yield tuple(sorted(pungs * 3))
                continue
            for pair in range(KIND_COUNT):
                if pair not in pungs and room[pair] >= 2:
                    yield tuple(sorted((*pungs * 3, pair, pair)))


def losing_standings(hand: Hand, useful: int) -> Iterator[Hand]:
    """Yield the hands that a losing one can be: wild tiles make pungs, or pairs of the kinds in the
    mask ``useful``.

    Wild tiles that make neither stand for nothing and stay among the concealed tiles.
    """
    for melds in _all_wild_melds(hand):
        standing = hand.with_jokers_as((), melds, None)
        held = [standing.concealed.count(kind) for kind in range(KIND_COUNT)]
        upgrades = [
            (size - held[kind], kind)
            for kind in range(KIND_COUNT)
            for size in (3, 2)
            if held[kind] < size
            and standing.copies_of(kind) + size - held[kind] <= 4
            and (size == 3 or useful >> kind & 1)
            and (held[kind] or MAJORS >> kind & 1)
        ]
        for chosen in _affordable_upgrades(upgrades, hand.jokers, 0):
            yield hand.with_jokers_as(chosen, melds, None)


def _affordable_upgrades(
    upgrades: list[tuple[int, int]], jokers: int, start: int
) -> Iterator[Kinds]:
    """Yield what wild tiles stand for, for each choice from ``start`` on of ``upgrades`` (so many
    wild tiles, as that kind) that takes at most ``jokers``: one upgrade a kind at the most."""
    yield ()
    for n in range(start, len(upgrades)):
        cost, kind = upgrades[n]
        if cost <= jokers:
            following = n + 1
            while following < len(upgrades) and upgrades[following][1] == kind:
                following += 1
            for rest in _affordable_upgrades(upgrades, jokers - cost, following):
                yield (kind,) * cost + rest


def _missing_tiles(natural: Kinds, jokers: int, target: Sequence[int]) -> Kinds | None:
    """Return the tiles of ``target`` that are not among ``natural``; None if those hold another
    tile, or if another number than ``jokers`` is missing."""
    left = list(target)
    for tile in natural:
        if tile not in left:
            return None
        left.remove(tile)
    return tuple(left) if len(left) == jokers else None


def _first_filling(natural: Kinds, jokers: int, targets: Iterator[Sequence[int]]) -> Kinds | None:
    """Return ``_missing_tiles`` of the first of the targets that can be made, or None."""
    for target in targets:
        missing = _missing_tiles(natural, jokers, target)
        if missing is not None:
            return missing
    return None


# For each shape what the wild tiles stand for beside the ``natural`` ones to complete it, or None.


def _fill_orphans(natural: Kinds, jokers: int) -> Kinds | None:
    majors = list(bits(MAJORS))
    return _first_filling(natural, jokers, (sorted((*majors, extra)) for extra in majors))


def _fill_gates(natural: Kinds, jokers: int) -> Kinds | None:
    targets = (
        sorted((first, first, *range(first, first + 9), first + 8, first + 8, first + extra))
        for first in (0, 9, 18)
        for extra in range(9)
    )
    return _first_filling(natural, jokers, targets)


def _fill_snake(natural: Kinds, jokers: int) -> Kinds | None:
    targets = ((first, *range(first, first + 9), *range(EAST, NORTH + 1)) for first in (0, 9, 18))
    return _first_filling(natural, jokers, targets)


def _fill_pairs(natural: Kinds, jokers: int) -> Kinds | None:
    if any(not MAJORS >> tile & 1 for tile in natural):
        return None
    filled = [kind for kind in sorted(set(natural)) if natural.count(kind) % 2]
    spare = jokers - len(filled)
    if spare < 0 or spare % 2:
        return None
    room = [k for k in bits(MAJORS) for _ in range((4 - (*natural, *filled).count(k)) // 2)]
    return tuple(sorted(filled + [kind for kind in room[: spare // 2] for _ in range(2)]))


def _fill_knitted_pairs(natural: Kinds, jokers: int) -> Kinds | None:
    for low, high in ((0, 9), (0, 18), (9, 18)):
        if any(tile // 9 * 9 not in (low, high) for tile in natural):
            continue
        filled: list[int] = []
        for rank in range(9):
            gap = natural.count(low + rank) - natural.count(high + rank)
            filled += [(high if gap > 0 else low) + rank] * abs(gap)
        spare = jokers - len(filled)
        if spare >= 0 and spare % 2 == 0:
            held = [*natural, *filled]
            room = [r for r in range(9) for _ in range(4 - held.count(low + r))]
            for rank in room[: spare // 2]:
                filled += [low + rank, high + rank]
            return tuple(sorted(filled))
    return None


def _fill_knitted_triples(natural: Kinds, jokers: int) -> Kinds | None:
    if any(tile >= EAST for tile in natural):
        return None
    twins = ((0, 9), (0, 18), (9, 18))
    for suit, other, twin in ((*suits, rank) for suits in twins for rank in range(9)):
        target = [suit + twin, other + twin]
        triples = []
        for rank in range(9):
            most = 0
            for base in (0, 9, 18):
                in_pair = rank == twin and base in (suit, other)
                most = max(most, natural.count(base + rank) - in_pair)
            triples += [rank] * most
        free = (r for r in range(9) for _ in range(4 - triples.count(r) - (r == twin)))
        while len(triples) < 4:
            triples.append(next(free))
        target += [base + rank for rank in triples for base in (0, 9, 18)]
        missing = _missing_tiles(natural, jokers, target)
        if missing is not None:
            return tuple(sorted(missing))
    return None


_FILL_BY_SHAPE = {
    ORPHANS_SHAPE: _fill_orphans,
    GATES_SHAPE: _fill_gates,
    SNAKE_SHAPE: _fill_snake,
    PAIRS_OF_MAJORS_SHAPE: _fill_pairs,
    KNITTED_PAIRS_SHAPE: _fill_knitted_pairs,
    KNITTED_TRIPLES_SHAPE: _fill_knitted_triples,
}
