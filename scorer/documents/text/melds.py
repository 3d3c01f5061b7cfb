"""Declared sets as they are typed: ``EEE``, and in brackets a concealed one: ``(7777c)``."""

from __future__ import annotations

import re
from typing import Any

_SET_PATTERN = re.compile(r"\([^()]*\)|[^\s()]+|\S")


def strip_brackets(meld: str) -> str | None:
    """Return the tiles of a set without its brackets; None if they are unbalanced."""
    tiles = meld.strip()
    if tiles.startswith("(") and tiles.endswith(")"):
        tiles = tiles[1:-1]
    return None if set(tiles) & set("()") else tiles


def parse_meld(text: str) -> dict[str, Any]:
    """Return a typed set as a document has it; with unbalanced brackets they stay in its tiles,
    where they are found to be no tile."""
    tiles = strip_brackets(text)
    return {"tiles": text if tiles is None else tiles, "concealed": text.strip().startswith("(")}


def parse_melds(text: str) -> list[dict[str, Any]]:
    """Return several typed sets, which spaces divide.

    >>> parse_melds("EEE (7777c)")
    [{'tiles': 'EEE', 'concealed': False}, {'tiles': '7777c', 'concealed': True}]
    """
    return [parse_meld(typed) for typed in _SET_PATTERN.findall(text)]
