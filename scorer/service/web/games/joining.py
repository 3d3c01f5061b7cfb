"""The pages on which another phone joins a game or a class by a code."""

from __future__ import annotations

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorer.errors import HandError
from scorer.service.classes import opening as classes
from scorer.service.games import opening
from scorer.service.games.opening import CodeError
from scorer.service.games.refusals import UNKNOWN_CODE_SENTENCE
from scorer.service.i18n import languages
from scorer.service.store.codes import typed_code
from scorer.service.web.games.pages import no_store, problems_in_words, refuse_foreign_forms

JOIN_ENDPOINTS = ("joining.join",)
"""The endpoints that try a code."""

MAX_CODE_LENGTH = 100
ENDPOINT_BY_ROLE = {
    "play": "game_pages.who",
    "watch": "game_pages.game",
    **dict.fromkeys(("join", "teach"), "class_pages.shown"),
}
"""The page to which a key of each role leads."""

blueprint = Blueprint("joining", __name__, url_prefix="/join")
blueprint.before_request(refuse_foreign_forms)
blueprint.after_request(no_store)


@blueprint.get("")
@blueprint.get("/<code>")
def ask(code: str = "") -> str:
    """Ask for a code; one in the address is filled in."""
    return _join_page(code)


@blueprint.post("")
def join() -> ResponseReturnValue:
    """Join the game or the class of the code that was typed."""
    code = request.form.get("code", "")
    languages.offer_languages(url_for("joining.ask"))
    try:
        [(role, key)] = _further_key(code).items()
    except CodeError:
        return _join_page(code, str(UNKNOWN_CODE_SENTENCE)), 404
    except HandError as error:
        return _join_page(code, *problems_in_words(error)), 422
    return redirect(url_for(ENDPOINT_BY_ROLE[role], key=key), 303)


def _further_key(code: str) -> dict[str, str]:
    """Return a further key of the game or class of a code. Raises CodeError or HandError."""
    try:
        return opening.join_game(code)
    except CodeError:
        keys = classes.join_class(code)
    g.pop("guessed_code", None)  # it is a class's, and no guess
    return keys


def _join_page(code: str, *problems: str) -> str:
    shown = typed_code(code[:MAX_CODE_LENGTH])
    return render_template("games/join.html", code=shown, problems=problems)
