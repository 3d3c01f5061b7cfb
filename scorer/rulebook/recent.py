"""A memory of what was asked for of late, bounded, without a list to keep in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class RecentCache(Generic[K, V]):
    """The values asked for last, in two halves: the half that nobody asked for makes room.

    Attributes:
        size: The most values that are remembered.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.clear()

    def clear(self) -> None:
        """Forget all of them."""
        self._newer: dict[K, V] = {}
        self._older: dict[K, V] = {}

    def __len__(self) -> int:
        return len(self._newer) + len(self._older)

    def __iter__(self) -> Iterator[K]:
        yield from (*self._newer, *self._older)

    def get(self, key: K) -> V | None:
        """Return the value under this key; None without it."""
        found = self._newer.get(key)
        if found is None:
            found = self._older.get(key)
            if found is not None:
                self.add(key, found)
        return found

    def add(self, key: K, value: V) -> None:
        """Remember a value under this key."""
        if len(self._newer) >= self.size // 2:
            self._older, self._newer = self._newer, {}
        self._newer[key] = value
