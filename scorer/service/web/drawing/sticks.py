"""Payments in counting sticks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def in_sticks(
    amount: int, sticks: Iterable[Mapping[str, int]]
) -> tuple[list[tuple[int, int]], int]:
    """Return the fewest sticks that pay an amount, and the rest that no stick can pay.

    Returns:
        (count, value) of each kind of stick, the highest value first, and the rest.

    >>> in_sticks(672, [{"value": 2}, {"value": 10}, {"value": 100}, {"value": 500}])
    ([(1, 500), (1, 100), (7, 10), (1, 2)], 0)
    >>> in_sticks(128, [{"value": 10}, {"value": 100}])
    ([(1, 100), (2, 10)], 8)
    """
    counts = []
    remainder = amount
    for value in sorted((stick["value"] for stick in sticks), reverse=True):
        count, remainder = divmod(remainder, value)
        if count:
            counts.append((count, value))
    return counts, remainder
