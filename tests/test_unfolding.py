"""A score counted step by step: every line in one step, and the steps come to the total."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules import BOOKS
from scorer.service.api.examples import SCORE
from tests import plain as scorer

Json = dict[str, Any]

CLASSICAL: Json = {**SCORE}
RIICHI: Json = {
    "ruleset": "riichi",
    "preset": "tenhou",
    "hand": {
        "concealed": "234c 340b 678d 55d 23d",
        "winning_tile": "4d",
        "dora_indicators": "4d",
        "ura_indicators": "2b",
    },
    "win": {"by": "discard", "from": "W", "with": ["riichi"]},
    "seat": "S",
    "prevailing": "E",
}


def steps_of(document: Json) -> list[tuple[str, int, list[str]]]:
    """Each step, what it comes to, and the rules that are counted in it."""
    steps = scorer.steps(document)["steps"]
    return [
        (step["step"], step["amount"], [line["id"] for line in step["lines"]]) for step in steps
    ]


def test_a_hand_is_counted_in_the_order_of_a_careful_player() -> None:
    assert steps_of(CLASSICAL) == [
        ("sets", 20, ["exposed-major-pung", "concealed-minor-kong"]),
        ("flowers", 8, ["flower", "season"]),
        ("winning", 14, ["mah-jong", "only-possible", "last-tile-forms-eye"]),
        ("points", 42, []),
        ("doubles", 3, ["own-wind-meld", "prevailing-wind-meld", "final-tile"]),
        ("total", 336, []),
        ("payments", 2016, []),
    ]


def test_han_of_yaku_are_counted_before_dora_and_both_before_fu() -> None:
    assert steps_of(RIICHI) == [
        ("han", 3, ["riichi", "pinfu", "all-simples"]),
        ("dora", 4, ["dora", "red-five", "ura-dora"]),
        ("fu", 30, ["winning-hand", "closed-by-discard"]),
        ("total", 12000, []),
        ("payments", 12000, []),
    ]


def test_what_a_book_counts_apart_is_one_of_its_rules() -> None:
    for book in BOOKS.values():
        assert book.presentation.counted_apart.keys() <= {rule.id for rule in book.rules}
    assert {*BOOKS["riichi"].presentation.counted_apart} == {
        "dora",
        "red-five",
        "ura-dora",
        "north",
    }


def test_norths_that_were_set_aside_are_counted_with_the_dora() -> None:
    hand = {**RIICHI["hand"], "concealed": "340b 678b 345d 55d 23d", "bonus": "N"}
    three = {**RIICHI, "hand": hand, "seats": ["E", "S", "W"]}
    dora = next(ids for step, _, ids in steps_of(three) if step == "dora")
    assert "north" in dora


def test_a_hand_of_fan_has_its_flowers_apart() -> None:
    hand: Json = {
        "ruleset": "mcr",
        "hand": {
            "concealed": "123456789b 22d",
            "melds": [{"tiles": "PPP"}],
            "bonus": "F2",
            "winning_tile": "2d",
        },
        "win": {"by": "self_draw"},
        "seat": "S",
        "prevailing": "E",
    }
    steps = steps_of(hand)
    assert [step for step, _, _ in steps] == ["fan", "flowers", "total", "payments"]
    assert steps[1] == ("flowers", 1, ["flower-tiles"])


def test_a_special_hand_is_one_step() -> None:
    hand: Json = {
        **CLASSICAL,
        "hand": {"concealed": "19b 19c 19d ESWN RGP 1b", "winning_tile": "1b"},
        "win": {"by": "self_draw"},
    }
    steps = steps_of(hand)
    assert steps[0][0] == "limit"
    assert steps[0][1] == steps[1][1] == 1000


def test_a_player_who_did_not_win_has_no_steps_of_winning() -> None:
    lost = {
        **CLASSICAL,
        "hand": {"concealed": "123b 5d 9d", "melds": [{"tiles": "EEE"}], "bonus": "F1"},
    }
    del lost["win"]
    lost["hand"]["concealed"] = "123b 5789d 11c R"
    assert "winning" not in [step for step, _, _ in steps_of(lost)]
    assert "payments" not in [step for step, _, _ in steps_of(lost)]


POINTS = ("sets", "flowers", "winning", "patterns")
"""The steps that count points."""


@given(st.sampled_from([*BOOKS]), st.integers(1, 5), st.integers(0, 10_000))
def test_every_line_is_in_one_step_and_the_steps_come_to_the_score(
    ruleset: str, level: int, seed: int
) -> None:
    problem = scorer.problem({"ruleset": ruleset, "level": level, "seed": seed})
    answer, found = problem["answer"], scorer.steps(problem["document"])
    lines = [line for step in found["steps"] for line in step["lines"]]
    assert sorted(map(str, lines)) == sorted(map(str, answer["lines"]))
    assert found["total"] == answer["total"]
    amounts = {step["step"]: step["amount"] for step in found["steps"]}
    assert amounts["total"] == answer["total"]
    if "points" in answer["tally"] and not answer["limit"]["hand"]:
        summed = sum(amounts.get(step, 0) for step in POINTS)
        assert summed == answer["tally"]["points"]
        assert amounts.get("doubles", 0) == answer["tally"].get("doubles", 0)
    if "han" in answer["tally"]:
        assert amounts.get("han", 0) + amounts.get("dora", 0) == answer["tally"]["han"]
        assert amounts.get("fu", 0) == answer["tally"]["fu"]


@pytest.mark.parametrize(
    ("document", "pointer"),
    [({}, "/ruleset"), ({**CLASSICAL, "hand": {"concealed": "12x"}}, "/hand/concealed")],
)
def test_what_cannot_be_scored_has_no_steps(document: Json, pointer: str) -> None:
    with pytest.raises(scorer.HandError) as error:
        scorer.steps(document)
    assert pointer in [problem.pointer for problem in error.value.problems]


def test_a_special_hand_comes_before_what_is_added_to_it() -> None:
    hand: Json = {
        **CLASSICAL,
        "ruleset": "british",
        "hand": {"concealed": "19b 19c 19d ESWN RGP", "winning_tile": "1b", "bonus": "F1"},
        "win": {"by": "self_draw"},
    }
    steps = [step for step, _, _ in steps_of(hand)]
    assert steps[0] == "limit"
    assert steps.index("flowers") < steps.index("doubles") < steps.index("total")
    assert "points" not in steps


def test_doublings_of_a_card_are_what_they_multiply_by() -> None:
    hand: Json = {
        "ruleset": "american",
        "hand": {"concealed": "FFF 2222b 444c 8888b", "winning_tile": "8b"},
        "win": {"by": "discard", "from": "W"},
        "seat": "S",
    }
    assert ("doubles", 2, ["jokerless"]) in steps_of(hand)
    awarded = steps_of({**hand, "preset": "tournament"})
    assert awarded[-1][0] == "awards"
