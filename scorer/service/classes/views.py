"""The HTTP API of classes."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from scorer import types
from scorer.documents.schemas import requests
from scorer.service.api import bodies
from scorer.service.api.answering import to_json
from scorer.service.api.openapi import operation
from scorer.service.classes import opening, operations
from scorer.service.classes.table import as_csv
from scorer.service.games import bearer, request_meta
from scorer.service.games.opening import time_text
from scorer.service.i18n.languages import SOURCE_LANGUAGE, in_wire_language, wire_code
from scorer.service.i18n.wire import tag_in
from scorer.service.store.classes import ClassRef
from scorer.service.store.keys import KEY_PATH
from scorer.service.store.records import IdempotentRequest
from scorer.service.wsgi.caching import no_store, with_etag
from scorer.types import classes

blueprint = Blueprint("classes", __name__, url_prefix="/api/v1/classes")
bearer.register(blueprint)

MAKING_ENDPOINTS = ("classes.new_class",)
JOIN_ENDPOINTS = ("classes.join_class",)
"""The endpoints that make a class, and that join one by a code."""


@operation(blueprint, "POST", "", **operations.NEW_CLASS)
def new_class() -> Response:
    """Begin a class."""
    document = bodies.json_document()
    class_request = requests.load(classes.ClassRequest, document)
    begun = opening.create_class(class_request, request_meta.read_first_request(document))
    answer = {"keys": begun.keys, "exercises": begun.exercises}
    response = _json({**answer, "expires": time_text(begun.class_ref.expires_at)}, 201)
    response.headers["Location"] = f"/api/v1/classes/{begun.keys['teach']}"
    return response


@operation(blueprint, "GET", KEY_PATH, **operations.CLASS_SHEET)
def class_sheet(key: str) -> Response:
    """Return the class as its key sees it, or 304 if the client has it."""
    class_ref = opening.find_class(key)
    tag = tag_in(wire_code(), class_ref.tag)
    if request.if_none_match.contains_weak(tag):
        return with_etag(Response(status=304), tag)
    return with_etag(_class_sheet_response(class_ref, key), tag)


@operation(blueprint, "DELETE", KEY_PATH, **operations.REMOVE_CLASS)
def remove_class(key: str) -> Response:
    """Remove a class with all that belongs to it."""
    opening.remove_class(key)
    return no_store(Response(status=204))


@operation(blueprint, "POST", f"{KEY_PATH}/pupils", **operations.ADD_PUPIL)
def add_pupil(key: str) -> Response:
    """Join a class under a nickname."""
    class_ref = opening.find_class(key, "join")
    document = bodies.json_document()
    nickname = requests.load(classes.PupilRequest, document)["nickname"]
    once = request_meta.read_first_request(document)
    return _json(opening.add_pupil(class_ref, nickname, key, once), 201)


@operation(blueprint, "POST", f"{KEY_PATH}/answers", **operations.ANSWER_EXERCISE)
def answer(key: str) -> Response:
    """Answer an exercise."""
    class_ref = opening.find_class(key, "join")
    name = request_meta.read_idempotency_key()
    document = requests.load(classes.PupilAnswer, bodies.json_document())
    once = (
        None if name is None else IdempotentRequest(name, request_meta.hash_request({**document}))
    )
    answered = opening.answer_exercise(class_ref, document, once, key)
    if not answered.is_shown:
        return _json({"kept": True})
    return _json(in_wire_language(types.Grade, answered.grade))


@operation(blueprint, "POST", f"{KEY_PATH}/close", **operations.CLOSE_CLASS)
def close_class(key: str) -> Response:
    """Close a class."""
    return _class_sheet_response(opening.set_open(key, is_open=False), key)


@operation(blueprint, "POST", f"{KEY_PATH}/open", **operations.OPEN_CLASS)
def open_class(key: str) -> Response:
    """Open a class again."""
    return _class_sheet_response(opening.set_open(key, is_open=True), key)


@operation(blueprint, "GET", f"{KEY_PATH}/export.csv", **operations.EXPORT_CLASS)
def export_class(key: str) -> Response:
    """Return the results as CSV."""
    class_ref = opening.find_class(key, "teach")
    exercises = opening.or_404(lambda: opening.store().exercises(class_ref), key)
    text = as_csv(*opening.store().results(class_ref), len(exercises))
    response = Response(text.encode("utf-8", "replace"), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = 'attachment; filename="class.csv"'
    return no_store(response)


@operation(blueprint, "POST", f"{KEY_PATH}/codes", **operations.OPEN_CLASS_CODE)
def open_class_code(key: str) -> Response:
    """Make a code to join the class by."""
    opening.find_class(key, "teach")
    wanted = requests.load(
        classes.ClassCodeRequest, bodies.json_document() if request.content_length else {}
    )
    return _json(opening.open_code(key, wanted.get("role") or "join"), 201)


@operation(blueprint, "POST", "/join", **operations.JOIN_CLASS)
def join_class() -> Response:
    """Join a class by a code."""
    code = requests.load(classes.ClassJoinRequest, bodies.json_document())["code"]
    return _json({"keys": opening.join_class(code)}, 201)


def _class_sheet_response(ref: ClassRef, key: str) -> Response:
    sheet = opening.class_sheet(ref, key)
    if wire_code() == SOURCE_LANGUAGE:
        return _json(sheet)
    sheet["exercises"] = [opening.translated_exercise(shown) for shown in sheet["exercises"]]
    return _json(in_wire_language(types.ClassSheet, sheet))


def _json(document: Any, status: int = 200) -> Response:
    return no_store(Response(to_json(document), status, mimetype="application/json"))
