"""The one shape in which every ruleset answers: lines, what was set aside, sets, payments.

Knows nothing of how anything was counted. Amounts are whole numbers in the ruleset's unit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from scorer.hand import SEATS
from scorer.speech import say

__all__ = [
    "Line",
    "NotCounted",
    "Payment",
    "ScoreSheet",
    "ShownSet",
    "agreed_lines",
    "balance",
]


@dataclass(slots=True)
class Line:
    """One thing that counts: ``amount`` of ``kind``, for these tiles, by this rule.

    ``number`` is its number in a book that counts its rules (0: none), ``zh`` its Chinese name.
    """

    id: str
    name: str
    kind: str
    amount: int
    tiles: tuple[str, ...]
    why: str
    source: str
    count: int = 1
    number: int = 0
    zh: str = ""


class NotCounted(NamedTuple):
    """One thing that nearly counted, or fell to a rule, and why.

    ``principle`` and ``by`` name the principle and the id of the rule that set it aside, where it
    was one of those; ``tiles`` are the tiles that show it.
    """

    id: str
    name: str
    kind: str
    amount: int
    because: str
    principle: str = ""
    by: str = ""
    tiles: tuple[str, ...] = ()


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

    ``tally`` has the sums of the lines, as in points and doubles. ``qualifies`` is false where the
    ruleset has a minimum that the hand misses. ``limit`` is None where there is none. ``write``
    writes the lines, ``show`` draws the arrangement and ``explain`` finds what was not counted;
    they are asked only when somebody wants to know.
    """

    __slots__ = (
        "_explain",
        "_lines",
        "_show",
        "_write",
        "formula",
        "limit",
        "limit_hand",
        "qualifies",
        "reached",
        "tally",
        "total",
        "won",
    )

    def __init__(
        self,
        total: int,
        write: Callable[[], tuple[Line, ...]],
        *,
        tally: dict[str, int],
        formula: str,
        won: bool,
        qualifies: bool = True,
        limit: int | None = None,
        reached: bool = False,
        limit_hand: str | None = None,
        show: Callable[[], tuple[ShownSet, ...]] = tuple,
        explain: Callable[[], tuple[NotCounted, ...]] = tuple,
    ) -> None:
        self.total = total
        self.tally = tally
        self.formula = formula
        self.won = won
        self.qualifies = qualifies
        self.limit = limit
        self.reached = reached
        self.limit_hand = limit_hand
        self._write = write
        self._lines: tuple[Line, ...] | None = None
        self._show = show
        self._explain = explain

    @property
    def lines(self) -> tuple[Line, ...]:
        """Each thing that counts, in the order of the book."""
        if self._lines is None:
            self._lines = self._write()
        return self._lines

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


def agreed_lines(points: int) -> tuple[Line, ...]:
    """The line of a total that the table agreed on; none for nothing."""
    name, why = say("Agreed at the table"), say("points the table agreed on")
    return (Line("agreed", name, "points", points, (), why, "told"),) if points else ()


def balance(payments: list[Payment], seats: str = SEATS) -> dict[str, int]:
    """Every seat's balance of these payments; the balances sum to zero."""
    net = dict.fromkeys(seats, 0)
    for payment in payments:
        net[SEATS[payment.payer]] -= payment.amount
        net[SEATS[payment.payee]] += payment.amount
    return net
