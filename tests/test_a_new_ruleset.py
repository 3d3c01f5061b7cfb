"""A ruleset is declared in its own file and nowhere else: ``club_faan`` is, and all that the
service does with a ruleset is asked of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from scorer.errors import HandError
from scorer.service import create_app
from tests import plain as scorer
from tests.club_faan import registered
from tests.drawn import Json, check_balance

MELDS = ("RRR", "222b", "333b", "444c", "SSS")
PUNGS = {"concealed": "1b 1b", "melds": [{"tiles": tiles} for tiles in MELDS]}
WON: Json = {
    "ruleset": "club_faan",
    "seat": "S",
    "hand": {**PUNGS, "bonus": "F1", "winning_tile": "1b"},
    "win": {"by": "discard", "from": "E"},
}
OTHER = {"concealed": "123b 456b 789c 99d GGG 333d", "winning_tile": "9d"}
TWO_WIN: Json = {
    "ruleset": "club_faan",
    "players": {
        "E": {},
        "S": {"hand": WON["hand"], "win": WON["win"]},
        "W": {"hand": OTHER, "win": WON["win"]},
        "N": {},
    },
    "events": [{"event": "late", "by": "N", "value": 2}],
    "dealer_streak": 3,
}


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    with registered():
        yield


def _client() -> FlaskClient:
    return create_app({"LOG_REQUESTS": False}).test_client()


def test_its_hand_is_scored_to_its_limit_and_paid_by_its_table() -> None:
    answer = scorer.score(WON)
    lines = {line["id"]: line["amount"] for line in answer["lines"]}
    assert lines == {"dragon-pung": 1, "only-pungs": 3, "a-flower": 1}
    assert (answer["total"], answer["limit"]["reached"], answer["tally"]) == (4, True, {"fan": 5})
    assert [(payment["from"], payment["amount"]) for payment in answer["payments"]] == [("E", 32)]


def test_two_players_win_on_one_discard_and_each_is_paid() -> None:
    answer = scorer.settle(TWO_WIN)
    paid = [(payment["from"], payment["to"], payment["amount"]) for payment in answer["payments"]]
    assert paid == [("E", "S", 35), ("E", "W", 7), *[("N", seat, 2) for seat in "ESW"]]
    check_balance(answer, TWO_WIN["players"])
    assert answer["next"]["winds"] == {"E": "N", "S": "E", "W": "S", "N": "W"}
    assert answer["next"]["dealer_streak"] == 0


def test_what_an_option_brings_is_refused_where_the_table_does_not_play_it() -> None:
    by_moon = {**WON, "win": {"by": "discard", "from": "E", "with": ["moonlight"]}}
    lines = scorer.score({**by_moon, "options": {"moon": True}})["lines"]
    assert {"id": "by-moonlight", "amount": 2}.items() <= lines[-1].items()
    with pytest.raises(HandError, match="“won by moonlight” needs the house rule “Moon”"):
        scorer.score(by_moon)
    curtain = {**TWO_WIN, "events": [{"event": "curtain_drawn", "by": "W"}]}
    with pytest.raises(HandError, match="“Curtain drawn” needs the house rule"):
        scorer.settle(curtain)
    paid = scorer.settle({**curtain, "options": {"moon": True}})["payments"]
    assert [one["to"] for one in paid if one["from"] == "W"] == ["N", "E", "S"]


def test_an_event_tells_what_no_other_rulesets_events_tell() -> None:
    event = {"event": "curtain_drawn", "by": "W", "panes": 3}
    curtain = {**TWO_WIN, "options": {"moon": True}, "events": [event]}
    paid = scorer.settle(curtain)["payments"]
    assert [one["amount"] for one in paid if one["from"] == "W"] == [3, 3, 3]
    for wrong, at in (({**event, "panes": "x"}, "panes"), ({**event, "pane": 1}, "pane")):
        with pytest.raises(HandError) as caught:
            scorer.settle({**curtain, "events": [wrong]})
        assert [problem.pointer for problem in caught.value.problems] == [f"/events/0/{at}"]
    described = json.loads(_client().get("/openapi.json").text)["components"]["schemas"]
    assert described["ClubFaanEvent"]["properties"]["panes"]["description"] == "how many"
    assert "panes" not in described["McrEvent"]["properties"]


def test_a_total_that_the_table_agreed_on_stops_at_the_limit() -> None:
    players = {"E": {}, "S": {"points": 12, "win": WON["win"]}, "W": {}, "N": {}}
    answer = scorer.settle({"ruleset": "club_faan", "players": players})
    assert answer["scores"]["S"]["formula"] == "12, at most 4"
    assert [payment["amount"] for payment in answer["payments"]] == [32]


def test_the_dealers_streak_is_a_line_of_the_dealers_hand_and_goes_on_with_the_deal() -> None:
    east = {**WON, "seat": "E", "win": {"by": "self_draw"}, "dealer_streak": 2}
    lines = {line["id"]: line["amount"] for line in scorer.score(east)["lines"]}
    assert (lines["dealers-streak"], lines["drawn-by-oneself"]) == (2, 1)
    players = {"E": {"hand": WON["hand"], "win": east["win"]}, "S": {}, "W": {}, "N": {}}
    table = {"ruleset": "club_faan", "players": players, "dealer_streak": 2}
    assert scorer.settle(table)["next"]["dealer_streak"] == 3
    with pytest.raises(HandError, match="dealer_streak"):
        scorer.score({**WON, "dealer_streak": 100})


def test_it_is_listed_described_drawn_and_explained() -> None:
    client = _client()
    listed = client.get("/api/v1/rulesets/club_faan").get_json()
    assert [rule["name"] for rule in listed["rules"]][1:] == [
        "Dragon pung",
        "All pungs",
        "Flower",
        "Dealer's streak",
        "Moonlight",
    ]
    described = json.loads(client.get("/openapi.json").text)["components"]["schemas"]
    for shape in ("ScoreRequest", "WaitsRequest", "SettleRequest", "Next"):
        assert described["ClubFaan" + shape]["properties"]["dealer_streak"]["maximum"] == 99
    for path in ("/?rules=club_faan", "/table?rules=club_faan", "/waits?rules=club_faan"):
        assert "Club faan" in client.get(path).text
    assert "A pung or kong of dragons" in client.get("/rules/club_faan").text
    page = client.get("/rules/club_faan/dragon-pung")
    assert page.status_code == 200
    assert "A pung or kong of dragons" in re.sub("<[^>]+>", "", page.text)
    assert "Dragon pung" in client.get("/rules/club_faan/sheet").text
    sent = client.post("/api/v1/score", json=WON).get_json()
    assert "Dragon pung" in client.get(sent["page"]).text
