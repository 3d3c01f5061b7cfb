"""Which hands of a card fourteen tiles make, and which tiles stand in which group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from scorer.engine.tiles import bits
from scorer.grammar.card.variants.compiled import CompiledCard, PrintedGroup, Variant
from scorer.grammar.card.variants.index import Exposure, counted

__all__ = ["Exposure", "GroupMatch", "Match", "assign_groups", "matching_variants"]


class GroupMatch(NamedTuple):
    """A printed group, how many natural tiles and jokers make it, and whether it is exposed."""

    tile: int
    size: int
    naturals: int
    jokers: int
    exposed: bool


class Match(NamedTuple):
    """A variant that the tiles make, with its groups in printed order."""

    variant: Variant
    groups: tuple[GroupMatch, ...]

    @property
    def jokers(self) -> int:
        """How many jokers stand in the hand."""
        return sum(group.jokers for group in self.groups)


def matching_variants(
    compiled: CompiledCard, concealed: Sequence[int], exposures: Sequence[Exposure] = ()
) -> list[Match]:
    """Return every variant that these tiles make, in the order of the card; none unless they are
    14.

    ``concealed`` has the winning tile, claimed or not, and the jokers on the rack. Whether there
    are so many of a tile is not checked.
    """
    counts, _ = counted(concealed)
    if len(concealed) + sum(exposure.size for exposure in exposures) != 14:
        return []
    index = compiled.index
    fitting = index.fitting_mask(counts, index.exposed(exposures))
    return [
        Match(compiled.variants[n], assign_groups(compiled.variants[n].groups, counts, exposures))
        for n in bits(fitting)
    ]


def assign_groups(
    groups: Sequence[PrintedGroup], counts: Mapping[int, int], exposures: Sequence[Exposure]
) -> tuple[GroupMatch, ...]:
    """Return how these groups of a matched variant are made: each exposure is a group; of the rest,
    groups that may have no joker get natural tiles first, then the others, and jokers make up what
    is missing."""
    made = _exposures_by_place(groups, exposures) if exposures else {}
    left = dict(counts)
    # Groups that may have no joker come first.
    for takes_jokers in (False, True):
        for n, (tile, size, jokers_ok) in enumerate(groups):
            if jokers_ok is takes_jokers and n not in made:
                naturals = left.get(tile, 0)
                if naturals > size:
                    naturals = size
                if naturals:
                    left[tile] -= naturals
                made[n] = GroupMatch(tile, size, naturals, size - naturals, False)
    return tuple([made[n] for n in range(len(groups))])


def _exposures_by_place(
    groups: Sequence[PrintedGroup], exposures: Sequence[Exposure]
) -> dict[int, GroupMatch]:
    """Return the exposures by the places of their groups. One without jokers is put to a group that
    may have none where there is one, since only it can be."""
    made: dict[int, GroupMatch] = {}
    for tile, size, jokers in sorted(exposures, key=itemgetter(2)):
        places = [
            n for n, group in enumerate(groups) if group[:2] == (tile, size) and n not in made
        ]
        strict = [n for n in places if not groups[n].jokers_ok]
        place = strict[0] if strict and not jokers else next(n for n in places if n not in strict)
        made[place] = GroupMatch(tile, size, size - jokers, jokers, True)
    return made
