"""The OpenAPI document: made once from the schemas and the views, and served as it is."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, ParamSpec

from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask, Response
from flask_smorest import Api, Blueprint
from marshmallow import Schema, fields

import scorer
from scorer.documents import schemas, shapes
from scorer.documents.fields import Plain
from scorer.service import examples
from scorer.service.problems import KINDS, MEDIA_TYPE

__all__ = [
    "BATCH_DOC",
    "CARD_BODY",
    "answers",
    "asks",
    "document",
    "operation",
    "refuses",
    "register",
]

Json = dict[str, Any]
P = ParamSpec("P")

EXTENSION = "scorer-openapi"
VERSION = "3.1.0"
DESCRIPTION = (
    "Mahjong hands scored, settled and explained. Facts go in, a score comes out: every line of it "
    "with its reason and its source. A request that is well formed may still hold a hand that "
    "cannot be: it is answered with 422, and `errors` names each field."
)


def operation(
    blueprint: Blueprint, method: str, rule: str, **doc: Any
) -> Callable[[Callable[P, Response]], Callable[P, Response]]:
    """Answer a method at an address with a view, and describe it so."""

    def register(view: Callable[P, Response]) -> Callable[P, Response]:
        blueprint.route(rule, methods=[method])(blueprint.doc(**doc)(view))
        return view

    return register


def asks(schema: str, shown: Mapping[str, Any]) -> Json:
    """A request body with a document after this schema."""
    content = {
        "schema": getattr(schemas, schema),
        "examples": {name: {"value": value} for name, value in shown.items()},
    }
    return {"required": True, "content": {"application/json": content}}


def answers(schema: str, description: str, *, many: bool = False) -> Json:
    """The answer when all is well."""
    shape = getattr(shapes, schema)
    content = {"application/json": {"schema": shape(many=True) if many else shape}}
    return {"200": {"description": description, "content": content}}


def refuses(*statuses: int) -> Json:
    """The problems with which a request may be answered."""
    return {
        str(status): {
            "description": f"{KINDS[status].title}. {KINDS[status].advice}",
            "content": {MEDIA_TYPE: {"schema": shapes.ProblemAnswer}},
        }
        for status in statuses
    }


_LINES: Json = {"schema": {"type": "string"}}
_SHOWN_LINES: Json = {
    "two hands": {"value": "".join(json.dumps(one) + "\n" for one in examples.BATCH)}
}
BATCH_DOC: Json = {
    "summary": "Score many hands",
    "description": (
        "A ScoreRequest a line goes in; a Score a line comes out, in the same order, as soon as it "
        "is made. A line that cannot be scored is answered with a Batch object, which tells the "
        "number of the line, and stops nothing. Blank lines are passed over."
    ),
    "requestBody": {
        "required": True,
        # Tools that make requests of this document know how to send text, not x-ndjson: theirs is
        # the example.
        "content": {
            "application/x-ndjson": _LINES,
            "text/plain": {**_LINES, "examples": _SHOWN_LINES},
        },
    },
    "responses": {
        "200": {
            "description": "An answer a line: a Score, or a Batch object for a line that is wrong",
            "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
        },
        **refuses(413, 415, 429),
    },
}
BATCH_DOC["responses"]["429"]["headers"] = {
    "Retry-After": {
        "description": "how many seconds to wait",
        "schema": {"type": "integer", "minimum": 1},
    }
}

CARD_BODY = asks("CardRequest", {"a card of two hands": examples.CARD})
CARD_BODY["content"]["text/plain"] = {
    "schema": {"type": "string", "maxLength": schemas.LONGEST_CARD}
}


class _Api(Api):  # type: ignore[misc]
    """flask-smorest's, without an error response that no view of ours gives."""

    DEFAULT_ERROR_RESPONSE_NAME = None


def register(app: Flask, *blueprints: Blueprint) -> None:
    """Register these blueprints, and the document that describes them at /openapi.json."""
    plugin = MarshmallowPlugin(schema_name_resolver=_name)
    app.config.update(
        API_TITLE="Mahjong scorer",
        API_VERSION=scorer.__version__,
        OPENAPI_VERSION=VERSION,
        OPENAPI_URL_PREFIX=None,
    )
    api = _Api(
        app,
        spec_kwargs={
            "marshmallow_plugin": plugin,
            "info": {"description": DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}},
            "servers": [{"url": "/"}],
        },
    )
    assert plugin.converter is not None
    plugin.converter.add_attribute_function(_plain_shape)  # type: ignore[no-untyped-call]
    api.spec.components.schema("Batch", schema=shapes.BatchAnswer)
    for blueprint in blueprints:
        api.register_blueprint(blueprint)
    made = _finished(api.spec.to_dict(), plugin.converter.refs)
    app.extensions[EXTENSION] = made
    served = json.dumps(made)
    app.add_url_rule(
        "/openapi.json", "openapi", lambda: Response(served, mimetype="application/json")
    )


def document(app: Flask) -> Json:
    """The OpenAPI document of the application."""
    made: Json = app.extensions[EXTENSION]
    return made


def _name(schema: str | type[Schema] | Schema) -> str:
    kind = schema if isinstance(schema, type) else type(schema)
    return kind.__name__.removesuffix("Answer")


def _plain_shape(_: object, field: fields.Field[Any], **__: object) -> Json:
    """How a field of a request stands in JSON Schema."""
    if not isinstance(field, Plain):
        return {}
    shape = dict(field.shape)
    if field.allow_none:
        kind = shape["type"]
        shape["type"] = [*([kind] if isinstance(kind, str) else kind), "null"]
        if "enum" in shape:
            shape["enum"] = [*shape["enum"], None]
    return shape


def _finished(made: Json, refs: Mapping[Any, str]) -> Json:
    """The document with what the schemas' classes and the scorer know besides."""
    described = made["components"]["schemas"]
    for (kind, *_), name in refs.items():
        described[name]["description"] = " ".join((kind.__doc__ or "").split())
    known = scorer.rulesets()
    names = [ruleset["id"] for ruleset in known]
    for path, operations in made["paths"].items():
        for parameter in operations.get("parameters", ()):
            if path.endswith("/rulesets/{id}"):
                parameter["description"] = "the id of a ruleset"
                parameter["schema"] = {"type": "string", "enum": names}
            elif path.endswith("/cards/{id}"):
                parameter["description"] = "the name of a card that comes with the scorer"
    for request in ("ScoreRequest", "SettleRequest", "WaitsRequest", "NearestRequest"):
        described[request]["properties"]["ruleset"]["enum"] = names
    circumstances = _ids(known, "circumstances", "id")
    for win in ("Win", "ExpectedWin"):
        described[win]["properties"]["with"]["items"]["enum"] = circumstances
    described["Event"]["properties"]["event"]["enum"] = _ids(known, "events", "event")
    _show_answers(made["paths"])
    return made


def _show_answers(paths: Json) -> None:
    """Beside each example of a request, the answer to it."""
    answering = {
        "score": scorer.score,
        "settle": scorer.settle,
        "waits": scorer.waits,
        "nearest": scorer.nearest,
        "cards/check": scorer.check_card,
    }
    for view, answer in answering.items():
        operation = paths[f"/api/v1/{view}"]["post"]
        asked = operation["requestBody"]["content"]["application/json"]["examples"]
        content = operation["responses"]["200"]["content"]["application/json"]
        content["examples"] = {
            name: {"value": answer(example["value"])} for name, example in asked.items()
        }


def _ids(rulesets: list[Json], what: str, key: str) -> list[str]:
    """The ids that any of the rulesets knows, in their order."""
    return list(dict.fromkeys(one[key] for ruleset in rulesets for one in ruleset[what]))
