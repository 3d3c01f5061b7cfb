"""The page on which a game is made of a file: one that was exported, or a log of another site."""

from __future__ import annotations

from flask import Blueprint, current_app, render_template, request
from flask.typing import ResponseReturnValue

from scorer.errors import HandError, Problem
from scorer.languages.speech import say
from scorer.service.games import importing, opening
from scorer.service.i18n.contexts import translate_in
from scorer.service.store.records import StoreUnavailableError
from scorer.service.web.games.forms.form_meta import new_form_name
from scorer.service.web.games.pages import (
    create_game_of_form,
    no_store,
    problems_in_words,
    refuse_foreign_forms,
    render_links_page,
)

MAKING_ENDPOINTS = ("importing.ask",)
"""The endpoint that makes a game."""

blueprint = Blueprint("importing", __name__, url_prefix="/games/import")
blueprint.before_request(refuse_foreign_forms)
blueprint.after_request(no_store)


@blueprint.route("", methods=["GET", "POST"])
def ask() -> ResponseReturnValue:
    """Ask for a file, and make a game of it."""
    problems: list[str] = []
    status = 200
    if request.method == "POST":
        try:
            return _import_and_show(_uploaded_file())
        except HandError as error:
            problems, status = problems_in_words(error), 422
        except StoreUnavailableError:
            status = 503
    off = not opening.store().is_available()
    page = render_template("games/import.html", problems=problems, off=off, once=new_form_name())
    return page, status


def _uploaded_file() -> bytes:
    """Return the file of the form. Raises HandError."""
    most = current_app.config["GAMES_IMPORT_MAX_BYTES"]
    request.max_content_length = most
    file = request.files.get("file")
    body = b"" if file is None else file.read()
    if not body:
        detail = say("choose a file: a game that was exported here, or a log of Tenhou's")
        raise HandError(Problem("", "required", detail))
    return body


def _import_and_show(body: bytes) -> ResponseReturnValue:
    """Store the game of a file, and show its links and how it agrees with its log."""
    game, report = importing.game_of_file(body)
    keys = create_game_of_form(game, body).keys
    translate_in(game.ruleset)
    return render_links_page(keys, game.title, report=report), 201
