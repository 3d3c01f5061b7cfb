"""Who pays whom for one win, from its sheet: what the typed interface and the documents share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scorer.engine.any_hand import HandT
from scorer.engine.hand import SELF_DRAW, Win
from scorer.engine.seats import AnySeat, seat_of
from scorer.engine.sheet import Payment, ScoreSheet
from scorer.engine.situation import NO_COUNTERS, counters_with_defaults
from scorer.errors import HandError, Problem
from scorer.languages.speech import say
from scorer.rulebook.book import Edition
from scorer.rulebook.settlement import Outcome, Settlement
from scorer.types.terms import SEATS


def payments(  # noqa: PLR0913  # the typed interface's arguments, as `Edition.score` has them
    edition: Edition[HandT],
    sheet: ScoreSheet,
    hand: HandT,
    win: Win,
    *,
    seat: AnySeat,
    prevailing: AnySeat,
    seats: Iterable[AnySeat] | str = SEATS,
    counters: Mapping[str, object] = NO_COUNTERS,
) -> tuple[Payment, ...]:
    """Return what the others pay the winner. ``sheet`` is the result of ``edition.score(hand, win,
    ...)`` at this ``seat`` in the round of this ``prevailing`` wind, with these counters
    (``counters``). Payers and payees are seats, 0 to 3.

    >>> from scorer.engine.hand import Hand, Win
    >>> from scorer.rulebook.payments import payments
    >>> from scorer.rules import BOOKS
    >>> mcr = BOOKS["mcr"].edition()
    >>> hand, win = Hand.of("123b 456b 99d", ["789b", "EEE"], winning="9d"), Win.of("self_draw")
    >>> sheet = mcr.score(hand, win, seat="E", prevailing="E")
    >>> owed = payments(mcr, sheet, hand, win, seat=0, prevailing=0)
    >>> [(payment.payer, payment.amount) for payment in owed]
    [(1, 31), (2, 31), (3, 31)]

    Nobody pays for a hand that does not reach its ruleset's minimum. What losers pay each other is
    for ``scorer.settle``, which sees the whole table.

    Raises:
        HandError: If the win has no seat that lost the tile, and it matters.
    """
    # Long for its example.
    winner = seat_of(seat, "/seat")
    at_table = tuple(sorted({seat_of(seat, "/seats") for seat in seats}))
    if winner not in at_table or (win.loser is not None and win.loser not in at_table):
        absent = winner if winner not in at_table else win.loser
        detail = say(
            "nobody sits at {seat} at this table; choose another seat", seat=SEATS[absent or 0]
        )
        raise HandError(Problem("/seats", "bad_value", detail))
    problem = unnamed_loser(edition, win)
    if problem is not None:
        raise HandError(problem)
    if not sheet.qualifies:
        return ()
    wind = seat_of(prevailing, "/prevailing")
    outcomes = {winner: Outcome(edition.payment_value(sheet.total), sheet, hand, win)}
    known = counters_with_defaults(edition.book.counters, counters)
    settlement = settlement_of(edition, at_table, outcomes, (winner,), wind, counters=known)
    return tuple([payment for payment in settlement.to_winner(winner) if payment.amount])


def unnamed_loser(edition: Edition, win: Win) -> Problem | None:
    """Return the problem of a win whose payer depends on the seat that lost the tile, where that
    seat was not entered."""
    book, rules = edition.book, edition.book.payments
    if win.loser is not None or not rules.discarder_pays or win.facts & SELF_DRAW:
        return None
    if rules.ignores_discarder(win, edition.options):
        return None
    detail = say(
        "enter the seat of the player who discarded the winning tile: that player pays more"
    )
    if "robbed_kong" in book.table.ways:
        detail = say(
            "enter the seat of the player who discarded the winning tile or whose kong "
            "was robbed: that player pays more"
        )
    return Problem("/win/from", "required", detail)


def settlement_of(
    edition: Edition,
    seats: Iterable[int],
    outcomes: Mapping[int, Outcome],
    winners: Sequence[int],
    prevailing: int,
    east_run: int = 0,
    counters: Mapping[str, int] = NO_COUNTERS,
) -> Settlement:
    """Return a new settlement of these players and winners; East had won so many hands in a row
    before it, and these were the counters."""
    return Settlement(
        tuple(seats),
        outcomes,
        edition.book.payments.scheme,
        winners=winners,
        doubled=edition.book.payments.doubled_seat(edition.options, prevailing),
        limit=edition.limit or 0,
        east_run=east_run,
        counters=counters,
        edition=edition,
    )
