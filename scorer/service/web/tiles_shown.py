"""Tiles as pages show them: where a face is found, and what stands in its corner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from flask import g
from flask_babel import gettext as _

from scorer.service.web import files
from scorer.tiles import CODES

__all__ = ["BACK", "SPRITE", "marked", "tile_corner", "tile_corners", "tile_face"]

SPRITE = "tiles.svg"
BACK = "back"
SEASON = "season"
LETTERS = (*"ESWNRGPJF", SEASON)
"""Winds, dragons, joker, flower, season; a translation has as many letters, in this order."""


def tile_face(code: str, back: bool = False) -> str:
    """The address of a tile's face. A page asks for hundreds: all begin alike."""
    if "tile_faces" not in g:
        g.tile_faces = files.address(SPRITE)
    return f"{g.tile_faces}#{BACK if back else code}"


def tile_corner(code: str) -> str:
    """The name of what stands in a tile's corner: its number, or its code."""
    return {"0": "5"}.get(code[0], code[0]) if code[0].isdigit() else code


def tile_corners() -> list[tuple[str, str]]:
    """What stands in the corners, by its name, as players of the page's language know the tiles."""
    told = _("ESWNRGPJFS")
    letters = dict(zip(LETTERS, told if len(told) == len(LETTERS) else "ESWNRGPJFS", strict=True))
    return [(name, _lettered(name, letters)) for name in dict.fromkeys(map(tile_corner, CODES))]


def _lettered(name: str, letters: Mapping[str, str]) -> str:
    if len(name) > 1:
        return f"{letters[SEASON if name[0] == 'S' else name[0]]}{name[1]}"
    return letters.get(name, name)


def marked(groups: Sequence[Sequence[str]], missing: Sequence[str]) -> list[list[tuple[str, bool]]]:
    """The groups of a hand, each tile with whether it is missing; those missing stand last."""
    left = Counter(missing)
    shown = []
    for group in reversed(groups):
        made = []
        for code in reversed(group):
            made.append((code, left[code] > 0))
            left[code] -= 1
        shown.append(made[::-1])
    return shown[::-1]
