"""The one shape in which every ruleset answers: lines, what was set aside, sets, payments.

Knows nothing of how anything was counted. Amounts are whole numbers in the ruleset's unit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from scorer.hand import SEATS

__all__ = ["Line", "NotCounted", "Payment", "ScoreSheet", "ShownSet", "balance"]


@dataclass(slots=True)
class Line:
    """One thing that counts: ``amount`` of ``kind``, for these tiles, by this rule."""

    id: str
    name: str
    kind: str
    amount: int
    tiles: tuple[str, ...]
    why: str
    source: str
    count: int = 1


class NotCounted(NamedTuple):
    """One thing that nearly counted, or fell to a rule, and why."""

    id: str
    name: str
    kind: str
    amount: int
    because: str


class ShownSet(NamedTuple):
    """One set of the arrangement as it is to be drawn."""

    kind: str
    tiles: tuple[str, ...]
    concealed: bool
    winning: bool
    wild: int = 0


class Payment(NamedTuple):
    """What one seat pays another, and the rule that says so."""

    payer: int
    payee: int
    amount: int
    because: str


class ScoreSheet:
    """A hand's score: the total, the lines that rebuild it, and the reading that they belong to.

    ``show`` draws the arrangement and ``explain`` finds what was not counted; they are asked only
    when somebody wants to know.
    """

    __slots__ = (
        "_explain",
        "_show",
        "doubles",
        "formula",
        "limit",
        "limit_hand",
        "lines",
        "points",
        "reached",
        "total",
        "won",
    )

    def __init__(
        self,
        total: int,
        lines: tuple[Line, ...],
        *,
        points: int,
        doubles: int,
        formula: str,
        limit: int,
        reached: bool,
        limit_hand: str | None,
        won: bool,
        show: Callable[[], tuple[ShownSet, ...]] = tuple,
        explain: Callable[[], tuple[NotCounted, ...]] = tuple,
    ) -> None:
        self.total = total
        self.lines = lines
        self.points = points
        self.doubles = doubles
        self.formula = formula
        self.limit = limit
        self.reached = reached
        self.limit_hand = limit_hand
        self.won = won
        self._show = show
        self._explain = explain

    @property
    def arrangement(self) -> tuple[ShownSet, ...]:
        """The sets of the reading that counts, as they are to be drawn."""
        return self._show()

    @property
    def not_counted(self) -> tuple[NotCounted, ...]:
        """What nearly counted, and why it did not."""
        return self._explain()

    def __repr__(self) -> str:
        return f"ScoreSheet({self.formula})"


def balance(payments: list[Payment], seats: str = SEATS) -> dict[str, int]:
    """Every seat's balance of these payments; the balances sum to zero."""
    net = dict.fromkeys(seats, 0)
    for payment in payments:
        net[SEATS[payment.payer]] -= payment.amount
        net[SEATS[payment.payee]] += payment.amount
    return net
