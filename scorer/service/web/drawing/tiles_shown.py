"""Tile faces on pages: their addresses, and the numbers or letters in their corners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from flask import g
from flask_babel import gettext as _

from scorer.engine.tiles import CODES
from scorer.service.web import files

SPRITE = "tiles.svg"
BACK = "back"
SEASON = "season"
LETTERS = (*"ESWNRGPJF", SEASON)
"""Winds, dragons, joker, flower, season: a translation lists its letters in this order."""


def tile_face(code: str, back: bool = False) -> str:
    """Return the address of a tile's face."""
    # A page shows hundreds of tiles, and every address begins alike.
    if "tile_faces" not in g:
        g.tile_faces = files.address(SPRITE)
    return f"{g.tile_faces}#{BACK if back else code}"


def tile_corner(code: str) -> str:
    """Return the key of a tile's corner: its number, or its code if it has none."""
    return {"0": "5"}.get(code[0], code[0]) if code[0].isdigit() else code


def tile_corners() -> list[tuple[str, str]]:
    """Return each corner's key and text in the language of the page."""
    translated = _("ESWNRGPJFS")
    letters = dict(
        zip(LETTERS, translated if len(translated) == len(LETTERS) else "ESWNRGPJFS", strict=True)
    )
    return [
        (corner, _corner_text(corner, letters)) for corner in dict.fromkeys(map(tile_corner, CODES))
    ]


def corner_letters(codes: Sequence[str]) -> str:
    """Return the letters on these tiles; "" if they are the same as the codes that are typed."""
    corners = dict(tile_corners())
    text = " ".join(corners[tile_corner(code)] for code in codes)
    return "" if text == " ".join(map(tile_corner, codes)) else text


def _corner_text(corner: str, letters: Mapping[str, str]) -> str:
    if len(corner) > 1:
        return f"{letters[SEASON if corner[0] == 'S' else corner[0]]}{corner[1]}"
    return letters.get(corner, corner)


def mark_missing(
    groups: Sequence[Sequence[str]], missing: Sequence[str]
) -> list[list[tuple[str, bool]]]:
    """Return the groups of a hand as (tile, is missing); the last tiles are missing."""
    to_mark = Counter(missing)
    marked_groups = []
    for group in reversed(groups):
        tiles = []
        for code in reversed(group):
            tiles.append((code, to_mark[code] > 0))
            to_mark[code] -= 1
        marked_groups.append(tiles[::-1])
    return marked_groups[::-1]
