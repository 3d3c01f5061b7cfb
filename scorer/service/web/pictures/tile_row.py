"""The tiles of a hand in one row of a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorer.service.web.drawing.tiles_shown import BACK_SYMBOL

FACE_WIDTH = 60
"""The width in which faces are drawn."""
MAX_TILE_WIDTH = 70
GROUP_GAP = 0.35
"""The gap between two sets, as a share of a tile's width."""


class PlacedTile(NamedTuple):
    """A tile in a row.

    Attributes:
        code: its code, or that of a tile's back.
        x: its left edge, in pixels.
        is_winning: whether it completed the hand.
    """

    code: str
    x: float
    is_winning: bool


class TileRow(NamedTuple):
    """The tiles of a hand, placed.

    Attributes:
        tiles: the tiles from the left.
        scale: their size, as a share of the size in which faces are drawn.
    """

    tiles: list[PlacedTile]
    scale: float


def place_tiles(groups: Sequence[Sequence[tuple[str, bool]]], width: float) -> TileRow:
    """Return groups of tiles in a row that is at most ``width`` pixels wide.

    Args:
        groups: for each set its tiles, each with whether it completed the hand.
        width: the room for them.
    """
    many = sum(map(len, groups)) + GROUP_GAP * (len(groups) - 1)
    size = min(MAX_TILE_WIDTH, width / many) if many > 0 else MAX_TILE_WIDTH
    tiles, x = [], 0.0
    for group in groups:
        for code, is_winning in group:
            tiles.append(PlacedTile(code, round(x, 1), is_winning))
            x += size
        x += GROUP_GAP * size
    return TileRow(tiles, round(size / FACE_WIDTH, 3))


def tile_groups(
    sets: Sequence[Mapping[str, Any]], winning_tile: str, bonus: Sequence[str], backs: bool
) -> list[list[tuple[str, bool]]]:
    """Return an arrangement as groups of tiles, then its flowers and seasons.

    Args:
        sets: the arrangement of a score sheet.
        winning_tile: the tile that completed the hand; "" if none did.
        bonus: the flowers and seasons.
        backs: whether a concealed kong is shown with its ends face down.
    """
    groups = []
    for group in sets:
        tiles = [(code, False) for code in group["tiles"]]
        if group.get("winning") and winning_tile in group["tiles"]:
            last = max(at for at, code in enumerate(group["tiles"]) if code == winning_tile)
            tiles[last] = winning_tile, True
        if backs and group["kind"] == "kong" and group["concealed"]:
            tiles[0] = tiles[-1] = BACK_SYMBOL, False
        groups.append(tiles)
    return [*groups, [(code, False) for code in bonus]] if bonus else groups
