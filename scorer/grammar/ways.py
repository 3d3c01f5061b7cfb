"""A completed hand, scored each way that it may be won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorer.errors import HandError
from scorer.hand import Win
from scorer.rulebook import Edition
from scorer.sheet import ScoreSheet

__all__ = ["each_way"]


def each_way(
    edition: Edition, hand: Any, told: int, by: Sequence[int], *, seat: int, prevailing: int
) -> list[ScoreSheet | None]:
    """The score each way of ``by``, with the circumstances ``told``; None where it cannot win."""
    sheets: list[ScoreSheet | None] = []
    for way in by:
        try:
            sheets.append(edition.score(hand, Win(way | told), seat=seat, prevailing=prevailing))
        except HandError:
            sheets.append(None)
    return sheets
