"""Fouls of MCR over an evening (errata, rule 77): a player's minor fouls are counted from hand to
hand, and who was disqualified does not win unquestioned."""

from __future__ import annotations

import pytest

import scorer
from scorer import game
from scorer.game import Game
from tests.test_game import AT, Json, begun, hand, mcr, write_entry

FOUL: Json = {"event": "minor_foul", "by": "E"}


def fouled(evening: Game, player: str = "p1") -> Game:
    """A drawn hand in which this player commits a minor foul."""
    seats = game.sheet(evening)["state"]["seats"]
    seat = next(seat for seat in seats if seats[seat] == player)
    return hand(evening, {"players": {}, "events": [{"event": "minor_foul", "by": seat}]})


def test_a_first_minor_foul_is_warned_the_second_costs_5_the_third_10_and_the_fourth_20() -> None:
    evening = begun("mcr")
    for lost in (0, 5, 15, 35, 75):
        evening = fouled(evening)
        assert game.sheet(evening)["totals"] == {"p1": -lost, "p2": 0, "p3": 0, "p4": 0}


def test_each_player_has_fouls_of_their_own_and_two_in_one_hand_are_two() -> None:
    evening = hand(begun("mcr"), {"players": {}, "events": [FOUL, {**FOUL, "by": "S"}, FOUL]})
    assert game.sheet(evening)["totals"] == {"p1": -5, "p2": 0, "p3": 0, "p4": 0}
    evening = fouled(fouled(evening, "p2"), "p1")
    assert game.sheet(evening)["totals"] == {"p1": -15, "p2": -5, "p3": 0, "p4": 0}
    assert game.sheet(game.load(game.exported_game(evening), at=AT)) == game.sheet(evening)


def test_a_foul_that_was_undone_is_not_counted_and_later_ones_are_named() -> None:
    evening = fouled(fouled(begun("mcr")))
    undone = write_entry(evening, "undo", entry=1)
    sheet = game.sheet(undone)
    assert sheet["totals"]["p1"] == -5
    assert [warning["entry"] for warning in sheet["warnings"]] == [2]
    assert "Minor fouls of Ann: 1 then, 0 now" in sheet["warnings"][0]["detail"]
    # The next is her second, whatever the hand that stays as it was has cost.
    assert game.sheet(fouled(undone))["totals"]["p1"] == -5 - 5


def test_who_was_disqualified_does_not_win_unquestioned() -> None:
    evening = hand(
        begun("mcr"), {"players": {}, "events": [{"event": "super_major_foul", "by": "S"}]}
    )
    # Bo was South and is East.
    evening = hand(evening, mcr("E"))
    warned = (evening.entries[-1].answer or {})["warnings"]
    assert [one["pointer"] for one in warned] == ["/players/E"]
    assert "disqualified by a super major foul" in warned[0]["detail"]
    other = hand(evening, mcr("E"))
    assert (other.entries[-1].answer or {})["warnings"] == []


@pytest.mark.parametrize(("before", "lost"), [({}, 0), ({"S": 1}, 5), ({"S": 2, "E": 5}, 10)])
def test_a_table_may_tell_the_fouls_so_far(before: Json, lost: int) -> None:
    players: Json = {seat: {} for seat in "ESWN"}
    document: Json = {"ruleset": "mcr", "prevailing": "E", "players": players, "fouls": before}
    answer = scorer.settle({**document, "events": [{"event": "minor_foul", "by": "S"}]})
    assert sum(deduction["amount"] for deduction in answer["deductions"]) == lost
    assert answer["fouls"]["S"] == before.get("S", 0) + 1
