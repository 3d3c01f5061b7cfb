"""Tile faces on pages: their addresses, and the numbers or letters in their corners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from flask import g
from flask_babel import gettext as _

from scorer.engine.tiles import CODES, TileError, codes, parse
from scorer.service.web import files

SPRITE_FILE = "tiles.svg"
BACK_SYMBOL = "back"
SEASON_LETTER = "season"
CORNER_LETTERS = (*"ESWNRGPJF", SEASON_LETTER)
"""Winds, dragons, joker, flower, season: a translation lists its letters in this order."""


def tile_face_url(code: str, back: bool = False) -> str:
    """Return the URL of a tile's face."""
    # A page shows hundreds of tiles, and every address begins alike.
    if "tile_sprite_url" not in g:
        g.tile_sprite_url = files.file_address(SPRITE_FILE)
    return f"{g.tile_sprite_url}#{BACK_SYMBOL if back else code}"


def tile_corner_key(code: str) -> str:
    """Return the key of a tile's corner: its number, or its code if it has none."""
    return {"0": "5"}.get(code[0], code[0]) if code[0].isdigit() else code


def tile_corner_texts() -> list[tuple[str, str]]:
    """Return each corner's key and text in the language of the page."""
    translated = _("ESWNRGPJFS")
    letters = dict(
        zip(
            CORNER_LETTERS,
            translated if len(translated) == len(CORNER_LETTERS) else "ESWNRGPJFS",
            strict=True,
        )
    )
    return [
        (corner, _translated_corner(corner, letters))
        for corner in dict.fromkeys(map(tile_corner_key, CODES))
    ]


def corner_letters(codes: Sequence[str]) -> str:
    """Return the letters on these tiles; "" if they are the same as the codes that are typed."""
    corners = dict(tile_corner_texts())
    text = " ".join(corners[tile_corner_key(code)] for code in codes)
    return "" if text == " ".join(map(tile_corner_key, codes)) else text


def _translated_corner(corner: str, letters: Mapping[str, str]) -> str:
    if len(corner) > 1:
        return f"{letters[SEASON_LETTER if corner[0] == 'S' else corner[0]]}{corner[1]}"
    return letters.get(corner, corner)


def typed_tiles(text: object) -> list[str]:
    """Return the canonical codes of tiles; none if they are invalid."""
    try:
        return codes(parse(str(text or "")))
    except TileError:
        return []


def hand_groups(
    hand: Mapping[str, Any], sheet: Mapping[str, Any] | None
) -> list[list[tuple[str, bool]]]:
    """Return the tiles of a hand in groups, each tile as (code, is the winning tile).

    The groups are the sets of its score, or what was entered if it has no sets, then its flowers.
    """
    winning = "".join(typed_tiles(hand.get("winning_tile")))
    arrangement = (sheet or {}).get("arrangement") or ()
    groups = [
        _mark_winning(group["tiles"], winning if group.get("winning") else "")
        for group in arrangement
    ]
    if not groups:
        entered = (hand.get("concealed"), *(meld["tiles"] for meld in hand.get("melds") or ()))
        groups = [_mark_winning(typed_tiles(tiles), "") for tiles in entered]
        groups.append(_mark_winning([winning] if winning else [], winning))
    groups.append(_mark_winning(typed_tiles(hand.get("bonus")), ""))
    return [group for group in groups if group]


def _mark_winning(tiles: Sequence[str], winning: str) -> list[tuple[str, bool]]:
    """Return tiles as (code, is the winning tile): the last that equals it."""
    last = max((at for at, code in enumerate(tiles) if code == winning), default=-1)
    return [(code, at == last) for at, code in enumerate(tiles)]


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
