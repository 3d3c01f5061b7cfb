"""A game folded in the plain way, to compare with: from the start each time, every hand settled
anew at the table at which it counts. Slow, and short enough to be read against docs/games.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from scorer.errors import HandError
from scorer.game import Entry, Game
from scorer.game.hands import added_tallies, outcome_of, settle_hand
from scorer.game.table import Table, by_wind, first_table, next_table

__all__ = ["Plain", "plain"]

Json = dict[str, Any]
SAME = ("seats", "prevailing", "resting", "deals_passed", "goulash")


class Plain(NamedTuple):
    """Where a game stands, and what each entry in force moves."""

    table: Table
    totals: dict[str, int]
    moves: dict[int, dict[str, int]]


def plain(game: Game) -> Plain:
    """Where the game stands after its entries."""
    undone = undone_entries(game)
    latest = {entry.n: entry for entry in game.entries if entry.kind == "hand"}
    played = {n: n for n in latest}
    for entry in game.entries:
        if entry.kind == "replace":
            played[entry.n] = played[entry.payload["entry"]]
            if entry.n not in undone:
                latest[played[entry.n]] = entry
    table, moves = first_table(game), {}
    totals = dict.fromkeys(game.ids, game.start)
    for entry in game.entries:
        if entry.n in undone:
            continue
        if entry.kind == "hand":
            table, moved = after_hand(game, latest[entry.n], table, totals)
            moves[latest[entry.n].n] = moved
        elif entry.kind == "adjust":
            moved = moves[entry.n] = dict(entry.moves)
        else:
            moved = {}
            if entry.kind == "seats":
                table = reseated(game, table, entry.payload)
        totals = {player: total + moved.get(player, 0) for player, total in totals.items()}
    return Plain(table, totals, moves)


def undone_entries(game: Game) -> set[int]:
    """The entries that do not count; only a later one undoes, so the last come first."""
    undone: set[int] = set()
    for entry in reversed(game.entries):
        if entry.kind == "undo" and entry.n not in undone:
            undone.add(entry.payload["entry"])
    return undone


def after_hand(
    game: Game, entry: Entry, before: Table, totals: dict[str, int]
) -> tuple[Table, dict[str, int]]:
    """The table after a hand, and what it moves where the table before it stands so."""
    book = game.edition.book
    under = Table.from_record(entry.table or {})
    follows = all(getattr(under, name) == getattr(before, name) for name in SAME)
    if book.session.counts_east_wins:
        follows = follows and under.dealer_streak == before.dealer_streak
    counters = {
        name: before.counters[name] if follows or name in book.session.deposits else own
        for name, own in under.counters.items()
    }
    streak = before.dealer_streak
    if book.session.counts_east_wins and not follows:
        streak = under.dealer_streak
    now = replace(under, counters=counters, dealer_streak=streak)
    assert entry.answer is not None
    answer, moves = dict(entry.answer), dict(entry.moves)
    if counters != under.counters or book.session.scores_end:
        try:
            again = settle_hand(game, now, totals, entry.payload["document"])
        except HandError:
            again = None
        if again is not None:
            answer = again.answer
        if again is not None and counters != under.counters:
            moves = again.moves
    after = next_table(book, now, answer["next"])
    kept_on = answer["next"]["seats"] == "stay"
    east_won = outcome_of(book, now, entry.payload["document"], answer)["east_won"]
    streak = streak + east_won if kept_on else 0
    tallies = {name: dict(by_player) for name, by_player in before.tallies.items()}
    for name, by_player in added_tallies(book, under, entry.answer or {}).items():
        for player, number in by_player.items():
            own = tallies.setdefault(name, {})
            own[player] = own.get(player, 0) + number
    return replace(after, dealer_streak=streak, tallies=tallies), moves


def reseated(game: Game, table: Table, document: Json) -> Table:
    """The table as an entry says that it stands."""
    seats = document.get("seats") or table.seats
    wind = document.get("prevailing", table.prevailing)
    passed = table.deals_passed if wind == table.prevailing else 0
    return replace(
        table,
        seats=by_wind(seats),
        resting=next((player for player in game.ids if player not in seats.values()), None),
        prevailing=wind,
        deals_passed=document.get("deals_passed", passed),
        dealer_streak=document.get("dealer_streak", 0),
        counters={name: document.get(name, number) for name, number in table.counters.items()},
        goulash=document.get("goulash", table.goulash),
        over=False,
    )
