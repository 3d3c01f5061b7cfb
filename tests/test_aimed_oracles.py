"""The engine agrees with scorers of Taiwanese and Zung Jung hands that another hand wrote from the
texts, on documents drawn at random."""

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
from tests.corpus import AIMED_BLOCKS, AIMED_HANDS, AIMED_TABLES, AIMED_WAITING
from tests.nightly import nightly
from tests.oracle import taiwanese, zungjung
from tests.oracle.aimed import random_document, random_table, random_waiting

FORGOTTEN = 8
BLOCKS = [0, *nightly(range(1, AIMED_BLOCKS))]
ORACLES = {"taiwanese": taiwanese, "zungjung": zungjung}
EACH = pytest.mark.parametrize("ruleset", ORACLES)


@pytest.mark.parametrize("block", BLOCKS)
@EACH
def test_engine_and_oracle_agree_on_hands_drawn_at_random(ruleset: str, block: int) -> None:
    rng = random.Random(f"{ruleset} {block}")
    for _ in range(AIMED_HANDS):
        assert_same_score(random_document(rng, ruleset), ORACLES[ruleset])


@pytest.mark.parametrize("block", BLOCKS)
@EACH
def test_engine_and_oracle_agree_on_who_pays_whom(ruleset: str, block: int) -> None:
    rng = random.Random(f"{ruleset} table {block}")
    for _ in range(AIMED_TABLES):
        assert_same_payments(random_table(rng, ruleset), ORACLES[ruleset])


@pytest.mark.parametrize("block", BLOCKS)
@EACH
def test_engine_and_oracle_agree_on_what_a_hand_waits_for(ruleset: str, block: int) -> None:
    rng = random.Random(f"{ruleset} waits {block}")
    for _ in range(AIMED_WAITING):
        assert_same_waits(random_waiting(rng, ruleset), ORACLES[ruleset])


@pytest.mark.parametrize("block", BLOCKS)
@EACH
def test_a_forgotten_winning_tile_scores_the_least_that_it_may(ruleset: str, block: int) -> None:
    rng = random.Random(f"{ruleset} forgotten {block}")
    drawn = 0
    while drawn < FORGOTTEN:
        document = random_document(rng, ruleset)
        if document["win"]["by"] != "robbed_kong" and wins(document, ORACLES[ruleset]):
            assert_least_of_forgotten_tiles(document, ORACLES[ruleset])
            drawn += 1
