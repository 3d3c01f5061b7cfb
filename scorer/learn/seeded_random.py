"""A seeded pseudorandom generator that gives the same numbers on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar

T = TypeVar("T")

WORD_MASK: Final = (1 << 64) - 1
STATE_INCREMENT: Final = 0x9E3779B97F4A7C15


class SeededRandom:
    """A splitmix64 generator, seeded with the text of any objects."""

    def __init__(self, *seed: object) -> None:
        text = "\n".join(map(str, seed)).encode("utf-8", "replace")
        self._state = int.from_bytes(sha256(text).digest()[:8], "big")

    def below(self, limit: int) -> int:
        """Return a number from 0 to ``limit - 1``."""
        self._state = (self._state + STATE_INCREMENT) & WORD_MASK
        mixed = self._state
        mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & WORD_MASK
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & WORD_MASK
        return (mixed ^ mixed >> 31) % limit

    def one_in(self, number: int) -> bool:
        """Return True with a probability of one in ``number``."""
        return self.below(number) == 0

    def choice(self, choices: Sequence[T]) -> T:
        """Return one of the choices."""
        return choices[self.below(len(choices))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order."""
        mixed = list(items)
        for place in range(len(mixed) - 1, 0, -1):
            swap = self.below(place + 1)
            mixed[place], mixed[swap] = mixed[swap], mixed[place]
        return mixed
