"""What hands of sets and a pair are grown towards: the kinds they are drawn from, how many chows,
pungs and kongs they have, which sets go together. No ruleset is asked; most find something here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Final

from scorer.learn.chance import Chance
from scorer.learn.groups import Group
from scorer.rulebook import Edition
from scorer.tiles import (
    ALL_KINDS,
    DRAGONS,
    GREEN,
    HONOURS,
    KINDS,
    MAJORS,
    MINORS,
    SUITED,
    SUITS,
    TERMINALS,
    WINDS,
    bits,
)

__all__ = ["another", "grown"]


def _ranks(*ranks: int) -> int:
    return reduce(or_, (1 << 9 * suit + rank - 1 for suit in range(3) for rank in ranks))


PLAIN: Final = (ALL_KINDS, ALL_KINDS, ALL_KINDS, SUITED, SUITED)
NARROW: Final = (
    MINORS,
    MAJORS,
    TERMINALS,
    HONOURS,
    GREEN,
    _ranks(1, 2, 3),
    _ranks(4, 5, 6),
    _ranks(7, 8, 9),
    _ranks(1, 2, 3, 4),
    _ranks(6, 7, 8, 9),
    _ranks(2, 4, 6, 8),
    _ranks(3, 4, 5, 6, 7),
    _ranks(1, 2, 3, 7, 8, 9) | HONOURS,
)
CLASSES: Final = (*SUITS, MINORS, MAJORS, TERMINALS, WINDS, DRAGONS, GREEN, HONOURS, ALL_KINDS)
"""What a kind has in common with those that may take its place."""
STARTS: Final = _ranks(1, 2, 3, 4, 5, 6, 7)
TRIES: Final = 8
"""After so many draws of one set without a fifth copy the hand has none."""


def grown(chance: Chance, edition: Edition) -> list[Group]:
    """The groups of a hand that wins by its shape; tiles may be more than there are."""
    count = edition.book.hand_tiles // 3
    narrow = chance.one_in(3)
    kinds = _of_few_suits(chance, chance.one_of(NARROW if narrow else PLAIN), narrow)
    held: Counter[int] = Counter()
    if edition.shapes and chance.one_in(16):
        return [
            _drawn(chance, "pair", kinds, held) for _ in range((edition.book.hand_tiles + 1) // 2)
        ]
    most = edition.book.most_chows(edition.options)
    chows = chance.one_of((0, 0, 1, 1, 2, 3, 4, count))
    chows = min(chows, count if most is None else most, count)
    groups = _in_a_row(chance, held, min(chows, 4)) if chance.one_in(3) else []
    chows -= sum(group.kind == "chow" for group in groups)
    for place in range(count - len(groups)):
        groups.append(_drawn(chance, "chow" if place < chows else "pung", kinds, held))
    groups.append(_drawn(chance, "pair", kinds, held))
    return _laid(chance, edition, groups)


def _of_few_suits(chance: Chance, kinds: int, narrow: bool) -> int:
    """These kinds without some suits, and with honours or without; as they are where too few were
    left."""
    suits = chance.shuffled(SUITS)[: chance.one_of((1, 2, 3, 3) if narrow else (1, 2, 2, 3, 3, 3))]
    left = kinds & (HONOURS | reduce(or_, suits))
    return left if left.bit_count() > 5 else kinds


def _in_a_row(chance: Chance, held: Counter[int], chows: int) -> list[Group]:
    """Two to four sets of one kind that go together: alike, each so many higher than the last, in
    one suit or from suit to suit."""
    kind = "chow" if chows > 1 else "pung"
    number = 2 + chance.below(min(chows, 4) - 1) if chows > 1 else chance.one_of((2, 3, 3, 4))
    step = chance.one_of((0, 1, 1, 2, 3, 3))
    top = 7 if kind == "chow" else 9
    step = min(step, (top - 1) // (number - 1))
    number = min(number, 3) if kind == "pung" and step == 0 else number
    first = chance.below(top - step * (number - 1))
    suits = chance.shuffled((0, 1, 2)) if step == 0 or chance.one_in(2) else [chance.below(3)]
    if step == 0 and kind == "chow" and chance.one_in(3):
        suits = suits[:1]
    groups = []
    for n in range(number):
        start = 9 * suits[n % len(suits)] + first + n * step
        tiles = (start, start + 1, start + 2) if kind == "chow" else (start,) * 3
        held.update(tiles)
        groups.append(Group(kind, tiles))
    return groups


def _drawn(chance: Chance, kind: str, kinds: int, held: Counter[int]) -> Group:
    """A set of this kind of tiles of these kinds, with what is held no fifth copy if it can be."""
    starts = [*bits(kinds & kinds >> 1 & kinds >> 2 & STARTS)] if kind == "chow" else []
    alike = [*bits(kinds)]
    size = 2 if kind == "pair" else 3
    for _ in range(TRIES):
        if starts:
            start = chance.one_of(starts)
            group = Group("chow", (start, start + 1, start + 2))
        else:
            group = Group("pung" if size == 3 else "pair", (chance.one_of(alike),) * size)
        if all(held[tile] + group.tiles.count(tile) <= 4 for tile in group.tiles):
            break
    held.update(group.tiles)
    return group


def _laid(chance: Chance, edition: Edition, groups: Sequence[Group]) -> list[Group]:
    """These sets, some of them declared: claimed, or kongs."""
    claimed, kongs = chance.one_of((0, 0, 1, 1, 2, 3, 4)), chance.one_of((12, 12, 6, 2))
    laid = []
    for group in groups:
        kong = group.kind == "pung" and chance.one_in(kongs)
        if kong:
            group = Group("kong", (group.tiles[0],) * 4)
        if group.kind != "pair" and (kong or chance.below(4) < claimed):
            hidden = kong and edition.book.conceals_sets and chance.below(4) >= min(claimed, 3)
            group = group._replace(laid={"concealed": True} if hidden else {})
        laid.append(group)
    return laid


def another(chance: Chance, group: Group) -> Group:
    """A group of the same kind of other tiles that have something in common with these; the same
    one where it is no chow and not of tiles alike."""
    first = min(group.tiles)
    if first >= KINDS or max(group.tiles) >= KINDS:
        return group
    if group.kind == "chow":
        starts = SUITS[first // 9] if chance.one_in(2) else SUITED
        start = chance.one_of([*bits(starts & STARTS)])
        return group._replace(tiles=(start, start + 1, start + 2))
    if len(set(group.tiles)) > 1:
        return group
    common = chance.one_of([kinds for kinds in CLASSES if kinds >> first & 1])
    return group._replace(tiles=(chance.one_of([*bits(common)]),) * len(group.tiles))
