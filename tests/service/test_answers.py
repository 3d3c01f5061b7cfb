"""Good requests, and what the OpenAPI document promises about their answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import openapi_spec_validator
import pytest
from flask.testing import FlaskClient

import scorer
from scorer.service.api.examples import (
    AMERICAN,
    AMERICAN_SETTLE,
    AMERICAN_WAITS,
    CARD,
    COMPARE,
    DISCARDS,
    EXPLAIN,
    GRADE,
    MCR,
    MCR_SETTLE,
    NEAREST,
    SCORE,
    SETTLE,
    WAITS,
    WHAT_IF,
)
from scorer.service.wsgi.masks import NO_KEYS

Faults = Callable[[str, object], list[str]]


def hand_of_thirteen() -> dict[str, Any]:
    return {
        "ruleset": "classical",
        "hand": {"concealed": ["1123b", "456c", "7789d", "EE"]},
        "seat": "S",
        "prevailing": "E",
    }


@pytest.mark.parametrize(
    ("path", "document", "schema"),
    [
        ("score", SCORE, "Score"),
        ("score", MCR, "Score"),
        ("score", hand_of_thirteen(), "Score"),
        ("score", {**hand_of_thirteen(), "ruleset": "british"}, "Score"),
        ("settle", SETTLE, "Settlement"),
        ("settle", {**SETTLE, "ruleset": "british", "deals_passed": 3}, "Settlement"),
        ("settle", MCR_SETTLE, "Settlement"),
        ("settle", AMERICAN_SETTLE, "Settlement"),
        ("settle", {**AMERICAN_SETTLE, "preset": "tournament"}, "Settlement"),
        ("score", AMERICAN, "Score"),
        ("score", {**AMERICAN, "preset": "tournament"}, "Score"),
        ("waits", AMERICAN_WAITS, "Waits"),
        ("nearest", NEAREST, "NearestHands"),
        ("explain", EXPLAIN, "Explanation"),
        ("explain", {**EXPLAIN, "rule": "final-tile"}, "Explanation"),
        ("what-if", WHAT_IF, "WhatIf"),
        ("what-if", DISCARDS, "WhatIf"),
        ("steps", SCORE, "Steps"),
        ("grade", GRADE, "Grade"),
        ("waits", WAITS, "Waits"),
        ("waits", hand_of_thirteen(), "Waits"),
    ],
)
def test_an_answer_keeps_to_its_schema_and_is_the_scorers(
    client: FlaskClient, faults: Faults, path: str, document: Any, schema: str
) -> None:
    answer = client.post(f"/api/v1/{path}", json=document)
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    assert faults(schema, answer.json) == []
    body = answer.get_json()
    body.pop("page", None)
    assert body == json.loads(json.dumps(getattr(scorer, path.replace("-", "_"))(document)))


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("Score", SCORE),
        ("Score", MCR),
        ("Settle", SETTLE),
        ("Settle", MCR_SETTLE),
        ("Waits", WAITS),
        ("Score", AMERICAN),
        ("Settle", AMERICAN_SETTLE),
        ("Waits", AMERICAN_WAITS),
        ("Nearest", NEAREST),
        ("Explain", EXPLAIN),
        ("WhatIf", WHAT_IF),
        ("WhatIf", DISCARDS),
        ("Grade", GRADE),
        ("Card", CARD),
    ],
)
def test_the_examples_keep_to_the_schemas_that_they_show(
    faults: Faults, name: str, document: Any
) -> None:
    assert faults(f"{name}Request", document) == []


def test_every_example_is_shown_with_its_answer(openapi: dict[str, Any]) -> None:
    for view in (
        "score",
        "settle",
        "waits",
        "nearest",
        "explain",
        "what-if",
        "steps",
        "grade",
        "cards/check",
    ):
        operation = openapi["paths"][f"/api/v1/{view}"]["post"]
        asked = operation["requestBody"]["content"]["application/json"]["examples"]
        told = operation["responses"]["200"]["content"]["application/json"]["examples"]
        assert asked.keys() == told.keys()


def test_the_list_of_rulesets_keeps_to_its_schema(client: FlaskClient, faults: Faults) -> None:
    answer = client.get("/api/v1/rulesets").get_json()
    assert [entry["id"] for entry in answer][:2] == ["classical", "british"]
    for entry in answer:
        assert faults("Ruleset", entry) == []


def test_each_ruleset_keeps_to_its_schema(client: FlaskClient, faults: Faults) -> None:
    for entry in scorer.rulesets():
        answer = client.get(f"/api/v1/rulesets/{entry['id']}")
        assert answer.status_code == 200
        assert faults("Ruleset", answer.json) == []


def test_json_may_be_declared_with_a_charset_or_a_suffix(client: FlaskClient) -> None:
    for kind in (
        "application/json; charset=utf-8",
        "application/vnd.hand+json",
        "Application/JSON",
    ):
        answer = client.post("/api/v1/score", data=json.dumps(SCORE), content_type=kind)
        assert answer.status_code == 200, kind


@pytest.mark.parametrize(
    ("path", "document"),
    [
        ("compare", {**COMPARE, "rulesets": ["classical", "british\ud800"]}),
        ("grade", {"document": AMERICAN, "given": {"hand": "x\ud800"}}),
    ],
)
def test_half_a_character_of_the_request_is_repeated_as_it_came(
    client: FlaskClient, path: str, document: dict[str, Any]
) -> None:
    answer = client.post(f"/api/v1/{path}", json=document)
    assert answer.status_code == 200
    assert "\\ud800" in answer.text
    assert "\ud800" in json.dumps(answer.json, ensure_ascii=False)


def test_a_byte_order_mark_is_passed_over(client: FlaskClient) -> None:
    body = b"\xef\xbb\xbf" + json.dumps(SCORE).encode()
    answer = client.post("/api/v1/score", data=body, content_type="application/json")
    assert answer.status_code == 200


def test_null_for_an_optional_field_is_the_same_as_leaving_it_out(client: FlaskClient) -> None:
    told = {**hand_of_thirteen(), "preset": None, "options": None, "win": None, "seats": None}
    told["hand"] = {**told["hand"], "melds": None, "bonus": None, "winning_tile": None}
    with_nulls = client.post("/api/v1/score", json=told)
    assert with_nulls.status_code == 200
    assert with_nulls.json == client.post("/api/v1/score", json=hand_of_thirteen()).json


def test_healthz_and_readyz_answer(client: FlaskClient) -> None:
    assert client.get("/healthz").json == {"status": "ok"}
    assert client.get("/readyz").json == {"status": "ready"}


def test_readyz_tells_when_nothing_can_be_scored(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, faults: Faults
) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("no rules")

    monkeypatch.setattr(scorer, "score", broken)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.mimetype) == (503, "application/problem+json")
    assert faults("Problem", answer.json) == []
    assert client.get("/healthz").status_code == 200


@pytest.mark.slow
def test_the_openapi_document_is_valid(openapi: dict[str, Any]) -> None:
    assert openapi["openapi"] == "3.1.0"
    openapi_spec_validator.validate(openapi)


def test_every_reference_in_the_openapi_document_leads_somewhere(openapi: dict[str, Any]) -> None:
    def references(value: object) -> list[str]:
        if isinstance(value, dict):
            own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
            return own + [reference for inner in value.values() for reference in references(inner)]
        if isinstance(value, list):
            return [reference for inner in value for reference in references(inner)]
        return []

    found = set(references(openapi))
    assert len(found) > 15
    known = {
        f"#/components/{kind}/{name}"
        for kind, components in openapi["components"].items()
        for name in components
    }
    assert found <= known


def test_the_openapi_document_refuses_unknown_keys_in_every_request(
    openapi: dict[str, Any],
) -> None:
    schemas = openapi["components"]["schemas"]
    requests = ("ScoreRequest", "SettleRequest", "WaitsRequest", "Player", "Win", "Event")
    for ruleset in ("Classical", "British", "Mcr", "American"):
        for name in requests:
            assert schemas[ruleset + name]["additionalProperties"] is False
    for name in ("AmericanNearestRequest", "BatchRequest", "CardRequest", "Hand", "Meld"):
        assert schemas[name]["additionalProperties"] is False


def test_a_word_in_the_place_of_a_key_is_answered_as_documented(
    client: FlaskClient, openapi: dict[str, Any]
) -> None:
    met = set()
    for path, item in openapi["paths"].items():
        for method, described in item.items():
            if "{key}" not in path:
                continue
            for word in NO_KEYS:
                answer = client.open(path.format(key=word), method=method.upper(), json={})
                assert str(answer.status_code) in described["responses"], (method, path, word)
                met.add(answer.status_code)
    assert met == {404, 405}
