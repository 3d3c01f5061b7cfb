"""Score sheets as documents, and what scoring and settling have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scorer.documents.read import hand_of, unknown_ruleset, win_of
from scorer.errors import HandError
from scorer.hand import EXACT, SEATS, Win
from scorer.rulebook import Edition
from scorer.rules import BOOKS
from scorer.settle import Settlement
from scorer.sheet import Line, NotCounted, Payment, ScoreSheet, ShownSet, balance

__all__ = [
    "Document",
    "by_seat",
    "checked",
    "payment_document",
    "score_document",
    "settlement_of",
    "sheet_of",
]

Document = dict[str, Any]


def checked(load: Callable[[object], Document], document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The document once its form is checked; an unknown ruleset is told among what is wrong."""
    try:
        return load(document)
    except HandError as error:
        name = document.get("ruleset") if isinstance(document, Mapping) else None
        if not isinstance(name, str) or name in BOOKS:
            raise
        raise HandError(unknown_ruleset(name), *error.problems) from None


def sheet_of(
    told: Mapping[str, Any],
    edition: Edition,
    seat: int,
    prevailing: int,
    seats: tuple[int, ...],
    count: str = EXACT,
) -> tuple[ScoreSheet, Any, Win | None]:
    """The sheet of a told hand, the hand, and how it was won. Raises HandError."""
    win_told = told.get("win")
    hand = hand_of(told["hand"], edition, won=win_told is not None, count=count)
    win = None if win_told is None else win_of(win_told, edition, seats)
    return edition.score(hand, win, seat=seat, prevailing=prevailing), hand, win


def settlement_of(
    edition: Edition,
    seats: Iterable[int],
    scores: Mapping[int, int],
    winner: int | None,
    win: Win | None,
    prevailing: int,
    sheet: ScoreSheet | None,
    hand: Any,
) -> Settlement:
    """A settlement under way, with the winner's sheet and hand where they were told."""
    return Settlement(
        tuple(seats),
        scores,
        edition.book.scheme,
        winner=winner,
        discarder=None if win is None else win.loser,
        doubled=edition.book.doubled_seat(edition.options, prevailing),
        limit=edition.limit or 0,
        facts=0 if win is None else win.facts,
        sheet=sheet,
        hand=hand,
        edition=edition,
    )


def score_document(
    edition: Edition,
    sheet: ScoreSheet,
    payments: list[Payment],
    seats: tuple[int, ...],
) -> Document:
    """The answer of ``/score`` for this sheet."""
    return {
        "ruleset": edition.book.id,
        "preset": edition.preset,
        "options": dict(edition.options),
        "rules_version": edition.book.version,
        "total": sheet.total,
        "unit": edition.unit,
        "qualifies": sheet.qualifies,
        "tally": dict(sheet.tally),
        "formula": sheet.formula,
        "limit": {"value": sheet.limit, "reached": sheet.reached, "hand": sheet.limit_hand},
        "lines": [_line(line) for line in sheet.lines],
        "not_counted": [_not_counted(entry) for entry in sheet.not_counted],
        "arrangement": [_shown(shown) for shown in sheet.arrangement],
        "payments": [payment_document(payment) for payment in payments if payment.amount],
        "net": balance(payments, "".join(SEATS[seat] for seat in seats)),
    }


def _line(line: Line) -> Document:
    document: Document = {
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
    if line.zh:
        document["names"] = {"zh": line.zh}
    return document


def _not_counted(entry: NotCounted) -> Document:
    document: Document = {
        "id": entry.id,
        "name": entry.name,
        "kind": entry.kind,
        "amount": entry.amount,
        "because": entry.because,
    }
    if entry.principle:
        document |= {"principle": entry.principle, "by": entry.by or None}
    if entry.tiles:
        document["tiles"] = list(entry.tiles)
    return document


def _shown(shown: ShownSet) -> Document:
    document: Document = {
        "kind": shown.kind,
        "tiles": list(shown.tiles),
        "concealed": shown.concealed,
        "winning": shown.winning,
    }
    if shown.wild:
        document["wild"] = shown.wild
    return document


def payment_document(payment: Payment) -> Document:
    """A payment as an answer shows it."""
    return {
        "from": SEATS[payment.payer],
        "to": SEATS[payment.payee],
        "amount": payment.amount,
        "because": payment.because,
    }


def by_seat(given: Mapping[int, int]) -> dict[str, int]:
    """Amounts by the letters of the seats."""
    return {SEATS[seat]: amount for seat, amount in sorted(given.items())}
