"""Tiles as numbers and as text: 0-8 bamboo, 9-17 characters, 18-26 dots, winds, dragons."""

from __future__ import annotations

from collections.abc import Iterable

SUITS = "bcd"
HONOURS = "ESWNRGP"
CODES = [f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)] + list(HONOURS)
NUMBERS = {code: tile for tile, code in enumerate(CODES)}


def write(tiles: Iterable[int]) -> str:
    """``write([0, 1, 2, 27, 27]) == "123b EE"``."""
    held = [CODES[tile] for tile in sorted(tiles)]
    ranks = [(suit, "".join(c[0] for c in held if c[1:] == suit)) for suit in SUITS]
    groups = [run + suit for suit, run in ranks if run]
    groups.append("".join(c for c in held if c in HONOURS))
    return " ".join(group for group in groups if group)


def read(text: str) -> list[int]:
    """The tiles of a text that ``write`` made."""
    tiles: list[int] = []
    for group in text.split():
        if group[-1] in SUITS:
            tiles += [NUMBERS[rank + group[-1]] for rank in group[:-1]]
        else:
            tiles += [NUMBERS[letter] for letter in group]
    return tiles
