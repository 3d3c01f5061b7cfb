"""The engine agrees with a second scorer that another hand wrote from the rule text alone."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from tests import oracle
from tests import plain as scorer
from tests.corpus import HANDS, IN_BLOCKS, TABLES, WAITING
from tests.drawn import Json, random_document, random_table, random_waiting
from tests.nightly import nightly
from tests.oracle import RULESETS

BLOCKS = pytest.mark.parametrize("block", [0, *nightly(range(1, IN_BLOCKS))])
EACH = pytest.mark.parametrize("ruleset", RULESETS)
Make = Callable[[random.Random, str], Json]


def drawn(make: Make, ruleset: str, block: int, count: int) -> list[Json]:
    """Random documents, the same on every run."""
    rng = random.Random(f"{make.__name__} {ruleset} {block}")
    return [make(rng, ruleset) for _ in range(count)]


def lines_of(alternative: Any) -> Any:
    return alternative["lines"] if isinstance(alternative, dict) else alternative


@BLOCKS
@EACH
def test_engine_and_oracle_agree_on_the_total_and_the_lines_of_a_hand(
    ruleset: str, block: int
) -> None:
    for document in drawn(random_document, ruleset, block, HANDS):
        ours, theirs = scorer.score(document), oracle.score(document)
        text = json.dumps(document)
        assert ours["total"] == theirs["total"], text
        lines = sorted((line["id"], line["amount"]) for line in ours["lines"])
        ties = [sorted(map(tuple, lines_of(alternative))) for alternative in theirs["alternatives"]]
        # Of a hand with wild tiles the oracle does not list every standing that is worth as much.
        assert lines in (ties or [[]]) or ours["options"].get("goulash"), text


@BLOCKS
@EACH
def test_engine_and_oracle_agree_on_who_pays_whom(ruleset: str, block: int) -> None:
    for document in drawn(random_table, ruleset, block, TABLES):
        ours, theirs = scorer.settle(document), oracle.settle(document)
        found = (ours["net"], ours["next"]["seats"])
        assert found == (theirs["net"], theirs["seats"]), json.dumps(document)
        taken = sorted((deduction["seat"], deduction["amount"]) for deduction in ours["deductions"])
        assert taken == sorted(map(tuple, theirs.get("deductions", []))), json.dumps(document)
        for part in ("standing", "table_points"):
            assert ours.get(part) == theirs.get(part), json.dumps(document)


@BLOCKS
@EACH
def test_engine_and_oracle_agree_on_what_a_hand_waits_for(ruleset: str, block: int) -> None:
    for document in drawn(random_waiting, ruleset, block, WAITING):
        ours = {
            wait["tile"]: tuple(
                None if wait[way] is None else wait[way]["total"]
                for way in ("discard", "self_draw")
            )
            for wait in scorer.waits(document)["waits"]
        }
        assert ours == oracle.waits(document), json.dumps(document)
