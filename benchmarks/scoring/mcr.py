"""MCR hands a second beside PyMahjongGB: the same random hands, turn by turn in one run.

    python benchmarks/scoring/mcr.py [--hands 1000] [--rounds 15] [--seed 1]

PyMahjongGB (``pip install -e '.[peers]'``, needs a compiler) is left out where it is not installed.
Each figure is the median of the rounds, in µs a hand. "First sight" is the same for hands that this
process has never seen, so that nothing of them is remembered. What was made before the measuring is
kept out of the garbage collector's sight, as a server's start does.
"""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.scoring.hands import SEATS, random_document
from benchmarks.scoring.turns import Call, Document, between, parse_arguments
from scorer.engine.hand import Hand, Meld, Win
from scorer.engine.sheet import ScoreSheet
from scorer.engine.tiles import parse
from scorer.rules import mcr
from tests.peers import pymahjonggb


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


def peer(document: Document) -> Call:
    """The same hand as PyMahjongGB takes it."""
    calculate = importlib.import_module("MahjongGB").MahjongFanCalculator
    return partial(calculate, **pymahjonggb.asked(document))


def main() -> None:
    options = parse_arguments(__doc__)
    between(options, documents, typed, {"PyMahjongGB": peer} if pymahjonggb.installed() else {})


if __name__ == "__main__":
    main()
