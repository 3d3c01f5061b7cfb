"""The application on a phone answers what the server answers, and knows the games of the phone."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import scorer
from scorer.learn.lessons import LESSONS
from scorer.rules import BOOKS
from scorer.service import create_app
from scorer.service.offline import offline_app
from scorer.service.offline.archive import facts_of
from scorer.service.web.forms.own_text import pack_text
from scorer.service.web.learn.sets import ExerciseSet, pack_set
from tests.drawn import random_document, random_table, random_to_compare, random_waiting
from tests.games.databases import serving, sqlite
from tests.nightly import few_by_day, many, nightly

Json = dict[str, Any]

ORIGIN = "http://localhost"
HAND = (
    "hand=123b+55d&set1=EEE&set2=7777c&set2is=concealed&set3=234d&flowers=F1+S2&tile=5d"
    "&won=discard&from=S&seat=E&round=E&with=last_discard&go=1"
)
PLAIN = "hand=123b+456b+99d&set1=789b&set2=EEE&tile=9d&won=discard&from=W&seat=S&round=E&go=1"
OWN = pack_text("@name Ours\nTwins: seven pairs (one suit; different)  C 500, fishing 200\n")
PAIRS = "hand=1122334455667b&tile=7b&won=discard&from=W&seat=S&round=E&go=1"
A_SET = pack_set(ExerciseSet("Tuesday", [f"h?rules=mcr&{PLAIN}", "p?rules=british&level=2&seed=3"]))
PAGES = (
    *(f"/?rules=classical&{HAND}", f"/table?rules=classical&{HAND}", f"/compare?{HAND}"),
    *(f"/?rules={rules}&{PLAIN}" for rules in ("british", "mcr")),
    *(f"/waits?rules={rules}&hand=123b+456b+99d+55c&set1=EEE&seat=S&round=E" for rules in BOOKS),
    *(f"/?rules={rules}" for rules in BOOKS),
    *(f"/table?rules={rules}" for rules in BOOKS),
    *(f"/rules/{rules}" for rules in BOOKS),
    *(f"/rules/{rules}/sheet" for rules in BOOKS),
    *(f"/rules/{id}/{book.rules[n].id}" for id, book in BOOKS.items() for n in (0, -1)),
    *("/rules/mcr/nine-gate", "/rules/patterns", "/rules/patterns/last-tile", "/glossary"),
    *(f"/why?rules=mcr&{PLAIN}&why=all-chows", f"/why?rules=classical&{HAND}"),
    *(f"/learn/train?rules={rules}&level=6&seed=4" for rules in BOOKS),
    *(f"/learn/train?rules={rules}&level=3&seed=4&hint=2" for rules in BOOKS),
    *(f"/learn/steps?rules=mcr&{PLAIN}&at=9", f"/learn/exercise/hand?rules=mcr&{PLAIN}"),
    *("/learn", "/learn/progress?rules=mcr", "/learn/set/new", f"/learn/set?s={A_SET}"),
    f"/learn/set/print?s={A_SET}&answers=1",
    *("/hands", "/hands?rules=mcr", f"/hands?rules=british&own={OWN}", f"/rules/british?own={OWN}"),
    *(f"/?rules=british&{PAIRS}&own={OWN}", f"/?rules=british&{PAIRS}&own=damaged"),
    *("/rules", "/rules/mcr?q=pung", "/?rules=mcr&hand=12x&go=1"),
    *("/learn/lessons", "/learn/lessons/british", "/learn/lessons/mcr/fan?answer=99"),
    *(f"/learn/lessons/{rules}/{each[0].id}" for rules, each in LESSONS.items()),
    *(f"/learn/lessons/{rules}/payments?answer={n}" for rules in LESSONS for n in (0, 1)),
)
HANDS = 6  # test_same_answers asks two thousand documents
NAMES = ("Ann", "Bo", "Cy", "Di")
AGREED = [("e.points", "16"), ("s.points", "32"), ("w.points", "12"), ("n.points", "14")]
WON = [("winner", "S"), ("won", "discard"), ("from", "E"), ("go", "enter")]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with serving(sqlite(tmp_path_factory.mktemp("games"))) as app:
        yield app


@pytest.fixture
def server(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client


@pytest.fixture(scope="module")
def phone(app: Flask) -> offline_app.OfflineApp:
    return offline_app.open_app(ORIGIN, facts_of(app))


def page_request(path: str, language: str = "en", **fields: Any) -> Json:
    place, _, query = path.partition("?")
    headers = {"Accept": "text/html", "Accept-Language": language}
    return {
        "method": "GET",
        "path": place,
        "query": query,
        "headers": headers,
        "game": None,
        **fields,
    }


def posted(path: str, document: object) -> Json:
    headers = {"Content-Type": "application/json", "Accept": "*/*"}
    return page_request(path, method="POST", body=json.dumps(document), headers=headers)


def without_marks(page: str) -> str:
    """The page but for what tells who made it, and for what is there only with its server."""
    page = re.sub(r' data-engine="[^"]*"|<p class="kept-note".*?</p>', "", page)
    return re.sub(r'\s*<a href="/keep">.*?</a>', "", page)


@pytest.mark.parametrize("preset", ["wrc", "tenhou"])
def test_the_lines_of_a_result_lead_to_pages_that_the_phone_answers(
    phone: offline_app.OfflineApp, preset: str
) -> None:
    hand = "hand=234c+345b+678d+55d+23d&tile=4d&won=discard&from=W&seat=S&round=E&go=1"
    result = phone.answer(page_request(f"/?rules=riichi&preset={preset}&o.open_tanyao=no&{hand}"))
    found = re.findall(r'class="line-name" href="([^"]+)"', result["body"])
    assert found
    for one in found:
        there = phone.answer(page_request(unescape(one)))
        assert there["status"] == 200, one
        assert 'id="rule-title"' in there["body"]
        assert "House rules:" in there["body"]


@pytest.mark.parametrize("language", ["fr", *nightly(["en", "zh"])])
@pytest.mark.slow
@pytest.mark.more_at_night
def test_pages_are_those_of_the_server(
    server: FlaskClient, phone: offline_app.OfflineApp, language: str
) -> None:
    for path in PAGES[:: many(4, 1)]:
        there = server.get(path, headers={"Accept-Language": language, "Accept": "text/html"})
        here = phone.answer(page_request(path, language))
        assert here["status"] == there.status_code, path
        assert without_marks(here["body"]) == without_marks(there.text), path


def to_explain(rng: random.Random, ruleset: str) -> Json:
    rules = [rule["id"] for rule in scorer.ruleset(ruleset)["rules"]]
    return {"document": random_document(rng, ruleset), "rule": rng.choice(rules)}


def to_change(rng: random.Random, ruleset: str) -> Json:
    return {"document": random_document(rng, ruleset)}


def to_grade(rng: random.Random, ruleset: str) -> Json:
    return {"document": random_document(rng, ruleset), "given": {"total": rng.randrange(100)}}


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", few_by_day("riichi", "american"))
def test_documents_are_answered_as_by_the_server(
    server: FlaskClient, phone: offline_app.OfflineApp, ruleset: str
) -> None:
    rng = random.Random(ruleset)
    for _ in range(HANDS):
        for what, make in (
            *(("score", random_document), ("settle", random_table), ("waits", random_waiting)),
            *(("nearest", random_waiting), ("compare", random_to_compare)),
            *(("explain", to_explain), ("what-if", to_change)),
            *(("steps", random_document), ("grade", to_grade)),
        ):
            document = make(rng, ruleset)
            asking = posted(f"/api/v1/{what}", document)
            told = {"data": asking["body"], "content_type": "application/json"}
            there, here = server.post(f"/api/v1/{what}", **told), phone.answer(asking)
            assert (here["status"], here["body"]) == (there.status_code, there.text)


@pytest.mark.parametrize(
    ("accept_language", "ruleset"), [("zh", "classical"), ("en", "british\ud800")]
)
def test_letters_of_an_answer_are_those_of_the_server(
    server: FlaskClient, phone: offline_app.OfflineApp, accept_language: str, ruleset: str
) -> None:
    document = random_to_compare(random.Random(1), "classical")
    asking = posted("/api/v1/compare", {**document, "rulesets": ["mcr", ruleset]})
    asking["headers"] = {"Content-Type": "application/json", "Accept-Language": accept_language}
    there = server.post(asking["path"], data=asking["body"], headers=asking["headers"])
    here = phone.answer(asking)
    assert not there.text.isascii() or "\\ud800" in there.text
    assert (here["status"], here["body"]) == (there.status_code, there.text)


@pytest.mark.parametrize(
    ("path", "document", "status"),
    [
        ("/api/v1/score", [], 422),
        ("/api/v1/score", {"ruleset": "chess"}, 422),
        ("/api/v1/score", "x" * 200_000, 413),
        ("/api/v1/rulesets", {}, 405),
        ("/api/v1/no", {}, 404),
        ("/no/such/page", {}, 404),
    ],
)
def test_what_is_wrong_is_an_answer_too(
    phone: offline_app.OfflineApp, path: str, document: object, status: int
) -> None:
    answer = phone.answer(posted(path, document))
    assert answer["status"] == status


def test_a_page_says_who_made_it_and_that_the_server_is_another(
    phone: offline_app.OfflineApp,
) -> None:
    page = phone.answer(page_request("/"))["body"]
    assert 'data-engine="' in page
    assert "a different release" not in page
    headers = {"Accept-Language": "en", "X-Scorer-Server": "9.9.9.abc"}
    assert (
        "a different release (9.9.9.abc)"
        in phone.answer(page_request("/", headers=headers))["body"]
    )
    headers["X-Scorer-Server"] = "<script>"
    assert "a different release" not in phone.answer(page_request("/", headers=headers))["body"]


def entry(key: str, after: int, *fields: tuple[str, str]) -> Json:
    beside = [("after", str(after)), ("once", f"once-{after}")]
    return {"path": f"/games/{key}/hand", "body": [*AGREED, *WON, *fields, *beside]}


def begun(server: FlaskClient) -> tuple[str, Json]:
    """A game on the server: its key, and all that is known of it."""
    document = {"title": "Tuesday", "ruleset": "classical", "players": NAMES}
    answer = server.post("/api/v1/games", json=document)
    assert answer.json is not None
    key = answer.json["keys"]["play"]
    export = server.get(f"/api/v1/games/{key}/export.json").json
    assert export is not None
    return key, export


def totals(page: str) -> list[str]:
    return re.findall(r'class="plate-total"[^>]*>([^<]*)<', page)


def test_a_phone_shows_a_game_that_an_earlier_release_imported_with_any_time(
    server: FlaskClient, phone: offline_app.OfflineApp
) -> None:
    key, export = begun(server)
    export["began"]["at"] = export["at"] = "yesterday"
    game: Json = {"key": key, "role": "play", "export": export, "waiting": []}
    answer = phone.answer({"method": "GET", "path": f"/games/{key}/sheet", "game": game})
    assert (answer["status"], "yesterday" in answer["body"]) == (200, True)


def test_hands_that_wait_count_in_the_game_of_a_phone(
    server: FlaskClient, phone: offline_app.OfflineApp
) -> None:
    key, export = begun(server)
    waiting = [entry(key, 0), entry(key, 1)]
    game: Json = {"key": key, "role": "play", "export": export, "waiting": []}
    shown = []
    for count in (0, 1, 2, 1, 0):
        answer = phone.answer(
            page_request(f"/games/{key}", game={**game, "waiting": waiting[:count]})
        )
        assert [one["status"] for one in answer["told"]] == [201] * count
        shown.append(totals(answer["body"]))
    assert shown[0] == ["2000"] * 4
    assert len({*map(tuple, shown[:3])}) == 3
    assert shown[3:] == [shown[1], shown[0]]
    for one in waiting:
        body = dict(one["body"])
        sent = server.post(one["path"], data=body, headers={"Accept": "application/json"})
        assert sent.status_code == 201
    assert totals(server.get(f"/games/{key}").text) == shown[2]


def test_a_hand_that_is_wrong_is_refused_on_the_phone(
    server: FlaskClient, phone: offline_app.OfflineApp
) -> None:
    key, export = begun(server)
    wrong = entry(key, 0, ("e.hand", "12x"))
    game = {"key": key, "role": "play", "export": export, "waiting": [wrong]}
    answer = phone.answer(page_request(f"/games/{key}", game=game))
    assert [one["status"] for one in answer["told"]] == [422]
    assert json.loads(answer["told"][0]["body"])["errors"]
    assert totals(answer["body"]) == ["2000"] * 4


def test_who_watches_writes_nothing_on_a_phone_either(
    server: FlaskClient, phone: offline_app.OfflineApp
) -> None:
    key, export = begun(server)
    game = {"key": key, "role": "watch", "export": export, "waiting": [entry(key, 0)]}
    answer = phone.answer(page_request(f"/games/{key}", game=game))
    assert [one["status"] for one in answer["told"]] == [403]


def test_a_game_begins_on_the_phone_alone(phone: offline_app.OfflineApp) -> None:
    key = "alone-1"
    begin = [("rules", "british"), *((f"name{n}", name) for n, name in enumerate(NAMES, 1))]
    game = {"key": key, "role": "play", "begin": begin, "waiting": [entry(key, 0)]}
    answer = phone.answer(page_request(f"/games/{key}", game=game))
    assert [one["status"] for one in answer["told"]] == [201]
    assert all(name in answer["body"] for name in NAMES)
    for page in ("sheet", "settle-up", "more", "hand", "adjust", "table", "entries/1"):
        assert phone.answer(page_request(f"/games/{key}/{page}", game=game))["status"] == 200, page


def test_of_a_game_that_the_phone_does_not_have_nothing_is_told(
    phone: offline_app.OfflineApp,
) -> None:
    assert phone.answer(page_request("/games/unknown"))["status"] == 404


def test_a_form_that_was_sent_to_the_phone_leaves_nothing_in_its_game(
    server: FlaskClient, phone: offline_app.OfflineApp
) -> None:
    key, export = begun(server)
    game: Json = {"key": key, "role": "play", "export": export, "waiting": []}
    body = "&".join(f"{name}={value}" for name, value in entry(key, 0)["body"])
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"}
    sent = page_request(f"/games/{key}/hand", method="POST", body=body, headers=headers, game=game)
    assert phone.answer(sent)["status"] == 303
    assert totals(phone.answer(page_request(f"/games/{key}", game=game))["body"]) == ["2000"] * 4


def test_the_whole_way_is_text(phone: offline_app.OfflineApp) -> None:
    answer = json.loads(offline_app.answer(json.dumps(page_request("/healthz"))))
    assert set(answer) == {"status", "headers", "body", "told"}


def test_a_server_that_keeps_nothing_offers_nothing() -> None:
    client = create_app({"LOG_REQUESTS": False}).test_client()
    assert client.get("/engine-worker.js").status_code == 404
    assert "This server does not offer the scorer for phones" in client.get("/keep").text
    assert 'href="/keep"' not in client.get("/").text
