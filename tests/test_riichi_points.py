"""The points of riichi: each row of the printed tables by every way of winning, four players and
three, and what rounding to a mangan makes of it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests import plain as scorer
from tests.test_cases import CASES, cases, document

ROWS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "riichi_points.toml").read_text(encoding="utf-8")
)["row"]
EACH = pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["agreed"]))
RAW = {"kiriage": False}
NOBODY_LOSES = {**RAW, "tsumo_loss": False}
ROUNDED = ({"han": 4, "fu": 30}, {"han": 3, "fu": 60})
RULES = ("ruleset", "preset", "options", "honba", "prevailing")
MANGAN = next(row for row in ROWS if row["agreed"] == {"han": 5})


def net(
    row: dict[str, Any],
    winner: str,
    loser: str | None,
    options: Mapping[str, object],
    seats: str = "ESWN",
) -> dict[str, int]:
    """What each seat wins or pays when this is won on the loser's discard, or else drawn."""
    win = {"by": "self_draw"} if loser is None else {"by": "discard", "from": loser}
    players: dict[str, object] = {seat: {} for seat in seats}
    players[winner] = {"agreed": row["agreed"], "win": win}
    told = {"ruleset": "riichi", "options": options, "prevailing": "E", "players": players}
    answer: dict[str, int] = scorer.settle(told)["net"]
    return answer


def check(row: dict[str, Any], printed: dict[str, Any], options: Mapping[str, object]) -> None:
    """By discard, and drawn with four and with three of whom nobody makes good."""
    if "discard" in printed:
        other, east = printed["discard"]
        assert net(row, "S", "N", options) == {"E": 0, "S": other, "W": 0, "N": -other}
        assert net(row, "W", "E", options, "ESW") == {"E": -other, "S": 0, "W": other}
        assert net(row, "E", "W", options) == {"E": east, "S": 0, "W": -east, "N": 0}
    if "drawn" in printed:
        east, other = printed["drawn"]
        total = east + 2 * other
        assert net(row, "W", None, options) == {"E": -east, "S": -other, "W": total, "N": -other}
        with_three = {"E": -east, "S": east + other, "W": -other}
        assert net(row, "S", None, options, "ESW") == with_three
        each = printed["to_east"]
        assert net(row, "E", None, options) == {"E": 3 * each, "S": -each, "W": -each, "N": -each}
        assert net(row, "E", None, options, "ESW") == {"E": 2 * each, "S": -each, "W": -each}


@EACH
def test_a_hand_pays_what_printed_tables_say(row: dict[str, Any]) -> None:
    check(row, row, RAW)


@EACH
def test_three_who_make_good_for_the_absent_one_halve_that_share(row: dict[str, Any]) -> None:
    if "shared" not in row:
        return
    east, other = row["shared"]
    with_three = {"E": -east, "S": east + other, "W": -other}
    assert net(row, "S", None, NOBODY_LOSES, "ESW") == with_three
    each = row["shared_to_east"]
    assert net(row, "E", None, NOBODY_LOSES, "ESW") == {"E": 2 * each, "S": -each, "W": -each}


@EACH
def test_rounding_to_a_mangan_changes_two_rows(row: dict[str, Any]) -> None:
    check(row, MANGAN if row["agreed"] in ROUNDED else row, {})


def scored() -> list[Any]:
    """Every case of riichi in which one hand is scored and paid."""
    found = []
    for path in sorted((CASES / "riichi").glob("*.toml")):
        for case in cases(path):
            wins = path.stem != "waits" and "players" not in case and "error" not in case["expect"]
            if wins:
                found.append(pytest.param(document(case), id=f"{path.stem}: {case['name']}"))
    return found


@pytest.mark.parametrize("case", scored())
def test_a_whole_table_pays_what_the_hand_alone_is_told_to(case: dict[str, Any]) -> None:
    answer = scorer.score(case)
    seats = case.get("seats", [*"ESWN"])
    rules: dict[str, Any] = {key: case[key] for key in RULES if key in case}
    told: list[dict[str, Any]] = [{"hand": case["hand"], "win": case["win"]}]
    if answer["qualifies"] and "liable" not in case["win"]:
        tally = {key: amount for key, amount in answer["tally"].items() if amount}
        told.append({"agreed": tally, "win": case["win"] | {"with": []}})
    for winner in told:
        players: dict[str, Any] = {seat: {} for seat in seats} | {case["seat"]: winner}
        assert scorer.settle(rules | {"players": players})["net"] == answer["net"]
