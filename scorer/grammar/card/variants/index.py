"""All variants of a card at once, as masks: big integers whose bit ``n`` stands for variant ``n``.

Matching compares counts with a threshold: does a variant need at least three 2b, does it have at
least two groups FFF? So there is one mask for each tile and threshold, and one AND answers for all
variants. Where each variant has a count of its own, the counts are held as slices: mask ``i`` has
bit ``i`` of every variant's count.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorer.engine.rack import Exposure
from scorer.engine.tiles import FIRST_FLOWER, JOKER, PLAIN_FLOWER

__all__ = ["Exposed", "Exposure", "Index", "VariantCounts", "counted"]

TILE_NUMBERS = PLAIN_FLOWER + 1

Group = tuple[int, int, bool]
"""Tile, size, whether jokers may stand in it."""
Thresholds = Sequence[int]
"""Item ``k`` is the mask of the variants whose count is at least ``k``; past the end it is 0."""


class Exposed(NamedTuple):
    """What is left to match when some groups are exposed.

    ``live`` is the mask of the variants that have these groups; ``taken`` are the places in them,
    by tile; ``strict`` is as in the index, without the exposed groups. For each place by which
    ``strict`` is lower than in the index, ``one_less`` has the mask of the variants for which it
    is.
    """

    live: int
    taken: Mapping[int, int]
    strict: Sequence[Thresholds]
    one_less: Sequence[int] = ()


class VariantCounts:
    """A count for each variant, never below 0."""

    def __init__(self, slices: Iterable[int] = ()) -> None:
        self.slices = list(slices)

    @classmethod
    def constant(cls, count: int, variants: int) -> VariantCounts:
        """Return the same count for all variants in this mask."""
        return cls(variants if count >> n & 1 else 0 for n in range(count.bit_length()))

    def add(self, variants: int, count: int = 1) -> None:
        """Add ``count`` for each of these variants."""
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
        """Subtract one for each of these variants, all of which have at least one."""
        for n, slice in enumerate(self.slices):
            if not variants:
                return
            self.slices[n] = slice ^ variants
            variants &= ~slice

    def thresholds(self, variants: int) -> list[int]:
        """Return the masks of those of ``variants`` that have at least 0, 1, 2 and so on, up to the
        highest count."""
        found = []
        these = variants
        while these:
            found.append(these)
            these = variants & ~self.at_most(len(found) - 1, variants)
        return found or [variants]

    def at_most(self, count: int, variants: int) -> int:
        """Return the mask of those of ``variants`` that have at most ``count``."""
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

    ``need[tile]`` and ``strict[tile]`` are thresholds: how many of a tile a variant has in all, and
    how many of them where no joker may stand. ``open`` is the mask of the variants that may be
    exposed, ``of_hand`` has that of the variants of each hand.
    """

    def __init__(
        self,
        variants: Sequence[Sequence[Group]],
        hands: Sequence[int],
        concealed: Sequence[bool],
    ) -> None:
        self.count = len(variants)
        self.all = (1 << self.count) - 1
        self.open = _mask_of_places(
            (n for n, hand in enumerate(hands) if not concealed[hand]), self.count
        )
        having = self._variants_by_group(variants)
        self.need = self._thresholds(having)
        self.strict = self._thresholds(
            {wanted: mask for wanted, mask in having.items() if not wanted[2]}
        )
        self.with_jokers = self._large_group_thresholds(having, jokers_ok=True)
        self.natural = self._large_group_thresholds(having, jokers_ok=False)
        self.total_strict = VariantCounts()
        for thresholds in self.strict:
            for these in thresholds[1:]:
                self.total_strict.add(these)
        self.nothing_exposed = Exposed(self.all, {}, self.strict)
        # A hand's variants lie together.
        sizes = Counter(hands)
        firsts = {hand: n for n, hand in reversed(list(enumerate(hands)))}
        self.of_hand = {hand: (1 << sizes[hand]) - 1 << firsts[hand] for hand in sizes}

    def _variants_by_group(self, variants: Sequence[Sequence[Group]]) -> dict[Group, list[int]]:
        """Return for each group the mask of the variants that have it, that of those that have it
        twice, and so on."""
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
            group: [_mask_of_places(these, self.count) for these in lists]
            for group, lists in places.items()
        }

    def _thresholds(self, having: Mapping[Group, Sequence[int]]) -> list[list[int]]:
        """Return for each tile the thresholds of how many of it stand in these groups."""
        counts = [VariantCounts() for _ in range(TILE_NUMBERS)]
        for (tile, size, _), levels in having.items():
            for these in levels:
                counts[tile].add(these, size)
        return [count.thresholds(self.all) for count in counts]

    def _large_group_thresholds(
        self, having: Mapping[Group, Sequence[int]], *, jokers_ok: bool
    ) -> dict[tuple[int, int], list[int]]:
        """Return for each tile and size from 3 on the thresholds of how many such groups there are,
        either of those that may have jokers or of those that may not."""
        return {
            (tile, size): [self.all, *levels]
            for (tile, size, jokers), levels in having.items()
            if size >= 3 and jokers == jokers_ok
        }

    def exposed(self, exposures: Sequence[Exposure]) -> Exposed:
        """Return what is left to match when these groups are exposed.

        An exposure without jokers is put to a group that may have none first: so the most is left
        that jokers can fill.
        """
        if not exposures:
            return self.nothing_exposed
        # An exposed group was claimed, so it has at least one natural tile.
        live = 0 if any(exposure.jokers >= exposure.size for exposure in exposures) else self.open
        taken: dict[int, int] = {}
        one_less: list[int] = []
        strict: Sequence[Thresholds] = self.strict
        kinds = Counter((tile, size) for tile, size, _ in exposures)
        for (tile, size), wanted in kinds.items():
            joined = sum(
                1 for exposure in exposures if exposure[:2] == (tile, size) and exposure.jokers
            )
            jokers_ok = self.with_jokers.get((tile, size), [self.all])
            natural = self.natural.get((tile, size), [self.all])
            live &= _mask_with_at_least(jokers_ok, joined) & _mask_with_sum(
                jokers_ok, natural, wanted
            )
            taken[tile] = taken.get(tile, 0) + size * wanted
            for these in natural[1 : wanted - joined + 1]:
                strict = _thresholds_after_exposing(strict, tile, size, these)
                one_less += [these] * size
        return Exposed(live, taken, strict, one_less)

    def fitting_mask(self, counts: Mapping[int, int], exposed: Exposed) -> int:
        """Return the mask of the variants that 14 tiles make: these natural ones, and jokers."""
        live = self.holding_mask(counts, exposed)
        if not live:
            return 0
        lacking = 0
        for tile, thresholds in enumerate(exposed.strict):
            count = counts.get(tile, 0) + 1
            if count < len(thresholds):
                lacking |= thresholds[count]
        return live & ~lacking

    def holding_mask(self, counts: Mapping[int, int], exposed: Exposed) -> int:
        """Return the mask of the variants that have a place for each of these natural tiles."""
        live, taken, _, _ = exposed
        need = self.need
        for tile, count in counts.items():
            thresholds = need[tile]
            count += taken.get(tile, 0)
            if count >= len(thresholds):
                return 0
            live &= thresholds[count]
        return live

    def missing(
        self, counts: Mapping[int, int], exposed: Exposed
    ) -> tuple[VariantCounts, VariantCounts]:
        """Return how many natural tiles each live variant is short of: in all, and where no joker
        may stand."""
        live, taken, strict, one_less = exposed
        unexposed = 14 - sum(taken.values())
        missing = VariantCounts.constant(unexposed, live)
        missing_strict = VariantCounts(these & live for these in self.total_strict.slices)
        for these in one_less:
            missing_strict.less(these & live)
        for tile, count in counts.items():
            base = taken.get(tile, 0)
            for these in self.need[tile][base + 1 : base + count + 1]:
                missing.less(these & live)
            for these in strict[tile][1 : count + 1]:
                missing_strict.less(these & live)
        return missing, missing_strict


def counted(tiles: Iterable[int]) -> tuple[dict[int, int], int]:
    """Return how many there are of each natural tile, and how many jokers; all flowers are one
    kind."""
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


def _mask_of_places(places: Iterable[int], count: int) -> int:
    # Setting one bit of an integer copies all of it, and these integers are long.
    bits = bytearray(count // 8 + 1)
    for place in places:
        bits[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(bits, "little")


def _mask_with_at_least(thresholds: Thresholds, count: int) -> int:
    """Return the mask of the variants whose count is at least this."""
    return thresholds[count] if count < len(thresholds) else 0


def _mask_with_sum(first: Thresholds, second: Thresholds, count: int) -> int:
    """Return the mask of the variants whose two counts add up to at least ``count``."""
    found = 0
    for of_first in range(count + 1):
        found |= _mask_with_at_least(first, of_first) & _mask_with_at_least(
            second, count - of_first
        )
    return found


def _thresholds_after_exposing(
    strict: Sequence[Thresholds], tile: int, count: int, variants: int
) -> Sequence[Thresholds]:
    """Return the thresholds of all tiles when these variants need ``count`` fewer of this one."""
    old = strict[tile]
    new = [old[0]]
    new += [
        (these & ~variants) | (_mask_with_at_least(old, level + count) & variants)
        for level, these in enumerate(old[1:], 1)
    ]
    return [*strict[:tile], new, *strict[tile + 1 :]]
