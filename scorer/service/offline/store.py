"""A ``GameStore`` in memory for the offline app: the phone passes the game with each request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorer.service.store.records import (
    GameRef,
    GameStore,
    IdempotentAnswer,
    IdempotentRequest,
    JoinCode,
    StaleError,
    StoredAnswer,
    StoredGame,
    UnknownCodeError,
    UnknownKeyError,
)
from scorer.types.terms import Role

Json = dict[str, Any]

GAME_STAMP = "phone"


@dataclass
class _HeldGame:
    """The game that the phone passed in."""

    number: int
    role: Role
    record: Json
    entries: list[Json]
    answers: dict[str, StoredAnswer] = field(default_factory=dict)

    @property
    def game_ref(self) -> GameRef:
        return GameRef(self.number, self.role, len(self.entries), GAME_STAMP)


class PhoneStore(GameStore):
    """A store of one game, that of the current request; the phone itself stores games."""

    def __init__(self) -> None:
        self._key = ""
        self._held: _HeldGame | None = None
        self._count = 0

    def load_game(self, key: str, role: Role, record: Json, entries: list[Json]) -> None:
        """Load a game under its key, in place of the one before."""
        self._count += 1
        self._key, self._held = key, _HeldGame(self._count, role, record, list(entries))

    def set_next_key(self, key: str) -> None:
        """Set the key of the next game that is created."""
        self._key, self._held = key, None

    def is_available(self) -> bool:
        """Return True: the memory is always available."""
        return True

    def find(self, key: str) -> GameRef:
        return self._game_of_key(key).game_ref

    def load(self, key: str, name: str | None = None) -> StoredGame:
        held = self._game_of_key(key)
        answer = None if name is None else held.answers.get(name)
        return StoredGame(held.game_ref, held.record, list(held.entries), answer)

    def begin(
        self,
        record: Mapping[str, Any],
        new_entries: Sequence[Mapping[str, Any]],
        at: int,
        once: IdempotentRequest | None = None,
    ) -> tuple[GameRef, dict[str, str]]:
        """Hold a new game under the expected key."""
        self.load_game(self._key, "play", dict(record), [dict(entry) for entry in new_entries])
        return self._game_of_key(self._key).game_ref, {"play": self._key}

    def append(
        self,
        game_ref: GameRef,
        record: Mapping[str, Any],
        at: int,
        once: IdempotentAnswer | None = None,
    ) -> GameRef:
        """Hold the next entry. Raises StaleError if the game is another by now."""
        held = self._held
        if held is None or held.game_ref != game_ref:
            raise StaleError
        held.entries.append(dict(record))
        if once is not None:
            held.answers[once.name] = once.answer
        return held.game_ref

    def replace_keys(
        self, key: str, roles: Iterable[Role], once: IdempotentRequest | None = None
    ) -> dict[str, str]:
        """Raise UnknownKeyError: only a server issues keys."""
        raise UnknownKeyError

    def open_code(self, game_ref: GameRef, role: Role, at: int) -> JoinCode:
        """Raise UnknownKeyError: only a server issues codes."""
        raise UnknownKeyError

    def join(self, code: str, at: int) -> dict[str, str]:
        """Raise UnknownCodeError: only a server issues codes."""
        raise UnknownCodeError

    def remove(self, game_ref: GameRef) -> None:
        """Raise UnknownKeyError: the phone removes its games itself."""
        raise UnknownKeyError

    def sweep_now_and_then(self, at: int, days: int) -> None:
        """Do nothing: games in memory do not expire."""

    def _game_of_key(self, key: str) -> _HeldGame:
        if self._held is None or key != self._key:
            raise UnknownKeyError
        return self._held
