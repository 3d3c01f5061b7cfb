"""Answers about a single hand, and about the rulesets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, cast, overload

from scorer import types
from scorer.documents.read import (
    circumstances_of,
    edition_of,
    hand_of,
    seats_of,
    situation_of,
)
from scorer.documents.replies import takes_lang
from scorer.documents.score_context import (
    MAX_CACHED_BALANCES,
    ScoreContext,
    context_of,
    outcome_in_context,
    plain_hand,
    sheet_in_context,
)
from scorer.documents.sheets import (
    by_seat,
    checked,
    entered_hand,
    outcome_of,
    payment_document,
    score_document,
    summary_document,
)
from scorer.documents.shown import ShownScore
from scorer.engine.any_hand import AnyHand
from scorer.engine.hand import DISCARD, SELF_DRAW, Win
from scorer.engine.sheet import ScoreSheet, balance
from scorer.engine.situation import Situation
from scorer.engine.tiles import code
from scorer.errors import HandError
from scorer.rulebook.book import Edition
from scorer.rulebook.payments import settlement_of
from scorer.rulebook.recent import RecentCache
from scorer.rulebook.settlement import Outcome, Settlement
from scorer.rules import BOOKS, unknown_ruleset
from scorer.types.requests import ScoreRequest, WaitsRequest
from scorer.types.terms import SEATS


@overload
def score(
    document: types.ScoreRequest | Mapping[str, object],
    *,
    brief: Literal[False] = False,
    lang: str | None = None,
) -> types.Score: ...
@overload
def score(
    document: types.ScoreRequest | Mapping[str, object], *, brief: bool, lang: str | None = None
) -> types.Score | types.ScoreSummary: ...
@takes_lang(types.Score | types.ScoreSummary)
def score(
    document: types.ScoreRequest | Mapping[str, object],
    *,
    brief: bool = False,
    lang: str | None = None,
) -> types.Score | types.ScoreSummary:
    """Score a hand and, if it won, what the other players pay: the answer of ``/score``.

    Args:
        document: a hand to score as the wire contract has it.
        brief: return the amounts alone (``total``, ``qualifies``, ``tally``, ``limit``, ``net``),
            in a third of the time: no line is written, no reason is looked for.
        lang: the language of the sentences, and of those of a HandError: ``en``, ``fr`` or ``zh``.
            Ids, codes and amounts are the same in each.

    Raises HandError, the same one either way.
    """
    context = context_of(document)
    hand = None if context is None else plain_hand(document["hand"], context)
    if context is not None and hand is not None:
        edition, seats, situation = context.edition, context.seats, context.situation
        sheet = sheet_in_context(hand, context)
        if brief:
            return summary_document(sheet, _remembered_net(context, hand, sheet))
        outcome = outcome_in_context(hand, sheet, context)
    else:
        edition, seats, situation, outcome = _scored_whole(document)
        if brief:
            return summary_document(outcome.sheet, _balances(edition, seats, situation, outcome))
    settlement = _settlement_of_win(edition, seats, situation, outcome)
    payments = [] if settlement is None else settlement.to_winner(situation.seat)
    answer = score_document(edition, outcome.sheet, payments, seats, outcome.undecided)
    if settlement is not None:
        _add_awards_and_chips(settlement, edition, answer)
    return cast("types.Score", ShownScore(answer))


def score_sheet(document: Mapping[str, object]) -> ScoreSheet:
    """Return the sheet of a hand, whose lines and reasons are made when they are looked at.

    Raises HandError as ``score`` does, but for what is only found when payments are made.
    """
    context = context_of(document)
    hand = None if context is None else plain_hand(document["hand"], context)
    if context is not None and hand is not None:
        return sheet_in_context(hand, context)
    return _scored_whole(document)[-1].sheet


def _scored_whole(document: object) -> tuple[Edition, tuple[int, ...], Situation, Outcome]:
    """Score a hand of which everything is checked by its schema. Raises HandError."""
    request = checked(ScoreRequest, document)
    edition = edition_of(request)
    seats = seats_of(request, edition.book)
    situation = situation_of(request, seats, edition.book)
    outcome = outcome_of(entered_hand(request), edition, situation, seats)
    return edition, seats, situation, outcome


def _add_awards_and_chips(settlement: Settlement, edition: Edition, answer: types.Score) -> None:
    """Add to an answer what follows from the whole settlement: awards and chips."""
    edition.book.payments.conclude(settlement)
    if settlement.awards:
        answer["awards"] = by_seat(settlement.awards)
    if settlement.chip_payments is not None:
        chips = settlement.chip_payments
        answer["chip_payments"] = [payment_document(payment) for payment in chips]


def _settlement_of_win(
    edition: Edition, seats: tuple[int, ...], situation: Situation, outcome: Outcome
) -> Settlement | None:
    """Return the settlement of a hand that won; None of one that did not, or not enough."""
    if outcome.win is None or not outcome.sheet.qualifies:
        return None
    seat, wind, counters, _ = situation
    return settlement_of(edition, seats, {seat: outcome}, (seat,), wind, counters=counters)


_recent_balances: RecentCache[tuple[object, ...], dict[types.Seat, int]] = RecentCache(
    MAX_CACHED_BALANCES
)


def _balances(
    edition: Edition, seats: tuple[int, ...], situation: Situation, outcome: Outcome
) -> dict[types.Seat, int]:
    """Return the balances of what is paid for a hand."""
    settlement = _settlement_of_win(edition, seats, situation, outcome)
    payments = [] if settlement is None else settlement.to_winner(situation.seat)
    return balance(payments, [SEATS[seat] for seat in seats])


def _remembered_net(
    context: ScoreContext, hand: AnyHand, sheet: ScoreSheet
) -> dict[types.Seat, int]:
    """Return the balances of what is paid for a hand in this context, remembered by the amounts of
    its sheet where they follow from these."""
    key = (
        context.identity,
        sheet.total,
        sheet.limit,
        sheet.qualifies,
        *sheet.tally.values(),
    )
    net = _recent_balances.get(key)
    if net is None:
        edition, seats, situation, win, *_ = context
        net = _balances(edition, seats, situation, outcome_in_context(hand, sheet, context))
        if win is None or edition.book.payments.need_no_tiles(win, edition.options):
            _recent_balances.add(key, net)
    return net.copy()


@takes_lang(types.Waits)
def waits(
    document: types.WaitsRequest | Mapping[str, object], *, lang: str | None = None
) -> types.Waits:
    """Return the tiles a hand waits for and what each would score: the answer of ``/waits``.

    ``document`` is a hand to score without its winning tile. Raises HandError.
    """
    request = checked(WaitsRequest, document)
    edition = edition_of(request)
    seats = seats_of(request, edition.book)
    situation = situation_of(request, seats, edition.book)
    hand = hand_of(request["hand"], edition, won=False, waiting=True)
    facts = circumstances_of((request.get("win") or {}).get("with") or [], edition)
    ways = (DISCARD, SELF_DRAW)
    refused = [edition.win_problems(hand, Win(way | facts), situation.seat) for way in ways]
    if all(refused):
        raise HandError(*refused[1])
    edition.check_tiles(hand, len(seats))
    waiting_tiles = edition.waits(hand, facts, situation, ways)
    return {
        "ruleset": edition.book.id,
        "preset": edition.preset,
        "options": dict(edition.shown_options),
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


@takes_lang(list[types.Ruleset])
def rulesets(*, lang: str | None = None) -> list[types.Ruleset]:
    """Return every ruleset with its options and presets, rules, circumstances and events."""
    return [book.as_document() for book in BOOKS.values()]


@takes_lang(types.Ruleset)
def ruleset(id: str, *, lang: str | None = None) -> types.Ruleset:
    """Return a ruleset with its rules, circumstances and events. Raises HandError if unknown."""
    if not isinstance(id, str) or id not in BOOKS:
        raise HandError(unknown_ruleset(str(id)))
    return BOOKS[id].as_document()


def _worth_document(sheet: ScoreSheet | None) -> types.Worth | None:
    return None if sheet is None else {"total": sheet.total, "qualifies": sheet.qualifies}
