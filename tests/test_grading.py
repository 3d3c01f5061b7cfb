"""What a learner gave, graded: what is right is right, and a slip is named only where it is the one
that explains the number."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules import BOOKS
from tests import plain as scorer
from tests.test_unfolding import CLASSICAL, RIICHI

Json = dict[str, Any]

PLAIN_FIVE = {**RIICHI["hand"], "concealed": "234c 345b 678d 55d 23d"}


def part(document: Json, **responses: Any) -> Json:
    """The one part that is given, graded."""
    (found,) = scorer.grade({"document": document, "given": responses})["parts"]
    return dict(found)


def test_what_is_right_is_told_so_with_what_makes_it() -> None:
    found = part(CLASSICAL, doubles=3)
    assert found["right"]
    assert found["because"] == (
        "it is made of “Meld of own wind”, “Meld of the prevailing wind”, “Final draw or discard”"
    )
    assert [line["id"] for line in found["lines"]] == [
        "own-wind-meld",
        "prevailing-wind-meld",
        "final-tile",
    ]
    assert part(CLASSICAL, total=336)["because"] == "it is 42 × 2^3 = 336"


def test_the_one_line_that_was_left_out_is_named() -> None:
    found = part(CLASSICAL, points=32)
    assert (found["right"], found["answer"], found["missed"]) == (False, 42, ["mah-jong"])
    assert found["because"] == "that would be right without “Mah-jong”: look again"


def test_of_several_lines_that_may_have_been_left_out_none_is_guessed() -> None:
    found = part(CLASSICAL, points=38)
    assert found["missed"] == []
    assert found["because"] == (
        "look again: have you counted “Exposed major pung”, “Flower” or “Season”?"
    )
    assert part(CLASSICAL, points=7)["because"] == "that is 35 too few"
    assert part(CLASSICAL, doubles=5)["because"] == "that is 2 too many"


def test_what_was_counted_and_does_not_count_is_named() -> None:
    found = part(CLASSICAL, doubles=4)
    assert found["because"] == (
        "“Own flower and own season” does not count: S2 is South's season; East's own season is S1"
    )


def test_a_total_that_follows_from_what_was_counted_is_said_to() -> None:
    graded = scorer.grade(
        {"document": CLASSICAL, "given": {"points": 32, "doubles": 3, "total": 256}}
    )
    assert graded["parts"][-1]["because"] == (
        "your sum is right, but one of the counts in it was not"
    )
    assert (graded["right"], len(graded["parts"])) == (1, 3)


FOLLOWS = "your sum is right, but one of the counts in it was not"


@pytest.mark.parametrize(
    ("given", "follows"),
    [
        ({"han": 2, "fu": 30, "total": 2000}, True),
        ({"han": 4, "fu": 30, "total": 7700}, True),
        ({"han": 5, "fu": 30, "total": 8000}, True),
        ({"han": 3, "fu": 40, "total": 5200}, True),
        ({"han": 3, "fu": 40, "total": 5300}, False),
        ({"han": 3, "total": 3900}, False),
        ({"han": 0, "fu": 30, "total": 500}, False),
        ({"han": 7, "fu": 30, "total": 8000}, False),
    ],
)
def test_a_total_that_follows_from_wrong_han_and_fu_is_said_to(given: Json, follows: bool) -> None:
    graded = scorer.grade({"document": RIICHI, "given": given})
    assert (graded["parts"][-1]["because"] == FOLLOWS) is follows


def test_what_han_and_fu_come_to_is_by_the_preset_the_seat_and_the_way_of_winning() -> None:
    given = {"han": 4, "fu": 30}
    east = {**RIICHI, "seat": "E", "win": {"by": "self_draw", "with": ["riichi"]}}
    for document, total in (
        (RIICHI, 7700),
        ({**RIICHI, "preset": "wrc", "hand": PLAIN_FIVE}, 8000),
        (east, 11700),
    ):
        graded = scorer.grade({"document": document, "given": {**given, "total": total}})
        assert graded["parts"][-1]["because"] == FOLLOWS


DRAWN: Json = {
    "ruleset": "riichi",
    "prevailing": "E",
    "riichi_sticks": 1,
    "draw": "exhaustive",
    "players": {
        "E": {"hand": {"concealed": "123b 456c 678d 99d 45b"}, "riichi": True},
        "S": {"tenpai": False},
        "W": {"tenpai": False},
        "N": {"tenpai": False},
    },
}


@pytest.mark.parametrize(
    ("net", "right"),
    [
        ({"E": 3000, "S": -1000, "W": -1000, "N": -1000}, True),
        ({"E": 2000, "S": -1000, "W": -1000, "N": -1000}, True),
        ({"E": 4000, "S": -1000, "W": -1000, "N": -1000}, False),
        ({"E": 0, "S": 0, "W": 0, "N": 0}, False),
    ],
)
def test_balances_of_a_table_are_right_with_its_deposits_and_without(
    net: Json, right: bool
) -> None:
    found = part(DRAWN, net=net)
    assert found["right"] is right
    assert found["answer"] == {"E": 3000, "S": -1000, "W": -1000, "N": -1000}
    if not right:
        assert "South is noten" in found["because"]


def test_what_a_winner_takes_from_the_table_may_be_in_their_balance() -> None:
    hand = {"concealed": "123b 456c 678d 99d 45b", "winning_tile": "6b"}
    win = {"by": "discard", "from": "W", "with": ["riichi"]}
    players: Json = {"E": {}, "S": {"hand": hand, "win": win}, "W": {"riichi": True}, "N": {}}
    table = {**DRAWN, "players": players}
    del table["draw"]
    answer = scorer.settle(table)
    with_deposits = {"E": 0, "S": answer["net"]["S"] + 2000, "W": answer["net"]["W"] - 1000, "N": 0}
    assert part(table, net=with_deposits)["right"]
    assert part(table, net=answer["net"])["right"]


def test_no_hand_of_a_table_is_asked_about_that_does_not_score() -> None:
    with pytest.raises(scorer.HandError) as error:
        part(DRAWN, scores={"E": 0})
    assert [problem.pointer for problem in error.value.problems] == ["/given/scores"]


def test_a_limit_that_was_forgotten_is_named() -> None:
    melds = [{"tiles": tiles} for tiles in ("EEE", "RRR", "GGG", "777c")]
    hand = {"concealed": "5d", "melds": melds, "winning_tile": "5d"}
    capped = {**CLASSICAL, "hand": hand, "options": {"limit": 500}}
    tally = scorer.score(capped)["tally"]
    product = tally["points"] * 2 ** tally["doubles"]
    assert product > 500
    assert part(capped, total=product)["because"] == "no hand is worth more than the limit of 500"
    assert part(capped, total=500)["right"]


def test_the_sets_of_a_hand_are_counted_by_kind() -> None:
    right = {"chows": 2, "pungs": 1, "kongs": 1, "pairs": 1}
    assert part(CLASSICAL, arrangement=right)["right"]
    wrong = part(CLASSICAL, arrangement={**right, "pungs": 2, "kongs": 0})
    assert wrong["answer"] == right
    assert wrong["because"].startswith("the hand is pung E E E, kong 7c 7c 7c 7c, chow 2d 3d 4d")


def test_who_pays_is_asked_of_the_others() -> None:
    assert part(CLASSICAL, payments={"S": 672, "W": 672, "N": 672})["right"]
    wrong = part(CLASSICAL, payments={"S": 672})
    assert wrong["answer"] == {"S": 672, "W": 672, "N": 672}
    assert "East is paid double" in wrong["because"]


TABLE: Json = {
    "ruleset": "classical",
    "prevailing": "E",
    "players": {
        "E": {"hand": CLASSICAL["hand"], "win": CLASSICAL["win"]},
        **{seat: {"points": 8 * n} for n, seat in enumerate("SWN", start=1)},
    },
}


def test_of_a_table_scores_balances_and_the_next_deal_are_graded() -> None:
    table = TABLE
    answer = scorer.settle(table)
    given = {
        "scores": {"E": answer["scores"]["E"]["total"]},
        "net": answer["net"],
        "next": answer["next"]["seats"],
    }
    graded = scorer.grade({"document": table, "given": given})
    assert [one["right"] for one in graded["parts"]] == [True] * 3
    given["next"] = "pass" if given["next"] == "stay" else "stay"
    last = scorer.grade({"document": table, "given": given})["parts"][-1]
    assert (last["right"], last["because"]) == (False, answer["next"]["because"])


CARD: Json = {
    "ruleset": "american",
    "hand": {"concealed": "11b 11c 11d 55b 55c 55d FF", "winning_tile": "5d"},
    "seat": "W",
    "win": {"by": "discard", "from": "N"},
}


CARD_TABLE: Json = {
    "ruleset": "american",
    "players": {
        "W": {"hand": CARD["hand"], "win": CARD["win"]},
        **{seat: {} for seat in "ESN"},
    },
}


def test_of_a_card_the_hand_the_missing_tile_and_exposures_are_graded() -> None:
    assert part(CARD, hand="Singles and Pairs #4")["right"]
    assert not part(CARD, hand="2468 #1")["right"]
    assert part(CARD, winning_tile="5d")["right"]
    wrong = part(CARD, winning_tile="5c")
    assert (wrong["right"], wrong["because"]) == (False, "the hand waits for 5d")
    closed = part(CARD, exposed=True)
    assert (closed["right"], closed["because"]) == (
        False,
        "the card has it as C: nothing may be exposed before mah-jongg",
    )


MCR: Json = {
    "ruleset": "mcr",
    "hand": {
        "concealed": "22d",
        "melds": [{"tiles": t} for t in ("123b", "456b", "789b", "PPP")],
        "bonus": "F2",
        "winning_tile": "2d",
    },
    "win": {"by": "self_draw"},
    "seat": "S",
    "prevailing": "E",
}


def test_flowers_and_fan_are_judged_by_their_own_lines() -> None:
    fan = scorer.score(MCR)["tally"]["fan"]
    assert part(MCR, flowers=1)["because"] == "it is made of “Flower Tiles”"
    assert "Flower Tiles" not in part(MCR, fan=fan)["because"]
    assert part(MCR, fan=fan + 1)["because"] == "flowers are added apart from the fan"
    assert part(MCR, flowers=0)["missed"] == ["flower-tiles"]


def test_doublings_multiply() -> None:
    doubled: Json = {
        **{"ruleset": "american", "seat": "S", "win": {"by": "discard", "from": "W"}},
        "hand": {"concealed": "FFF 2222b 444c 8888b", "winning_tile": "8b"},
        "options": {"doubled_games": 1},
    }
    assert scorer.score(doubled)["tally"]["multiplier"] == 4
    assert part(doubled, multiplier=1)["missed"] == ["jokerless", "doubled-game"]
    one = part(doubled, multiplier=2)
    assert one["missed"] == []
    assert one["because"] == "look again: have you counted “No joker” or “Doubled game”?"
    assert part(doubled, multiplier=3)["because"] == "each of them multiplies by two"


def test_a_total_is_said_to_follow_only_from_what_was_given_and_wrong() -> None:
    for counted in (
        {"total": 8},
        {"points": 42, "doubles": 3, "total": 8},
        {"doubles": 2, "total": 8},
    ):
        said = scorer.grade({"document": CLASSICAL, "given": counted})["parts"][-1]["because"]
        assert said == "it is 42 × 2^3 = 336"


def test_a_limit_is_forgotten_only_where_the_number_is_what_it_capped() -> None:
    orphans = {**CLASSICAL, "hand": {"concealed": "19b 19c 19d ESWN RGP", "winning_tile": "1b"}}
    assert part(orphans, total=1001)["because"] == "“Thirteen Orphans”: 1000"
    assert part(orphans, points=10)["because"] == "“Thirteen Orphans” has a value of its own"


def test_one_of_several_alike_that_was_left_out_is_told_with_how_often_it_counts() -> None:
    melds = [{"tiles": tiles} for tiles in ("222b", "333c", "345d", "678d")]
    hand = {"concealed": "5d", "melds": melds, "winning_tile": "5d"}
    told = {**CLASSICAL, "hand": hand, "seat": "S", "win": {"by": "discard", "from": "W"}}
    points = scorer.score(told)["tally"]["points"]
    found = part(told, points=points - 2)
    assert "“Exposed minor pung”" in found["because"]
    assert found["missed"] in ([], ["exposed-minor-pung"])


def test_the_winning_tile_is_asked_only_where_it_was_told() -> None:
    unknown = {**CLASSICAL, "hand": {**CLASSICAL["hand"], "winning_tile": "?"}}
    with pytest.raises(scorer.HandError) as error:
        scorer.grade({"document": unknown, "given": {"winning_tile": "5d"}})
    assert [problem.pointer for problem in error.value.problems] == ["/given/winning_tile"]
    listed = {**CLASSICAL, "hand": {**CLASSICAL["hand"], "concealed": ["123b", "55d"]}}
    assert part(listed, winning_tile="5d")["right"]


@pytest.mark.parametrize(
    ("document", "given"),
    [
        (CLASSICAL, {"awards": {}}),
        (CLASSICAL, {"net": {}}),
        (CLASSICAL, {"hand": "2468 #1"}),
        ({**CARD_TABLE, "preset": "tournament"}, {"net": {}}),
        (CARD_TABLE, {"awards": {}}),
    ],
)
def test_what_an_exercise_does_not_ask_is_refused(document: Json, given: Json) -> None:
    with pytest.raises(scorer.HandError):
        scorer.grade({"document": document, "given": given})


def test_of_a_wrong_balance_that_players_payments_are_told() -> None:
    table = {**TABLE, "players": {**TABLE["players"]}}
    net = scorer.settle(table)["net"]
    wrong = part(table, net={**net, "W": net["W"] + 2})
    payments = [
        payment
        for payment in scorer.settle(table)["payments"]
        if "W" in (payment["from"], payment["to"])
    ]
    assert wrong["because"].count("West pays ") + wrong["because"].count(" pays West") == len(
        payments
    )
    scores = part(table, scores={"E": 1})
    assert "East" in scores["because"]


@pytest.mark.parametrize(
    ("responses", "pointer", "code"),
    [
        ({}, "/document", "required"),
        ({"document": CLASSICAL}, "/given", "required"),
        ({"document": [], "given": {}}, "/document", "bad_value"),
        ({"document": {}, "given": {}}, "/document/ruleset", "required"),
        ({"document": CLASSICAL, "given": {"fan": 3}}, "/given/fan", "bad_value"),
        ({"document": CLASSICAL, "given": {"points": "3"}}, "/given/points", "bad_value"),
        (
            {"document": CLASSICAL, "given": {"payments": {"X": 1}}},
            "/given/payments/X",
            "bad_value",
        ),
        ({"document": CLASSICAL, "given": {"hand": "x"}}, "/given/hand", "bad_value"),
        ({"document": CLASSICAL, "given": {"next": "east"}}, "/given/next", "bad_value"),
    ],
)
def test_what_is_no_answer_is_told_by_its_field(responses: Json, pointer: str, code: str) -> None:
    with pytest.raises(scorer.HandError) as error:
        scorer.grade(responses)
    assert (pointer, code) in [(problem.pointer, problem.code) for problem in error.value.problems]


def right_answers(problem: Json) -> Json:
    """What is right of all that a problem asks, taken from its answer."""
    answer, document = problem["answer"], problem["document"]
    found: Json = {}
    for name in problem["ask"]:
        if name == "arrangement":
            kinds = Counter(f"{one['kind']}s" for one in answer["arrangement"])
            found[name] = {kind: kinds[kind] for kind in ("chows", "pungs", "kongs", "pairs")}
        elif name == "payments":
            paid = Counter[str]()
            for payment in answer["payments"]:
                paid[payment["from"]] += payment["amount"]
            found[name] = dict(paid)
        elif name in ("net", "awards"):
            found[name] = answer[name]
        elif name == "scores":
            found[name] = {seat: one["total"] for seat, one in answer["scores"].items()}
        elif name == "next":
            found[name] = answer["next"]["seats"]
        elif name == "hand":
            found[name] = answer["lines"][0]["name"]
        elif name == "winning_tile":
            found[name] = document["hand"]["winning_tile"]
        elif name == "exposed":
            found[name] = "Concealed" not in answer["lines"][0]["why"]
        else:
            found[name] = answer["tally"][name] if name in answer["tally"] else answer[name]
    return found


@given(st.sampled_from([*BOOKS]), st.integers(1, 6), st.integers(0, 10_000))
def test_the_right_answers_of_a_problem_are_right_and_others_are_wrong(
    ruleset: str, level: int, seed: int
) -> None:
    problem = scorer.problem({"ruleset": ruleset, "level": level, "seed": seed})
    given = right_answers(problem)
    graded = scorer.grade({"document": problem["document"], "given": given})
    assert [one["part"] for one in graded["parts"] if not one["right"]] == []
    assert graded["answer"] == problem["answer"]
    numbers = {name: value + 1 for name, value in given.items() if type(value) is int}
    if numbers:
        wrong = scorer.grade({"document": problem["document"], "given": numbers})
        assert wrong["right"] == 0
        assert all(one["because"] for one in wrong["parts"])


@given(st.sampled_from([*BOOKS]), st.integers(3, 4), st.integers(0, 10_000), st.data())
def test_a_line_that_is_named_as_left_out_makes_the_difference(
    ruleset: str, level: int, seed: int, data: st.DataObject
) -> None:
    problem = scorer.problem({"ruleset": ruleset, "level": level, "seed": seed})
    answer = problem["answer"]
    for name, right in answer["tally"].items():
        less = data.draw(st.integers(0, max(right, 0)))
        (found,) = scorer.grade({"document": problem["document"], "given": {name: less}})["parts"]
        if found["missed"]:
            left = [line for line in found["lines"] if line["id"] in found["missed"]]
            sums = {0}
            for line in left:
                for _ in range(line["count"]):
                    sums |= {one + line["amount"] for one in sums}
            short = right - less if name != "multiplier" else (right // less).bit_length() - 1
            assert short in sums - {0}
