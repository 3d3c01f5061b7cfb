"""Tiles as pages show them: where a face is found, and what stands in its corner."""

from __future__ import annotations

from flask import g
from flask_babel import gettext as _

from scorer.service.web import files

__all__ = ["BACK", "SPRITE", "tile_face", "tile_index"]

SPRITE = "tiles.svg"
BACK = "back"
LETTERS = "ESWNRGPJFS"
"""Winds, dragons, joker, flower, season; a translation has as many, in this order."""
FLOWER = 8


def tile_face(code: str, back: bool = False) -> str:
    """The address of a tile's face. A page asks for hundreds: all begin alike."""
    if "tile_faces" not in g:
        g.tile_faces = files.address(SPRITE)
    return f"{g.tile_faces}#{BACK if back else code}"


def tile_index(code: str) -> str:
    """A number, or the letter that players of the page's language know a tile by."""
    if code[0].isdigit():
        return "5" if code[0] == "0" else code[0]
    if "tile_letters" not in g:
        told = _("ESWNRGPJFS")
        g.tile_letters = told if len(told) == len(LETTERS) else LETTERS
    if len(code) > 1:
        return f"{g.tile_letters[LETTERS.index(code[0], FLOWER)]}{code[1]}"
    return str(g.tile_letters[LETTERS.index(code)])
