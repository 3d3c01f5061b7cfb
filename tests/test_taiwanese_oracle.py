"""The engine agrees with a scorer of Taiwanese hands that another hand wrote from the text."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.by_aimed_oracle import (
    assert_least_of_forgotten_tiles,
    assert_same_payments,
    assert_same_score,
    assert_same_waits,
    wins,
)
from tests.nightly import nightly
from tests.oracle import taiwanese as oracle
from tests.oracle.aimed import random_document, random_table, random_waiting

HANDS, TABLES, WAITING, FORGOTTEN = 100, 40, 4, 8
BLOCKS = [0, *nightly(range(1, 40))]

# Examples of the text: who wins and how, the options, what each pays for 5 tai.
EXAMPLES = [
    ({"by": "discard", "from": "W"}, 0, {"unit": 2}, {"W": 13}),
    ({"by": "self_draw"}, 1, {}, {"E": 11, "W": 8, "N": 8}),
]


@pytest.mark.parametrize(("win", "streak", "options", "paid"), EXAMPLES)
def test_both_settle_the_examples_of_the_text(
    win: dict[str, str], streak: int, options: dict[str, int], paid: dict[str, int]
) -> None:
    players: dict[str, Any] = {"E": {}, "S": {"points": 5, "win": win}, "W": {}, "N": {}}
    document = {
        "ruleset": "taiwanese",
        "options": options,
        "prevailing": "E",
        "dealer_streak": streak,
        "players": players,
    }
    assert oracle.settle(document)["paid"] == paid
    assert_same_payments(document, oracle)


@pytest.mark.parametrize("block", BLOCKS)
def test_engine_and_oracle_agree_on_hands_drawn_at_random(block: int) -> None:
    rng = random.Random(f"taiwanese {block}")
    for _ in range(HANDS):
        assert_same_score(random_document(rng, "taiwanese"), oracle)


@pytest.mark.parametrize("block", BLOCKS)
def test_engine_and_oracle_agree_on_who_pays_whom(block: int) -> None:
    rng = random.Random(f"taiwanese table {block}")
    for _ in range(TABLES):
        assert_same_payments(random_table(rng, "taiwanese"), oracle)


@pytest.mark.parametrize("block", BLOCKS)
def test_engine_and_oracle_agree_on_what_a_hand_waits_for(block: int) -> None:
    rng = random.Random(f"taiwanese waits {block}")
    for _ in range(WAITING):
        assert_same_waits(random_waiting(rng, "taiwanese"), oracle)


@pytest.mark.parametrize("block", BLOCKS)
def test_a_forgotten_winning_tile_scores_the_least_that_it_may(block: int) -> None:
    rng = random.Random(f"taiwanese forgotten {block}")
    drawn = 0
    while drawn < FORGOTTEN:
        document = random_document(rng, "taiwanese")
        if document["win"]["by"] != "robbed_kong" and wins(document, oracle):
            assert_least_of_forgotten_tiles(document, oracle)
            drawn += 1
