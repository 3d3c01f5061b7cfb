"""What Zung Jung answers beside its cases: points above the limit, single changes of a win."""

from __future__ import annotations

from typing import Any

import pytest

from tests import plain as scorer

BLESSED: dict[str, Any] = {
    "ruleset": "zungjung",
    "seat": "E",
    "hand": {"concealed": "111b 222b 333b 444b 55b", "winning_tile": "5b"},
    "win": {"by": "self_draw", "with": ["heavens_blessing"]},
}
CLAIMED: dict[str, Any] = {
    "ruleset": "zungjung",
    "seat": "S",
    "hand": {"concealed": "RRR GGG PP 123b 45c", "winning_tile": "6c"},
    "win": {"by": "discard", "from": "W", "responsible": "N"},
}


def test_points_above_the_limit_are_listed_and_explained() -> None:
    (above,) = (e for e in scorer.score(BLESSED)["not_counted"] if e["id"] == "above-limit")
    assert (above["kind"], above["amount"]) == ("points", 595 - 320)
    said = scorer.explain({"document": BLESSED, "rule": "above-limit"})
    assert (said["counted"], said["because"]) == (False, above["because"])
    said = scorer.explain({"document": CLAIMED, "rule": "above-limit"})
    assert said["because"] == "the sum is not above the limit"


def test_a_drawn_tile_instead_of_a_claimed_one_has_nobody_responsible() -> None:
    changes = scorer.what_if({"document": CLAIMED})["changes"]
    (drawn,) = (c for c in changes if c["change"].startswith("self_draw"))
    assert drawn["document"]["win"] == {"by": "self_draw"}


# 40 for the dragons and 10 for each of two, 5 concealed, 5 for two concealed triplets: 70.
# Who is responsible pays 3 × 70 − 2 × 25 = 160.
@pytest.mark.parametrize(("seat", "paid"), [("N", 160), ("W", 25), ("none", 70)])
def test_other_rulesets_leave_out_who_is_responsible(seat: str, paid: int) -> None:
    document = {**CLAIMED, "win": {**CLAIMED["win"], "responsible": seat}, "prevailing": "E"}
    answers = scorer.compare({k: v for k, v in document.items() if k != "ruleset"})["answers"]
    found = {answer["ruleset"]: answer for answer in answers}
    assert found["hongkong"]["left_out"] == ["responsible"]
    assert found["zungjung"]["left_out"] == []
    owed = {p["from"]: p["amount"] for p in found["zungjung"]["answer"]["payments"]}
    assert owed["N"] == paid
