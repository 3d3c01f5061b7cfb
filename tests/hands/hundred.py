"""A hundred special hands as a club would type them: of many kinds, no two alike; and the books'
own over and over."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations, cycle, islice, permutations, product
from typing import TypeVar

from tests.hands.written import WRITTEN

FIRST = (
    *("Crimson", "Silent", "Northern", "Golden", "Windy"),
    *("Little", "Hidden", "Broken", "Jade", "Old"),
)
SECOND = (
    *("Gate", "Twins", "Ladder", "Bridge", "Garden"),
    *("Harvest", "Lantern", "River", "Fan", "Crane"),
)
ENDINGS = {
    "points": ("C limit", "X limit/2", "CC limit", "C 500, fishing 200", "X 300"),
    "fan": ("C 8", "X 6", "CC 10", "C 12", "X 4"),
}
T = TypeVar("T")

FIVES = list(combinations("123456789", 5))
FOURS = list(combinations("123456789", 4))
RUNS = list(permutations(("123", "456", "789")))
DRAGONS = list(permutations("RG0"))
WINDS = list(permutations("NEWS"))


def _nth(choices: Sequence[T], n: int) -> T:
    return choices[n * 7 % len(choices)]


def _alike(numbers: Sequence[str], size: int, letters: str) -> str:
    return " ".join(f"{number * size}{letters[n]}" for n, number in enumerate(numbers))


KINDS: tuple[Callable[[int], str], ...] = (
    lambda n: f"NNN EEE WWW SSS {n or 'R'}{n or 'R'}{'a' if n else ''} (pungs may be kongs)",
    lambda n: (
        f"four sets and a pair (from {''.join(_nth(FIVES, n))}b R{_nth(WINDS, n)[0]}; no chows)"
    ),
    lambda n: f"seven pairs (from {''.join(_nth(FIVES, n))}c {''.join(_nth(FOURS, n))}d)",
    lambda n: (
        f"{_alike(_nth(FIVES, n)[:3], 3, 'abc')} {_nth(WINDS, n)[0] * 3} {_nth(WINDS, n)[1] * 2}"
    ),
    lambda n: (
        f"{_alike(_nth(FIVES, n), 2, 'aaaaa')} {_nth(DRAGONS, n)[0] * 2} {_nth(WINDS, n)[2] * 2}"
    ),
    lambda n: (
        f"XXXa XXXb {n or 5}{n or 5}{n or 5}c {_nth(DRAGONS, n)[0] * 3} {_nth(WINDS, n)[1] * 2}"
    ),
    lambda n: f"{_alike(_nth(FOURS, n), 3, 'abab')} {_nth(WINDS, n)[0] * 2} (pungs may be kongs)",
    lambda n: (
        " ".join(f"{run}{letter}" for run, letter in zip(_nth(RUNS, n), "abc", strict=True))
        + f" {_nth(WINDS, n)[0] * 3} {_nth(DRAGONS, n)[0] * 2}"
    ),
    lambda n: (
        f"four sets and a pair (with {_nth(WINDS, n)[0] * 3} {'RGP'[n % 3] * 3}; "
        f"{('one suit; no kongs', 'two suits; no chows')[n % 2]})"
    ),
    lambda n: f"123456789a {_nth(DRAGONS, n)[0] * 3} {_nth(WINDS, n)[3] * 2}",
)


def hundred_hands(kind: str = "points") -> str:
    """Return a hundred hands in points or in fan."""
    lines = ["@name Riverside"]
    for number, (first, second) in enumerate(product(FIRST, SECOND)):
        ending = ENDINGS[kind][number % 5]
        lines.append(f"{first} {second}: {KINDS[number % 10](number // 10)}  {ending}")
    return "\n".join([*lines, ""])


def repeated_hands(kind: str = "points") -> str:
    """Return the special hands of the British book, over and over under other names, up to a
    hundred: each is found many times, where it is found."""
    typed = re.findall("^replaces .*?: *(.*?)  ", WRITTEN["british"], re.MULTILINE)
    hands = zip(islice(cycle(typed), 100), cycle(ENDINGS[kind]), strict=False)
    lines = [f"Hand {number}: {hand}  {ending}" for number, (hand, ending) in enumerate(hands)]
    return "\n".join([*lines, ""])
