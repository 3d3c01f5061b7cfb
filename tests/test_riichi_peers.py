"""Riichi beside ``mahjong`` and ``riichienv``: fresh hands scored by all three, han, fu, yakuman
and what each pays; and recorded hands with what both answered."""

from __future__ import annotations

import os
import random
from itertools import islice

import pytest

from tests import plain as scorer
from tests.nightly import many
from tests.peers import riichi_peers
from tests.peers.riichi_hands import Document, random_hand
from tests.peers.riichi_record import recorded

NEEDED = "SCORER_NEEDS_PEERS" in os.environ  # set where a skipped comparison is a failure
FRESH = int(os.environ.get("SCORER_FRESH_HANDS", "3000"))
RULES = {"preset": "tenhou", "options": {"red_fives": 3, "double_yakuman": True}}


def ours(document: Document) -> riichi_peers.Answer:
    return riichi_peers.ours(scorer.score(document), document)


@pytest.mark.slow
@pytest.mark.more_at_night
def test_every_recorded_answer_is_ours_too_and_every_yaku_of_the_books_is_among_them() -> None:
    """Both peers gave one answer to each; but for a counted yakuman where we count a yakuman."""
    differing = []
    seen: set[str] = set()
    for told, answers in islice(recorded(), None, None, many(6, 1)):
        document = {**told, **RULES}
        sheet = scorer.score(document)
        mine = riichi_peers.ours(sheet, document)
        differing += [document for theirs in answers if not riichi_peers.alike(mine, theirs)]
        seen |= {line["id"] for line in sheet["lines"]}
    assert differing == []
    every = {rule["id"] for rule in scorer.ruleset("riichi")["rules"] if "option" not in rule} | {
        "ippatsu",
        "ura-dora",
    }
    told_alone = {"blessing-of-man", "blessing-of-heaven", "blessing-of-earth"}
    assert every - seen >= told_alone
    assert many(True, every - seen == told_alone)


@pytest.mark.slow
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
