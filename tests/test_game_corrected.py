"""A game in which something was told wrong, and mended later, stands as one in which it was told
right; an entry shows what became of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scorer import game
from scorer.errors import HandError
from scorer.game import Game
from tests.test_game import AT, Json, begun, refused, write_entry

SEATS = "ESWN"


def won(winner: str, loser: str, han: int, fu: int = 30, **fields: Any) -> Json:
    """A hand of riichi that the table agreed on."""
    won = {"win": {"by": "discard", "from": loser}, "agreed": {"han": han, "fu": fu}}
    return {"players": {**{seat: {} for seat in SEATS}, winner: won}, **fields}


def drawn(*declared: str) -> Json:
    """A hand of riichi that nobody won; East is tenpai."""
    players: Json = {seat: {"tenpai": seat == "E" or seat in declared} for seat in SEATS}
    for seat in declared:
        players[seat]["riichi"] = True
    return {"players": players}


def points(winner: str, amount: int) -> Json:
    """A hand of classical points that the table agreed on; the others have nothing."""
    players: Json = {seat: {"points": 0} for seat in SEATS}
    players[winner] = {"points": amount, "win": {"by": "self_draw"}}
    return {"players": players}


def hand(evening: Game, document: Json) -> Game:
    return write_entry(evening, "hand", document=document)


def mended(evening: Game, entry: int, document: Json) -> Game:
    return write_entry(evening, "replace", entry=entry, document=document)


def standing(evening: Game) -> tuple[Json, Json]:
    sheet = game.sheet(evening)
    return sheet["state"], sheet["totals"]


def tenhou() -> Game:
    return begun("riichi", preset="tenhou")


def test_a_hand_is_told_again_to_players_who_hold_what_they_held_then() -> None:
    """West had nothing left in the first telling of the first hand, and pays in the second."""
    rules: Json = {"options": {"no_debt": True}, "start": 300}
    evening = begun("classical", **rules)
    for amount in (300, 10):
        evening = hand(evening, points("S", amount))
    evening = mended(mended(evening, 1, points("S", 2)), 2, points("S", 20))
    right = begun("classical", **rules)
    for amount in (2, 20):
        right = hand(right, points("S", amount))
    assert game.sheet(evening)["totals"] == game.sheet(right)["totals"]
    assert not (evening.entries[-1].answer or {})["unpaid"]


def test_a_session_ends_by_what_the_players_hold_now() -> None:
    evening = write_entry(tenhou(), "adjust", moves={"p3": -24_000, "p1": 24_000})
    evening = hand(evening, won("S", "W", 6))
    assert game.sheet(evening)["state"]["over"]
    evening = write_entry(evening, "undo", entry=1)
    assert min(game.sheet(evening)["totals"].values()) > 0
    assert not game.sheet(evening)["state"]["over"]
    assert "result" not in game.sheet(evening)
    evening = hand(evening, won("S", "W", 1))
    # And the other way: a hand that was told again leaves one with less than nothing.
    broke = hand(hand(tenhou(), won("S", "W", 6)), won("S", "E", 1))
    assert not game.sheet(broke)["state"]["over"]
    broke = mended(broke, 1, won("S", "W", 13))
    assert min(game.sheet(broke)["totals"].values()) < 0
    assert game.sheet(broke)["state"]["over"]


def test_a_deposit_that_nobody_laid_does_not_lie_on_the_table() -> None:
    evening = hand(hand(tenhou(), drawn("S")), drawn())
    assert standing(evening)[0]["riichi_sticks"] == 1
    for corrected in (mended(evening, 1, drawn()), write_entry(evening, "undo", entry=1)):
        state, totals = standing(corrected)
        assert state["riichi_sticks"] == 0
        assert sum(totals.values()) == 4 * evening.start
        assert game.sheet(corrected)["warnings"] == []
    assert standing(write_entry(evening, "undo", entry=1))[0]["honba"] == 1


def test_who_replaces_a_hand_that_was_undone_is_shown_as_undone() -> None:
    evening = mended(hand(begun("classical"), points("S", 20)), 1, points("S", 40))
    evening = write_entry(evening, "undo", entry=1)
    entries = game.sheet(evening)["entries"]
    assert [entry["undone_by"] for entry in entries] == [3, 3, None]
    in_force = [entry for entry in entries if entry["undone_by"] is entry["replaced_by"] is None]
    assert all("moves" not in one for one in in_force)
    assert set(game.sheet(evening)["totals"].values()) == {evening.start}


def test_three_players_sit_where_the_ruleset_seats_them() -> None:
    evening = begun("riichi", 3)
    seats = {"E": "p1", "S": "p2", "N": "p3"}
    assert refused(evening, "seats", seats=seats) == ("/seats/N", "bad_value")
    evening = write_entry(evening, "seats", seats={"E": "p2", "S": "p1", "W": "p3"})
    document: Json = {"players": {seat: {} for seat in "ESW"}}
    assert game.sheet(hand(evening, document))["state"]["hand"] == 2


def test_who_wins_and_is_paid_by_nobody_has_not_won() -> None:
    """Three who win on one tile: at this table a draw, and East among them has won no hand."""
    document = won("S", "N", 1)
    for seat in "EW":
        document["players"][seat] = document["players"]["S"]
    evening = hand(tenhou(), document)
    assert set(game.sheet(evening)["totals"].values()) == {evening.start}
    assert standing(evening)[0]["dealer_streak"] == 0
    assert standing(hand(tenhou(), won("E", "N", 1)))[0]["dealer_streak"] == 1


def test_no_undo_gives_two_players_one_name() -> None:
    evening = write_entry(begun("mcr"), "players", p1="Xi")
    evening = write_entry(evening, "players", p2="Ann")
    assert refused(evening, "undo", entry=1) == ("/entry", "bad_value")
    assert game.sheet(write_entry(evening, "undo", entry=2))["players"][1]["name"] == "Bo"


@pytest.mark.parametrize("seed", range(12))
def test_a_corrected_evening_is_the_evening_told_right(seed: int) -> None:
    """Wherever no later hand was played under anything else, state and totals are the same as if
    nothing had ever been told wrong."""
    rng = Random(seed)
    wrong, right, known = tenhou(), tenhou(), 0
    for _ in range(6):
        first, second = (one_of_them(rng) for _ in range(2))
        try:
            wrong, right = hand(wrong, first), hand(right, second)
        except HandError:
            break
        number = wrong.version
        wrong = mended(wrong, number, second)
        assert standing(wrong) == standing(right)
        known += 1
    assert known


def one_of_them(rng: Random) -> Json:
    winner, loser = rng.sample(SEATS, 2)
    if rng.random() < 0.3:
        return drawn(*rng.sample(SEATS, rng.randrange(3)))
    return won(winner, loser, rng.randrange(1, 7))


def test_a_record_told_again_reads_alike() -> None:
    evening = mended(hand(hand(tenhou(), drawn("S")), drawn()), 1, drawn())
    assert (
        game.sheet(game.load(game.exported_game(evening), at=AT))["state"] == standing(evening)[0]
    )
