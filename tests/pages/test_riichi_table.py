"""A table of riichi without scripts: several winners of one tile, who is in riichi, indicators told
once, norths set aside."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

import scorer
from scorer.service.web.forms import addresses, form_documents

from .test_hand_page import get

RULESET = scorer.ruleset("riichi")
BASE = {"rules": "riichi", "preset": "ema", "round": "E", "won": "discard", "from": "E"}
AGREED = {
    "s.p.agreed.han": "1",
    "s.p.agreed.fu": "40",
    "w.p.agreed.han": "3",
    "w.p.agreed.fu": "40",
}
BOTH = {**BASE, **AGREED, "winner": "S", "also": "W", "go": "1"}


def document(**typed: Any) -> dict[str, Any]:
    return form_documents.table_document(MultiDict({"rules": "riichi", **typed}), RULESET)


def test_two_who_win_on_one_tile_are_both_told_and_both_paid(client: FlaskClient) -> None:
    page = client.get("/table", query_string=BOTH).get_data(as_text=True)
    assert "South and West won on the same tile</h1>" in page
    assert "West won as well" in page
    assert "5200" in page
    assert "1300" in page


def test_another_winner_has_circumstances_of_their_own() -> None:
    request = document(
        **{**BOTH, "with": "ippatsu", "w.with": ["last_discard"], "s.p.riichi": "yes"}
    )
    players = request["players"]
    assert players["S"]["win"] == {"by": "discard", "from": "E", "with": ["ippatsu", "riichi"]}
    assert players["W"]["win"] == {"by": "discard", "from": "E", "with": ["last_discard"]}


def test_a_winner_who_is_in_riichi_has_it_of_the_win_and_others_of_themselves() -> None:
    typed = {"winner": "S", "won": "self_draw", "s.p.riichi": "yes", "w.p.riichi": "yes"}
    players = document(**typed)["players"]
    assert players["S"] == {"win": {"by": "self_draw", "with": ["riichi"]}}
    assert players["W"] == {"riichi": True}


def test_double_riichi_stands_for_riichi() -> None:
    typed = {"winner": "S", "won": "self_draw", "s.p.riichi": "yes", "with": "double_riichi"}
    players = document(**typed)["players"]
    assert players["S"] == {"win": {"by": "self_draw", "with": ["double_riichi"]}}


def test_a_table_with_two_winners_goes_into_an_address_and_comes_back_the_same() -> None:
    request = document(**{**BOTH, "w.with": "riichi", "t.dora_indicators": "1d"})
    query = MultiDict(addresses.table_fields(request))
    assert form_documents.table_document(query, RULESET) == request


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"w.with": "kong_replacement"}, "w.with"),
        ({"also": "X"}, "winner"),
        ({"s.p.agreed.fu": "41"}, "s.p.agreed.fu"),
        ({"s.p.agreed.han": "2", "s.p.agreed.fu": "20"}, "s.p.agreed.fu"),
    ],
)
def test_what_is_wrong_with_one_of_two_wins_is_told_at_its_field(
    client: FlaskClient, typed: dict[str, str], field: str
) -> None:
    page = client.get("/table", query_string={**BOTH, **typed})
    assert page.status_code == 422
    assert f'href="#field-{field}"' in page.get_data(as_text=True)


def test_other_rulesets_ask_for_no_other_winner(client: FlaskClient) -> None:
    page = client.get("/table?rules=mcr").get_data(as_text=True)
    assert 'name="also"' not in page
    assert 'name="s.with"' not in page


def test_indicators_of_a_hand_are_the_tables_when_it_is_carried_there(client: FlaskClient) -> None:
    hand = {"rules": "riichi", "seat": "S", "hand": "123b", "h.dora_indicators": "1d", "won": "no"}
    page = client.get("/table", query_string={**hand, "carry": "1"}).get_data(as_text=True)
    assert 'name="t.dora_indicators" type="text" value="1d"' in page
    assert "s.h.dora_indicators" not in page


def test_a_north_is_set_aside_only_where_three_play(client: FlaskClient) -> None:
    def aside(**typed: str) -> str:
        page = client.get("/", query_string={"rules": "riichi", **typed}).get_data(as_text=True)
        return page.partition("<div data-aside")[2][:7]

    assert aside() == " hidden"
    assert aside(away="N") != " hidden"
    assert aside(away="N", **{"o.north": "guest"}) == " hidden"
    assert aside(flowers="NN") != " hidden"


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_yaku_are_called_in_every_language_as_all_tables_call_them(
    client: FlaskClient, language: str
) -> None:
    query = {"rules": "riichi", "seat": "S", "round": "E", "with": "riichi", "won": "discard"}
    hand = {"hand": "123b 456c 678d 99d 45b", "tile": "6b", "from": "W", "go": "1"}
    page = client.get("/", query_string={**query, **hand, "lang": language}).text
    for name in ("riichi", "pinfu"):
        # In French they are the names themselves, and are not told twice.
        shown = name.capitalize() if language == "fr" else f'<span lang="ja-Latn">{name}</span>'
        assert shown in page
    assert ('<span lang="ja">平和</span>' in page) == (language == "en")
    assert '<span class="other-name"><span lang="en">Riichi' not in page


def test_plates_and_the_bar_tell_deposits_with_what_is_paid(client: FlaskClient) -> None:
    """South and West are in riichi, and South wins 1,000 off East: South takes both deposits, of
    which one was theirs."""
    query = {
        **BASE,
        **{"preset": "wrc", "winner": "S", "s.p.riichi": "yes", "w.p.riichi": "yes"},
        **{"s.hand": "123b 456c 678d 99d 45b", "s.tile": "6b", "go": "1"},
    }
    page = get(client, "/table", query)
    paid = scorer.settle(document(**query))
    assert paid["net"] == {"E": -2000, "S": 2000, "W": 0, "N": 0}
    assert paid["awards"] == {"S": 2000}
    assert "South +3000" in page.words
    assert "West −1000" in page.words
    assert "Nobody receives it" not in page.words
    assert "exposed chi" not in page.words
    assert "chi, its last tile claimed" in page.words
    bar = client.post("/live/table", data=query).get_data(as_text=True)
    told = bar.replace("\\u2212", "−").replace("\\u00a0", " ")
    assert "East −2000, South +3000, West −1000" in told, bar


DRAW = {"rules": "riichi", "round": "E", "winner": "nobody", "go": "1"}
UNSAID = {f"{seat}.p.tenpai": "" for seat in "eswn"}
WAITS = 'href="#field-e.p.tenpai"'
"""The link to the first of those of whom it is not said."""


def test_a_draw_of_the_form_says_who_waits(client: FlaskClient) -> None:
    page = client.get("/table", query_string={**DRAW, **UNSAID}).get_data(as_text=True)
    assert WAITS in page
    assert "Choose who is tenpai, or that nobody is" in page
    fields = {**DRAW, **UNSAID, "e.p.tenpai": "yes", **{f"{seat}.p.tenpai": "no" for seat in "swn"}}
    page = client.get("/table", query_string=fields).get_data(as_text=True)
    assert WAITS not in page
    assert "+3000" in page


@pytest.mark.parametrize(
    "fields",
    [
        {"t.draw": "four_winds", "preset": "tenhou"},
        {"x.chombo": "S"},
        {f"{seat}.p.riichi": "yes" for seat in "eswn"},
    ],
    ids=["four winds", "chombo", "all in riichi"],
)
def test_who_waits_is_not_asked_where_it_is_known_or_pays_nobody(
    client: FlaskClient, fields: dict[str, str]
) -> None:
    page = client.get("/table", query_string={**DRAW, **UNSAID, **fields}).get_data(as_text=True)
    assert WAITS not in page
    assert 'id="result"' in page


def test_the_address_of_a_document_need_not_say_who_waits(client: FlaskClient) -> None:
    """Nobody waits of whom it is not said, as the API has it."""
    table = {"ruleset": "riichi", "prevailing": "E", "players": {seat: {} for seat in "ESWN"}}
    answer = client.post("/api/v1/settle", json=table).get_json()
    page = client.get(answer["page"]).get_data(as_text=True)
    assert WAITS not in page
    assert 'id="result"' in page


def next_of(client: FlaskClient, **fields: str) -> str:
    """The address of the next hand, from the result of one."""
    page = client.get("/", query_string=fields).get_data(as_text=True)
    found = re.search(r'data-next href="([^"]+)"', page)
    assert found is not None, page
    return found[1].replace("&amp;", "&")


HAND = {
    **{"rules": "riichi", "hand": "234b234c678d456c55d", "tile": "5d", "round": "E"},
    **{"g.honba": "2", "g.riichi_sticks": "1", "won": "self_draw", "go": "1"},
}


@pytest.mark.parametrize(
    ("seat", "then", "honba"), [("S", "E", "0"), ("W", "S", "0"), ("N", "W", "0"), ("E", "E", "3")]
)
def test_the_next_hand_has_the_seat_and_the_numbers_that_the_result_tells(
    client: FlaskClient, seat: str, then: str, honba: str
) -> None:
    """South has won and becomes East: the next hand must not be scored as South's."""
    address = next_of(client, **HAND, seat=seat)
    assert f"seat={then}" in address
    assert f"g.honba={honba}" in address
    assert "g.riichi_sticks=0" in address
    form = client.get(address).get_data(as_text=True)
    assert re.search(rf'name="seat" value="{then}" checked', form)


def test_a_hand_that_does_not_say_who_sits_where_next_asks_for_the_seat(
    client: FlaskClient,
) -> None:
    lost = {**HAND, "hand": "234b234c678d456c5d", "tile": "", "won": "no", "seat": "S"}
    assert "seat=&" in next_of(client, **lost) + "&"
