"""What a riichi hand shows and does not count: each row of the rule text's list has its reason, and
names what counts in its place."""

from __future__ import annotations

from typing import Any

import pytest

from tests import plain as scorer

HAND = "123b 456c 678d 99d 45b", "6b"
FLUSH = "123b 567b 345b 99b 67b", "8b"
CONCEALED = "444d 222b 77c 99d 345b", "7c"
TWICE = "223344b 99d 66788c", "7c"
FIELDS = {"dora": "dora_indicators", "ura": "ura_indicators", "norths": "bonus"}
WINDS = ("EEE", "SSS", "WWW")

ROWS: dict[str, tuple[tuple[str, str], dict[str, Any], str, str, str]] = {
    "dora without a yaku": (
        ("456c 678d 99d 45b", "6b"),
        {"melds": ["123b"], "dora": "8d"},
        *("dora", "dora are not yaku: without enough yaku they do not count", ""),
    ),
    "red fives without a yaku": (
        ("456c 678d 99d 40b", "6b"),
        {"melds": ["123b"], "options": {"red_fives": 3}},
        *("red-five", "dora are not yaku: without enough yaku they do not count", ""),
    ),
    "norths without a yaku": (
        ("456d 678d 99d 45b", "6b"),
        {"melds": ["111c"], "norths": "NN", "seats": ["E", "S", "W"]},
        *("north", "dora are not yaku: without enough yaku they do not count", ""),
    ),
    "an open Pinfu": (
        ("456c 678d 99d 45b", "6b"),
        {"melds": ["123b"]},
        *("pinfu", "the hand is open: 1b 2b 3b was claimed", ""),
    ),
    "two equal chows in an open hand": (
        ("223344b 99d 45c", "6c"),
        {"melds": ["RRR"]},
        *("pure-double-chow", "the hand is open: R R R was claimed", ""),
    ),
    "two times two in an open hand": (
        ("234b 99d 66788c", "7c"),
        {"melds": ["234b"]},
        *("twice-pure-double-chow", "the hand is open: 2b 3b 4b was claimed", ""),
    ),
    "an open hand drawn": (
        ("234b 678d 99d 45b", "6b"),
        {"melds": ["RRR"], "by": "self_draw"},
        *("fully-concealed-hand", "the hand is open: R R R was claimed", ""),
    ),
    "open simples that a table does not count": (
        ("456c 678d 88d 45b", "6b"),
        {"melds": ["234b"], "options": {"open_tanyao": False}},
        "all-simples",
        "the hand is open (2b 3b 4b was claimed), and this table counts All Simples closed only",
        "",
    ),
    "a closed wait": (
        ("13b 456c 678d 99d 567b", "2b"),
        {"with": ["riichi"]},
        *("pinfu", "the wait is a closed wait", ""),
    ),
    "an edge wait": (
        ("12b 456c 678d 99d 567b", "3b"),
        {"with": ["riichi"]},
        *("pinfu", "the wait is an edge wait", ""),
    ),
    "a wait for the pair": (
        ("123b 456c 678d 9d 567b", "9d"),
        {"with": ["riichi"]},
        *("pinfu", "the wait is for the pair", ""),
    ),
    "a pair of the prevailing wind": (
        ("123b 456c 678d EE 45b", "6b"),
        {"with": ["riichi"]},
        *("pinfu", "a pair of the prevailing wind has a value", ""),
    ),
    "a pair of the seat wind": (
        ("123b 456c 678d SS 45b", "6b"),
        {"with": ["riichi"]},
        *("pinfu", "a pair of the seat wind has a value", ""),
    ),
    "a pair of a dragon": (
        ("123b 456c 678d RR 45b", "6b"),
        {"with": ["riichi"]},
        *("pinfu", "a pair of a dragon has a value", ""),
    ),
    "a drawn Pinfu that a table does not count": (
        HAND,
        {"by": "self_draw", "options": {"pinfu_self_draw": False}},
        *("pinfu", "self-drawn, and this table counts no drawn Pinfu", ""),
    ),
    "riichi beside double riichi": (
        HAND,
        {"with": ["double_riichi"]},
        *("riichi", "Double Riichi counts in its place", "double-riichi"),
    ),
    "one pair of chows beside two": (
        TWICE,
        {},
        "pure-double-chow",
        "Twice Pure Double Chow counts in its place",
        "twice-pure-double-chow",
    ),
    "seven pairs beside two pairs of chows": (
        TWICE,
        {},
        "seven-pairs",
        "Twice Pure Double Chow counts in its place",
        "twice-pure-double-chow",
    ),
    "an outside hand without honours": (
        ("123b 789c 123d 99d 78b", "9b"),
        {},
        "outside-hand",
        "Pure Outside Hand counts in its place",
        "pure-outside-hand",
    ),
    "an outside hand without chows": (
        ("99c NN", "9c"),
        {"melds": ["111b", "999d", "WWW"]},
        "outside-hand",
        "All Terminals and Honours counts in its place",
        "all-terminals-and-honours",
    ),
    "a half flush beside a full one": (
        FLUSH,
        {},
        *("half-flush", "Full Flush counts in its place", "full-flush"),
    ),
    "a third pung completed by a discard": (
        CONCEALED,
        {"with": ["riichi"]},
        *("three-concealed-pungs", "7c 7c 7c was completed by a discard, so it is open", ""),
    ),
    "a pung of a guest wind": (
        ("456c 678d 99d 45b", "6b"),
        {"melds": ["WWW"]},
        *("seat-wind", "W is neither the player's own wind nor the wind of the round", ""),
    ),
    "ippatsu that a table does not play": (
        HAND,
        {"with": ["riichi", "ippatsu"], "options": {"ippatsu": False}},
        *("ippatsu", "this table plays without the house rule “Ippatsu”", ""),
    ),
    "indicators beneath that a table does not play": (
        HAND,
        {"with": ["riichi"], "dora": "1c", "ura": "8d", "options": {"ura_dora": False}},
        *("ura-dora", "this table plays without the house rule “Ura dora”", ""),
    ),
    "a yaku beside a yakuman": (
        ("46c 99d", "5c"),
        {"melds": ["RRR", "GGG", "PPP"]},
        *("red-dragon", "beside a yakuman nothing else counts", "big-three-dragons"),
    ),
    "dora beside a yakuman": (
        ("46c 99d", "5c"),
        {"melds": ["RRR", "GGG", "PPP"], "dora": "8d"},
        *("dora", "beside a yakuman nothing else counts", ""),
    ),
    "riichi beside a yakuman": (
        ("222b 555b 777c 333d 9d", "9d"),
        {"with": ["riichi"]},
        "riichi",
        "beside a yakuman nothing else counts",
        "four-concealed-pungs-pair-wait",
    ),
    "the lesser of two forms of a yakuman": (
        ("1112345678999b", "3b"),
        {},
        *("nine-gates", "Pure Nine Gates counts in its place", "pure-nine-gates"),
    ),
    "a second yakuman where they do not add up": (
        ("NN PP", "P"),
        {"melds": WINDS, "options": {"yakuman_stack": False}},
        "all-honours",
        "only the highest yakuman counts, Little Four Winds",
        "little-four-winds",
    ),
    "a Blessing of Man that pays no more": (
        FLUSH,
        {"with": ["first_turn"], "from": "E"},
        "blessing-of-man",
        "the hand itself pays as much: haneman 3000 × 4 = 12000",
        "",
    ),
    "a yaku beside the Blessing of Man": (
        HAND,
        {"with": ["first_turn"], "from": "E"},
        "pinfu",
        "the hand is scored as Blessing of Man and nothing else",
        "blessing-of-man",
    ),
    "a straight that one tile spoils": (
        ("123b 456b 678b 99d 45c", "6c"),
        {},
        *("pure-straight", "9b is missing: 123 456 789 of one suit, as chows", ""),
    ),
    "a triple chow that one tile spoils": (
        ("234b 234c 345d 99d 45c", "6c"),
        {},
        *("mixed-triple-chow", "2d is missing: the same chow in three suits", ""),
    ),
    "a yaku of too few han": (
        HAND,
        {"options": {"minimum_han": 2}},
        *("pinfu", "the yaku are worth 1 han, but a win needs 2", ""),
    ),
}
NEVER: dict[str, tuple[tuple[str, str], dict[str, Any], str]] = {
    "no seven pairs where chows are four times the same": (
        ("222233334444b 9d", "9d"),
        {},
        "seven-pairs",
    ),
    "no outside hand of seven pairs": (
        ("11b 99b 11c 99d EE WW R", "R"),
        {},
        "outside-hand",
    ),
    "no triple chow of two suits": (HAND, {}, "mixed-triple-chow"),
    "no triple chow whose tiles stand in two sets": (
        ("567c 345b 789b 567d 1c", "1c"),
        {"with": ["riichi"]},
        "mixed-triple-chow",
    ),
}


def not_counted(hand: tuple[str, str], told: dict[str, Any]) -> dict[str, dict[str, Any]]:
    concealed, winning = hand
    tiles: dict[str, Any] = {"concealed": concealed, "winning_tile": winning}
    tiles["melds"] = [{"tiles": tiles} for tiles in told.get("melds", ())]
    tiles |= {field: told[key] for key, field in FIELDS.items() if key in told}
    win = {"by": told.get("by", "discard"), "with": told.get("with", [])}
    if win["by"] == "discard":
        win["from"] = told.get("from", "W")
    document = {"ruleset": "riichi", "seat": "S", "prevailing": "E", "hand": tiles, "win": win}
    document |= {key: told[key] for key in ("options", "seats") if key in told}
    return {entry["id"]: entry for entry in scorer.score(document)["not_counted"]}


@pytest.mark.parametrize("row", ROWS)
def test_what_does_not_count_has_its_reason(row: str) -> None:
    hand, told, rule, because, by = ROWS[row]
    found = not_counted(hand, told)
    assert rule in found, [*found]
    assert found[rule]["because"] == because
    assert (found[rule].get("by") or "") == by


@pytest.mark.parametrize("row", NEVER)
def test_what_a_hand_does_not_show_is_not_told(row: str) -> None:
    hand, told, rule = NEVER[row]
    assert rule not in not_counted(hand, told)
