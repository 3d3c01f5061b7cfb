"""Riichi's chips and yakitori at random tables and in games: chips paid as points are those counted
apart, nobody gains what nobody loses, and without the house rules nothing changes."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator
from itertools import islice, permutations
from typing import Any

import pytest

import scorer
from scorer import game
from scorer.errors import HandError
from scorer.rules import BOOKS
from tests import by_declaration
from tests.nightly import many
from tests.test_riichi_options import contradict, same_hands

Json = dict[str, Any]

AT = "2026-11-27T20:00:00Z"
OPTIONS: dict[str, tuple[object, ...]] = {
    "chips": ("none", "hand", "end"),
    "chip_points": (2000, 5000),
    "chips_red_five": (1, 2),
    "chips_red_open": (True, False),
    "chips_ippatsu": (1, 0),
    "chips_ura": (1, 3),
    "chips_yakuman": (10, 6),
    "chips_yakuman_drawn": (5, 10),
    "yakitori": (False, True),
    "yakitori_points": (5000, 10000),
}
"""The options of docs/riichi.md, the default first."""
COUNTED = ("chip_payments", "chips", "wins")


def without_options(answer: Any) -> Any:
    """The answer without the list of the options in force, at any depth."""
    if isinstance(answer, dict):
        return {key: without_options(part) for key, part in answer.items() if key != "options"}
    return [*map(without_options, answer)] if isinstance(answer, list) else answer


def tables(seed: int, number: int) -> Iterator[Json]:
    """Random tables of three and four that are settled, without the fields of chips."""
    rng, book = random.Random(seed), BOOKS["riichi"]
    found: Iterator[Json] = iter(lambda: by_declaration.random_table(rng, book), None)
    return islice(filter(None, map(settled, found)), number)


def settled(table: Json) -> Json | None:
    """The table without chips, so far as it can be settled."""
    for name in ("chips", "wins"):
        table.pop(name, None)
    for player in table["players"].values():
        player.pop("chips", None)
    options = {k: v for k, v in (table.get("options") or {}).items() if k not in OPTIONS}
    table = {**table, "options": options}
    try:
        scorer.settle(table)
    except HandError:
        return None
    return table


def under(table: Json, **options: object) -> Any:
    return scorer.settle({**table, "options": {**table["options"], **options}})


def chip_options(rng: random.Random) -> Json:
    """Random values of the options of what brings chips."""
    numbers = {
        name: rng.randrange(4)
        for name in ("chips_red_five", "chips_ippatsu", "chips_ura", "chips_yakuman_drawn")
    }
    return {
        **numbers,
        "chips_red_open": rng.random() < 0.5,
        "chip_points": rng.randrange(1, 90) * 100,
    }


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.more_at_night
@pytest.mark.slow
def test_chips_as_points_are_those_counted_apart(seed: int) -> None:
    rng, moved, sizes = random.Random(seed), 0, set()
    for table in tables(seed, many(60, 600)):
        options = chip_options(rng)
        plain = under(table)
        hand, end = (under(table, **options, chips=chips) for chips in ("hand", "end"))
        chips = dict.fromkeys(table["players"], 0)
        for payment in end["chip_payments"]:
            assert payment["amount"] > 0
            chips[payment["from"]] -= payment["amount"]
            chips[payment["to"]] += payment["amount"]
        assert end["chips"] == chips
        worth = options["chip_points"]
        expected = {seat: plain["net"][seat] + worth * chips[seat] for seat in chips}
        if "unpaid" not in plain:
            assert hand["net"] == expected
        assert sum(hand["net"].values()) == sum(chips.values()) == 0
        assert end["net"] == plain["net"]
        assert not {*COUNTED} & ({*plain} | {*hand})
        moved += any(chips.values())
        sizes.add(len(chips))
    assert moved > 5
    assert sizes == {3, 4}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.slow
def test_the_result_counts_chips_and_yakitori_and_sums_as_before(seed: int) -> None:
    rng = random.Random(seed)
    for table in tables(seed, many(40, 400)):
        standing = {seat: rng.randrange(-50, 600) * 100 for seat in table["players"]}
        wins = {seat: rng.randrange(3) for seat in table["players"]}
        table |= {"standing": standing, "deals_passed": 0}
        plain = under(table)
        end = under(table, chips="end")
        for seat, share in end["table_points"].items():
            chips = end["chips"][seat] * 2000 / 1000
            assert share == pytest.approx(plain["table_points"][seat] + chips)
        points = under({**table, "wins": wins}, yakitori=True)
        won = [seat for seat, number in points["wins"].items() if number]
        for seat, share in points["table_points"].items():
            others = len(standing) - len(won)
            beside = 5 * others if seat in won else -5 * len(won)
            assert share == pytest.approx(plain["table_points"][seat] + beside)
        before = sum(plain["table_points"].values())
        assert sum(points["table_points"].values()) == pytest.approx(before)
        assert sum(end["table_points"].values()) == pytest.approx(before)


@pytest.mark.slow
def test_without_the_house_rules_their_values_change_nothing() -> None:
    rng = random.Random(5)
    for table in tables(5, many(40, 400)):
        changed = {**chip_options(rng), "chips_yakuman": 3, "yakitori_points": 700}
        assert without_options(under(table, **changed)) == without_options(under(table))


@pytest.mark.parametrize(("option", "value"), [(o, v) for o, vs in OPTIONS.items() for v in vs])
@pytest.mark.slow
def test_every_value_of_an_option_has_a_case_beside_one_with_another(
    option: str, value: object
) -> None:
    defaults = {name: values[0] for name, values in OPTIONS.items()}
    for told in same_hands(OPTIONS):
        for one, other in permutations(told, 2):
            mine, theirs = ({**defaults, **case.options} for case in (one, other))
            changed = {name for name in mine if mine[name] != theirs[name]}
            apart = changed == {option} and contradict(one.expect, other.expect)
            if apart and mine[option] == value:
                return
    raise AssertionError(f"no two cases tell {option} = {value!r} apart")


def test_the_options_and_their_defaults() -> None:
    declared = {option["name"]: option for option in scorer.ruleset("riichi")["options"]}
    assert {name: declared[name]["default"] for name in OPTIONS} == {
        name: values[0] for name, values in OPTIONS.items()
    }
    for preset in scorer.ruleset("riichi")["presets"]:
        assert not {*preset["options"]} & {*OPTIONS}


# Games


def evening(**options: object) -> game.Game:
    """A game in which Bo and then Cy win, and a third hand is drawn."""
    begun = game.begin(
        {
            "ruleset": "riichi",
            "players": ["Ann", "Bo", "Cy", "Di"],
            "options": {"red_fives": 3, **options},
        },
        at=AT,
    )
    tiles = {"concealed": "123b 456c 678d 99d 40b", "winning_tile": "6b", "dora_indicators": "8d"}
    drawn = {"S": {"hand": tiles, "win": {"by": "self_draw"}}}
    agreed = {"han": 3, "fu": 40}
    claimed: Json = {"S": {"agreed": agreed, "win": {"by": "discard", "from": "W"}}}
    if options.get("chips") != "none":
        claimed["S"]["chips"] = 2
    for players in (drawn, claimed, {}):
        begun = written(begun, "hand", document={"players": players})
    return begun


def written(begun: game.Game, kind: str, **more: object) -> game.Game:
    return game.append_entry(begun, {"after": begun.version, "kind": kind, **more}, at=AT)


def test_a_game_counts_chips_and_wins_until_its_end() -> None:
    closed = written(evening(chips="end", yakitori=True), "close")
    sheet = game.sheet(closed)
    # The first hand: a red five, one chip of each; the second: two of Di.
    assert sheet["state"]["chips"] == {"p1": -1, "p2": 3, "p3": 1, "p4": -3}
    assert sheet["state"]["wins"] == {"p1": 0, "p2": 1, "p3": 1, "p4": 0}
    # Fully Concealed Hand, Pinfu, two dora, the red five: 5 han, 4000 and 2000; then 5200 of Di.
    assert sheet["totals"] == {"p1": 26000, "p2": 38000, "p3": 33200, "p4": 22800}
    # −4 − 5 − 2 − 10, 8 + 15 + 6 + 10, 3.2 + 5 + 2 + 10, −7.2 − 15 − 6 − 10
    points = sheet["result"]["table_points"]
    assert points == pytest.approx({"p1": -21, "p2": 39, "p3": 20.2, "p4": -38.2})


def test_a_corrected_and_an_undone_hand_count_once() -> None:
    begun = evening(chips="end", yakitori=True)
    agreed = {"han": 3, "fu": 40}
    players = {"S": {"agreed": agreed, "chips": 4, "win": {"by": "discard", "from": "E"}}}
    mended = written(begun, "replace", entry=2, document={"players": players})
    assert game.sheet(mended)["state"]["chips"] == {"p1": -1, "p2": -1, "p3": 3, "p4": -1}
    undone = written(mended, "undo", entry=1)
    state = game.sheet(undone)["state"]
    assert state["chips"] == {"p1": 0, "p2": -4, "p3": 4, "p4": 0}
    assert state["wins"] == {"p1": 0, "p2": 0, "p3": 1, "p4": 0}
    again = game.load(game.exported_game(undone), at=AT)
    assert game.sheet(again)["state"] == state


def test_a_win_that_a_correction_leaves_below_the_minimum_counts_no_chips_and_no_win() -> None:
    """The first hand was drawn after all: the second, of one han, then needs two."""
    begun = evening(chips="end", yakitori=True, two_han_from=1)
    small = {"agreed": {"han": 1, "fu": 30}, "chips": 2, "win": {"by": "discard", "from": "W"}}
    for entry, player in ((2, small), (1, small | {"agreed": {"han": 2, "fu": 30}})):
        begun = written(begun, "replace", entry=entry, document={"players": {"S": player}})
    assert game.sheet(begun)["state"]["wins"] == {"p1": 0, "p2": 1, "p3": 1, "p4": 0}
    drawn = written(begun, "replace", entry=1, document={"players": {}})
    state = game.sheet(drawn)["state"]
    assert not any((*state["chips"].values(), *state["wins"].values()))
    assert game.sheet(drawn)["totals"] == dict.fromkeys(("p1", "p2", "p3", "p4"), 30000)
    rows = {row["entry"]: row for row in csv.DictReader(game.as_csv(drawn).splitlines())}
    last = rows["3"]
    assert [last[f"{name} chips"] for name in ("Ann", "Bo", "Cy", "Di")] == ["0"] * 4
    back = written(drawn, "undo", entry=drawn.version)
    assert game.sheet(back)["state"]["wins"] == {"p1": 0, "p2": 1, "p3": 1, "p4": 0}


def test_the_csv_has_the_chips_and_hands_won_after_each_entry() -> None:
    rows = [*csv.DictReader(game.as_csv(evening(chips="end", yakitori=True)).splitlines())]
    assert [row["Bo chips"] for row in rows] == ["3", "3", "3"]
    assert [row["Di chips"] for row in rows] == ["-1", "-3", "-3"]
    assert [row["Cy wins"] for row in rows] == ["0", "1", "1"]


def test_chips_paid_with_each_hand_are_in_the_totals_and_nowhere_else() -> None:
    begun = evening(chips="hand")
    assert not {"chips", "wins"} & {*game.sheet(begun)["state"]}
    assert game.sheet(begun)["totals"] == {"p1": 24000, "p2": 44000, "p3": 35200, "p4": 16800}
    assert "chips" not in game.as_csv(begun)


def test_a_game_without_them_is_as_it_was() -> None:
    begun = evening(chips="none")
    assert not {"chips", "wins"} & {*game.sheet(begun)["state"]}
    head = game.as_csv(begun).splitlines()[0]
    assert head.endswith("Ann total,Bo total,Cy total,Di total,corrects,why")
