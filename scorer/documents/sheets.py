"""Score sheets as documents, and what scoring and settling have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scorer.documents.read import (
    dealt_complete,
    hand_of,
    not_fishing_of,
    unknown_ruleset,
    win_of,
)
from scorer.documents.undecided import NOBODY_KNOWS, whichever_tile
from scorer.errors import HandError
from scorer.hand import EXACT, SEATS
from scorer.rulebook import Edition
from scorer.rules import BOOKS
from scorer.settle import Outcome
from scorer.sheet import Line, NotCounted, Payment, ScoreSheet, ShownSet, Undecided, balance
from scorer.situation import Situation

if TYPE_CHECKING:
    from scorer import types

__all__ = [
    "by_seat",
    "checked",
    "line_document",
    "outcome_of",
    "payment_document",
    "score_document",
]


def checked(load: Callable[[object], dict[str, Any]], document: object) -> dict[str, Any]:
    """The document once its form is checked; an unknown ruleset is told among what is wrong."""
    try:
        return load(document)
    except HandError as error:
        name = document.get("ruleset") if isinstance(document, Mapping) else None
        if not isinstance(name, str) or name in BOOKS:
            raise
        raise HandError(unknown_ruleset(name), *error.problems) from None


def outcome_of(
    player: Mapping[str, Any],
    edition: Edition,
    situation: Situation,
    seats: tuple[int, ...],
    count: str = EXACT,
    others: Sequence[Any] = (),
    facts: int = 0,
    barred: str | None = None,
) -> Outcome:
    """What a player has with a told hand, won as far as it was told or ``others``, the other hands
    of the table, show it; ``facts`` are those that follow from the table, ``barred`` the reason why
    this player could not win. Raises HandError."""
    if player["hand"].get("winning_tile") == NOBODY_KNOWS and player.get("win") is not None:
        return whichever_tile(
            player,
            edition,
            lambda one: outcome_of(one, edition, situation, seats, count, others, facts),
        )
    win_told = player.get("win")
    dealt = win_told is not None and dealt_complete(win_told, edition.book)
    hand = hand_of(player["hand"], edition, won=win_told is not None, count=count, dealt=dealt)
    win = None if win_told is None else win_of(win_told, edition, seats)
    if win is not None:
        facts |= edition.book.seen_at_table(hand, others) if others else 0
        win = win.seen_with(facts)
    not_fishing = barred or not_fishing_of(player, edition)
    edition.check_tiles(hand, len(seats))
    if player["hand"].get("partial"):
        sheet, undecided = edition.lost_in_part(hand, situation, not_fishing)
        return Outcome(edition.value(sheet.total), sheet, hand, win, tuple(undecided))
    sheet = edition.scored(hand, win, situation, not_fishing)
    return Outcome(edition.value(sheet.total), sheet, hand, win)


def score_document(
    edition: Edition,
    sheet: ScoreSheet,
    payments: list[Payment],
    seats: tuple[int, ...],
    undecided: Sequence[Undecided] | None = None,
) -> types.Score:
    """The answer of ``/score`` for this sheet; ``undecided`` is what else it could score, where
    something of the hand was not told."""
    document: types.Score = {
        "ruleset": edition.book.id,
        "preset": edition.preset,
        "options": dict(edition.options),
        "rules_version": edition.book.version,
        "total": sheet.total,
        "unit": edition.unit,
        "qualifies": sheet.qualifies,
        "minimum": edition.minimum,
        "tally": dict(sheet.tally),
        "formula": sheet.formula,
        "limit": {"value": sheet.limit, "reached": sheet.reached, "hand": sheet.limit_hand},
        "lines": [line_document(line) for line in sheet.lines],
        "not_counted": [_not_counted(entry) for entry in sheet.not_counted],
        "arrangement": [_shown(shown) for shown in sheet.arrangement],
        "payments": [payment_document(payment) for payment in payments if payment.amount],
        "net": balance(payments, [SEATS[seat] for seat in seats]),
    }
    if undecided is not None:
        document["undecided"] = [_undecided(one) for one in undecided]
    return document


def _undecided(one: Undecided) -> types.Undecided:
    document: types.Undecided = {
        "id": one.id,
        "name": one.name,
        "kind": one.kind,
        "amount": one.amount,
        "ask": one.ask,
    }
    if one.tile:
        document["tile"] = one.tile
    return document


def line_document(line: Line) -> types.Line:
    """A line as an answer shows it."""
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


def _not_counted(entry: NotCounted) -> types.NotCounted:
    document: types.NotCounted = {
        "id": entry.id,
        "name": entry.name,
        "kind": entry.kind,
        "amount": entry.amount,
        "because": entry.because,
    }
    if entry.principle:
        document["principle"], document["by"] = entry.principle, entry.by or None
        if not entry.by:
            document["reason"] = entry.reason
    elif entry.by:
        document["by"] = entry.by
    if entry.tiles:
        document["tiles"] = list(entry.tiles)
    return document


def _shown(shown: ShownSet) -> types.ShownSet:
    document: types.ShownSet = {
        "kind": shown.kind,
        "tiles": list(shown.tiles),
        "concealed": shown.concealed,
        "winning": shown.winning,
    }
    if shown.wild:
        document["wild"] = shown.wild
    return document


def payment_document(payment: Payment) -> types.Payment:
    """A payment as an answer shows it."""
    return {
        "from": SEATS[payment.payer],
        "to": SEATS[payment.payee],
        "amount": payment.amount,
        "because": payment.because,
    }


def by_seat(given: Mapping[int, int]) -> dict[types.Seat, int]:
    """Amounts by the letters of the seats."""
    return {SEATS[seat]: amount for seat, amount in sorted(given.items())}
