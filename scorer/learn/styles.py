"""Draws winning hands of sets and a pair in styles that most rulesets score.

A style restricts the kinds of tiles, the number of chows, pungs and kongs, and which sets go
together. It does not depend on the ruleset.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Final

from scorer.engine.tiles import (
    ALL_KINDS,
    DRAGONS,
    GREEN_KINDS,
    HONOURS,
    KIND_COUNT,
    MAJORS,
    MINORS,
    SUITED,
    SUITS,
    TERMINALS,
    WINDS,
    bits,
)
from scorer.learn.groups import Group
from scorer.learn.seeded_random import SeededRandom
from scorer.rulebook.book import Edition


def _rank_kinds(*ranks: int) -> int:
    return reduce(or_, (1 << 9 * suit + rank - 1 for suit in range(3) for rank in ranks))


PLAIN_KINDS: Final = (ALL_KINDS, ALL_KINDS, ALL_KINDS, SUITED, SUITED)
NARROW_KINDS: Final = (
    MINORS,
    MAJORS,
    TERMINALS,
    HONOURS,
    GREEN_KINDS,
    _rank_kinds(1, 2, 3),
    _rank_kinds(4, 5, 6),
    _rank_kinds(7, 8, 9),
    _rank_kinds(1, 2, 3, 4),
    _rank_kinds(6, 7, 8, 9),
    _rank_kinds(2, 4, 6, 8),
    _rank_kinds(3, 4, 5, 6, 7),
    _rank_kinds(1, 2, 3, 7, 8, 9) | HONOURS,
)
KIND_CLASSES: Final = (
    *SUITS,
    MINORS,
    MAJORS,
    TERMINALS,
    WINDS,
    DRAGONS,
    GREEN_KINDS,
    HONOURS,
    ALL_KINDS,
)
"""Sets of kinds; a kind may be replaced by another of the same set."""
CHOW_STARTS: Final = _rank_kinds(1, 2, 3, 4, 5, 6, 7)
MAX_DRAWS: Final = 8
"""The most attempts to draw a set without a fifth copy of a tile."""


def draw_set_hand(rng: SeededRandom, edition: Edition) -> list[Group]:
    """Draw a winning hand; it may need more copies of a tile than the set has."""
    count = edition.book.tiles.hand_tiles // 3
    narrow = rng.one_in(3)
    kinds = _restrict_suits(rng, rng.choice(NARROW_KINDS if narrow else PLAIN_KINDS), narrow)
    held: Counter[int] = Counter()
    if edition.shapes and rng.one_in(16):
        return [
            _draw_set(rng, "pair", kinds, held)
            for _ in range((edition.book.tiles.hand_tiles + 1) // 2)
        ]
    most = edition.book.tiles.most_chows(edition.options)
    chows = rng.choice((0, 0, 1, 1, 2, 3, 4, count))
    chows = min(chows, count if most is None else most, count)
    groups = _related_sets(rng, held, min(chows, 4)) if rng.one_in(3) else []
    chows -= sum(group.kind == "chow" for group in groups)
    for place in range(count - len(groups)):
        groups.append(_draw_set(rng, "chow" if place < chows else "pung", kinds, held))
    groups.append(_draw_set(rng, "pair", kinds, held))
    return _declare_some(rng, edition, groups)


def _restrict_suits(rng: SeededRandom, kinds: int, narrow: bool) -> int:
    """Remove some suits from these kinds, unless too few kinds would be left."""
    suits = rng.shuffled(SUITS)[: rng.choice((1, 2, 3, 3) if narrow else (1, 2, 2, 3, 3, 3))]
    left = kinds & (HONOURS | reduce(or_, suits))
    return left if left.bit_count() > 5 else kinds


def _related_sets(rng: SeededRandom, held: Counter[int], chows: int) -> list[Group]:
    """Draw two to four related sets: alike or in ascending steps, in one suit or several."""
    kind = "chow" if chows > 1 else "pung"
    number = 2 + rng.below(min(chows, 4) - 1) if chows > 1 else rng.choice((2, 3, 3, 4))
    step = rng.choice((0, 1, 1, 2, 3, 3))
    top = 7 if kind == "chow" else 9
    step = min(step, (top - 1) // (number - 1))
    number = min(number, 3) if kind == "pung" and step == 0 else number
    first = rng.below(top - step * (number - 1))
    suits = rng.shuffled((0, 1, 2)) if step == 0 or rng.one_in(2) else [rng.below(3)]
    if step == 0 and kind == "chow" and rng.one_in(3):
        suits = suits[:1]
    groups = []
    for n in range(number):
        start = 9 * suits[n % len(suits)] + first + n * step
        tiles = (start, start + 1, start + 2) if kind == "chow" else (start,) * 3
        held.update(tiles)
        groups.append(Group(kind, tiles))
    return groups


def _draw_set(rng: SeededRandom, kind: str, kinds: int, held: Counter[int]) -> Group:
    """Draw a set of these kinds of tiles, if possible without a fifth copy of a tile."""
    starts = _kinds_of(kinds & kinds >> 1 & kinds >> 2 & CHOW_STARTS) if kind == "chow" else ()
    alike = _kinds_of(kinds)
    size = 2 if kind == "pair" else 3
    if not starts and kind == "chow":
        kind = "pung"
    for _ in range(MAX_DRAWS):
        if starts:
            start = rng.choice(starts)
            tiles: tuple[int, ...] = (start, start + 1, start + 2)
            if held[start] < 4 and held[start + 1] < 4 and held[start + 2] < 4:
                break
        else:
            start = rng.choice(alike)
            tiles = (start,) * size
            if held[start] + size <= 4:
                break
    for tile in tiles:
        held[tile] += 1
    return Group(kind, tiles)


@lru_cache(maxsize=256)
def _kinds_of(mask: int) -> tuple[int, ...]:
    """Return the kinds of a mask; those of styles are few."""
    return tuple(bits(mask))


def _declare_some(rng: SeededRandom, edition: Edition, groups: Sequence[Group]) -> list[Group]:
    """Declare some of these sets: claim them, or make them kongs."""
    claimed, kongs = rng.choice((0, 0, 1, 1, 2, 3, 4)), rng.choice((12, 12, 6, 2))
    declared = []
    for group in groups:
        kong = group.kind == "pung" and rng.one_in(kongs)
        if kong:
            group = Group("kong", (group.tiles[0],) * 4)
        if group.kind != "pair" and (kong or rng.below(4) < claimed):
            hidden = kong and edition.book.tiles.conceals_sets and rng.below(4) >= min(claimed, 3)
            group = group._replace(meld={"concealed": True} if hidden else {})
        declared.append(group)
    return declared


def similar_group(rng: SeededRandom, group: Group) -> Group:
    """Draw a group of the same kind with related tiles.

    A group that is neither a chow nor of equal tiles is returned as it is.
    """
    first = min(group.tiles)
    if first >= KIND_COUNT or max(group.tiles) >= KIND_COUNT:
        return group
    if group.kind == "chow":
        starts = SUITS[first // 9] if rng.one_in(2) else SUITED
        start = rng.choice([*bits(starts & CHOW_STARTS)])
        return group._replace(tiles=(start, start + 1, start + 2))
    if len(set(group.tiles)) > 1:
        return group
    common = rng.choice([kinds for kinds in KIND_CLASSES if kinds >> first & 1])
    return group._replace(tiles=(rng.choice([*bits(common)]),) * len(group.tiles))
