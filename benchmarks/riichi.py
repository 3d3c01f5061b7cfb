"""Riichi hands a second beside ``mahjong`` and ``riichienv``: the same random hands, turn by turn
in one run, after all three have agreed on every one of them.

    python benchmarks/riichi.py [--hands 1000] [--rounds 15] [--seed 1]

Both are on PyPI (``pip install -e '.[peers]'``), and are left out where they are not installed.
Each figure is the median of the rounds, in µs a hand. "First sight" is the same for hands that this
process has never seen.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import scorer
from benchmarks.mcr import a_hand
from scorer import arrange
from scorer.documents.read import edition_of, hand_of, win_of
from scorer.sheet import ScoreSheet
from tests.peers import riichi_peers
from tests.peers.riichi_hands import Document, random_hand

Call = Callable[[], object]
RULES = {"preset": "tenhou", "options": {"red_fives": 3, "double_yakuman": True}}


def documents(seed: int, count: int) -> list[Document]:
    """Random winning hands."""
    rng = random.Random(seed)
    return [{**random_hand(rng), **RULES} for _ in range(count)]


def typed(document: Document) -> Callable[[], ScoreSheet]:
    """The hand as objects, ready to be scored: the total, what it is made of, whether it wins."""
    edition = edition_of(document)
    hand = hand_of(document["hand"], edition, won=True)
    win = win_of(document["win"], edition)
    seat, prevailing = "ESWN".index(document["seat"]), "ESWN".index(document["prevailing"])
    return partial(edition.score, hand, win, seat=seat, prevailing=prevailing)


def with_lines(document: Document) -> Call:
    """The same, and every line read."""
    score = typed(document)
    return lambda: score().lines


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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ask: Callable[[Any], object] = scorer.score
    makers: dict[str, Callable[[Document], Call]] = {
        "typed interface": typed,
        "with its lines": with_lines,
        "scorer.score": lambda document: partial(ask, document),
    }
    known = documents(options.seed, options.hands)
    if riichi_peers.installed():
        check(known)
        makers |= {"mahjong": of_mahjong, "riichienv": of_riichienv}
    calls = {name: [make(document) for document in known] for name, make in makers.items()}
    new = [
        [typed(document) for document in documents(options.seed + n, options.hands)]
        for n in range(1, options.rounds + 1)
    ]
    gc.collect()
    gc.freeze()
    first_sight = statistics.median(a_hand(hands) for hands in new)
    spent: dict[str, list[float]] = {name: [] for name in makers}
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
