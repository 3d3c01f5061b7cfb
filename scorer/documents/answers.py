"""The answers of the wire contract: score, settlement, waits, rulesets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scorer.documents.read import (
    checked_seats,
    circumstances_of,
    edition_of,
    hand_of,
    happened_of,
    prevailing_of,
    seats_of,
    unknown_ruleset,
    win_of,
    winds_of,
)
from scorer.documents.schemas import load_score, load_settle, load_waits
from scorer.errors import HandError, Problem
from scorer.hand import (
    DISCARD,
    EXACT,
    FEWER,
    MORE,
    SEATS,
    SELF_DRAW,
    Win,
    told_contradictions,
)
from scorer.rulebook import Book, Dealt, Edition
from scorer.rules import BOOKS
from scorer.settle import Happened, Settlement
from scorer.sheet import Line, NotCounted, Payment, ScoreSheet, ShownSet, balance
from scorer.table import next_hand, table_points
from scorer.tiles import code

__all__ = ["ruleset", "rulesets", "score", "settle", "waits"]

Document = dict[str, Any]


def score(document: Mapping[str, Any]) -> Document:
    """What one hand is worth and, when it won, what the others pay: the answer of ``/score``.

    ``document`` is a hand to score as the wire contract has it. Raises HandError.
    """
    told = _checked(load_score, document)
    edition = edition_of(told)
    seats = seats_of(told, edition.book)
    seat, prevailing = winds_of(told, seats, edition.book)
    sheet, hand, win = _sheet(told, edition, seat, prevailing, seats)
    payments: list[Payment] = []
    table = None
    if win is not None and sheet.qualifies:
        table = _settlement(edition, seats, {seat: sheet.total}, seat, win, prevailing, sheet, hand)
        payments = table.to_winner(seat)
    answer = _score_document(edition, sheet, payments, seats)
    if table is not None:
        edition.book.conclude(table)
    if table is not None and table.awards:
        answer["awards"] = _by_seat(table.awards)
    return answer


def settle(document: Mapping[str, Any]) -> Document:
    """Who pays whom after a hand, the whole table seen: the answer of ``/settle``.

    ``document`` is a table to settle as the wire contract has it. Raises HandError.
    """
    told = _checked(load_settle, document)
    edition = edition_of(told)
    prevailing = prevailing_of(told, edition.book)
    players: Mapping[str, Any] = told["players"]
    seats = checked_seats(list(players), "/players", edition.book)
    events = [happened_of(e, n, edition, seats) for n, e in enumerate(told.get("events") or [])]
    winner, win = _winner(players, edition, seats)
    _check_events(events, edition, winner)
    counts = _tile_counts(events, edition)
    sheets: dict[int, ScoreSheet] = {}
    hands: dict[int, Any] = {}
    for seat in seats:
        name = SEATS[seat]
        try:
            sheets[seat], hand = _player_sheet(
                players[name],
                edition,
                seat,
                prevailing,
                seats,
                winner,
                counts.get(seat, EXACT),
            )
        except HandError as error:
            raise error.under(f"/players/{name}") from None
        if hand is not None:
            hands[seat] = hand
    wins = winner is not None and sheets[winner].qualifies
    table = _settlement(
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
        detail = "that ends the hand, so nobody won it; leave out win, or the event"
        raise HandError(Problem("/events", "contradiction", detail))
    for seat, sheet in sheets.items():
        if table.scores[seat] != sheet.total:
            sheets[seat] = _struck_out(sheet)
    payments = table.payments(_holdings(told, edition, seats))
    net = balance(payments, "".join(SEATS[seat] for seat in seats))
    answer = {
        "ruleset": edition.book.id,
        "preset": edition.preset,
        "options": dict(edition.options),
        "rules_version": edition.book.version,
        "unit": edition.book.unit,
        "scores": {
            SEATS[seat]: _score_document(
                edition,
                sheet,
                table.to_winner(seat) if seat == table.winner else [],
                seats,
            )
            for seat, sheet in sheets.items()
        },
        "payments": [_payment(payment) for payment in payments],
        "net": net,
        "deductions": [
            {"seat": SEATS[seat], "amount": amount, "because": because}
            for seat, amount, because in table.deductions
        ],
        "next": _next(told, edition, seats, prevailing, table, win),
        "warnings": [
            *_above_limit(players, edition),
            *_below_minimum(sheets, winner),
            *_too_many_at_table(list(hands.values()), edition.book),
        ],
    }
    if table.awards:
        answer["awards"] = _by_seat(table.awards)
    if told.get("standing") is not None:
        answer |= _standing(told["standing"], edition, seats, net, table)
    return answer


def waits(document: Mapping[str, Any]) -> Document:
    """What thirteen tiles wait for, and what each tile would bring: the answer of ``/waits``.

    ``document`` is a hand to score without its winning tile. Raises HandError.
    """
    told = _checked(load_waits, document)
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


def rulesets() -> list[Document]:
    """Every ruleset with its options and presets, rules, circumstances and events."""
    return [book.as_document() for book in BOOKS.values()]


def ruleset(id: str) -> Document:
    """One ruleset with its rules, circumstances and events. Raises HandError if there is none."""
    if not isinstance(id, str) or id not in BOOKS:
        raise HandError(unknown_ruleset(str(id)))
    return BOOKS[id].as_document()


def _checked(load: Callable[[object], Document], document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The document once its form is checked; an unknown ruleset is told among what is wrong."""
    try:
        return load(document)
    except HandError as error:
        name = document.get("ruleset") if isinstance(document, Mapping) else None
        if not isinstance(name, str) or name in BOOKS:
            raise
        raise HandError(unknown_ruleset(name), *error.problems) from None


def _sheet(
    told: Mapping[str, Any],
    edition: Edition,
    seat: int,
    prevailing: int,
    seats: tuple[int, ...],
    count: str = EXACT,
) -> tuple[ScoreSheet, Any, Win | None]:
    win_told = told.get("win")
    hand = hand_of(told["hand"], edition, won=win_told is not None, count=count)
    win = None if win_told is None else win_of(win_told, edition, seats)
    return edition.score(hand, win, seat=seat, prevailing=prevailing), hand, win


def _player_sheet(
    player: Mapping[str, Any],
    edition: Edition,
    seat: int,
    prevailing: int,
    seats: tuple[int, ...],
    winner: int | None,
    count: str,
) -> tuple[ScoreSheet, Any]:
    points = player.get("points")
    if player.get("hand") is not None:
        if points is not None:
            detail = "give a hand or the points that the table agreed on, not both"
            raise HandError(Problem("/points", "contradiction", detail))
        return _sheet(player, edition, seat, prevailing, seats, count)[:2]
    if not edition.book.losers_score and seat != winner:
        if points:
            detail = "only the winner scores; leave it out"
            raise HandError(Problem("/points", "contradiction", detail))
    elif points is None and winner is not None and count == EXACT:
        detail = "give a hand, or the points that the table agreed on"
        raise HandError(Problem("/hand", "required", detail))
    return edition.agreed(points or 0, seat == winner), None


def _above_limit(players: Mapping[str, Any], edition: Edition) -> list[Document]:
    """Agreed points above the limit: right for some special hands, else a slip of the finger."""
    return [
        {
            "pointer": f"/players/{name}/points",
            "detail": f"{player['points']} is more than the limit of {edition.limit}",
        }
        for name, player in players.items()
        if edition.limit is not None and (player.get("points") or 0) > edition.limit
    ]


def _below_minimum(sheets: Mapping[int, ScoreSheet], winner: int | None) -> list[Document]:
    """A winner whose hand is worth too little to win."""
    if winner is None or sheets[winner].qualifies:
        return []
    detail = f"{sheets[winner].formula} does not reach the minimum, so nothing is paid; if it was "
    detail += "declared and the table plays on, tell the event false_win"
    return [{"pointer": f"/players/{SEATS[winner]}", "detail": detail}]


def _by_seat(given: Mapping[int, int]) -> dict[str, int]:
    return {SEATS[seat]: amount for seat, amount in sorted(given.items())}


def _standing(
    told: Mapping[str, Any],
    edition: Edition,
    seats: tuple[int, ...],
    net: Mapping[str, int],
    table: Settlement,
) -> Document:
    """The scores of the session after this hand and, where the ruleset has them, the table points
    if it ended here."""
    after = {}
    for seat in seats:
        name = SEATS[seat]
        if told.get(name) is None:
            detail = "tell every player's score in the session, or nobody's"
            raise HandError(Problem(f"/standing/{name}", "required", detail))
        lost = sum(taken.amount for taken in table.deductions if taken.seat == seat)
        after[seat] = told[name] + net[name] + table.awards.get(seat, 0) - lost
    answer: Document = {"standing": {SEATS[seat]: score for seat, score in after.items()}}
    if edition.book.table_points:
        shares = table_points(after, edition.book.table_points)
        answer["table_points"] = {SEATS[seat]: share for seat, share in shares.items()}
    return answer


def _too_many_at_table(hands: list[Any], book: Book) -> list[Document]:
    """Tiles that these hands cannot all have: somebody misread or mistyped one."""
    return [
        {
            "pointer": "/players",
            "detail": f"{held} {tile} in these hands; a set has {_NUMBERS[most]}",
        }
        for tile, held, most in book.shared(hands)
    ]


_NUMBERS = {1: "one", 4: "four", 8: "eight"}


def _struck_out(sheet: ScoreSheet) -> ScoreSheet:
    """The sheet of a player whose hand an event made worthless: what it shows does not count."""
    because = "this player's hand scores nothing (see the events)"
    lost = [NotCounted(li.id, li.name, li.kind, li.amount, because) for li in sheet.lines]
    return ScoreSheet(
        0,
        tuple,
        tally=dict.fromkeys(sheet.tally, 0),
        formula="0",
        limit=sheet.limit,
        won=False,
        show=lambda: sheet.arrangement,
        explain=lambda: tuple(lost),
    )


def _winner(
    players: Mapping[str, Any], edition: Edition, seats: tuple[int, ...]
) -> tuple[int | None, Win | None]:
    winners = [seat for seat in seats if players[SEATS[seat]].get("win") is not None]
    if not winners:
        return None, None
    if len(winners) > 1:
        pointer = f"/players/{SEATS[winners[1]]}/win"
        raise HandError(Problem(pointer, "contradiction", "two players cannot win one hand"))
    name = SEATS[winners[0]]
    try:
        win = win_of(players[name]["win"], edition, seats)
    except HandError as error:
        raise error.under(f"/players/{name}") from None
    problems = told_contradictions(win, winners[0])
    if problems:
        raise HandError(*problems).under(f"/players/{name}")
    return winners[0], win


def _tile_counts(events: list[Happened], edition: Edition) -> dict[int, str]:
    """How many tiles the players may hold who, by these events, hold too few or too many."""
    counts: dict[int, str] = {}
    for n, happened in enumerate(events):
        count = edition.book.events[happened.event].tile_count
        if {count, counts.get(happened.by)} == {FEWER, MORE}:
            detail = "one hand cannot have both too few tiles and too many"
            raise HandError(Problem(f"/events/{n}/event", "contradiction", detail))
        if count != EXACT:
            counts[happened.by] = count
    return counts


def _check_events(events: list[Happened], edition: Edition, winner: int | None) -> None:
    for n, happened in enumerate(events):
        event = edition.book.events[happened.event]
        pointer = f"/events/{n}/by"
        if event.bars_win and happened.by == winner:
            detail = f"after a {_words(event.id)} this player cannot win the hand"
            raise HandError(Problem(pointer, "contradiction", detail))
        if event.needs_winner and (winner is None or happened.by == winner):
            detail = f"{_words(event.id)} helps another player win; "
            detail += "tell who won" if winner is None else "this player won"
            raise HandError(Problem(pointer, "contradiction", detail))


def _words(id: str) -> str:
    return id.replace("_", " ")


def _settlement(
    edition: Edition,
    seats: Iterable[int],
    scores: Mapping[int, int],
    winner: int | None,
    win: Win | None,
    prevailing: int,
    sheet: ScoreSheet | None,
    hand: Any,
) -> Settlement:
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


def _holdings(
    told: Mapping[str, Any], edition: Edition, seats: tuple[int, ...]
) -> dict[int, int] | None:
    if not edition.options.get("no_debt"):
        return None
    holdings = told.get("holdings") or {}
    for seat in seats:
        if holdings.get(SEATS[seat]) is None:
            detail = "with no_debt tell what each player holds before the hand is paid"
            raise HandError(Problem(f"/holdings/{SEATS[seat]}", "required", detail))
    return {seat: holdings[SEATS[seat]] for seat in seats}


def _next(
    told: Mapping[str, Any],
    edition: Edition,
    seats: tuple[int, ...],
    prevailing: int,
    table: Settlement,
    win: Win | None,
) -> Document:
    dealt = Dealt(
        table.winner,
        0 if win is None else win.facts,
        table.ended_by,
        told.get("east_run"),
        edition.options,
    )
    deals_passed = told.get("deals_passed")
    if deals_passed is not None and deals_passed >= len(seats):
        detail = f"with {len(seats)} players the deal passes {len(seats)} times a round; 0 to "
        detail += f"{len(seats) - 1} may have passed"
        raise HandError(Problem("/deals_passed", "bad_value", detail))
    stays, because = edition.book.deal_stays(dealt)
    return next_hand(seats, prevailing, stays=stays, because=because, deals_passed=deals_passed)


def _worth(sheet: ScoreSheet | None) -> Document | None:
    return None if sheet is None else {"total": sheet.total, "qualifies": sheet.qualifies}


def _score_document(
    edition: Edition,
    sheet: ScoreSheet,
    payments: list[Payment],
    seats: tuple[int, ...],
) -> Document:
    return {
        "ruleset": edition.book.id,
        "preset": edition.preset,
        "options": dict(edition.options),
        "rules_version": edition.book.version,
        "total": sheet.total,
        "unit": edition.book.unit,
        "qualifies": sheet.qualifies,
        "tally": dict(sheet.tally),
        "formula": sheet.formula,
        "limit": {"value": sheet.limit, "reached": sheet.reached, "hand": sheet.limit_hand},
        "lines": [_line(line) for line in sheet.lines],
        "not_counted": [_not_counted(entry) for entry in sheet.not_counted],
        "arrangement": [_shown(shown) for shown in sheet.arrangement],
        "payments": [_payment(payment) for payment in payments if payment.amount],
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
        document |= {"number": line.number, "names": {"zh": line.zh}}
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


def _payment(payment: Payment) -> Document:
    return {
        "from": SEATS[payment.payer],
        "to": SEATS[payment.payee],
        "amount": payment.amount,
        "because": payment.because,
    }
