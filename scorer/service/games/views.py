"""The HTTP API of games."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, request

from scorer import game as games
from scorer.documents.schemas import requests
from scorer.errors import HandError, Problem
from scorer.languages.speech import say
from scorer.service.api import bodies
from scorer.service.api.openapi import operation
from scorer.service.api.time_limit import stop_after
from scorer.service.games import opening, operations, request_meta
from scorer.service.games.fitting import MOST_ENTRIES, number_fitting
from scorer.service.games.opening import WrittenSinceError
from scorer.service.store.keys import ROLES
from scorer.service.store.lazy_json import encode
from scorer.types.terms import Role

KEY = "/<game_key:key>"
IMPORT_SECONDS = 4.0
"""The processor time of an import: several times that of a game with the most entries."""

blueprint = Blueprint("games", __name__, url_prefix="/api/v1/games")

MAKING = ("games.new_game", "games.import_game")
OPENING = (
    *("games.game_sheet", "games.remove_game", "games.enter", "games.preview", "games.export_game"),
    *("games.export_csv", "games.settle_up", "games.replace_keys", "games.open_code"),
)
JOINING = ("games.join_game",)
"""The endpoints that create a game, those that open one, and the one that joins one by a code."""


@operation(blueprint, "POST", "", operationId="new_game", **operations.NEW)
def new_game() -> Response:
    """Begin a game."""
    return _created(games.begin(request_meta.require_object(bodies.document()), at=opening.now()))


@operation(blueprint, "POST", "/import", operationId="import_game", **operations.IMPORT)
def import_game() -> Response:
    """Create a game from an export."""
    most = current_app.config["GAMES_IMPORT_MAX_BYTES"]
    document = request_meta.require_object(bodies.document(most))
    check = stop_after(IMPORT_SECONDS, _too_long())
    return _created(games.load(document, at=opening.now(), check=check))


@operation(blueprint, "GET", KEY, operationId="game_sheet", **operations.SHEET)
def game_sheet(key: str) -> Response:
    """Return the sheet, or 304 if the client has it."""
    since = request_meta.read_since()
    ref = opening.find_game(key)
    if request.if_none_match.contains_weak(ref.tag):
        return opening.with_etag(Response(status=304), ref.tag)
    game, ref = opening.open_game(key)
    return opening.with_etag(_json(games.sheet(game, since)), ref.tag)


@operation(blueprint, "DELETE", KEY, operationId="remove_game", **operations.REMOVE)
def remove_game(key: str) -> Response:
    """Remove a game and its keys."""
    ref = opening.find_game(key)
    opening.require_play_key(ref)
    opening.store().remove(ref)
    return _no_store(Response(status=204))


@operation(blueprint, "POST", f"{KEY}/entries", operationId="enter", **operations.ENTER)
def enter(key: str) -> Response:
    """Write an entry."""
    opening.require_play_key(opening.find_game(key))
    by, name = request_meta.read_writer(), request_meta.read_idempotency_key()
    document = request_meta.require_object(bodies.document())
    after = request_meta.read_after(document)
    once = None if name is None else (name, request_meta.hash_request(document))
    answer = opening.write_entry(key, _without_after(document), after, by, once)
    return _no_store(Response(answer, 201, mimetype="application/json"))


@operation(blueprint, "POST", f"{KEY}/preview", operationId="preview", **operations.PREVIEW)
def preview(key: str) -> Response:
    """Return the answer to an entry without writing it."""
    opening.require_play_key(opening.find_game(key))
    by = request_meta.read_writer()
    document = request_meta.require_object(bodies.document())
    after = request_meta.read_after(document)
    game, _ = opening.open_game(key)
    if game.version != after:
        raise WrittenSinceError(game, after)
    return _no_store(_json(opening.apply_entry(game, _without_after(document), by)[1]))


@operation(blueprint, "GET", f"{KEY}/export.json", operationId="export_game", **operations.EXPORT)
def export_game(key: str) -> Response:
    """Return the whole game."""
    return _no_store(_json(games.export(opening.open_game(key).game)))


@operation(blueprint, "GET", f"{KEY}/export.csv", operationId="export_csv", **operations.CSV)
def export_csv(key: str) -> Response:
    """Return the sheet as CSV."""
    text = games.as_csv(opening.open_game(key).game)
    response = Response(text.encode("utf-8", "replace"), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = 'attachment; filename="game.csv"'
    return _no_store(response)


@operation(blueprint, "GET", f"{KEY}/settle-up", operationId="settle_up", **operations.SETTLE_UP)
def settle_up(key: str) -> Response:
    """Return the transfers that settle the game."""
    game = opening.open_game(key).game
    query = request.args
    by = query.get("by", "points")
    return _no_store(_json(games.settle_up(game, query.get("rate"), query.get("currency"), by)))


@operation(blueprint, "POST", f"{KEY}/keys", operationId="replace_keys", **operations.KEYS)
def replace_keys(key: str) -> Response:
    """Replace keys."""
    opening.require_play_key(opening.find_game(key))
    return _no_store(_json({"keys": opening.replace_keys(key, _roles(bodies.document()))}))


@operation(blueprint, "POST", f"{KEY}/codes", operationId="open_code", **operations.CODES)
def open_code(key: str) -> Response:
    """Make a code to join the game by."""
    opening.require_play_key(opening.find_game(key))
    role = requests.load_code(bodies.document())["role"]
    made = opening.open_code(key, role)
    response = _no_store(_json(made))
    response.status_code = 201
    return response


@operation(blueprint, "POST", "/join", operationId="join_game", **operations.JOIN)
def join_game() -> Response:
    """Join a game by a code."""
    code = requests.load_join(bodies.document())["code"]
    response = _no_store(_json({"keys": opening.join_game(code)}))
    response.status_code = 201
    return response


def _created(game: games.Game) -> Response:
    ref, keys = opening.create_game(game)
    last = games.shown_entries(game, max(0, game.version - MOST_ENTRIES), game.version)
    since = game.version - number_fitting(reversed(last))
    more = {"more": True} if since else {}
    response = _json({**games.sheet(game, since), **more, "keys": keys})
    response.status_code = 201
    response.headers["Location"] = f"/api/v1/games/{keys['play']}"
    return opening.with_etag(response, ref.tag, stored=False)


def _too_long() -> Problem:
    detail = say(
        "scoring this game takes more than {seconds} s: begin another game with its "
        "last hands, or leave out corrections that were corrected again",
        seconds=int(IMPORT_SECONDS),
    )
    return Problem("/entries", "too_many_entries", detail)


def _roles(document: object) -> list[Role]:
    """Return the roles whose keys are to be replaced. Raises HandError."""
    keys = requests.load_keys(document)
    roles = [role for role in ROLES if keys.get(role)]
    if not roles:
        detail = say("choose which key to replace: play, watch or both")
        raise HandError(Problem("", "required", detail))
    return roles


def _without_after(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name != "after"}


def _json(document: object) -> Response:
    return Response(encode(document), mimetype="application/json")


def _no_store(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response
