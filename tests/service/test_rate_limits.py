"""Answers of the API say how much a client may do, and what is left of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorer.service import create_app
from scorer.service.api.examples import SCORE
from scorer.service.wsgi.budget import BUDGET_EXTENSION
from scorer.service.wsgi.rate_limits import RateLimit, headers_of
from tests.games.databases import serving, sqlite
from tests.games.playing import GAMES, NEW

SCORE_AT = "/api/v1/score"
ITEM = re.compile(r'"([a-z0-9-]+)"((?:;[a-z]+=(?:\d+|"[a-z-]+"))*)')
Limits = dict[str, dict[str, str]]


def read(header: str) -> Limits:
    """Return the items of a list of structured fields, each with its parameters."""
    found: Limits = {}
    for item in header.split(", "):
        matched = ITEM.fullmatch(item)
        assert matched, header
        parts = (part.partition("=") for part in matched[2].split(";")[1:])
        found[matched[1]] = {name: value.strip('"') for name, _, value in parts}
    return found


def served(**settings: Any) -> Flask:
    return create_app({"LOG_REQUESTS": False, **settings})


def test_an_answer_says_what_is_left_of_the_time_of_its_client() -> None:
    app = served(CLIENT_SECONDS=10, CLIENT_PERIOD=100)
    fresh = app.test_client().post(SCORE_AT, json=SCORE)
    unit = "processor-milliseconds"
    assert read(fresh.headers["RateLimit-Policy"]) == {
        "time": {"q": "10000", "w": "100", "qu": unit}
    }
    assert 9000 < int(read(fresh.headers["RateLimit"])["time"]["r"]) < 10_000
    app.extensions[BUDGET_EXTENSION].charge("127.0.0.1", 4)
    left = read(app.test_client().post(SCORE_AT, json=SCORE).headers["RateLimit"])["time"]
    assert 5000 < int(left["r"]) < 6000
    assert 1 <= int(left["t"]) <= 100


def test_what_is_refused_says_that_nothing_is_left_and_until_when() -> None:
    app = served(CLIENT_SECONDS=10, CLIENT_PERIOD=100)
    app.extensions[BUDGET_EXTENSION].charge("127.0.0.1", 11)
    refused = app.test_client().post(SCORE_AT, json=SCORE)
    assert refused.status_code == 429
    state = read(refused.headers["RateLimit"])["time"]
    assert state["r"] == "0"
    assert abs(int(state["t"]) - int(refused.headers["Retry-After"])) <= 1
    exposed = refused.headers["Access-Control-Expose-Headers"]
    assert {"RateLimit", "RateLimit-Policy", "Retry-After"} <= set(exposed.split(", "))


@pytest.mark.parametrize("path", ["/", "/healthz", "/openapi.json"])
def test_only_answers_of_the_api_say_so(path: str) -> None:
    assert "RateLimit" not in served().test_client().get(path).headers


def test_without_a_limit_there_are_no_headers() -> None:
    headers = served(CLIENT_SECONDS=0).test_client().post(SCORE_AT, json=SCORE).headers
    assert not {"RateLimit", "RateLimit-Policy"} & set(headers.keys())


def test_games_that_are_made_and_keys_that_are_guessed_are_counted(tmp_path: Path) -> None:
    limits = {
        "GAMES_MADE_LIMIT": "2 per minute; 9 per hour",
        "GAMES_GUESS_LIMIT": "1 per minute",
        "GAMES_JOIN_LIMIT": "1 per minute",
    }
    with serving(sqlite(tmp_path), CLIENT_SECONDS=0, **limits) as app:
        client = app.test_client()
        made = [client.post(GAMES, json=NEW) for _ in range(3)]
        play = made[0].get_json()["keys"]["play"]
        known = client.get(f"{GAMES}/{play}")
        guessed = [client.get(f"{GAMES}/nobody-{n}") for n in range(2)]
        joined = [client.post(f"{GAMES}/join", json={"code": "KTMQXR"}) for _ in range(2)]
    assert [answer.status_code for answer in made] == [201, 201, 429]
    policy = {"made-60": {"q": "2", "w": "60"}, "made-3600": {"q": "9", "w": "3600"}}
    assert [read(answer.headers["RateLimit-Policy"]) for answer in made] == [policy] * 3
    assert [read(x.headers["RateLimit"])["made-60"]["r"] for x in made] == ["1", "0", "0"]
    # A key that opens a game counts against nothing.
    assert "RateLimit" not in known.headers
    for answers, name, status in ((guessed, "guesses", 404), (joined, "joins", 404)):
        assert [answer.status_code for answer in answers] == [status, 429]
        assert [read(answer.headers["RateLimit"])[name]["r"] for answer in answers] == ["0", "0"]


def test_several_limits_are_one_list() -> None:
    several = [RateLimit("made", 3, 60, 2, 41.2), RateLimit("time", 9, 6, -4, -1.0, "seconds")]
    assert headers_of(several) == [
        ("RateLimit-Policy", '"made";q=3;w=60, "time";q=9;w=6;qu="seconds"'),
        ("RateLimit", '"made";r=2;t=42, "time";r=0;t=0'),
    ]


def test_openapi_declares_the_headers_where_clients_look_for_them() -> None:
    document = served().test_client().get("/openapi.json").get_json()
    for path, methods in document["paths"].items():
        for operation in methods.values():
            for status, response in operation["responses"].items():
                declared = {"RateLimit", "RateLimit-Policy"} <= set(response.get("headers", ()))
                looked_for = path.startswith("/api/") and (status[0] == "2" or status == "429")
                assert declared is looked_for, (path, status)
    assert {"RateLimit", "RateLimit-Policy"} <= set(document["components"]["headers"])
