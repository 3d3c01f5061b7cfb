"""Who pays whom as arrows round a table: East near, South at the right hand, West across."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import atan2, degrees
from typing import Any, NamedTuple

__all__ = ["Arrow", "arrows", "gained"]

WIDTH, HEIGHT = 360, 232
PLACES = {"E": (180, 202), "S": (312, 116), "W": (180, 30), "N": (48, 116)}
PLATE = (50, 30)
"""Half of a player's plate, with the gap that arrows leave before it."""
ASIDE = 7


class Arrow(NamedTuple):
    """A payment: from where to where, and where its amount stands, by which end of the number."""

    payer: str
    payee: str
    amount: int
    start: tuple[int, int]
    end: tuple[int, int]
    label: tuple[int, int]
    anchor: str

    @property
    def turn(self) -> int:
        """How far its head is turned, in degrees."""
        (x1, y1), (x2, y2) = self.start, self.end
        return round(degrees(atan2(y2 - y1, x2 - x1)))


def arrows(payments: Iterable[Mapping[str, Any]]) -> list[Arrow]:
    """An arrow for each two players of whom one pays the other, with what is paid in all."""
    between: dict[tuple[str, str], int] = {}
    for payment in payments:
        payer, payee, amount = payment["from"], payment["to"], payment["amount"]
        if (payee, payer) in between:
            payer, payee, amount = payee, payer, -amount
        between[payer, payee] = between.get((payer, payee), 0) + amount
    told = [
        (payer, payee, amount) if amount > 0 else (payee, payer, -amount)
        for (payer, payee), amount in between.items()
        if amount
    ]
    crossed = {"EW", "NS"} <= {"".join(sorted(one[:2])) for one in told}
    return [_arrow(payer, payee, amount, crossed) for payer, payee, amount in told]


def _arrow(payer: str, payee: str, amount: int, crossed: bool) -> Arrow:
    (x1, y1), (x2, y2) = PLACES[payer], PLACES[payee]
    dx, dy = x2 - x1, y2 - y1
    cut = min(half / abs(way) for half, way in zip(PLATE, (dx, dy), strict=True) if way)
    start = round(x1 + cut * dx), round(y1 + cut * dy)
    end = round(x2 - cut * dx), round(y2 - cut * dy)
    if dx and dy:
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        right, low = x > WIDTH / 2, y > HEIGHT / 2
        label = round(x + (ASIDE if right else -ASIDE)), round(y + (ASIDE if low else -ASIDE))
        return Arrow(payer, payee, amount, start, end, label, "start" if right else "end")
    # Two that cross would have their amounts in one place.
    along = 0.2 if crossed else 0.5
    x, y = start[0] + along * (end[0] - start[0]), start[1] + along * (end[1] - start[1])
    if dx:
        return Arrow(payer, payee, amount, start, end, (round(x), round(y) - 11), "middle")
    return Arrow(payer, payee, amount, start, end, (round(x) + ASIDE, round(y)), "start")


def gained(answer: Mapping[str, Any]) -> dict[str, int]:
    """What each seat has by an answer: what is paid, what is given by nobody, less what is taken
    from its score."""
    given = answer.get("awards") or {}
    found = {seat: paid + given.get(seat, 0) for seat, paid in answer["net"].items()}
    for taken in answer.get("deductions", ()):
        found[taken["seat"]] -= taken["amount"]
    return found
