"""The hands that some tiles are nearest to, by the exchange of tiles as a player would try them."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from scorer import arrange
from scorer.errors import HandError
from scorer.hand import Hand
from scorer.nearly import nearly
from scorer.rules import BOOKS
from scorer.tiles import CODES, codes
from tests import plain as scorer

SETS = [name for name, book in BOOKS.items() if book.hand_of == "sets"]


def nearest(ruleset: str, concealed: str, *melds: str, **told: Any) -> list[dict[str, Any]]:
    laid = [{"tiles": tiles} for tiles in melds]
    hand = {"concealed": concealed, "melds": laid}
    found: list[dict[str, Any]] = scorer.nearest({"ruleset": ruleset, "hand": hand, **told})[
        "nearest"
    ]
    return found


def test_thirteen_tiles_that_wait_are_one_short_by_each_tile_that_completes_them() -> None:
    found = nearest("mcr", "123b 456c 789d 99d EE")
    assert [(one["short"], one["missing"], one["left_over"]) for one in found] == [
        (1, ["E"], []),
        (1, ["9d"], []),
    ]
    assert found[0]["because"] == "it wants E"
    waits = scorer.waits(
        {
            "ruleset": "mcr",
            "hand": {"concealed": "123b 456c 789d 99d EE"},
            "seat": "E",
            "prevailing": "E",
        }
    )["waits"]
    totals = {one["tile"]: one["self_draw"]["total"] for one in waits}
    reached = {tile: total for tile, total in totals.items() if total >= 8}
    assert {one["missing"][0]: one["total"] for one in found} == reached


def test_one_tile_too_many_is_left_over_and_the_dearest_comes_first() -> None:
    found = nearest("mcr", "123b 456c 789d 99d EE R")
    assert [(one["missing"], one["left_over"]) for one in found] == [
        (["E"], ["R"]),
        (["9d"], ["R"]),
    ]
    assert found[0]["name"] == "four sets and a pair"
    assert found[0]["because"] == "it wants E; left over: R"
    assert sorted(found[0]["sets"]) == sorted(
        [["1b", "2b", "3b"], ["4c", "5c", "6c"], ["7d", "8d", "9d"], ["9d", "9d"], ["E"] * 3]
    )


def test_tiles_that_win_as_they_are_want_nothing() -> None:
    found = nearest("mcr", "123b 456c 789d 99d EEE")
    assert [(one["short"], one["missing"], one["because"]) for one in found] == [(0, [], "it wins")]
    totals = [
        scorer.score(
            {
                "ruleset": "mcr",
                "hand": {"concealed": "123b 456c 789d 99d EEE", "winning_tile": tile},
                "win": {"by": "self_draw"},
                "seat": "E",
                "prevailing": "E",
            }
        )["total"]
        for tile in ("1b", "2b", "3b", "4c", "5c", "6c", "7d", "8d", "9d", "E")
    ]
    assert found[0]["total"] == max(totals)


def test_below_the_minimum_the_tiles_that_reach_it_are_told() -> None:
    poor = ("123b 456c 99d", "777d", "345c")
    sets = [{"tiles": tiles} for tiles in poor[1:]]
    told = {
        "ruleset": "mcr",
        "hand": {"concealed": poor[0], "melds": sets, "winning_tile": "1b"},
        "win": {"by": "self_draw"},
        "seat": "E",
        "prevailing": "E",
    }
    assert not scorer.score(told)["qualifies"]
    # No exchange of two tiles makes eight of it: that is told, with what it is worth.
    (best,) = nearest("mcr", *poor)
    assert (best["short"], best["missing"], best["total"] < 8) == (0, [], True)
    assert "too little" in best["because"]
    # Here one is enough: a mixed straight.
    found = nearest("mcr", "123b 567c 99d", "789d", "345c")
    assert all((one["short"], one["total"] >= 8) == (1, True) for one in found)
    assert ["4c"] in [one["missing"] for one in found]


def test_two_tiles_from_orphans_are_nearer_than_any_sets() -> None:
    found = nearest("classical", "19b 19c 19d ESWN RG 5b 5c")
    assert {(one["short"], one["name"]) for one in found} == {(2, "Thirteen Orphans")}
    assert found[0]["left_over"] == ["5b", "5c"]


def shorts(ruleset: str, concealed: str, *melds: str) -> list[tuple[int, str, list[str]]]:
    hand = {"concealed": concealed, "melds": [{"tiles": tiles} for tiles in melds]}
    found = scorer.nearest({"ruleset": ruleset, "hand": hand})["nearest"]
    return [(one["short"], one["name"], one["missing"]) for one in found]


@pytest.mark.parametrize("ruleset", ["classical", "british"])
@pytest.mark.parametrize(
    ("concealed", "melds"),
    [
        ("444b 7d", ("777d", "222c", "555c")),
        ("E", ("EEE", "222c", "555c", "444b")),
        ("7d7d7d7d GGG", ("2222c", "5555c")),
    ],
)
def test_a_pair_whose_other_tile_is_nowhere_is_no_tile_short(
    ruleset: str, concealed: str, melds: tuple[str, ...]
) -> None:
    """All four lie in the hand already."""
    hand = {"concealed": concealed, "melds": [{"tiles": tiles} for tiles in melds]}
    told = {"ruleset": ruleset, "hand": hand, "seat": "E", "prevailing": "E"}
    assert scorer.waits(told)["waits"] == []
    assert {short for short, _, _ in shorts(ruleset, concealed, *melds)} == {2}


def test_pairs_are_alike_only_where_they_may_be() -> None:
    assert (3, "Seven pairs", ["1b", "E", "N"]) in shorts("riichi", "RRRR SS WW 99d 1b N E P")
    assert (2, "All Pair Honours", ["9c", "P"]) in shorts("british", "RRNNSSPPPGG 7c 9c")


def test_no_hand_is_told_twice() -> None:
    hand = {"concealed": "9b W 3b 8b 3b W 4b 4b 5b 6b 2b 5b 8b 6b"}
    found = scorer.nearest({"ruleset": "classical", "hand": hand, "limit": 50})["nearest"]
    assert len(found) > 10
    assert all(one not in found[:n] for n, one in enumerate(found))
    assert all({*one["missing"]}.isdisjoint(one["left_over"]) for one in found)


def test_seven_pairs_are_called_so() -> None:
    assert nearest("mcr", "1122b 3344c 5566d 7d")[0]["name"] == "Seven Pairs"


def test_no_more_chows_are_sought_than_the_table_allows() -> None:
    for near in nearest("british", "12b 45b 78b 12c 45c 78c 9d"):
        chows = [tiles for tiles in near["sets"] if len({*tiles}) == 3]
        assert len(chows) <= 1


def test_declared_sets_count_and_stay() -> None:
    found = nearest("classical", "12b 9d E", "777c", "EEE", "RRR")
    assert all(["7c"] * 3 in one["sets"] and ["R"] * 3 in one["sets"] for one in found)


def test_american_tells_its_hands_and_the_same_as_every_ruleset() -> None:
    answer = scorer.nearest(
        {"ruleset": "american", "hand": {"concealed": "FFF 222b 44c 888b J E"}, "limit": 2}
    )
    first, card = answer["nearest"][0], answer["hands"][0]
    assert len(answer["nearest"]) == len(answer["hands"]) == 2
    assert (first["short"], first["name"], first["missing"], first["left_over"]) == (
        card["distance"],
        card["title"],
        card["missing"],
        card["spare"],
    )


@pytest.mark.parametrize(
    ("hand", "pointer", "code"),
    [
        ({"concealed": "123b"}, "/hand/concealed", "wrong_count"),
        ({"concealed": "123b 456c 789d 99d EE RRR"}, "/hand/concealed", "wrong_count"),
        ({"concealed": "11111b 456c 789d 99d E"}, "/hand/concealed", "fifth_copy"),
        ({"concealed": "123b 456c 789d 99d EE", "partial": True}, "/hand/partial", "contradiction"),
    ],
)
def test_what_is_no_hand_is_refused(hand: dict[str, Any], pointer: str, code: str) -> None:
    with pytest.raises(HandError) as caught:
        scorer.nearest({"ruleset": "mcr", "hand": hand})
    assert (pointer, code) in [(one.pointer, one.code) for one in caught.value.problems]


# Against all exchanges, tried one by one.


def drawn(rng: random.Random, count: int, near: bool) -> list[str]:
    """Random tiles, of few kinds where they shall be near to something."""
    kinds = rng.sample(CODES[:34], 9) if near else CODES[:34]
    wall = [code for code in kinds for _ in range(4)]
    return rng.sample(wall, count)


def short_by_trying(tiles: list[str]) -> int:
    """How many tiles short of four sets and a pair they are; 3 where it is more than two."""
    for short in (1, 2):
        spare = short if len(tiles) == 14 else short - 1
        for kept in {tuple(sorted(one)) for one in combinations(tiles, len(tiles) - spare)}:
            for more in [()] if short == 1 else [(code,) for code in CODES[:34]]:
                held = Counter((*kept, *more))
                if max(held.values()) < 5 and arrange.waits(Hand.of(" ".join(held.elements())), ()):
                    return short
    return 3


@pytest.mark.parametrize("seed", range(40))
def test_the_distance_is_that_of_the_fewest_exchanges(seed: int) -> None:
    rng = random.Random(seed)
    tiles = drawn(rng, rng.choice((13, 14)), near=seed % 4 != 0)
    hand = Hand.of(" ".join(tiles), count="any")
    if arrange.winning(hand, ()):
        return
    found = nearly(hand, 4)
    assert min(found[0].short, 3) == short_by_trying(tiles)
    for near in found:
        whole = Counter(code for one in near.sets for code in codes(one))
        rest = Counter(tiles) - Counter(codes(near.left_over)) + Counter(codes(near.missing))
        assert whole == rest
        assert near.short == found[0].short >= len(near.missing)


@pytest.mark.parametrize("ruleset", SETS)
def test_a_hand_that_is_told_as_near_wins_with_what_it_wants(ruleset: str) -> None:
    rng = random.Random(ruleset)
    for _ in range(12):
        tiles = drawn(rng, 14, near=True)
        for near in nearest(ruleset, " ".join(tiles)):
            if near["total"] is None:
                continue
            held = Counter(tiles) - Counter(near["left_over"]) + Counter(near["missing"])
            hand = {"concealed": " ".join(held.elements()), "winning_tile": near["missing"][-1]}
            answer = scorer.score(
                {
                    "ruleset": ruleset,
                    "hand": hand,
                    "win": {"by": "self_draw"},
                    "seat": "E",
                    "prevailing": "E",
                }
            )
            assert (answer["total"], answer["qualifies"]) == (near["total"], True)


def test_red_fives_stay_red_in_sets_and_among_what_is_left_over() -> None:
    far = nearest("riichi", "123b 406c 789d 10d 23b", preset="tenhou")[0]
    assert ["4c", "0c", "6c"] in far["sets"]
    assert far["left_over"] == ["1d", "0d"]
    # Of a red and a plain one the plain one is left over.
    near = nearest("riichi", "406c 5c 123b 789d 11b 23d", preset="tenhou")[0]
    assert ["4c", "0c", "6c"] in near["sets"]
    assert near["left_over"] == ["5c"]
