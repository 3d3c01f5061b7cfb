"""Who pays in a ruleset: for what, how much a total is, and what follows from a whole hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from scorer.engine.hand import Win
from scorer.engine.options import Options, When
from scorer.rulebook.settlement import LOSERS_SETTLE, Scheme, Settlement

WorthOfTotal = Callable[[int, Options], int]
DoubledSeat = Callable[[Options, int], int | None]


def always(win: Win, options: Options) -> bool:
    """Return true: what a ruleset declares of a win is so for each."""
    return True


def conclude_nothing(settlement: Settlement) -> None:
    """Leave a settlement as the payments and events made it."""


class PaymentRules(NamedTuple):
    """What is paid for a hand in a ruleset. ``book.payments = book.payments._replace(...)`` changes
    some."""

    scheme: Scheme = LOSERS_SETTLE
    """Who owes what once a hand is won; ``Book.pays`` declares another."""
    worth: WorthOfTotal = lambda total, options: total
    """What is paid by for a total, where a table turns one into the other."""
    losers_score: bool = True
    """Whether a hand that did not win scores."""
    discarder_pays: bool = False
    """Whether who lost the winning tile pays more, and so must be entered."""
    ignores_discarder: Callable[[Win, Options], bool] = lambda win, options: False
    """Whether the same is paid for this win whoever lost the tile, so that it may be left out."""
    need_no_tiles: Callable[[Win, Options], bool] = lambda win, options: False
    """Whether what the winner is paid for this win follows from seats, counters and the amounts of
    the sheet (total, limit and tally), whatever the tiles and lines are."""
    doubled_seat: DoubledSeat = lambda options, prevailing: None
    """Which seat pays and receives double (``Book.doubles_payments_of``)."""
    paid_winners: Callable[[Sequence[int], Options], Sequence[int]] = lambda winners, options: (
        winners
    )
    """Which of several winners of one tile, the first in turn first, are paid."""
    no_debt_when: tuple[When, ...] = ()
    """The options, each with its value, under all of which nobody pays more than they hold."""
    afterwards: Callable[[Settlement], None] = conclude_nothing
    """What follows from all that happened at the table (``Book.concludes``)."""
    awards: Callable[[Settlement], dict[int, int]] | None = None
    """The points that seats are given and that nobody pays; None where all are paid."""

    def conclude(self, settlement: Settlement) -> None:
        """Settle what follows from all events of a hand together."""
        self.afterwards(settlement)
        if self.awards is not None:
            settlement.awards = self.awards(settlement)
