"""The API of games: an evening's score sheet over HTTP."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, request

from scorer import game as games
from scorer.errors import HandError, Problem
from scorer.service.api import bodies
from scorer.service.api.answering import encoded
from scorer.service.api.openapi import operation
from scorer.service.games import described, opening, sent
from scorer.service.games.keys import ROLES
from scorer.service.games.opening import WrittenSinceError
from scorer.speech import say

__all__ = ["MAKING", "OPENING", "blueprint"]


KEY = "/<game_key:key>"

blueprint = Blueprint("games", __name__, url_prefix="/api/v1/games")

MAKING = ("games.new_game", "games.import_game")
OPENING = (
    *("games.game_sheet", "games.remove_game", "games.enter", "games.preview", "games.export_game"),
    *("games.export_csv", "games.settle_up", "games.replace_keys"),
)
"""The endpoints that make a game, and those that open one."""


@operation(blueprint, "POST", "", operationId="new_game", **described.NEW)
def new_game() -> Response:
    """Begin a game."""
    return _made(games.begin(sent.object_sent(bodies.document()), at=opening.now()))


@operation(blueprint, "POST", "/import", operationId="import_game", **described.IMPORT)
def import_game() -> Response:
    """Make the game of an export again."""
    most = current_app.config["GAMES_IMPORT_MAX_BYTES"]
    return _made(games.load(sent.object_sent(bodies.document(most)), at=opening.now()))


@operation(blueprint, "GET", KEY, operationId="game_sheet", **described.SHEET)
def game_sheet(key: str) -> Response:
    """Give the sheet, or 304 to somebody who has it."""
    since = sent.since()
    known = opening.known(key)
    if request.if_none_match.contains_weak(known.tag):
        return opening.of_now(Response(status=304), known.tag)
    game, known = opening.opened(key)
    return opening.of_now(_json(games.sheet(game, since)), known.tag)


@operation(blueprint, "DELETE", KEY, operationId="remove_game", **described.REMOVE)
def remove_game(key: str) -> Response:
    """Remove a game and its keys."""
    known = opening.known(key)
    opening.may_write(known)
    opening.store().remove(known)
    return _kept_nowhere(Response(status=204))


@operation(blueprint, "POST", f"{KEY}/entries", operationId="enter", **described.ENTER)
def enter(key: str) -> Response:
    """Write an entry."""
    opening.may_write(opening.known(key))
    by, name = sent.writer(), sent.name_of_answer()
    document = sent.object_sent(bodies.document())
    after = sent.after(document)
    once = None if name is None else (name, sent.asked(document))
    answer = opening.written(key, _without_after(document), after, by, once)
    return _kept_nowhere(Response(answer, 201, mimetype="application/json"))


@operation(blueprint, "POST", f"{KEY}/preview", operationId="preview", **described.PREVIEW)
def preview(key: str) -> Response:
    """Answer as if an entry were written."""
    opening.may_write(opening.known(key))
    by = sent.writer()
    document = sent.object_sent(bodies.document())
    after = sent.after(document)
    game, _ = opening.opened(key)
    if game.version != after:
        raise WrittenSinceError(game, after)
    return _kept_nowhere(_json(opening.answer_to(game, _without_after(document), by)[1]))


@operation(blueprint, "GET", f"{KEY}/export.json", operationId="export_game", **described.EXPORT)
def export_game(key: str) -> Response:
    """Give the whole game."""
    return _kept_nowhere(_json(games.export(opening.opened(key).game)))


@operation(blueprint, "GET", f"{KEY}/export.csv", operationId="export_csv", **described.CSV)
def export_csv(key: str) -> Response:
    """Give the sheet as a table."""
    text = games.as_csv(opening.opened(key).game)
    response = Response(text.encode("utf-8", "replace"), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = 'attachment; filename="game.csv"'
    return _kept_nowhere(response)


@operation(blueprint, "GET", f"{KEY}/settle-up", operationId="settle_up", **described.SETTLE_UP)
def settle_up(key: str) -> Response:
    """Tell who gives what to whom, so that all are even."""
    game = opening.opened(key).game
    asked = request.args
    told = games.settle_up(
        game, asked.get("rate"), asked.get("currency"), asked.get("by", "points")
    )
    return _kept_nowhere(_json(told))


@operation(blueprint, "POST", f"{KEY}/keys", operationId="replace_keys", **described.KEYS)
def replace_keys(key: str) -> Response:
    """Replace keys."""
    opening.may_write(opening.known(key))
    document = sent.object_sent(bodies.document())
    wanted = _roles(document)
    return _kept_nowhere(_json({"keys": opening.replaced_keys(key, wanted)}))


def _made(game: games.Game) -> Response:
    known, keys = opening.begun(game)
    response = _json({**games.sheet(game), "keys": keys})
    response.status_code = 201
    response.headers["Location"] = f"/api/v1/games/{keys['play']}"
    return opening.of_now(response, known.tag, stored=False)


def _roles(document: dict[str, Any]) -> list[Any]:
    """The keys that are to be replaced. Raises HandError."""
    wrong = [
        Problem(f"/{name}", "bad_value", say("write true for a key that is to be replaced"))
        for name, value in document.items()
        if name not in ROLES or not isinstance(value, bool)
    ]
    if wrong:
        raise HandError(*wrong[:50])
    wanted = [role for role in ROLES if document.get(role)]
    if not wanted:
        detail = say("say which key is to be replaced: play, watch or both")
        raise HandError(Problem("", "required", detail))
    return wanted


def _without_after(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name != "after"}


def _json(document: object) -> Response:
    return Response(encoded(document), mimetype="application/json")


def _kept_nowhere(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response
