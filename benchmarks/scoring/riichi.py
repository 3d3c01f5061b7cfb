"""Riichi hands a second beside ``mahjong`` and ``riichienv``: the same random hands, turn by turn
in one run, after all three have agreed on every one of them.

    python benchmarks/scoring/riichi.py [--hands 1000] [--rounds 15] [--seed 1]

Both are on PyPI (``pip install -e '.[peers]'``), and are left out where they are not installed.
Each figure is the median of the rounds, in µs a hand. "First sight" is the same for hands that this
process has never seen.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

sys.path.insert(0, str(Path(__file__).parents[2]))

import scorer
from benchmarks.scoring.turns import Call, between, parse_arguments
from scorer.documents.read import edition_of, hand_of, win_of
from scorer.engine.sheet import ScoreSheet
from tests.peers import riichi_peers
from tests.peers.riichi_hands import Document, random_hand

RULES = {"preset": "tenhou", "options": {"red_fives": 3, "double_yakuman": True}}


def documents(seed: int, count: int) -> list[Document]:
    """Random winning hands."""
    rng = random.Random(seed)
    return [{**random_hand(rng), **RULES} for _ in range(count)]


def typed(document: Document) -> Callable[[], ScoreSheet]:
    """The hand as objects, ready to be scored: the total, what it is made of, whether it wins."""
    edition = edition_of(cast(Any, document))
    hand = hand_of(document["hand"], edition, won=True)
    win = win_of(document["win"], edition)
    seat, prevailing = "ESWN".index(document["seat"]), "ESWN".index(document["prevailing"])
    return partial(edition.score, hand, win, seat=seat, prevailing=prevailing)


def of_mahjong(document: Document) -> Call:
    """The same hand as ``mahjong`` takes it."""
    from mahjong.hand_calculating.hand import HandCalculator

    asked = riichi_peers.mahjong_asked(document, doubled=True)
    return partial(HandCalculator.estimate_hand_value, **asked)


def of_riichienv(document: Document) -> Call:
    """The same hand as ``riichienv`` takes it, its evaluator made anew each time."""
    evaluator, arguments = riichi_peers.riichienv_asked(document)
    found = riichi_peers.asked(document)
    tiles, melds = sorted(found.concealed), riichi_peers.riichienv_melds(found)
    return lambda: type(evaluator)(tiles, melds).calc(*arguments)


def check(known: Sequence[Document]) -> None:
    """That all agree on every hand."""
    ask: Callable[[Any], Any] = scorer.score
    for document in known:
        ours = riichi_peers.ours(ask(document), document)
        for theirs in (riichi_peers.mahjong(document, True), riichi_peers.riichienv(document)):
            assert riichi_peers.alike(ours, theirs), document


def main() -> None:
    options = parse_arguments(__doc__)
    peers: dict[str, Callable[[Document], Call]] = {}
    if riichi_peers.installed():
        check(documents(options.seed, options.hands))
        peers = {"mahjong": of_mahjong, "riichienv": of_riichienv}
    between(options, documents, typed, peers)


if __name__ == "__main__":
    main()
