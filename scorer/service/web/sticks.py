"""A payment as the sticks that are handed over for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = ["in_sticks"]


def in_sticks(
    amount: int, sticks: Iterable[Mapping[str, int]]
) -> tuple[list[tuple[int, int]], int]:
    """The fewest sticks for an amount, as (how many, worth), the dearest first, and what is left
    over that no stick makes up.

    >>> in_sticks(672, [{"value": 2}, {"value": 10}, {"value": 100}, {"value": 500}])
    ([(1, 500), (1, 100), (7, 10), (1, 2)], 0)
    >>> in_sticks(128, [{"value": 10}, {"value": 100}])
    ([(1, 100), (2, 10)], 8)
    """
    found = []
    rest = amount
    for worth in sorted((stick["value"] for stick in sticks), reverse=True):
        number, rest = divmod(rest, worth)
        if number:
            found.append((number, worth))
    return found, rest
