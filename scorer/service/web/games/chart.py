"""A line chart of the totals of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

CHART_WIDTH, CHART_HEIGHT = 360, 200
LEFT_MARGIN, RIGHT_MARGIN, TOP_MARGIN, BOTTOM_MARGIN = 44, 84, 10, 28
PLOT_HEIGHT = CHART_HEIGHT - TOP_MARGIN - BOTTOM_MARGIN
MAX_CHART_POINTS = 200
ADJUSTED_ROW_NUMBER = -1
"""What stands for a penalty, or points moved, in place of the number of a hand."""
MIN_LABEL_DISTANCE = 15
"""The least distance between the names at the ends of the lines."""


class ChartStep(NamedTuple):
    """An entry as the chart has it: the number of its hand (0 if none), the totals after it, and
    whether it corrects a hand."""

    number: int
    totals: Mapping[str, int]
    is_corrected: bool = False


class Curve(NamedTuple):
    """A player's line: its points in SVG syntax, its end, and the height of the name."""

    id: str
    points: str
    end: tuple[float, float]
    name_y: float


class Chart(NamedTuple):
    """The lines, the marked totals with their heights, and below them the hands and the corrected
    hands with their positions."""

    curves: list[Curve]
    gridlines: list[tuple[float, int]]
    hand_labels: list[tuple[float, int]]
    corrected: list[float]
    width: int = CHART_WIDTH
    height: int = CHART_HEIGHT
    left: int = LEFT_MARGIN
    right: int = CHART_WIDTH - RIGHT_MARGIN


def chart(start: int, rows: Sequence[ChartStep]) -> Chart | None:
    """Return the chart of the entries in force; None where there are none."""
    if not rows:
        return None
    ids = list(rows[0].totals)
    # No more points than a phone can show.
    every_nth = -(-len(rows) // MAX_CHART_POINTS)
    rows = [row for n, row in enumerate(rows, 1) if n % every_nth == 0 or n == len(rows)]
    levels = [dict.fromkeys(ids, start), *(row.totals for row in rows)]
    amounts = [total for totals in levels for total in totals.values()]
    least, most = min(amounts), max(amounts)
    span = (most - least) or 1
    across = (CHART_WIDTH - LEFT_MARGIN - RIGHT_MARGIN) / (len(levels) - 1)

    def x(step: int) -> float:
        return round(LEFT_MARGIN + across * step, 1)

    def y(total: float) -> float:
        return round(TOP_MARGIN + PLOT_HEIGHT * (most - total) / span, 1)

    ends = _spread_heights({player: y(levels[-1][player]) for player in ids})
    curves = [
        Curve(
            player,
            " ".join(f"{x(step)},{y(totals[player])}" for step, totals in enumerate(levels)),
            (x(len(levels) - 1), y(levels[-1][player])),
            ends[player],
        )
        for player in ids
    ]
    gridlines = [(y(total), total) for total in _round_totals(least, most)]
    every = -(-len(rows) // 8)
    hand_labels = [
        (x(step), row.number)
        for step, row in enumerate(rows, start=1)
        if row.number == ADJUSTED_ROW_NUMBER or (row.number and step % every == 0)
    ]
    corrected = [x(step) for step, row in enumerate(rows, start=1) if row.is_corrected]
    return Chart(curves, gridlines, hand_labels, corrected)


def _spread_heights(heights: Mapping[str, float]) -> dict[str, float]:
    """Return the heights spread out so that names do not overlap."""
    placed: dict[str, float] = {}
    lowest = float(TOP_MARGIN) - MIN_LABEL_DISTANCE
    for player in sorted(heights, key=lambda name: heights[name]):
        lowest = max(heights[player], lowest + MIN_LABEL_DISTANCE)
        placed[player] = lowest
    over = max(0.0, lowest - (CHART_HEIGHT - BOTTOM_MARGIN))
    return {player: round(height - over, 1) for player, height in placed.items()}


def _round_totals(least: int, most: int) -> list[int]:
    """Return three to six round totals between two totals."""
    step = 1
    while (most - least) / step > 5:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    first = -(-least // step) * step
    return list(range(first, most + 1, step))
