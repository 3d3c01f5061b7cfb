"""What a writer is answered who may not write, or has not seen the last entries."""

from __future__ import annotations

from flask import Flask, Response

from scorer import game as games
from scorer.service.api.problems import problem
from scorer.service.games.opening import WatchingError, WrittenSinceError
from scorer.service.i18n.languages import later

__all__ = ["register"]


def register(app: Flask) -> None:
    """Answer both, to programs and pages alike."""
    app.register_error_handler(WatchingError, _watching)
    app.register_error_handler(WrittenSinceError, _stale)


def _watching(_: WatchingError) -> Response:
    """The answer to somebody who writes with a key to watch."""
    detail = later("This key is to watch with: ask for the one to play with, and write with that.")
    return problem(403, detail, [{"pointer": "", "code": "watching", "detail": detail}])


def _stale(error: WrittenSinceError) -> Response:
    """The answer to somebody who has not seen the last entries."""
    game = error.game
    detail = f"the sheet is at version {game.version}; look at what is new, and write after that"
    told = games.sheet(game, error.after)
    return problem(
        409,
        f"/after: {detail}",
        [{"pointer": "/after", "code": "stale", "detail": detail}],
        more={"version": game.version, "entries": told["entries"]},
    )
