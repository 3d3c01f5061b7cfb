"""What a store of games gives and takes, and what may be wrong. Where games are is not told here:
on a server it is a database (``store.py``), on a phone its memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from scorer.service.games.keys import Role

__all__ = [
    "STORE",
    "AwayError",
    "Keeping",
    "Kept",
    "Known",
    "Once",
    "StaleError",
    "Told",
    "UnknownKeyError",
]

Json = dict[str, Any]

STORE: Final = "scorer-games"
"""Where an application keeps its store among its extensions."""


class AwayError(Exception):
    """The database cannot be reached, is full, locked or not ours: nothing was read, and what was
    to be written is not written, unless the connection was lost while it was."""


class UnknownKeyError(LookupError):
    """No game has this key."""


class StaleError(Exception):
    """The game has moved on, or is gone, since it was read: nothing is written."""


class Known(NamedTuple):
    """What a key tells of its game."""

    game: int
    role: Role
    version: int
    stamp: str

    @property
    def tag(self) -> str:
        """What no other state of this game, or of another, has ever had."""
        return f"{self.version}-{self.stamp}"


class Told(NamedTuple):
    """An answer that was given: the hash of what was asked, and the answer as it was sent."""

    asked: str
    answer: str


class Kept(NamedTuple):
    """A game as it is kept, and what was answered under the name that was asked for."""

    known: Known
    record: Json
    entries: list[Json]
    told: Told | None


class Once(NamedTuple):
    """The name under which an answer is kept (an Idempotency-Key), with the answer."""

    name: str
    told: Told


class Keeping(Protocol):
    """Where games are kept. Everything here raises AwayError where that is away."""

    def is_there(self) -> bool:
        """Whether games can be kept at the moment."""

    def known(self, key: str) -> Known:
        """What a key tells. Raises UnknownKeyError."""

    def opened(self, key: str, name: str | None = None) -> Kept:
        """The game of a key and, with ``name``, what was answered under that. Raises
        UnknownKeyError."""

    def begin(
        self, record: Mapping[str, Any], entered: Sequence[Mapping[str, Any]], at: int
    ) -> tuple[Known, dict[str, str]]:
        """Keep a new game with these entries; gives its keys by role."""

    def append(
        self, known: Known, record: Mapping[str, Any], at: int, once: Once | None = None
    ) -> Known:
        """Keep the next entry of a game, as it was when ``known`` was read, and with it what its
        writer is answered; gives what is known then. Raises StaleError: nothing is kept."""

    def replace_keys(self, key: str, roles: Iterable[Role]) -> dict[str, str]:
        """Give the game of a key to play new keys in place of these. Raises UnknownKeyError."""

    def remove(self, known: Known) -> None:
        """Remove a game with its keys, its entries and its answers."""

    def sweep_now_and_then(self, at: int, days: int) -> None:
        """Remove games in which nobody has written for so many days, once in so many calls."""
