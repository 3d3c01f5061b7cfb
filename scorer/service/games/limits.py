"""How many games and classes a client may make, how many keys it may guess, and how many wrong
codes it may try, in a minute.

Everything else a client asks of them is counted by the processor's time, as all requests are: a
poll that finds nothing new is nearly free, and nobody is refused one.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import wraps
from math import ceil
from threading import Lock
from time import time
from typing import Any, Final

from flask import Flask, g, request
from limits import parse_many
from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter

from scorer.languages.speech import say
from scorer.service.api.problems import RequestError
from scorer.service.store.keys import key_hash
from scorer.service.wsgi.environ_keys import CLIENT_KEY, RATE_LIMITS
from scorer.service.wsgi.rate_limits import RateLimit

COUNTER_EXTENSION: Final = "scorer-games-limits"
"""Where an application keeps among its extensions what counts."""

ALL_CLIENTS: Final = "everybody"
MAX_REMEMBERED_GUESSES: Final = 10_000

STORAGE_OPTIONS: Final[Mapping[str, Any]] = {
    "redis": {"socket_connect_timeout": 0.25, "socket_timeout": 0.25}
}
"""How long a storage is waited for: one that is away stops nobody."""

View = Callable[..., Any]

_logger = logging.getLogger("scorer.service")


class _UnknownKeys:
    """The unknown keys of recent requests: a tablet that polls a removed game guesses nothing."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._lock = Lock()

    def is_new(self, client: str, key: str) -> bool:
        """Tests if this client requests this key for the first time."""
        with self._lock:
            guess = (client, key_hash(key)[:16])
            new = guess not in self._known
            self._known[guess] = None
            self._known.move_to_end(guess)
            while len(self._known) > MAX_REMEMBERED_GUESSES:
                self._known.popitem(last=False)
        return new


class _ClientLimit:
    """So many times that each client may do something, counted in a storage.

    Where the storage is away nobody is limited, and nobody is refused.
    """

    def __init__(self, counter: FixedWindowRateLimiter, limits: str, what: str) -> None:
        self._counter = counter
        self._limits = sorted(parse_many(limits))
        self._what = what

    def use(self, client: str) -> None:
        """Count once more. Raises RequestError if that is once too often."""
        if self._check(self._counter.hit, client):
            self._report(client)

    def check(self, client: str) -> None:
        """Count nothing. Raises RequestError if nothing is left."""
        self._check(self._counter.test, client)

    def deduct(self, client: str) -> None:
        """Count once more, whether that is too often or not."""
        try:
            for limit in self._limits:
                self._counter.hit(limit, client, self._what)
        except Exception as error:
            _log_storage_away(error)
            return
        self._report(client)

    def _report(self, client: str) -> None:
        """Have the answer say what is left to the client."""
        if client == ALL_CLIENTS:
            return
        reported = request.environ.setdefault(RATE_LIMITS, [])
        try:
            for limit in self._limits:
                window = limit.get_expiry()
                ends, left = self._counter.get_window_stats(limit, client, self._what)
                name = self._what if len(self._limits) == 1 else f"{self._what}-{window}"
                reported.append(RateLimit(name, limit.amount, window, left, ends - time()))
        except Exception as error:
            _log_storage_away(error)

    def _check(self, allowed: Callable[..., bool], client: str) -> bool:
        """Return whether the storage counts at all; raise RequestError if a limit is exceeded."""
        try:
            passed = next((x for x in self._limits if not allowed(x, client, self._what)), None)
            if passed is None:
                return True
            ends = self._counter.get_window_stats(passed, client, self._what).reset_time
        except Exception as error:
            _log_storage_away(error)
            return False
        self._report(client)
        wait = max(1, ceil(ends - time()) + 1)
        detail = say(
            "You have made or guessed at too many games or classes; come back in {wait} s.",
            wait=wait,
        )
        raise RequestError(429, detail, retry_after=wait)


def _log_storage_away(error: Exception) -> None:
    # Storages raise errors of their own, and for all of them nothing is counted.
    _logger.warning("the storage of the limits is away", extra={"error": repr(error)})


def register(app: Flask, making: tuple[str, ...], joining: tuple[str, ...]) -> None:
    """Limit the endpoints that make a game or class, open one by its key, and join by a code.

    Those that open one are all whose address has a key.
    """
    address = app.config["RATELIMIT_STORAGE_URI"]
    options = STORAGE_OPTIONS.get(address.partition(":")[0].rstrip("s"), {})
    counter = FixedWindowRateLimiter(storage_from_string(address, **options))
    app.extensions[COUNTER_EXTENSION] = counter
    made = _ClientLimit(counter, app.config["GAMES_MADE_LIMIT"], "made")
    guesses = _ClientLimit(counter, app.config["GAMES_GUESS_LIMIT"], "guesses")
    joins = _ClientLimit(counter, app.config["GAMES_JOIN_LIMIT"], "joins")
    all_joins = _ClientLimit(counter, app.config["GAMES_JOINS_LIMIT"], "all joins")
    seen = _UnknownKeys()
    views: dict[str, View] = app.view_functions
    for endpoint in making:
        views[endpoint] = _limit_making(views[endpoint], made)
    opening = {rule.endpoint for rule in app.url_map.iter_rules() if "key" in rule.arguments}
    for endpoint in opening:
        views[endpoint] = _limit_unknown_keys(views[endpoint], guesses, seen)
    for endpoint in joining:
        views[endpoint] = _limit_wrong_codes(views[endpoint], joins, all_joins)


def _client_of_request() -> str:
    return str(request.environ.get(CLIENT_KEY) or "nobody")


def _limit_making(view: View, made: _ClientLimit) -> View:
    """Limit how often a client may POST to a view."""

    @wraps(view)
    def limited(**arguments: Any) -> Any:
        if request.method == "POST":
            made.use(_client_of_request())
        return view(**arguments)

    return limited


def _limit_wrong_codes(view: View, joins: _ClientLimit, all_joins: _ClientLimit) -> View:
    """Limit how many wrong codes a client, and all clients together, may POST to a view.

    A right code counts nothing: a class joins from one address.
    """

    @wraps(view)
    def limited(**arguments: Any) -> Any:
        if request.method != "POST":
            return view(**arguments)
        counts = ((joins, _client_of_request()), (all_joins, ALL_CLIENTS))
        for limit, who in counts:
            limit.check(who)
        try:
            return view(**arguments)
        finally:
            if "guessed_code" in g:
                for limit, who in counts:
                    limit.deduct(who)

    return limited


def _limit_unknown_keys(view: View, guesses: _ClientLimit, seen: _UnknownKeys) -> View:
    """Limit how often a client may request a view with a new key that opens nothing."""

    @wraps(view)
    def limited(**arguments: Any) -> Any:
        client = _client_of_request()
        guesses.check(client)
        try:
            return view(**arguments)
        finally:
            key = g.get("guessed_key")
            if key is not None and seen.is_new(client, key):
                guesses.deduct(client)

    return limited
