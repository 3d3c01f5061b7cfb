"""How many games a client may make, and how many keys it may guess, in a minute (Flask-Limiter).

Everything else a client asks of games is counted by the processor's time, as all requests are: a
poll that finds nothing new is nearly free, and nobody is refused one.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any, Final

from flask import Flask, Response, current_app, g, request
from flask_limiter import Limiter, RateLimitExceeded

from scorer.service.api.problems import problem
from scorer.service.games.keys import digest
from scorer.service.wsgi.names import CLIENT

__all__ = ["register"]

SEEN: Final = "scorer-games-guesses"
MOST_SEEN: Final = 10_000
LIMITER: Final = "scorer-games-limiter"

STORAGE: Final[Mapping[str, Any]] = {
    "redis": {"socket_connect_timeout": 0.25, "socket_timeout": 0.25}
}
"""How long a storage is waited for: one that is away stops nobody."""


class _Seen:
    """The unknown keys that were told lately: a tablet that asks for a game that is gone, every two
    seconds, guesses nothing."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._lock = Lock()

    def is_new(self, client: str, key: str) -> bool:
        """Whether this client tells this key for the first time."""
        with self._lock:
            told = (client, digest(key)[:16])
            new = told not in self._known
            self._known[told] = None
            self._known.move_to_end(told)
            while len(self._known) > MOST_SEEN:
                self._known.popitem(last=False)
        return new


def register(app: Flask, making: tuple[str, ...], opening: tuple[str, ...]) -> None:
    """Limit the endpoints that make games, and those that open one by its key."""
    address = app.config["RATELIMIT_STORAGE_URI"]
    limiter = Limiter(
        _client,
        app=app,
        storage_uri=address,
        storage_options=STORAGE.get(address.partition(":")[0].rstrip("s"), {}),
        strategy="fixed-window",
        swallow_errors=True,
    )
    app.extensions[SEEN], app.extensions[LIMITER] = _Seen(), limiter
    made = limiter.shared_limit(app.config["GAMES_MADE_LIMIT"], scope="made", methods=["POST"])
    guesses = limiter.shared_limit(
        app.config["GAMES_GUESS_LIMIT"], scope="guesses", deduct_when=_was_guess
    )
    views: dict[str, Any] = app.view_functions
    for endpoint in making:
        views[endpoint] = made(views[endpoint])
    for endpoint in opening:
        views[endpoint] = guesses(views[endpoint])
    app.register_error_handler(RateLimitExceeded, _too_many)


def _client() -> str:
    return str(request.environ.get(CLIENT) or "nobody")


def _was_guess(_: Response) -> bool:
    """Whether the key opened nothing, and this client tells it for the first time."""
    key = g.get("guessed_key")
    if key is not None and "guessed" not in g:
        seen: _Seen = current_app.extensions[SEEN]
        g.guessed = seen.is_new(_client(), key)
    return bool(g.get("guessed", False))


def _too_many(error: RateLimitExceeded) -> Response:
    current = current_app.extensions[LIMITER].current_limit
    wait = max(1, int(current.reset_at - time.time()) + 1) if current else 60
    detail = f"You have made or guessed at too many games; come back in {wait} s."
    return problem(429, detail, headers={"Retry-After": str(wait)})
