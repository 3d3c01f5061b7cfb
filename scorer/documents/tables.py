"""The answer about a whole table: who pays whom, and how the table goes on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from scorer.documents.events import agreed_below_limit, as_it_ran, barred_by, event_document
from scorer.documents.read import (
    check_round_wind,
    checked_seats,
    edition_of,
    hand_of,
    happened_of,
    parsed,
    prevailing_of,
    state_of,
    win_of,
)
from scorer.documents.schemas import load_settle
from scorer.documents.sheets import (
    by_seat,
    checked,
    outcome_of,
    payment_document,
    score_document,
)
from scorer.errors import HandError, Problem
from scorer.hand import EXACT, FEWER, MORE, SEATS, SELF_DRAW, Win
from scorer.payments import settlement_of
from scorer.rulebook import Book, Dealt, Edition, Ending, Onward, Session, holds
from scorer.settle import Happened, Outcome, Settlement, within
from scorer.sheet import NotCounted, Payment, ScoreSheet, Written, balance
from scorer.situation import Situation, next_state
from scorer.speech import Typed, say
from scorer.tiles import TileError
from scorer.winds import next_hand

if TYPE_CHECKING:
    from scorer import types

__all__ = ["settle"]


class TableTold(NamedTuple):
    """A table as it was told: the rules, the wind of the round, the state of the game, what was
    told of each player, the seats in use, what happened, and the players who won, each as they
    did; ``told`` is what only this ruleset's tables tell."""

    edition: Edition
    prevailing: int
    state: Mapping[str, int]
    players: Mapping[str, Any]
    seats: tuple[int, ...]
    events: list[Happened]
    wins: Mapping[int, Win]
    told: Mapping[str, Any]

    @property
    def winner(self) -> int | None:
        """Who won; of several the first in turn after who discarded."""
        return next(iter(self.wins), None)

    def situation(self, seat: int) -> Situation:
        """What the hand of the player at this seat is scored under."""
        return Situation(seat, self.prevailing, self.state, len(self.seats))


def settle(document: types.SettleRequest | Mapping[str, object]) -> types.Settlement:
    """Who pays whom after a hand, the whole table seen: the answer of ``/settle``.

    ``document`` is a table to settle as the wire contract has it. Raises HandError.
    """
    request = checked(load_settle, document)
    at_table = _table_told(request)
    try:
        outcomes = _outcomes(at_table)
    except HandError as error:
        raise _told_once(error, request["players"], at_table.told) from None
    table = _settled(at_table, outcomes, request.get("east_run") or 0)
    sheets = {
        seat: outcome.sheet if table.scores[seat] == outcome.score else _struck_out(outcome.sheet)
        for seat, outcome in outcomes.items()
    }
    payments, holdings = table.payments(), _holdings(request, at_table.edition, at_table.seats)
    unpaid: list[Payment] = []
    if holdings is not None:
        payments, unpaid = within(payments, holdings)
    net = balance(payments, [SEATS[seat] for seat in at_table.seats])
    standing = _standing(request, at_table.seats, net, table)
    answer = _answer(request, at_table, table, sheets, payments, net, standing)
    if holdings is not None:
        answer["unpaid"] = [payment_document(payment) for payment in unpaid]
    if table.awards:
        answer["awards"] = by_seat(table.awards)
    if table.penalties:
        answer["penalties"] = by_seat(table.penalties)
    if standing is not None:
        answer["standing"] = {SEATS[seat]: score for seat, score in standing.items()}
        shares = at_table.edition.book.shares(_session(request, at_table, table, standing))
        if shares is not None:
            answer["table_points"] = {SEATS[seat]: share for seat, share in shares.items()}
    return answer


def _told_once(error: HandError, players: Mapping[str, Any], told: Mapping[str, Any]) -> HandError:
    """The same error; what the table told for a hand is wrong where the table told it."""
    found: dict[Problem, None] = {}
    for problem in error.problems:
        match problem.pointer.split("/")[1:]:
            case ["players", seat, "hand", name, *rest] if name in told:
                if (players[seat].get("hand") or {}).get(name) is None:
                    problem = problem._replace(pointer="/".join(["", name, *rest]))
        found[problem] = None
    return HandError(*found)


def _session(
    document: Mapping[str, Any],
    at_table: TableTold,
    table: Settlement,
    standing: Mapping[int, int],
) -> Session:
    """The session as if it ended with this hand."""
    passed, seats = document.get("deals_passed"), at_table.seats
    order = None if passed is None else [seats[n - passed] for n in range(len(seats))]
    state = _onward(document, at_table, table).state
    return Session(standing, order, at_table.edition.options, state, table.penalties)


def _table_told(document: Mapping[str, Any]) -> TableTold:
    """The table with what can be checked before any hand is read."""
    edition = edition_of(document)
    prevailing = prevailing_of(document, edition.book)
    own = edition.book.fields["table"]
    told = {one.name: document[one.name] for one in own if document.get(one.name) is not None}
    _check_beside(told, edition, len(document["players"]))
    players: Mapping[str, Any] = {
        seat: _with_the_tables(player, f"/players/{seat}", told, edition.book)
        for seat, player in document["players"].items()
    }
    seats = checked_seats(list(players), "/players", edition.book)
    events = [happened_of(e, n, edition, seats) for n, e in enumerate(document.get("events") or [])]
    check_round_wind(seats, prevailing, edition.book)
    wins = _wins(players, edition, seats)
    if 0 in wins:
        wins[0] = as_it_ran(wins[0], document.get("east_run"), edition)
    state = state_of(document, edition.book)
    at_table = TableTold(edition, prevailing, state, players, seats, events, wins, told)
    _check_events(at_table)
    return at_table


def _check_beside(told: Mapping[str, Any], edition: Edition, players: int) -> None:
    """HandError for tiles that the table tells for all hands and that no hand could have, also
    where no hand is told that would have them."""
    beside = {one.name: told.get(one.name) for one in edition.book.fields["hand"]}
    if not any(beside.values()):
        return
    try:
        hand = hand_of({"concealed": "", **beside}, edition, won=False, count=FEWER)
        edition.check_tiles(hand, players)
    except HandError as error:
        found = (one._replace(pointer=one.pointer.removeprefix("/hand")) for one in error.problems)
        raise HandError(*found) from None


def _with_the_tables(
    player: Mapping[str, Any], pointer: str, told: Mapping[str, Any], book: Book
) -> Mapping[str, Any]:
    """The player, whose hand has what the table tells once for all hands. HandError where the hand
    tells otherwise."""
    hand = player.get("hand")
    if hand is None:
        return player
    circumstances = (player.get("win") or {}).get("with") or []
    for one in book.fields["hand"]:
        if one.name not in told or (one.beside and not {*one.beside} & {*circumstances}):
            continue
        if hand.get(one.name) is None:
            hand = {**hand, one.name: told[one.name]}
        elif not _same_tiles(hand[one.name], told[one.name]):
            detail = say("the table tells other tiles: leave it out here, or tell the same")
            raise HandError(Problem(f"{pointer}/hand/{one.name}", "contradiction", detail))
    return {**player, "hand": hand}


def _same_tiles(one: types.Tiles, other: types.Tiles) -> bool:
    """Whether two lists have the same tiles; what is no tile is told where it is read."""
    try:
        return sorted(parsed(one)) == sorted(parsed(other))
    except TileError:
        return True


def _outcomes(at_table: TableTold) -> dict[int, Outcome]:
    """What each player has, in the order of the seats."""
    barred = barred_by(at_table.events, at_table.edition)
    counts = _tile_counts(at_table.events, at_table.edition)
    found: dict[int, Outcome] = {}
    # A winner comes last: the other hands may show facts of the win that nobody told.
    for seat in sorted(at_table.seats, key=lambda seat: seat in at_table.wins):
        hands = [outcome.hand for outcome in found.values() if outcome.hand is not None]
        try:
            found[seat] = _outcome(at_table, seat, counts.get(seat, EXACT), hands, barred.get(seat))
        except HandError as error:
            raise error.under(f"/players/{SEATS[seat]}") from None
    return {seat: found[seat] for seat in at_table.seats}


def _outcome(
    at_table: TableTold, seat: int, count: str, others: Sequence[Any], barred: str | None
) -> Outcome:
    """What this player has; ``others`` are the hands that were read before."""
    edition, player, win = at_table.edition, at_table.players[SEATS[seat]], at_table.wins.get(seat)
    points, situation = player.get("points"), at_table.situation(seat)
    agreed = edition.agreed_of(player, win, situation)
    if player.get("hand") is not None:
        if agreed is not None:
            detail = say("give a hand or the points that the table agreed on, not both")
            field = "/points" if points is not None else "/agreed"
            raise HandError(Problem(field, "contradiction", detail))
        facts = 0 if win is None else win.facts
        found = outcome_of(player, edition, situation, at_table.seats, count, others, facts, barred)
        if count in (FEWER, MORE) and _as_many(found.hand, edition.book):
            detail = say("this hand has as many tiles as it should; the event says otherwise")
            raise HandError(Problem("/hand/concealed", "contradiction", detail))
        return found
    if not edition.book.losers_score and win is None:
        if points:
            detail = say("only the winner scores; leave it out")
            raise HandError(Problem("/points", "contradiction", detail))
    elif agreed is None and at_table.wins and count == EXACT:
        raise HandError(Problem("/hand", "required", edition.untold))
    sheet = agreed or edition.agreed(0, win is not None)
    return Outcome(edition.value(sheet.total), sheet, None, win)


def _settled(at_table: TableTold, outcomes: Mapping[int, Outcome], east_run: int) -> Settlement:
    """The settlement after all that happened."""
    edition = at_table.edition
    book = edition.book
    won = [seat for seat in at_table.wins if outcomes[seat].sheet.qualifies]
    winners = book.paid_winners(won, edition.options)
    table = settlement_of(
        edition, at_table.seats, outcomes, winners, at_table.prevailing, east_run, at_table.state
    )
    own = [one.name for one in book.fields["player"]]
    table.told = {
        seat: {name: at_table.players[SEATS[seat]].get(name) for name in own}
        for seat in at_table.seats
    }
    table.table_told = at_table.told
    table.won = tuple(at_table.wins)
    for n, happened in enumerate(at_table.events):
        try:
            edition.book.events[happened.event].effect(table, happened)
        except HandError as error:
            raise error.under(f"/events/{n}") from None
        table.happened.append(happened)
    edition.book.conclude(table)
    if table.ended_by is not None and at_table.wins:
        detail = say("that ends the hand, so nobody won it; leave out who won, or the event")
        raise HandError(Problem("/events", "contradiction", detail))
    return table


def _answer(
    document: Mapping[str, Any],
    at_table: TableTold,
    table: Settlement,
    sheets: Mapping[int, ScoreSheet],
    payments: Sequence[Payment],
    net: dict[types.Seat, int],
    standing: Mapping[int, int] | None,
) -> types.Settlement:
    edition = at_table.edition
    return {
        "ruleset": edition.book.id,
        "preset": edition.preset,
        "options": dict(edition.options),
        "rules_version": edition.book.version,
        "unit": edition.unit,
        "scores": {SEATS[seat]: _scored(table, seat, sheet) for seat, sheet in sheets.items()},
        "payments": [payment_document(payment) for payment in payments],
        "net": net,
        "events": [event_document(table, n, edition.book) for n in range(len(at_table.events))],
        "deductions": [
            {"seat": SEATS[seat], "amount": amount, "because": because}
            for seat, amount, because in table.deductions
        ],
        "next": _next(document, at_table, table, standing),
        "warnings": [
            *_above_limit(at_table.players, edition),
            *_below_minimum(sheets, at_table.wins, edition.book),
            *agreed_below_limit(at_table.players, edition, at_table.wins),
            *_too_many_at_table(table, edition.book),
            *_doubted(table),
        ],
    }


def _scored(table: Settlement, seat: int, sheet: ScoreSheet) -> types.Score:
    """What the player at this seat scores and, having won, is paid."""
    paid = table.to_winner(seat) if seat in table.winners else []
    undecided = table.outcomes[seat].undecided
    return score_document(table.edition, sheet, paid, table.seats, undecided)


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
        for name, player in sorted(players.items(), key=lambda told: SEATS.index(told[0]))
        if edition.limit is not None and (player.get("points") or 0) > edition.limit
    ]


def _below_minimum(
    sheets: Mapping[int, ScoreSheet], winners: Iterable[int], book: Book
) -> list[types.Warned]:
    """Winners whose hands are worth too little to win."""
    return [
        {
            "pointer": f"/players/{SEATS[winner]}",
            "detail": say(
                "{formula}; that does not reach the minimum, so nothing is paid. If it was "
                "declared and the table plays on, tell the event “{event}”",
                formula=sheets[winner].formula,
                event=Typed(book.wrong_win.replace("_", " ")),
            ),
        }
        for winner in winners
        if not sheets[winner].qualifies
    ]


def _standing(
    document: Mapping[str, Any],
    seats: tuple[int, ...],
    net: Mapping[types.Seat, int],
    table: Settlement,
) -> dict[int, int] | None:
    """The scores of the session after this hand; None where they were not told."""
    before = document.get("standing")
    if before is None:
        return None
    after = {}
    for seat in seats:
        name = SEATS[seat]
        if before.get(name) is None:
            detail = say("tell every player's score in the session, or nobody's")
            raise HandError(Problem(f"/standing/{name}", "required", detail))
        lost = sum(taken.amount for taken in table.deductions if taken.seat == seat)
        after[seat] = before[name] + net[name] + table.awards.get(seat, 0) - lost
    return after


def _too_many_at_table(table: Settlement, book: Book) -> list[types.Warned]:
    """Tiles that these hands cannot all have: somebody misread or mistyped one."""
    hands = [outcome.hand for outcome in table.outcomes.values() if outcome.hand is not None]
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
    because = say("this player's hand scores nothing (see what went wrong)")
    lost = [NotCounted(li.id, li.name, li.kind, li.amount, because) for li in sheet.lines]
    tally = dict.fromkeys(sheet.tally, 0)
    account = Written(tally, "0", arrangement=sheet.arrangement, not_counted=tuple(lost))
    return ScoreSheet(0, account, False, limit=sheet.limit)


def _wins(players: Mapping[str, Any], edition: Edition, seats: tuple[int, ...]) -> dict[int, Win]:
    """Who won, each as they did, the first in turn after who discarded first."""
    wins = {}
    for seat in seats:
        name = SEATS[seat]
        if players[name].get("win") is None:
            continue
        try:
            wins[seat] = win_of(players[name]["win"], edition, seats)
        except HandError as error:
            raise error.under(f"/players/{name}") from None
        problems = edition.refused(None, wins[seat], seat)
        if problems:
            raise HandError(*problems).under(f"/players/{name}")
    if len(wins) > 1:
        _check_several(wins, edition)
    giver = next((win.loser for win in wins.values() if win.loser is not None), 0)
    return dict(sorted(wins.items(), key=lambda won: (won[0] - giver) % 4))


def _check_several(wins: Mapping[int, Win], edition: Edition) -> None:
    """Several may win where the rules let them, and on one tile."""
    pointer = f"/players/{SEATS[list(wins)[1]]}/win"
    most = edition.book.most_winners(edition.options)
    if most == 1:
        detail = say("two players cannot win one hand")
        raise HandError(Problem(pointer, "contradiction", detail))
    if len(wins) > most:
        detail = say("at most {most} players can win one hand", most=most)
        raise HandError(Problem(pointer, "contradiction", detail))
    if any(win.facts & SELF_DRAW for win in wins.values()):
        detail = say("only one player can draw the winning tile")
        raise HandError(Problem(f"{pointer}/by", "contradiction", detail))
    givers = {win.loser for win in wins.values()}
    if None in givers or len(givers) > 1:
        detail = say(
            "several players win together only on one tile: tell whose it was, the same for each"
        )
        raise HandError(Problem(f"{pointer}/from", "contradiction", detail))


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


def _check_events(at_table: TableTold) -> None:
    for n, happened in enumerate(at_table.events):
        event = at_table.edition.book.events[happened.event]
        pointer = f"/events/{n}/by"
        if event.bars(happened) and happened.by in at_table.wins:
            detail = say("after a {event} this player cannot win the hand", event=event.in_words)
            raise HandError(Problem(pointer, "contradiction", detail))
        if event.needs_winner and (not at_table.wins or happened.by in at_table.wins):
            detail = say("{event} helps another player win; this player won", event=event.in_words)
            if not at_table.wins:
                detail = say("{event} helps another player win; tell who won", event=event.in_words)
            raise HandError(Problem(pointer, "contradiction", detail))


def _holdings(
    document: Mapping[str, Any], edition: Edition, seats: tuple[int, ...]
) -> dict[int, int] | None:
    told_under = edition.book.nobody_owes_under
    if not told_under or not all(holds(one, edition.options) for one in told_under):
        return None
    holdings = document.get("holdings") or {}
    for seat in seats:
        if holdings.get(SEATS[seat]) is None:
            detail = say(
                "nobody pays more than they hold: tell what each player holds before the hand "
                "is paid"
            )
            raise HandError(Problem(f"/holdings/{SEATS[seat]}", "required", detail))
    return {seat: holdings[SEATS[seat]] for seat in seats}


def _dealt(document: Mapping[str, Any], at_table: TableTold, table: Settlement) -> Dealt:
    """The finished hand, as the passing of the deal sees it."""
    return Dealt(
        table.winner,
        0 if at_table.winner is None else table.outcomes[at_table.winner].facts,
        table.ended_by,
        document.get("east_run"),
        at_table.edition.options,
        at_table.seats,
        table.winners,
        at_table.state,
        table,
    )


def _onward(document: Mapping[str, Any], at_table: TableTold, table: Settlement) -> Onward:
    return at_table.edition.book.deal_stays(_dealt(document, at_table, table))


def _next(
    document: Mapping[str, Any],
    at_table: TableTold,
    table: Settlement,
    standing: Mapping[int, int] | None,
) -> types.Next:
    edition, seats, prevailing = at_table.edition, at_table.seats, at_table.prevailing
    book, deals_passed = edition.book, document.get("deals_passed")
    if deals_passed is not None and deals_passed >= len(seats):
        detail = say(
            "with {players} players the deal passes {players} times a round; 0 to {most} may have "
            "passed",
            players=len(seats),
            most=len(seats) - 1,
        )
        raise HandError(Problem("/deals_passed", "bad_value", detail))
    dealt = _dealt(document, at_table, table)
    onward = book.deal_stays(dealt)
    following = next_hand(
        seats,
        prevailing,
        stays=onward.stays,
        because=onward.because,
        deals_passed=deals_passed,
        round_winds=book.needs_prevailing,
        ends=lambda over: book.ends(
            Ending(dealt, prevailing, deals_passed or 0, over, onward.stays, standing)
        ),
        changes=book.after_round(len(seats), prevailing, edition.options),
        round_wind_sits=book.round_wind_sits,
        among_themselves=len(seats) == 3 and book.absent is not None,
    )
    if onward.goulash is not None:
        following["goulash"] = onward.goulash
    # Their names are the ruleset's, and no type can list them.
    cast("dict[str, object]", following).update(next_state(book.state, onward.state))
    return following
