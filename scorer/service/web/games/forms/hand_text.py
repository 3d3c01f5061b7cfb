"""The page that corrects a hand as JSON, for hands that no form can show, as of older releases."""

from __future__ import annotations

import json

from flask import abort, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from scorer.documents.text.json_text import NotJSONError, read_json
from scorer.errors import HandError, Problem
from scorer.languages.speech import say
from scorer.service.games.opening import OpenGame, WrittenSinceError
from scorer.service.i18n.languages import translate
from scorer.service.web.games import writing
from scorer.service.web.games.forms import hand_form
from scorer.service.web.games.pages import (
    KEY_PATH,
    blueprint,
    render_page,
    wants_json,
    writable_game,
)

DOCUMENT_FIELD = "document"


@blueprint.route(f"{KEY_PATH}/hand/<int:number>/text", methods=["GET", "POST"])
def hand_as_text(key: str, number: int) -> ResponseReturnValue:
    """Enter the document of a hand again, as text."""
    open_game = writable_game(key)
    try:
        hand = hand_form.hand_to_enter(open_game.game, key, number)
    except LookupError:
        abort(404)
    if hand.replaces is None:
        abort(404)
    if request.method == "GET":
        text = json.dumps(hand.replaces.payload["document"], indent=2, ensure_ascii=False)
        return _page(open_game, key, hand, text)
    text = request.form.get(DOCUMENT_FIELD, "")
    try:
        entry = {"kind": "replace", "entry": hand.replaces.n, "document": _read(text)}
        return writing.write_and_redirect(open_game, key, entry)
    except HandError as error:
        if wants_json():
            raise
        return _page(
            open_game, key, hand, text, [_in_words(problem) for problem in error.problems]
        ), 422
    except WrittenSinceError as error:
        if wants_json():
            raise
        problems = [writing.written_since_sentence(error)]
        return _page(open_game._replace(game=error.game), key, hand, text, problems), 409


def _read(text: str) -> object:
    """Return the document of a JSON text. Raises HandError."""
    try:
        return read_json(text.encode("utf-8", "replace"))
    except NotJSONError as error:
        detail = say("this is not JSON: {problem}", problem=str(error))
        raise HandError(Problem("/document", "bad_value", detail)) from None


def _in_words(problem: Problem) -> str:
    """Return the problem in words, after the pointer to the invalid part."""
    pointer = problem.pointer.removeprefix("/document")
    detail = translate(problem.detail)
    if not pointer:
        return detail
    return str(gettext("%(what)s: %(number)s", what=pointer, number=detail))


def _page(
    open_game: OpenGame,
    key: str,
    hand: hand_form.HandToEnter,
    text: str,
    problems: list[str] | None = None,
) -> str:
    return render_page(
        "games/hand_text.html",
        open_game,
        key,
        heading=hand_form.hand_page_title(open_game.game, hand),
        text=text,
        problems=problems or [],
        seated=hand.seated,
    )
