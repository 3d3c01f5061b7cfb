"""The one shape in which every ruleset answers: lines, what was set aside, sets, payments.

Knows nothing of how anything was counted. Amounts are whole numbers in the ruleset's unit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, NamedTuple

from scorer.languages.speech import say
from scorer.types.terms import SEATS

if TYPE_CHECKING:
    from scorer.types import LineKind, Principle, Seat, SetKind, TallyKey


@dataclass(slots=True)
class Line:
    """One thing that counts: ``amount`` of ``kind``, for these tiles, by this rule.

    ``number`` is its number in a book that counts its rules (0: none), ``zh`` its Chinese name,
    ``names`` those in other languages.
    """

    id: str
    name: str
    kind: LineKind
    amount: int
    tiles: tuple[str, ...]
    why: str
    source: str
    count: int = 1
    number: int | str = 0
    zh: str = ""
    names: tuple[tuple[str, str], ...] = ()

    def __reduce__(self) -> tuple[object, ...]:
        return Line, astuple(self)


class NotCounted(NamedTuple):
    """One thing that nearly counted, or that another rule set aside, and why.

    Where a principle set it aside, ``principle`` is its name, ``set_aside_by`` the id of the rule
    that counts instead, ``tiles`` are the tiles that show it, and ``reason`` is what ``because``
    says without the name of the principle.
    """

    id: str
    name: str
    kind: LineKind
    amount: int
    because: str
    principle: Principle | None = None
    set_aside_by: str = ""
    tiles: tuple[str, ...] = ()
    reason: str = ""


class Undecided(NamedTuple):
    """A rule that might count, depending on what was not entered: what it would add (points, or
    doubles of the entered tiles), and the question for the table. ``tile``: the winning tile with
    which the total would be so much more."""

    id: str
    name: str
    kind: LineKind
    amount: int
    ask: str
    tile: str = ""


class ShownSet(NamedTuple):
    """One set of the arrangement as it is to be drawn."""

    kind: SetKind
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


class Account:
    """The explanation of a score, worked out only on request. Each way of counting has its own
    class, which looks at the reading that counts; this one explains nothing."""

    __slots__ = ()

    def tally(self) -> dict[TallyKey, int]:
        """Return the sums of the lines, as in points and doubles."""
        return {}

    def formula(self) -> str:
        """Return the formula of the total."""
        return "0"

    def lines(self) -> tuple[Line, ...]:
        """Return each thing that counts, in the order of the book."""
        return ()

    def arrangement(self) -> tuple[ShownSet, ...]:
        """Return the sets of the reading that counts, as they are to be drawn."""
        return ()

    def not_counted(self) -> tuple[NotCounted, ...]:
        """Return what nearly counted, and why it did not."""
        return ()

    def why_not(self, rule: str) -> str:
        """Return why the rule of this id, which is not in ``not_counted``, does not count; "" where
        the account does not know."""
        return ""

    def why_below_minimum(self) -> str:
        """Return why a hand of a winning shape does not win: it misses the minimum."""
        return ""


class ReadyAccount(Account):
    """An account whose answers are ready, and do not have to be worked out."""

    __slots__ = ("_arrangement", "_formula", "_lines", "_not_counted", "_tally")

    def __init__(
        self,
        tally: dict[TallyKey, int],
        formula: str,
        lines: tuple[Line, ...] = (),
        arrangement: tuple[ShownSet, ...] = (),
        not_counted: tuple[NotCounted, ...] = (),
    ) -> None:
        self._tally = tally
        self._formula = formula
        self._lines = lines
        self._arrangement = arrangement
        self._not_counted = not_counted

    def tally(self) -> dict[TallyKey, int]:
        """Return the sums of the lines."""
        return self._tally

    def formula(self) -> str:
        """Return the formula of the total."""
        return self._formula

    def lines(self) -> tuple[Line, ...]:
        """Return each thing that counts."""
        return self._lines

    def arrangement(self) -> tuple[ShownSet, ...]:
        """Return the sets as they are to be drawn."""
        return self._arrangement

    def not_counted(self) -> tuple[NotCounted, ...]:
        """Return what nearly counted."""
        return self._not_counted

    def __reduce__(self) -> tuple[object, ...]:
        arguments = (self._tally, self._formula, self._lines, self._arrangement, self._not_counted)
        return ReadyAccount, arguments


class ScoreSheet:
    """A hand's score: the total, the lines that rebuild it, and the reading that they belong to.

    ``qualifies`` is false where the ruleset has a minimum that the hand misses. ``limit`` is None
    where there is none; ``reached`` tells whether the hand came to it, ``limit_hand`` is the name
    of the special hand that it scores as. The rest its ``account`` works out when somebody wants to
    know; what is pickled has it all.
    """

    __slots__ = (
        "_account",
        "_formula",
        "_lines",
        "_tally",
        "limit",
        "limit_hand",
        "qualifies",
        "reached",
        "total",
        "won",
    )

    def __init__(
        self,
        total: int,
        account: Account,
        won: bool,
        qualifies: bool = True,
        limit: int | None = None,
        reached: bool = False,
        limit_hand: str | None = None,
    ) -> None:
        self.total = total
        self.won = won
        self.qualifies = qualifies
        self.limit = limit
        self.reached = reached
        self.limit_hand = limit_hand
        self._account = account
        self._lines: tuple[Line, ...] | None = None
        self._tally: dict[TallyKey, int] | None = None
        self._formula: str | None = None

    @property
    def lines(self) -> tuple[Line, ...]:
        """Each thing that counts, in the order of the book."""
        if self._lines is None:
            self._lines = self._account.lines()
        return self._lines

    @property
    def tally(self) -> dict[TallyKey, int]:
        """The sums of the lines, as in points and doubles."""
        if self._tally is None:
            self._tally = self._account.tally()
        return self._tally

    @property
    def formula(self) -> str:
        """How the total comes about."""
        if self._formula is None:
            self._formula = self._account.formula()
        return self._formula

    @property
    def arrangement(self) -> tuple[ShownSet, ...]:
        """The sets of the reading that counts, as they are to be drawn."""
        return self._account.arrangement()

    @property
    def not_counted(self) -> tuple[NotCounted, ...]:
        """What nearly counted, and why it did not."""
        return self._account.not_counted()

    def why_not(self, rule: str) -> str:
        """Return why the rule of this id, which has no line, does not count: the reason in
        ``not_counted`` or else the first fact that the hand is missing. Return "" where the account
        does not know: a partial hand, a total agreed on, or a losing hand where losers score
        nothing."""
        listed = [entry.because for entry in self.not_counted if entry.id == rule]
        return listed[0] if listed else self._account.why_not(rule)

    def why_below_minimum(self) -> str:
        """Return why the hand, which does not reach the minimum, does not win; "" of one that
        does."""
        return "" if self.qualifies else self._account.why_below_minimum()

    def __reduce__(self) -> tuple[object, ...]:
        account = ReadyAccount(
            self.tally, self.formula, self.lines, self.arrangement, self.not_counted
        )
        arguments = (self.total, account, self.won, self.qualifies)
        return ScoreSheet, (*arguments, self.limit, self.reached, self.limit_hand)

    def __repr__(self) -> str:
        return f"ScoreSheet({self.formula})"

    def _repr_html_(self) -> str:
        """Return the sheet for a notebook, its tiles drawn."""
        # Needed by notebooks alone, so loaded on first use.
        from scorer.engine.notebook import of_set, sheet_html

        sets = [
            of_set(each.kind, each.tiles, each.concealed, each.winning) for each in self.arrangement
        ]
        lines = [(line.amount, line.kind, line.name, line.why) for line in self.lines]
        missed = [(entry.name, entry.because) for entry in self.not_counted]
        return sheet_html(self.formula, sets, lines, missed)


def agreed_lines(points: int) -> tuple[Line, ...]:
    """Return the one line of a total that the table agreed on; no line for 0 points."""
    name, why = say("Agreed at the table"), say("points the table agreed on")
    return (Line("agreed", name, "points", points, (), why, "told"),) if points else ()


def balance(payments: list[Payment], seats: Iterable[Seat] = SEATS) -> dict[Seat, int]:
    """Return every seat's balance of these payments; the balances sum to zero."""
    net = dict.fromkeys(seats, 0)
    for payment in payments:
        net[SEATS[payment.payer]] -= payment.amount
        net[SEATS[payment.payee]] += payment.amount
    return net
