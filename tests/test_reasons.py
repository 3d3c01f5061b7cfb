"""What a score says of itself is true of the hand beside which it stands."""

from __future__ import annotations

from typing import Any

import pytest

from tests import plain as scorer

Json = dict[str, Any]


def score_of(concealed: str, *melds: str, ruleset: str = "british", **more: Any) -> Json:
    """The answer for this hand of South's in East's round; sets in brackets are concealed."""
    sets = [{"tiles": meld.strip("()"), "concealed": meld.startswith("(")} for meld in melds]
    hand = {"concealed": concealed, "melds": sets}
    for key in ("winning_tile", "bonus"):
        if key in more:
            hand[key] = more.pop(key)
    facts = {"ruleset": ruleset, "seat": "S", "prevailing": "E", "hand": hand}
    return scorer.score(facts | more)


def reason(answer: Json, rule: str) -> str:
    """Why this rule was not counted; nothing where that is not told."""
    found = [uncounted["because"] for uncounted in answer["not_counted"] if uncounted["id"] == rule]
    return str(found[0]) if found else ""


def why(answer: Json, rule: str) -> str:
    return str(next(line["why"] for line in answer["lines"] if line["id"] == rule))


CLAIMED = {"by": "discard", "from": "W"}
DRAWN = {"by": "self_draw"}


def test_a_pung_made_with_a_claimed_tile_is_not_called_concealed() -> None:
    answer = score_of("222b 456c 888d 55d 99c", ruleset="classical", winning_tile="5d", win=CLAIMED)
    assert any(
        shown_set["winning"] and not shown_set["concealed"] for shown_set in answer["arrangement"]
    )
    assert (
        reason(answer, "fully-concealed") == "the winning tile was claimed; drawn, it would count"
    )


def test_a_hand_with_a_claimed_set_is_not_said_to_want_a_drawn_last_tile() -> None:
    answer = score_of(
        "456c 88d 55d 5c 7c 6c", "222b", ruleset="classical", winning_tile="5d", win=DRAWN
    )
    assert reason(answer, "fully-concealed") == ""


@pytest.mark.parametrize(
    ("concealed", "astray"),
    [
        ("123b 456b 789b EEE 55d", "the eye is of another suit, 5d"),
        ("123b 456b EEE 555d 99b", "one set is of another suit, the one with 5d"),
        ("123b 456b EEE 567d 99b", "one set is of another suit, the one with 5d"),
    ],
)
def test_what_keeps_a_hand_from_one_suit_is_called_a_set_or_the_eye(
    concealed: str, astray: str
) -> None:
    answer = score_of(concealed, ruleset="classical", winning_tile="1b", win=CLAIMED)
    assert reason(answer, "one-suit-and-honours") == astray


def test_two_sets_of_another_suit_are_no_near_miss() -> None:
    answer = score_of("123b EEE 567d 555d 99b", ruleset="classical", winning_tile="1b", win=CLAIMED)
    assert reason(answer, "one-suit-and-honours") == ""


@pytest.mark.parametrize("bonus", ["F2", "F1 F2 F3 F4"])
def test_ones_own_flower_lacks_the_season_whatever_flowers_lie_beside_it(bonus: str) -> None:
    answer = score_of("123b 456c 789d EEE 5d", ruleset="classical", bonus=bonus)
    assert reason(answer, "own-flower-and-season") == "both are needed: F2 is there, S2 is missing"


def test_a_season_of_another_seat_is_told_instead() -> None:
    answer = score_of("123b 456c 789d EEE 5d", ruleset="classical", bonus="F2 S3")
    assert (
        reason(answer, "own-flower-and-season") == "S3 is West's season; South's own season is S2"
    )


def test_an_exposed_special_hand_says_why_it_is_worth_500_and_not_1000() -> None:
    answer = score_of("99c 11d", "111b", "999b", "111c", winning_tile="1d", win=CLAIMED)
    assert answer["total"] == 500
    assert why(answer, "heads-and-tails").endswith("; a set is exposed, so 500 and not 1000")


def test_a_concealed_special_hand_and_one_that_has_one_value_say_only_what_they_are() -> None:
    concealed = score_of("111b 999b 111c 999c 1d", winning_tile="1d", win=CLAIMED)
    assert why(concealed, "heads-and-tails").endswith("a pair of ones and nines")
    blessed = {"by": "discard", "from": "E", "with": ["earths_blessing"]}
    one_value = score_of("222c 555b 777d 88d 67c", winning_tile="8c", win=blessed)
    assert why(one_value, "earths-blessing").endswith("with East's first discard")


@pytest.mark.parametrize(
    ("concealed", "melds", "rule", "reading"),
    [
        ("11b 99b 11c 99c 11d 99d N", (), "all-pair-honours", "two fifths of 500: "),
        ("19b 19c 19d ESWN RGP", (), "thirteen-unique-wonders", "two fifths of 1000: "),
        ("111b 999b 111c 99c 11d", (), "heads-and-tails", "two fifths of 1000: "),
        (
            "99c 11d",
            ("111b", "999b", "111c"),
            "heads-and-tails",
            "two fifths of 500, since a set is exposed (1000 concealed): ",
        ),
    ],
)
def test_a_fishing_score_says_what_it_is_two_fifths_of(
    concealed: str, melds: tuple[str, ...], rule: str, reading: str
) -> None:
    answer = score_of(concealed, *melds)
    assert why(answer, rule).startswith(f"one tile short of it: {reading}")
    assert answer["total"] * 5 == int(reading.split()[3].strip(",:")) * 2


def test_no_line_is_a_double_under_a_hand_that_is_said_to_take_none() -> None:
    answer = score_of(
        "99c 11d", "111b", "999b", "111c", winning_tile="1d", win=CLAIMED, seat="E", bonus="F1"
    )
    assert {"own-flower", "east-wins-special"} <= {line["id"] for line in answer["lines"]}
    assert reason(answer, "east-wins") == "East wins with a special hand counts in its place"
    assert (
        reason(answer, "no-chows")
        == reason(answer, "all-majors")
        == "a special hand does not get doubles"
    )


def test_purity_names_the_doubles_that_do_not_raise_it_and_only_those() -> None:
    answer = score_of("222c 333c 444c 88c", "(6666c)", winning_tile="8c", win=DRAWN, preset="bmja")
    aside = {uncounted["id"]: uncounted["because"] for uncounted in answer["not_counted"]}
    assert aside["clean"] == "Purity counts in its place"
    assert aside["all-concealed"] == "Purity does not get other doubles"
    assert not {"no-chows", "all-majors", "east-wins"} & aside.keys()


def test_a_special_hand_beside_purity_says_that_purity_is_scored() -> None:
    answer = score_of("8b", "222b", "(3333b)", "(4444b)", "(6666b)", winning_tile="8b", win=CLAIMED)
    assert reason(answer, "imperial-jade") == "Purity is worth more, 560"


def test_a_reading_that_brings_less_is_no_reason() -> None:
    """222 333 444 may be three chows; nobody asks why the worthless hand of 20 was not taken."""
    answer = score_of("222333444b 567d 9d", ruleset="classical", winning_tile="9d", win=DRAWN)
    assert not any("read that way" in uncounted["because"] for uncounted in answer["not_counted"])


def test_a_wild_tile_is_refused_as_a_fifth_with_that_reason() -> None:
    goulash: Json = {"options": {"goulash": "blanks"}, "win": CLAIMED}
    with pytest.raises(scorer.HandError, match="four 8d, and a wild tile never stands for a fifth"):
        score_of("8888d J", "333c", "555b", "777d", winning_tile="8d", **goulash)
    with pytest.raises(scorer.HandError, match="five 8d, but the game has only four"):
        score_of("88d 66c", "88dJ", "555b", "777d", winning_tile="6c", **goulash)
    with pytest.raises(scorer.HandError, match="the four sets are pungs and kongs"):
        score_of("46c 88d J", "333c", "555b", "777d", winning_tile="4c", **goulash)


def test_a_gates_of_heaven_that_may_not_claim_its_tile_is_refused_with_that_reason() -> None:
    with pytest.raises(scorer.HandError, match="may be claimed only where it makes the pung"):
        score_of(
            "1112345678999b",
            winning_tile="5b",
            win=CLAIMED,
            options={"gates_claim": "pung"},
        )
