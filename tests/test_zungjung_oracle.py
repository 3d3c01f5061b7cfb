"""The engine agrees with a scorer of Zung Jung hands that another hand wrote from the
text, on the examples of the text. test_aimed_oracles.py compares them at random."""

from __future__ import annotations

import pytest

from tests.by_aimed_oracle import assert_same_score
from tests.oracle import zungjung as oracle

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
