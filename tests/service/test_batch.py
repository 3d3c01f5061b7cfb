"""Many hands at once: in order, as they are made, and no line stops another."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import scorer
from scorer.service import create_app
from scorer.service.examples import SCORE

Faults = Callable[[str, object], list[str]]

BATCH = "/api/v1/score/batch"
GOOD = json.dumps(SCORE)


def batch(client: FlaskClient, *lines: str | bytes, end: bytes = b"\n") -> TestResponse:
    body = b"".join((x.encode() if isinstance(x, str) else x) + end for x in lines)
    return client.post(BATCH, data=body, content_type="application/x-ndjson")


def answers(answer: TestResponse) -> list[dict[str, Any]]:
    assert (answer.status_code, answer.mimetype) == (200, "application/x-ndjson")
    assert not answer.data or answer.data.endswith(b"\n")
    return [json.loads(line) for line in answer.data.splitlines()]


def test_every_line_is_answered_in_its_order(client: FlaskClient, faults: Faults) -> None:
    seats = "ESWN" * 5
    found = answers(
        batch(
            client, *(json.dumps({**SCORE, "seat": s, "win": {"by": "self_draw"}}) for s in seats)
        )
    )
    expected = [scorer.score({**SCORE, "seat": s, "win": {"by": "self_draw"}}) for s in seats]
    assert found == json.loads(json.dumps(expected))
    assert faults("Score", found[0]) == []


@pytest.mark.parametrize(
    ("line", "status", "code"),
    [
        (b"{", 400, "bad_value"),
        (b"\xff", 400, "bad_value"),
        (b"[" * 16_000, 400, "bad_value"),
        (b"9" * 5000, 400, "bad_value"),
        (b"[]", 422, "bad_value"),
        (b"{}", 422, "required"),
        (json.dumps({**SCORE, "hand": {"concealed": "1x"}}).encode(), 422, "bad_tile"),
        (b" " * 16_385 + b"{}", 413, "bad_value"),
    ],
)
def test_a_bad_line_answers_with_its_own_error_and_stops_nothing(
    client: FlaskClient, faults: Faults, line: bytes, status: int, code: str
) -> None:
    before, wrong, after = answers(batch(client, GOOD, line, GOOD))
    assert before == after == json.loads(json.dumps(scorer.score(SCORE)))
    assert faults("Batch", wrong) == []
    assert (wrong["line"], wrong["status"]) == (2, status)
    assert code in {error["code"] for error in wrong["errors"]}


def test_a_failure_of_ours_stops_nothing_either(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = scorer.score

    def fails(document: Any) -> dict[str, Any]:
        if document.get("seat") == "N":
            raise RuntimeError("a secret of the house")
        return real(document)

    monkeypatch.setattr(scorer, "score", fails)
    answer = batch(client, GOOD, json.dumps({**SCORE, "seat": "N"}), GOOD)
    assert [line.get("status", 200) for line in answers(answer)] == [200, 500, 200]
    assert "secret" not in answer.text
    assert "a secret of the house" in caplog.text


def test_blank_lines_are_passed_over_but_counted(client: FlaskClient) -> None:
    found = answers(batch(client, "", GOOD, "  \t", "", "{", ""))
    assert [one.get("line") for one in found] == [None, 5]


def test_the_last_line_needs_no_end_and_windows_ends_are_read(client: FlaskClient) -> None:
    assert len(answers(batch(client, f"{GOOD}\n{GOOD}", end=b""))) == 2
    assert [one["total"] for one in answers(batch(client, GOOD, GOOD, end=b"\r\n"))] == [336, 336]


def test_an_empty_batch_has_an_empty_answer(client: FlaskClient) -> None:
    assert answers(client.post(BATCH, data=b"", content_type="application/x-ndjson")) == []


def test_too_many_lines_are_refused_before_any_is_scored(client: FlaskClient) -> None:
    assert len(answers(batch(client, *["{}"] * 10_000))) == 10_000
    answer = batch(client, *["{}"] * 10_001)
    assert (answer.status_code, answer.mimetype) == (413, "application/problem+json")
    assert "10001" in answer.get_json()["detail"]


def test_too_many_bytes_are_refused(client: FlaskClient) -> None:
    answer = batch(client, b" " * (8 * 1024 * 1024))
    assert (answer.status_code, answer.mimetype) == (413, "application/problem+json")


@pytest.mark.parametrize("kind", [None, "application/json", "application/x-www-form-urlencoded"])
def test_another_content_type_is_a_415(client: FlaskClient, kind: str | None) -> None:
    answer = client.post(BATCH, data=GOOD, content_type=kind)
    assert (answer.status_code, answer.mimetype) == (415, "application/problem+json")
    assert "application/x-ndjson" in answer.get_json()["detail"]


@pytest.mark.parametrize("kind", ["application/jsonl", "text/plain; charset=utf-8"])
def test_other_names_of_the_type_are_read(client: FlaskClient, kind: str) -> None:
    assert len(answers(client.post(BATCH, data=GOOD, content_type=kind))) == 1


def started(app: Flask) -> tuple[str, Iterator[bytes], TestResponse]:
    answer = app.test_client().post(
        BATCH, data=f"{GOOD}\n" * 3, content_type="application/x-ndjson", buffered=False
    )
    return answer.status, answer.iter_encoded(), answer


def test_answers_leave_as_they_are_made(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    scored = []
    real = scorer.score

    def counted(document: Any) -> dict[str, Any]:
        scored.append(document)
        return real(document)

    monkeypatch.setattr(scorer, "score", counted)
    _, lines, answer = started(app)
    assert "Content-Length" not in answer.headers
    assert answer.headers["X-Accel-Buffering"] == "no"
    before = len(scored)
    next(lines)
    assert before <= len(scored) <= 2
    assert len(list(lines)) == 2
    assert len(scored) == 3


def test_only_so_many_batches_are_answered_at_once() -> None:
    app = create_app({"LOG_REQUESTS": False, "BATCH_MAX_STREAMS": 2})
    first, second = started(app), started(app)
    refused = app.test_client().post(BATCH, data=GOOD, content_type="application/x-ndjson")
    assert (refused.status_code, refused.mimetype) == (429, "application/problem+json")
    assert int(refused.headers["Retry-After"]) > 0
    assert refused.get_json()["title"] == "Too many requests"
    list(first[1])
    assert started(app)[0] == "200 OK"
    second[2].close()


def test_a_reader_who_leaves_gives_the_place_back() -> None:
    app = create_app({"LOG_REQUESTS": False, "BATCH_MAX_STREAMS": 1})
    for _ in range(5):
        status, _, answer = started(app)
        assert status == "200 OK"
        answer.close()
    for _ in range(5):
        status, lines, answer = started(app)
        assert status == "200 OK"
        next(lines)
        answer.close()
