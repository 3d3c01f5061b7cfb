"""American groups as they are to be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorer.engine.rack import Exposure, Rack
from scorer.engine.sheet import ShownSet
from scorer.engine.tiles import JOKER, codes
from scorer.grammar.card.made import MadeHand
from scorer.grammar.card.variants.match import GroupMatch

if TYPE_CHECKING:
    from scorer.types import SetKind

KIND_BY_GROUP_SIZE: dict[int, SetKind] = {
    1: "single",
    2: "pair",
    3: "pung",
    4: "kong",
    5: "quint",
    6: "sextet",
}


def tile_codes(tiles: Sequence[int]) -> tuple[str, ...]:
    """Return the codes of these tiles in the canonical order."""
    return tuple(codes(tiles))


def all_tiles(rack: Rack) -> list[int]:
    """Return every tile of the hand."""
    return [*rack.concealed, *(tile for exposure in rack.exposures for tile in exposure.tiles)]


def shown_exposure(exposure: Exposure) -> ShownSet:
    """Return an exposure of a player who did not win."""
    kind = KIND_BY_GROUP_SIZE[exposure.size]
    return ShownSet(kind, tile_codes(exposure.tiles), False, False, exposure.jokers)


def shown_groups(made: MadeHand) -> tuple[ShownSet, ...]:
    """Return the groups in printed order; a hand that is on no card as its pairs."""
    last = made.rack.winning
    if made.hand is None:
        tiles = made.rack.concealed
        groups = [GroupMatch(tile, 2, 2, 0, False) for tile in tiles[::2]]
    else:
        groups = list(made.groups)
    completed = _place_of_completed_group(groups, last)
    return tuple(
        [
            ShownSet(
                KIND_BY_GROUP_SIZE[group.size],
                tile_codes([group.tile] * group.naturals + [JOKER] * group.jokers),
                not group.exposed,
                n == completed,
                group.jokers,
            )
            for n, group in enumerate(groups)
        ]
    )


def _place_of_completed_group(groups: Sequence[GroupMatch], last: int | None) -> int:
    """Return the place of the group in which the winning tile stands, -1 if there is none."""
    for n, group in enumerate(groups):
        if not group.exposed and (group.jokers if last == JOKER else group.tile == last):
            if last == JOKER or group.naturals:
                return n
    return -1
