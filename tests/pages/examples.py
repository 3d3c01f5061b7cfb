"""A worked hand of every ruleset, as the form sends it, for the pages and the keypad."""

from __future__ import annotations

import pytest

from scorer.rules import BOOKS
from tests.pages.page import EXAMPLE

RULESETS = tuple(BOOKS)

BRITISH = {
    "rules": "british",
    "hand": "88d 67c",
    "set1": "222c",
    "set2": "555b",
    "set3": "777d",
    "tile": "8c",
    "won": "discard",
    "from": "W",
    "seat": "S",
    "round": "E",
}
MCR = {
    "rules": "mcr",
    "hand": "123b 456b 99d",
    "set1": "789b",
    "set2": "EEE",
    "flowers": "F1 S2",
    "tile": "9d",
    "won": "discard",
    "from": "W",
    "seat": "S",
    "round": "E",
}
AMERICAN = {
    "rules": "american",
    "hand": "FFF 2222b 444c 8888b",
    "tile": "8b",
    "won": "discard",
    "from": "W",
    "seat": "S",
}
RIICHI = {
    "rules": "riichi",
    "hand": "123b 456c 678d 99d 45b",
    "tile": "6b",
    "won": "discard",
    "from": "W",
    "with": "riichi",
    "seat": "S",
    "round": "E",
    "h.dora_indicators": "8d",
    "g.riichi_sticks": "1",
}
HANDS = {
    "classical": EXAMPLE,
    "british": BRITISH,
    "mcr": MCR,
    "american": AMERICAN,
    "riichi": RIICHI,
}


def hand_of(ruleset: str) -> dict[str, str]:
    """The worked hand of a ruleset: one that wins by its own rules."""
    if ruleset not in HANDS:
        pytest.fail(f"add a worked hand for {ruleset} to HANDS in tests/pages/examples.py")
    return HANDS[ruleset]
