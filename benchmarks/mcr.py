"""MCR hands a second beside PyMahjongGB: the same random hands, turn by turn in one run.

    python benchmarks/mcr.py [--hands 1000] [--rounds 15] [--seed 1]

PyMahjongGB (``pip install -e '.[peers]'``, needs a compiler) is left out where it is not installed.
Each figure is the median of the rounds, in µs a hand. "First sight" is the same for hands that this
process has never seen, so that nothing of them is remembered. What was made before the measuring is
kept out of the garbage collector's sight, as a server's start does.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import scorer
from benchmarks.hands import SEATS, random_document
from scorer import arrange
from scorer.hand import Hand, Meld, Win
from scorer.rules import mcr
from scorer.sheet import ScoreSheet
from scorer.tiles import parse
from tests.peers import pymahjonggb

Document = dict[str, Any]
Call = Callable[[], object]


def documents(seed: int, count: int) -> list[Document]:
    """Random winning hands."""
    rng = random.Random(seed)
    return [{**random_document(rng, "mcr", True), "preset": "1998"} for _ in range(count)]


def typed(document: Document) -> Callable[[], ScoreSheet]:
    """The hand as objects, ready to be scored: the total, what it is made of, whether it wins."""
    hand_document = document["hand"]
    hand = Hand(
        parse(hand_document["concealed"]),
        [Meld.of(meld["tiles"], meld["concealed"]) for meld in hand_document["melds"]],
        parse(hand_document["bonus"]),
        parse(hand_document["winning_tile"])[0],
    )
    win = Win.of(document["win"]["by"], loser=document["win"].get("from"))
    edition = mcr.book.edition("1998")
    seat, prevailing = SEATS.index(document["seat"]), SEATS.index(document["prevailing"])
    return partial(edition.score, hand, win, seat=seat, prevailing=prevailing)


def with_lines(document: Document) -> Call:
    """The same, and every line read."""
    score = typed(document)
    return lambda: score().lines


def peer(document: Document) -> Call:
    """The same hand as PyMahjongGB takes it."""
    calculate = importlib.import_module("MahjongGB").MahjongFanCalculator
    return partial(calculate, **pymahjonggb.asked(document))


def a_hand(calls: Sequence[Call]) -> float:
    """Microseconds a call."""
    start = time.perf_counter()
    for call in calls:
        call()
    return (time.perf_counter() - start) / len(calls) * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ask: Callable[[Any], object] = scorer.score
    call_makers: dict[str, Callable[[Document], Call]] = {
        "typed interface": typed,
        "with its lines": with_lines,
        "scorer.score": lambda document: partial(ask, document),
    }
    if pymahjonggb.installed():
        call_makers["PyMahjongGB"] = peer
    known = documents(options.seed, options.hands)
    calls = {
        name: [make_call(document) for document in known] for name, make_call in call_makers.items()
    }
    new = [
        [typed(document) for document in documents(options.seed + n, options.hands)]
        for n in range(1, options.rounds + 1)
    ]
    gc.collect()
    gc.freeze()
    first_sight = statistics.median(a_hand(hands) for hands in new)
    spent: dict[str, list[float]] = {name: [] for name in call_makers}
    for _ in range(options.rounds):
        for name, its_calls in calls.items():
            spent[name].append(a_hand(its_calls))
    compiled = "compiled" if not (arrange.__file__ or "").endswith(".py") else "plain Python"
    print(
        f"{options.hands} hands, seed {options.seed}, median of {options.rounds} rounds, {compiled}"
    )
    print(f"{'first sight':16} {first_sight:8.1f} µs")
    for name, times in spent.items():
        found = statistics.median(times)
        print(f"{name:16} {found:8.1f} µs {1e6 / found:9.0f} /s   best {min(times):.1f}")


if __name__ == "__main__":
    main()
