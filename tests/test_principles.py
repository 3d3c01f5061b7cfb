"""What an MCR answer says of fan that do not count: the principle, and what stands in the way."""

from __future__ import annotations

from typing import Any

import pytest

from tests import plain as scorer


def set_aside(concealed: str, winning: str, **options: object) -> dict[str, list[dict[str, Any]]]:
    """What does not work count, by id, of a concealed hand that South won on West's discard."""
    answer = scorer.score(
        {
            "ruleset": "mcr",
            "options": options,
            "hand": {"concealed": concealed, "winning_tile": winning},
            "win": {"by": "discard", "from": "W"},
            "seat": "S",
            "prevailing": "E",
        }
    )
    told: dict[str, list[dict[str, Any]]] = {}
    for entry in answer["not_counted"]:
        told.setdefault(entry["id"], []).append(entry)
    return told


def test_combine_once_is_said_with_the_fan_that_combine_the_sets_already() -> None:
    # 123b-123c and 456b-456c are joined by Mixed Double Chow, 123b-456b by Short Straight
    (entry,) = set_aside("123b 456b 123c 456c EE", "E")["short-straight"]
    assert entry["because"] == (
        "Combine-Once: these sets are combined already by Mixed Double Chow and Short Straight "
        "(account-once)"
    )
    assert (entry["principle"], entry["by"]) == ("account-once", "mixed-double-chow")


def test_combine_once_names_a_fan_of_three_sets_and_the_one_that_brings_in_the_fourth() -> None:
    # 123b 456d 789c are a Mixed Straight and 456d-456c a Mixed Double Chow, so 456c and 789c hang
    # together already
    (entry,) = set_aside("123b 456c 456d 789c EE", "E")["short-straight"]
    assert "combined already by Mixed Straight and Mixed Double Chow" in entry["because"]


def test_sets_of_one_fan_are_not_taken_apart_and_nothing_is_said_of_combining() -> None:
    told = set_aside("123b 456b 123c 789b EE", "E")["short-straight"]
    assert [entry["principle"] for entry in told] == ["non-separation"] * 2
    assert all("Combine-Once" not in entry["because"] for entry in told)


@pytest.mark.parametrize(
    ("concealed", "fan"),
    [("2222b 33b 44b 66b 88b GG", "All Green"), ("1111b 99b 11c 99c 11d 99d", "All Terminals")],
)
def test_tile_hog_beside_seven_pairs_is_kept_out_by_a_ruling_not_contained(
    concealed: str, fan: str
) -> None:
    (entry,) = set_aside(concealed, concealed[-1] if fan == "All Green" else "9d")["tile-hog"]
    assert entry["because"] == (
        "Tile Hog does not count in Seven Pairs that are All Green or All Terminals (house rule "
        "“Tile hog with seven pairs”) (non-repeat)"
    )
    assert entry["by"] == "seven-pairs"


def test_what_a_fan_contains_is_said_to_be_contained() -> None:
    (entry,) = set_aside("2222b 33b 44b 66b 88b GG", "G")["concealed-hand"]
    assert entry["because"] == "Seven Pairs already contains it (non-repeat)"
