"""A game begun, and one entry more: what is told checked against the game, settled, and added."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scorer.documents.read import edition_of
from scorer.documents.sheets import checked
from scorer.errors import HandError, Problem, quoted
from scorer.game.fold import Stand, before, folded
from scorer.game.hands import settled
from scorer.game.record import Entry, Game, Json
from scorer.game.table import Table
from scorer.game.told import load_begin, load_entry
from scorer.rulebook import Book, Edition
from scorer.speech import say

__all__ = ["MOST_ENTRIES", "begin", "check_number", "write"]

MOST_ENTRIES = 2000


def begin(request: object, *, at: str) -> Game:
    """The game that this request (``POST /games``) begins, ``at`` this time. HandError."""
    told = checked(load_begin, request)
    edition = edition_of(told)
    names = tuple(told["players"])
    _check_count(len(names), edition.book)
    _check_distinct(names)
    start = told.get("start")
    return Game(
        title=told.get("title", "").strip(),
        ruleset=edition.book.id,
        preset=edition.preset,
        options=told.get("options", {}),
        rules_version=edition.book.version,
        players=names,
        start=usual_start(edition, len(names)) if start is None else start,
        at=at,
    )


def usual_start(edition: Edition, players: int) -> int:
    """What each player begins with: what the book says or an equal share of the sticks of four, in
    whole sticks."""
    book = edition.book
    told = book.begins_with(edition.options, players)
    if told is not None:
        return told
    if not book.sticks:
        return 0
    whole = 4 * sum(worth * count for worth, count in book.sticks)
    least = min(worth for worth, _ in book.sticks)
    return whole // players // least * least


def write(
    game: Game, request: object, *, at: str, by: str | None = None, stand: Stand | None = None
) -> Game:
    """The game with one entry more, told so (``POST /entries``) by this player at this time.

    ``after`` is for who keeps the game to look at; ``stand`` is where the game stands, for who
    knows it already. HandError, as ``game_over``, ``unknown_entry``, ``unknown_player``,
    ``not_zero``, ``too_many_entries``.
    """
    check_number(game.version + 1, "")
    kind, told = load_entry(request, game.edition.book, game.ids)
    stand = stand or folded(game)
    _check_open(stand, kind)
    return game.with_entry(replace(_WRITERS[kind](game, stand, told), at=at, by=by))


def check_number(entries: int, pointer: str) -> None:
    """HandError where a game would have more entries than it may."""
    if entries > MOST_ENTRIES:
        detail = say("a game has at most {most} entries; begin another", most=MOST_ENTRIES)
        raise HandError(Problem(pointer, "too_many_entries", detail))


def _check_count(count: int, book: Book) -> None:
    most = max(book.players) + (book.fifth is not None)
    if not min(book.players) <= count <= most:
        detail = say(
            "a game of {ruleset} has {least} to {most} players; name them in seating order",
            ruleset=book.name,
            least=min(book.players),
            most=most,
        )
        if min(book.players) == most:
            detail = say("a game of {ruleset} has {most} players", ruleset=book.name, most=most)
        raise HandError(Problem("/players", "bad_value", detail))


def _check_distinct(names: tuple[str, ...]) -> None:
    for n, name in enumerate(names):
        if name in names[:n]:
            raise _called_alike(name, f"/players/{n}")


def _called_alike(name: str, pointer: str) -> HandError:
    detail = say("two players are called {name}: add what tells them apart", name=quoted(name))
    return HandError(Problem(pointer, "bad_value", detail))


def _closed(pointer: str) -> HandError:
    detail = say("the evening is closed; undo that to go on, or begin another game")
    return HandError(Problem(pointer, "game_over", detail))


def _check_open(stand: Stand, kind: str) -> None:
    if stand.closed and kind != "undo":
        raise _closed("/kind")
    if stand.table.over and kind == "hand":
        detail = say(
            "the last round is over: close the game, begin another, or tell the seats and the wind "
            "of the round to play on"
        )
        raise HandError(Problem("/kind", "game_over", detail))


def _hand(game: Game, stand: Stand, told: Json) -> Entry:
    return _settled_entry("hand", game, stand.table, stand.totals, told)


def _replace(game: Game, stand: Stand, told: Json) -> Entry:
    n = _known(game, told["entry"])
    hand = stand.marks.root.get(n, n)
    if game.entry(hand).kind != "hand":
        detail = say("entry {entry} is no hand; undo it and tell it anew", entry=n)
        raise HandError(Problem("/entry", "contradiction", detail))
    if not stand.marks.in_force(n):
        detail = say("entry {entry} was undone; undo that first", entry=n)
        raise HandError(Problem("/entry", "contradiction", detail))
    held = before(game, hand).totals
    table = Table.from_record(game.entry(hand).under or {})
    return _settled_entry("replace", game, table, held, told)


def _settled_entry(
    kind: str, game: Game, table: Table, totals: Mapping[str, int], told: Json
) -> Entry:
    found = settled(game, table, totals, told["document"])
    return Entry(
        n=game.version + 1,
        kind=kind,
        at="",
        told=told,
        under=table.as_record(),
        answer=found.answer,
        moves=found.moves,
        rules_version=game.edition.book.version,
    )


def _adjust(game: Game, stand: Stand, told: Json) -> Entry:
    moves = told["moves"]
    if not any(moves.values()):
        detail = say("nothing moves; tell what each player wins or loses")
        raise HandError(Problem("/moves", "bad_value", detail))
    total = sum(moves.values())
    if total and not told.get("bank"):
        detail = say(
            "these add up to {total}: let them sum to zero, or say that the bank pays", total=total
        )
        raise HandError(Problem("/moves", "not_zero", detail))
    return _plain("adjust", game, told, moves)


def _undo(game: Game, stand: Stand, told: Json) -> Entry:
    n = _known(game, told["entry"])
    if n in stand.marks.undone_by:
        undone = stand.marks.undone_by[n]
        detail = say("entry {entry} was undone by entry {by}: undo that", entry=n, by=undone)
        raise HandError(Problem("/entry", "contradiction", detail))
    entry = _plain("undo", game, told)
    after = folded(game.with_entry(entry))
    if stand.closed and after.closed:
        raise _closed("/entry")
    names = [*after.names.values()]
    for name in names:
        if names.count(name) > 1:
            raise _called_alike(name, "/entry")
    return entry


def _seats(game: Game, stand: Stand, told: Json) -> Entry:
    if not told.keys() - {"why"}:
        detail = say("tell who sits where, the wind of the round, or what else stands otherwise")
        raise HandError(Problem("/seats", "required", detail))
    book, seats = game.edition.book, told.get("seats")
    if seats is not None:
        _check_seats(stand, seats, book)
    for name, known in (
        ("prevailing", book.needs_prevailing),
        ("goulash", bool(book.wild_under)),
    ):
        if name in told and not known:
            detail = say("{ruleset} has none; leave it out", ruleset=book.name)
            raise HandError(Problem(f"/{name}", "bad_value", detail))
    if told.get("deals_passed", 0) >= len(game.ids):
        detail = say("a round has {deals} deals", deals=len(game.ids))
        raise HandError(Problem("/deals_passed", "bad_value", detail))
    _check_round_wind(stand.table, told, book)
    return _plain("seats", game, told)


def _check_seats(stand: Stand, seats: Mapping[str, str], book: Book) -> None:
    if len(set(seats.values())) < len(seats):
        detail = say("a player sits on two seats; each has one")
        raise HandError(Problem("/seats", "contradiction", detail))
    if len(seats) != len(stand.table.seats):
        detail = say("tell all {count} seats of the table", count=len(stand.table.seats))
        raise HandError(Problem("/seats", "bad_value", detail))
    if len(seats) == 3 and book.absent in seats:
        detail = say("with three players nobody sits at {seat}", seat=book.absent)
        raise HandError(Problem(f"/seats/{book.absent}", "bad_value", detail))


def _check_round_wind(table: Table, told: Json, book: Book) -> None:
    wind = told.get("prevailing", table.prevailing)
    if book.round_wind_sits and wind not in told.get("seats", table.seats):
        detail = say("somebody sits at the wind of the round, {wind}", wind=wind)
        raise HandError(Problem("/prevailing", "contradiction", detail))


def _players(game: Game, stand: Stand, told: Json) -> Entry:
    flat = {one: told.pop(one) for one in [*told] if one not in ("players", "why")}
    names = {**told.get("players", {}), **flat}
    if not names:
        detail = say("tell the new name by the player's id, as p4")
        raise HandError(Problem("/players", "required", detail))
    for one, name in names.items():
        others = {other for id, other in {**stand.names, **names}.items() if id != one}
        if name in others:
            raise _called_alike(name, f"/players/{one}")
    return _plain("players", game, {**told, "players": names})


def _close(game: Game, stand: Stand, told: Json) -> Entry:
    return _plain("close", game, told)


def _plain(kind: str, game: Game, told: Json, moves: Mapping[str, int] | None = None) -> Entry:
    return Entry(n=game.version + 1, kind=kind, at="", told=told, moves=dict(moves or {}))


def _known(game: Game, n: int) -> int:
    if n > game.version:
        detail = say("there is no entry {entry}; the last is {last}", entry=n, last=game.version)
        raise HandError(Problem("/entry", "unknown_entry", detail))
    return n


_WRITERS = {
    "hand": _hand,
    "adjust": _adjust,
    "replace": _replace,
    "undo": _undo,
    "seats": _seats,
    "players": _players,
    "close": _close,
}
