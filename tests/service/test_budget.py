"""Each client, and each batch, has so much processor time; nobody normal comes near it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorer.service import create_app
from scorer.service.api.examples import SCORE
from scorer.service.wsgi.budget import LEDGER, UNKNOWN, Ledger
from scorer.service.wsgi.clients import client_of
from tests import plain as scorer

SCORE_AT = "/api/v1/score"
FORWARDED = "HTTP_X_FORWARDED_FOR"
GOOD = json.dumps(SCORE)
Faults = Callable[[str, object], list[str]]


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_what_was_used_comes_back_steadily() -> None:
    clock = Clock()
    ledger = Ledger(60, 600, clock=clock)
    ledger.charge("a", 60)
    assert ledger.wait("a") == 0
    ledger.charge("a", 1)
    assert (ledger.wait("a"), ledger.wait("b")) == (11, 0)
    clock.now += 11
    assert ledger.wait("a") == 0
    assert ledger.used("a") == pytest.approx(59.9)
    clock.now += 600
    assert ledger.used("a") == 0


def test_whoever_comes_back_when_told_is_let_in() -> None:
    clock = Clock()
    ledger = Ledger(60, 600, clock=clock)
    ledger.charge("a", 71.23)
    clock.now += ledger.wait("a")
    assert ledger.wait("a") == 0


def test_nobody_is_shut_out_for_long_whatever_they_used() -> None:
    ledger = Ledger(60, 600)
    ledger.charge("a", 1e9)
    assert ledger.wait("a") <= 302


def test_only_so_many_clients_are_remembered_and_those_seen_last() -> None:
    ledger = Ledger(60, 600, most=100)
    for number in range(10_000):
        ledger.charge("kept", 0.001)
        ledger.charge(str(number), 1)
    assert len(ledger) == 100
    assert ledger.used("kept") > 1
    assert ledger.used("9999") == pytest.approx(1, abs=0.1)
    assert ledger.used("1") == 0


def test_what_a_request_of_a_client_takes_is_learnt() -> None:
    ledger = Ledger(60, 600)
    assert ledger.expected("new") == UNKNOWN
    for _ in range(20):
        ledger.charge("quick", 0.001)
        ledger.answered("quick", 0.001)
        ledger.charge("slow", 0.25)
        ledger.answered("slow", 0.25)
    assert ledger.expected("quick") < 0.002 < 0.2 < ledger.expected("slow")


@pytest.mark.parametrize(
    ("environ", "proxies", "client"),
    [
        ({"REMOTE_ADDR": "192.0.2.1"}, 0, "192.0.2.1"),
        ({"REMOTE_ADDR": "192.0.2.1", FORWARDED: "192.0.2.9"}, 0, "192.0.2.1"),
        ({"REMOTE_ADDR": "192.0.2.1", FORWARDED: "192.0.2.9"}, 1, "192.0.2.9"),
        ({"REMOTE_ADDR": "127.0.0.1", FORWARDED: "made up, 192.0.2.9"}, 1, "192.0.2.9"),
        ({"REMOTE_ADDR": "127.0.0.1", FORWARDED: "a, 192.0.2.9, b"}, 2, "192.0.2.9"),
        ({"REMOTE_ADDR": "127.0.0.1", FORWARDED: "192.0.2.9"}, 2, "127.0.0.1"),
        ({"REMOTE_ADDR": "127.0.0.1"}, 1, "127.0.0.1"),
        ({"REMOTE_ADDR": "2001:db8:1:2:3:4:5:6"}, 0, "2001:db8:1:2::"),
        ({"REMOTE_ADDR": "2001:db8:1:2::9"}, 0, "2001:db8:1:2::"),
        ({"REMOTE_ADDR": "2001:db8:1:3::9"}, 0, "2001:db8:1:3::"),
        ({"REMOTE_ADDR": "::ffff:192.0.2.1"}, 0, "192.0.2.1"),
        ({"REMOTE_ADDR": "fe80::1%eth0"}, 0, "fe80::"),
        ({"REMOTE_ADDR": "a:" * 5000}, 0, ("a:" * 5000)[:45]),
        ({"REMOTE_ADDR": ""}, 0, ""),
    ],
)
def test_who_a_client_is(environ: dict[str, str], proxies: int, client: str) -> None:
    assert client_of(environ, proxies) == client


def served(**settings: Any) -> Flask:
    return create_app({"LOG_REQUESTS": False, **settings})


def posted(app: Flask, path: str, body: str, address: str = "192.0.2.1") -> TestResponse:
    return app.test_client().post(
        path,
        data=body,
        content_type="application/json" if path == SCORE_AT else "application/x-ndjson",
        environ_base={"REMOTE_ADDR": address},
    )


def test_a_client_that_used_its_time_is_told_when_to_come_back(faults: Faults) -> None:
    app = served(CLIENT_SECONDS=10, CLIENT_PERIOD=100)
    assert posted(app, SCORE_AT, GOOD).status_code == 200
    app.extensions[LEDGER].charge("192.0.2.1", 11)
    refused = posted(app, SCORE_AT, GOOD)
    assert (refused.status_code, refused.mimetype) == (429, "application/problem+json")
    assert 10 <= int(refused.headers["Retry-After"]) <= 12
    assert "X-Request-ID" in refused.headers
    assert refused.headers["Access-Control-Allow-Origin"] == "*"
    assert faults("Problem", refused.get_json()) == []
    assert posted(app, SCORE_AT, GOOD, "192.0.2.2").status_code == 200
    health = app.test_client().get("/healthz", environ_base={"REMOTE_ADDR": "192.0.2.1"})
    assert health.status_code == 200


def test_every_request_is_charged_for_what_it_took() -> None:
    app = served(CLIENT_PERIOD=1e9)  # nothing comes back meanwhile
    ledger = app.extensions[LEDGER]
    posted(app, SCORE_AT, GOOD).get_data()
    posted(app, SCORE_AT, GOOD, "192.0.2.2").get_data()
    one = ledger.used("192.0.2.2")
    assert 0 < one < 0.1
    posted(app, "/api/v1/score/batch", f"{GOOD}\n" * 400).get_data()
    assert ledger.used("192.0.2.1") > 10 * one


def test_the_limit_can_be_switched_off() -> None:
    app = served(CLIENT_SECONDS=0)
    app.extensions[LEDGER].charge("192.0.2.1", 1e6)
    assert posted(app, SCORE_AT, GOOD).status_code == 200


def answers(answer: TestResponse) -> list[dict[str, Any]]:
    return [json.loads(line) for line in answer.data.splitlines()]


def test_a_batch_that_used_its_time_answers_so_line_by_line(
    faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = served(BATCH_SECONDS=0.000001)
    found = answers(posted(app, "/api/v1/score/batch", f"{GOOD}\n" * 3))
    assert [one.get("status") for one in found] == [None, 429, 429]
    assert found[0]["total"] == 336
    assert faults("LineProblem", found[1]) == []
    assert found[2]["line"] == 3
    assert found[2]["retry_after"] > 0
    assert found[2]["errors"][0]["code"] == "too_many"
    whole = served(BATCH_SECONDS=0)
    assert [x["total"] for x in answers(posted(whole, "/api/v1/score/batch", f"{GOOD}\n" * 3))] == [
        336
    ] * 3


def test_a_client_whose_time_ends_within_a_batch_is_told_so_line_by_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = served(CLIENT_SECONDS=10, CLIENT_PERIOD=100)
    real = scorer.score

    def dear(document: Any) -> dict[str, Any]:
        app.extensions[LEDGER].charge("192.0.2.1", 6)
        return real(document)

    monkeypatch.setattr("scorer.score", dear)
    found = answers(posted(app, "/api/v1/score/batch", f"{GOOD}\n" * 4))
    assert [one.get("status") for one in found] == [None, None, 429, 429]
    assert 19 <= found[2]["retry_after"] <= 22
    assert posted(app, "/api/v1/score/batch", GOOD).status_code == 429
