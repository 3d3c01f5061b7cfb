"""The HTTP API of games."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, current_app, request

from scorer import game as games
from scorer import types
from scorer.documents.schemas import requests
from scorer.errors import HandError, Problem
from scorer.languages.speech import say
from scorer.service.api import bodies
from scorer.service.api.answering import to_json
from scorer.service.api.openapi import operation
from scorer.service.api.selection import select_fields, selected_fields, selection_tag
from scorer.service.games import bearer, importing, opening, operations, request_meta
from scorer.service.games.fitting import MAX_ENTRIES_PER_ANSWER, number_fitting_in_answer
from scorer.service.games.opening import WrittenSinceError
from scorer.service.i18n import languages
from scorer.service.i18n.languages import SOURCE_LANGUAGE, wire_code
from scorer.service.i18n.wire import tag_in
from scorer.service.store.keys import GAME_ROLES, KEY_PATH
from scorer.service.store.lazy_json import encode
from scorer.service.store.records import IdempotentRequest
from scorer.service.wsgi.caching import no_store, with_etag
from scorer.types.entries import CodeRequest, JoinRequest, KeysRequest
from scorer.types.terms import Role

FILE_TYPES = (
    *("application/octet-stream", "application/xml", "text/xml", "application/gzip"),
    "application/x-gzip",
)
"""The media types of files, of which it is found out what they are."""

blueprint = Blueprint("games", __name__, url_prefix="/api/v1/games")
bearer.register(blueprint)

MAKING_ENDPOINTS = ("games.new_game", "games.import_game")
JOIN_ENDPOINTS = ("games.join_game",)
"""The endpoints that make a game, and that join one by a code."""


@operation(blueprint, "POST", "", **operations.NEW_GAME)
def new_game() -> Response:
    """Begin a game."""
    document = request_meta.require_object(bodies.json_document())
    game = games.begin(document, at=opening.now_text())
    return _created_response(document, game)


@operation(blueprint, "POST", "/import", **operations.IMPORT_GAME)
def import_game() -> Response:
    """Create a game from an export, or from a log of another site."""
    most = current_app.config["GAMES_IMPORT_MAX_BYTES"]
    file = bodies.body_of_types(FILE_TYPES, most)
    if file is not None:
        return _created_response(file, *importing.game_of_file(file))
    document = bodies.json_document(most)
    return _created_response(document, *importing.game_of_document(document))


@operation(blueprint, "GET", KEY_PATH, **operations.GAME_SHEET)
def game_sheet(key: str) -> Response:
    """Return the sheet, or 304 if the client has it."""
    since = request_meta.read_since()
    names = selected_fields(types.GameSheet)
    game_ref = opening.find_game(key)
    tag = tag_in(wire_code(), selection_tag(names, game_ref.tag))
    if request.if_none_match.contains_weak(tag):
        return with_etag(Response(status=304), tag)
    game, game_ref = opening.open_game(key)
    sheet = opening.in_wire_language(types.GameSheet, game, games.sheet(game, since))
    tag = tag_in(wire_code(), selection_tag(names, game_ref.tag))
    return with_etag(_json(select_fields(sheet, names)), tag)


@operation(blueprint, "DELETE", KEY_PATH, **operations.REMOVE_GAME)
def remove_game(key: str) -> Response:
    """Remove a game and its keys."""
    game_ref = opening.find_game(key)
    opening.require_play_key(game_ref)
    opening.store().remove(game_ref)
    return no_store(Response(status=204))


@operation(blueprint, "POST", f"{KEY_PATH}/entries", **operations.WRITE_ENTRY)
def enter(key: str) -> Response:
    """Write an entry."""
    opening.require_play_key(opening.find_game(key))
    by, name = request_meta.read_writer(), request_meta.read_idempotency_key()
    document = request_meta.require_object(bodies.json_document())
    after = request_meta.read_seen_version(document)
    once = None
    if name is not None:
        once = IdempotentRequest(name, request_meta.hash_request(document))
    answer = opening.write_entry(key, _without_after(document), after, by, once)
    if wire_code() != SOURCE_LANGUAGE:
        game = opening.open_game(key).game
        recorded = games.translated_answer(game, json.loads(answer))
        answer = to_json(languages.in_wire_language(types.WrittenEntry, recorded))
    return no_store(Response(answer, 201, mimetype="application/json"))


@operation(blueprint, "POST", f"{KEY_PATH}/preview", **operations.PREVIEW_ENTRY)
def preview(key: str) -> Response:
    """Return the answer to an entry without writing it."""
    opening.require_play_key(opening.find_game(key))
    by = request_meta.read_writer()
    document = request_meta.require_object(bodies.json_document())
    after = request_meta.read_seen_version(document)
    game, _ = opening.open_game(key)
    if game.version != after:
        raise WrittenSinceError(game, after)
    written, answer = opening.apply_entry(game, _without_after(document), by)
    return no_store(_json(opening.in_wire_language(types.WrittenEntry, written, answer)))


@operation(blueprint, "GET", f"{KEY_PATH}/export.json", **operations.EXPORT_GAME)
def export_game(key: str) -> Response:
    """Return the whole game."""
    response = _json(games.exported_game(opening.open_game(key).game))
    # It is the record itself, which an import is to find as it was written.
    response.content_language.add(SOURCE_LANGUAGE)
    return no_store(response)


@operation(blueprint, "GET", f"{KEY_PATH}/export.csv", **operations.EXPORT_CSV)
def export_csv(key: str) -> Response:
    """Return the sheet as CSV."""
    text = games.as_csv(opening.open_game(key).game)
    response = Response(text.encode("utf-8", "replace"), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = 'attachment; filename="game.csv"'
    return no_store(response)


@operation(blueprint, "GET", f"{KEY_PATH}/settle-up", **operations.SETTLE_UP)
def settle_up(key: str) -> Response:
    """Return the transfers that settle the game."""
    game = opening.open_game(key).game
    query = request.args
    by = query.get("by", "points")
    return no_store(_json(games.settle_up(game, query.get("rate"), query.get("currency"), by)))


@operation(blueprint, "POST", f"{KEY_PATH}/keys", **operations.REPLACE_KEYS)
def replace_keys(key: str) -> Response:
    """Replace keys."""
    if request_meta.read_idempotency_key() is None:
        opening.require_play_key(opening.find_game(key))
    document = bodies.json_document()
    roles, once = _roles_to_replace(document), request_meta.read_first_request(document)
    return no_store(_json({"keys": opening.replace_keys(key, roles, once)}))


@operation(blueprint, "POST", f"{KEY_PATH}/codes", **operations.OPEN_CODE)
def open_code(key: str) -> Response:
    """Make a code to join the game by."""
    opening.require_play_key(opening.find_game(key))
    role = requests.load(CodeRequest, bodies.json_document())["role"]
    return no_store(_json(opening.open_code(key, role), 201))


@operation(blueprint, "POST", "/join", **operations.JOIN_GAME)
def join_game() -> Response:
    """Join a game by a code."""
    code = requests.load(JoinRequest, bodies.json_document())["code"]
    return no_store(_json({"keys": opening.join_game(code)}, 201))


def _created_response(
    body: object, made: games.Game, report: dict[str, Any] | None = None
) -> Response:
    once = request_meta.read_first_request(body)
    game_ref, keys, game = opening.create_game(made, once)
    last = games.shown_entries(game, max(0, game.version - MAX_ENTRIES_PER_ANSWER), game.version)
    since = game.version - number_fitting_in_answer(reversed(last))
    continuation = {**({"more": True} if since else {}), **({"log": report} if report else {})}
    sheet = {**games.sheet(game, since), **continuation, "keys": keys}
    response = _json(opening.in_wire_language(types.BegunGame, game, sheet), 201)
    response.headers["Location"] = f"/api/v1/games/{keys['play']}"
    return with_etag(response, tag_in(wire_code(), game_ref.tag), stored=False)


def _roles_to_replace(document: object) -> list[Role]:
    """Return the roles whose keys are to be replaced. Raises HandError."""
    keys = requests.load(KeysRequest, document)
    roles = [role for role in GAME_ROLES if keys.get(role)]
    if not roles:
        detail = say("choose which key to replace: play, watch or both")
        raise HandError(Problem("", "required", detail))
    return roles


def _without_after(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name != "after"}


def _json(document: object, status: int = 200) -> Response:
    return Response(encode(document), status, mimetype="application/json")
