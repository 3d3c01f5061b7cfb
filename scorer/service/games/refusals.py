"""Error handlers for unknown codes, keys to watch that write, and writes on a stale version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response

from scorer import game as games
from scorer.errors import HandError, Problem
from scorer.languages.speech import say
from scorer.service.api.problems import detail_and_errors, problem_response
from scorer.service.games import opening
from scorer.service.games.fitting import MAX_ENTRIES_PER_ANSWER, number_fitting_in_answer
from scorer.service.games.opening import (
    CodeError,
    WatchKeyError,
    WrittenSinceError,
)
from scorer.service.i18n.languages import error_in_wire_language, gettext_noop
from scorer.types import StaleProblem

if TYPE_CHECKING:
    from scorer.types import Fault

UNKNOWN_CODE_SENTENCE: Final = gettext_noop(
    "No game or class has this code now. A code is valid for ten minutes: ask for a new one."
)


def register(app: Flask) -> None:
    """Register the error handlers."""
    app.register_error_handler(CodeError, _unknown_code_response)
    app.register_error_handler(WatchKeyError, _watch_key_response)
    app.register_error_handler(WrittenSinceError, _stale_response)


def _unknown_code_response(_: CodeError) -> Response:
    """Return 404 for a code that opens nothing."""
    fault: Fault = {"pointer": "/code", "code": "unknown_code", "detail": UNKNOWN_CODE_SENTENCE}
    return problem_response(404, UNKNOWN_CODE_SENTENCE, [fault])


def _watch_key_response(_: WatchKeyError) -> Response:
    """Return 403 for a write with a key to watch."""
    detail = gettext_noop(
        "This key can only watch the game. To change it, ask for the key to play."
    )
    return problem_response(403, detail, [{"pointer": "", "code": "watching", "detail": detail}])


def _stale_response(error: WrittenSinceError) -> Response:
    """Return 409 for a write on a stale version, with the new entries."""
    game = error.game
    detail = say(
        "the sheet is at version {version}; look at what is new, and write after that",
        version=game.version,
    )
    entries = games.shown_entries(game, error.after, error.after + MAX_ENTRIES_PER_ANSWER)
    entries = entries[: number_fitting_in_answer(entries)]
    extra: dict[str, Any] = {"version": game.version, "entries": entries}
    extra = opening.in_wire_language(StaleProblem, game, extra)
    if error.after + len(entries) < game.version:
        extra["more"] = True
    if error.comes_to:
        extra["comes_to"] = error.comes_to
    stale = error_in_wire_language(HandError(Problem("/after", "stale", detail)))
    return problem_response(409, *detail_and_errors(stale), more=extra)
