"""Begin a game, and add an entry to it: checked against the game, and settled if it is a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scorer.documents.read import edition_of
from scorer.documents.sheets import checked
from scorer.errors import HandError, Problem, quoted
from scorer.game.entry_fields import load_entry
from scorer.game.fold import current_state
from scorer.game.hands import outcome_of, settle_hand
from scorer.game.record import Entry, Game, Json, club_preset_to_pin
from scorer.game.replay import GameReplay
from scorer.game.sheet import last_entry_answer
from scorer.game.table import Table
from scorer.languages.speech import say
from scorer.rulebook.book import Edition
from scorer.rulebook.declarations import Declarations
from scorer.types.entries import GameRequest

MAX_GAME_ENTRIES = 2000


def begin(request: object, *, at: str) -> Game:
    """Return the game that a request (``POST /games``) begins. Raises HandError."""
    document = checked(GameRequest, request)
    edition = edition_of(document)
    names = tuple(document["players"])
    _check_count(len(names), edition.book)
    _check_distinct(names)
    start = document.get("start")
    return Game(
        title=(document.get("title") or "").strip(),
        ruleset=edition.book.id,
        preset=edition.preset,
        options=document.get("options") or {},
        rules_version=edition.book.version,
        players=names,
        start=default_start_points(edition, len(names)) if start is None else start,
        at=at,
        pinned=club_preset_to_pin(edition.book, edition.preset),
    )


def default_start_points(edition: Edition, players: int) -> int:
    """Return the points each player begins with: the book's, or an equal share of the sticks of
    four players in whole sticks."""
    book = edition.book
    points = book.session.start_points(edition.options, players)
    if points is not None:
        return points
    if not book.session.sticks:
        return 0
    whole = 4 * sum(worth * count for worth, count in book.session.sticks)
    least = min(worth for worth, _ in book.session.sticks)
    return whole // players // least * least


def append_entry(game: Game, request: object, *, at: str, by: str | None = None) -> Game:
    """Return the game with one more entry.

    Args:
        request: The document of ``POST /entries``; its ``after`` is ignored here.
        at: When the entry is written, in UTC, as 2026-11-21T19:10:00Z.
        by: The player who writes it.

    Raises:
        HandError: If the entry is invalid, with codes such as ``game_over``, ``unknown_entry``,
            ``unknown_player``, ``not_zero`` and ``too_many_entries``.
    """
    return game.with_entry(checked_entry(GameReplay(game), request, at=at, by=by))


def write_and_answer(
    game: Game, request: object, *, at: str, by: str | None = None
) -> tuple[Game, Json]:
    """Return the game with one more entry and the answer to it. Raises HandError."""
    replay = GameReplay(game)
    entry = checked_entry(replay, request, at=at, by=by)
    replay.add(entry)
    game = game.with_entry(entry)
    return game, last_entry_answer(game, current_state(game, replay))


def checked_entry(replay: GameReplay, request: object, *, at: str, by: str | None = None) -> Entry:
    """Return the next entry of a game, checked and settled. Raises HandError."""
    check_entry_count(replay.version + 1, "")
    kind, payload = load_entry(request, replay.rules.book, replay.rules.ids)
    _check_open(replay, kind)
    return replace(_WRITER_BY_KIND[kind](replay, payload), at=at, by=by)


def check_entry_count(entries: int, pointer: str) -> None:
    """Raise HandError if a game would have too many entries."""
    if entries > MAX_GAME_ENTRIES:
        detail = say("a game has at most {most} entries; begin another game", most=MAX_GAME_ENTRIES)
        raise HandError(Problem(pointer, "too_many_entries", detail))


def _check_count(count: int, book: Declarations) -> None:
    most = max(book.table.players) + (book.table.fifth is not None)
    if not min(book.table.players) <= count <= most:
        detail = say(
            "a game of {ruleset} has {least} to {most} players; name them in seating order",
            ruleset=book.name,
            least=min(book.table.players),
            most=most,
        )
        if min(book.table.players) == most:
            detail = say(
                "a game of {ruleset} has {most} players; enter exactly {most} names in "
                "seating order",
                ruleset=book.name,
                most=most,
            )
        raise HandError(Problem("/players", "bad_value", detail))


def _check_distinct(names: tuple[str, ...], pointer: str = "") -> None:
    """Raise HandError if two names are equal, at ``pointer`` or else at the second of them."""
    for n, name in enumerate(names):
        if name in names[:n]:
            raise _duplicate_name(name, pointer or f"/players/{n}")


def _duplicate_name(name: str, pointer: str) -> HandError:
    detail = say(
        "every player needs a different name; two players are called {name}: change one "
        "of the names",
        name=quoted(name),
    )
    return HandError(Problem(pointer, "bad_value", detail))


def _closed_error(pointer: str) -> HandError:
    detail = say("this game is closed; undo the closing entry to go on, or begin another game")
    return HandError(Problem(pointer, "game_over", detail))


def _check_open(replay: GameReplay, kind: str) -> None:
    if replay.closed and kind != "undo":
        raise _closed_error("/kind")
    if kind == "hand" and replay.is_over(replay.state()):
        detail = say(
            "the last round is over; close the game, or enter the seats and the wind of the "
            "round to play on"
        )
        raise HandError(Problem("/kind", "game_over", detail))


def _hand_entry(replay: GameReplay, payload: Json) -> Entry:
    return _settled_entry("hand", replay, replay.table(), replay.totals(), payload)


def _replacement_entry(replay: GameReplay, payload: Json) -> Entry:
    n, status_reader = _require_entry(replay, payload["entry"]), replay.status_reader
    hand = status_reader.original_of(n)
    if replay.entries[hand - 1].kind != "hand":
        detail = say(
            "only a hand can be corrected; entry {entry} is not a hand: undo entry "
            "{entry} and enter a new one",
            entry=n,
        )
        raise HandError(Problem("/entry", "contradiction", detail))
    if not status_reader.in_force(n):
        detail = say(
            "entry {entry} was undone, so nobody can correct it now; first undo the "
            "entry that undid it",
            entry=n,
        )
        raise HandError(Problem("/entry", "contradiction", detail))
    table, held = replay.table_of_hand(hand), replay.totals(hand - 1)
    return _settled_entry("replace", replay, table, held, payload)


def _settled_entry(
    kind: str, replay: GameReplay, table: Table, totals: Mapping[str, int], payload: Json
) -> Entry:
    rules = replay.rules
    result = settle_hand(rules.game, table, totals, payload["document"])
    return Entry(
        n=replay.version + 1,
        kind=kind,
        at="",
        payload=payload,
        table=table.as_record(),
        answer=result.answer,
        moves=result.moves,
        rules_version=rules.book.version,
        counter_effects=result.counter_effects,
        outcome=outcome_of(rules.book, table, payload["document"], result.answer),
    )


def _adjustment_entry(replay: GameReplay, payload: Json) -> Entry:
    moves = payload["moves"]
    if not any(moves.values()):
        detail = say("all amounts are 0; enter how many points each player wins or loses")
        raise HandError(Problem("/moves", "bad_value", detail))
    total = sum(moves.values())
    if total and not payload.get("bank"):
        detail = say(
            "wins and losses must add up to 0, but their sum is {total}; correct the amounts "
            "or let the bank pay",
            total=total,
        )
        raise HandError(Problem("/moves", "not_zero", detail))
    return _make_entry("adjust", replay, payload, moves)


def _undo_entry(replay: GameReplay, payload: Json) -> Entry:
    n, status_reader = _require_entry(replay, payload["entry"]), replay.status_reader
    if n in status_reader.undone_by:
        undone = status_reader.undone_by[n]
        detail = say(
            "entry {entry} is already undone; to restore entry {entry}, undo entry {by}",
            entry=n,
            by=undone,
        )
        raise HandError(Problem("/entry", "contradiction", detail))
    closed, names = replay.after_undo(n)
    if replay.closed and closed:
        raise _closed_error("/entry")
    _check_distinct(tuple(names.values()), "/entry")
    return _make_entry("undo", replay, payload)


def _seats_entry(replay: GameReplay, payload: Json) -> Entry:
    if not payload.keys() - {"why"}:
        detail = say(
            "this entry changes nothing; enter new seats, another wind of the round, or "
            "another change"
        )
        raise HandError(Problem("/seats", "required", detail))
    book, seats, table = replay.rules.book, payload.get("seats"), replay.table()
    if seats is not None:
        _check_seats(table, seats, book)
    for name, exists in (
        ("prevailing", book.table.round_winds),
        ("goulash", bool(book.tiles.wild_under)),
    ):
        if name in payload and not exists:
            detail = say(
                "{ruleset} does not have this number; remove this field", ruleset=book.name
            )
            raise HandError(Problem(f"/{name}", "bad_value", detail))
    players = len(replay.rules.ids)
    if payload.get("deals_passed", 0) >= players:
        detail = say(
            "this round has {deals} deals; enter a smaller number of deals that have passed",
            deals=players,
        )
        raise HandError(Problem("/deals_passed", "bad_value", detail))
    _check_round_wind(table, payload, book)
    return _make_entry("seats", replay, payload)


def _check_seats(table: Table, seats: Mapping[str, str], book: Declarations) -> None:
    if len(set(seats.values())) < len(seats):
        detail = say("every player has one seat, but one player has two here; correct the seats")
        raise HandError(Problem("/seats", "contradiction", detail))
    if len(seats) != len(table.seats):
        detail = say(
            "every seat needs a player; enter a player for each of the {count} seats",
            count=len(table.seats),
        )
        raise HandError(Problem("/seats", "bad_value", detail))
    if len(seats) == 3 and book.table.absent in seats:
        detail = say(
            "at this table of three players nobody sits at {seat}; choose another seat",
            seat=book.table.absent,
        )
        raise HandError(Problem(f"/seats/{book.table.absent}", "bad_value", detail))


def _check_round_wind(table: Table, payload: Json, book: Declarations) -> None:
    wind = payload.get("prevailing", table.prevailing)
    if book.table.round_wind_sits and wind not in payload.get("seats", table.seats):
        detail = say(
            "the seat of the wind of the round ({wind}) cannot be empty; enter a player there",
            wind=wind,
        )
        raise HandError(Problem("/prevailing", "contradiction", detail))


def _players_entry(replay: GameReplay, payload: Json) -> Entry:
    flat = {
        player: payload.pop(player) for player in [*payload] if player not in ("players", "why")
    }
    names = {**payload.get("players", {}), **flat}
    if not names:
        detail = say('enter the new name under the player\'s id, for example {{"p4": "Mei"}}')
        raise HandError(Problem("/players", "required", detail))
    now = {**replay.names, **names}
    for player, name in names.items():
        if any(name == n and id != player for id, n in now.items()):
            raise _duplicate_name(name, f"/players/{player}")
    return _make_entry("players", replay, {**payload, "players": names})


def _close_entry(replay: GameReplay, payload: Json) -> Entry:
    return _make_entry("close", replay, payload)


def _make_entry(
    kind: str, replay: GameReplay, payload: Json, moves: Mapping[str, int] | None = None
) -> Entry:
    return Entry(n=replay.version + 1, kind=kind, at="", payload=payload, moves=dict(moves or {}))


def _require_entry(replay: GameReplay, n: int) -> int:
    if n > replay.version:
        detail = say(
            "there is no entry {entry}; the last entry of this game is {last}",
            entry=n,
            last=replay.version,
        )
        raise HandError(Problem("/entry", "unknown_entry", detail))
    return n


_WRITER_BY_KIND = {
    "hand": _hand_entry,
    "adjust": _adjustment_entry,
    "replace": _replacement_entry,
    "undo": _undo_entry,
    "seats": _seats_entry,
    "players": _players_entry,
    "close": _close_entry,
}
