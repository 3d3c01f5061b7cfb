"""The OpenAPI document: made from the shapes of the documents and from the views, when somebody
first asks for it, and served as it is."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, ParamSpec

from apispec import APISpec
from flask import Blueprint, Flask, Response
from flask.sansio.blueprints import BlueprintSetupState

import scorer
from scorer.documents.club import club_in_use
from scorer.documents.schemas.declared import field_of
from scorer.documents.schemas.fields import StrictField
from scorer.documents.schemas.ruleset_shapes import shapes_by_ruleset
from scorer.documents.schemas.shapes import reference, strings
from scorer.errors import HandError
from scorer.languages.speech import LANGUAGES
from scorer.service.api.answering import ANSWER_BY_REQUEST
from scorer.service.api.catalogues import catalogue
from scorer.service.api.problems import KIND_BY_STATUS, MEDIA_TYPE
from scorer.service.classes.shapes import class_shapes
from scorer.service.games.shapes import game_shapes
from scorer.service.i18n.wire import API_PREFIX, LANG_PARAMETER
from scorer.service.wsgi.middleware import UNLIMITED_PATHS
from scorer.service.wsgi.rate_limits import HEADER_NAMES, POLICY_HEADER, STATE_HEADER
from scorer.types.records import Member, request_record

Json = dict[str, Any]
P = ParamSpec("P")

OPENAPI_EXTENSION: Final = "scorer-openapi"
OPERATIONS_EXTENSION: Final = "scorer-operations"
OPENAPI_VERSION: Final = "3.1.0"
DESCRIPTION: Final = (
    "Mahjong hands scored, settled and explained. Facts go in, a score comes out: every line of it "
    "with its reason and its source. A request that is well formed may still hold a hand that "
    "cannot be: it is answered with 422, and `errors` names each field."
)
TAGS: Final = {
    "api": "Hands scored, tables settled.",
    "games": "An evening's score sheet, which those share who have its key.",
    "classes": "Exercises that pupils answer and a teacher sees, who share the class's keys.",
    "health": "Whether the service is well.",
}
KEY_SCHEME: Final = "key"
HEADER_KEY_SCHEME: Final[Json] = {
    "type": "http",
    "scheme": "bearer",
    "description": "The key of a game or a class, where the path has `-` in its place.",
}
LANG_PARAMETER_SHAPE: Final[Json] = {
    "description": "the language of the sentences in the answer: "
    + ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
    + "; else what Accept-Language asks for, else English. Ids, codes and amounts are the same in "
    "each.",
    "schema": {"type": "string"},
}
HEADERS: Final[Json] = {
    "Content-Language": {
        "description": "the language of the sentences in the answer",
        "schema": {"type": "string"},
    },
    "Retry-After": {
        "description": "how many seconds to wait",
        "schema": {"type": "integer", "minimum": 1},
    },
    POLICY_HEADER: {
        "description": "the limits that the request counts against, as in "
        '`"made";q=300;w=60, "time";q=60000;w=600;qu="processor-milliseconds"`: how much (`q`) a '
        "client may do in so many seconds (`w`); none where the server sets no limit",
        "schema": {"type": "string"},
    },
    STATE_HEADER: {
        "description": 'what is left of each of them, as in `"made";r=299;t=60, '
        '"time";r=59988;t=412`: how much (`r`), until all of it is there again (`t`, in seconds)',
        "schema": {"type": "string"},
    },
}
_PATH_PARAMETER_PATTERN: Final = re.compile(r"<(?:[^<>]*:)?(\w+)>")


class Operation(NamedTuple):
    """What an address does with a method, and its description as the OpenAPI document has it."""

    path: str
    method: str
    description: Json


def operation(
    blueprint: Blueprint, method: str, rule: str, **description: Any
) -> Callable[[Callable[P, Response]], Callable[P, Response]]:
    """Have the decorated view answer this method at this address; the keyword arguments describe
    the operation in the OpenAPI document, whose id is the view's name unless they have one."""

    def register(view: Callable[P, Response]) -> Callable[P, Response]:
        def note(state: BlueprintSetupState) -> None:
            path = _PATH_PARAMETER_PATTERN.sub(r"{\1}", (state.url_prefix or "") + rule)
            tagged = {"tags": [blueprint.name], "operationId": view.__name__, **description}
            known = state.app.extensions.setdefault(OPERATIONS_EXTENSION, [])
            known.append(Operation(path, method.lower(), tagged))

        blueprint.add_url_rule(rule, view_func=view, methods=[method])
        blueprint.record(note)
        return view

    return register


def request_body(schema: str, shown: Mapping[str, Any]) -> Json:
    """Return the description of a request body that is a document of this shape, with examples."""
    content = {"application/json": {"schema": schema, "examples": _example_objects(shown)}}
    return {"required": True, "content": content}


def success_response(schema: str | Json, description: str) -> Json:
    """Return the description of the answer when all is well."""
    content = {"application/json": {"schema": schema}}
    return {"200": {"description": description, "content": content}}


def id_in_path(description: str, known: Iterable[str]) -> Json:
    """Return the description of the id in the path, which is one of ``known``."""
    return {
        "name": "id",
        "in": "path",
        "required": True,
        "description": description,
        "schema": strings(known),
    }


def query_parameters(kind: str) -> list[Json]:
    """Return the descriptions of the parameters in the query of an operation whose request is of
    this kind, such as ``problem``."""
    return [_query_parameter(member) for member in request_record(kind).members]


def _query_parameter(member: Member) -> Json:
    field = field_of(member)
    assert isinstance(field, StrictField), field
    default = f"; {member.note.default} by default" if member.kind == "integer" else ""
    return {
        "name": member.name,
        "in": "query",
        **({"required": True} if member.required else {}),
        "description": member.meaning + default,
        "schema": reference("RulesetId") if member.name == "ruleset" else dict(field.shape),
    }


def problem_responses(*statuses: int) -> Json:
    """Return the descriptions of the problems with which a request may be answered."""
    return {
        str(status): {
            "description": f"{KIND_BY_STATUS[status].title}. {KIND_BY_STATUS[status].advice}",
            "content": {MEDIA_TYPE: {"schema": "Problem"}},
        }
        for status in statuses
    }


def body_problems(*others: int) -> Json:
    """Return the same of a request with a body: these problems, and those of any body."""
    return problem_responses(*others, 400, 413, 415, 422)


def register(app: Flask) -> None:
    """Serve the document of the operations that were registered, at /openapi.json. It is made when
    it is first asked for: that takes longer than all else that an application begins with."""

    @cache
    def made() -> Json:
        return _build_document(app.extensions.get(OPERATIONS_EXTENSION, []))

    @cache
    def served() -> bytes:
        return json.dumps(made()).encode()

    app.extensions[OPENAPI_EXTENSION] = made

    @app.get("/openapi.json", endpoint="openapi")
    def openapi() -> Response:
        return catalogue(served())


def openapi_document(app: Flask) -> Json:
    """Return the OpenAPI document of the application."""
    made: Json = app.extensions[OPENAPI_EXTENSION]()
    return made


def _build_document(operations: Iterable[Operation]) -> Json:
    spec = APISpec(
        "Mahjong scorer",
        scorer.__version__,
        OPENAPI_VERSION,
        info={"description": DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}},
        servers=[{"url": "/"}],
        security=[],
    )
    documents = shapes_by_ruleset()
    for name, shape in (documents | game_shapes(documents) | class_shapes()).items():
        spec.components.schema(name, shape)
    spec.components.security_scheme(KEY_SCHEME, HEADER_KEY_SCHEME)
    spec.components.parameter(LANG_PARAMETER, "query", LANG_PARAMETER_SHAPE)
    for name, header in HEADERS.items():
        spec.components.header(name, header)
    for blueprint in dict.fromkeys(operation.description["tags"][0] for operation in operations):
        spec.tag({"name": blueprint, "description": TAGS[blueprint]})
    for operation in operations:
        described = {**operation.description, "responses": _with_answers(operation.description)}
        if "{key}" in operation.path:
            described["security"] = [{}, {KEY_SCHEME: []}]
            described["responses"] |= problem_responses(401)
        if operation.path.endswith("/{key}"):
            # A word that is no key, as in /games/import, is an address with other methods.
            described["responses"] |= problem_responses(405)
        if operation.path not in UNLIMITED_PATHS:
            described["responses"] = _with_waits(described["responses"])
        if operation.path.startswith(API_PREFIX) and not operation.path.endswith("/export.json"):
            _add_language(described)
        if operation.path.startswith(API_PREFIX):
            _add_rate_limits(described["responses"])
        spec.path(operation.path, operations={operation.method: described})
    made: Json = spec.to_dict()
    return made


def _with_waits(responses: Json) -> Json:
    """Return the responses of an operation with those that any may give: 429 to a client that has
    used its time, 503 while the service starts or its database is away."""
    waits = problem_responses(429, 503)
    for response in waits.values():
        response["headers"] = {"Retry-After": "Retry-After"}
    return responses | {
        status: {**response, **responses.get(status, {})} for status, response in waits.items()
    }


def _add_rate_limits(responses: Json) -> None:
    """Describe the limits in the responses in which a client looks for them."""
    for status, response in responses.items():
        if status[0] == "2" or status == "429":
            limits = {name: name for name in HEADER_NAMES}
            responses[status] = {**response, "headers": {**response.get("headers", {}), **limits}}


def _add_language(described: Json) -> None:
    """Describe the language of an operation whose answer has sentences."""
    for status, response in described["responses"].items():
        if status[0] == "2" and not any("json" in kind for kind in response.get("content", ())):
            return
    described["parameters"] = [*described.get("parameters", ()), LANG_PARAMETER]
    described["responses"] = {
        status: {
            **response,
            "headers": {**response.get("headers", {}), "Content-Language": "Content-Language"},
        }
        if "content" in response
        else response
        for status, response in described["responses"].items()
    }


def _example_objects(shown: Mapping[str, Any]) -> Json:
    return {name: {"value": value} for name, value in shown.items()}


def _with_answers(operation: Json) -> Json:
    """Return the responses of an operation, with the answer to each example of its request."""
    responses: Json = operation["responses"]
    answer = ANSWER_BY_REQUEST.get(operation["operationId"])
    if answer is None:
        return responses
    shown = operation["requestBody"]["content"]["application/json"]["examples"]
    made = _example_objects(dict(_example_answers(shown, answer)))
    good = responses["200"]
    content = {"application/json": {**good["content"]["application/json"], "examples": made}}
    return {**responses, "200": {**good, "content": {**good["content"], **content}}}


def _example_answers(shown: Json, answer: Callable[[Any], Any]) -> Iterator[tuple[str, Any]]:
    """Yield the answer to each example of a request by its name."""
    for name, example in shown.items():
        try:
            yield name, answer(example["value"])
        except HandError:
            # A club's own default may refuse a hand that the ruleset's takes.
            if not club_in_use().presets:
                raise
