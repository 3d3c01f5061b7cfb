"""The answers of the API tell the page that shows the same."""

from __future__ import annotations

import json
import random
import re
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from scorer.service import create_app
from scorer.service.api.examples import (
    AMERICAN,
    AMERICAN_SETTLE,
    AMERICAN_WAITS,
    CARD,
    MCR,
    MCR_SETTLE,
    SCORE,
    SETTLE,
    WAITS,
)
from scorer.service.web.forms import form_documents
from scorer.service.web.forms.addresses import (
    hand_page,
    hand_query,
    table_page,
    table_query,
    waits_page,
)
from scorer.service.web.forms.form_fields import FIELDS
from scorer.service.web.forms.submitted import MAX_QUERY_LENGTH
from tests import plain as scorer
from tests.nightly import many
from tests.test_cases import document, every_case

Json = dict[str, Any]

BRITISH: Json = {**SCORE, "ruleset": "british", "preset": "bmja", "options": {"max_chows": 4}}
THREE: Json = {**SCORE, "seats": ["E", "S", "N"], "win": {"by": "self_draw"}}
LOST: Json = {
    "ruleset": "classical",
    "hand": {"concealed": ["1123b", "456c", "7789d", "EE"], "melds": None, "bonus": ["F1", "S2"]},
    "win": None,
    "seat": "S",
    "prevailing": "E",
}
EVENTFUL: Json = {
    **SETTLE,
    "ruleset": "british",
    "events": [{"event": "letting_off_cannon", "by": "W", "no_choice": False}],
    "deals_passed": 2,
    "standing": dict.fromkeys("ESWN", -7),
}


def ask(client: FlaskClient, path: str, document: Any) -> Json:
    answer = client.post(f"/api/v1/{path}", json=document)
    assert answer.status_code == 200, answer.json
    found: Json = answer.get_json()
    return found


def read(client: FlaskClient, page: str) -> str:
    answer = client.get(page)
    assert answer.status_code == 200, page
    return unescape(answer.text)


@pytest.mark.parametrize("document", [SCORE, MCR, AMERICAN, BRITISH, THREE, LOST])
def test_the_page_of_a_score_shows_its_total_and_its_formula(
    client: FlaskClient, document: Json
) -> None:
    answer = ask(client, "score", document)
    page = read(client, answer["page"])
    assert f'class="total"><span class="figure">{answer["total"]:,}</span>' in page
    for line in answer["lines"]:
        assert line["name"] in page


@pytest.mark.parametrize("document", [SETTLE, MCR_SETTLE, AMERICAN_SETTLE, EVENTFUL])
def test_the_page_of_a_settlement_shows_what_each_player_wins_and_loses(
    client: FlaskClient, document: Json
) -> None:
    answer = ask(client, "settle", document)
    page = read(client, answer["page"])
    for payment in answer["payments"]:
        assert f"{payment['amount']:,}" in page
        assert payment["because"] in page


@pytest.mark.parametrize("document", [WAITS, AMERICAN_WAITS, {**WAITS, "win": {"with": []}}])
def test_the_page_of_waits_shows_what_each_tile_brings(client: FlaskClient, document: Json) -> None:
    answer = ask(client, "waits", document)
    page = read(client, answer["page"])
    assert answer["waits"]
    for wait in answer["waits"]:
        assert f"{wait['self_draw']['total']:,}" in page


@pytest.mark.slow
@pytest.mark.more_at_night
def test_every_case_that_has_a_page_is_read_back_from_it_as_it_was(client: FlaskClient) -> None:
    """The page asks the scorer what its address says; here that is asked over HTTP."""
    without = 0
    found = []
    for parameter in every_case()[:: many(5, 1)]:
        kind, case = parameter.values
        if kind == "tiles" or "error" in case["expect"]:
            continue
        request = document(case)
        ways: Any = (scorer.score, hand_page, form_documents.hand_document)
        if "players" in case:
            ways = (scorer.settle, table_page, form_documents.table_document)
        elif kind == "waits":
            ways = (scorer.waits, waits_page, form_documents.waits_document)
        answer, page, reader = ways
        address = page(request)
        if address is None:
            without += 1
            continue
        query = form_documents.FormFields(parse_qsl(urlsplit(address).query))
        again = reader(query, scorer.ruleset(request["ruleset"]))
        assert json.dumps(answer(again)) == json.dumps(answer(request)), address
        found.append(address)
    assert len(found) > many(200, 1000)
    assert without < len(found) // 10


TWINS = "\n@name Ours\nTwins: seven pairs (one suit; different) C 500, fishing 200\n"
PAIRS: Json = {
    **{"ruleset": "british", "seat": "S", "prevailing": "E", "options": {"special_hands": TWINS}},
    "hand": {"concealed": "1122334455667b"},
}
PAIRS_WON: Json = {
    **PAIRS,
    "hand": {"concealed": "1122334455667b", "winning_tile": "7b"},
    "win": {"by": "discard", "from": "W"},
}


@pytest.mark.parametrize(
    ("path", "document"),
    [
        ("score", {**AMERICAN, "options": {"card": CARD["card"]}}),
        ("waits", {**AMERICAN_WAITS, "options": {"card": CARD["card"]}}),
        ("score", PAIRS_WON),
        ("waits", PAIRS),
        # A table's own "none", whatever its club's preset has.
        ("score", {**PAIRS_WON, "options": {"special_hands": "", "max_chows": 4}}),
    ],
)
def test_the_address_of_a_result_has_a_text_of_ones_own(
    client: FlaskClient, path: str, document: Json
) -> None:
    answer = ask(client, path, document)
    address = urlsplit(answer["page"])
    assert "own=" in address.query
    reader = {
        "score": form_documents.hand_document,
        "waits": form_documents.waits_document,
    }[path]
    query = form_documents.FormFields(parse_qsl(address.query))
    again = reader(query, scorer.ruleset(document["ruleset"]))
    assert again["options"] == document["options"]
    assert {**ask(client, path, again), "page": ""} == {**answer, "page": ""}
    assert f'rel="canonical" href="http://localhost{answer["page"]}"' in read(
        client, answer["page"]
    )


def test_a_table_under_special_hands_has_a_page_too(client: FlaskClient) -> None:
    table = {
        **{"ruleset": "british", "prevailing": "E", "options": PAIRS["options"]},
        "players": {
            "S": {"hand": PAIRS_WON["hand"], "win": PAIRS_WON["win"]},
            **{seat: {"points": 0} for seat in "EWN"},
        },
    }
    answer = ask(client, "settle", table)
    assert f'rel="canonical" href="http://localhost{answer["page"]}"' in read(
        client, answer["page"]
    )
    assert answer["scores"]["S"]["total"] == 500


def test_a_text_too_long_for_a_code_has_no_page(client: FlaskClient) -> None:
    noise = "".join(f"# {random.Random(n).randbytes(50).hex()}\n" for n in range(60))
    long = {**PAIRS_WON, "options": {"special_hands": TWINS + noise}}
    assert ask(client, "score", long)["page"] is None
    repeated = {**PAIRS_WON, "options": {"special_hands": TWINS + "# again\n" * 1500}}
    assert len(ask(client, "score", repeated)["page"]) < 400


def test_two_events_that_one_address_would_mix_up_have_no_page(client: FlaskClient) -> None:
    events = [
        {"event": "misnamed_discard", "by": "N", "for_mahjong": False},
        {"event": "misnamed_discard", "by": "W", "for_mahjong": True},
    ]
    one = ask(client, "settle", {**AMERICAN_SETTLE, "events": events[:1]})
    assert "x.misnamed_discard.for_mahjong=no" in one["page"]
    both = client.post("/api/v1/settle", json={**AMERICAN_SETTLE, "events": events})
    assert both.get_json().get("page") is None


def test_a_document_with_nulls_has_the_page_of_one_without(client: FlaskClient) -> None:
    nulls = {**SETTLE, "events": None, "standing": None, "preset": None}
    nulls["players"] = {
        seat: {**player, "hand": None} for seat, player in SETTLE["players"].items()
    }
    assert ask(client, "settle", nulls)["page"] == ask(client, "settle", SETTLE)["page"]


def test_the_link_header_tells_the_whole_address_where_the_service_knows_its_own(
    client: FlaskClient,
) -> None:
    assert "Link" not in client.post("/api/v1/score", json=SCORE).headers
    app = create_app({"LOG_REQUESTS": False, "PUBLIC_URL": "https://mahjong.example"})
    answer = app.test_client().post("/api/v1/score", json=SCORE)
    page = answer.get_json()["page"]
    link = answer.headers["Link"]
    assert link == f'<https://mahjong.example{page}>; rel="alternate"; type="text/html"'


def test_answers_in_python_have_no_page() -> None:
    assert "page" not in scorer.score(SCORE)


KINDS = {
    "own": r"[a-z_.]+",
    "option": r"\w+",
    "row": r"[1-9]",
    "seat": "[eswn]",
    "event": r"\w+",
    "state": r"\w+",
    "field": r"\w+",
    "number": r"\d+",
}


@pytest.mark.slow
def test_every_name_in_an_address_is_documented() -> None:
    patterns = [
        re.compile(
            re.sub(r"\\\{(\w+)\\\}", lambda found: KINDS[found[1]], re.escape(field.name)) + r"\Z"
        )
        for field in FIELDS
    ]
    for parameter in every_case():
        kind, case = parameter.values
        if kind == "tiles" or "error" in case["expect"]:
            continue
        request = document(case)
        query = table_query(request) if "players" in request else hand_query(request)
        for name, _ in parse_qsl(query):
            assert any(pattern.match(name) for pattern in patterns), name


def test_an_address_that_is_too_long_is_none() -> None:
    long = {**SCORE, "win": {"by": "discard", "from": "S", "with": ["last_discard"] * 1000}}
    assert hand_page(SCORE) is not None
    assert hand_page(long) is None
    assert len("with=last_discard") * 1000 > MAX_QUERY_LENGTH
