"""Each client, and each batch, has so much processor time; nobody normal comes near it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorer.service import create_app
from scorer.service.api.examples import SCORE
from scorer.service.wsgi.budget import BUDGET_EXTENSION, ClientBudget
from scorer.service.wsgi.clients import client_of
from tests import plain as scorer

SCORE_AT = "/api/v1/score"
FORWARDED = "HTTP_X_FORWARDED_FOR"
GOOD = json.dumps(SCORE)
Faults = Callable[[str, object], list[str]]


def test_a_client_may_use_so_much_in_a_period_and_others_are_not_charged() -> None:
    budget = ClientBudget(60, 600)
    budget.charge("a", 59)
    assert budget.wait("a") == 0
    assert budget.used("a") == pytest.approx(59)
    budget.charge("a", 1.5)
    assert 590 <= budget.wait("a") <= 601
    assert (budget.wait("b"), budget.used("b")) == (0, 0)


def test_whoever_comes_back_when_told_is_let_in() -> None:
    budget = ClientBudget(0.001, 1)
    budget.charge("a", 1e9)
    wait = budget.wait("a")
    assert 0 < wait <= 2
    time.sleep(wait)
    assert budget.wait("a") == 0


@pytest.mark.slow
def test_clients_are_remembered_for_one_period() -> None:
    budget = ClientBudget(60, 1)
    for number in range(1000):
        budget.charge(str(number), 1)
    time.sleep(2)
    budget.charge("last", 1)
    assert budget._clients.keys() == {"last"}


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
    app.extensions[BUDGET_EXTENSION].charge("192.0.2.1", 11)
    refused = posted(app, SCORE_AT, GOOD)
    assert (refused.status_code, refused.mimetype) == (429, "application/problem+json")
    assert 90 <= int(refused.headers["Retry-After"]) <= 101
    assert "X-Request-ID" in refused.headers
    assert refused.headers["Access-Control-Allow-Origin"] == "*"
    assert faults("Problem", refused.get_json()) == []
    assert posted(app, SCORE_AT, GOOD, "192.0.2.2").status_code == 200
    assert "the server is not busy" in refused.get_json()["detail"]
    client = app.test_client()
    for path in ("/healthz", "/readyz", "/openapi.json", "/docs/errors"):
        free = client.get(path, environ_base={"REMOTE_ADDR": "192.0.2.1"})
        assert free.status_code == 200, path


def test_every_request_is_charged_for_what_it_took() -> None:
    app = served()
    budget = app.extensions[BUDGET_EXTENSION]
    posted(app, SCORE_AT, GOOD).get_data()
    posted(app, SCORE_AT, GOOD, "192.0.2.2").get_data()
    one = budget.used("192.0.2.2")
    assert 0 < one < 0.1
    posted(app, "/api/v1/score/batch", f"{GOOD}\n" * 400).get_data()
    assert budget.used("192.0.2.1") > 10 * one


def test_a_request_starts_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    app = served()
    time.sleep(0.1)  # a thread of the start may still run

    def started(thread: Thread) -> None:
        raise AssertionError(f"{thread} was started")

    monkeypatch.setattr(Thread, "start", started)
    assert posted(app, SCORE_AT, GOOD).status_code == 200


def test_the_limit_can_be_switched_off() -> None:
    app = served(CLIENT_SECONDS=0)
    app.extensions[BUDGET_EXTENSION].charge("192.0.2.1", 1e6)
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

    def dear(document: Any, brief: bool, lang: str) -> dict[str, Any]:
        app.extensions[BUDGET_EXTENSION].charge("192.0.2.1", 6)
        return real(document)

    monkeypatch.setattr("scorer.documents.batch.score", dear)
    found = answers(posted(app, "/api/v1/score/batch", f"{GOOD}\n" * 4))
    assert [one.get("status") for one in found] == [None, None, 429, 429]
    assert 90 <= found[2]["retry_after"] <= 101
    assert posted(app, "/api/v1/score/batch", GOOD).status_code == 429
