"""A winning hand beside the tiles that are held: what is missing of it, and what they have over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from scorer.engine.tiles import KIND_COUNT

Counts = tuple[int, ...]
"""How many tiles there are of each kind."""
SUIT_STARTS: Final = (0, 9, 18)


class WholeHand(NamedTuple):
    """A winning hand, by its concealed ``tiles``: how many tiles it is ``short``, those ``missing``
    and those ``left_over`` in exchange."""

    short: int
    tiles: tuple[int, ...]
    missing: tuple[int, ...]
    left_over: tuple[int, ...]


def counts_of(tiles: Iterable[int]) -> Counts:
    """Return how many tiles there are of each kind."""
    counts = Counter(tiles)
    return tuple([counts[kind] for kind in range(KIND_COUNT)])


def whole_hand(wanted: Counts, held: Counts) -> WholeHand:
    """Return the hand with these tiles of each kind, beside those held."""
    missing, left_over, tiles = [], [], []
    for kind, count in enumerate(wanted):
        tiles += [kind] * count
        missing += [kind] * (count - held[kind])
        left_over += [kind] * (held[kind] - count)
    return WholeHand(len(missing), tuple(tiles), tuple(missing), tuple(left_over))
