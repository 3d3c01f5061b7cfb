"""Riichi beside ``mahjong`` and ``riichienv``: fresh hands scored by all three, han, fu, yakuman
and what each pays; and recorded hands with what both answered."""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from tests import plain as scorer
from tests.peers import riichi_peers
from tests.peers.riichi_hands import Document, random_hand
from tests.peers.riichi_record import recorded

NEEDED = "SCORER_NEEDS_PEERS" in os.environ  # set where a skipped comparison is a failure
FRESH = int(os.environ.get("SCORER_FRESH_HANDS", "3000"))
RULES = {"preset": "tenhou", "options": {"red_fives": 3, "double_yakuman": True}}


def ours(document: Document) -> riichi_peers.Answer:
    return riichi_peers.ours(scorer.score(document), document)


def test_every_recorded_answer_is_ours_too() -> None:
    """Both peers gave one answer to each; but for a counted yakuman where we count a yakuman."""
    differing = []
    for document, answers in recorded():
        mine = ours({**document, **RULES})
        differing += [document for theirs in answers if not riichi_peers.alike(mine, theirs)]
    assert differing == []


def test_every_yaku_of_the_books_is_among_the_recorded_hands() -> None:
    seen: Counter[str] = Counter()
    for document, _ in recorded():
        seen.update(line["id"] for line in scorer.score({**document, **RULES})["lines"])
    every = {rule["id"] for rule in scorer.ruleset("riichi")["rules"] if "option" not in rule} | {
        "ippatsu",
        "ura-dora",
    }
    told_alone = {"blessing-of-man", "blessing-of-heaven", "blessing-of-earth"}
    assert every - seen.keys() == told_alone


def test_fresh_hands_are_scored_alike_by_all_three() -> None:
    if not riichi_peers.installed():
        assert not NEEDED, "mahjong and riichienv are not installed"
        pytest.skip("mahjong and riichienv are not installed")
    rng = random.Random(os.environ.get("SCORER_FRESH_SEED", "riichi"))
    for _ in range(FRESH):
        document = {**random_hand(rng), **RULES}
        mine = ours(document)
        assert riichi_peers.mahjong(document, True) == mine, document
        assert riichi_peers.alike(mine, riichi_peers.riichienv(document)), document
