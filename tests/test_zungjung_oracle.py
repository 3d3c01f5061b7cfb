"""The engine agrees with a scorer of Zung Jung hands that another hand wrote from the text."""

from __future__ import annotations

import random

import pytest

from tests.by_aimed_oracle import (
    assert_least_of_forgotten_tiles,
    assert_same_payments,
    assert_same_score,
    assert_same_waits,
    wins,
)
from tests.nightly import nightly
from tests.oracle import zungjung as oracle
from tests.oracle.aimed import random_document, random_table, random_waiting

HANDS, TABLES, WAITING, FORGOTTEN = 100, 40, 4, 8
BLOCKS = [0, *nightly(range(1, 40))]

# Examples of the text: tiles, winning tile, way, circumstance, sum of the patterns.
EXAMPLES = [
    ("111222333444b 99b", "9b", "self_draw", "heavens_blessing", 595),
    ("111b 333c 555d 777d EE", "E", "self_draw", None, 160),
    ("111222333b 456c RR", "4c", "discard", None, 135),  # consecutive triplets
    ("111222333b 456c RR", "1b", "discard", None, 130),  # identical sequences
    ("112233b 445566c RR", "1b", "discard", None, 70),  # four sets, not Seven Pairs
]


@pytest.mark.parametrize(("tiles", "last", "by", "circumstance", "points"), EXAMPLES)
def test_both_score_the_examples_of_the_text(
    tiles: str, last: str, by: str, circumstance: str | None, points: int
) -> None:
    win = {"by": by, "with": [circumstance] if circumstance else []}
    document = {
        "ruleset": "zungjung",
        "hand": {"concealed": tiles, "winning_tile": last},
        "win": {**win, "from": "W"} if by == "discard" else win,
        "seat": "E",
    }
    assert oracle.score(document)["tally"] == {"points": points}
    assert_same_score(document, oracle)


@pytest.mark.parametrize("block", BLOCKS)
def test_engine_and_oracle_agree_on_hands_drawn_at_random(block: int) -> None:
    rng = random.Random(f"zungjung {block}")
    for _ in range(HANDS):
        assert_same_score(random_document(rng, "zungjung"), oracle)


@pytest.mark.parametrize("block", BLOCKS)
def test_engine_and_oracle_agree_on_who_pays_whom(block: int) -> None:
    rng = random.Random(f"zungjung table {block}")
    for _ in range(TABLES):
        assert_same_payments(random_table(rng, "zungjung"), oracle)


@pytest.mark.parametrize("block", BLOCKS)
def test_engine_and_oracle_agree_on_what_a_hand_waits_for(block: int) -> None:
    rng = random.Random(f"zungjung waits {block}")
    for _ in range(WAITING):
        assert_same_waits(random_waiting(rng, "zungjung"), oracle)


@pytest.mark.parametrize("block", BLOCKS)
def test_a_forgotten_winning_tile_scores_the_least_that_it_may(block: int) -> None:
    rng = random.Random(f"zungjung forgotten {block}")
    drawn = 0
    while drawn < FORGOTTEN:
        document = random_document(rng, "zungjung")
        if document["win"]["by"] != "robbed_kong" and wins(document, oracle):
            assert_least_of_forgotten_tiles(document, oracle)
            drawn += 1
