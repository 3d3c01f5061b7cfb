"""A payment as the sticks that are handed over for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = ["in_sticks"]


def in_sticks(amount: int, sticks: Iterable[Mapping[str, int]]) -> list[tuple[int, int]]:
    """The fewest sticks for an amount, as (how many, worth), the dearest first; none where the
    sticks of the ruleset cannot make it up.

    >>> in_sticks(672, [{"value": 2}, {"value": 10}, {"value": 100}, {"value": 500}])
    [(1, 500), (1, 100), (7, 10), (1, 2)]
    """
    found = []
    rest = amount
    for worth in sorted((stick["value"] for stick in sticks), reverse=True):
        number, rest = divmod(rest, worth)
        if number:
            found.append((number, worth))
    return [] if rest else found
