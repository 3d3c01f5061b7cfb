"""The engine agrees with a scorer of Taiwanese hands that another hand wrote from the
text, on the examples of the text. test_aimed_oracles.py compares them at random."""

from __future__ import annotations

from typing import Any

import pytest

from tests.by_aimed_oracle import assert_same_payments
from tests.oracle import taiwanese as oracle

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
