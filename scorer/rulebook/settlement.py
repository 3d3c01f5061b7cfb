"""Who pays whom at one table after one hand: a settlement under way, and its payments.

Knows seats, totals and doubled payments; the rulesets say through their events what else is owed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import Any, NamedTuple

from scorer.engine.any_hand import AnyHand
from scorer.engine.hand import SELF_DRAW, Win
from scorer.engine.options import Option, V
from scorer.engine.sheet import Payment, ScoreSheet, Undecided, balance
from scorer.engine.situation import NO_COUNTERS
from scorer.errors import HandError, Problem
from scorer.languages.speech import say
from scorer.types.terms import SEAT_NAMES, SEATS


class EnteredEvent(NamedTuple):
    """An event at the table, as it was entered.

    Attributes:
        id: the id of the event in the book.
        by: the seat that did it.
        to: the seat to which it was done.
        values: the value of each other field that the book gives it, None where it was left out;
            seats as numbers.
    """

    id: str
    by: int
    to: int | None = None
    values: Mapping[str, Any] = NO_COUNTERS


class Outcome(NamedTuple):
    """The result of a player's hand.

    Attributes:
        score: The score that is paid for.
        sheet: Its score sheet.
        hand: The hand; None where points were agreed.
        win: How it won; None of a hand that did not win.
        undecided: What else it could score where something of the hand is unknown.
    """

    score: int
    sheet: ScoreSheet
    hand: AnyHand | None = None
    win: Win | None = None
    undecided: tuple[Undecided, ...] | None = None

    @property
    def facts(self) -> int:
        """The facts of the win; none of a hand that did not win."""
        return 0 if self.win is None else self.win.facts


class HelpedScoring(NamedTuple):
    """Help with a score: ``by`` showed ``to`` points missing from the score ``counted``."""

    by: int
    to: int
    counted: int


class Deduction(NamedTuple):
    """What is taken from a seat's own score and paid to nobody."""

    seat: int
    amount: int
    because: str


WinnerPayments = Callable[["Settlement", int], list[Payment]]


class Scheme(NamedTuple):
    """Who owes what once a hand is won, as functions of the settlement and the winner's seat: the
    payments to the winner, and those that the losers then owe each other."""

    to_winner: WinnerPayments
    among_losers: WinnerPayments


class Settlement:
    """The settlement of one hand, under way: events change it, and then it says who owes what.

    Of several winners one at a time is looked at: ``winner``, ``discarder``, ``facts``, ``sheet``
    and ``hand`` are those of the winner whose payments are being found, at first of the first.

    Attributes:
        seats: The seats at the table.
        outcomes: The result of each player's hand, by seat.
        scores: What each player's hand is paid by, by seat.
        scheme: Who owes what once a hand is won.
        winners: The winners who are paid.
        won: All who declared a win; not each of them may be paid.
        doubled: The seat that pays and receives double, if any.
        limit: The table's limit; 0 for none.
        east_run: How many hands East had won in a row before.
        counters: The counters of the ruleset, such as honba.
        edition: The rules in force.
        winner: The winner looked at; None if nobody won.
        discarder: The player who lost the tile to that winner; None if it was drawn.
        facts: The way and circumstances of that win, as bits.
        sheet: The score sheet of that winner.
        hand: The hand of that winner, if it was entered.
        fines: Payments that are no part of anyone's score.
        events: The events so far, as entered.
        player_fields: The fields that the ruleset adds for a player, by seat.
        table_fields: The fields that the ruleset adds for a table. Both are empty where one hand
            alone was entered.
        awards: Points that seats are given and nobody pays.
        penalties: Points taken off when the session ends, by seat.
        chip_payments: Payments in chips, which are no points until the session ends; None where
            there are no chips.
        deductions: What is taken from a seat's own score and paid to nobody.
        doubts: Warnings: the pointer to a field, and the sentence.
        helped_scorings: Players who were shown points that they had not counted.
        remarks: What came of an event whose payments do not show it, by its number.
        tallies: What the session has counted of each player after this hand, by name and seat.
        pays_for_all: The seat that pays what all losers owe, if any.
        ended_by: The seat whose fault ended the hand, if any: nobody's score is paid.
    """

    def __init__(  # noqa: PLR0913  # a table, its rules, and under what it played
        self,
        seats: Sequence[int],
        outcomes: Mapping[int, Outcome],
        scheme: Scheme,
        *,
        winners: Sequence[int] = (),
        doubled: int | None = None,
        limit: int = 0,
        east_run: int = 0,
        counters: Mapping[str, int] = NO_COUNTERS,
        edition: Any = None,
    ) -> None:
        self.seats = tuple(seats)
        self.outcomes = dict(outcomes)
        self.scores = {seat: outcome.score for seat, outcome in outcomes.items()}
        self.scheme = scheme
        self.winners = tuple(winners)
        self.doubled = doubled
        self.limit = limit
        self.east_run = east_run
        self.counters = counters
        self.edition = edition
        self.fines: list[Payment] = []
        self.events: list[EnteredEvent] = []
        self.won = self.winners
        self.player_fields: Mapping[int, Mapping[str, Any]] = {}
        self.table_fields: Mapping[str, Any] = {}
        self.awards: dict[int, int] = {}
        self.penalties: dict[int, int] = {}
        self.chip_payments: list[Payment] | None = None
        self.deductions: list[Deduction] = []
        self.doubts: list[tuple[str, str]] = []
        self.helped_scorings: list[HelpedScoring] = []
        self.remarks: dict[int, str] = {}
        self.tallies: dict[str, dict[int, int]] = {}
        self.pays_for_all: int | None = None
        self.ended_by: int | None = None
        self._look_as_winner(self.winners[0] if self.winners else None)

    def __getitem__(self, option: Option[V]) -> V:
        """Return the value of this option at this table."""
        value: V = self.edition.options[option]
        return value

    def _look_as_winner(self, winner: int | None) -> None:
        """Look at the table with this player as the winner."""
        outcome = None if winner is None else self.outcomes[winner]
        win = None if outcome is None else outcome.win
        self.winner = winner
        self.discarder = None if win is None else win.loser
        self.facts = 0 if win is None else win.facts
        self.sheet: Any = None if outcome is None else outcome.sheet
        self.hand: AnyHand | None = None if outcome is None else outcome.hand

    def others(self, seat: int) -> list[int]:
        """Return the other seats in the order of play after this one."""
        turns = [(seat + turn) % 4 for turn in (1, 2, 3)]
        return [other for other in turns if other in self.seats]

    def payers(self, winner: int) -> list[int]:
        """Return who pays this winner where the player who lost the tile pays alone: that player,
        or everybody else where the tile was drawn or nobody is named."""
        if self.facts & SELF_DRAW or self.discarder is None:
            return self.others(winner)
        return [self.discarder]

    def fine(self, payer: int, payee: int, amount: int, because: str) -> None:
        """Add a payment that is no part of anyone's score, and is never doubled."""
        self.fines.append(Payment(payer, payee, amount, because))

    def fine_to_each(self, payer: int, amount: int, because: str, *, doubling: bool) -> None:
        """Add a fine to every other player; with ``doubling`` as payments are doubled."""
        for payee in self.others(payer):
            factor, reason = self.doubling(payer, payee) if doubling else (1, "")
            whole_reason = because
            if reason:
                whole_reason = say(
                    "{because}, {amount}; {reason}", because=because, amount=amount, reason=reason
                )
            self.fine(payer, payee, amount * factor, whole_reason)

    def deduct(self, seat: int, amount: int, because: str) -> None:
        """Take points from a seat's own score; nobody receives them."""
        self.deductions.append(Deduction(seat, amount, because))

    def tally(self, name: str, seat: int) -> int:
        """Return the session's count of a player by now: as this hand left it, or as given."""
        counted = self.tallies.get(name, {}).get(seat)
        before: int = (self.table_fields.get(name) or {}).get(SEATS[seat], 0)
        return before if counted is None else counted

    def count(self, name: str, seat: int, number: int) -> None:
        """Note what the session has counted of a player with this hand."""
        self.tallies.setdefault(name, {})[seat] = number

    def warn(self, pointer: str, detail: str) -> None:
        """Warn, at this field, of an entry that is possible but hardly meant."""
        self.doubts.append((pointer, detail))

    def add_helped_scoring(self, by: int, to: int, counted: int) -> None:
        """Note that ``by`` pointed ``to`` to points not counted, and makes good what the others
        lose by it. Raises HandError when nobody is paid, or nothing was missing."""
        if self.winner is None:
            detail = say("nobody won, so no score is paid")
            raise HandError(Problem("/event", "contradiction", detail))
        if counted >= self.scores[to]:
            detail = say(
                "{player} scores {score}, no more than they had counted; nobody has helped them",
                player=SEAT_NAMES[to],
                score=self.scores[to],
            )
            raise HandError(Problem("/counted", "contradiction", detail))
        if any(helped.to == to for helped in self.helped_scorings):
            detail = say("{player} was helped already", player=SEAT_NAMES[to])
            raise HandError(Problem("/to", "contradiction", detail))
        self.helped_scorings.append(HelpedScoring(by, to, counted))

    def note_result(self, sentence: str) -> None:
        """Note the result of the event that is happening, where its payments do not show it."""
        self.remarks[len(self.events)] = sentence

    def end_hand(self, by: int) -> None:
        """End the hand by this player's fault: nobody's score is paid."""
        self.ended_by = by
        self.fines = [fine for fine in self.fines if fine.payer == by]

    def payments(self) -> list[Payment]:
        """Return every payment that is owed, the winner's first."""
        owed = self._score_payments()
        for helped in self.helped_scorings:
            owed += self._compensations(helped)
        return [payment for payment in owed + self.fines if payment.amount]

    def _score_payments(self) -> list[Payment]:
        """Return what is paid for the scores, fines apart; nothing if nobody won."""
        if self.winner is None or self.ended_by is not None:
            return []
        owed = [payment for winner in self.winners for payment in self.to_winner(winner)]
        if self.pays_for_all is None:
            owed += self.scheme.among_losers(self, self.winner)
        return owed

    def _compensations(self, helped: HelpedScoring) -> list[Payment]:
        """Return what the others lose by the points not counted, paid by the player who pointed to
        them."""
        uncorrected = copy(self)
        uncorrected.scores = {**self.scores, helped.to: helped.counted}
        before = balance(uncorrected._score_payments())
        after = balance(self._score_payments())
        because = say(
            "helped {player}, who had counted {counted}",
            player=SEAT_NAMES[helped.to],
            counted=helped.counted,
        )
        return [
            Payment(helped.by, seat, max(0, before[SEATS[seat]] - after[SEATS[seat]]), because)
            for seat in self.others(helped.by)
            if seat != helped.to
        ]

    def to_winner(self, winner: int) -> list[Payment]:
        """Return what the others owe this winner, paid by whoever has to."""
        seen = self
        if winner != self.winner:
            seen = copy(self)
            seen._look_as_winner(winner)
        return self.scheme.to_winner(seen, winner)

    def doubling(self, payer: int, payee: int) -> tuple[int, str]:
        """Return the factor of a payment between two seats, and the reason when it is doubled."""
        if self.doubled not in (payer, payee):
            return 1, ""
        return 2, _doubled_reason(self.doubled, self.doubled == payee)


@lru_cache
def _doubled_reason(seat: int, is_paid: bool) -> str:
    """Return why a payment to or from this seat is doubled."""
    who = SEAT_NAMES[seat]
    if seat == 0 and is_paid:
        return say("{seat} is paid double", seat=who)
    if seat == 0:
        return say("{seat} pays double", seat=who)
    if is_paid:
        return say("{seat}, whose wind prevails, is paid double", seat=who)
    return say("{seat}, whose wind prevails, pays double", seat=who)


def _with_reason(because: str, reason: str) -> str:
    return say("{because}; {reason}", because=because, reason=reason) if reason else because


def winner_score_payments(settlement: Settlement, winner: int) -> list[Payment]:
    """Return the winner's score paid by every loser, or by one for all."""
    score = settlement.scores[winner]
    won = say("{winner} won {score}", winner=SEAT_NAMES[winner], score=score)
    because_of = {"": won}
    owed = []
    for loser in settlement.others(winner):
        if loser in settlement.winners:
            continue
        factor, reason = settlement.doubling(loser, winner)
        if reason not in because_of:
            because_of[reason] = _with_reason(won, reason)
        because = because_of[reason]
        payer = loser
        if settlement.pays_for_all is not None and settlement.pays_for_all != loser:
            payer = settlement.pays_for_all
            because = say(
                "{payer} pays for {loser}; {because}",
                payer=SEAT_NAMES[payer],
                loser=SEAT_NAMES[loser],
                because=because,
            )
        owed.append(Payment(payer, winner, score * factor, because))
    return owed


def difference_payments(settlement: Settlement, winner: int) -> list[Payment]:
    """Return what losers owe each other: of each two, the lower score pays the difference."""
    owed = []
    losers = [seat for seat in settlement.others(winner) if seat not in settlement.winners]
    for n, first in enumerate(losers):
        for second in losers[n + 1 :]:
            low, high = sorted((first, second), key=lambda seat: settlement.scores[seat])
            gap = settlement.scores[high] - settlement.scores[low]
            factor, reason = settlement.doubling(low, high)
            because = say(
                "{high} less {low}", high=settlement.scores[high], low=settlement.scores[low]
            )
            owed.append(Payment(low, high, gap * factor, _with_reason(because, reason)))
    return owed


def no_payments(settlement: Settlement, winner: int) -> list[Payment]:
    """Return no payments: losers owe each other nothing."""
    return []


LOSERS_SETTLE = Scheme(winner_score_payments, difference_payments)


def limit_to_holdings(
    owed: Sequence[Payment], holdings: Mapping[int, int]
) -> tuple[list[Payment], list[Payment]]:
    """Return what is paid, and what stays unpaid, where nobody pays more than they hold.

    Debts that lead round in a circle cancel; what a player receives is paid on, the earlier debt
    first.
    """
    open_ = [payment.amount for payment in owed]
    while circle := _debts_in_circle(owed, open_):
        least = min(open_[n] for n in circle)
        for n in circle:
            open_[n] -= least
    purses = dict(holdings)
    # Without circles money passes through each player once.
    for _ in purses:
        for n, (payer, payee, _, _) in enumerate(owed):
            part = min(open_[n], purses[payer])
            purses[payer] -= part
            purses[payee] += part
            open_[n] -= part
    paid = [_paid_part(payment, left) for payment, left in zip(owed, open_, strict=True)]
    unpaid = [
        _unpaid_part(payment, left) for payment, left in zip(owed, open_, strict=True) if left
    ]
    return [payment for payment in paid if payment.amount], unpaid


def _debts_in_circle(owed: Sequence[Payment], left: Sequence[int]) -> list[int]:
    """Return the numbers of debts that form a circle; none without one."""
    debts: dict[tuple[int, int], int] = {}
    for n, (payer, payee, _, _) in enumerate(owed):
        if left[n]:
            debts.setdefault((payer, payee), n)
    ways = [[step] for step in debts]
    while ways:
        way = ways.pop()
        passed = [payer for payer, _ in way]
        if way[-1][1] == passed[0]:
            return [debts[step] for step in way]
        if way[-1][1] not in passed:
            ways += [[*way, step] for step in debts if step[0] == way[-1][1]]
    return []


def _paid_part(payment: Payment, left: int) -> Payment:
    if not left:
        return payment
    because = say(
        "{because}; {amount} is owed, but it is all that {payer} has left",
        because=payment.because,
        amount=payment.amount,
        payer=SEAT_NAMES[payment.payer],
    )
    return payment._replace(amount=payment.amount - left, because=because)


def _unpaid_part(payment: Payment, left: int) -> Payment:
    because = say(
        "{because}; {payer} has nothing left",
        because=payment.because,
        payer=SEAT_NAMES[payment.payer],
    )
    return payment._replace(amount=left, because=because)


def fewest_transfers(net: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return the fewest payments that leave the players with the same as all of them.

    >>> [[*payment.values()] for payment in fewest_transfers({"E": 5, "S": -9, "W": 9, "N": -5})]
    [['S', 'W', 9], ['N', 'E', 5]]
    """
    left = {seat: amount for seat, amount in net.items() if amount}
    found: list[dict[str, Any]] = []
    while len(left) > 1:
        pairs = [(a, b) for a in left for b in left if left[a] < 0 < left[b]]
        # Two who are even with each other leave one payment less to the others.
        payer, payee = max(
            pairs, key=lambda pair: (left[pair[0]] == -left[pair[1]], left[pair[1]] - left[pair[0]])
        )
        amount = min(-left[payer], left[payee])
        found.append({"from": payer, "to": payee, "amount": amount})
        left[payer] += amount
        left[payee] -= amount
        left = {seat: rest for seat, rest in left.items() if rest}
    return found
