"""The answers about one hand, and about the rulesets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from scorer.documents.read import (
    circumstances_of,
    edition_of,
    hand_of,
    seats_of,
    unknown_ruleset,
    winds_of,
)
from scorer.documents.schemas import load_score, load_waits
from scorer.documents.sheets import (
    by_seat,
    checked,
    score_document,
    sheet_of,
)
from scorer.errors import HandError
from scorer.hand import DISCARD, SELF_DRAW, Win
from scorer.payments import settlement_of
from scorer.rules import BOOKS
from scorer.settle import Outcome
from scorer.sheet import Payment, ScoreSheet
from scorer.tiles import code

if TYPE_CHECKING:
    from scorer import types

__all__ = ["ruleset", "rulesets", "score", "waits"]


def score(document: types.ScoreRequest | Mapping[str, object]) -> types.Score:
    """What one hand is worth and, when it won, what the others pay: the answer of ``/score``.

    ``document`` is a hand to score as the wire contract has it. Raises HandError.
    """
    told = checked(load_score, document)
    edition = edition_of(told)
    seats = seats_of(told, edition.book)
    seat, prevailing = winds_of(told, seats, edition.book)
    sheet, hand, win = sheet_of(told, edition, seat, prevailing, seats)
    payments: list[Payment] = []
    table = None
    if win is not None and sheet.qualifies:
        outcomes = {seat: Outcome(edition.value(sheet.total), sheet, hand, win)}
        table = settlement_of(edition, seats, outcomes, (seat,), prevailing)
        payments = table.to_winner(seat)
    answer = score_document(edition, sheet, payments, seats)
    if table is not None:
        edition.book.conclude(table)
    if table is not None and table.awards:
        answer["awards"] = by_seat(table.awards)
    return answer


def waits(document: types.WaitsRequest | Mapping[str, object]) -> types.Waits:
    """What a hand waits for, and what each tile would bring: the answer of ``/waits``.

    ``document`` is a hand to score without its winning tile. Raises HandError.
    """
    told = checked(load_waits, document)
    edition = edition_of(told)
    seats = seats_of(told, edition.book)
    seat, prevailing = winds_of(told, seats, edition.book)
    hand = hand_of(told["hand"], edition, won=False, waiting=True)
    facts = circumstances_of((told.get("win") or {}).get("with") or [], edition)
    refused = [edition.refused(hand, Win(way | facts), seat) for way in (DISCARD, SELF_DRAW)]
    if all(refused):
        raise HandError(*refused[1])
    edition.check_wild(hand)
    found = edition.waits(hand, facts, seat=seat, prevailing=prevailing, by=(DISCARD, SELF_DRAW))
    return {
        "ruleset": edition.book.id,
        "preset": edition.preset,
        "options": dict(edition.options),
        "rules_version": edition.book.version,
        "waits": [
            {
                "tile": code(kind),
                "unseen": unseen,
                "discard": _worth(sheets[0]),
                "self_draw": _worth(sheets[1]),
            }
            for kind, unseen, sheets in found
        ],
    }


def rulesets() -> list[types.Ruleset]:
    """Every ruleset with its options and presets, rules, circumstances and events."""
    return [book.as_document() for book in BOOKS.values()]


def ruleset(id: str) -> types.Ruleset:
    """One ruleset with its rules, circumstances and events. Raises HandError if there is none."""
    if not isinstance(id, str) or id not in BOOKS:
        raise HandError(unknown_ruleset(str(id)))
    return BOOKS[id].as_document()


def _worth(sheet: ScoreSheet | None) -> types.Worth | None:
    return None if sheet is None else {"total": sheet.total, "qualifies": sheet.qualifies}
