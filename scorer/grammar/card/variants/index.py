"""Every variant of a card at once, as big integers: bit ``n`` speaks of variant ``n``.

What matching asks is a threshold on a count: does a variant need at least three 2b, does it have
at most one group FFF? So there is one integer for each tile and threshold, and a question to all
variants is one AND. Counts that differ from variant to variant are held in slices, as binary
numbers are: integer ``i`` has bit ``i`` of every variant's count.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorer.rack import Exposure
from scorer.tiles import FIRST_FLOWER, JOKER, PLAIN_FLOWER

__all__ = ["Exposed", "Exposure", "Index", "Slices", "counted", "positions"]

TILE_NUMBERS = PLAIN_FLOWER + 1

Group = tuple[int, int, bool]
"""Tile, size, whether jokers may stand in it."""
Thresholds = Sequence[int]
"""At ``k`` the variants whose count is at least ``k``; past the end there are none."""


class Exposed(NamedTuple):
    """What is left to match beneath some exposures.

    ``live`` are the variants that have these groups; ``taken`` the tiles that they use up, by
    kind; ``strict`` as in the index, without the groups taken; ``relieved`` counts how much less
    of it there is: each entry is one tile less for those variants.
    """

    live: int
    taken: Mapping[int, int]
    strict: Sequence[Thresholds]
    relieved: Sequence[int] = ()


class Slices:
    """A count for every variant, none ever below 0."""

    def __init__(self, slices: Iterable[int] = ()) -> None:
        self.slices = list(slices)

    @classmethod
    def constant(cls, count: int, variants: int) -> Slices:
        """The same count for all of ``variants``."""
        return cls(variants if count >> n & 1 else 0 for n in range(count.bit_length()))

    def add(self, variants: int, count: int = 1) -> None:
        """So many more for these variants."""
        for first in range(count.bit_length()):
            if count >> first & 1:
                self._carry(variants, first)

    def _carry(self, variants: int, first: int) -> None:
        while len(self.slices) < first:
            self.slices.append(0)
        for n in range(first, len(self.slices)):
            if not variants:
                return
            slice = self.slices[n]
            self.slices[n] = slice ^ variants
            variants &= slice
        if variants:
            self.slices.append(variants)

    def less(self, variants: int) -> None:
        """One less for these variants, all of which have at least one."""
        for n, slice in enumerate(self.slices):
            if not variants:
                return
            self.slices[n] = slice ^ variants
            variants &= ~slice

    def thresholds(self, variants: int) -> list[int]:
        """Which of ``variants`` have at least 0, 1, 2 and so on, as far as any has."""
        found = []
        these = variants
        while these:
            found.append(these)
            these = variants & ~self.at_most(len(found) - 1, variants)
        return found or [variants]

    def at_most(self, count: int, variants: int) -> int:
        """Those of ``variants`` that have at most ``count``."""
        if count < 0:
            return 0
        below, equal = 0, variants
        for n in reversed(range(max(len(self.slices), count.bit_length()))):
            slice = self.slices[n] if n < len(self.slices) else 0
            if count >> n & 1:
                below |= equal & ~slice
                equal &= slice
            else:
                equal &= ~slice
        return below | equal


class Index:
    """The variants of a card by what they need.

    ``need[tile]`` and ``strict[tile]`` are thresholds: how many of a tile a variant has in all,
    and how many stand where no joker may. ``of_hand`` has the variants of each hand.
    """

    def __init__(
        self,
        variants: Sequence[Sequence[Group]],
        hands: Sequence[int],
        concealed: Sequence[bool],
    ) -> None:
        self.count = len(variants)
        self.all = (1 << self.count) - 1
        self.open = _bits((n for n, hand in enumerate(hands) if not concealed[hand]), self.count)
        having = self._having(variants)
        self.need = self._thresholds(having)
        self.strict = self._thresholds({one: these for one, these in having.items() if not one[2]})
        self.with_jokers = self._large(having, jokers_ok=True)
        self.natural = self._large(having, jokers_ok=False)
        self.total_strict = Slices()
        for thresholds in self.strict:
            for these in thresholds[1:]:
                self.total_strict.add(these)
        self.nothing_exposed = Exposed(self.all, {}, self.strict)
        # A hand's variants lie together.
        sizes = Counter(hands)
        firsts = {hand: n for n, hand in reversed(list(enumerate(hands)))}
        self.of_hand = {hand: (1 << sizes[hand]) - 1 << firsts[hand] for hand in sizes}

    def _having(self, variants: Sequence[Sequence[Group]]) -> dict[Group, list[int]]:
        """The variants that have a group, those that have it twice, and so on."""
        places: defaultdict[Group, list[list[int]]] = defaultdict(list)
        for n, groups in enumerate(variants):
            for group in groups:
                lists = places[group]
                # The first of these lists that does not end with this variant is next.
                for these in lists:
                    if these[-1] != n:
                        these.append(n)
                        break
                else:
                    lists.append([n])
        return {
            group: [_bits(these, self.count) for these in lists] for group, lists in places.items()
        }

    def _thresholds(self, having: Mapping[Group, Sequence[int]]) -> list[list[int]]:
        """How many of each tile stand in these groups."""
        counts = [Slices() for _ in range(TILE_NUMBERS)]
        for (tile, size, _), levels in having.items():
            for these in levels:
                counts[tile].add(these, size)
        return [count.thresholds(self.all) for count in counts]

    def _large(
        self, having: Mapping[Group, Sequence[int]], *, jokers_ok: bool
    ) -> dict[tuple[int, int], list[int]]:
        """The variants that have at least so many groups of a tile and size, 3 or more."""
        return {
            (tile, size): [self.all, *levels]
            for (tile, size, jokers), levels in having.items()
            if size >= 3 and jokers == jokers_ok
        }

    def exposed(self, exposures: Sequence[Exposure]) -> Exposed:
        """What is left beneath these exposures.

        A natural exposure is put to a natural-only group first: that leaves the most to jokers.
        """
        if not exposures:
            return self.nothing_exposed
        # What is exposed was claimed, so a group has at least one natural tile.
        live = 0 if any(one.jokers >= one.size for one in exposures) else self.open
        taken: dict[int, int] = {}
        relieved: list[int] = []
        strict: Sequence[Thresholds] = self.strict
        kinds = Counter((tile, size) for tile, size, _ in exposures)
        for (tile, size), wanted in kinds.items():
            joined = sum(1 for one in exposures if one[:2] == (tile, size) and one.jokers)
            jokers_ok = self.with_jokers.get((tile, size), [self.all])
            natural = self.natural.get((tile, size), [self.all])
            live &= _at_least(jokers_ok, joined) & _together(jokers_ok, natural, wanted)
            taken[tile] = taken.get(tile, 0) + size * wanted
            for these in natural[1 : wanted - joined + 1]:
                strict = _less(strict, tile, size, these)
                relieved += [these] * size
        return Exposed(live, taken, strict, relieved)

    def fitting(self, counts: Mapping[int, int], exposed: Exposed) -> int:
        """The variants that these natural tiles make when jokers fill the rest, 14 in all."""
        live = self.holding(counts, exposed)
        if not live:
            return 0
        bare = 0
        for tile, thresholds in enumerate(exposed.strict):
            count = counts.get(tile, 0) + 1
            if count < len(thresholds):
                bare |= thresholds[count]
        return live & ~bare

    def holding(self, counts: Mapping[int, int], exposed: Exposed) -> int:
        """The variants that have a place for each of these natural tiles."""
        live, taken, _, _ = exposed
        need = self.need
        for tile, count in counts.items():
            thresholds = need[tile]
            count += taken.get(tile, 0)
            if count >= len(thresholds):
                return 0
            live &= thresholds[count]
        return live

    def missing(self, counts: Mapping[int, int], exposed: Exposed) -> tuple[Slices, Slices]:
        """How many tiles each live variant still misses: in all, and where no joker may stand."""
        live, taken, strict, relieved = exposed
        left = 14 - sum(taken.values())
        missing = Slices.constant(left, live)
        bare = Slices(these & live for these in self.total_strict.slices)
        for these in relieved:
            bare.less(these & live)
        for tile, count in counts.items():
            base = taken.get(tile, 0)
            for these in self.need[tile][base + 1 : base + count + 1]:
                missing.less(these & live)
            for these in strict[tile][1 : count + 1]:
                bare.less(these & live)
        return missing, bare


def counted(tiles: Iterable[int]) -> tuple[dict[int, int], int]:
    """How many there are of each natural tile, and how many jokers; all flowers are one kind."""
    counts: dict[int, int] = {}
    jokers = 0
    for tile in tiles:
        if tile == JOKER:
            jokers += 1
            continue
        if FIRST_FLOWER <= tile < JOKER:
            tile = PLAIN_FLOWER
        counts[tile] = counts.get(tile, 0) + 1
    return counts, jokers


def positions(variants: int) -> Iterator[int]:
    """The places of the bits that are set, lowest first."""
    while variants:
        low = variants & -variants
        yield low.bit_length() - 1
        variants ^= low


def _bits(places: Iterable[int], count: int) -> int:
    # One at a time into an integer would copy it whole each time.
    bits = bytearray(count // 8 + 1)
    for place in places:
        bits[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(bits, "little")


def _at_least(thresholds: Thresholds, count: int) -> int:
    return thresholds[count] if count < len(thresholds) else 0


def _together(one: Thresholds, other: Thresholds, count: int) -> int:
    """The variants whose two counts add up to at least ``count``."""
    found = 0
    for part in range(count + 1):
        found |= _at_least(one, part) & _at_least(other, count - part)
    return found


def _less(
    strict: Sequence[Thresholds], tile: int, count: int, variants: int
) -> Sequence[Thresholds]:
    """The thresholds when these variants need so many fewer of a tile."""
    old = strict[tile]
    new = [old[0]]
    new += [
        (these & ~variants) | (_at_least(old, level + count) & variants)
        for level, these in enumerate(old[1:], 1)
    ]
    return [*strict[:tile], new, *strict[tile + 1 :]]
