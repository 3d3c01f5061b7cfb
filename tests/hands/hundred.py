"""A hundred special hands of many kinds, as a club would type them."""

from __future__ import annotations

from itertools import product

FIRST = (
    "Crimson",
    "Silent",
    "Northern",
    "Golden",
    "Windy",
    "Little",
    "Hidden",
    "Broken",
    "Jade",
    "Old",
)
SECOND = (
    "Gate",
    "Twins",
    "Ladder",
    "Bridge",
    "Garden",
    "Harvest",
    "Lantern",
    "River",
    "Fan",
    "Crane",
)
PATTERNS = (
    "123456789a DDDa UU",
    "NNN EEE WWW SSS XXa (pungs may be kongs)",
    "four sets and a pair (from 2b 3b 4b 6b 8b G; no chows)",
    "seven pairs (one suit; different)",
    "1112345678999a + one more",
    "111a 222b 333c NNN EE",
    "11a 33a 55a 77a 99a RR GG",
    "four sets and a pair (two suits; no chows)",
    "222a 444a 666a 888a 00",
    "123a 456b 789c RRR GG",
)
ENDINGS = {
    "points": ("C limit", "X limit/2", "CC limit", "C 500, fishing 200", "X 300"),
    "fan": ("C 8", "X 6", "CC 10", "C 12", "X 4"),
}


def hundred_hands(kind: str = "points") -> str:
    """Return a hundred hands in points or in fan; each pattern stands ten times, with an amount of
    its own and other tiles where that is possible."""
    lines = ["@name Riverside"]
    for number, (first, second) in enumerate(product(FIRST, SECOND)):
        ending = ENDINGS[kind][number % 5]
        lines.append(f"{first} {second}: {PATTERNS[(number + number // 10) % 10]}  {ending}")
    return "\n".join([*lines, ""])
