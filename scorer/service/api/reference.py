"""The documentation pages, made on the server from the OpenAPI document and the rulesets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Response, current_app, render_template, request

import scorer
from scorer.documents.schemas.shapes import shapes
from scorer.service.api import examples, openapi
from scorer.service.api.operations import OTHER_CONTENT_KEY
from scorer.service.api.problems import (
    CODES,
    KIND_BY_STATUS,
    OTHER_STATUSES,
    example_problem,
    problem_type,
)
from scorer.service.api.shape_words import words_of_answer_shape, words_of_shape
from scorer.service.classes.shapes import class_shapes
from scorer.service.games.shapes import game_shapes
from scorer.service.web import public_address

Json = dict[str, Any]

blueprint = Blueprint("reference", __name__)


@blueprint.get("/docs")
def docs() -> str:
    """Show the API, operation by operation."""
    document = openapi.openapi_document(current_app)
    general = shapes()
    known = general | game_shapes(general) | class_shapes()
    return render_template(
        "docs.html",
        info=document["info"],
        root=f"{public_address.public_root()}/",
        operations=list(operations_shown(document)),
        schemas=[_schema(name, known[name]) for name in sorted(known)],
        rulesets=scorer.rulesets(),
        codes=CODES,
        kinds=KIND_BY_STATUS,
    )


@blueprint.get("/docs/errors")
def errors() -> str:
    """Show every kind of problem, and every code."""
    return render_template(
        "docs_errors.html",
        kinds=KIND_BY_STATUS,
        types={status: problem_type(kind) for status, kind in KIND_BY_STATUS.items()},
        others=OTHER_STATUSES,
        example=_indented_json(example_problem()),
        codes=CODES,
    )


@blueprint.get("/llms.txt")
def llms() -> Response:
    """Tell assistants in a screen what there is and where (llmstxt.org)."""
    text = render_template(
        "llms.txt",
        root=public_address.public_root() or request.script_root,
        example=json.dumps(examples.SCORE),
        rulesets=scorer.rulesets(),
    )
    response = Response(text, mimetype="text/plain")
    response.cache_control.public = True
    response.cache_control.max_age = 3600
    return response


def operations_shown(document: Json) -> Iterator[Json]:
    """Yield what the documentation shows of each operation of the OpenAPI document."""
    shared = document["components"].get("parameters", {})
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            parameters = [
                shared[parameter["$ref"].rpartition("/")[2]] if "$ref" in parameter else parameter
                for parameter in operation.get("parameters", [])
            ]
            yield _operation_shown(path, method, operation, parameters)


def _operation_shown(path: str, method: str, operation: Json, parameters: list[Json]) -> Json:
    sent = operation.get("requestBody", {})
    body = {**sent.get("content", {}), **sent.get(OTHER_CONTENT_KEY, {})}
    first = _first_media_type(body)
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "tag": operation["tags"][0],
        "summary": operation["summary"],
        "description": operation.get("description", ""),
        "parameters": [
            {**parameter, "kind": words_of_shape(parameter["schema"])} for parameter in parameters
        ],
        "types": list(body),
        "schema": words_of_shape(first.get("schema", {})),
        "examples": _example_texts(body),
        "answers": [
            {
                "status": status,
                "description": answer["description"],
                "types": list(answer.get("content", {})),
                "schema": words_of_shape(
                    _first_media_type(answer.get("content", {})).get("schema")
                ),
                "examples": _example_texts(answer.get("content", {})),
            }
            for status, answer in operation["responses"].items()
        ],
    }


def _first_media_type(content: Json) -> Json:
    first: Json = next(iter(content.values()), {})
    return first


def _example_texts(content: Json) -> list[Json]:
    return [
        {"name": name, "text": _indented_json(example["value"])}
        for shown in content.values()
        for name, example in shown.get("examples", {}).items()
    ]


def _indented_json(value: object, margin: str = "") -> str:
    """Return the value as indented JSON; what is short stays on one line. A text alone is not
    quoted."""
    if isinstance(value, str) and not margin:
        return value
    line = json.dumps(value, ensure_ascii=False)
    if len(line) <= 60 or not isinstance(value, dict | list):
        return line
    deeper = margin + "  "
    if isinstance(value, list):
        lines = [_indented_json(item, deeper) for item in value]
    else:
        lines = [
            f"{json.dumps(key)}: {_indented_json(item, deeper)}" for key, item in value.items()
        ]
    first, last = "[]" if isinstance(value, list) else "{}"
    return f",\n{deeper}".join(lines).join((f"{first}\n{deeper}", f"\n{margin}{last}"))


def _schema(name: str, schema: Json) -> Json:
    required = schema.get("required", [])
    closed = schema.get("additionalProperties") is False
    kind_in_words = words_of_shape if closed else words_of_answer_shape
    return {
        "name": name,
        "description": schema.get("description", ""),
        "closed": closed,
        "fields": [
            {
                "name": field,
                "required": field in required,
                "kind": kind_in_words(shape),
                "description": shape.get("description", ""),
            }
            for field, shape in schema.get("properties", {}).items()
        ],
        "kind": words_of_shape({} if "properties" in schema else schema),
    }
