"""How much of each kind the tests compare with somebody else's reading of the rules."""

from __future__ import annotations

from typing import NamedTuple

IN_BLOCKS = 6
"""Blocks of random documents: each is one test."""
HANDS, TABLES, WAITING = 50, 14, 14
"""Documents of a block that engine and oracle both answer."""
WINS_OF_EACH = 17
"""Random wins of each hand of the practice card; as many racks that lack a tile."""
PRESETS_WITH_HANDS, PRESETS_WITH_TABLES = (
    ("dmjl", "buzzard_2000"),
    ("redux", "dmjl", "buzzard_2000"),
)
PRESET_BLOCKS, PRESET_HANDS, PRESET_TABLES = 100, 200, 50
"""Documents of each classical preset, by block."""
OPTION_BLOCKS = 20
"""Blocks of as many classical hands under options drawn at random."""
HONGKONG_BLOCKS, HONGKONG_HANDS = 40, 150
AIMED_BLOCKS, AIMED_HANDS, AIMED_TABLES, AIMED_WAITING = 40, 100, 40, 4
"""Documents of Zung Jung and Taiwanese that aim at rare patterns, each."""
RIICHI_BLOCKS, RIICHI_TABLES = 8, 50
"""Riichi's tables, and as many sessions."""


class Compared(NamedTuple):
    """How many documents of a ruleset engine and oracle answer alike, day and night."""

    hands: int
    tables: int = 0
    waiting: int = 0


_BOTH = Compared(IN_BLOCKS * HANDS, IN_BLOCKS * TABLES, IN_BLOCKS * WAITING)
_AIMED = Compared(*(AIMED_BLOCKS * count for count in (AIMED_HANDS, AIMED_TABLES, AIMED_WAITING)))
COMPARED = {
    "classical": _BOTH._replace(
        hands=_BOTH.hands
        + (PRESET_BLOCKS * len(PRESETS_WITH_HANDS) + OPTION_BLOCKS) * PRESET_HANDS,
        tables=_BOTH.tables + PRESET_BLOCKS * len(PRESETS_WITH_TABLES) * PRESET_TABLES,
    ),
    "british": _BOTH,
    "mcr": _BOTH,
    "riichi": Compared(0, 2 * RIICHI_BLOCKS * RIICHI_TABLES),
    "hongkong": Compared(HONGKONG_BLOCKS * HONGKONG_HANDS),
    "zungjung": _AIMED,
    "taiwanese": _AIMED,
}
