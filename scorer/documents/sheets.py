"""Score a player's hand, and write score sheets and payments as documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from scorer.documents.read import (
    EnteredHand,
    hand_of,
    not_fishing_of,
    win_of,
    won_without_tile,
)
from scorer.documents.schemas import requests
from scorer.documents.undecided import UNKNOWN_TILE, outcome_of_unknown_tile
from scorer.engine.any_hand import AnyHand
from scorer.engine.hand import EXACT_COUNT
from scorer.engine.sheet import Line, NotCounted, Payment, ScoreSheet, ShownSet, Undecided, balance
from scorer.engine.situation import Situation
from scorer.errors import HandError
from scorer.rulebook.book import Edition
from scorer.rulebook.settlement import Outcome
from scorer.rules import BOOKS, unknown_ruleset
from scorer.types.terms import SEATS

if TYPE_CHECKING:
    from scorer import types

T = TypeVar("T")


def checked(kind: type[T], document: object) -> T:
    """Return the document with its form checked as a request of this type.

    Raises HandError; an unknown ruleset is the first of its problems.
    """
    try:
        return requests.load(kind, document)
    except HandError as error:
        name = document.get("ruleset") if isinstance(document, Mapping) else None
        if not isinstance(name, str) or name in BOOKS:
            raise
        raise HandError(unknown_ruleset(name), *error.problems) from None


def outcome_of(  # noqa: PLR0913  # a hand, its rules, and what the table adds
    entered: EnteredHand,
    edition: Edition,
    situation: Situation,
    seats: tuple[int, ...],
    count: str = EXACT_COUNT,
    others: Sequence[AnyHand] = (),
    facts: int = 0,
    barred: str | None = None,
) -> Outcome:
    """Score a player's hand. Raises HandError.

    ``others`` are the other hands of the table, which may show more facts of the win; ``facts``
    follow from the table; ``barred`` is the reason why this player could not win.
    """
    tiles, won, fishing = entered
    if tiles.get("winning_tile") == UNKNOWN_TILE and won is not None:
        return outcome_of_unknown_tile(
            tiles,
            edition,
            lambda with_tile: outcome_of(
                entered._replace(tiles=with_tile), edition, situation, seats, count, others, facts
            ),
        )
    without_tile = "" if won is None else won_without_tile(won, edition.book)
    hand = hand_of(tiles, edition, won=won is not None, count=count, without_tile=without_tile)
    win = None if won is None else win_of(won, edition, seats)
    if win is not None:
        facts |= edition.book.table.table_facts(hand, others) if others else 0
        win = win.with_more_facts(facts) if facts else win
    not_fishing = barred or not_fishing_of(fishing, edition)
    edition.check_tiles(hand, len(seats))
    if tiles.get("partial"):
        sheet, undecided = edition.score_partial_loser(hand, situation, not_fishing)
        return Outcome(edition.payment_value(sheet.total), sheet, hand, win, tuple(undecided))
    sheet = edition.scored(hand, win, situation, not_fishing)
    return Outcome(edition.payment_value(sheet.total), sheet, hand, win)


def entered_hand(request: types.ScoreRequest) -> EnteredHand:
    """Return the hand to score of a request."""
    return EnteredHand(request["hand"], request.get("win"), request.get("fishing"))


def score_document(
    edition: Edition,
    sheet: ScoreSheet,
    payments: list[Payment],
    seats: tuple[int, ...],
    undecided: Sequence[Undecided] | None = None,
) -> types.Score:
    """Return the answer of ``/score`` for this sheet.

    ``undecided`` lists what could raise the score, where details of the hand were left out.
    """
    document: types.Score = {
        "ruleset": edition.book.id,
        "preset": edition.preset,
        "options": dict(edition.shown_options),
        "rules_version": edition.book.version,
        "total": sheet.total,
        "unit": edition.unit,
        "qualifies": sheet.qualifies,
        "minimum": edition.minimum,
        "tally": dict(sheet.tally),
        "formula": sheet.formula,
        "limit": limit_document(sheet),
        "lines": [line_document(line) for line in sheet.lines],
        "not_counted": [_not_counted_document(entry) for entry in sheet.not_counted],
        "arrangement": arrangement_document(sheet),
        "payments": [payment_document(payment) for payment in payments if payment.amount],
        "net": balance(payments, [SEATS[seat] for seat in seats]),
    }
    if undecided is not None:
        document["undecided"] = [_undecided_document(line) for line in undecided]
    return document


def summary_document(sheet: ScoreSheet, net: dict[types.Seat, int]) -> types.ScoreSummary:
    """Return the amounts of the answer of ``/score`` for this sheet and these balances."""
    return {
        "total": sheet.total,
        "qualifies": sheet.qualifies,
        "tally": dict(sheet.tally),
        "limit": limit_document(sheet),
        "net": net,
    }


def limit_document(sheet: ScoreSheet) -> types.Limit:
    """Return the limit as an answer states it."""
    return {"value": sheet.limit, "reached": sheet.reached, "hand": sheet.limit_hand}


def _undecided_document(line: Undecided) -> types.Undecided:
    document: types.Undecided = {
        "id": line.id,
        "name": line.name,
        "kind": line.kind,
        "amount": line.amount,
        "ask": line.ask,
    }
    if line.tile:
        document["tile"] = line.tile
    return document


def line_document(line: Line) -> types.Line:
    """Return a line as an answer lists it."""
    document: types.Line = {
        "id": line.id,
        "name": line.name,
        "kind": line.kind,
        "amount": line.amount,
        "count": line.count,
        "tiles": list(line.tiles),
        "why": line.why,
        "source": line.source,
    }
    if line.number:
        document["number"] = line.number
    if line.zh or line.names:
        document["names"] = {"zh": line.zh} if line.zh else dict(line.names)
    return document


def _not_counted_document(entry: NotCounted) -> types.NotCounted:
    document: types.NotCounted = {
        "id": entry.id,
        "name": entry.name,
        "kind": entry.kind,
        "amount": entry.amount,
        "because": entry.because,
    }
    if entry.principle:
        document["principle"], document["by"] = entry.principle, entry.set_aside_by or None
        if not entry.set_aside_by:
            document["reason"] = entry.reason
    elif entry.set_aside_by:
        document["by"] = entry.set_aside_by
    if entry.tiles:
        document["tiles"] = list(entry.tiles)
    return document


def arrangement_document(sheet: ScoreSheet) -> list[types.ShownSet]:
    """Return the sets of a hand as an answer lists them."""
    return [_set_document(part) for part in sheet.arrangement]


def _set_document(part: ShownSet) -> types.ShownSet:
    document: types.ShownSet = {
        "kind": part.kind,
        "tiles": list(part.tiles),
        "concealed": part.concealed,
        "winning": part.winning,
    }
    if part.wild:
        document["wild"] = part.wild
    return document


def payment_document(payment: Payment) -> types.Payment:
    """Return a payment as an answer lists it."""
    return {
        "from": SEATS[payment.payer],
        "to": SEATS[payment.payee],
        "amount": payment.amount,
        "because": payment.because,
    }


def by_seat(amounts: Mapping[int, int]) -> dict[types.Seat, int]:
    """Return amounts by the letters of the seats."""
    return {SEATS[seat]: amount for seat, amount in sorted(amounts.items())}
