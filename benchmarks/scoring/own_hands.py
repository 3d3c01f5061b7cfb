"""What a hundred special hands of a club cost: the same random hands, scored with and without them.

    python -m benchmarks.scoring.own_hands [--hands 200] [--rounds 9] [--seed 1]

The lists are a hundred different hands, and the British book's own over and over. Figures are µs
of ``scorer.score``, whole and brief (the amounts alone) for winners, brief for losers: the least
time of each hand in all rounds, on average. Each is scored without and with the list, in turn.
"""

from __future__ import annotations

import argparse
import random
import time
from functools import partial
from itertools import product
from typing import Any

import scorer
from scorer.grammar.points.book import PointsBook
from scorer.grammar.special.house import special_hands_option
from scorer.rules import BOOKS
from tests.by_declaration import random_document
from tests.hands.hundred import hundred_hands, repeated_hands

Document = dict[str, Any]


def taking() -> list[str]:
    """Return the rulesets that take special hands of four sets."""
    return [
        name
        for name, book in BOOKS.items()
        if special_hands_option.name in book.options and book.tiles.hand_tiles == 13
    ]


LISTS = {"different": hundred_hands, "repeated": repeated_hands}


def hands_for(ruleset: str, name: str = "different") -> str:
    """Return the hundred special hands of this list in the amounts of a ruleset."""
    return LISTS[name]("points" if isinstance(BOOKS[ruleset], PointsBook) else "fan")


def pairs_of(
    ruleset: str, count: int, seed: int, name: str = "different", *, won: bool = True
) -> tuple[list[Document], list[Document]]:
    """Return random hands, without and with the special hands of this list."""
    rng = random.Random(seed)
    plain: list[Document] = []
    while len(plain) < count:
        document = random_document(rng, BOOKS[ruleset], won=won, options={})
        try:
            scorer.score(document)
        except scorer.HandError:
            continue
        plain.append(document)
    text = hands_for(ruleset, name)
    own = [
        {**document, "options": {**document.get("options", {}), special_hands_option.name: text}}
        for document in plain
    ]
    return plain, own


def measured(
    pairs: tuple[list[Document], list[Document]], brief: bool, rounds: int
) -> tuple[float, float]:
    """Return the least time of a hand without and with the special hands, in µs, on average."""
    score = partial(scorer.score, brief=brief)
    least = [0.0, 0.0]
    for two in zip(*pairs, strict=True):
        times: tuple[list[float], list[float]] = ([], [])
        for _ in range(rounds + 1):
            for taken, document in zip(times, two, strict=True):
                start = time.perf_counter()
                score(document)
                taken.append(time.perf_counter() - start)
        least = [total + min(taken[1:]) for total, taken in zip(least, times, strict=True)]
    without, with_hands = (total / len(pairs[0]) * 1e6 for total in least)
    return without, with_hands


def main() -> None:
    """Print the times of each ruleset, and how many times as long scoring takes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print(f"{'':9} {'':10} {'':6} {'without':>8} {'with 100':>9} {'times':>6}")
    for name, ruleset in product(LISTS, taking()):
        won = pairs_of(ruleset, chosen.hands, chosen.seed, name)
        kinds = {"whole": (won, False), "brief": (won, True)}
        if isinstance(BOOKS[ruleset], PointsBook):
            lost = pairs_of(ruleset, chosen.hands, chosen.seed, name, won=False)
            kinds["lost"] = (lost, True)
        for kind, (pairs, brief) in kinds.items():
            without, with_hands = measured(pairs, brief, chosen.rounds)
            times = with_hands / without
            print(f"{name:9} {ruleset:10} {kind:6} {without:8.0f} {with_hands:9.0f} {times:6.2f}")


if __name__ == "__main__":
    main()
