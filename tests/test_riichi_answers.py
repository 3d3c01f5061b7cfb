"""Riichi's answers in the words of the rule text: limits, kinds of lines, names, and the hints that
errors give."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests import plain as scorer

PINFU = {"concealed": "123b 456c 678d 99d 45b", "winning_tile": "6b"}
FLUSH = {"concealed": "123b 567b 345b 99b 67b", "winning_tile": "8b"}
HONOURS = {"concealed": "EE SS WW NN RR GG P", "winning_tile": "P"}


def score(hand: dict[str, Any], *circumstances: str, **more: Any) -> dict[str, Any]:
    win = {"by": "discard", "from": "W", "with": [*circumstances]}
    told_hand = hand | {"melds": [{"tiles": tiles} for tiles in more.pop("melds", ())]}
    document = {"ruleset": "riichi", "seat": "S", "prevailing": "E", "hand": told_hand, "win": win}
    return scorer.score(document | more)


def refusal(hand: dict[str, Any], *circumstances: str, **more: Any) -> str:
    with pytest.raises(scorer.HandError) as caught:
        score(hand, *circumstances, **more)
    return str(caught.value)


LIMITS: dict[str, tuple[dict[str, Any], list[str], dict[str, Any]]] = {
    "mangan": (PINFU | {"dora_indicators": "8d 8d"}, [], {}),
    "haneman": (FLUSH, [], {}),
    "baiman": (FLUSH, ["riichi"], {}),
    "sanbaiman": (FLUSH | {"dora_indicators": "8b"}, ["riichi", "ippatsu"], {}),
    "counted-yakuman": (FLUSH | {"dora_indicators": "8b 8b"}, ["riichi", "ippatsu"], {}),
    "yakuman": (HONOURS, [], {}),
}
BASES = {
    "mangan": 2000,
    "haneman": 3000,
    "baiman": 4000,
    "sanbaiman": 6000,
    "counted-yakuman": 8000,
    "yakuman": 8000,
}


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_tells_its_base_points(name: str) -> None:
    hand, told, more = LIMITS[name]
    answer = score(hand, *told, **more)
    assert answer["limit"] == {"value": BASES[name], "reached": True, "hand": name}
    assert answer["total"] == 4 * BASES[name]


def test_several_yakuman_tell_their_sum() -> None:
    answer = score(HONOURS, options={"big_seven_stars": True})
    assert answer["limit"] == {"value": 16000, "reached": True, "hand": "yakuman"}
    assert answer["tally"] == {"han": 0, "fu": 0, "yakuman": 2}


def test_below_the_limits_there_is_none() -> None:
    assert score(PINFU)["limit"] == {"value": None, "reached": False, "hand": None}


def test_a_counted_yakuman_keeps_its_han_and_fu() -> None:
    hand, told, _ = LIMITS["counted-yakuman"]
    assert score(hand, *told)["tally"] == {"han": 13, "fu": 30, "yakuman": 0}


def test_lines_are_yaku_then_dora_then_fu() -> None:
    answer = score(PINFU | {"dora_indicators": "8d"}, "riichi")
    assert [(line["id"], line["kind"]) for line in answer["lines"]] == [
        ("riichi", "han"),
        ("pinfu", "han"),
        ("dora", "han"),
        ("winning-hand", "fu"),
        ("closed-by-discard", "fu"),
    ]
    assert answer["lines"][1]["names"] == {"ja": "平和", "romaji": "pinfu"}


def test_yakuman_are_lines_of_the_limit() -> None:
    lines = score(HONOURS)["lines"]
    assert [(line["id"], line["kind"], line["amount"]) for line in lines] == [
        ("all-honours", "limit", 1)
    ]


def test_every_yaku_has_its_japanese_names() -> None:
    rules: Any = scorer.ruleset("riichi")["rules"]
    named = {rule["id"] for rule in rules if {"ja", "romaji"} <= rule["names"].keys()}
    assert {rule["id"] for rule in rules if rule["kind"] != "fu"} == named


def test_deposits_are_awards_and_counters_are_payments() -> None:
    answer = score(PINFU, honba=2, riichi_sticks=3)
    assert (answer["total"], answer["awards"]) == (1000, {"S": 3000})
    assert [paid["amount"] for paid in answer["payments"]] == [1000, 600]
    assert answer["net"] == {"E": 0, "S": 1600, "W": -1600, "N": 0}


def test_four_plain_fives_are_told_to_be_written_with_the_red_one() -> None:
    hand = {"concealed": "555c 567c 678d 99d 45b", "winning_tile": "6b"}
    assert "0c" in refusal(hand, "riichi", options={"red_fives": 3})


def test_earths_blessing_names_the_first_turn() -> None:
    assert "first_turn" in refusal(PINFU, "earths_blessing")


def test_agreed_points_name_han_and_fu() -> None:
    players: dict[str, object] = {seat: {} for seat in "ESWN"} | {
        "S": {"points": 5200, "win": {"by": "discard", "from": "W"}}
    }
    with pytest.raises(scorer.HandError) as caught:
        scorer.settle({"ruleset": "riichi", "prevailing": "E", "players": players})
    assert '{"han": 3, "fu": 40}' in str(caught.value)


def test_a_win_without_a_yaku_names_chombo() -> None:
    hand = {"concealed": "456c 678d 99d 45b", "melds": [{"tiles": "123b"}], "winning_tile": "6b"}
    players: dict[str, object] = {seat: {} for seat in "ESWN"} | {
        "S": {"hand": hand, "win": {"by": "discard", "from": "W"}}
    }
    answer = scorer.settle({"ruleset": "riichi", "prevailing": "E", "players": players})
    assert ["chombo" in warning["detail"] for warning in answer["warnings"]] == [True]


def test_a_pair_of_the_double_wind_is_told_to_be_that() -> None:
    hand = {"concealed": "123b 456c 678d EE 45b", "winning_tile": "6b"}
    win = {"by": "discard", "from": "W", "with": ["riichi"]}
    document = {"ruleset": "riichi", "seat": "E", "prevailing": "E", "hand": hand, "win": win}
    explanation = scorer.explain({"document": document, "rule": "value-pair-fu"})
    assert (explanation["counted"], explanation["because"]) == (
        False,
        "Pair of a double wind counts in its place",
    )


@pytest.mark.parametrize(
    ("repeat", "players", "seats", "because"),
    [
        ("tenpai", {"E": {"tenpai": True}}, "stay", "East is tenpai"),
        ("win", {"E": {"tenpai": True}}, "pass", "here the deal passes on every draw"),
        ("none", {"E": {"tenpai": True}}, "pass", "here the deal always passes"),
        ("none", {"S": {"tenpai": True}}, "pass", "East is not tenpai"),
        ("none", {"E": {"agreed": {"han": 3, "fu": 40}, "win": {"by": "self_draw"}}}, "pass", ""),
        ("win", {"E": {"agreed": {"han": 3, "fu": 40}, "win": {"by": "self_draw"}}}, "stay", ""),
    ],
)
def test_why_the_deal_goes_on_so_is_what_decided_it(
    repeat: str, players: dict[str, Any], seats: str, because: str
) -> None:
    table = {"ruleset": "riichi", "prevailing": "E", "options": {"dealer_repeat": repeat}}
    answer = scorer.settle({**table, "players": {seat: {} for seat in "ESWN"} | players})
    won = {"stay": "East won", "pass": "here the deal always passes"}
    assert answer["next"]["seats"] == seats
    assert answer["next"]["because"] == (because or won[seats])


def test_an_agreed_win_that_is_too_little_tells_how_much_it_takes() -> None:
    win = {"agreed": {"han": 3, "fu": 40}, "win": {"by": "self_draw"}}
    document = {"ruleset": "riichi", "prevailing": "E", "options": {"minimum_han": 4}}
    answer = scorer.settle({**document, "players": {"E": win, "S": {}, "W": {}, "N": {}}})
    assert answer["warnings"][0]["detail"].startswith("3 han, but a win needs 4: nothing is paid")


@pytest.mark.parametrize("agreed", [5, "x", [], True])
def test_what_was_agreed_is_shown_as_it_is_written(agreed: object) -> None:
    win = {"agreed": agreed, "win": {"by": "self_draw"}}
    with pytest.raises(scorer.HandError, match=re.escape('such as {"han": 3, "fu": 30}')):
        scorer.settle(
            {"ruleset": "riichi", "prevailing": "E", "players": {"E": win, "S": {}, "W": {}}}
        )


def test_a_hand_beside_what_was_agreed_is_told_at_what_was_agreed() -> None:
    win = {"agreed": {"han": 3, "fu": 40}, "hand": PINFU, "win": {"by": "self_draw"}}
    with pytest.raises(scorer.HandError, match=r"^/players/E/agreed: a player has either a hand"):
        scorer.settle(
            {"ruleset": "riichi", "prevailing": "E", "players": {"E": win, "S": {}, "W": {}}}
        )


def test_earths_blessing_is_called_first_turn_here() -> None:
    detail = refusal(PINFU, "earths_blessing")
    assert "enter “first_turn” instead" in detail
    assert "choose from:" in refusal(PINFU, "moonshine")
