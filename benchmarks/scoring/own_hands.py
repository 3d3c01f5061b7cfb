"""What a hundred special hands of a club cost: the same random winning hands, scored with and
without them.

    python -m benchmarks.scoring.own_hands [--hands 400] [--rounds 9] [--seed 1]

Each figure is the least processor time of the rounds, in µs a hand, of ``scorer.score`` whole and
brief (the amounts alone). The two stand turn by turn in one process.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import scorer
from scorer.errors import HandError
from scorer.grammar.points.book import PointsBook
from scorer.grammar.special.house import special_hands
from scorer.rules import BOOKS
from tests.by_declaration import random_document
from tests.hands.hundred import hundred_hands

Document = dict[str, Any]


def taking() -> list[str]:
    """Return the rulesets that take special hands of four sets."""
    return [
        name
        for name, book in BOOKS.items()
        if special_hands.name in book.options and book.tiles.hand_tiles == 13
    ]


def hands_for(ruleset: str) -> str:
    """Return a hundred special hands in the amounts of a ruleset."""
    return hundred_hands("points" if isinstance(BOOKS[ruleset], PointsBook) else "fan")


def pairs_of(ruleset: str, count: int, seed: int) -> tuple[list[Document], list[Document]]:
    """Return random winning hands, without and with the special hands."""
    rng = random.Random(seed)
    plain: list[Document] = []
    while len(plain) < count:
        document = random_document(rng, BOOKS[ruleset], won=True, options={})
        try:
            scorer.score(document)
        except HandError:
            continue
        plain.append(document)
    text = hands_for(ruleset)
    own = [
        {**document, "options": {**document.get("options", {}), special_hands.name: text}}
        for document in plain
    ]
    return plain, own


def processor_time(documents: Sequence[Document], brief: bool) -> float:
    """Return the processor time that these hands take, in µs a hand."""
    score = partial(scorer.score, brief=brief)
    start = time.process_time()
    for document in documents:
        score(document)
    return (time.process_time() - start) / len(documents) * 1e6


def measured(ruleset: str, brief: bool, count: int, rounds: int, seed: int) -> tuple[float, float]:
    """Return the least time without and with the special hands."""
    plain, own = pairs_of(ruleset, count, seed)
    times = [(processor_time(plain, brief), processor_time(own, brief)) for _ in range(rounds + 1)]
    without, with_hands = zip(*times[1:], strict=True)
    return min(without), min(with_hands)


def main() -> None:
    """Print the times of each ruleset, and how many times as long scoring takes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print(f"{'':10} {'':6} {'without':>8} {'with 100':>9} {'times':>6}")
    for ruleset in taking():
        for brief in (False, True):
            without, with_hands = measured(ruleset, brief, chosen.hands, chosen.rounds, chosen.seed)
            kind = "brief" if brief else "whole"
            times = with_hands / without
            print(f"{ruleset:10} {kind:6} {without:8.0f} {with_hands:9.0f} {times:6.2f}")


if __name__ == "__main__":
    main()
