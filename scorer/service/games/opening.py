"""Create, open and write games, for the API and the pages."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, TypeVar

from flask import current_app, g

from scorer import game as games
from scorer.errors import HandError, Problem
from scorer.game import Entry, Game
from scorer.languages.speech import say
from scorer.service.api.answering import to_json
from scorer.service.api.problems import RequestError
from scorer.service.i18n import languages
from scorer.service.i18n.contexts import translate_in
from scorer.service.i18n.languages import SOURCE_LANGUAGE, gettext_noop, wire_code
from scorer.service.store.codes import MAX_KEYS_PER_GAME_ROLE, typed_code
from scorer.service.store.records import (
    STORE_EXTENSION,
    AlreadyBegunError,
    GameRef,
    GameStore,
    IdempotentAnswer,
    IdempotentRequest,
    IssuedKeys,
    StaleError,
    StoredAnswer,
    StoredGame,
    TooManyKeysError,
    UnknownCodeError,
    UnknownKeyError,
)
from scorer.service.wsgi.counters import counters
from scorer.types.terms import Role

MAX_WRITE_ATTEMPTS: Final = 3

Json = dict[str, Any]
T = TypeVar("T")


class CodeError(Exception):
    """No game or class has the code, or it has expired."""


class WatchKeyError(Exception):
    """A key to watch was used to write."""


class WrittenSinceError(Exception):
    """Somebody has written since the version that a writer saw.

    Attributes:
        game: The game as it is now.
        after: The version that the writer saw.
        comes_to: What the writer's entry would move now, for pages.
    """

    def __init__(self, game: Game, after: int) -> None:
        super().__init__()
        self.game = game
        self.after = after
        self.comes_to: Mapping[str, Any] | None = None


class OpenGame(NamedTuple):
    """A game with the reference under which its key found it."""

    game: Game
    game_ref: GameRef


class CreatedGame(NamedTuple):
    """A game that was made, now or by an earlier request under the same Idempotency-Key.

    Attributes:
        game_ref: Its reference.
        keys: Its keys by role.
        game: The game as it is now.
    """

    game_ref: GameRef
    keys: dict[str, str]
    game: Game


def store() -> GameStore:
    """Return the store of the application."""
    game_store: GameStore = current_app.extensions[STORE_EXTENSION]
    return game_store


def in_wire_language(kind: Any, game: Game, document: Json) -> Json:
    """Return what an answer of the API shows of a game in the language of the request."""
    if wire_code() == SOURCE_LANGUAGE:
        return document
    translate_in(game.ruleset)
    return languages.in_wire_language(kind, games.translated_sheet(game, document))


def now_text() -> str:
    """Return the current time in the format of entries."""
    return time_text(time.time())


def time_text(seconds: float) -> str:
    """Return a time, in seconds since 1970, in the format of entries."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def find_game(key: str) -> GameRef:
    """Return the reference of a game without reading its entries. Raises RequestError."""
    return _or_404(store().find, key)


def require_play_key(game_ref: GameRef) -> None:
    """Raise WatchKeyError if the key is one to watch."""
    if game_ref.role != "play":
        raise WatchKeyError


def open_game(key: str) -> OpenGame:
    """Return the game of a key. Raises RequestError."""
    stored = _or_404(store().load, key)
    return OpenGame(_game_of_record(stored), stored.game_ref)


def create_game(game: Game, once: IdempotentRequest | None = None) -> CreatedGame:
    """Store a new game; the same request under the same Idempotency-Key gets the first game.

    Raises HandError.
    """
    entries = [entry.as_record() for entry in game.entries]
    try:
        game_ref, keys = store().begin(game.as_record(), entries, int(time.time()), once)
    except AlreadyBegunError as error:
        return _game_created_before(reissued_keys(error.issued, once))
    counters().add("games_begun")
    return CreatedGame(game_ref, keys, game)


def _game_created_before(keys: dict[str, str]) -> CreatedGame:
    try:
        store().find(keys["watch"])
        stored = store().load(keys["play"])
    except UnknownKeyError:
        detail = say(
            "this request made a game whose keys were replaced since; send a new "
            "Idempotency-Key to make another game"
        )
        raise HandError(Problem("", "contradiction", detail)) from None
    return CreatedGame(stored.game_ref, keys, _game_of_record(stored))


def reissued_keys(issued: IssuedKeys, once: IdempotentRequest | None) -> dict[str, str]:
    """Return the keys of what was made under an Idempotency-Key. Raises HandError."""
    if once is not None:
        require_same_request(issued.request_hash, once.request_hash)
    return issued.keys


def apply_entry(before: Game, request: Mapping[str, Any], by: str | None) -> tuple[Game, Json]:
    """Return the game with one more entry, not stored, and the answer. Raises HandError."""
    return games.write_and_answer(before, request, at=now_text(), by=by)


def write_entry(
    key: str, request: Mapping[str, Any], after: int, by: str | None, once: IdempotentRequest | None
) -> str:
    """Store an entry and return the answer as JSON.

    ``after`` is the version that the writer saw. The same request under the same name (``once``)
    gets the first answer again.

    Raises:
        RequestError: If no game has the key.
        WatchKeyError: If the key is one to watch.
        WrittenSinceError: If somebody has written since ``after``.
        HandError: If the entry is invalid.
    """
    for _ in range(MAX_WRITE_ATTEMPTS):
        stored = _or_404(lambda key: store().load(key, once and once.name), key)
        require_play_key(stored.game_ref)
        if stored.answer is not None and once is not None:
            return _repeat_answer(stored.answer, once.request_hash)
        before = _game_of_record(stored)
        if before.version != after:
            counters().add("games_refused", why="stale")
            raise WrittenSinceError(before, after)
        game, document = apply_entry(before, request, by)
        answer = to_json(document)
        named = None
        if once is not None:
            named = IdempotentAnswer(once.name, StoredAnswer(once.request_hash, answer))
        at = int(time.time())
        try:
            store().append(stored.game_ref, game.entries[-1].as_record(), at, named)
        except StaleError:
            # Somebody was quicker: perhaps the same writer, repeating the request.
            continue
        counters().add("games_entries")
        days = current_app.config["GAMES_KEPT_DAYS"]
        store().sweep_now_and_then(at, days)
        return answer
    counters().add("games_refused", why="stale")
    raise WrittenSinceError(open_game(key).game, after)


def replace_keys(
    key: str, roles: Iterable[Role], once: IdempotentRequest | None = None
) -> dict[str, str]:
    """Replace the keys of these roles; the same request under the same name gets the same keys.

    Raises:
        RequestError: If no game has the key.
        WatchKeyError: If the key is one to watch.
    """
    with suppress(UnknownKeyError):  # as a key that was replaced under this name
        require_play_key(store().find(key))
    return _or_404(lambda key: store().replace_keys(key, roles, once), key)


def open_code(key: str, role: Role) -> dict[str, str]:
    """Return a new code by which phones join the game in this role, and when it expires.

    Raises RequestError if no game has the key.
    """
    game_ref = find_game(key)
    made = _or_404(lambda _: store().open_code(game_ref, role, int(time.time())), key)
    return {"code": made.code, "expires": time_text(made.expires_at)}


def join_game(code: str) -> dict[str, str]:
    """Return a further key of the game of a code, by its role.

    Raises:
        CodeError: If no game has the code, or it has expired.
        HandError: If the game has as many keys as it may have.
    """
    try:
        keys = store().join(typed_code(code), int(time.time()))
    except UnknownCodeError:
        counters().add("games_refused", why="unknown")
        g.guessed_code = True
        raise CodeError from None
    except TooManyKeysError:
        detail = say(
            "{most} phones have joined, and no more can; press “Make new links”, then show a "
            "new code (every phone must join again)",
            most=MAX_KEYS_PER_GAME_ROLE,
        )
        raise HandError(Problem("/code", "too_many_keys", detail)) from None
    return keys


def require_same_request(stored_hash: str, request_hash: str) -> None:
    """Raise HandError for an Idempotency-Key that was used for another request."""
    if stored_hash != request_hash:
        detail = say("this Idempotency-Key was used for another request; send a new key")
        raise HandError(Problem("", "contradiction", detail))


def _repeat_answer(answer: StoredAnswer, request_hash: str) -> str:
    require_same_request(answer.request_hash, request_hash)
    return answer.answer


def _game_of_record(stored: StoredGame) -> Game:
    """Return a stored game; what the rest of this request says is in the words of its ruleset."""
    game = Game.from_record(stored.record, tuple(map(Entry.from_record, stored.entries)))
    translate_in(game.ruleset)
    return game


def _or_404(look: Callable[[str], T], key: str) -> T:
    try:
        return look(key)
    except UnknownKeyError:
        counters().add("games_refused", why="unknown")
        g.guessed_key = key
        raise RequestError(
            404,
            gettext_noop(
                "No game has this key. Check the address, or ask another player for a new code."
            ),
        ) from None
