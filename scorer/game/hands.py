"""A hand of a game settled: the document of ``/settle``, of which the game knows the larger part,
and what its answer moves between the players."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from scorer.documents.tables import settle
from scorer.errors import HandError, Problem, quoted
from scorer.game.record import Entry, Game, Json
from scorer.game.table import Table, moved_on
from scorer.hand import SEATS
from scorer.rulebook import Value, holds
from scorer.speech import say

__all__ = [
    "Settled",
    "after_hand",
    "changed_since",
    "settled",
    "whole_document",
    "with_penalties",
]

TOLD = ("players", "events", "bet")
UNDER = "/document"


class Settled(NamedTuple):
    """A hand settled: the answer of ``/settle``, and what it moves, by player."""

    answer: Json
    moves: dict[str, int]


def settled(game: Game, table: Table, totals: Mapping[str, int], told: Json) -> Settled:
    """What a hand told so comes to, played at this table by players who hold these totals.

    HandError, its pointers below /document, for a document that cannot be settled.
    """
    _check(told, table, of_a_hand(game))
    bet = _bet(game, table, told.get("bet"))
    try:
        answer: Json = {**settle(whole_document(game, table, totals, told))}
    except HandError as error:
        raise error.under(UNDER) from None
    moves = _moves(game, table, answer)
    if bet is not None:
        _pay_bet(table, told, answer, bet, moves)
    return Settled(answer, moves)


def after_hand(game: Game, entry: Entry, table: Table, totals: Mapping[str, int]) -> Table:
    """The table of the hand after this entry's, which is a hand or what replaces one, had it been
    played at ``table`` by players who held ``totals``: its points stay as they were settled."""
    assert entry.answer is not None
    answer = entry.answer
    if not _is_settled_at(game, entry, table, totals):
        with suppress(HandError):
            answer = settled(game, table, totals, entry.told["document"]).answer
    players = entry.told["document"].get("players") or {}
    east_won = bool((players.get("E") or {}).get("win")) and _is_owed("E", answer)
    return moved_on(game.edition.book, table, answer, east_won=east_won)


def _is_owed(seat: str, answer: Json) -> bool:
    """Whether anybody owes this seat anything: who wins and is paid by nobody has not won."""
    return any(one["to"] == seat for one in (*answer["payments"], *answer.get("unpaid", ())))


def _is_settled_at(game: Game, entry: Entry, table: Table, totals: Mapping[str, int]) -> bool:
    """Whether this hand was settled with these counts and, where the points may end the session,
    by players who held these."""
    assert entry.under is not None
    if table.numbers != entry.under["numbers"]:
        return False
    standing = (entry.answer or {}).get("standing")
    if not game.edition.book.scores_end or standing is None:
        return True
    moves = entry.moves
    return all(
        standing[seat] == totals[player] + moves.get(player, 0)
        for seat, player in table.seats.items()
    )


def with_penalties(table: Table, entry: Entry) -> Table:
    """The table with what this entry's hand, and not those before it, takes off at the end."""
    told = (entry.answer or {}).get("penalties", {})
    if not told:
        return table
    under = Table.from_record(entry.under or {})
    found = dict(table.penalties)
    for seat, points in told.items():
        player = under.seats[seat]
        found[player] = found.get(player, 0) + points - under.penalties.get(player, 0)
    return replace(table, penalties={one: points for one, points in found.items() if points})


def changed_since(game: Game, entry: Entry, totals: Mapping[str, int]) -> bool:
    """Whether the rules as they are now would move other points for this hand."""
    assert entry.under is not None
    try:
        now = settled(game, Table.from_record(entry.under), totals, entry.told["document"])
    except HandError:
        return True
    return now.moves != dict(entry.moves)


def of_a_hand(game: Game) -> tuple[str, ...]:
    """What only tables of this ruleset tell of each hand; what it asks by seat the game knows."""
    own = game.edition.book.fields["table"]
    return tuple(one.name for one in own if one.type != "seats")


def _check(told: Json, table: Table, of_a_hand: tuple[str, ...]) -> None:
    """HandError for what a hand at this table does not tell."""
    problems = [
        Problem(
            f"{UNDER}/{str(name)[:100]}",
            "bad_value",
            say("the game knows or does not have it: leave it out. A hand has players and events"),
        )
        for name in told
        if name not in (*TOLD, *of_a_hand)
    ]
    players = told.get("players")
    if isinstance(players, Mapping):
        problems += [
            Problem(
                f"{UNDER}/players/{seat}",
                "bad_value",
                say("nobody sits at {seat} in this hand; leave it out", seat=quoted(str(seat))),
            )
            for seat in players
            if seat in SEATS and seat not in table.seats
        ]
    if problems:
        raise HandError(*problems)


def whole_document(game: Game, table: Table, totals: Mapping[str, int], told: Json) -> Json:
    """The whole document of ``/settle``: what was told, and what the game knows."""
    edition = game.edition
    document: Json = {
        "ruleset": game.ruleset,
        "options": _options(game, table),
        **table.numbers,
        **{name: told[name] for name in of_a_hand(game) if told.get(name) is not None},
    }
    if edition.book.scores_end:
        document["standing"] = {seat: totals[player] for seat, player in table.seats.items()}
    if table.penalties:
        document["penalties"] = {
            seat: table.penalties.get(player, 0) for seat, player in table.seats.items()
        }
    if told.get("events") is not None:
        document["events"] = told["events"]
    players = told.get("players")
    if players is None or isinstance(players, Mapping):
        players = {**{seat: {} for seat in table.seats}, **(players or {})}
    document["players"] = players
    if game.preset is not None:
        document["preset"] = game.preset
    if table.prevailing is not None:
        document["prevailing"] = table.prevailing
    if table.resting is None:
        document["deals_passed"] = table.deals_passed
    if edition.book.counts_east_wins:
        document["east_run"] = table.dealer_streak
    owes = edition.book.nobody_owes_under
    if owes and all(holds(one, edition.options) for one in owes):
        document["holdings"] = {s: max(0, totals[player]) for s, player in table.seats.items()}
    return document


def _options(game: Game, table: Table) -> dict[str, Value]:
    """The options of one hand: those under which a tile is wild are in force in a goulash only, by
    the first of their values unless the game chose another."""
    options: dict[str, Value] = dict(game.options)
    for name, value in game.edition.book.wild_under:
        if table.goulash:
            options.setdefault(name, value)
        else:
            options[name] = None
    return options


def _moves(game: Game, table: Table, answer: Json) -> dict[str, int]:
    """What each player wins or loses: payments, what was awarded, less what was deducted."""
    moves = dict.fromkeys(game.ids, 0)
    for seat, player in table.seats.items():
        moves[player] += answer["net"].get(seat, 0) + answer.get("awards", {}).get(seat, 0)
    for taken in answer["deductions"]:
        moves[table.seats[taken["seat"]]] -= taken["amount"]
    return moves


def _bet(game: Game, table: Table, told: object) -> str | None:
    """The seat that the fifth player has bet on, where there is such a bet."""
    if told is None:
        return None
    pointer = f"{UNDER}/bet"
    if table.resting is None or game.edition.book.fifth != "bets":
        detail = say("nobody bets in this game; leave it out")
        raise HandError(Problem(pointer, "bad_value", detail))
    if not isinstance(told, str) or told not in table.seats:
        detail = say("write the seat of the player whom the fifth bet on: E, S, W or N")
        raise HandError(Problem(pointer, "bad_value", detail))
    return told


def _pay_bet(table: Table, document: Json, answer: Json, bet: str, moves: dict[str, int]) -> None:
    """The fifth player's bet: who chose the winner is paid by each loser what the winner is paid,
    who chose another pays as those who lost do, and like the discarder where that was the one
    chosen. Nobody bets on a hand that nobody wins."""
    players = document.get("players") or {}
    winner = next((s for s in table.seats if (players.get(s) or {}).get("win")), None)
    if winner is None or table.resting is None:
        return
    due = {one["from"]: one["amount"] for one in answer["payments"] if one["to"] == winner}
    giver = players[winner]["win"].get("from")
    if bet == winner:
        paid = due
    else:
        others = [due.get(seat, 0) for seat in table.seats if seat not in (winner, giver)]
        amount = due.get(giver, 0) if bet == giver else min(others, default=0)
        paid = {"": amount}
    for seat, amount in paid.items():
        payer = table.seats[seat] if seat else table.resting
        payee = table.resting if seat else table.seats[winner]
        moves[payer] -= amount
        moves[payee] += amount
    answer["bet"] = {"on": bet, "won": bet == winner, "moves": moves[table.resting]}
