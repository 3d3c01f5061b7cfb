"""Answers about a single hand, and about the rulesets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, overload

from scorer.documents.read import (
    circumstances_of,
    edition_of,
    hand_of,
    seats_of,
    situation_of,
    unknown_ruleset,
)
from scorer.documents.schemas.requests import load_score, load_waits
from scorer.documents.sheets import (
    by_seat,
    checked,
    entered_hand,
    outcome_of,
    payment_document,
    score_document,
    summary_document,
)
from scorer.engine.hand import DISCARD, SELF_DRAW, Win
from scorer.engine.sheet import Payment, ScoreSheet
from scorer.engine.tiles import code
from scorer.errors import HandError
from scorer.rulebook.payments import settlement_of
from scorer.rules import BOOKS

if TYPE_CHECKING:
    from scorer import types


@overload
def score(
    document: types.ScoreRequest | Mapping[str, object], *, brief: Literal[False] = False
) -> types.Score: ...
@overload
def score(
    document: types.ScoreRequest | Mapping[str, object], *, brief: bool
) -> types.Score | types.ScoreSummary: ...
def score(
    document: types.ScoreRequest | Mapping[str, object], *, brief: bool = False
) -> types.Score | types.ScoreSummary:
    """Score a hand and, if it won, what the other players pay: the answer of ``/score``.

    Args:
        document: a hand to score as the wire contract has it.
        brief: return the amounts alone (``total``, ``qualifies``, ``tally``, ``limit``, ``net``),
            in half of the time: no line is written, no reason is looked for.

    Raises HandError, the same one either way.
    """
    request = checked(load_score, document)
    edition = edition_of(request)
    seats = seats_of(request, edition.book)
    situation = situation_of(request, seats, edition.book)
    outcome = outcome_of(entered_hand(request), edition, situation, seats)
    payments: list[Payment] = []
    table = None
    if outcome.win is not None and outcome.sheet.qualifies:
        seat, prevailing, state, _ = situation
        table = settlement_of(edition, seats, {seat: outcome}, (seat,), prevailing, state=state)
        payments = table.to_winner(seat)
    if brief:
        return summary_document(outcome.sheet, payments, seats)
    answer = score_document(edition, outcome.sheet, payments, seats, outcome.undecided)
    if table is not None:
        edition.book.payments.conclude(table)
    if table is not None and table.awards:
        answer["awards"] = by_seat(table.awards)
    if table is not None and table.chip_payments is not None:
        answer["chip_payments"] = [payment_document(payment) for payment in table.chip_payments]
    return answer


def waits(document: types.WaitsRequest | Mapping[str, object]) -> types.Waits:
    """Return the tiles a hand waits for and what each would score: the answer of ``/waits``.

    ``document`` is a hand to score without its winning tile. Raises HandError.
    """
    request = checked(load_waits, document)
    edition = edition_of(request)
    seats = seats_of(request, edition.book)
    situation = situation_of(request, seats, edition.book)
    hand = hand_of(request["hand"], edition, won=False, waiting=True)
    facts = circumstances_of((request.get("win") or {}).get("with") or [], edition)
    ways = (DISCARD, SELF_DRAW)
    refused = [edition.refused(hand, Win(way | facts), situation.seat) for way in ways]
    if all(refused):
        raise HandError(*refused[1])
    edition.check_tiles(hand, len(seats))
    waiting_tiles = edition.waits(hand, facts, situation, ways)
    return {
        "ruleset": edition.book.id,
        "preset": edition.preset,
        "options": dict(edition.options),
        "rules_version": edition.book.version,
        "minimum": edition.minimum,
        "waits": waits_document(waiting_tiles),
    }


def waits_document(
    waiting_tiles: Sequence[tuple[int, int, Sequence[ScoreSheet | None]]],
) -> list[types.Wait]:
    """Return the tiles that complete a hand as an answer lists them.

    Args:
        waiting_tiles: Each tile, how many of it are unseen, and the sheets of a win on a discard
            and of a self-drawn win.
    """
    return [
        {
            "tile": code(kind),
            "unseen": unseen,
            "discard": _worth_document(sheets[0]),
            "self_draw": _worth_document(sheets[1]),
        }
        for kind, unseen, sheets in waiting_tiles
    ]


def rulesets() -> list[types.Ruleset]:
    """Return every ruleset with its options and presets, rules, circumstances and events."""
    return [book.as_document() for book in BOOKS.values()]


def ruleset(id: str) -> types.Ruleset:
    """Return a ruleset with its rules, circumstances and events. Raises HandError if unknown."""
    if not isinstance(id, str) or id not in BOOKS:
        raise HandError(unknown_ruleset(str(id)))
    return BOOKS[id].as_document()


def _worth_document(sheet: ScoreSheet | None) -> types.Worth | None:
    return None if sheet is None else {"total": sheet.total, "qualifies": sheet.qualifies}
