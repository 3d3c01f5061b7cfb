"""The answer about a whole table: who pays whom, and how the table goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scorer.documents.events import agreed_below_limit, as_it_ran, barred_by, event_document
from scorer.documents.read import (
    check_round_wind,
    checked_seats,
    edition_of,
    happened_of,
    prevailing_of,
    win_of,
)
from scorer.documents.schemas import load_settle
from scorer.documents.sheets import (
    by_seat,
    checked,
    payment_document,
    score_document,
    sheet_of,
)
from scorer.errors import HandError, Problem
from scorer.hand import EXACT, FEWER, MORE, SEATS, Win
from scorer.payments import settlement_of
from scorer.rulebook import Book, Dealt, Edition
from scorer.settle import Happened, Settlement, within
from scorer.sheet import NotCounted, Payment, ScoreSheet, Written, balance
from scorer.speech import say
from scorer.winds import next_hand, table_points

if TYPE_CHECKING:
    from scorer import types

__all__ = ["settle"]


def settle(document: types.SettleRequest | Mapping[str, object]) -> types.Settlement:
    """Who pays whom after a hand, the whole table seen: the answer of ``/settle``.

    ``document`` is a table to settle as the wire contract has it. Raises HandError.
    """
    told = checked(load_settle, document)
    edition = edition_of(told)
    prevailing = prevailing_of(told, edition.book)
    players: Mapping[str, Any] = told["players"]
    seats = checked_seats(list(players), "/players", edition.book)
    events = [happened_of(e, n, edition, seats) for n, e in enumerate(told.get("events") or [])]
    check_round_wind(seats, prevailing, edition.book)
    winner, win = _winner(players, edition, seats)
    win = as_it_ran(win, winner, told.get("east_run"), edition)
    _check_events(events, edition, winner)
    barred = barred_by(events, edition)
    counts = _tile_counts(events, edition)
    sheets: dict[int, ScoreSheet] = {}
    hands: dict[int, Any] = {}
    # The winner comes last: the other hands may show facts of the win that nobody told.
    for seat in sorted(seats, key=lambda seat: seat == winner):
        name = SEATS[seat]
        try:
            sheets[seat], hand, won = _player_sheet(
                players[name],
                edition,
                seat,
                prevailing,
                seats,
                winner,
                counts.get(seat, EXACT),
                list(hands.values()),
                0 if win is None else win.facts,
                barred.get(seat),
            )
        except HandError as error:
            raise error.under(f"/players/{name}") from None
        if hand is not None:
            hands[seat] = hand
        win = won or win
    sheets = {seat: sheets[seat] for seat in seats}
    wins = winner is not None and sheets[winner].qualifies
    table = settlement_of(
        edition,
        seats,
        {seat: sheet.total for seat, sheet in sheets.items()},
        winner if wins else None,
        win,
        prevailing,
        None if winner is None else sheets[winner],
        None if winner is None else hands.get(winner),
    )
    for n, happened in enumerate(events):
        try:
            edition.book.events[happened.event].effect(table, happened)
        except HandError as error:
            raise error.under(f"/events/{n}") from None
        table.happened.append(happened)
    edition.book.conclude(table)
    if table.ended_by is not None and winner is not None:
        detail = say("that ends the hand, so nobody won it; leave out win, or the event")
        raise HandError(Problem("/events", "contradiction", detail))
    for seat, sheet in sheets.items():
        if table.scores[seat] != sheet.total:
            sheets[seat] = _struck_out(sheet)
    payments, holdings = table.payments(), _holdings(told, edition, seats)
    unpaid: list[Payment] = []
    if holdings is not None:
        payments, unpaid = within(payments, holdings)
    net = balance(payments, [SEATS[seat] for seat in seats])
    answer: types.Settlement = {
        "ruleset": edition.book.id,
        "preset": edition.preset,
        "options": dict(edition.options),
        "rules_version": edition.book.version,
        "unit": edition.unit,
        "scores": {
            SEATS[seat]: score_document(
                edition,
                sheet,
                table.to_winner(seat) if seat == table.winner else [],
                seats,
            )
            for seat, sheet in sheets.items()
        },
        "payments": [payment_document(payment) for payment in payments],
        "net": net,
        "events": [event_document(table, n, edition.book) for n in range(len(events))],
        "deductions": [
            {"seat": SEATS[seat], "amount": amount, "because": because}
            for seat, amount, because in table.deductions
        ],
        "next": _next(told, edition, seats, prevailing, table, win),
        "warnings": [
            *_above_limit(players, edition),
            *_below_minimum(sheets, winner),
            *agreed_below_limit(players, edition, winner, win),
            *_too_many_at_table(list(hands.values()), edition.book),
            *_doubted(table),
        ],
    }
    if holdings is not None:
        answer["unpaid"] = [payment_document(payment) for payment in unpaid]
    if table.awards:
        answer["awards"] = by_seat(table.awards)
    if told.get("standing") is not None:
        answer["standing"], shares = _standing(told["standing"], edition, seats, net, table)
        if shares is not None:
            answer["table_points"] = shares
    return answer


def _player_sheet(
    player: Mapping[str, Any],
    edition: Edition,
    seat: int,
    prevailing: int,
    seats: tuple[int, ...],
    winner: int | None,
    count: str,
    others: Sequence[Any],
    facts: int,
    barred: str | None,
) -> tuple[ScoreSheet, Any, Win | None]:
    points = player.get("points")
    if player.get("hand") is not None:
        if points is not None:
            detail = say("give a hand or the points that the table agreed on, not both")
            raise HandError(Problem("/points", "contradiction", detail))
        sheet, hand, win = sheet_of(
            player, edition, seat, prevailing, seats, count, others, facts, barred
        )
        if count in (FEWER, MORE) and _as_many(hand, edition.book):
            detail = say("this hand has as many tiles as it should; the event says otherwise")
            raise HandError(Problem("/hand/concealed", "contradiction", detail))
        return sheet, hand, win
    if not edition.book.losers_score and seat != winner:
        if points:
            detail = say("only the winner scores; leave it out")
            raise HandError(Problem("/points", "contradiction", detail))
    elif points is None and winner is not None and count == EXACT:
        detail = say("give a hand, or the points that the table agreed on")
        raise HandError(Problem("/hand", "required", detail))
    return edition.agreed(points or 0, seat == winner), None, None


def _as_many(hand: Any, book: Book) -> bool:
    """Whether it has as many tiles as a hand that waits."""
    waiting: int = book.hand_tiles - 3 * len(hand.melds)
    return len(hand.concealed) == waiting


def _doubted(table: Settlement) -> list[types.Warned]:
    """What the rules found possible and hardly meant."""
    return [{"pointer": pointer, "detail": detail} for pointer, detail in table.doubts]


def _above_limit(players: Mapping[str, Any], edition: Edition) -> list[types.Warned]:
    """Agreed points above the limit: right for some special hands, else a slip of the finger."""
    return [
        {
            "pointer": f"/players/{name}/points",
            "detail": say(
                "{points} is more than the limit of {limit}",
                points=player["points"],
                limit=edition.limit,
            ),
        }
        for name, player in players.items()
        if edition.limit is not None and (player.get("points") or 0) > edition.limit
    ]


def _below_minimum(sheets: Mapping[int, ScoreSheet], winner: int | None) -> list[types.Warned]:
    """A winner whose hand is worth too little to win."""
    if winner is None or sheets[winner].qualifies:
        return []
    detail = say(
        "{formula} does not reach the minimum, so nothing is paid; if it was declared and the "
        "table plays on, tell the event false_win",
        formula=sheets[winner].formula,
    )
    return [{"pointer": f"/players/{SEATS[winner]}", "detail": detail}]


def _standing(
    told: Mapping[str, Any],
    edition: Edition,
    seats: tuple[int, ...],
    net: Mapping[types.Seat, int],
    table: Settlement,
) -> tuple[dict[types.Seat, int], dict[types.Seat, float] | None]:
    """The scores of the session after this hand and, where the ruleset has them, the table points
    if it ended here."""
    after = {}
    for seat in seats:
        name = SEATS[seat]
        if told.get(name) is None:
            detail = say("tell every player's score in the session, or nobody's")
            raise HandError(Problem(f"/standing/{name}", "required", detail))
        lost = sum(taken.amount for taken in table.deductions if taken.seat == seat)
        after[seat] = told[name] + net[name] + table.awards.get(seat, 0) - lost
    standing = {SEATS[seat]: score for seat, score in after.items()}
    if not edition.book.table_points:
        return standing, None
    shares = table_points(after, edition.book.table_points)
    return standing, {SEATS[seat]: share for seat, share in shares.items()}


def _too_many_at_table(hands: list[Any], book: Book) -> list[types.Warned]:
    """Tiles that these hands cannot all have: somebody misread or mistyped one."""
    return [
        {
            "pointer": "/players",
            "detail": say(
                "{held} {tile} in these hands; a set has {most}",
                held=held,
                tile=tile,
                most=_NUMBERS[most],
            ),
        }
        for tile, held, most in book.shared(hands)
    ]


_NUMBERS = {1: say("one"), 4: say("four"), 8: say("eight")}


def _struck_out(sheet: ScoreSheet) -> ScoreSheet:
    """The sheet of a player whose hand an event made worthless: what it shows does not count."""
    because = say("this player's hand scores nothing (see the events)")
    lost = [NotCounted(li.id, li.name, li.kind, li.amount, because) for li in sheet.lines]
    tally = dict.fromkeys(sheet.tally, 0)
    account = Written(tally, "0", arrangement=sheet.arrangement, not_counted=tuple(lost))
    return ScoreSheet(0, account, False, limit=sheet.limit)


def _winner(
    players: Mapping[str, Any], edition: Edition, seats: tuple[int, ...]
) -> tuple[int | None, Win | None]:
    winners = [seat for seat in seats if players[SEATS[seat]].get("win") is not None]
    if not winners:
        return None, None
    if len(winners) > 1:
        pointer = f"/players/{SEATS[winners[1]]}/win"
        raise HandError(Problem(pointer, "contradiction", say("two players cannot win one hand")))
    name = SEATS[winners[0]]
    try:
        win = win_of(players[name]["win"], edition, seats)
    except HandError as error:
        raise error.under(f"/players/{name}") from None
    problems = edition.refused(None, win, winners[0])
    if problems:
        raise HandError(*problems).under(f"/players/{name}")
    return winners[0], win


def _tile_counts(events: list[Happened], edition: Edition) -> dict[int, str]:
    """How many tiles the players may hold who, by these events, hold too few or too many."""
    counts: dict[int, str] = {}
    for n, happened in enumerate(events):
        event = edition.book.events[happened.event]
        count = event.tile_count
        if {count, counts.get(happened.by)} == {FEWER, MORE}:
            detail = say("one hand cannot have both too few tiles and too many")
            raise HandError(Problem(f"/events/{n}/event", "contradiction", detail))
        if count != EXACT and counts.get(happened.by) not in (FEWER, MORE):
            counts[happened.by] = count
        if event.tile_count_to != EXACT and happened.to is not None and happened.valid is not False:
            counts[happened.to] = event.tile_count_to
    return counts


def _check_events(events: list[Happened], edition: Edition, winner: int | None) -> None:
    for n, happened in enumerate(events):
        event = edition.book.events[happened.event]
        pointer = f"/events/{n}/by"
        if event.bars(happened) and happened.by == winner:
            detail = say("after a {event} this player cannot win the hand", event=event.in_words)
            raise HandError(Problem(pointer, "contradiction", detail))
        if event.needs_winner and (winner is None or happened.by == winner):
            detail = say("{event} helps another player win; this player won", event=event.in_words)
            if winner is None:
                detail = say("{event} helps another player win; tell who won", event=event.in_words)
            raise HandError(Problem(pointer, "contradiction", detail))


def _holdings(
    told: Mapping[str, Any], edition: Edition, seats: tuple[int, ...]
) -> dict[int, int] | None:
    if not edition.options.get("no_debt") or edition.options.get("scoring") == "points":
        return None
    holdings = told.get("holdings") or {}
    for seat in seats:
        if holdings.get(SEATS[seat]) is None:
            detail = say("with no_debt tell what each player holds before the hand is paid")
            raise HandError(Problem(f"/holdings/{SEATS[seat]}", "required", detail))
    return {seat: holdings[SEATS[seat]] for seat in seats}


def _next(
    told: Mapping[str, Any],
    edition: Edition,
    seats: tuple[int, ...],
    prevailing: int,
    table: Settlement,
    win: Win | None,
) -> types.Next:
    dealt = Dealt(
        table.winner,
        0 if win is None else win.facts,
        table.ended_by,
        told.get("east_run"),
        edition.options,
        seats,
    )
    deals_passed = told.get("deals_passed")
    if deals_passed is not None and deals_passed >= len(seats):
        detail = say(
            "with {players} players the deal passes {players} times a round; 0 to {most} may have "
            "passed",
            players=len(seats),
            most=len(seats) - 1,
        )
        raise HandError(Problem("/deals_passed", "bad_value", detail))
    stays, because, goulash = edition.book.deal_stays(dealt)
    following = next_hand(
        seats,
        prevailing,
        stays=stays,
        because=because,
        deals_passed=deals_passed,
        round_winds=edition.book.needs_prevailing,
        changes=edition.book.after_round(len(seats), prevailing, edition.options),
        round_wind_sits=edition.book.round_wind_sits,
    )
    return following if goulash is None else {**following, "goulash": goulash}
