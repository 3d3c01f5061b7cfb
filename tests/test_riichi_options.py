"""Riichi's options and presets: the table of the rule text, and that each value and each cell of a
preset has a case in which it matters, beside the same hand with another value."""

from __future__ import annotations

import json
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import scorer
from tools import published

CASES = Path(__file__).parent / "cases" / "riichi"
ASIDE = {"name", "expect", "options", "preset"}
LISTS = {"has", "lacks", "set_aside"}
YES_NO = (True, False)
NO_YES = (False, True)

# The table “Options and presets”, the default first; a whole number has its default alone.
VALUES: dict[str, tuple[object, ...]] = {
    "red_fives": (0, 3, 4),
    "open_tanyao": YES_NO,
    "ippatsu": YES_NO,
    "ura_dora": YES_NO,
    "pinfu_self_draw": YES_NO,
    "double_wind_pair": (2, 4),
    "kiriage": YES_NO,
    "counted_yakuman": ("yakuman", "sanbaiman"),
    "yakuman_stack": YES_NO,
    "double_yakuman": NO_YES,
    "renhou": ("mangan", "none", "five_han", "yakuman"),
    "minimum_han": (1, 2, 4),
    "two_han_from": (0,),
    "multiple_ron": ("head_bump", "all"),
    "triple_ron": ("paid", "draw"),
    "several_winners": ("first", "own_back"),
    "pao": ("dragons_winds_kongs", "dragons_winds", "none"),
    "pao_covers": ("hand", "yakuman"),
    "pao_honba": ("discarder", "liable"),
    "pao_claimed_kong": NO_YES,
    "counter_points": (300,),
    "noten": (3000,),
    "tenpai_own_four": ("noten", "concealed", "tenpai"),
    "nagashi_mangan": ("none", "draw", "win"),
    "abortive_draws": NO_YES,
    "chombo": ("after_uma", "reverse_mangan"),
    "chombo_points": (20000,),
    "dealer_repeat": ("tenpai", "win", "none"),
    "length": ("east_south", "east", "full"),
    "start_points": (30000,),
    "return_points": (30000,),
    "uma_first": (15000,),
    "uma_second": (5000,),
    "uma_ties": ("shared", "seat_order"),
    "leftover_sticks": ("lost", "first"),
    "agari_yame": NO_YES,
    "bankruptcy": NO_YES,
    "extension": NO_YES,
    "target": (30000,),
    "north": ("bonus", "yakuhai", "guest"),
    "tsumo_loss": YES_NO,
    "open_riichi": NO_YES,
    "pure_triple_chow": NO_YES,
    "three_consecutive_pungs": NO_YES,
    "five_types": NO_YES,
    "twelve_down": NO_YES,
    "riichi_swallow": NO_YES,
    "kong_discard": NO_YES,
    "moon": NO_YES,
    "fish": NO_YES,
    "big_wheels": NO_YES,
    "big_seven_stars": NO_YES,
    "three_years": NO_YES,
    "eight_dealer_wins": NO_YES,
}
ONLINE: dict[str, object] = {
    "red_fives": 3,
    "double_wind_pair": 4,
    "kiriage": False,
    "renhou": "none",
    "multiple_ron": "all",
    "pao": "dragons_winds",
    "pao_honba": "liable",
    "tenpai_own_four": "concealed",
    "nagashi_mangan": "draw",
    "abortive_draws": True,
    "chombo": "reverse_mangan",
    "start_points": 25000,
    "uma_ties": "seat_order",
    "leftover_sticks": "first",
    "agari_yame": True,
    "bankruptcy": True,
    "extension": True,
}
PRESETS: dict[str, dict[str, object]] = {
    "wrc": {},
    "ema": {
        "counted_yakuman": "sanbaiman",
        "yakuman_stack": False,
        "multiple_ron": "all",
        "several_winners": "own_back",
        "pao": "dragons_winds",
        "leftover_sticks": "first",
    },
    "tenhou": {**ONLINE, "triple_ron": "draw", "uma_first": 20000, "uma_second": 10000},
    "mahjong_soul": {
        **ONLINE,
        "double_yakuman": True,
        "pao_covers": "yakuman",
        "return_points": 25000,
    },
    "mleague": {
        "red_fives": 3,
        "counted_yakuman": "sanbaiman",
        "renhou": "none",
        "start_points": 25000,
        "uma_first": 30000,
        "uma_second": 10000,
        "leftover_sticks": "first",
    },
}
# Chips and yakitori, which the text does not have; all are off.
BESIDE = {
    "chips": "none",
    "chip_points": 2000,
    "chips_red_five": 1,
    "chips_red_open": True,
    "chips_ippatsu": 1,
    "chips_ura": 1,
    "chips_yakuman": 10,
    "chips_yakuman_drawn": 5,
    "yakitori": False,
    "yakitori_points": 5000,
}
DEFAULTS = {name: values[0] for name, values in VALUES.items()}
PAIRS = [(name, value) for name, values in VALUES.items() for value in values]
CELLS = [(preset, name) for preset, cells in PRESETS.items() for name in cells]


class Told(NamedTuple):
    """A case: its preset, all its options, and what it expects."""

    preset: str
    options: dict[str, object]
    expect: dict[str, Any]

    def differs_only_in(self, name: str, other: Told) -> bool:
        changed = {one for one in DEFAULTS if self.options[one] != other.options[one]}
        return changed == {name} and contradict(self.expect, other.expect)


def contradict(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether no answer can be as both expect."""
    if ("error" in one) != ("error" in other):
        return True
    return any(one[key] != other[key] for key in one.keys() & other.keys() - LISTS)


def same_hands(more: Collection[str] = ()) -> Iterator[list[Told]]:
    """The cases that tell the same hand and what happened, under whatever options of the rule text
    and these more."""
    found: dict[str, list[Told]] = defaultdict(list)
    for path in sorted(CASES.glob("*.toml")):
        book = tomllib.loads(path.read_text(encoding="utf-8"))
        for one in book["case"]:
            case = book.get("defaults", {}) | one
            if case.get("options", {}).keys() <= {*DEFAULTS, *more}:
                hand = {key: case[key] for key in case.keys() - ASIDE}
                preset = case.get("preset", "wrc")
                options = DEFAULTS | PRESETS.get(preset, {}) | case.get("options", {})
                told = Told(preset, options, case["expect"])
                found[json.dumps(hand, sort_keys=True)].append(told)
    yield from found.values()


@cache
def shown() -> tuple[set[tuple[str, object]], set[tuple[str, str]]]:
    """The values of options, and the cells of presets, that two cases of one hand tell apart."""
    values, cells = set(), set()
    for told in same_hands():
        for one, other in permutations(told, 2):
            for name in DEFAULTS:
                if one.options[name] != other.options[name] and one.differs_only_in(name, other):
                    values.add((name, one.options[name]))
                    if one.options[name] == PRESETS.get(one.preset, {}).get(name):
                        cells.add((one.preset, name))
    return values, cells


@pytest.mark.parametrize(("option", "value"), PAIRS)
def test_every_value_of_an_option_has_a_case_beside_one_with_another_value(
    option: str, value: object
) -> None:
    assert (option, value) in shown()[0], (
        f"no two cases in tests/cases/riichi tell the same hand with {option} = {value!r} and with "
        "another value, and expect something else"
    )


@pytest.mark.parametrize(("preset", "option"), CELLS)
def test_every_cell_of_a_preset_has_a_case_beside_one_without_it(preset: str, option: str) -> None:
    assert (preset, option) in shown()[1], (
        f"no two cases in tests/cases/riichi tell the same hand by {preset} and by {preset} with "
        f"another {option}, and expect something else"
    )


def test_the_options_are_those_of_the_rule_text() -> None:
    """A table's own options, which are not published, may be added."""
    told: Any = [
        option
        for option in scorer.ruleset("riichi")["options"]
        if published.is_published("riichi", "options", option["name"])
    ]
    defaults = {option["name"]: option["default"] for option in told}
    assert defaults == DEFAULTS | BESIDE
    choices = {option["name"]: tuple(option["choices"]) for option in told if "choices" in option}
    assert choices == {"chips": ("none", "hand", "end")} | {
        name: values
        for name, values in VALUES.items()
        if len(values) > 1 and not isinstance(values[0], bool)
    }


def test_the_presets_are_those_of_the_rule_text_and_wrc_is_the_default() -> None:
    ruleset: Any = scorer.ruleset("riichi")
    assert {preset["name"]: preset["options"] for preset in ruleset["presets"]} == PRESETS
    assert ruleset["presets"][0]["name"] == "wrc"
