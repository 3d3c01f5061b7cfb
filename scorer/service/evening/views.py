"""The pages of a game that are looked at, how one begins, and its links. What writes is in
``writing``; all of it goes the way of the API, and each form works without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorer import game as games
from scorer.errors import HandError
from scorer.game.hands import settled, whole_document
from scorer.service.evening import hand_form, new_game, writing
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
from scorer.service.games import opening
from scorer.service.games.keys import Role
from scorer.service.games.records import AwayError
from scorer.service.i18n import languages
from scorer.service.web import files, labels, public_address
from scorer.service.web.form import Form, ruleset_of, rulesets
from scorer.service.web.results import ask_no_more
from scorer.service.web.why import of_players
from scorer.settle import fewest

__all__ = ["MAKING", "OPENING", "blueprint"]

Json = dict[str, Any]

MAKING = ("evening.new",)
OPENING = (
    *("evening.game", "evening.sheet", "evening.entry", "evening.more", "evening.settle_up"),
    *("evening.keys", "evening.remove", *writing.ENDPOINTS),
)
"""The endpoints that make a game, and those that open one."""


@blueprint.get("")
def start() -> str:
    """Where an evening begins: the games of this phone, and a new one."""
    return render_template("games/start.html", off=_off())


@blueprint.route("/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """Begin a game."""
    fields, status = new_game.read(), 200
    if request.method == "POST" and not fields.switching:
        try:
            game = games.begin(fields.request, at=opening.now())
            return _with_keys(opening.begun(game)[1], game.title)
        except HandError as error:
            fields.refuse(error)
            status = 422
        except AwayError:
            status = 503
        if wants_data():
            return {"errors": fields.problems}, status
    page = render_template("games/new.html", fields=fields, form=fields.form, off=_off())
    return page, status


@blueprint.get("/alone")
def alone() -> str:
    """A game that a phone has begun without a network; the phone alone knows it."""
    return render_template("games/alone.html")


@blueprint.get("/privacy")
def privacy() -> str:
    """What is kept of a game, where, and for how long."""
    return render_template("games/privacy.html", days=current_app.config["GAMES_KEPT_DAYS"])


@blueprint.get("/open")
def open_by_link() -> ResponseReturnValue:
    """Go to the game of a link, or of a key, that somebody has typed."""
    told = request.args.get("link", "").strip().rstrip("/")
    key = told.partition("/games/")[2].partition("/")[0] or told
    if not key or "/" in key or len(key) > 100:
        return redirect(url_for("evening.start"))
    return redirect(url_for("evening.game", key=key))


@blueprint.get(KEY)
def game(key: str) -> ResponseReturnValue:
    """The game: who sits where, what they hold, and every hand."""
    state = opening.known(key).tag
    tag = f"{state}-{languages.chosen()}-{files.release()}"
    if request.if_none_match.contains_weak(tag):
        return _of_now(Response(status=304), tag)
    page = board_page("games/board.html", key, f'"{state}"')
    return _of_now(Response(page, mimetype="text/html"), tag)


@blueprint.get(f"{KEY}/sheet")
def sheet(key: str) -> str:
    """The score sheet as paper has it, to be printed."""
    return board_page("games/sheet.html", key)


@blueprint.get(f"{KEY}/entries/<int:number>")
def entry(key: str, number: int) -> ResponseReturnValue:
    """One hand: who paid whom, and why."""
    found = opening.opened(key)
    shown = board(found.game)
    row = next((row for row in shown.rows if row.entry.n == number), None)
    if row is None or row.entry.answer is None or row.entry.under is None:
        abort(404)
    detail, asked = ruleset_of(found.game.ruleset), {}
    try:
        told = hand_form.played(found.game, key, number)
        hand = (found.game, told.table, told.totals, row.entry.told["document"])
        answer: Json = settled(*hand).answer
        asked = of_players(whole_document(*hand), detail)
    except (LookupError, HandError):
        # It does not count any more, or the rules are others by now: what was answered then.
        answer = row.entry.answer
    seats = row.entry.under["seats"]
    labels.name_seats({seat: shown.names[one] for seat, one in seats.items()})
    players = row.entry.told["document"].get("players") or {}
    winner = next((seat for seat in players if players[seat].get("win")), "nobody")
    ask_no_more(answer, players)
    score = answer["scores"].get(winner)
    return page_of(
        "games/entry.html",
        found,
        key,
        board=shown,
        row=row,
        answer=answer,
        winner=winner,
        short=bool(score) and not score["qualifies"],
        least=fewest(answer["net"]),
        warnings=answer["warnings"],
        losers={},
        form=Form(MultiDict(), detail, rulesets()),
        of_players=asked,
        instead=(),
    )


@blueprint.get(f"{KEY}/more")
def more(key: str) -> str:
    """How the evening ends, the links to the game, and the game taken along or removed."""
    found = opening.opened(key)
    return page_of("games/more.html", found, key, board=board(found.game))


@blueprint.get(f"{KEY}/settle-up")
def settle_up(key: str) -> ResponseReturnValue:
    """Who gives what to whom, so that all are even."""
    found = opening.opened(key)
    rate = request.args.get("rate", "").strip().replace(",", ".") or None
    currency = request.args.get("currency", "").strip() or None
    ways = games.settled_by(found.game)
    # Whoever asks for nothing is shown what the evening is decided by.
    by = request.args.get("by", ways[-1])
    problems: list[str] = []
    try:
        told = games.settle_up(found.game, rate, currency, by)
    except HandError as error:
        problems = in_words(error)
        told = games.settle_up(found.game, by=by if by in ways else ways[-1])
    page = page_of(
        "games/settle_up.html",
        *(found, key),
        board=board(found.game),
        told=told,
        ways=ways,
        problems=problems,
        sticks=ruleset_of(found.game.ruleset)["sticks"],
    )
    return page, 422 if problems else 200


@blueprint.post(f"{KEY}/keys")
def keys(key: str) -> ResponseReturnValue:
    """New links in place of those that there are: of that to watch with, or of both."""
    found = writable(key)
    roles: list[Role] = ["watch"] if request.form.get("which") == "watch" else ["play", "watch"]
    return _with_keys({"play": key, **opening.replaced_keys(key, roles)}, found.game.title)


@blueprint.post(f"{KEY}/delete")
def remove(key: str) -> ResponseReturnValue:
    """Remove a game, where that was meant."""
    known = opening.known(key)
    opening.may_write(known)
    if request.form.get("sure") != "yes":
        return redirect(url_for("evening.more", key=key) + "#delete", 303)
    opening.store().remove(known)
    return redirect(url_for("evening.start", removed="yes"), 303)


def _with_keys(keys: Mapping[str, str], title: str) -> ResponseReturnValue:
    """The links of a game, which are told this once."""
    pages = {role: url_for("evening.game", key=key) for role, key in keys.items()}
    if wants_data():
        return {"keys": keys, "title": title, "page": pages["play"]}, 201
    links = {role: public_address.address_of(page) or page for role, page in pages.items()}
    return render_template("games/begun.html", title=title, page=pages["play"], links=links), 201


def _off() -> bool:
    """Whether games cannot be kept at the moment."""
    return not opening.store().is_there()


def _of_now(response: Response, tag: str) -> Response:
    opening.of_now(response, tag)
    response.vary.update(["Accept-Language", "Cookie"])
    return response
