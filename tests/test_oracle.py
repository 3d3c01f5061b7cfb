"""The engine agrees with a second scorer that another hand wrote from the rule text alone."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

import scorer
from tests import oracle
from tests.drawn import RULESETS, Json
from tests.oracle.documents import random_document, random_table, random_waiting

BLOCKS = pytest.mark.parametrize("block", range(6))
BOTH = pytest.mark.parametrize("ruleset", RULESETS)
Make = Callable[[random.Random, str], Json]


def drawn(make: Make, ruleset: str, block: int, count: int) -> list[Json]:
    """Random documents, the same on every run."""
    rng = random.Random(f"{make.__name__} {ruleset} {block}")
    return [make(rng, ruleset) for _ in range(count)]


@BLOCKS
@BOTH
def test_engine_and_oracle_agree_on_the_total_and_the_lines_of_a_hand(
    ruleset: str, block: int
) -> None:
    for document in drawn(random_document, ruleset, block, 50):
        ours, theirs = scorer.score(document), oracle.score(document)
        told = json.dumps(document)
        assert ours["total"] == theirs["total"], told
        lines = sorted((line["id"], line["amount"]) for line in ours["lines"])
        ties = [sorted(map(tuple, one["lines"])) for one in theirs["alternatives"]]
        # Of a hand with wild tiles the oracle does not list every standing that is worth as much.
        assert lines in ties or ours["options"].get("goulash"), told


@BLOCKS
@BOTH
def test_engine_and_oracle_agree_on_who_pays_whom(ruleset: str, block: int) -> None:
    for document in drawn(random_table, ruleset, block, 14):
        ours, theirs = scorer.settle(document), oracle.settle(document)
        found = (ours["net"], ours["next"]["seats"])
        assert found == (theirs["net"], theirs["seats"]), json.dumps(document)


@BLOCKS
@BOTH
def test_engine_and_oracle_agree_on_what_a_hand_waits_for(ruleset: str, block: int) -> None:
    for document in drawn(random_waiting, ruleset, block, 14):
        ours = {
            wait["tile"]: tuple(
                None if wait[way] is None else wait[way]["total"]
                for way in ("discard", "self_draw")
            )
            for wait in scorer.waits(document)["waits"]
        }
        assert ours == oracle.waits(document), json.dumps(document)
