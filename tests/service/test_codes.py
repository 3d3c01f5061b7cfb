"""The codes of problems: one list, in the types, on the errors page and in the OpenAPI document."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, get_args

import pytest
from flask.testing import FlaskClient

import scorer
from scorer.service.api.problems import CODES
from scorer.types import Code

PACKAGE = Path(scorer.__file__).parent
LISTS = ("types/terms.py", "service/api/problems.py")


def test_the_errors_page_and_the_openapi_document_list_the_codes_of_the_types(
    client: FlaskClient, openapi: dict[str, Any]
) -> None:
    known = list(get_args(Code))
    assert list(CODES) == known
    assert openapi["components"]["schemas"]["Code"]["enum"] == known
    page = client.get("/docs/errors").text
    assert [code for code in known if f'id="{code}"' not in page] == []


@pytest.mark.slow
def test_each_code_is_given_somewhere() -> None:
    """That no other is given is for mypy to see: a Problem takes no other."""
    left = set(get_args(Code))
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        # Few modules name a code that those before have not: the others need not be parsed.
        if not path.as_posix().endswith(LISTS) and any(code in text for code in left):
            nodes = ast.walk(ast.parse(text))
            left -= {node.value for node in nodes if isinstance(node, ast.Constant)}
    assert left == set()


def test_an_unknown_preset_is_reported_as_one(client: FlaskClient) -> None:
    document = {"ruleset": "british", "preset": "bmaj", "hand": {"concealed": "1b"}, "seat": "E"}
    answer = client.post("/api/v1/score", json=document)
    assert answer.status_code == 422
    assert [(error["pointer"], error["code"]) for error in answer.get_json()["errors"]] == [
        ("/preset", "unknown_preset")
    ]
