"""What is told of a table must fit together: events, wins, counts of tiles, passed deals."""

from __future__ import annotations

from typing import Any

import pytest

from tests import plain as scorer


def table(ruleset: str = "british", **more: Any) -> dict[str, Any]:
    return {
        "ruleset": ruleset,
        "prevailing": "E",
        "players": {
            "E": {"points": 8},
            "S": {"points": 8},
            "W": {"points": 8},
            "N": {"points": 100, "win": {"by": "discard", "from": "E"}},
        },
        **more,
    }


def refusal(document: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(scorer.HandError) as caught:
        scorer.settle(document)
    return caught.value.errors[0]["pointer"], caught.value.errors[0]["code"]


@pytest.mark.parametrize(
    "event",
    [
        {"by": "N", "for_mahjong": True},
        {"by": "E", "to": "S", "for_mahjong": True},
        {"by": "S", "for_mahjong": True},
    ],
    ids=["by the winner", "claimed by a loser", "by a player who did not discard"],
)
def test_a_discard_misnamed_for_mahjong_must_be_the_one_that_won(event: dict[str, Any]) -> None:
    document = table(events=[{"event": "misnamed_discard", **event}])
    assert refusal(document) == ("/events/0/for_mahjong", "contradiction")


def test_who_declared_falsely_and_saw_a_hand_cannot_win() -> None:
    document = table(events=[{"event": "false_mahjong", "by": "N"}])
    assert refusal(document) == ("/events/0/by", "contradiction")


def test_agreed_points_do_not_excuse_a_contradiction_in_how_the_hand_was_won() -> None:
    document = table("classical")
    document["players"]["N"]["win"] = {"by": "discard", "with": ["last_tile_draw"]}
    assert refusal(document) == ("/players/N/win/with", "contradiction")


@pytest.mark.parametrize(
    ("event", "concealed"),
    [("short_hand", "1358b 246c 159d ESWN"), ("long_hand", "1358b 246c 159d ES")],
    ids=["short with fourteen", "long with twelve"],
)
def test_a_short_hand_is_not_long_and_a_long_hand_not_short(event: str, concealed: str) -> None:
    document = table("classical", events=[{"event": event, "by": "W"}])
    document["players"]["W"] = {"hand": {"concealed": concealed}}
    assert refusal(document) == ("/players/W/hand/concealed", "wrong_count")


def test_with_three_players_the_deal_passes_three_times_a_round() -> None:
    document = table(deals_passed=3)
    del document["players"]["W"]
    assert refusal(document) == ("/deals_passed", "bad_value")


def test_while_east_keeps_winning_the_round_goes_on() -> None:
    document = table(deals_passed=3)
    document["players"]["N"] = {"points": 8}
    document["players"]["E"] = {"points": 100, "win": {"by": "self_draw"}}
    following = scorer.settle(document)["next"]
    assert (following["seats"], following["prevailing"], following["deals_passed"]) == (
        "stay",
        "E",
        3,
    )


def test_tiles_that_four_hands_cannot_all_hold_are_pointed_out_and_refuse_nothing() -> None:
    document = table("classical")
    document["players"]["E"] = {"hand": {"concealed": "333b 19c 24d ESWN RG"}}
    document["players"]["S"] = {"hand": {"concealed": "33b 19c 579d ESWN RG", "bonus": "F1"}}
    document["players"]["W"] = {"hand": {"concealed": "15b 19c 579d ESWN RG", "bonus": "F1"}}
    told = [warning["detail"] for warning in scorer.settle(document)["warnings"]]
    assert told == [
        "these hands have five 3b together, but the game has only four; correct the tiles",
        "these hands have two F1 together, but the game has only one; correct the tiles",
    ]


def test_a_concealed_pung_told_as_a_set_still_lies_in_the_hand() -> None:
    """So that a Nine Gates typed as sets is one."""
    document = {
        "ruleset": "classical",
        "hand": {
            "concealed": "2345678999b",
            "melds": [{"tiles": "111b", "concealed": True}],
            "winning_tile": "3b",
        },
        "win": {"by": "discard"},
        "seat": "S",
        "prevailing": "E",
    }
    assert scorer.score(document)["limit"]["hand"] == "Nine Gates"


def test_a_long_hand_stays_long_whatever_else_its_player_did() -> None:
    events = [{"event": "long_hand", "by": "W"}, {"event": "withdrawn_claim", "by": "W"}]
    document = table("classical", events=events)
    document["players"]["W"] = {"hand": {"concealed": "1358b 246c 159d ESWN"}}
    settled = scorer.settle(document)
    assert settled["scores"]["W"]["total"] == 0
    assert {"from": "W", "to": "N", "amount": 100, "because": "withdrew a claim"} in settled[
        "payments"
    ]


def test_a_hand_cannot_be_both_short_and_long() -> None:
    events = [{"event": "too_few", "by": "W"}, {"event": "too_many", "by": "W"}]
    assert refusal(table(events=events)) == ("/events/1/event", "contradiction")


def test_agreed_points_above_the_limit_are_pointed_out() -> None:
    document = table()
    document["players"]["N"]["points"] = 5000
    assert scorer.settle(document)["warnings"] == [
        {
            "pointer": "/players/N/points",
            "detail": ("a hand scores at most the limit of 1000; you entered 5000"),
        }
    ]


def test_each_minor_foul_of_a_player_tells_what_it_cost() -> None:
    """The second costs 5 points of the player's own score, the third 10 (mcr.md)."""
    told = table("mcr", events=[{"event": "minor_foul", "by": "N"}] * 3)
    told["players"] = {seat: {} for seat in "ESWN"}
    details = [event["detail"] for event in scorer.settle(told)["events"]]
    assert details == [
        "a first minor foul is only a warning; no points move",
        "minor foul number 2 of this player: 5 points are taken off",
        "minor foul number 3 of this player: 10 points are taken off",
    ]


@pytest.mark.parametrize("rules", ["zungjung", "taiwanese"])
def test_a_ruleset_without_events_says_so(rules: str) -> None:
    players: dict[str, Any] = {seat: {} for seat in "ESWN"}
    events = [{"event": "false_win", "by": "E"}]
    with pytest.raises(scorer.HandError) as refused:
        scorer.settle(table(rules, players=players, events=events))
    [fault] = refused.value.errors
    assert (fault["pointer"], fault["code"]) == ("/events/0/event", "bad_value")
    assert fault["detail"].endswith("has no events; remove this one")
