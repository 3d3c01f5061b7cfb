"""Settle a hand of a game: complete the document of ``/settle`` and share out the points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from scorer.documents.tables import CounterEffects, settle_in_game
from scorer.errors import HandError, Problem, quoted
from scorer.game.record import Entry, Game, Json
from scorer.game.table import Table, Tallies
from scorer.languages.speech import say
from scorer.rulebook.book import Edition, Value, holds
from scorer.rulebook.declarations import Declarations
from scorer.types.entries import FifthBet
from scorer.types.records import AddedFields, Member, read_record, record_with_added
from scorer.types.terms import SEATS

(BET,) = read_record(FifthBet).members
"""The field of a hand with the seat that the fifth player bets on; ``/settle`` has none."""
BET_FIELD = BET.name
DOCUMENT_POINTER = "/document"
PENALTIES_FIELD = "penalties"
"""The tally of points deducted at the end of the session."""


class HandResult(NamedTuple):
    """A settled hand.

    Attributes:
        answer: The answer of ``/settle``.
        moves: The points won or lost, by player.
        counter_effects: How the points depend on the counters of the game, if the ruleset has any.
    """

    answer: Json
    moves: dict[str, int]
    counter_effects: Json | None


def settle_hand(game: Game, table: Table, totals: Mapping[str, int], document: Json) -> HandResult:
    """Settle a hand played at this table by players with these totals.

    Raises:
        HandError: If the document is invalid; the pointers are below ``/document``.
    """
    _check_document(document, table, game.edition.book)
    bet = _seat_bet_on(game, table, document.get(BET_FIELD))
    try:
        settlement, counter_effects = settle_in_game(
            complete_document(game, table, totals, document)
        )
    except HandError as error:
        raise error.under(DOCUMENT_POINTER) from None
    answer: Json = {**settlement}
    moves = _points_moved(game, table, answer)
    if bet is not None:
        _pay_bet(table, document, answer, bet, moves)
    by_player = None if counter_effects is None else _effects_by_player(table, counter_effects)
    return HandResult(answer, moves, by_player)


def _effects_by_player(table: Table, counter_effects: CounterEffects) -> Json:
    each = {
        name: {table.seats[seat]: points for seat, points in by_seat.items()}
        for name, by_seat in counter_effects.each.items()
    }
    return {"each": each, "adds": dict(counter_effects.adds), "decides": counter_effects.decides}


def outcome_of(
    book: Declarations, table: Table, document: Mapping[str, Any], answer: Mapping[str, Any]
) -> Json:
    """Return as much of the answer to a hand at this table as later hands depend on.

    ``next`` is the answer's own, ``east_won`` whether East won and is owed something, ``added``
    what the hand adds to the tallies of the session, ``standing`` what the seats hold after it.
    """
    return {
        "next": answer["next"],
        "east_won": _east_won(document, answer),
        "added": added_tallies(book, table, answer),
        "standing": answer.get("standing"),
    }


def _east_won(document: Mapping[str, Any], answer: Mapping[str, Any]) -> bool:
    """Tests if East won this hand and is owed something."""
    players = document.get("players") or {}
    owed = (*answer["payments"], *answer.get("unpaid", ()))
    return bool((players.get("E") or {}).get("win")) and any(
        payment["to"] == "E" for payment in owed
    )


def added_tallies(book: Declarations, table: Table, answer: Mapping[str, Any]) -> Tallies:
    """Return what the answer to a hand at this table adds to the tallies of the session."""
    tallies: dict[str, dict[str, int]] = {}
    for name in tally_names(book):
        for seat, count in answer.get(name, {}).items():
            more = count - table.tally(name, table.seats[seat])
            if more:
                tallies.setdefault(name, {})[table.seats[seat]] = more
    return tallies


def penalties_added(answer: Json, table: Table) -> dict[str, int]:
    """Return the points by player that this hand alone takes off at the end of the session."""
    by_player = {
        table.seats[seat]: points for seat, points in answer.get(PENALTIES_FIELD, {}).items()
    }
    added = {
        player: points - table.tally(PENALTIES_FIELD, player)
        for player, points in by_player.items()
    }
    return {player: points for player, points in added.items() if points}


def tally_names(book: Declarations) -> tuple[str, ...]:
    """Return the names of the tallies that the ruleset keeps of each player over a session."""
    return tuple(part.name for part in book.fields.table if part.note.lasts == "session")


def shown_tallies(edition: Edition) -> tuple[Member, ...]:
    """Return the tallies that sheets and boards show of each player: those that a house rule in
    force has the session count."""
    return tuple(
        part
        for part in edition.book.fields.table
        if part.note.lasts == "session"
        and part.note.when is not None
        and edition.options[part.note.when[0]] in part.note.when[1:]
    )


def changed_since(game: Game, entry: Entry, totals: Mapping[str, int]) -> bool:
    """Tests if the current version of the rules would move other points for this hand."""
    assert entry.table is not None
    try:
        result = settle_hand(
            game, Table.from_record(entry.table), totals, entry.payload["document"]
        )
    except HandError:
        return True
    return result.moves != dict(entry.moves)


def entered_fields(book: Declarations) -> tuple[Member, ...]:
    """Return the fields of a hand that players enter; a game knows the others of its table."""
    return _cached_entered_fields(book.fields, book.table.fifth == "bets")


@lru_cache(maxsize=64)
def _cached_entered_fields(added: AddedFields, fifth_bets: bool) -> tuple[Member, ...]:
    members = record_with_added("settle", added).members
    entered = tuple(member for member in members if member.note.lasts == "hand")
    return (*entered, BET) if fifth_bets else entered


def _check_document(document: Json, table: Table, book: Declarations) -> None:
    """Raise HandError for fields and seats that a hand at this table must not have."""
    # A bet where nobody bets has a problem of its own; null is none.
    known = {BET_FIELD, *(member.name for member in entered_fields(book))}
    problems = [
        Problem(
            f"{DOCUMENT_POINTER}/{str(name)[:100]}",
            "bad_value",
            say(
                "enter only players and events for a hand; remove this field, because "
                "the game fills it in"
            ),
        )
        for name in document
        if name not in known
    ]
    players = document.get("players")
    if isinstance(players, Mapping):
        problems += [
            Problem(
                f"{DOCUMENT_POINTER}/players/{seat}",
                "bad_value",
                say(
                    "nobody sits at {seat} in this hand; remove the seat {seat}",
                    seat=quoted(str(seat)),
                ),
            )
            for seat in players
            if seat in SEATS and seat not in table.seats
        ]
    if problems:
        raise HandError(*problems)


def complete_document(game: Game, table: Table, totals: Mapping[str, int], entered: Json) -> Json:
    """Return the complete document of ``/settle``: the entered fields and those of the game."""
    edition = game.edition
    document: Json = {
        "ruleset": game.ruleset,
        "options": _options_of_hand(game, table),
        **table.counters,
        **_ruleset_fields(entered, edition.book),
    }
    if edition.book.session.scores_end:
        document["standing"] = {seat: totals[player] for seat, player in table.seats.items()}
    for name in tally_names(edition.book):
        if table.tallies.get(name):
            document[name] = {s: table.tally(name, player) for s, player in table.seats.items()}
    if entered.get("events") is not None:
        document["events"] = entered["events"]
    players = entered.get("players")
    if players is None or isinstance(players, Mapping):
        named = {seat: player for seat, player in (players or {}).items() if player is not None}
        players = {**{seat: {} for seat in table.seats}, **named}
    document["players"] = players
    preset, _ = game.rules
    if preset is not None:
        document["preset"] = preset
    if table.prevailing is not None:
        document["prevailing"] = table.prevailing
    if table.resting is None:
        document["deals_passed"] = table.deals_passed
    if edition.book.session.counts_east_wins:
        document["east_run"] = table.dealer_streak
    owes = edition.book.payments.no_debt_when
    if owes and all(holds(condition, edition.options) for condition in owes):
        document["holdings"] = {s: max(0, totals[player]) for s, player in table.seats.items()}
    return document


def _ruleset_fields(entered: Json, book: Declarations) -> Json:
    """Return the entered fields that the ruleset adds to a table."""
    names = [member.name for member in entered_fields(book) if member.added]
    return {name: entered[name] for name in names if entered.get(name) is not None}


def _options_of_hand(game: Game, table: Table) -> dict[str, Value]:
    """Return the options of one hand.

    Options that make a tile wild are in force in a goulash only, with the first of their values
    unless the game chose another.
    """
    options: dict[str, Value] = dict(game.rules[1])
    for when in game.edition.book.tiles.wild_under:
        if table.goulash:
            options.setdefault(when.option.name, when.value)
        else:
            options[when.option.name] = None
    return options


def _points_moved(game: Game, table: Table, answer: Json) -> dict[str, int]:
    """Return what each player wins or loses: payments and awards less deductions."""
    moves = dict.fromkeys(game.ids, 0)
    for seat, player in table.seats.items():
        moves[player] += answer["net"].get(seat, 0) + answer.get("awards", {}).get(seat, 0)
    for deduction in answer["deductions"]:
        moves[table.seats[deduction["seat"]]] -= deduction["amount"]
    return moves


def _seat_bet_on(game: Game, table: Table, seat: object) -> str | None:
    """Return the seat that the fifth player bet on; None without a bet. Raises HandError."""
    if seat is None:
        return None
    pointer = f"{DOCUMENT_POINTER}/bet"
    if table.resting is None or game.edition.book.table.fifth != "bets":
        detail = say("only a game with a betting fifth player has bets; remove the bet")
        raise HandError(Problem(pointer, "bad_value", detail))
    if not isinstance(seat, str) or seat not in table.seats:
        detail = say("enter the seat that the fifth player bet on: E, S, W or N")
        raise HandError(Problem(pointer, "bad_value", detail))
    return seat


def paid_on_bet(
    seats: Iterable[str], document: Json, payments: Iterable[Json], bet: str
) -> dict[str, int]:
    """Return what each seat pays the fifth player, who bet on ``bet``; negative if it is paid.

    A fifth who chose the winner is paid by each loser what the winner is paid. One who chose
    another pays the winner what the other losers pay, or what the discarder pays if that was the
    choice. A hand that nobody wins has no bet.
    """
    seats, players = tuple(seats), document.get("players") or {}
    winner = next((seat for seat in seats if (players.get(seat) or {}).get("win")), None)
    if winner is None:
        return {}
    due = {payment["from"]: payment["amount"] for payment in payments if payment["to"] == winner}
    if bet == winner:
        return due
    discarder = players[winner]["win"].get("from")
    others = [due.get(seat, 0) for seat in seats if seat not in (winner, discarder)]
    return {winner: -(due.get(discarder, 0) if bet == discarder else min(others, default=0))}


def _pay_bet(table: Table, document: Json, answer: Json, bet: str, moves: dict[str, int]) -> None:
    paid = paid_on_bet(table.seats, document, answer["payments"], bet)
    if not paid or table.resting is None:
        return
    for seat, amount in paid.items():
        moves[table.seats[seat]] -= amount
        moves[table.resting] += amount
    won = bool(document["players"].get(bet, {}).get("win"))
    answer["bet"] = {"on": bet, "won": won, "moves": moves[table.resting]}
