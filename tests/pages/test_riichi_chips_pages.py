"""Chips and yakitori on the pages of a table and of a game, and over HTTP: only where they are
played, in the same numbers as the answers have."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.games.playing import Json, Table

from .page import Page

END = {"rules": "riichi", "o.chips": "end", "o.yakitori": "yes", "o.red_fives": "3"}
AGREED = {
    "round": "E",
    "winner": "S",
    "won": "discard",
    "from": "W",
    "s.p.agreed.han": "3",
    "s.p.agreed.fu": "40",
}
FIELDS = ("s.p.chips", "t.chips.e", "t.wins.n")
TILES = {
    "concealed": "123b 456c 678d 99d 40b",
    "winning_tile": "6b",
    "dora_indicators": "8d",
    "ura_indicators": "1b",
}


def text_of(client: FlaskClient, path: str, query: dict[str, str]) -> str:
    page = client.get(path, query_string=query).get_data(as_text=True)
    plain = re.sub(r"<[^>]+>", " ", page.split("<main", 1)[-1])
    return " ".join(unescape(plain).split())


def shown_fields(client: FlaskClient, query: dict[str, str]) -> set[str]:
    """The fields of chips and hands won that the form shows where no script runs."""
    page = client.get("/table", query_string=query).get_data(as_text=True)
    hidden = "".join(re.findall(r"<div data-option[^>]* hidden>.*?</div>\s*</div>", page, re.S))
    assert all(f'name="{name}"' in page for name in FIELDS)
    return {name for name in FIELDS if f'name="{name}"' not in hidden}


def test_the_form_has_their_fields_only_where_they_are_played(client: FlaskClient) -> None:
    assert shown_fields(client, {"rules": "riichi"}) == set()
    assert shown_fields(client, END) == {*FIELDS}
    assert shown_fields(client, {"rules": "riichi", "o.chips": "hand"}) == {"s.p.chips"}
    assert shown_fields(client, {"rules": "riichi", "t.chips.e": "2"}) == {"t.chips.e"}


def test_a_settled_table_says_who_pays_how_many_chips_and_how_the_session_stands(
    client: FlaskClient,
) -> None:
    standing = {f"{seat}.standing": "30000" for seat in "eswn"}
    before = {"t.chips.e": "5", "t.chips.w": "-5", "t.wins.e": "1"}
    query = {**END, **AGREED, "s.p.chips": "2", **standing, **before, "go": "1"}
    text = text_of(client, "/table", query)
    assert "Chips West pays South 2 chips As agreed" in text
    # South 35200: 5.2 + 15 + 2 × 2 + 2 × 5; East 30000: 0 + 0 + 10 + 2 × 5
    assert "South 35 200 2 1 34.2" in text
    assert "East 30 000 5 1 20" in text


def test_a_hand_says_its_chips_in_every_language(client: FlaskClient) -> None:
    hand = {"hand": "123b 456c 678d 99d 40b", "tile": "6b", "won": "self_draw", "seat": "S"}
    query = {**END, **hand, "round": "E", "go": "1"}
    assert "East pays South 1 chip 1 red five" in text_of(client, "/", query)
    assert "1 cinq rouge" in text_of(client, "/", {**query, "lang": "fr"})
    assert "1枚筹码" in text_of(client, "/", {**query, "lang": "zh"})


def test_chips_paid_with_the_hand_are_payments_of_points(client: FlaskClient) -> None:
    query = {**END, **AGREED, "o.chips": "hand", "s.p.chips": "2", "go": "1"}
    assert "West pays South 4000 2 chips of 2000: as agreed" in text_of(client, "/table", query)


@pytest.fixture
def evening(app: Flask) -> Table:
    options = {"chips": "end", "yakitori": True, "red_fives": 3}
    table = Table.begun(app.test_client(), ruleset="riichi", options=options)
    document: Json = {
        "players": {"S": {"hand": TILES, "win": {"by": "self_draw", "with": ["riichi"]}}}
    }
    sent = {"after": table.now()["version"], "kind": "hand", "document": document}
    answer = table.write(sent)
    assert answer.status_code == 201, answer.text
    return table


def test_a_game_over_http_has_them_in_its_state_and_result(evening: Table) -> None:
    state = evening.now()["state"]
    assert state["chips"] == {"p1": -2, "p2": 6, "p3": -2, "p4": -2}
    assert state["wins"] == {"p1": 0, "p2": 1, "p3": 0, "p4": 0}
    evening.write({"after": evening.now()["version"], "kind": "close"})
    result = evening.now()["result"]
    assert sum(result["table_points"].values()) == pytest.approx(0)


def test_the_board_and_the_score_sheet_show_them(app: Flask, evening: Table) -> None:
    client = app.test_client()
    key = evening.play.rsplit("/", 1)[-1]
    for page in (f"/games/{key}", f"/games/{key}/sheet"):
        text = text_of(client, page, {})
        assert "Chips" in text
        assert "+6" in text
        assert "Hands won" in text


def test_a_hand_of_a_game_is_entered_with_agreed_chips(app: Flask, evening: Table) -> None:
    client = app.test_client()
    key = evening.play.rsplit("/", 1)[-1]
    page = client.get(f"/games/{key}/hand").get_data(as_text=True)
    fields = {found["name"]: found for _, found in Page(page).tags if "name" in found}
    assert fields["s.p.chips"]["type"] == "text"
    # The game knows what the session has counted: Bo, who won, is South in the next hand no more.
    known = {name: fields[name] for name in ("t.chips.e", "t.chips.s", "t.wins.e", "t.wins.s")}
    assert {field["type"] for field in known.values()} == {"hidden"}
    assert [field["value"] for field in known.values()] == ["6", "-2", "1", "0"]
