"""British goulash: what wild tiles do to scores, to fishing and to waits."""

from __future__ import annotations

from typing import Any

import pytest

from tests import plain as scorer


def document(concealed: str, *melds: str, goulash: str = "blanks", **more: Any) -> dict[str, Any]:
    return {
        "ruleset": "british",
        "options": {"goulash": goulash},
        "hand": {"concealed": concealed, "melds": [{"tiles": meld} for meld in melds]},
        "seat": "S",
        "prevailing": "E",
        **more,
    }


def waits(document: dict[str, Any]) -> dict[str, tuple[int, int, int]]:
    return {
        wait["tile"]: (wait["unseen"], wait["discard"]["total"], wait["self_draw"]["total"])
        for wait in scorer.waits(document)["waits"]
    }


def test_one_standing_of_the_wild_tiles_gives_the_whole_score_of_a_losing_hand() -> None:
    """Three wild tiles cannot be a pung of East and a pung of characters at once."""
    answer = scorer.score(document("444c 5c JJJ", "222c", "333c"))
    # 2 + 2 exposed, 4 concealed, 8 for wild nines: 16, and fishing for Purity 2^3.
    assert (answer["total"], answer["formula"]) == (128, "16 × 2^3 = 128")
    assert [line["id"] for line in answer["lines"] if line["kind"] == "double"] == [
        "purity-fishing"
    ]


def test_the_wild_tile_itself_completes_a_hand_that_waits() -> None:
    request = document("7c", "RRR", "SSS", "111d", "555c")
    assert set(waits(request)) == {"7c", "J"}
    won = document("7c", "RRR", "SSS", "111d", "555c", win={"by": "discard"})
    won["hand"]["winning_tile"] = "J"
    assert waits(request)["J"][:2] == (4, scorer.score(won)["total"])


def test_with_wild_2_of_bamboo_a_typed_2b_is_the_wild_tile_in_waits_too() -> None:
    request = document("2b", "RRR", "SSS", "111d", "555c", goulash="two_bamboo")
    won = document("2b", "RRR", "SSS", "111d", "555c", goulash="two_bamboo", win={"by": "discard"})
    won["hand"]["winning_tile"] = "2b"
    assert waits(request)["2b"][:2] == (3, scorer.score(won)["total"])


def test_no_wild_tile_is_waited_for_when_the_hand_holds_all_four() -> None:
    request = document("555c 2b2b2b2b", "RRR", "SSS", goulash="two_bamboo")
    assert "2b" not in waits(request)


def test_wild_tiles_that_make_nothing_stay_in_the_hand() -> None:
    answer = scorer.score(document("4b 6b 8b 3c 5c 7c 9c 1d 3d J", "444d"))
    assert answer["arrangement"][-1]["kind"] == "rest"
    assert answer["arrangement"][-1]["tiles"][-1] == "J"
    assert sum(len(part["tiles"]) for part in answer["arrangement"]) == 13


def test_a_hand_with_a_chow_is_told_that_a_goulash_has_none() -> None:
    told = document("123c 55d", "EEE", "SSS", "999d", win={"by": "self_draw"})
    told["hand"]["winning_tile"] = "5d"
    with pytest.raises(scorer.HandError) as caught:
        scorer.score(told)
    assert caught.value.errors[0]["code"] == "too_many_chows"
    assert "goulash" in caught.value.errors[0]["detail"]


def test_a_wild_tile_may_stand_for_the_fourth_of_a_kind() -> None:
    """Two pairs of East, one of them wild: seven pairs of winds and dragons."""
    told = document("EEEJ SS WW NN RR GG", win={"by": "self_draw"})
    told["hand"]["winning_tile"] = "G"
    answer = scorer.score(told)
    pairs = [part["tiles"] for part in answer["arrangement"]]
    assert pairs.count(["E", "E"]) + sum("J" in pair for pair in pairs) >= 2
    assert answer["limit"]["hand"] is not None


def test_a_kong_of_nothing_but_wild_tiles_is_four_of_a_kind_that_the_hand_has_none_of() -> None:
    told = document("EEE SSS WW NNN", "JJJJ", win={"by": "self_draw"})
    told["hand"]["winning_tile"] = "N"
    shown = scorer.score(told)["arrangement"]
    assert [part["wild"] for part in shown if part["kind"] == "kong"] == [4]


def test_the_fourth_of_a_kind_is_waited_for_and_one_is_left() -> None:
    found = waits(document("EEEJ SS WW NN RR G"))
    assert found["E"][0] == 1
    assert found["G"][0] == 3
