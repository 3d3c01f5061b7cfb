"""Many hands at once: in order, as they are made, and no line stops another."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse, create_environ

from scorer.cli.main import main
from scorer.documents.batch import TITLE_BY_STATUS
from scorer.service import create_app
from scorer.service.api.examples import SCORE
from scorer.service.api.problems import KIND_BY_STATUS
from tests import plain as scorer

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
    assert faults("BatchScore", found[0]) == []


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
        (b" " * 131_072 + b"{}", 413, "bad_value"),
        (b'{"id": 1.5}', 422, "bad_value"),
        (b'{"id": true}', 422, "bad_value"),
        (json.dumps({"id": "x" * 201}).encode(), 422, "bad_value"),
    ],
)
def test_a_bad_line_answers_with_its_own_error_and_stops_nothing(
    client: FlaskClient, faults: Faults, line: bytes, status: int, code: str
) -> None:
    before, wrong, after = answers(batch(client, GOOD, line, GOOD))
    assert before == after == json.loads(json.dumps(scorer.score(SCORE)))
    assert faults("LineProblem", wrong) == []
    assert (wrong["line"], wrong["status"]) == (2, status)
    assert code in {error["code"] for error in wrong["errors"]}


def test_a_failure_of_ours_stops_nothing_either(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = scorer.score

    def fails(document: Any, brief: bool, lang: str) -> dict[str, Any]:
        if document.get("seat") == "N":
            raise RuntimeError("a secret of the house")
        return real(document)

    monkeypatch.setattr("scorer.documents.batch.score", fails)
    answer = batch(client, GOOD, json.dumps({**SCORE, "seat": "N"}), GOOD)
    assert [line.get("status", 200) for line in answers(answer)] == [200, 500, 200]
    assert "secret" not in answer.text
    assert "a secret of the house" in caplog.text


def test_blank_lines_are_passed_over_but_counted(client: FlaskClient) -> None:
    found = answers(batch(client, "", GOOD, "  \t", "", "{", ""))
    assert [one.get("line") for one in found] == [None, 5]


def test_the_last_line_needs_no_end_and_windows_ends_are_read(client: FlaskClient) -> None:
    assert len(answers(batch(client, f"{GOOD}\n{GOOD}", end=b""))) == 2
    assert [answer["total"] for answer in answers(batch(client, GOOD, GOOD, end=b"\r\n"))] == [
        336,
        336,
    ]


def test_an_empty_batch_has_an_empty_answer(client: FlaskClient) -> None:
    assert answers(client.post(BATCH, data=b"", content_type="application/x-ndjson")) == []


@pytest.mark.slow
def test_too_many_lines_are_refused_before_any_is_scored(client: FlaskClient) -> None:
    assert len(answers(batch(client, *["{}"] * 10_000))) == 10_000
    answer = batch(client, *["{}"] * 10_001)
    assert (answer.status_code, answer.mimetype) == (413, "application/problem+json")
    assert "10001" in answer.get_json()["detail"]


def test_too_many_bytes_are_refused(client: FlaskClient) -> None:
    answer = batch(client, b" " * (8 * 1024 * 1024))
    assert (answer.status_code, answer.mimetype) == (413, "application/problem+json")


@pytest.mark.parametrize("kind", [None, "text/html", "application/x-www-form-urlencoded"])
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

    def counted(document: Any, brief: bool, lang: str) -> dict[str, Any]:
        scored.append(document)
        return real(document)

    monkeypatch.setattr("scorer.documents.batch.score", counted)
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


def test_a_place_is_given_back_though_nobody_began_to_read() -> None:
    """As when a client is gone before the first line of its answer is sent."""
    one = create_app({"LOG_REQUESTS": False, "BATCH_MAX_STREAMS": 1})
    for _ in range(3):
        environ = create_environ(BATCH, method="POST", data=GOOD, content_type="text/plain")
        told: dict[str, Any] = {}
        body: Any = one.wsgi_app(environ, lambda line, *_, told=told: told.update(status=line))
        body.close()
        assert told["status"] == "200 OK"


def test_an_id_comes_back_with_the_answer(client: FlaskClient) -> None:
    wrong = {"id": 7, "ruleset": "classical"}
    told = ({**SCORE, "id": "a"}, wrong, SCORE)
    found = answers(batch(client, *(json.dumps(one) for one in told)))
    assert [one.get("id") for one in found] == ["a", 7, None]
    assert next(iter(found[0])) == "id"
    assert found[0] == {"id": "a", **found[2]}
    assert (found[1]["line"], found[1]["status"]) == (2, 422)


def test_a_brief_answer_tells_what_the_hand_is_worth_alone(client: FlaskClient) -> None:
    lines = "\n".join([json.dumps({**SCORE, "id": 1}), GOOD, "{"])
    answer = client.post(f"{BATCH}?brief=1", data=lines, content_type="application/x-ndjson")
    first, second, wrong = answers(answer)
    assert [*first] == ["id", "total", "qualifies", "tally", "limit", "net"]
    assert {"id": 1, **second} == first
    assert second.items() <= json.loads(json.dumps(scorer.score(SCORE))).items()
    assert wrong["errors"]
    refused = client.post(f"{BATCH}?brief=yes", data=lines, content_type="application/x-ndjson")
    assert refused.status_code == 422
    (error,) = refused.get_json()["errors"]
    assert (error["pointer"], error["code"]) == ("/brief", "bad_value")
    assert "or 0" in error["detail"]


def test_a_line_may_hold_a_card(client: FlaskClient) -> None:
    card = f"# {'a remark ' * 20}\n" * 300 + "[A]\nFFF 2222a 444b 8888a X 25\n"
    hand = {"concealed": "FFF 2222b 444c 8888b", "winning_tile": "8b"}
    document = {"ruleset": "american", "options": {"card": card}, "hand": hand, "seat": "W"}
    line = json.dumps({**document, "win": {"by": "self_draw"}})
    assert len(line) > 40_000
    assert answers(batch(client, line))[0]["total"] > 0


def listed(client: FlaskClient, documents: object, query: str = "") -> TestResponse:
    body = documents if isinstance(documents, bytes) else json.dumps(documents)
    return client.post(f"{BATCH}{query}", data=body, content_type="application/json")


def test_a_list_of_documents_is_answered_with_a_list(client: FlaskClient) -> None:
    told = [{**SCORE, "id": "a"}, {}, 7, SCORE]
    answer = listed(client, {"documents": told})
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    found = answer.get_json()["answers"]
    assert found == answers(batch(client, *(json.dumps(one) for one in told)))
    assert listed(client, {"documents": []}).get_json() == {"answers": []}
    short = listed(client, {"documents": [SCORE]}, "?brief=1").get_json()["answers"]
    assert [*short[0]] == ["total", "qualifies", "tally", "limit", "net"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"", 400),
        ([SCORE], 422),
        ({}, 422),
        ({"documents": SCORE}, 422),
        ({"documents": [SCORE], "more": 1}, 422),
        ({"documents": [{}] * 10_001}, 413),
        (b" " * (1024 * 1024 + 1), 413),
    ],
)
def test_what_is_no_list_of_documents_is_refused(
    client: FlaskClient, body: object, status: int
) -> None:
    answer = listed(client, body)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")


def test_the_command_line_words_a_line_as_the_service_does(client: FlaskClient) -> None:
    lines = [
        *(b"{", b"\xff", b"[]", b"{}", b"9" * 5000, b"[" * 16_000, b'{"a": 1, "a": 2}', b"NaN"),
        json.dumps({**SCORE, "id": "x", "seat": "Q"}).encode(),
        json.dumps({**SCORE, "id": "y"}).encode(),
    ]
    over_http = answers(batch(client, *lines))
    for words, query in (([], ""), (["--brief"], "?brief=1")):
        told = CliRunner().invoke(main, ["batch", *words], input=b"\n".join(lines))
        over_http = answers(
            client.post(f"{BATCH}{query}", data=b"\n".join(lines), content_type="text/plain")
        )
        assert [json.loads(line) for line in told.stdout.splitlines()] == over_http
        assert told.exit_code == 1


def test_titles_are_those_of_the_errors_page() -> None:
    assert {
        status: str(KIND_BY_STATUS[status].title) for status in TITLE_BY_STATUS
    } == TITLE_BY_STATUS
