"""Bad requests: each is answered with a problem that names the field, and none with a 500."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import scorer
from scorer.service import create_app
from scorer.service.api.examples import EXPLAIN, NEAREST, SCORE, SETTLE, WAITS
from scorer.service.api.problems import BODY_STATUSES, CODES, KIND_BY_STATUS

Faults = Callable[[str, object], list[str]]

POSTS = ("score", "settle", "waits", "compare", "nearest", "explain", "what-if", "steps", "grade")


def post(client: FlaskClient, body: bytes, path: str = "score") -> TestResponse:
    return client.post(f"/api/v1/{path}", data=body, content_type="application/json")


def is_problem(answer: TestResponse, status: int) -> bool:
    body: dict[str, Any] = answer.get_json()
    return (
        answer.status_code == status == body["status"]
        and answer.mimetype == "application/problem+json"
        and body["title"] == KIND_BY_STATUS[status].title
        and body["type"] == f"/docs/errors#{KIND_BY_STATUS[status].anchor}"
        and bool(body["detail"])
        and isinstance(body["errors"], list)
        and bool(body["errors"]) >= (status in (*BODY_STATUSES, 422))
    )


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"{", "line 1, column 2"),
        (b"{'ruleset': 1}", "line 1"),
        (b'{"a": 1} 2', "Extra data"),
        (b"[NaN]", "NaN is not JSON"),
        (b"[-Infinity]", "-Infinity is not JSON"),
        (b'"\xff"', "UTF-8"),
        ('"€"'.encode("utf-16"), "UTF-8"),
        (b"1" * 5000, "too many digits"),
        (b"[" * 60_000, "nested too deep"),
        (b'{"a":' * 10_000, "nested too deep"),
        (b'{"ruleset": "classical", "ruleset": "british"}', 'key "ruleset" stands twice'),
        (b'{"hand": {"bonus": 1, "bonus": 1}}', 'key "bonus" stands twice'),
        (b"\x00", "line 1, column 1"),
    ],
)
def test_what_is_not_json_is_a_400(
    client: FlaskClient, path: str, body: bytes, message: str
) -> None:
    answer = post(client, body, path)
    assert is_problem(answer, 400)
    found = answer.get_json()
    assert message in found["detail"]
    assert found["errors"] == [{"pointer": "", "code": "bad_value", "detail": found["detail"]}]


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "body", [b"null", b"[]", b'"classical"', b"3", b"1e999", b"true", b'"\\ud800"', b"[[[[]]]]"]
)
def test_json_that_is_no_object_is_a_422_on_the_whole(
    client: FlaskClient, path: str, body: bytes
) -> None:
    answer = post(client, body, path)
    assert is_problem(answer, 422)
    assert [(e["pointer"], e["code"]) for e in answer.get_json()["errors"]] == [("", "bad_value")]


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "kind",
    [None, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x"],
)
def test_another_content_type_is_a_415(client: FlaskClient, path: str, kind: str | None) -> None:
    answer = client.post(f"/api/v1/{path}", data=b"{}", content_type=kind)
    assert is_problem(answer, 415)
    assert "application/json" in answer.get_json()["detail"]


def test_a_compressed_body_is_a_415(client: FlaskClient) -> None:
    answer = client.post("/api/v1/score", json=SCORE, headers={"Content-Encoding": "gzip"})
    assert is_problem(answer, 415)


@pytest.mark.parametrize("path", POSTS)
def test_a_body_over_the_limit_is_a_413(client: FlaskClient, path: str) -> None:
    assert is_problem(post(client, b" " * 131_073, path), 413)
    assert is_problem(post(client, b" " * 5_000_000, path), 413)
    assert is_problem(post(client, b" " * 131_072, path), 400)


@pytest.mark.parametrize(("size", "status"), [(131_072, 400), (131_073, 413), (3_000_000, 413)])
def test_a_body_sent_in_chunks_meets_the_same_limit(
    client: FlaskClient, size: int, status: int
) -> None:
    answer = client.post(
        "/api/v1/score",
        input_stream=io.BytesIO(b" " * size),
        content_type="application/json",
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert is_problem(answer, status)


def test_a_body_that_breaks_off_is_a_400(client: FlaskClient) -> None:
    answer = client.post(
        "/api/v1/score",
        data=json.dumps(SCORE),
        content_type="application/json",
        environ_overrides={"CONTENT_LENGTH": "5000"},
    )
    assert is_problem(answer, 400)


def wrong_documents() -> Iterator[tuple[str, str, Any, str, str]]:
    """A path, what is wrong, the document, and the pointer and code that it must give."""
    hand = SCORE["hand"]
    score = "score"
    yield score, "no ruleset", {"hand": hand}, "/ruleset", "required"
    yield score, "a ruleset of no name", {**SCORE, "ruleset": "x"}, "/ruleset", "unknown_ruleset"
    yield score, "a ruleset of a number", {**SCORE, "ruleset": 1}, "/ruleset", "bad_value"
    yield score, "no hand", {"ruleset": "classical"}, "/hand", "required"
    yield score, "a hand of null", {**SCORE, "hand": None}, "/hand", "required"
    yield score, "a hand of text", {**SCORE, "hand": "123b"}, "/hand", "bad_value"
    yield score, "a misspelt key", {**SCORE, "prevailling": "E"}, "/prevailling", "bad_value"
    yield score, "a seat of no wind", {**SCORE, "seat": "e"}, "/seat", "bad_value"
    yield score, "a seat of true", {**SCORE, "seat": True}, "/seat", "bad_value"
    many = {**SCORE, "options": {f"o{n}": n for n in range(51)}}
    yield score, "51 options", many, "/options", "bad_value"
    yield score, "a key of marshmallow", {**SCORE, "_schema": 1}, "/_schema", "bad_value"
    wrong = {**SCORE, "hand": {**hand, "_schema": 1}}
    yield score, "a key of marshmallow below", wrong, "/hand/_schema", "bad_value"
    yield score, "options of text", {**SCORE, "options": "limit"}, "/options", "bad_value"
    yield (
        score,
        "an option of 1.5",
        {**SCORE, "options": {"limit": 1.5}},
        "/options/limit",
        "bad_option",
    )
    yield (
        score,
        "an unknown option",
        {**SCORE, "options": {"a/b~": 1}},
        "/options/a~1b~0",
        "unknown_option",
    )
    for name, value, pointer, code in (
        ("concealed", None, "", "required"),
        ("concealed", 5, "", "bad_value"),
        ("concealed", "1" * 501, "", "bad_value"),
        ("concealed", ["1b", 2], "/1", "bad_value"),
        ("concealed", ["1b"] * 61, "", "bad_value"),
        ("concealed", "123b 55x", "", "bad_tile"),
        ("melds", {}, "", "bad_value"),
        ("melds", [{"tiles": "EEE"}] * 9, "", "bad_value"),
        ("melds", ["EEE"], "/0", "bad_value"),
        ("melds", [None], "/0", "bad_value"),
        ("melds", [{}], "/0/tiles", "required"),
        ("melds", [{"tiles": "EEE", "concealed": 1}], "/0/concealed", "bad_value"),
        ("melds", [{"tiles": "EEE", "kind": "pung"}], "/0/kind", "bad_value"),
        ("melds", [{"tiles": "EES"}], "/0", "bad_meld"),
        ("winning_tile", ["5d"], "", "bad_value"),
        ("bonus", False, "", "bad_value"),
    ):
        wrong = {**SCORE, "hand": {**hand, name: value}}
        yield score, f"{name} {str(value)[:20]}", wrong, f"/hand/{name}{pointer}", code
    for win, pointer, code in (
        ({}, "/by", "required"),
        ({"by": "theft"}, "/by", "bad_value"),
        ({"by": "discard", "from": "X"}, "/from", "bad_value"),
        ({"by": "discard", "with": "last_discard"}, "/with", "bad_value"),
        ({"by": "discard", "with": [1]}, "/with/0", "bad_value"),
        ({"by": "discard", "with": ["luck"]}, "/with/0", "bad_value"),
    ):
        yield score, f"win {win}", {**SCORE, "win": win}, f"/win{pointer}", code
    settle = "settle"
    players = SETTLE["players"]
    for player, pointer, code in (
        ({"points": True}, "/points", "bad_value"),
        ({"points": -1}, "/points", "bad_value"),
        ({"points": 10**7 + 1}, "/points", "bad_value"),
        ({"points": 8.0}, "/points", "bad_value"),
        ({"points": "8"}, "/points", "bad_value"),
        ({"hand": {}}, "/hand/concealed", "required"),
        ([], "", "bad_value"),
    ):
        wrong = {**SETTLE, "players": {**players, "N": player}}
        yield settle, f"a player {player}", wrong, f"/players/N{pointer}", code
    yield settle, "no players", {"ruleset": "classical"}, "/players", "required"
    yield (
        settle,
        "a fifth seat",
        {**SETTLE, "players": {**players, "X": {}}},
        "/players/X",
        "bad_value",
    )
    event = {"event": "letting_off_cannon", "by": "W"}
    many = {**SETTLE, "events": [event] * 21}
    yield settle, "too many events", many, "/events", "bad_value"
    yield (
        settle,
        "an event by nobody",
        {**SETTLE, "events": [{"event": "x"}]},
        "/events/0/by",
        "required",
    )
    wrong = {**SETTLE, "events": [{**event, "no_choice": "no"}]}
    yield settle, "an event of no flag", wrong, "/events/0/no_choice", "bad_value"
    yield settle, "four deals passed", {**SETTLE, "deals_passed": 4}, "/deals_passed", "bad_value"
    yield "nearest", "no hand", {"ruleset": "american"}, "/hand", "required"
    joker = {"ruleset": "mcr", "hand": {"concealed": "123b 456c 789d 99d EE J"}}
    yield "nearest", "a wild tile where there is none", joker, "/hand/concealed", "bad_tile"
    yield "nearest", "no such ruleset", {**NEAREST, "ruleset": "x"}, "/ruleset", "unknown_ruleset"
    yield "nearest", "no hands", {**NEAREST, "limit": 0}, "/limit", "bad_value"
    yield "nearest", "too many hands", {**NEAREST, "limit": 51}, "/limit", "bad_value"
    yield "nearest", "a win", {**NEAREST, "win": {"by": "discard"}}, "/win", "bad_value"
    few = {**NEAREST, "hand": {"concealed": "FFF"}}
    yield "nearest", "three tiles", few, "/hand/concealed", "wrong_count"
    faulty = {**NEAREST, "options": {"card": "FFF 2222a X 25\n"}}
    yield "nearest", "a faulty card", faulty, "/options/card", "bad_option"
    yield "explain", "no such rule", {**EXPLAIN, "rule": "no-chow"}, "/rule", "unknown_rule"
    yield "explain", "no rule", {"document": SCORE}, "/rule", "required"
    yield "explain", "no hand", {"rule": "no-chows"}, "/document", "required"
    yield "explain", "a list", {**EXPLAIN, "document": []}, "/document", "bad_value"
    seatless = {key: value for key, value in SCORE.items() if key != "seat"}
    yield "explain", "no seat", {**EXPLAIN, "document": seatless}, "/document/seat", "required"
    yield "what_if", "no seat", {"document": seatless}, "/document/seat", "required"
    yield "what_if", "no hand at all", {}, "/document", "required"
    bad = {**SCORE, "hand": {"concealed": "12x"}}
    yield "what_if", "no tiles", {"document": bad}, "/document/hand/concealed", "bad_tile"
    yield "waits", "no hand", {"ruleset": "classical"}, "/hand", "required"
    yield "waits", "a win of nothing", {**WAITS, "win": {"by": 1}}, "/win/by", "bad_value"


@pytest.mark.parametrize(
    ("path", "document", "pointer", "code"),
    [
        pytest.param(p, d, where, code, id=f"{p}-{name}")
        for p, name, d, where, code in wrong_documents()
    ],
)
def test_a_wrong_document_is_a_422_that_names_the_field(
    client: FlaskClient, faults: Faults, path: str, document: Any, pointer: str, code: str
) -> None:
    answer = client.post(f"/api/v1/{path.replace('_', '-')}", json=document)
    assert is_problem(answer, 422), answer.get_json()
    assert faults("Problem", answer.get_json()) == []
    found = {(error["pointer"], error["code"]) for error in answer.get_json()["errors"]}
    assert (pointer, code) in found
    assert code in CODES
    with pytest.raises(scorer.HandError) as raised:
        getattr(scorer, path)(document)
    assert raised.value.errors == answer.get_json()["errors"]


def test_a_misspelt_key_is_answered_with_the_right_one(client: FlaskClient) -> None:
    answer = client.post("/api/v1/score", json={**SCORE, "prevailling": "E"})
    assert "did you mean “prevailing”?" in answer.get_json()["errors"][0]["detail"]


def test_several_wrong_fields_are_reported_at_once(client: FlaskClient) -> None:
    wrong = {"ruleset": 1, "hand": {"concealed": 1, "bonus": 2}, "seat": 3}
    pointers = [e["pointer"] for e in client.post("/api/v1/score", json=wrong).get_json()["errors"]]
    assert sorted(pointers) == ["/hand/bonus", "/hand/concealed", "/ruleset", "/seat"]


def test_a_document_wrong_all_over_is_told_so_in_few_words(client: FlaskClient) -> None:
    wrong = {f"k{n}": n for n in range(4000)}
    answer = client.post("/api/v1/score", json=wrong)
    assert is_problem(answer, 422)
    assert len(answer.get_json()["errors"]) == 50


@pytest.mark.parametrize("text", ["\ud800", "\x00", "\u202e", "🀀" * 200, "a" * 60_000, "%s{}"])
def test_strange_text_anywhere_is_a_422(client: FlaskClient, text: str) -> None:
    for document in (
        {**SCORE, text: text},
        {**SCORE, "ruleset": text},
        {**SCORE, "preset": text},
        {**SCORE, "options": {text: text}},
        {**SCORE, "seat": text},
        {**SCORE, "hand": {"concealed": text}},
        {**SCORE, "win": {"by": "discard", "with": [text]}},
    ):
        assert is_problem(post(client, json.dumps(document).encode()[:131_072]), 422) or (
            len(text) > 30_000
        )


def test_an_unknown_ruleset_is_a_404(client: FlaskClient) -> None:
    answer = client.get("/api/v1/rulesets/nope")
    assert is_problem(answer, 404)
    assert answer.get_json()["errors"][0]["code"] == "unknown_ruleset"


@pytest.mark.parametrize(
    "path", ["/api/v1/nope", "/api/v1/rulesets/", "/api/", "/nope", "/api/v1//rulesets"]
)
def test_an_unknown_address_is_a_404(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert is_problem(answer, 404)
    assert answer.get_json()["errors"] == []
    of_the_api = path.startswith("/api/")
    assert ("/openapi.json lists the addresses" in answer.get_json()["detail"]) is of_the_api


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/api/v1/score", {"POST", "OPTIONS"}),
        ("DELETE", "/api/v1/rulesets", {"GET", "HEAD", "OPTIONS"}),
        ("POST", "/healthz", {"GET", "HEAD", "OPTIONS"}),
        ("PATCH", "/openapi.json", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_an_unknown_method_is_a_405_that_lists_the_known(
    client: FlaskClient, method: str, path: str, allowed: set[str]
) -> None:
    answer = client.open(path, method=method)
    assert is_problem(answer, 405)
    assert set(answer.headers["Allow"].split(", ")) == allowed


def test_an_address_that_is_too_long_is_a_problem_of_no_kind_of_ours(client: FlaskClient) -> None:
    answer = client.get("/?go=1&hand=" + "1" * 9000)
    assert (answer.status_code, answer.mimetype) == (414, "application/problem+json")
    assert answer.get_json()["type"] == "about:blank"


def test_somebody_who_reads_pages_gets_a_page(client: FlaskClient) -> None:
    reader = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    answer = client.get("/nope", headers=reader)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert is_problem(client.get("/api/v1/nope", headers=reader), 404)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Flask:
    def fail(_: object, lang: str) -> None:
        raise RuntimeError("a secret of the house")

    app = create_app({"LOG_REQUESTS": False})
    monkeypatch.setattr(scorer, "score", fail)
    return app


def test_a_failure_of_ours_is_a_500_that_tells_no_secret(
    broken: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    answer = broken.test_client().post("/api/v1/score", json=SCORE)
    assert is_problem(answer, 500)
    assert "secret" not in answer.text
    assert "a secret of the house" in caplog.text
