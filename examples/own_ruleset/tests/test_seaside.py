"""Hands of Seaside, worked out from the leaflet."""

from __future__ import annotations

from typing import Any

import scorer

WON: dict[str, Any] = {
    "ruleset": "seaside",
    "seat": "S",
    "prevailing": "E",
    "hand": {
        "concealed": "111b 55d",
        "melds": [{"tiles": tiles} for tiles in ("RRR", "333b", "444c")],
        "winning_tile": "1b",
    },
    "win": {"by": "discard", "from": "E"},
}


def test_dragons_and_pungs_are_four_fan_and_the_discarder_pays_double() -> None:
    """Red dragons 1, all pungs 3; East discarded."""
    answer = scorer.score(WON)
    assert {line["id"]: line["amount"] for line in answer["lines"]} == {
        "dragons": 1,
        "nothing-but-pungs": 3,
    }
    assert answer["total"] == 4
    assert {payment["from"]: payment["amount"] for payment in answer["payments"]} == {
        "E": 8,
        "W": 4,
        "N": 4,
    }


def test_a_pier_counts_where_the_table_plays_it() -> None:
    """Two more for the ones of bamboos."""
    answer = scorer.score({**WON, "preset": "pier"})
    assert [line["id"] for line in answer["lines"]][-1] == "pier"
    assert answer["total"] == 6
