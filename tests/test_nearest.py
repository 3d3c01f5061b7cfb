"""The hands that some tiles are nearest to, compared with all exchanges of tiles."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from scorer.engine.tiles import CODES, codes, parse
from scorer.errors import HandError
from scorer.rules import BOOKS
from tests import plain as scorer
from tests.fewest_exchanges import DRAGONS, ENDS, HONOURS, KNITTED, SUITS, WINDS, fewest, within

SETS = [name for name, book in BOOKS.items() if book.tiles.hand_of == "sets"]


def nearest(ruleset: str, concealed: str, *melds: str, **fields: Any) -> list[dict[str, Any]]:
    laid = [{"tiles": tiles} for tiles in melds]
    hand = {"concealed": concealed, "melds": laid}
    found: list[dict[str, Any]] = scorer.nearest({"ruleset": ruleset, "hand": hand, **fields})[
        "nearest"
    ]
    return found


def test_thirteen_tiles_that_wait_are_one_short_by_each_tile_that_completes_them() -> None:
    found = winning("mcr", "123b 456c 789d 99d EE")
    assert [(one["short"], one["missing"], one["left_over"]) for one in found] == [
        (1, ["E"], []),
        (1, ["9d"], []),
    ]
    assert found[0]["because"] == "E is missing"
    waits = scorer.waits(
        {
            "ruleset": "mcr",
            "hand": {"concealed": "123b 456c 789d 99d EE"},
            "seat": "E",
            "prevailing": "E",
        }
    )["waits"]
    totals = {wait["tile"]: wait["self_draw"]["total"] for wait in waits}
    reached = {tile: total for tile, total in totals.items() if total >= 8}
    assert {one["missing"][0]: one["total"] for one in found} == reached


def test_one_tile_too_many_is_left_over_and_the_dearest_comes_first() -> None:
    found = winning("mcr", "123b 456c 789d 99d EE R")
    assert [(one["missing"], one["left_over"]) for one in found] == [
        (["E"], ["R"]),
        (["9d"], ["R"]),
    ]
    assert found[0]["name"] == "four sets and a pair"
    assert found[0]["because"] == "E is missing; left over: R"
    assert sorted(found[0]["sets"]) == sorted(
        [["1b", "2b", "3b"], ["4c", "5c", "6c"], ["7d", "8d", "9d"], ["9d", "9d"], ["E"] * 3]
    )


@pytest.mark.parametrize(
    ("tiles", "because"),
    [
        ("123b 456c 789d EEE 5d", ["the pair is missing: a second 5d"]),
        (
            "123b 456c 789d EEE 5d R",
            [
                "the pair is missing: a second 5d; left over: R",
                "the pair is missing: a second R; left over: 5d",
            ],
        ),
        # A wait for a chow, for a pung, and for one tile with another left over.
        ("123b 456c 78d EEE RR", ["6d is missing", "9d is missing"]),
        ("123b 456c EE 999d RR", ["E is missing", "R is missing"]),
        ("12b 456c 99d EEE RRR 1c", ["3b is missing; left over: 1c"]),
    ],
)
def test_what_is_missing_is_said_as_a_player_says_it(tiles: str, because: list[str]) -> None:
    found = nearest("classical", tiles)
    assert sorted(one["because"] for one in found if one["short"] == 1) == because


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


def winning(ruleset: str, concealed: str, *melds: str, **fields: Any) -> list[dict[str, Any]]:
    """Those of the nearest that win."""
    return [
        near_hand
        for near_hand in nearest(ruleset, concealed, *melds, **fields)
        if near_hand["qualifies"]
    ]


def test_the_nearest_shape_and_the_nearest_that_wins_are_both_listed() -> None:
    """MCR, N1 of the review: 3b makes four sets and a pair, worth 5 (Fully Concealed Hand 4, No
    Honours is not there, One Voided Suit is not there, Concealed wait 1); 4b 6b in place of 1b 2b a
    Mixed Straight of no kind, but Short Straight and All Chows beside it: 10."""
    found = nearest("mcr", "678d 567c 789c 2b5b1b PP", seat="S", prevailing="E")
    first, *rest = found
    assert (first["short"], first["missing"], first["qualifies"]) == (1, ["3b"], False)
    assert first["because"] == "one tile short (3b), but the hand is worth 5, but a win needs 8"
    assert first["total"] == 5
    assert {one["short"] for one in rest} == {2}
    assert all(one["qualifies"] and one["total"] >= 8 for one in rest)
    assert (["4b", "6b"], ["1b", "2b"], 10) in [
        (sorted(one["missing"]), one["left_over"], one["total"]) for one in rest
    ]


@pytest.mark.parametrize("limit", [1, 2, 3, 10])
def test_the_nearest_that_win_find_room_beside_the_nearest(limit: int) -> None:
    found = nearest("riichi", "456c 678d 99d 45b", "123b", limit=limit)
    assert len(found) <= limit
    assert not found[0]["qualifies"]
    assert limit == 1 or found[-1]["qualifies"]


def test_an_open_hand_without_a_yaku_is_told_so() -> None:
    """Riichi, N2 of the review."""
    found = nearest("riichi", "456c 678d 99d 45b", "123b")
    short = [one for one in found if one["short"] == 1]
    assert [(one["missing"], one["total"], one["qualifies"]) for one in short] == [
        (["3b"], 0, False),
        (["6b"], 0, False),
    ]
    assert {one["because"] for one in short} == {
        "one tile short (3b or 6b), but the hand has no yaku"
    }
    # Three tiles make a pung of dragons, East's wind or three chows of 4 5 6.
    assert {one["short"] for one in found if one["qualifies"]} == {3}


def test_too_few_han_are_told_as_such() -> None:
    found = nearest("riichi", "456c 678d 99d 45b", "RRR", options={"minimum_han": 2})
    assert found[0]["because"] == (
        "one tile short (3b or 6b), but its yaku are 1 han of the 2 needed"
    )


def test_no_tile_in_use_is_left_over() -> None:
    """Riichi, N11 of the review: of 9d 4b 8b S two begin a set and the pair."""
    found = nearest("riichi", "456c 678d 9d 4b8b S", "123b")
    for one in found:
        assert len(one["missing"]) == one["short"]
        assert len(one["left_over"]) == one["short"] - 1
        assert sum(map(len, one["sets"])) == 14


def test_a_complete_hand_below_the_minimum_comes_before_the_nearest_that_reach_it() -> None:
    poor = ("123b 456c 99d", "777d", "345c")
    first, *rest = nearest("mcr", *poor)
    assert (first["short"], first["missing"], first["total"], first["qualifies"]) == (
        0,
        [],
        3,
        False,
    )
    assert first["because"] == "complete, but the hand is worth 3, but a win needs 8"
    assert rest
    assert {(one["short"], one["qualifies"]) for one in rest} == {(3, True)}
    # Here one tile is enough: a mixed straight.
    _, *near = nearest("mcr", "123b 567c 99d", "789d", "345c")
    assert all((near_hand["short"], near_hand["total"] >= 8) == (1, True) for near_hand in near)
    assert ["4c"] in [near_hand["missing"] for near_hand in near]


@pytest.mark.parametrize(
    ("ruleset", "concealed", "short", "name"),
    [
        ("british", "2b2c 6b6c 5b5c 3b3c 8b8c 1b 7b E N", 2, "Knitting"),
        ("british", "123b 123c 123d 77b 7c 9d 9c", 1, "Triple Knitting"),
        ("british", "1b 123456789b ESW 9c", 1, "The Wriggling Snake"),
        ("british", "1112345678999b E", 1, "The Gates of Heaven"),
        ("mcr", "147b 25c 36d 123b RN E 9c", 3, "Knitted Straight"),
        ("mcr", "147b 25c 369d ESWN 1d 9c", 2, "Lesser Honors and Knitted Tiles"),
        ("riichi", "RRRR SS WW 99d 1b N E P", 3, "Seven pairs"),
        ("classical", "19b 19c 19d ESWN RG 5b 5c", 2, "Thirteen Orphans"),
    ],
)
def test_every_shape_is_known(ruleset: str, concealed: str, short: int, name: str) -> None:
    found = nearest(ruleset, concealed, limit=50)
    assert (short, name) in [(one["short"], one["name"]) for one in found]
    assert found[0]["short"] == short


def test_two_tiles_from_orphans_are_nearer_than_any_sets() -> None:
    found = nearest("classical", "19b 19c 19d ESWN RG 5b 5c")
    assert {(one["short"], one["name"]) for one in found} == {(2, "Thirteen Orphans")}
    assert found[0]["left_over"] == ["5b", "5c"]


def shorts(ruleset: str, concealed: str, *melds: str) -> list[tuple[int, str, list[str]]]:
    hand = {"concealed": concealed, "melds": [{"tiles": tiles} for tiles in melds]}
    found = scorer.nearest({"ruleset": ruleset, "hand": hand})["nearest"]
    return [(one["short"], one["name"], sorted(one["missing"])) for one in found]


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
    document = {"ruleset": ruleset, "hand": hand, "seat": "E", "prevailing": "E"}
    assert scorer.waits(document)["waits"] == []
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
    assert (pointer, code) in [(problem.pointer, problem.code) for problem in caught.value.problems]


# Against all exchanges, by a search of its own.

Dealt = tuple[list[str], list[tuple[str, ...]]]


def drawn(rng: random.Random, count: int, near: bool) -> list[str]:
    """Random tiles, of few kinds where they shall be near to something."""
    kinds = rng.sample(CODES[:34], 9) if near else CODES[:34]
    wall = [code for code in kinds for _ in range(4)]
    return rng.sample(wall, count)


def dealt(rng: random.Random, ruleset: str) -> Dealt:
    """As many tiles as hands have, or one more, of few kinds or many, up to three sets of them laid
    out."""
    kinds = rng.sample(CODES[:34], rng.choice((10, 14, 34)))
    wall = Counter(dict.fromkeys(kinds, 4))
    laid = []
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        tile = rng.choice(kinds)
        chow = [f"{int(tile[0]) + n}{tile[1:]}" for n in range(3)] if tile[0].isdigit() else []
        tiles = rng.choice(([tile] * 3, chow or [tile] * 3))
        if not Counter(tiles) - wall:
            wall -= Counter(tiles)
            laid.append(tuple(tiles))
    left = [*wall.elements()]
    size = BOOKS[ruleset].tiles.hand_tiles
    return rng.sample(left, rng.choice((size, size + 1)) - 3 * len(laid)), laid


def near_a_shape(rng: random.Random, ruleset: str) -> Dealt:
    """A hand of one of the shapes that are no sets and a pair, with up to four tiles exchanged."""
    suit, other, third = rng.sample(SUITS, 3)
    run = [f"{rank}{suit}" for rank in range(1, 10)]
    knitted = rng.choice(KNITTED)
    numbers = rng.sample(range(1, 10), 7)
    shapes = {
        "orphans": [*ENDS, rng.choice(ENDS)],
        "pairs": [tile for tile in rng.sample(CODES[:34], 7) for _ in range(2)],
        "pairs of ends": [tile for tile in rng.sample(ENDS, 7) for _ in range(2)],
        "gates": [*run, run[0], run[0], run[8], run[8], rng.choice(run)],
        "snake": [*run, run[0], *WINDS],
        "knitted pairs": [f"{rank}{one}" for rank in numbers for one in (suit, other)],
        "knitted triples": [
            *(f"{rank}{one}" for rank in numbers[:4] for one in SUITS),
            f"{numbers[4]}{suit}",
            f"{numbers[4]}{other}",
        ],
        "honours and knitted": rng.sample([*knitted, *HONOURS], 14),
        "knitted straight": [*knitted, *[rng.choice(DRAGONS)] * 3, f"5{third}", f"5{third}"],
    }
    size = BOOKS[ruleset].tiles.hand_tiles
    if size == 16:
        more = rng.choice([code for code in CODES[:34] if code not in shapes["pairs"]])
        shapes = {"eight pairs": [*shapes["pairs"], *[more] * 3]}
    tiles = shapes[rng.choice(sorted(shapes))]
    for _ in range(rng.randrange(5)):
        tiles.remove(rng.choice(tiles))
        tiles.append(rng.choice([code for code in CODES[:34] if tiles.count(code) < 4]))
    return tiles[: rng.choice((size, size + 1))], []


def check_distance(ruleset: str, hand: Dealt) -> None:
    concealed, laid = hand
    found = nearest(ruleset, " ".join(concealed), *map(" ".join, laid))
    if not found:
        assert fewest(ruleset, concealed, laid, 9) == 10
        return
    short = found[0]["short"]
    missing_one = len(concealed) % 3 == 1
    assert fewest(ruleset, concealed, laid, short) == short
    for one in found:
        assert len(one["missing"]) == one["short"]
        assert len(one["left_over"]) == one["short"] - missing_one
        assert not Counter(one["left_over"]) - Counter(concealed)
        assert not {*one["left_over"]} & {*one["missing"]}


@pytest.mark.by_day(2, "ruleset")
@pytest.mark.slow
@pytest.mark.parametrize("ruleset", SETS)
def test_no_exchange_of_fewer_tiles_wins(ruleset: str) -> None:
    rng = random.Random(ruleset)
    for _ in range(25):
        check_distance(ruleset, dealt(rng, ruleset))
        check_distance(ruleset, near_a_shape(rng, ruleset))


@pytest.mark.nightly
@pytest.mark.parametrize("ruleset", SETS)
def test_no_exchange_of_fewer_tiles_wins_in_many_hands(ruleset: str) -> None:
    rng = random.Random(f"{ruleset} slow")
    for _ in range(150):
        check_distance(ruleset, dealt(rng, ruleset))
        check_distance(ruleset, near_a_shape(rng, ruleset))


def near_a_win(rng: random.Random) -> Dealt:
    """A hand one or two tiles from four sets and a pair, up to three sets laid out."""
    while True:
        sets: list[list[str]] = []
        for _ in range(4):
            tile = rng.choice(CODES[:34])
            chow = tile[0].isdigit() and int(tile[0]) < 8 and rng.random() < 0.7
            sets.append([f"{int(tile[0]) + n}{tile[1]}" if chow else tile for n in range(3)])
        pair = [rng.choice(CODES[:34])] * 2
        if max(Counter(sum(sets, pair)).values()) < 5:
            break
    laid = [tuple(tiles) for tiles in sets[: rng.randrange(4)]]
    tiles = sum(sets[len(laid) :], pair)
    tiles.remove(rng.choice(tiles))
    if rng.random() < 0.5:
        shown = Counter(sum(map(list, laid), tiles))
        tiles.append(rng.choice([code for code in CODES[:34] if shown[code] < 4]))
    return tiles, laid


def best_total(ruleset: str, whole: Sequence[str], last: str, laid: Sequence[Sequence[str]]) -> Any:
    """What a whole hand is worth, this tile drawn last; None where it does not win."""
    melds = [{"tiles": " ".join(tiles)} for tiles in laid]
    hand = {"concealed": " ".join(whole), "melds": melds, "winning_tile": last}
    document = {"ruleset": ruleset, "hand": hand, "win": {"by": "self_draw"}}
    answer = scorer.score({**document, "seat": "E", "prevailing": "E"})
    return answer["total"] if answer["qualifies"] else None


def check_nearest_that_wins(ruleset: str, hand: Dealt, farthest: int = 2) -> None:
    """No hand that wins is nearer, and of those as near none is dearer."""
    concealed, laid = hand
    found = nearest(ruleset, " ".join(concealed), *map(" ".join, laid), limit=40)
    won = [one for one in found if one["qualifies"]]
    if won and not won[0]["short"]:
        return
    short = won[0]["short"] if won else 99
    totals: dict[int, int] = {}
    for missing, whole in within(ruleset, concealed, laid, min(short, farthest)):
        for last in {*(Counter(whole) - Counter(concealed))}:
            total = best_total(ruleset, whole, last, laid)
            if total is not None:
                totals[missing] = max(total, totals.get(missing, 0))
    totals.pop(0, None)
    if short > farthest:
        assert not totals
    else:
        assert totals == {short: won[0]["total"]}


@pytest.mark.parametrize("ruleset", ["mcr", "riichi"])
def test_no_hand_that_wins_is_nearer_or_dearer(ruleset: str) -> None:
    rng = random.Random(ruleset)
    for _ in range(8):
        check_nearest_that_wins(ruleset, near_a_win(rng))


@pytest.mark.nightly
@pytest.mark.parametrize("ruleset", ["mcr", "riichi"])
def test_no_hand_that_wins_is_nearer_or_dearer_in_many_hands(ruleset: str) -> None:
    rng = random.Random(f"{ruleset} slow")
    for _ in range(60):
        check_nearest_that_wins(ruleset, near_a_win(rng))


@pytest.mark.by_day(3, "ruleset")
@pytest.mark.slow
@pytest.mark.parametrize("ruleset", SETS)
def test_far_hands_are_not_all_scored(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the tiles that are farthest from everything so few are scored that nobody waits."""
    scored = 0
    module = sys.modules["scorer.documents.nearest"]
    usual = module._score_win

    def counted(*arguments: Any) -> Any:
        nonlocal scored
        scored += 1
        return usual(*arguments)

    monkeypatch.setattr(module, "_score_win", counted)
    rng = random.Random(1)
    size = BOOKS[ruleset].tiles.hand_tiles
    far = " ".join(codes(parse("147b 258c 369d ESWNR 59b 1c"))[: size + 1])
    for tiles in [far, *(" ".join(drawn(rng, size + 1, False)) for _ in range(6))]:
        scored = 0
        nearest(ruleset, tiles)
        assert 0 < scored < 1500


@pytest.mark.by_day(3, "ruleset")
@pytest.mark.slow
@pytest.mark.parametrize("ruleset", SETS)
def test_a_hand_that_is_told_as_near_wins_with_what_it_wants(ruleset: str) -> None:
    rng = random.Random(ruleset)
    for _ in range(12):
        tiles = drawn(rng, BOOKS[ruleset].tiles.hand_tiles + 1, near=True)
        for near in nearest(ruleset, " ".join(tiles)):
            held = Counter(tiles) - Counter(near["left_over"]) + Counter(near["missing"])
            hand = {"concealed": " ".join(held.elements()), "winning_tile": near["winning_tile"]}
            answer = scorer.score(
                {
                    "ruleset": ruleset,
                    "hand": hand,
                    "win": {"by": "self_draw"},
                    "seat": "E",
                    "prevailing": "E",
                }
            )
            assert (answer["total"], answer["qualifies"]) == (near["total"], near["qualifies"])


def test_red_fives_stay_red_in_sets_and_among_what_is_left_over() -> None:
    far = nearest("riichi", "123b 406c 789d 10d 23b", preset="tenhou")[0]
    assert ["4c", "0c", "6c"] in far["sets"]
    # Of a red and a plain one the plain one is left over.
    near = nearest("riichi", "406c 5c 123b 789d 11b 23d", preset="tenhou")[0]
    assert ["4c", "0c", "6c"] in near["sets"]
    assert near["left_over"] == ["5c"]
    # A red one that has no place is left over as such.
    apart = nearest("riichi", "123b 456c 789d 11b 0d N E", preset="tenhou", limit=50)
    assert ["0d", "N"] in [sorted(one["left_over"]) for one in apart]
