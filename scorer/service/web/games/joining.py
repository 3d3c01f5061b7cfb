"""The pages on which another phone joins a game by a code."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorer.errors import HandError
from scorer.service.games import opening
from scorer.service.games.opening import CodeError
from scorer.service.games.refusals import UNKNOWN_CODE
from scorer.service.store.codes import typed_code
from scorer.service.web.games.pages import in_words, no_store, refuse_foreign_forms

ENDPOINTS = ("joining.join",)
"""The endpoints that try a code."""

MOST_TYPED = 100

blueprint = Blueprint("joining", __name__, url_prefix="/join")
blueprint.before_request(refuse_foreign_forms)
blueprint.after_request(no_store)


@blueprint.get("")
@blueprint.get("/<code>")
def ask(code: str = "") -> str:
    """Ask for a code; one in the address is filled in."""
    return _page(code)


@blueprint.post("")
def join() -> ResponseReturnValue:
    """Join the game of the code that was typed."""
    code = request.form.get("code", "")
    try:
        [(role, key)] = opening.join_game(code).items()
    except CodeError:
        return _page(code, str(UNKNOWN_CODE)), 404
    except HandError as error:
        return _page(code, *in_words(error)), 422
    page = "evening.who" if role == "play" else "evening.game"
    return redirect(url_for(page, key=key), 303)


def _page(code: str, *problems: str) -> str:
    shown = typed_code(code[:MOST_TYPED])
    return render_template("games/join.html", code=shown, problems=problems)
