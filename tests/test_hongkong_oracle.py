"""The engine agrees with a scorer of Hong Kong hands that somebody else wrote from the text."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from scorer.rules import BOOKS
from tests import plain as scorer
from tests.by_declaration import random_document
from tests.corpus import HONGKONG_BLOCKS, HONGKONG_HANDS
from tests.nightly import nightly
from tests.oracle import hongkong as oracle


@pytest.mark.parametrize("block", [0, *nightly(range(1, HONGKONG_BLOCKS))])
def test_engine_and_oracle_agree_on_hands_drawn_at_random(block: int) -> None:
    rng = random.Random(f"hongkong {block}")
    for _ in range(HONGKONG_HANDS):
        document = random_document(rng, BOOKS["hongkong"], won=True, known=oracle.DEFAULTS)
        ours, theirs = scorer.score(document), oracle.score(document)
        text = json.dumps(document)
        assert (ours["total"], ours["tally"]["faan"]) == (theirs["total"], theirs["faan"]), text
        assert ours["qualifies"] == theirs["qualifies"], text
        lines: Counter[str] = Counter()
        for line in ours["lines"]:
            lines[line["name"]] += line["amount"]
        assert lines == dict(theirs["lines"]), text
        assert ours["net"] == theirs["net"], text
