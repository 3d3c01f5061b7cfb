"""The interface of a store of games, with its records and errors.

A server stores games in a database (``store.py``), a phone in memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from scorer.types.terms import Role

Json = dict[str, Any]

STORE_EXTENSION: Final = "scorer-games"
"""The key of the store in the extensions of an application."""


class StoreUnavailableError(Exception):
    """The database is unavailable, full, locked or of a later release.

    Nothing was read or written, unless the connection was lost during the commit.
    """


class UnknownKeyError(LookupError):
    """No game has this key."""


class UnknownCodeError(LookupError):
    """No game has this code, or it has expired."""


class AlreadyBegunError(Exception):
    """Something was made under this Idempotency-Key before; nothing is written.

    Attributes:
        issued: The request that made it, and its keys.
    """

    def __init__(self, issued: IssuedKeys) -> None:
        super().__init__()
        self.issued = issued


class TooManyKeysError(Exception):
    """The game has as many keys of a role as it may have."""


class StaleError(Exception):
    """The game has changed or is gone since it was read; nothing is written."""


class GameRef(NamedTuple):
    """A game as found by a key: its id, the role of the key, its version and a random stamp.

    The stamp changes with every write.
    """

    game: int
    role: Role
    version: int
    stamp: str

    @property
    def tag(self) -> str:
        """An ETag, unique to this state of this game."""
        return f"{self.version}-{self.stamp}"


class StoredAnswer(NamedTuple):
    """An answer already given: the hash of its request, and the JSON that was sent."""

    request_hash: str
    answer: str


class StoredGame(NamedTuple):
    """A stored game, with the stored answer of the Idempotency-Key if there is one."""

    game_ref: GameRef
    record: Json
    entries: list[Json]
    answer: StoredAnswer | None


class IdempotentAnswer(NamedTuple):
    """An answer to store under an Idempotency-Key."""

    name: str
    answer: StoredAnswer


class IdempotentRequest(NamedTuple):
    """An Idempotency-Key and the hash of its request."""

    name: str
    request_hash: str

    @property
    def full_name(self) -> str:
        """The name and what is requested under it: another request has another full name."""
        return f"{self.request_hash} {self.name}"


class IssuedKeys(NamedTuple):
    """The keys, by role, that were issued to a request with an Idempotency-Key, and its hash."""

    request_hash: str
    keys: dict[str, str]


class JoinCode(NamedTuple):
    """A code to join a game by, and when it expires (seconds since 1970)."""

    code: str
    expires_at: int


class GameStore(Protocol):
    """A store of games. Every method raises StoreUnavailableError while it is unavailable."""

    def is_available(self) -> bool:
        """Tests if games can be stored now."""

    def find(self, key: str) -> GameRef:
        """Return the game of a key without its entries. Raises UnknownKeyError."""

    def load(self, key: str, name: str | None = None) -> StoredGame:
        """Return the game of a key and the answer stored under ``name``.

        Raises UnknownKeyError.
        """

    def begin(
        self,
        record: Mapping[str, Any],
        new_entries: Sequence[Mapping[str, Any]],
        at: int,
        once: IdempotentRequest | None = None,
    ) -> tuple[GameRef, dict[str, str]]:
        """Store a new game with these entries; return it and its keys by role.

        Raises AlreadyBegunError if a game was made under the Idempotency-Key of ``once``.
        """

    def append(
        self,
        game_ref: GameRef,
        record: Mapping[str, Any],
        at: int,
        once: IdempotentAnswer | None = None,
    ) -> GameRef:
        """Store the next entry of a game, with the answer to its writer; return the game after it.

        Raises:
            StaleError: If the game has changed since ``game_ref`` was read; nothing is stored.
        """

    def replace_keys(
        self, key: str, roles: Iterable[Role], once: IdempotentRequest | None = None
    ) -> dict[str, str]:
        """Replace all keys of these roles by one each, and close their codes.

        With ``once`` they follow from ``key`` and the request: the same request again gets the
        same keys while they are valid, though ``key`` itself may have been replaced.

        Raises UnknownKeyError if ``key`` opens nothing.
        """

    def open_code(self, game_ref: GameRef, role: Role, at: int) -> JoinCode:
        """Return a new code to join the game in this role; the one before it stops working."""

    def join(self, code: str, at: int) -> dict[str, str]:
        """Return a further key of the game of this code, by its role.

        Raises:
            UnknownCodeError: If no game has the code, or it has expired.
            TooManyKeysError: If the game has no room for a further key.
        """

    def remove(self, game_ref: GameRef) -> None:
        """Remove a game with its keys, entries and answers."""

    def sweep_now_and_then(self, at: int, days: int) -> None:
        """Remove games without an entry for ``days``, at a random fraction of the calls."""
