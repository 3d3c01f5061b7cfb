"""Payments as arrows round a table, and each seat's gain.

East sits near, South on the right, West across.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import atan2, degrees
from typing import Any, NamedTuple

DIAGRAM_WIDTH, DIAGRAM_HEIGHT = 360, 232
SEAT_POSITIONS = {"E": (180, 202), "S": (312, 116), "W": (180, 30), "N": (48, 116)}
PLATE_HALF_SIZE = (50, 30)
"""Half the width and height of a player's plate, with the gap before an arrow."""
LABEL_GAP = 7


class PaymentArrow(NamedTuple):
    """A payment as an arrow.

    Attributes:
        start: its beginning, (x, y).
        end: its head, (x, y).
        label: where its amount stands, (x, y).
        anchor: the SVG text-anchor of its amount.
    """

    payer: str
    payee: str
    amount: int
    start: tuple[int, int]
    end: tuple[int, int]
    label: tuple[int, int]
    anchor: str

    @property
    def turn(self) -> int:
        """Return the angle of its head, in degrees."""
        (x1, y1), (x2, y2) = self.start, self.end
        return round(degrees(atan2(y2 - y1, x2 - x1)))


def payment_arrows(payments: Iterable[Mapping[str, Any]]) -> list[PaymentArrow]:
    """Return an arrow for each two players of whom one owes the other, with the balance."""
    between: dict[tuple[str, str], int] = {}
    for payment in payments:
        payer, payee, amount = payment["from"], payment["to"], payment["amount"]
        if (payee, payer) in between:
            payer, payee, amount = payee, payer, -amount
        between[payer, payee] = between.get((payer, payee), 0) + amount
    balances = [
        (payer, payee, amount) if amount > 0 else (payee, payer, -amount)
        for (payer, payee), amount in between.items()
        if amount
    ]
    crossed = {"EW", "NS"} <= {"".join(sorted(balance[:2])) for balance in balances}
    return [_arrow_between(payer, payee, amount, crossed) for payer, payee, amount in balances]


def _arrow_between(payer: str, payee: str, amount: int, crossed: bool) -> PaymentArrow:
    (x1, y1), (x2, y2) = SEAT_POSITIONS[payer], SEAT_POSITIONS[payee]
    dx, dy = x2 - x1, y2 - y1
    cut = min(half / abs(way) for half, way in zip(PLATE_HALF_SIZE, (dx, dy), strict=True) if way)
    start = round(x1 + cut * dx), round(y1 + cut * dy)
    end = round(x2 - cut * dx), round(y2 - cut * dy)
    if dx and dy:
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        right, low = x > DIAGRAM_WIDTH / 2, y > DIAGRAM_HEIGHT / 2
        label = (
            round(x + (LABEL_GAP if right else -LABEL_GAP)),
            round(y + (LABEL_GAP if low else -LABEL_GAP)),
        )
        return PaymentArrow(payer, payee, amount, start, end, label, "start" if right else "end")
    # The amounts of two crossing arrows would meet in the middle.
    along = 0.2 if crossed else 0.5
    x, y = start[0] + along * (end[0] - start[0]), start[1] + along * (end[1] - start[1])
    if dx:
        return PaymentArrow(payer, payee, amount, start, end, (round(x), round(y) - 11), "middle")
    return PaymentArrow(payer, payee, amount, start, end, (round(x) + LABEL_GAP, round(y)), "start")


def gains_by_seat(answer: Mapping[str, Any]) -> dict[str, int]:
    """Return what each seat gains by an answer: payments and awards, less deductions."""
    awards = answer.get("awards") or {}
    gains = {seat: paid + awards.get(seat, 0) for seat, paid in answer["net"].items()}
    for deduction in answer.get("deductions", ()):
        gains[deduction["seat"]] -= deduction["amount"]
    return gains
