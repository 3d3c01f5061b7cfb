"""The documentation pages, made on the server from the OpenAPI document and the rulesets."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, current_app, render_template, request

import scorer
from scorer.service import openapi
from scorer.service.problems import CODES, KINDS

__all__ = ["blueprint"]

Json = dict[str, Any]

blueprint = Blueprint("reference", __name__)


@blueprint.get("/docs")
def docs() -> str:
    """The API, operation by operation."""
    document = openapi.document(current_app)
    return render_template(
        "docs.html",
        info=document["info"],
        root=request.url_root,
        operations=[
            _operation(path, method, operation, operations.get("parameters", []))
            for path, operations in document["paths"].items()
            for method, operation in operations.items()
            if method != "parameters"
        ],
        schemas=[
            _schema(name, schema) for name, schema in document["components"]["schemas"].items()
        ],
        rulesets=scorer.rulesets(),
        codes=CODES,
        kinds=KINDS,
    )


@blueprint.get("/docs/errors")
def errors() -> str:
    """Every kind of problem, and every code."""
    return render_template("docs_errors.html", kinds=KINDS, codes=CODES)


def _operation(path: str, method: str, operation: Json, parameters: list[Json]) -> Json:
    body = operation.get("requestBody", {}).get("content", {})
    first = _first(body)
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": operation["summary"],
        "description": operation.get("description", ""),
        "parameters": [
            {**parameter, "kind": _kind(parameter["schema"])} for parameter in parameters
        ],
        "types": list(body),
        "schema": _kind(first.get("schema", {})),
        "examples": _examples(body),
        "answers": [
            {
                "status": status,
                "description": answer["description"],
                "types": list(answer.get("content", {})),
                "schema": _kind(_first(answer.get("content", {})).get("schema")),
                "examples": _examples(answer.get("content", {})),
            }
            for status, answer in operation["responses"].items()
        ],
    }


def _first(content: Json) -> Json:
    first: Json = next(iter(content.values()), {})
    return first


def _examples(content: Json) -> list[Json]:
    return [
        {"name": name, "text": _laid_out(example["value"])}
        for shown in content.values()
        for name, example in shown.get("examples", {}).items()
    ]


def _laid_out(value: object, margin: str = "") -> str:
    """JSON with no more lines than it needs to be read."""
    if isinstance(value, str) and not margin:
        return value
    line = json.dumps(value, ensure_ascii=False)
    if len(line) <= 60 or not isinstance(value, dict | list):
        return line
    deeper = margin + "  "
    if isinstance(value, list):
        parts = [_laid_out(one, deeper) for one in value]
    else:
        parts = [f"{json.dumps(key)}: {_laid_out(one, deeper)}" for key, one in value.items()]
    first, last = "[]" if isinstance(value, list) else "{}"
    return f",\n{deeper}".join(parts).join((f"{first}\n{deeper}", f"\n{margin}{last}"))


def _schema(name: str, schema: Json) -> Json:
    required = schema.get("required", [])
    return {
        "name": name,
        "description": schema.get("description", ""),
        "closed": schema.get("additionalProperties") is False,
        "fields": [
            {
                "name": field,
                "required": field in required,
                "kind": _kind(shape),
                "description": shape.get("description", ""),
            }
            for field, shape in schema.get("properties", {}).items()
        ],
    }


def _kind(shape: Json | None) -> Json:
    """A shape in words: before and after the name of the schema that it refers to, if it does."""
    if not shape:
        return {"before": "", "ref": "", "after": ""}
    if "$ref" in shape:
        return {"before": "", "ref": shape["$ref"].rpartition("/")[2], "after": ""}
    if "anyOf" in shape:
        kinds = [_kind(one) for one in shape["anyOf"]]
        after = " or ".join(kind["before"] for kind in kinds[1:])
        return {**kinds[0], "after": f"or {after}"}
    if shape.get("type") in ("array", ["array", "null"]):
        inner = _kind(shape.get("items"))
        most = f"at most {shape['maxItems']}" if "maxItems" in shape else ""
        return {**inner, "before": f"list of {inner['before']}".strip(), "after": most}
    return {"before": _words(shape), "ref": "", "after": ""}


def _words(shape: Json) -> str:
    if "enum" in shape:
        return " | ".join(str(value) for value in shape["enum"] if value is not None)
    kinds = shape.get("type", "anything")
    listed = [kinds] if isinstance(kinds, str) else [kind for kind in kinds if kind != "null"]
    words = " or ".join("list of strings" if kind == "array" else kind for kind in listed)
    if "maxLength" in shape:
        words += f", at most {shape['maxLength']} characters"
    if "minimum" in shape and "maximum" in shape:
        words += f", {shape['minimum']} to {shape['maximum']}"
    elif "minimum" in shape:
        words += f", at least {shape['minimum']}"
    return words
