"""Which hands of a card fourteen tiles are, exactly, and how they stand in its groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from scorer.grammar.card.variants.compiled import CompiledCard, PrintedGroup, Variant
from scorer.grammar.card.variants.index import Exposure, counted, positions

__all__ = ["Exposure", "GroupMatch", "Match", "match", "stand"]


class GroupMatch(NamedTuple):
    """How a printed group is made: of how many natural tiles and jokers, and whether exposed."""

    tile: int
    size: int
    naturals: int
    jokers: int
    exposed: bool


class Match(NamedTuple):
    """A variant that the tiles are, with its groups in printed order."""

    variant: Variant
    groups: tuple[GroupMatch, ...]

    @property
    def jokers(self) -> int:
        """How many jokers stand in the hand."""
        return sum(group.jokers for group in self.groups)


def match(
    compiled: CompiledCard, concealed: Sequence[int], exposures: Sequence[Exposure] = ()
) -> list[Match]:
    """Every variant that these tiles are, in the order of the card.

    ``concealed`` has the winning tile and the jokers in it. A claimed tile that wins is no
    exposure. Any number of tiles but 14 is no hand; that a set has so many of each is not asked.
    """
    counts, _ = counted(concealed)
    if len(concealed) + sum(one.size for one in exposures) != 14:
        return []
    index = compiled.index
    fitting = index.fitting(counts, index.exposed(exposures))
    return [
        Match(compiled.variants[n], stand(compiled.variants[n].groups, counts, exposures))
        for n in positions(fitting)
    ]


def stand(
    groups: Sequence[PrintedGroup], counts: Mapping[int, int], exposures: Sequence[Exposure]
) -> tuple[GroupMatch, ...]:
    """How a matched variant's groups are made: exposures first, then singles and pairs, then jokers
    where the natural tiles end."""
    made = _laid(groups, exposures) if exposures else {}
    left = dict(counts)
    # Singles and pairs take natural tiles alone, so they take them first.
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


def _laid(groups: Sequence[PrintedGroup], exposures: Sequence[Exposure]) -> dict[int, GroupMatch]:
    """The exposures by the places of their groups. A natural one lies in a group that takes no
    jokers where there is one, for only it can."""
    made: dict[int, GroupMatch] = {}
    for tile, size, jokers in sorted(exposures, key=itemgetter(2)):
        places = [n for n, one in enumerate(groups) if one[:2] == (tile, size) and n not in made]
        strict = [n for n in places if not groups[n].jokers_ok]
        place = strict[0] if strict and not jokers else next(n for n in places if n not in strict)
        made[place] = GroupMatch(tile, size, size - jokers, jokers, True)
    return made
