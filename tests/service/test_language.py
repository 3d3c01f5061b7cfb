"""The language of the API's answers: the query, then Accept-Language, then English."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

import scorer
from scorer.service import create_app
from scorer.service.api.examples import BATCH, SCORE
from scorer.service.wsgi.budget import BUDGET_EXTENSION
from tests.test_spoken import check_same_but_for_words


@pytest.mark.parametrize(
    ("query", "header", "code"),
    [
        ("", None, "en"),
        ("", "fr", "fr"),
        ("", "fr-CA, en;q=0.5", "fr"),
        ("", "tlh, zh-TW;q=0.8, en;q=0.5", "zh"),
        ("", "en-GB, fr;q=0.9", "en"),
        ("", "tlh, fr;q=0", "en"),
        ("", "*", "en"),
        ("", ";;;q=", "en"),
        ("?lang=zh", "fr", "zh"),
        ("?lang=en", "fr", "en"),
        ("?lang=xx", "fr", "fr"),
        ("?lang=", None, "en"),
    ],
)
def test_the_language_is_what_the_request_names(
    client: FlaskClient, query: str, header: str | None, code: str
) -> None:
    headers = {} if header is None else {"Accept-Language": header}
    answer = client.post(f"/api/v1/score{query}", json=SCORE, headers=headers)
    assert (answer.headers["Content-Language"], answer.headers["Vary"]) == (code, "Accept-Language")
    expected = scorer.score(SCORE, lang=code)
    assert answer.get_json()["lines"] == expected["lines"]


def test_cookie_and_club_are_for_pages_alone(client: FlaskClient) -> None:
    client.set_cookie("lang", "fr")
    client.application.config["CLUB_LANGUAGE"] = "fr"
    try:
        answer = client.post("/api/v1/score", json=SCORE)
    finally:
        client.application.config["CLUB_LANGUAGE"] = ""
    assert answer.headers["Content-Language"] == "en"
    asked = client.get("/api/v1/rulesets/mcr?lang=zh")
    assert "Set-Cookie" not in asked.headers


def test_who_asks_for_english_gets_what_everybody_got(client: FlaskClient) -> None:
    for path, body in (("score", SCORE), ("score", {}), ("score/batch", BATCH), ("nope", {})):
        plain = client.post(f"/api/v1/{path}", json=body)
        english = client.post(f"/api/v1/{path}?lang=en", json=body)
        assert plain.data == english.data


def test_a_catalogue_has_a_tag_for_each_language(client: FlaskClient) -> None:
    tags = {
        code: client.get(f"/api/v1/rulesets?lang={code}").headers["ETag"]
        for code in ("en", "fr", "zh")
    }
    assert len({*tags.values()}) == 3
    for code, tag in tags.items():
        asked = {"If-None-Match": tags["en"], "Accept-Language": code}
        answer = client.get("/api/v1/rulesets", headers=asked)
        assert answer.status_code == (304 if code == "en" else 200)
        assert "Accept-Language" in answer.vary
        assert answer.headers["ETag"] == tag


@pytest.mark.parametrize(
    ("path", "settings", "status"),
    [
        ("/api/v1/score", {"data": "{", "content_type": "application/json"}, 400),
        ("/api/v1/score", {"data": "", "content_type": "application/json"}, 400),
        ("/api/v1/score", {"data": "x", "content_type": "text/csv"}, 415),
        ("/api/v1/score", {"data": b"1" * 200_000, "content_type": "application/json"}, 413),
        ("/api/v1/score", {"json": {}}, 422),
        ("/api/v1/nothing", {"json": {}}, 404),
        ("/api/v1/rulesets", {"json": {}}, 405),
        ("/api/v1/games/nobody/entries", {"json": {}}, 404),
    ],
)
def test_every_refusal_is_written_in_the_language(
    client: FlaskClient, path: str, settings: dict[str, Any], status: int
) -> None:
    english, french = (
        client.post(path, **settings, headers=headers)
        for headers in ({}, {"Accept-Language": "fr"})
    )
    assert (english.status_code, french.status_code) == (status, status)
    assert french.headers["Content-Language"] == "fr"
    one, two = english.get_json(), french.get_json()
    assert one["title"] != two["title"]
    assert one["detail"] != two["detail"]
    check_same_but_for_words(one, two)


def test_a_client_without_time_is_told_so_in_its_language() -> None:
    app = create_app({"LOG_REQUESTS": False, "CLIENT_SECONDS": 10, "CLIENT_PERIOD": 100})
    client = app.test_client()
    app.extensions[BUDGET_EXTENSION].charge("127.0.0.1", 11)
    english, french = (
        client.post(f"/api/v1/score{query}", json=SCORE) for query in ("", "?lang=fr")
    )
    assert (english.status_code, french.status_code) == (429, 429)
    assert french.get_json()["title"] == "Trop de requêtes"
    assert english.get_json()["title"] == "Too many requests"
    assert french.headers["Vary"] == "Accept-Language"


def test_a_batch_is_answered_in_the_language(client: FlaskClient) -> None:
    lines = '{"ruleset": "classical"}\n{\n'
    answer = client.post(
        "/api/v1/score/batch?lang=zh", data=lines, content_type="application/x-ndjson"
    )
    assert answer.headers["Content-Language"] == "zh"
    assert "无效" in answer.text or "\\u" in answer.text
    told = client.post("/api/v1/score/batch?lang=fr", json=BATCH).get_json()["answers"]
    plain = client.post("/api/v1/score/batch", json=BATCH).get_json()["answers"]
    assert check_same_but_for_words(plain, told) > 5


def test_every_operation_with_sentences_takes_a_language(client: FlaskClient) -> None:
    document = client.get("/openapi.json").get_json()
    lang = {"$ref": "#/components/parameters/lang"}
    without = {
        operation["operationId"]
        for operations in document["paths"].values()
        for operation in operations.values()
        if lang not in operation.get("parameters", ())
    }
    assert without == {
        *("healthz", "readyz", "card", "remove_game", "remove_class"),
        *("export_game", "export_csv", "export_class"),
    }
