"""The typed interface of rulesets beside MCR's: the same random hands, turn by turn in one run.

    python benchmarks/scoring/beside_mcr.py [--hands 1000] [--rounds 15] [RULESET[/PRESET] ...]

Each figure is the median of the rounds, in µs a hand; the ratio is that to MCR's in the same round.
Where a hand has sixteen tiles, each gets a fifth set, exposed.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import sys
from collections import Counter
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.scoring.hands import SEATS, random_document
from benchmarks.scoring.turns import Call, by_turns, show
from scorer.engine.hand import HAND_TILES, Hand, Meld, Win
from scorer.engine.tiles import CODES, parse
from scorer.rules import BOOKS

RULESETS = (
    "hongkong",
    "zungjung",
    "taiwanese",
    "taiwanese/international",
    "classical/dmjl",
    "classical/buzzard_2000",
)


def editions_of(rulesets: tuple[str, ...]) -> dict[str, Any]:
    """The rulesets and presets, ready to score."""
    found = {}
    for named in rulesets:
        ruleset, _, preset = named.partition("/")
        found[named] = BOOKS[ruleset].edition(preset or None)
    return found


def fifth_set(rng: random.Random, held: Iterable[int]) -> Meld:
    """An exposed set of tiles that are left."""
    left = Counter(dict.fromkeys(range(34), 4))
    left.subtract(held)
    while True:
        first = rng.randrange(34)
        chow = first < 27 and first % 9 < 7 and rng.random() < 0.5
        tiles = [first, first + 1, first + 2] if chow else [first] * 3
        if not Counter(tiles) - left:
            return Meld.of(" ".join(CODES[tile] for tile in tiles))


def calls(seed: int, count: int, rulesets: tuple[str, ...]) -> dict[str, list[Call]]:
    """The same winning hands without flowers, ready to be scored in each ruleset."""
    rng = random.Random(seed)
    editions = editions_of(rulesets)
    found: dict[str, list[Call]] = {ruleset: [] for ruleset in rulesets}
    for _ in range(count):
        document = random_document(rng, "mcr", True)
        told, win = document["hand"], document["win"]
        seat, prevailing = SEATS.index(document["seat"]), SEATS.index(document["prevailing"])
        concealed, winning = parse(told["concealed"]), parse(told["winning_tile"])[0]
        melds = [Meld.of(meld["tiles"], meld["concealed"]) for meld in told["melds"]]
        held = [*concealed, *(tile for meld in melds for tile in meld.tiles)]
        fifth = fifth_set(rng, held)
        for ruleset, edition in editions.items():
            size = edition.book.tiles.hand_tiles
            laid = [*melds, fifth] if size > HAND_TILES else melds
            hand = Hand(concealed, laid, (), winning, size=size)
            how = Win.of(win["by"], loser=win.get("from"))
            found[ruleset].append(
                partial(edition.score, hand, how, seat=seat, prevailing=prevailing)
            )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=RULESETS)
    for name, usual in (("hands", 1000), ("rounds", 15), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    options = parser.parse_args()
    made = calls(options.seed, options.hands, ("mcr", *options.rulesets))
    gc.collect()
    gc.freeze()
    by_turns(made, 1)
    spent = by_turns(made, options.rounds)
    show(spent, 12)
    for ruleset in options.rulesets:
        ratios = [own / mcr for own, mcr in zip(spent[ruleset], spent["mcr"], strict=True)]
        print(f"{ruleset}: {statistics.median(ratios):.2f} of MCR's")


if __name__ == "__main__":
    main()
