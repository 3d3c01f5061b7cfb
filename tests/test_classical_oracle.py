"""The engine agrees on the two books of the classical presets, hands and tables, with scorers that
were written from their page alone."""

from __future__ import annotations

import json
import random

import pytest

from scorer.rules import BOOKS
from tests import plain as scorer
from tests.by_declaration import random_document
from tests.corpus import (
    OPTION_BLOCKS,
    PRESET_BLOCKS,
    PRESET_HANDS,
    PRESET_TABLES,
    PRESETS_WITH_HANDS,
    PRESETS_WITH_TABLES,
)
from tests.nightly import nightly
from tests.oracle import classical as oracle
from tests.oracle import classical_table

BLOCKS = [0, *nightly(range(1, PRESET_BLOCKS))]


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("preset", PRESETS_WITH_HANDS)
def test_engine_and_oracle_agree_on_a_preset(preset: str, block: int) -> None:
    rng = random.Random(f"{preset} {block}")
    for _ in range(PRESET_HANDS):
        document = random_document(rng, BOOKS["classical"], options={}) | {"preset": preset}
        agree(document)


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("preset", PRESETS_WITH_TABLES)
def test_engine_and_oracle_agree_on_who_pays_whom(preset: str, block: int) -> None:
    rng = random.Random(f"table {preset} {block}")
    for _ in range(PRESET_TABLES):
        document = classical_table.random_table(rng, preset)
        ours, theirs = scorer.settle(document), classical_table.settle(document)
        text = json.dumps(document)
        assert (ours["net"], ours["next"]["seats"]) == (theirs["net"], theirs["seats"]), text


@pytest.mark.parametrize("block", [0, *nightly(range(1, OPTION_BLOCKS))])
def test_engine_and_oracle_agree_whatever_the_options(block: int) -> None:
    rng = random.Random(f"classical options {block}")
    for _ in range(PRESET_HANDS):
        agree(random_document(rng, BOOKS["classical"], known=oracle.DEFAULTS))


def agree(document: dict[str, object]) -> None:
    ours, theirs = scorer.score(document), oracle.score(document)
    text = json.dumps(document)
    assert ours["total"] == theirs["total"], text
    lines = sorted((line["id"], line["amount"]) for line in ours["lines"])
    assert lines in [sorted(map(tuple, lines_of(tie))) for tie in theirs["alternatives"]], text


def lines_of(alternative: object) -> list[tuple[str, int]]:
    found = alternative["lines"] if isinstance(alternative, dict) else alternative
    assert isinstance(found, list)
    return found
