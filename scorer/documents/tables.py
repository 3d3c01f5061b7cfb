"""Settle a whole table, who pays whom and how play goes on: the answer of ``/settle``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, cast

from scorer import types
from scorer.documents.entered_table import EnteredTable, outcomes_by_seat, read_table
from scorer.documents.events import agreed_below_limit, event_document
from scorer.documents.replies import takes_lang
from scorer.documents.sheets import by_seat, checked, payment_document, score_document
from scorer.documents.shown import ShownSettlement
from scorer.engine.hand import number_in_words
from scorer.engine.sheet import NotCounted, Payment, ReadyAccount, ScoreSheet, balance
from scorer.engine.situation import next_counters
from scorer.errors import HandError, Problem
from scorer.languages.speech import UserText, say
from scorer.rulebook.book import DealResult, Edition, Ending, NextDeal, Session, holds
from scorer.rulebook.declarations import Declarations
from scorer.rulebook.payments import settlement_of
from scorer.rulebook.settlement import Outcome, Settlement, limit_to_holdings
from scorer.rulebook.winds import WindRotation, next_hand
from scorer.types.requests import SettleRequest
from scorer.types.terms import SEATS


@takes_lang(types.Settlement)
def settle(
    document: types.SettleRequest | Mapping[str, object], *, lang: str | None = None
) -> types.Settlement:
    """Settle a whole table after a hand, who pays whom: the answer of ``/settle``.

    ``document`` is a table to settle as the wire contract has it. Raises HandError.
    """
    return cast("types.Settlement", ShownSettlement(_settlement_answer(_settle_table(document))))


class SettledTable(NamedTuple):
    """A settled table.

    Attributes:
        request: the checked document.
        entered: the table that it describes.
        outcomes: the score of each seat.
        settlement: what is paid.
    """

    request: types.SettleRequest
    entered: EnteredTable
    outcomes: Mapping[int, Outcome]
    settlement: Settlement


class CounterEffects(NamedTuple):
    """How a settled hand depends on the counters, such as honba and riichi sticks.

    Attributes:
        each: By counter and seat, the points that one more would have moved.
        adds: What the hand adds to each counter that continues. The others start anew.
        decides: Whether East, who keeps the last deal, may end the session by this hand.
    """

    each: Mapping[str, Mapping[types.Seat, int]]
    adds: Mapping[str, int]
    decides: bool


def settle_in_game(
    document: types.SettleRequest | Mapping[str, object],
) -> tuple[types.Settlement, CounterEffects | None]:
    """Return the answer of ``settle``, and how it depends on the counters.

    The second is None for a ruleset without counters. Raises HandError.
    """
    settled = _settle_table(document)
    return _settlement_answer(settled), _counter_effects(settled)


def _settle_table(document: types.SettleRequest | Mapping[str, object]) -> SettledTable:
    """Return the scores and payments of a table. Raises HandError."""
    request = checked(SettleRequest, document)
    entered = read_table(request)
    try:
        outcomes = outcomes_by_seat(entered)
    except HandError as error:
        raise _point_to_table_fields(error, request["players"], entered.added) from None
    settlement = _settle_hand(entered, outcomes, request.get("east_run") or 0)
    return SettledTable(request, entered, outcomes, settlement)


def _settlement_answer(settled: SettledTable) -> types.Settlement:
    """Return the answer of ``/settle``. Raises HandError for invalid holdings or scores."""
    request, entered, outcomes, settlement = settled
    sheets = {
        seat: outcome.sheet
        if settlement.scores[seat] == outcome.score
        else _worthless_sheet(outcome.sheet)
        for seat, outcome in outcomes.items()
    }
    payments, holdings = (
        settlement.payments(),
        _points_held(request, entered.edition, entered.seats),
    )
    unpaid: list[Payment] = []
    if holdings is not None:
        payments, unpaid = limit_to_holdings(payments, holdings)
    net = balance(payments, [SEATS[seat] for seat in entered.seats])
    standing = _session_scores(request, entered.seats, net, settlement)
    answer = _settlement_document(request, entered, settlement, sheets, payments, net, standing)
    if holdings is not None:
        answer["unpaid"] = [payment_document(payment) for payment in unpaid]
    if settlement.awards:
        answer["awards"] = by_seat(settlement.awards)
    if settlement.penalties:
        answer["penalties"] = by_seat(settlement.penalties)
    if settlement.chip_payments is not None:
        answer["chip_payments"] = [
            payment_document(payment) for payment in settlement.chip_payments
        ]
    for name, tallies in _session_tallies(settlement).items():
        # The names depend on the ruleset, so that no type lists them.
        cast("dict[str, object]", answer)[name] = by_seat(tallies)
    if standing is not None:
        answer["standing"] = {SEATS[seat]: score for seat, score in standing.items()}
        shares = entered.edition.book.session.shares(
            _session_if_over(request, entered, settlement, standing)
        )
        if shares is not None:
            answer["table_points"] = {SEATS[seat]: share for seat, share in shares.items()}
    return answer


def _counter_effects(settled: SettledTable) -> CounterEffects | None:
    """Return how the settled table depends on each counter: what one more changes."""
    request, entered, outcomes, table = settled
    book, counters = entered.edition.book, entered.counters
    if not book.counters:
        return None
    next_deal, moved = _next_deal(request, entered, table), _points_moved(table)
    each: dict[str, dict[types.Seat, int]] = {}
    adds: dict[str, int] = {}
    for name, declared in book.counters.items():
        more = entered._replace(counters={**counters, name: counters[name] + 1})
        changed = _settle_hand(more, outcomes, request.get("east_run") or 0)
        each[name] = {
            SEATS[seat]: points - moved[seat]
            for seat, points in _points_moved(changed).items()
            if points != moved[seat]
        }
        then = next_deal.counters.get(name, declared.default)
        if _next_deal(request, more, changed).counters.get(name, declared.default) != then:
            adds[name] = then - counters[name]
    return CounterEffects(each, adds, next_deal.decides)


def _points_moved(settlement: Settlement) -> dict[int, int]:
    """Return the points that each seat wins or loses: payments and awards, less deductions."""
    moved = {seat: settlement.awards.get(seat, 0) for seat in settlement.seats}
    for payment in settlement.payments():
        moved[payment.payer] -= payment.amount
        moved[payment.payee] += payment.amount
    for deduction in settlement.deductions:
        moved[deduction.seat] -= deduction.amount
    return moved


def _point_to_table_fields(
    error: HandError, players: Mapping[types.Seat, types.Player], added: Mapping[str, object]
) -> HandError:
    """Return the error with problems of tiles entered once for the table pointing to the table."""
    problems: dict[Problem, None] = {}
    for problem in error.problems:
        match problem.pointer.split("/")[1:]:
            case ["players", seat, "hand", name, *rest] if name in added:
                hand = players[cast("types.Seat", seat)].get("hand")
                if hand is None or hand.get(name) is None:
                    problem = problem._replace(pointer="/".join(["", name, *rest]))
        problems[problem] = None
    return HandError(*problems)


def _session_if_over(
    document: types.SettleRequest,
    entered: EnteredTable,
    settlement: Settlement,
    standing: Mapping[int, int],
) -> Session:
    """Return the session as if it ended with this hand."""
    passed, seats = document.get("deals_passed"), entered.seats
    order = None if passed is None else [seats[n - passed] for n in range(len(seats))]
    counters = _next_deal(document, entered, settlement).counters
    options = entered.edition.options
    return Session(
        standing, order, options, counters, settlement.penalties, _session_tallies(settlement)
    )


def _session_tallies(settlement: Settlement) -> dict[str, dict[int, int]]:
    """Return what the session has counted of every player, as this hand leaves it."""
    return {
        name: {seat: settlement.tally(name, seat) for seat in settlement.seats}
        for name in settlement.tallies
    }


def _settle_hand(
    entered: EnteredTable, outcomes: Mapping[int, Outcome], east_run: int
) -> Settlement:
    """Return the settlement of the hand and its events. Raises HandError."""
    edition = entered.edition
    book = edition.book
    won = [seat for seat in entered.wins if outcomes[seat].sheet.qualifies]
    winners = book.payments.paid_winners(won, edition.options)
    settlement = settlement_of(
        edition, entered.seats, outcomes, winners, entered.prevailing, east_run, entered.counters
    )
    names = [field.name for field in book.fields.player]
    settlement.player_fields = {
        seat: {name: entered.players[SEATS[seat]].get(name) for name in names}
        for seat in entered.seats
    }
    settlement.table_fields = entered.added
    settlement.won = tuple(entered.wins)
    for n, entered_event in enumerate(entered.events):
        try:
            edition.book.events[entered_event.id].effect(settlement, entered_event)
        except HandError as error:
            raise error.under(f"/events/{n}") from None
        settlement.events.append(entered_event)
    edition.book.payments.conclude(settlement)
    if settlement.ended_by is not None and entered.wins:
        detail = say("this event ends the hand, so nobody won it; remove the winner or the event")
        raise HandError(Problem("/events", "contradiction", detail))
    return settlement


def _settlement_document(
    document: types.SettleRequest,
    entered: EnteredTable,
    settlement: Settlement,
    sheets: Mapping[int, ScoreSheet],
    payments: Sequence[Payment],
    net: dict[types.Seat, int],
    standing: Mapping[int, int] | None,
) -> types.Settlement:
    edition = entered.edition
    return {
        "ruleset": edition.book.id,
        "preset": edition.preset,
        "options": dict(edition.shown_options),
        "rules_version": edition.book.version,
        "unit": edition.unit,
        "scores": {
            SEATS[seat]: _player_score(settlement, seat, sheet) for seat, sheet in sheets.items()
        },
        "payments": [payment_document(payment) for payment in payments],
        "net": net,
        "events": [event_document(settlement, n, edition.book) for n in range(len(entered.events))],
        "deductions": [
            {"seat": SEATS[seat], "amount": amount, "because": because}
            for seat, amount, because in settlement.deductions
        ],
        "next": _next_hand_document(document, entered, settlement, standing),
        "warnings": [
            *_above_limit_warnings(entered.players, edition),
            *_below_minimum_warnings(sheets, entered.wins, edition.book, edition.minimum or 0),
            *agreed_below_limit(entered.players, edition, entered.wins),
            *_too_many_tiles_warnings(settlement, edition.book),
            *_settlement_warnings(settlement),
        ],
    }


def _player_score(settlement: Settlement, seat: int, sheet: ScoreSheet) -> types.Score:
    """Return the score of the player at this seat and, for a winner, the payments."""
    paid = settlement.to_winner(seat) if seat in settlement.winners else []
    undecided = settlement.outcomes[seat].undecided
    return score_document(settlement.edition, sheet, paid, settlement.seats, undecided)


def _settlement_warnings(settlement: Settlement) -> list[types.SettlementWarning]:
    """Return warnings of entries that are possible but hardly meant."""
    return [{"pointer": pointer, "detail": detail} for pointer, detail in settlement.doubts]


def _above_limit_warnings(
    players: Mapping[types.Seat, types.Player], edition: Edition
) -> list[types.SettlementWarning]:
    """Return warnings of agreed points above the limit, which only some special hands exceed."""
    return [
        {
            "pointer": f"/players/{name}/points",
            "detail": say(
                "a hand scores at most the limit of {limit}; you entered {points}",
                points=player["points"],
                limit=edition.limit,
            ),
        }
        for name, player in sorted(players.items(), key=lambda item: SEATS.index(item[0]))
        if not edition.is_possible_total(player.get("points") or 0)
    ]


def _below_minimum_warnings(
    sheets: Mapping[int, ScoreSheet], winners: Iterable[int], book: Declarations, minimum: int
) -> list[types.SettlementWarning]:
    """Return warnings of winners whose hands are worth too little to win."""
    return [
        {
            "pointer": f"/players/{SEATS[winner]}",
            "detail": _below_minimum_sentence(
                book.why_below_minimum(sheets[winner].tally, minimum), book
            ),
        }
        for winner in winners
        if not sheets[winner].qualifies
    ]


def _below_minimum_sentence(shortfall: str, book: Declarations) -> str:
    """Return the warning of a hand worth too little, with the event of a wrong win where there is
    one."""
    if book.table.wrong_win not in book.events:
        return shortfall
    return say(
        "{shortfall}. If it was declared and play goes on, enter the event “{event}”",
        shortfall=shortfall,
        event=UserText(book.table.wrong_win.replace("_", " ")),
    )


def _session_scores(
    document: types.SettleRequest,
    seats: tuple[int, ...],
    net: Mapping[types.Seat, int],
    settlement: Settlement,
) -> dict[int, int] | None:
    """Return the scores of the session after this hand; None where they were not entered."""
    before = document.get("standing")
    if before is None:
        return None
    after = {}
    for seat in seats:
        name = SEATS[seat]
        if before.get(name) is None:
            detail = say("enter the session score of every player, or of no player")
            raise HandError(Problem(f"/standing/{name}", "required", detail))
        lost = sum(entry.amount for entry in settlement.deductions if entry.seat == seat)
        after[seat] = before[name] + net[name] + settlement.awards.get(seat, 0) - lost
    return after


def _too_many_tiles_warnings(
    settlement: Settlement, book: Declarations
) -> list[types.SettlementWarning]:
    """Return warnings of tiles that these hands cannot all have, so that one was misread."""
    hands = [outcome.hand for outcome in settlement.outcomes.values() if outcome.hand is not None]
    return [
        {
            "pointer": "/players",
            "detail": say(
                "these hands have {held} {tile} together, but the game has only {most}; "
                "correct the tiles",
                held=number_in_words(held),
                tile=tile,
                most=number_in_words(most),
            ),
        }
        for tile, held, most in book.too_many_copies(hands)
    ]


def _worthless_sheet(sheet: ScoreSheet) -> ScoreSheet:
    """Return the sheet of a hand that an event made worthless: none of its lines counts."""
    because = say("this player's hand scores nothing (see what went wrong)")
    lost = [NotCounted(line.id, line.name, line.kind, line.amount, because) for line in sheet.lines]
    tally = dict.fromkeys(sheet.tally, 0)
    account = ReadyAccount(tally, "0", arrangement=sheet.arrangement, not_counted=tuple(lost))
    return ScoreSheet(0, account, won=False, limit=sheet.limit)


def _points_held(
    document: types.SettleRequest, edition: Edition, seats: tuple[int, ...]
) -> dict[int, int] | None:
    """Return what each player holds; None where that does not limit the payments."""
    conditions = edition.book.payments.no_debt_when
    if not conditions or not all(holds(when, edition.options) for when in conditions):
        return None
    holdings = document.get("holdings") or {}
    for seat in seats:
        if holdings.get(SEATS[seat]) is None:
            detail = say(
                "nobody pays more than they hold here; enter how many points each player "
                "held before this hand"
            )
            raise HandError(Problem(f"/holdings/{SEATS[seat]}", "required", detail))
    return {seat: holdings[SEATS[seat]] for seat in seats}


def _deal_result(
    document: types.SettleRequest, entered: EnteredTable, settlement: Settlement
) -> DealResult:
    """Return the finished hand, from which the next deal follows."""
    return DealResult(
        winner=settlement.winner,
        facts=0 if entered.winner is None else settlement.outcomes[entered.winner].facts,
        at_fault=settlement.ended_by,
        east_run=document.get("east_run"),
        options=entered.edition.options,
        seats=entered.seats,
        winners=settlement.winners,
        counters=entered.counters,
        settlement=settlement,
    )


def _next_deal(
    document: types.SettleRequest, entered: EnteredTable, settlement: Settlement
) -> NextDeal:
    return entered.edition.book.session.deal(_deal_result(document, entered, settlement))


def _check_deals_passed(passed: int, players: int) -> None:
    """Raise HandError where the deal cannot have passed so often in a round."""
    if passed >= players:
        detail = say(
            "with {players} players the deal passes {players} times a round; 0 to {most} may have "
            "passed",
            players=players,
            most=players - 1,
        )
        raise HandError(Problem("/deals_passed", "bad_value", detail))


def _wind_rotation(entered: EnteredTable, ends: Callable[[bool], bool | None]) -> WindRotation:
    """Return how the winds move at this table.

    ``ends`` returns whether the session is over, given whether the round is; None where the
    ruleset does not say.
    """
    book, seats = entered.edition.book, entered.seats
    return WindRotation(
        round_winds=book.table.round_winds,
        round_wind_sits=book.table.round_wind_sits,
        among_themselves=len(seats) == 3 and book.table.absent is not None,
        ends=ends,
        changes=book.session.after_round(len(seats), entered.prevailing, entered.edition.options),
    )


def _next_hand_document(
    document: types.SettleRequest,
    entered: EnteredTable,
    settlement: Settlement,
    standing: Mapping[int, int] | None,
) -> types.Next:
    book, seats, deals_passed = entered.edition.book, entered.seats, document.get("deals_passed")
    _check_deals_passed(deals_passed or 0, len(seats))
    dealt = _deal_result(document, entered, settlement)
    next_deal = book.session.deal(dealt)

    def ends(round_over: bool) -> bool | None:
        return book.session.ends(
            Ending(
                hand=dealt,
                prevailing=entered.prevailing,
                deals_passed=deals_passed or 0,
                round_over=round_over,
                stays=next_deal.stays,
                standing=standing,
                decides=next_deal.decides,
            )
        )

    following = next_hand(
        seats,
        entered.prevailing,
        stays=next_deal.stays,
        because=next_deal.because,
        deals_passed=deals_passed,
        moves=_wind_rotation(entered, ends),
    )
    if next_deal.goulash is not None:
        following["goulash"] = next_deal.goulash
    # The names depend on the ruleset, so that no type lists them.
    cast("dict[str, object]", following).update(next_counters(book.counters, next_deal.counters))
    return following
