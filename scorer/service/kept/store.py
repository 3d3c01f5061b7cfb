"""The games of a phone: in memory, laid there by the phone itself whenever it asks for one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorer.service.games.keys import Role
from scorer.service.games.records import Kept, Known, Once, StaleError, Told, UnknownKeyError

__all__ = ["PhoneStore"]

Json = dict[str, Any]

STAMP = "phone"


@dataclass
class _Laid:
    """A game as the phone laid it here."""

    number: int
    role: Role
    record: Json
    entries: list[Json]
    answers: dict[str, Told] = field(default_factory=dict)

    @property
    def known(self) -> Known:
        return Known(self.number, self.role, len(self.entries), STAMP)


class PhoneStore:
    """Holds one game, the one that was asked for last: what is kept for good the phone keeps."""

    def __init__(self) -> None:
        self._key = ""
        self._laid: _Laid | None = None
        self._count = 0

    def lay(self, key: str, role: Role, record: Json, entries: list[Json]) -> None:
        """Hold this game under its key, in place of the one before."""
        self._count += 1
        self._key, self._laid = key, _Laid(self._count, role, record, list(entries))

    def expect(self, key: str) -> None:
        """The game that is begun next has this key."""
        self._key, self._laid = key, None

    def is_there(self) -> bool:
        """A phone can always keep games."""
        return True

    def known(self, key: str) -> Known:
        """What a key tells. Raises UnknownKeyError."""
        return self._of(key).known

    def opened(self, key: str, name: str | None = None) -> Kept:
        """The game of a key, and what was answered under this name. Raises UnknownKeyError."""
        laid = self._of(key)
        told = None if name is None else laid.answers.get(name)
        return Kept(laid.known, laid.record, list(laid.entries), told)

    def begin(
        self, record: Mapping[str, Any], entered: Sequence[Mapping[str, Any]], at: int
    ) -> tuple[Known, dict[str, str]]:
        """Hold a new game, under the key that is expected."""
        self.lay(self._key, "play", dict(record), [dict(one) for one in entered])
        return self._of(self._key).known, {"play": self._key}

    def append(
        self, known: Known, record: Mapping[str, Any], at: int, once: Once | None = None
    ) -> Known:
        """Hold the next entry. Raises StaleError: another game is held by now."""
        laid = self._laid
        if laid is None or laid.known != known:
            raise StaleError
        laid.entries.append(dict(record))
        if once is not None:
            laid.answers[once.name] = once.told
        return laid.known

    def replace_keys(self, key: str, roles: Iterable[Role]) -> dict[str, str]:
        """Links come from the server alone."""
        raise UnknownKeyError

    def remove(self, known: Known) -> None:
        """What the phone keeps it removes itself."""
        raise UnknownKeyError

    def sweep_now_and_then(self, at: int, days: int) -> None:
        """Nothing grows old here."""

    def _of(self, key: str) -> _Laid:
        if self._laid is None or key != self._key:
            raise UnknownKeyError
        return self._laid
