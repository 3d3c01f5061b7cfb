"""Hands a second: the typed interface and ``scorer.score``, won and lost hands of sets and a pair.

    python benchmarks/scoring/hands.py [--hands 1000] [--rounds 5] [--seed 1]

The hands are random sets and a pair (won) or thirteen random tiles with random sets (lost), with
flowers, winds and ways of winning. Each figure is the median of the rounds, in µs a hand.
``american.py`` measures the hands of a card.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import scorer
from scorer.engine.hand import Hand, Meld, Win
from scorer.engine.tiles import CODES, parse
from scorer.rules import BOOKS

Document = dict[str, Any]
SEATS = "ESWN"
RULESETS = ("classical", "british", "mcr")


def random_sets(rng: random.Random, count: int, chows: int) -> list[list[int]]:
    """``count`` sets of one pack, chows first, and a pair."""
    while True:
        sets = []
        for n in range(count):
            if n < chows:
                start = 9 * rng.randrange(3) + rng.randrange(7)
                sets.append([start, start + 1, start + 2])
            else:
                kind = rng.randrange(34)
                sets.append([kind] * rng.choice((3, 3, 3, 4)))
        sets.append([rng.randrange(34)] * 2)
        tiles = [tile for tiles in sets for tile in tiles]
        if all(tiles.count(tile) <= 4 for tile in tiles):
            return sets


def random_document(rng: random.Random, ruleset: str, won: bool) -> Document:
    """A hand to score; lost hands have up to two sets and otherwise loose tiles."""
    chows = rng.randrange(2) if ruleset == "british" else rng.randrange(4)
    *sets, pair = random_sets(rng, 4, chows)
    rng.shuffle(sets)
    exposed = rng.randrange(4)
    melds, concealed = [], list(pair)
    for n, tiles in enumerate(sets):
        if n < exposed or len(tiles) == 4:
            melds.append({"tiles": " ".join(CODES[t] for t in tiles), "concealed": n >= exposed})
        else:
            concealed += tiles
    document: Document = {
        "ruleset": ruleset,
        "seat": rng.choice(SEATS),
        "prevailing": rng.choice(SEATS),
    }
    bonus = rng.sample([f"{letter}{n}" for letter in "FS" for n in range(1, 5)], rng.randrange(4))
    if won:
        winning = rng.choice(concealed)
        document["win"] = {"by": rng.choice(("self_draw", "discard"))}
        if document["win"]["by"] == "discard":
            document["win"]["from"] = SEATS[(SEATS.index(document["seat"]) + 1) % 4]
    else:
        used = [t for meld in melds for t in parse(str(meld["tiles"]))]
        wall = [t for t in range(34) for _ in range(4 - used.count(t))]
        concealed = rng.sample(wall, 13 - 3 * len(melds))
    rng.shuffle(concealed)
    document["hand"] = {
        "concealed": " ".join(CODES[t] for t in concealed),
        "melds": melds,
        "bonus": " ".join(bonus),
    }
    if won:
        document["hand"]["winning_tile"] = CODES[winning]
    return document


def typed(document: Document) -> Callable[[], object]:
    """The same hand as objects, ready to be scored."""
    hand_document = document["hand"]
    hand = Hand(
        parse(hand_document["concealed"]),
        [Meld.of(meld["tiles"], meld["concealed"]) for meld in hand_document["melds"]],
        parse(hand_document["bonus"]),
        parse(hand_document["winning_tile"])[0] if "win" in document else None,
    )
    win = Win.of(document["win"]["by"]) if "win" in document else None
    edition = BOOKS[document["ruleset"]].edition()
    seat, prevailing = SEATS.index(document["seat"]), SEATS.index(document["prevailing"])
    return lambda: edition.score(hand, win, seat=seat, prevailing=prevailing)


def measure(calls: Sequence[Callable[[], object]], rounds: int) -> float:
    """Median microseconds a call over the rounds, the first round not counted."""
    times = []
    for _ in range(rounds + 1):
        start = time.perf_counter()
        for call in calls:
            call()
        times.append((time.perf_counter() - start) / len(calls) * 1e6)
    return statistics.median(times[1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"{options.hands} hands, seed {options.seed}, median of {options.rounds} rounds")
    for ruleset in RULESETS:
        for won in (True, False):
            rng = random.Random(options.seed)
            documents: list[Any] = [
                random_document(rng, ruleset, won) for _ in range(options.hands)
            ]
            objects = [typed(document) for document in documents]
            whole = [partial(scorer.score, document) for document in documents]
            interfaces: tuple[tuple[str, Sequence[Callable[[], object]]], ...]
            interfaces = (("typed interface", objects), ("scorer.score", whole))
            for name, calls in interfaces:
                spent = measure(calls, options.rounds)
                outcome = "won" if won else "lost"
                print(f"{ruleset:10} {outcome:5} {name:16} {spent:8.1f} µs {1e6 / spent:9.0f} /s")


if __name__ == "__main__":
    main()
