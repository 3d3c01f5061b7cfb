"""The forms of a game that write: a hand, points, an undo, the table's own word, the end."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from flask import Response, abort, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from scorer.errors import HandError
from scorer.game import Game
from scorer.game.fold import folded
from scorer.service.evening import hand_form, new_game, penalties
from scorer.service.evening.board import board
from scorer.service.evening.pages import (
    KEY,
    blueprint,
    board_page,
    in_words,
    page_of,
    wants_data,
    writable,
)
from scorer.service.evening.sent import sent
from scorer.service.games import opening
from scorer.service.games.opening import Opened, WrittenSinceError
from scorer.service.games.sent import asked
from scorer.service.web import labels
from scorer.service.web.fields_sent import body_sent

__all__ = ["ENDPOINTS"]

Json = dict[str, Any]

MOST_DIGITS = 10

ENDPOINTS = (
    *("evening.hand", "evening.hand_again", "evening.adjust", "evening.undo", "evening.table"),
    "evening.close",
)


@blueprint.route(f"{KEY}/hand", methods=["GET", "POST"])
def hand(key: str) -> ResponseReturnValue:
    """Tell the next hand."""
    return _hand(key, 0)


@blueprint.route(f"{KEY}/hand/<int:number>", methods=["GET", "POST"])
def hand_again(key: str, number: int) -> ResponseReturnValue:
    """Tell a hand again that was told wrong."""
    return _hand(key, number)


@blueprint.route(f"{KEY}/adjust", methods=["GET", "POST"])
def adjust(key: str) -> ResponseReturnValue:
    """Points that move for another reason: a penalty by its name, or what was agreed."""
    found = writable(key)
    stand = folded(found.game)
    labels.name_seats(stand.seated)
    told = penalties.read(found.game, stand, body_sent())
    effect = None
    if told.request and told.typed.get("go") == "enter":
        done = _attempt(found, key, told.request)
        if done.response is not None:
            return done.response
        found, told.problems = done.found, done.problems
    elif told.request:
        effect = _effect(found.game, told)
    page = page_of(
        "games/adjust.html", found, key, told=told, effect=effect, board=board(found.game)
    )
    return page, 422 if told.problems else 200


@blueprint.post(f"{KEY}/undo")
def undo(key: str) -> ResponseReturnValue:
    """An entry does not count."""
    number = request.form.get("entry", "")
    known = number.isdecimal() and len(number) < MOST_DIGITS
    told = {"kind": "undo", "entry": int(number) if known else 0}
    return _entered(key, told)


@blueprint.route(f"{KEY}/table", methods=["GET", "POST"])
def table(key: str) -> ResponseReturnValue:
    """Who plays, who sits where, and the wind of the round, where the table says otherwise."""
    found = writable(key)
    problems: list[str] = []
    if request.method == "POST":
        try:
            done = _attempt(found, key, new_game.table_request(found.game, request.form))
        except HandError as error:
            problems = in_words(error)
        else:
            if done.response is not None:
                return done.response
            found, problems = done.found, done.problems
    page = page_of("games/table.html", found, key, problems=problems, board=board(found.game))
    return page, 422 if problems else 200


@blueprint.post(f"{KEY}/more")
def close(key: str) -> ResponseReturnValue:
    """The evening is over."""
    return _entered(key, {"kind": "close"})


def _hand(key: str, number: int) -> ResponseReturnValue:
    found = writable(key)
    try:
        told = hand_form.played(found.game, key, number)
    except LookupError:
        abort(404)
    status, since = 200, ""
    form = hand_form.form_of(found.game, told, body_sent() if request.method == "POST" else None)
    if request.args.get("winner", "") in told.seated and not number:
        form.typed.setdefault("winner", request.args["winner"])
    if request.method == "POST":
        if hand_form.table_told(form) is not None:
            try:
                return _written(found, key, hand_form.entry_of(form))
            except HandError as error:
                hand_form.place_refusal(form, error)
            except WrittenSinceError as error:
                if wants_data():
                    raise
                found, since, status = opening.opened(key), _since(error), 409
                # What it replaces may have been undone meanwhile: the form keeps what it had.
                with suppress(LookupError):
                    told = hand_form.played(found.game, key, number)
                form = hand_form.form_of(found.game, told, body_sent())
        if form.problems and wants_data():
            return {"errors": form.problems}, 422
    page = page_of(
        "games/hand.html",
        *(found, key),
        form=form,
        detail=form.detail,
        hand=told,
        hidden=hand_form.hidden(form),
        heading=hand_form.title(told),
        since=since,
        over=told.over,
    )
    return page, 422 if form.problems else status


def _entered(key: str, told: Json) -> ResponseReturnValue:
    """Write an entry that a single button tells; what is wrong with it is told by the game."""
    done = _attempt(writable(key), key, told)
    if done.response is not None:
        return done.response
    return board_page("games/board.html", key, problems=done.problems), 422


class Attempt(NamedTuple):
    """What became of an entry: the answer where it was written, else what is wrong with it, and
    the game as it is now."""

    response: Response | None
    problems: list[str]
    found: Opened


def _attempt(found: Opened, key: str, told: Json) -> Attempt:
    """Write an entry, for a page that then shows what is wrong; a script is told by an error."""
    try:
        return Attempt(_written(found, key, told), [], found)
    except HandError as error:
        if wants_data():
            raise
        return Attempt(None, in_words(error), found)
    except WrittenSinceError as error:
        if wants_data():
            raise
        words = gettext(
            "Somebody has entered something meanwhile (%(what)s). If this still holds, send it "
            "again",
            what=_since(error),
        )
        return Attempt(None, [words], opening.opened(key))


def _since(error: WrittenSinceError) -> str:
    """What was entered since, in words."""
    rows = board(error.game).rows[error.after :]
    return str(gettext("; ")).join(row.words for row in rows)


def _written(found: Opened, key: str, told: Json) -> Response:
    """Write an entry, and lead back to the game. Raises HandError and WrittenSinceError."""
    beside = sent(request.form)
    after = found.game.version if beside.after is None else beside.after
    once = (beside.once, asked(told))
    answer = opening.written(key, told, after, beside.by, once)
    address = url_for("evening.game", key=key)
    if wants_data():
        return Response(answer, 201, mimetype="application/json")
    return Response(status=303, headers={"Location": address})


def _effect(game: Game, form: penalties.Adjustment) -> Json | None:
    """What an entry would move; none, with what is wrong written into the form, else."""
    try:
        return opening.answer_to(game, form.request, None)[1]
    except HandError as error:
        form.refuse(error)
        return None
