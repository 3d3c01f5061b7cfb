"""Opening a game by its key, and keeping what is written in it: the same for the API and pages."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, TypeVar

from flask import Response, current_app, g

from scorer import game as games
from scorer.errors import HandError, Problem
from scorer.game import Entry, Game
from scorer.service.api.answering import encoded
from scorer.service.api.problems import RequestError
from scorer.service.games.keys import Role
from scorer.service.games.records import (
    STORE,
    Keeping,
    Kept,
    Known,
    Once,
    StaleError,
    Told,
    UnknownKeyError,
)
from scorer.service.i18n.languages import later
from scorer.service.wsgi.metrics import COUNTERS, Counters
from scorer.speech import say

__all__ = [
    "Opened",
    "WatchingError",
    "WrittenSinceError",
    "answer_to",
    "begun",
    "known",
    "may_write",
    "now",
    "of_now",
    "opened",
    "replaced_keys",
    "store",
    "written",
]

TRIES: Final = 3

Json = dict[str, Any]
T = TypeVar("T")


class WatchingError(Exception):
    """A key to watch was used to write."""


class WrittenSinceError(Exception):
    """Somebody has written since the version that a writer saw; ``game`` is as it is now."""

    def __init__(self, game: Game, after: int) -> None:
        super().__init__()
        self.game = game
        self.after = after


class Opened(NamedTuple):
    """A game, and what its key tells."""

    game: Game
    known: Known


def store() -> Keeping:
    """The store of the application."""
    found: Keeping = current_app.extensions[STORE]
    return found


def now() -> str:
    """The time, as entries have it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def of_now(response: Response, tag: str, *, stored: bool = True) -> Response:
    """The answer with its ETag. A browser alone may keep it, and asks each time whether it holds;
    one with keys is kept nowhere."""
    response.set_etag(tag)
    response.headers["Cache-Control"] = "private, no-cache" if stored else "no-store"
    return response


def known(key: str) -> Known:
    """What a key tells of its game, at next to no cost. RequestError: there is no such game."""
    return _or_404(store().known, key)


def may_write(found: Known) -> None:
    """Raise WatchingError where the key is one to watch."""
    if found.role != "play":
        raise WatchingError


def opened(key: str) -> Opened:
    """The game of a key. RequestError: there is no such game."""
    kept = _or_404(store().opened, key)
    return Opened(_game(kept), kept.known)


def begun(game: Game) -> tuple[Known, dict[str, str]]:
    """Keep a new game; gives what is known of it, and its keys."""
    entered = [entry.as_record() for entry in game.entries]
    made = store().begin(game.as_record(), entered, int(time.time()))
    _counters().add("games_begun")
    return made


def answer_to(before: Game, request: Mapping[str, Any], by: str | None) -> tuple[Game, Json]:
    """The game with what is written in it, and the answer to that. Raises HandError."""
    game = games.write(before, request, at=now(), by=by)
    return game, games.written(game)


def written(
    key: str, request: Mapping[str, Any], after: int, by: str | None, once: tuple[str, str] | None
) -> str:
    """Write in a game and give the answer, as JSON; what is answered is kept for good.

    ``once`` is a name and the hash of what is asked: under the same name the same again is given
    the first answer. Raises RequestError, WatchingError, WrittenSinceError and HandError.
    """
    for _ in range(TRIES):
        kept = _or_404(lambda key: store().opened(key, once and once[0]), key)
        may_write(kept.known)
        if kept.told is not None and once is not None:
            return _told_before(kept.told, once[1])
        before = _game(kept)
        if before.version != after:
            _counters().add("games_refused", why="stale")
            raise WrittenSinceError(before, after)
        game, told = answer_to(before, request, by)
        answer = encoded(told)
        keeping = Once(once[0], Told(once[1], answer)) if once else None
        at = int(time.time())
        try:
            store().append(kept.known, game.entries[-1].as_record(), at, keeping)
        except StaleError:
            # Somebody was quicker: perhaps the same writer, who asks again.
            continue
        _counters().add("games_entries")
        days = current_app.config["GAMES_KEPT_DAYS"]
        store().sweep_now_and_then(at, days)
        return answer
    _counters().add("games_refused", why="stale")
    raise WrittenSinceError(opened(key).game, after)


def replaced_keys(key: str, roles: Iterable[Role]) -> dict[str, str]:
    """New keys for a game in place of these. RequestError: its key to play is another by now."""
    return _or_404(lambda key: store().replace_keys(key, roles), key)


def _counters() -> Counters:
    found: Counters = current_app.extensions[COUNTERS]
    return found


def _told_before(told: Told, asked: str) -> str:
    if told.asked != asked:
        detail = say("this Idempotency-Key was used for something else; take a new one")
        raise HandError(Problem("", "contradiction", detail))
    return told.answer


def _game(kept: Kept) -> Game:
    return Game.from_record(kept.record, tuple(map(Entry.from_record, kept.entries)))


def _or_404(look: Callable[[str], T], key: str) -> T:
    try:
        return look(key)
    except UnknownKeyError:
        _counters().add("games_refused", why="unknown")
        g.guessed_key = key
        raise RequestError(404, later("There is no game under this key.")) from None
