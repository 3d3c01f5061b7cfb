"""Numbers that look drawn and follow from what they are asked by: the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar

__all__ = ["Chance"]

T = TypeVar("T")

WORD: Final = (1 << 64) - 1
STEP: Final = 0x9E3779B97F4A7C15


class Chance:
    """A row of numbers (splitmix64) that begins with these texts."""

    def __init__(self, *seed: object) -> None:
        told = "\n".join(map(str, seed)).encode("utf-8", "replace")
        self._state = int.from_bytes(sha256(told).digest()[:8], "big")

    def below(self, limit: int) -> int:
        """A number from 0 up to this one."""
        self._state = (self._state + STEP) & WORD
        mixed = self._state
        mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & WORD
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & WORD
        return (mixed ^ mixed >> 31) % limit

    def one_in(self, number: int) -> bool:
        """Whether something happens that does so once in so many times."""
        return self.below(number) == 0

    def one_of(self, choices: Sequence[T]) -> T:
        """One of these."""
        return choices[self.below(len(choices))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """These in another order."""
        mixed = list(things)
        for place in range(len(mixed) - 1, 0, -1):
            other = self.below(place + 1)
            mixed[place], mixed[other] = mixed[other], mixed[place]
        return mixed
