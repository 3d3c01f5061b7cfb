"""What stands on every answer: headers, a request id, a line in the log."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.service import create_app
from scorer.service.api.examples import SCORE
from scorer.service.wsgi.logs import JsonLineFormatter

ADDRESSES = ["/", "/docs", "/docs/errors", "/openapi.json", "/healthz", "/api/v1/rulesets", "/nope"]
ORIGIN = {"Origin": "https://club.example"}


@pytest.mark.parametrize("path", ADDRESSES)
def test_every_answer_carries_the_security_headers(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Frame-Options"] == "DENY"
    policy = headers["Content-Security-Policy"]
    if policy.startswith("default-src 'self'"):
        for kind in ("font", "frame", "media", "object"):
            assert f"{kind}-src 'none'" in policy
    else:
        assert policy.startswith("default-src 'none'")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


def test_a_file_carries_only_what_a_file_needs(client: FlaskClient) -> None:
    with client.get("/static/tiles.svg") as answer:
        headers = answer.headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert "Permissions-Policy" not in headers
    # The page that says so is a page.
    missing = client.get("/static/nothing.svg").headers
    assert "style-src 'self'" in missing["Content-Security-Policy"]
    assert missing["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_no_header_stands_twice(client: FlaskClient, method: str) -> None:
    for path in ADDRESSES:
        answer = client.open(path, method=method, headers=ORIGIN)
        names = [name.lower() for name, _ in answer.headers]
        assert len(names) == len(set(names)), path


@pytest.mark.slow
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "DELETE"])
@pytest.mark.parametrize("headers", [{}, ORIGIN])
def test_every_origin_is_told_what_the_library_tells_the_one_it_lets_in(
    method: str, headers: dict[str, str]
) -> None:
    open_to_all, narrow = (
        create_app({"LOG_REQUESTS": False, "CORS_ORIGINS": origins}).test_client()
        for origins in (["*"], [ORIGIN["Origin"]])
    )

    def cors_headers(client: FlaskClient, path: str) -> dict[str, str]:
        answer = client.open(path, method=method, headers=headers)
        return {name: text for name, text in answer.headers if name.startswith("Access-Control")}

    for path in ("/api/v1/rulesets", "/api/v1/score", "/api/nope", "/healthz", "/", "/nope"):
        expected = cors_headers(narrow, path)
        if expected:
            expected["Access-Control-Allow-Origin"] = "*"
        assert cors_headers(open_to_all, path) == expected, path


def test_https_is_kept_to_where_it_is_spoken(client: FlaskClient) -> None:
    assert "Strict-Transport-Security" not in client.get("/healthz").headers
    answer = client.get("/healthz", base_url="https://localhost")
    assert "max-age" in answer.headers["Strict-Transport-Security"]


def test_a_request_id_is_kept_or_made(client: FlaskClient) -> None:
    def given(value: str | None) -> str:
        headers = {} if value is None else {"X-Request-ID": value}
        return client.get("/healthz", headers=headers).headers["X-Request-ID"]

    assert given("a-1_b.C") == "a-1_b.C"
    made = {given(None), given(None), given(""), given("a b"), given("x" * 65), given("{}")}
    assert len(made) == 6
    assert all(len(one) == 16 for one in made)


def test_an_error_carries_a_request_id_too(client: FlaskClient) -> None:
    answer = client.post("/api/v1/score", data=b"{", headers={"X-Request-ID": "mine"})
    assert (answer.status_code, answer.headers["X-Request-ID"]) == (415, "mine")


@pytest.mark.parametrize(
    "path",
    [
        *("/api/v1/rulesets", "/api/v1/rulesets/nope", "/api/nope", "/api/v1/score"),
        *("/openapi.json", "/healthz", "/readyz"),
    ],
)
def test_any_origin_may_read_what_is_for_programs(client: FlaskClient, path: str) -> None:
    headers = client.get(path, headers=ORIGIN).headers
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert "X-Request-ID" in headers["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in headers
    assert headers["Cross-Origin-Resource-Policy"] == "cross-origin"


@pytest.mark.parametrize("path", ["/", "/docs", "/docs/errors", "/nope", "/apix"])
def test_no_other_origin_may_read_what_is_elsewhere(client: FlaskClient, path: str) -> None:
    headers = client.get(path, headers=ORIGIN).headers
    assert not [name for name, _ in headers if name.startswith("Access-Control")]
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_a_browser_that_asks_first_is_let_through(client: FlaskClient) -> None:
    asks = {
        **ORIGIN,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    answer = client.options("/api/v1/score", headers=asks)
    assert answer.status_code == 200
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    assert answer.headers["Access-Control-Allow-Headers"].lower() == "content-type"
    assert answer.headers["Access-Control-Max-Age"] == "86400"


def test_settings_can_narrow_the_origins() -> None:
    app = create_app({"LOG_REQUESTS": False, "CORS_ORIGINS": ["https://club.example"]})
    client = app.test_client()
    allowed = client.get("/api/v1/rulesets", headers=ORIGIN)
    assert allowed.headers["Access-Control-Allow-Origin"] == "https://club.example"
    other = client.get("/api/v1/rulesets", headers={"Origin": "https://else.example"})
    assert "Access-Control-Allow-Origin" not in other.headers


@pytest.fixture
def logging_app() -> Flask:
    return create_app()


def logged(read_log: Callable[[], str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in read_log().splitlines()]


def test_each_request_is_one_line_of_json_in_the_log(
    logging_app: Flask, read_log: Callable[[], str]
) -> None:
    client = logging_app.test_client()
    client.post("/api/v1/score", json=SCORE, headers={"X-Request-ID": "mine"}).close()
    client.get('/no"pe%0A?secret=1').close()
    first, second = logged(read_log)
    assert {"time", "level", "logger", "milliseconds"} <= first.keys()
    assert (first["request_id"], first["method"]) == ("mine", "POST")
    assert (first["path"], first["status"]) == ("/api/v1/score", 200)
    assert 0 < first["milliseconds"] < 60_000
    assert (second["path"], second["status"]) == ('/no"pe\n', 404)


def test_a_batch_is_logged_once_and_when_it_is_done(
    logging_app: Flask, read_log: Callable[[], str]
) -> None:
    answer = logging_app.test_client().post(
        "/api/v1/score/batch", data="{}\n{}\n", content_type="application/x-ndjson"
    )
    assert answer.text.count("\n") == 2
    answer.close()
    assert [line["path"] for line in logged(read_log)] == ["/api/v1/score/batch"]


def test_a_failure_of_ours_is_logged_with_the_id_of_its_request(
    logging_app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("scorer.waits", lambda _, lang: 1 / 0)
    asked = {"X-Request-ID": "mine"}
    logging_app.test_client().post("/api/v1/waits", json={}, headers=asked)
    (record,) = caplog.records
    assert record.exc_info is not None
    line = json.loads(JsonLineFormatter().format(record))
    assert (line["request_id"], line["level"]) == ("mine", "ERROR")
    assert "ZeroDivisionError" in line["exc_info"]


def test_settings_come_from_the_environment_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORER_MAX_CONTENT_LENGTH", "100")
    monkeypatch.setenv("SCORER_LOG_REQUESTS", "false")
    client = create_app().test_client()
    assert client.post("/api/v1/score", json=SCORE).status_code == 413
    told = create_app({"MAX_CONTENT_LENGTH": 65_536, "LOG_REQUESTS": False})
    assert told.test_client().post("/api/v1/score", json=SCORE).status_code == 200


def test_an_error_is_kept_by_caches_for_those_who_read_the_like(client: FlaskClient) -> None:
    for accept in ("text/html", "application/json"):
        answer = client.get("/nope", headers={"Accept": accept})
        assert "Accept" in answer.headers["Vary"]
    assert "Accept" not in client.get("/api/nope").headers.get("Vary", "").split(", ")


@pytest.mark.parametrize("path", ["/api/v1/rulesets", "/openapi.json", "/api/nope"])
@pytest.mark.slow
def test_an_answer_for_some_origins_varies_on_the_origin(path: str) -> None:
    some = create_app({"LOG_REQUESTS": False, "CORS_ORIGINS": "https://club.example"})
    for headers in ({}, ORIGIN, {"Origin": "https://other.example"}):
        names = some.test_client().get(path, headers=headers).headers["Vary"].split(", ")
        assert names.count("Origin") == 1
    every = create_app({"LOG_REQUESTS": False}).test_client()
    assert "Origin" not in every.get(path, headers=ORIGIN).headers.get("Vary", "")
