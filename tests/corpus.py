"""How much of each kind the tests compare with somebody else's reading of the rules."""

from __future__ import annotations

IN_BLOCKS = 6
"""Blocks of random documents: each is one test."""
HANDS, TABLES, WAITING = 50, 14, 14
"""Documents of a block that engine and oracle both answer."""
WINS_OF_EACH = 17
"""Random wins of each hand of the practice card; as many racks that lack a tile."""
