"""How the totals of an evening went, as lines from entry to entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

__all__ = ["Chart", "Curve", "chart"]

WIDTH, HEIGHT = 360, 200
LEFT, RIGHT, TOP, BOTTOM = 44, 84, 10, 28
LEAST_APART = 15
"""The names at the ends of the lines stand at least so far apart."""


class Curve(NamedTuple):
    """A player's line: its corners as SVG has them, where it ends, and where the name stands."""

    id: str
    points: str
    end: tuple[float, float]
    label: float


class Chart(NamedTuple):
    """The lines, the heights that are marked with their totals, and the entries below."""

    width: int
    height: int
    left: int
    right: int
    curves: list[Curve]
    marks: list[tuple[float, int]]
    steps: list[tuple[float, int]]


def chart(start: int, rows: Sequence[tuple[int, Mapping[str, int]]]) -> Chart | None:
    """The lines of these entries, each with the number of its hand, 0 of none, and the totals after
    it; no lines where there are no entries."""
    if not rows:
        return None
    ids = list(rows[0][1])
    told = [dict.fromkeys(ids, start), *(totals for _, totals in rows)]
    amounts = [total for totals in told for total in totals.values()]
    least, most = min(amounts), max(amounts)
    span = (most - least) or 1
    across = (WIDTH - LEFT - RIGHT) / (len(told) - 1)

    def x(step: int) -> float:
        return round(LEFT + across * step, 1)

    def y(total: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (most - total) / span, 1)

    ends = _apart({one: y(told[-1][one]) for one in ids})
    curves = [
        Curve(
            one,
            " ".join(f"{x(step)},{y(totals[one])}" for step, totals in enumerate(told)),
            (x(len(told) - 1), y(told[-1][one])),
            ends[one],
        )
        for one in ids
    ]
    marks = [(y(total), total) for total in _round_totals(least, most)]
    every = -(-len(rows) // 8)
    steps = [
        (x(at), number)
        for at, (number, _) in enumerate(rows, start=1)
        if number and at % every == 0
    ]
    return Chart(WIDTH, HEIGHT, LEFT, WIDTH - RIGHT, curves, marks, steps)


def _apart(heights: Mapping[str, float]) -> dict[str, float]:
    """The same heights, moved down where they stand too close, and up where that is too far."""
    placed: dict[str, float] = {}
    lowest = float(TOP) - LEAST_APART
    for one in sorted(heights, key=lambda name: heights[name]):
        lowest = max(heights[one], lowest + LEAST_APART)
        placed[one] = lowest
    over = max(0.0, lowest - (HEIGHT - BOTTOM))
    return {one: round(height - over, 1) for one, height in placed.items()}


def _round_totals(least: int, most: int) -> list[int]:
    """Three to six round totals between these."""
    step = 1
    while (most - least) / step > 5:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    first = -(-least // step) * step
    return list(range(first, most + 1, step))
