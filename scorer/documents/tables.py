"""Settle a whole table, who pays whom and how play goes on: the answer of ``/settle``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, cast

from scorer import types
from scorer.documents.events import (
    agreed_below_limit,
    barred_players,
    event_document,
    with_circumstances_of_run,
)
from scorer.documents.read import (
    EnteredHand,
    added_tiles,
    check_round_wind,
    checked_seats,
    edition_of,
    hand_of,
    parse_tile_list,
    prevailing_of,
    read_event,
    state_of,
    win_of,
)
from scorer.documents.replies import takes_lang
from scorer.documents.schemas.requests import load_settle
from scorer.documents.sheets import by_seat, checked, outcome_of, payment_document, score_document
from scorer.documents.shown import ShownSettlement
from scorer.engine.any_hand import AnyHand
from scorer.engine.hand import (
    EXACT_COUNT,
    FEWER_ALLOWED,
    MORE_ALLOWED,
    SELF_DRAW,
    Hand,
    Win,
    number_in_words,
)
from scorer.engine.sheet import NotCounted, Payment, ReadyAccount, ScoreSheet, balance
from scorer.engine.situation import Situation, next_counters
from scorer.engine.tiles import TileError
from scorer.errors import HandError, Problem
from scorer.languages.speech import UserText, say
from scorer.rulebook.book import DealResult, Edition, Ending, NextDeal, Session, holds
from scorer.rulebook.declarations import Declarations
from scorer.rulebook.payments import settlement_of
from scorer.rulebook.settlement import EnteredEvent, Outcome, Settlement, limit_to_holdings
from scorer.rulebook.winds import WindRotation, next_hand
from scorer.types.terms import SEATS


class EnteredTable(NamedTuple):
    """A table as it was entered.

    Attributes:
        edition: the rules.
        prevailing: the wind of the round.
        state: the counters, such as honba.
        players: the players by seat.
        seats: the seats in use.
        events: what went wrong.
        wins: how each winner won.
        added: the values of the fields that only this ruleset adds to tables.
    """

    edition: Edition
    prevailing: int
    counters: Mapping[str, int]
    players: Mapping[types.Seat, types.Player]
    seats: tuple[int, ...]
    events: list[EnteredEvent]
    wins: Mapping[int, Win]
    added: Mapping[str, object]

    @property
    def winner(self) -> int | None:
        """The winner; of several the first in turn after the discarder."""
        return next(iter(self.wins), None)

    def situation(self, seat: int) -> Situation:
        """Return the situation in which the hand at this seat is scored."""
        return Situation(seat, self.prevailing, self.counters, len(self.seats))


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
    request = checked(load_settle, document)
    entered = _read_table(request)
    try:
        outcomes = _outcomes_by_seat(entered)
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


def _read_table(document: types.SettleRequest) -> EnteredTable:
    """Return the table, with everything but the hands checked. Raises HandError."""
    edition = edition_of(document)
    prevailing = prevailing_of(document, edition.book)
    values = {field.name: document.get(field.name) for field in edition.book.fields.table}
    added = {name: value for name, value in values.items() if value is not None}
    _check_table_tiles(added, edition, len(document["players"]))
    players: Mapping[types.Seat, types.Player] = {
        seat: _with_table_tiles(player, f"/players/{seat}", added, edition.book)
        for seat, player in document["players"].items()
    }
    seats = checked_seats(list(players), "/players", edition.book)
    events = [
        read_event(event, n, edition, seats) for n, event in enumerate(document.get("events") or [])
    ]
    check_round_wind(seats, prevailing, edition.book)
    wins = _wins_in_turn(players, edition, seats)
    if 0 in wins:
        wins[0] = with_circumstances_of_run(wins[0], document.get("east_run"), edition)
    counters = state_of(document, edition.book)
    entered = EnteredTable(edition, prevailing, counters, players, seats, events, wins, added)
    _check_events(entered)
    return entered


def _check_table_tiles(added: Mapping[str, object], edition: Edition, players: int) -> None:
    """Raise HandError for tiles entered for the whole table that no hand could have.

    No hand that was entered may have them, so they are checked by themselves.
    """
    tiles = {field.name: added.get(field.name) for field in edition.book.fields.hand}
    if not any(tiles.values()):
        return
    try:
        alone = cast("types.Hand", {"concealed": "", **tiles})
        hand = hand_of(alone, edition, won=False, count=FEWER_ALLOWED)
        edition.check_tiles(hand, players)
    except HandError as error:
        raise HandError(
            *(
                problem._replace(pointer=problem.pointer.removeprefix("/hand"))
                for problem in error.problems
            )
        ) from None


def _with_table_tiles(
    player: types.Player, pointer: str, added: Mapping[str, object], book: Declarations
) -> types.Player:
    """Return the player with the table's tiles, such as dora indicators, added to the hand.

    Raises HandError where the hand has different ones.
    """
    hand = player.get("hand")
    if hand is None:
        return player
    win = player.get("win")
    circumstances = (win and win.get("with")) or []
    for field in book.fields.hand:
        name, beside = field.name, field.note.beside
        if name not in added or (beside and not {*beside} & {*circumstances}):
            continue
        if hand.get(name) is None:
            hand = cast("types.Hand", {**hand, name: added[name]})
        elif not _same_tiles(added_tiles(hand, name), cast("types.Tiles", added[name])):
            detail = say(
                "this player's tiles differ from those of the table; enter the same "
                "tiles or remove the player's"
            )
            raise HandError(Problem(f"{pointer}/hand/{name}", "contradiction", detail))
    return {**player, "hand": hand}


def _same_tiles(first: types.Tiles, second: types.Tiles) -> bool:
    """Tests if two lists have the same tiles; unreadable ones are reported where they are read."""
    try:
        return sorted(parse_tile_list(first)) == sorted(parse_tile_list(second))
    except TileError:
        return True


def _outcomes_by_seat(entered: EnteredTable) -> dict[int, Outcome]:
    """Return the score of each player, in the order of the seats. Raises HandError."""
    barred = barred_players(entered.events, entered.edition)
    counts = _tile_count_checks(entered.events, entered.edition)
    outcomes: dict[int, Outcome] = {}
    # A winner comes last: the other hands may show facts of the win that nobody entered.
    for seat in sorted(entered.seats, key=lambda seat: seat in entered.wins):
        hands = [outcome.hand for outcome in outcomes.values() if outcome.hand is not None]
        try:
            outcomes[seat] = _player_outcome(
                entered, seat, counts.get(seat, EXACT_COUNT), hands, barred.get(seat)
            )
        except HandError as error:
            raise error.under(f"/players/{SEATS[seat]}") from None
    return {seat: outcomes[seat] for seat in entered.seats}


def _player_outcome(
    entered: EnteredTable, seat: int, count: str, others: Sequence[AnyHand], barred: str | None
) -> Outcome:
    """Return the score of this player; ``others`` are the hands that were read before."""
    edition, player, win = entered.edition, entered.players[SEATS[seat]], entered.wins.get(seat)
    points, situation = player.get("points"), entered.situation(seat)
    agreed = edition.agreed_sheet(player, win, situation)
    hand = player.get("hand")
    if hand is not None:
        if agreed is not None:
            detail = say("a player has either a hand or agreed points; remove one of the two")
            field = "/points" if points is not None else "/agreed"
            raise HandError(Problem(field, "contradiction", detail))
        facts = 0 if win is None else win.facts
        entered_hand = EnteredHand(hand, player.get("win"), player.get("fishing"))
        outcome = outcome_of(
            entered_hand, edition, situation, entered.seats, count, others, facts, barred
        )
        complete = outcome.hand is not None and _is_complete(outcome.hand, edition.book)
        if count in (FEWER_ALLOWED, MORE_ALLOWED) and complete:
            detail = say(
                "the event says that this hand has too many or too few tiles, but the "
                "number is right; correct one"
            )
            raise HandError(Problem("/hand/concealed", "contradiction", detail))
        return outcome
    if not edition.book.payments.losers_score and win is None:
        if points:
            detail = say(
                "only the winner scores in this ruleset; remove this player's hand or points"
            )
            raise HandError(Problem("/points", "contradiction", detail))
    elif agreed is None and entered.wins and count == EXACT_COUNT:
        raise HandError(Problem("/hand", "required", edition.score_required))
    sheet = agreed or edition.sheet_of_agreed_points(0, win is not None)
    return Outcome(edition.payment_value(sheet.total), sheet, None, win)


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


def _is_complete(hand: AnyHand, book: Declarations) -> bool:
    """Tests if a hand has as many tiles as one that waits."""
    if isinstance(hand, Hand):
        laid = 3 * len(hand.melds)
    else:
        laid = sum(exposure.size for exposure in hand.exposures)
    return len(hand.concealed) == book.tiles.hand_tiles - laid


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
    return ScoreSheet(0, account, False, limit=sheet.limit)


def _wins_in_turn(
    players: Mapping[types.Seat, types.Player], edition: Edition, seats: tuple[int, ...]
) -> dict[int, Win]:
    """Return how each winner won, in turn after the discarder. Raises HandError."""
    wins = {}
    for seat in seats:
        name = SEATS[seat]
        win = players[name].get("win")
        if win is None:
            continue
        try:
            wins[seat] = win_of(win, edition, seats)
        except HandError as error:
            raise error.under(f"/players/{name}") from None
        problems = edition.win_problems(None, wins[seat], seat)
        if problems:
            raise HandError(*problems).under(f"/players/{name}")
    if len(wins) > 1:
        _check_several_winners(wins, edition)
    loser = next((win.loser for win in wins.values() if win.loser is not None), 0)
    return dict(sorted(wins.items(), key=lambda won: (won[0] - loser) % 4))


def _check_several_winners(wins: Mapping[int, Win], edition: Edition) -> None:
    """Raise HandError for several winners that the rules exclude, or on different tiles."""
    pointer = f"/players/{SEATS[list(wins)[1]]}/win"
    most = edition.book.table.most_winners(edition.options)
    if most == 1:
        detail = say("only one player can win a hand here; remove the other winners")
        raise HandError(Problem(pointer, "contradiction", detail))
    if len(wins) > most:
        detail = say("at most {most} players can win one hand; remove the other winners", most=most)
        raise HandError(Problem(pointer, "contradiction", detail))
    if any(win.facts & SELF_DRAW for win in wins.values()):
        detail = say("only one player can win by self-draw; change how the other players won")
        raise HandError(Problem(f"{pointer}/by", "contradiction", detail))
    losers = {win.loser for win in wins.values()}
    if None in losers or len(losers) > 1:
        detail = say(
            "several winners share one winning tile; enter the same discarder for each winner"
        )
        raise HandError(Problem(f"{pointer}/from", "contradiction", detail))


def _tile_count_checks(events: list[EnteredEvent], edition: Edition) -> dict[int, str]:
    """Return how many tiles the players may hold who, by these events, have a wrong number."""
    counts: dict[int, str] = {}
    for n, entered_event in enumerate(events):
        event = edition.book.events[entered_event.id]
        count = event.tile_count
        if {count, counts.get(entered_event.by)} == {FEWER_ALLOWED, MORE_ALLOWED}:
            detail = say(
                "a hand cannot have too few tiles and too many; remove one of the two events"
            )
            raise HandError(Problem(f"/events/{n}/event", "contradiction", detail))
        if count != EXACT_COUNT and counts.get(entered_event.by) not in (
            FEWER_ALLOWED,
            MORE_ALLOWED,
        ):
            counts[entered_event.by] = count
        wrongly = entered_event.values.get("valid") is False
        if event.tile_count_to != EXACT_COUNT and entered_event.to is not None and not wrongly:
            counts[entered_event.to] = event.tile_count_to
    return counts


def _check_events(entered: EnteredTable) -> None:
    """Raise HandError for events that contradict who won."""
    for n, entered_event in enumerate(entered.events):
        event = entered.edition.book.events[entered_event.id]
        pointer = f"/events/{n}/by"
        if event.bars(entered_event) and entered_event.by in entered.wins:
            detail = say(
                "after the event “{event}” this player cannot win the hand; remove the "
                "event or choose another winner",
                event=event.in_words,
            )
            raise HandError(Problem(pointer, "contradiction", detail))
        if event.needs_winner and (not entered.wins or entered_event.by in entered.wins):
            detail = say(
                "the event “{event}” helps another player win, but this player won; "
                "correct the event or the winner",
                event=event.in_words,
            )
            if not entered.wins:
                detail = say(
                    "the event “{event}” helps another player win; enter who won",
                    event=event.in_words,
                )
            raise HandError(Problem(pointer, "contradiction", detail))


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
        settlement.winner,
        0 if entered.winner is None else settlement.outcomes[entered.winner].facts,
        settlement.ended_by,
        document.get("east_run"),
        entered.edition.options,
        entered.seats,
        settlement.winners,
        entered.counters,
        settlement,
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


def _next_hand_document(
    document: types.SettleRequest,
    entered: EnteredTable,
    settlement: Settlement,
    standing: Mapping[int, int] | None,
) -> types.Next:
    edition, seats, prevailing = entered.edition, entered.seats, entered.prevailing
    book, deals_passed = edition.book, document.get("deals_passed")
    _check_deals_passed(deals_passed or 0, len(seats))
    dealt = _deal_result(document, entered, settlement)
    next_deal = book.session.deal(dealt)
    moves = WindRotation(
        round_winds=book.table.round_winds,
        round_wind_sits=book.table.round_wind_sits,
        among_themselves=len(seats) == 3 and book.table.absent is not None,
        ends=lambda over: book.session.ends(
            Ending(
                *(dealt, prevailing, deals_passed or 0, over, next_deal.stays, standing),
                decides=next_deal.decides,
            )
        ),
        changes=book.session.after_round(len(seats), prevailing, edition.options),
    )
    following = next_hand(
        seats,
        prevailing,
        stays=next_deal.stays,
        because=next_deal.because,
        deals_passed=deals_passed,
        moves=moves,
    )
    if next_deal.goulash is not None:
        following["goulash"] = next_deal.goulash
    # The names depend on the ruleset, so that no type lists them.
    cast("dict[str, object]", following).update(next_counters(book.counters, next_deal.counters))
    return following
