"""Problems to learn from over HTTP."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorer.types.records import request_record
from tests import plain as scorer


@pytest.mark.parametrize(
    ("query", "pointer", "code"),
    [
        ({}, "/ruleset", "required"),
        ({"ruleset": "riichy"}, "/ruleset", "unknown_ruleset"),
        ({"ruleset": "mcr", "preset": "bmja"}, "/preset", "unknown_preset"),
        ({"ruleset": "mcr", "level": "7"}, "/level", "bad_value"),
        ({"ruleset": "mcr", "level": "x"}, "/level", "bad_value"),
        ({"ruleset": "mcr", "seed": "-1"}, "/seed", "bad_value"),
        ({"ruleset": "mcr", "seed": "9" * 5000}, "/seed", "bad_value"),
        ({"ruleset": "mcr", "more": "1"}, "/more", "bad_value"),
    ],
)
def test_a_wrong_query_is_a_422(
    client: FlaskClient, query: dict[str, str], pointer: str, code: str
) -> None:
    answer = client.get("/api/v1/problems", query_string=query)
    assert answer.status_code == 422
    errors = answer.get_json()["errors"]
    assert (pointer, code) in [(error["pointer"], error["code"]) for error in errors]


def test_a_problem_over_http_is_the_scorers(client: FlaskClient) -> None:
    query = {"ruleset": "british", "preset": "u3a", "level": 3, "seed": 42}
    answer = client.get("/api/v1/problems", query_string=query)
    assert answer.status_code == 200
    body = answer.get_json()
    assert body == json.loads(json.dumps(scorer.problem(query)))
    assert body["id"] == "british-u3a-3-42"


def test_a_drill_is_the_same_over_http(client: FlaskClient) -> None:
    answer = client.get("/api/v1/drills?ruleset=riichi&part=waits&seed=5")
    assert answer.status_code == 200
    assert answer.get_json() == scorer.drill({"ruleset": "riichi", "part": "waits", "seed": 5})


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("", "/ruleset"),
        ("?ruleset=mcr&part=sets", "/part"),
        ("?ruleset=mcr&seed=x", "/seed"),
        ("?ruleset=mcr&seed=99999999999999999999", "/seed"),
    ],
)
def test_a_wrong_drill_is_refused_over_http(client: FlaskClient, query: str, pointer: str) -> None:
    answer = client.get(f"/api/v1/drills{query}")
    assert answer.status_code == 422
    assert [problem["pointer"] for problem in answer.get_json()["errors"]] == [pointer]


@pytest.mark.parametrize(("kind", "path"), [("problem", "problems"), ("drill", "drills")])
def test_a_query_is_described_as_its_request_is_declared(
    openapi: dict[str, Any], kind: str, path: str
) -> None:
    *parameters, language = openapi["paths"][f"/api/v1/{path}"]["get"]["parameters"]
    assert language["$ref"].endswith("/lang")
    members = request_record(kind).members
    for parameter, member in zip(parameters, members, strict=True):
        assert parameter["name"] == member.name
        assert parameter["description"].startswith(member.meaning)
        assert parameter.get("required", False) == member.required
    said = {parameter["name"]: parameter["description"] for parameter in parameters}
    assert said["seed"].endswith("; 0 by default")
    assert said.get("level", "; 1 by default").endswith("; 1 by default")
