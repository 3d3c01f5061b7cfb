"""What a hand takes off at the end of a session is kept by the game, and told with every hand that
comes after it."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.games.playing import Json, Table

NOBODY: Json = {seat: {} for seat in "ESWN"}
WON: Json = {
    "players": {
        **NOBODY,
        "S": {"agreed": {"han": 3, "fu": 40}, "win": {"by": "discard", "from": "E"}},
    }
}
LOST = 20_000


def chombo(by: str) -> Json:
    return {"players": NOBODY, "events": [{"event": "chombo", "by": by}]}


@pytest.fixture
def riichi(app: Flask) -> Table:
    return Table.begun(app.test_client(), ruleset="riichi")


def play(table: Table, **entry: object) -> Json:
    answer = table.write({"after": table.now()["version"], "kind": "hand", **entry})
    assert answer.status_code == 201, answer.text
    found: Json = answer.get_json()["entry"].get("answer") or {}
    return found


def test_hands_after_a_chombo_tell_it_in_their_table_points(riichi: Table) -> None:
    play(riichi, document=chombo("W"))
    answer = play(riichi, document=WON)
    assert answer["penalties"] == {"W": LOST}
    assert answer["table_points"] == {"E": -20.2, "S": 20.2, "W": -20.0, "N": 0.0}


def test_each_chombo_counts_once_and_goes_with_its_player(riichi: Table) -> None:
    play(riichi, document=chombo("W"))
    play(riichi, document=WON)
    # The deal has passed: who was West is South, and who was North is West.
    answer = play(riichi, document=chombo("W"))
    assert answer["penalties"] == {"S": LOST, "W": LOST}
    play(riichi, kind="close")
    points = riichi.now()["result"]["table_points"]
    assert points == {"p1": -20.2, "p2": 20.2, "p3": -20.0, "p4": -20.0}


def test_a_session_is_settled_by_table_points_and_what_was_taken_off_goes_to_the_bank(
    riichi: Table,
) -> None:
    play(riichi, document=chombo("W"))
    play(riichi, document=WON)
    path = f"{riichi.play}/settle-up"
    page = path.removeprefix("/api/v1")
    early = riichi.client.get(path, query_string={"by": "table_points"})
    assert early.status_code == 422
    assert early.get_json()["errors"][0]["pointer"] == "/by"
    play(riichi, kind="close")
    body = riichi.client.get(path, query_string={"by": "table_points"}).get_json()
    assert body["net"] == {"p1": -20.2, "p2": 20.2, "p3": -20.0, "p4": 0.0}
    assert {transfer["to"] for transfer in body["transfers"]} == {"p2", "bank"}
    assert sum(transfer["amount"] for transfer in body["transfers"]) == pytest.approx(40.2)
    settled = riichi.client.get(page, query_string={"rate": "1"})
    assert "A table point is worth" in settled.text
    assert "20.2" in settled.text
    points = riichi.client.get(page, query_string={"by": "points"})
    assert "A point is worth" in points.text


def test_a_chombo_that_was_undone_or_replaced_takes_nothing_off(riichi: Table) -> None:
    play(riichi, document=chombo("W"))
    play(riichi, kind="undo", entry=1)
    assert "penalties" not in play(riichi, document=WON)
    play(riichi, document=chombo("E"))
    play(riichi, kind="replace", entry=4, document={"players": NOBODY})
    play(riichi, kind="close")
    assert min(riichi.now()["result"]["table_points"].values()) > -LOST / 1000 - 1


def test_a_hand_cannot_tell_what_the_game_knows(riichi: Table) -> None:
    told = {**WON, "penalties": {"W": LOST}}
    answer = riichi.write({"after": 0, "kind": "hand", "document": told})
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["pointer"] == "/document/penalties"
