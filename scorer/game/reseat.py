"""A hand's document moved to other seats: what was said of each player stays that player's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.game.hands import BET
from scorer.game.record import Json
from scorer.rulebook.declarations import Declarations
from scorer.types.records import Member, Record, record_with_added
from scorer.types.terms import SEATS


def seat_moves(before: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """Return the new seat of each old one, for every player who sits both ``before`` and ``now``.

    >>> seat_moves({"E": "p1", "S": "p2"}, {"E": "p2", "S": "p1"})
    {'E': 'S', 'S': 'E'}
    """
    seat_of = {player: seat for seat, player in now.items()}
    return {seat: seat_of[player] for seat, player in before.items() if player in seat_of}


def reseated_document(
    document: Mapping[str, Any], book: Declarations, moves: Mapping[str, str]
) -> Json:
    """Return a hand's document with every seat in it exchanged for the one that ``moves`` gives.

    Which values are seats is read from the record of the book's tables. What is said of a seat
    that moves nowhere is left out; a value that is no seat stays as it is.
    """
    table = record_with_added("settle", book.fields)
    new = _moved_object(document, table._replace(members=(*table.members, BET)), moves)
    assert new is not None, "a table names no seat that it must have"
    return new


def named_seats(document: Mapping[str, Any], book: Declarations) -> frozenset[str]:
    """Return the seats of which a hand's document says something."""
    return frozenset(
        seat
        for seat in SEATS
        if reseated_document(document, book, {other: other for other in SEATS if other != seat})
        != _without_empty_player(document, seat)
    )


def _without_empty_player(document: Mapping[str, Any], seat: str) -> Json:
    """Return the document without a player of whom it says nothing, if it names one at this
    seat."""
    players = document.get("players")
    if not isinstance(players, Mapping) or players.get(seat, True):
        return dict(document)
    others = {other: player for other, player in players.items() if other != seat}
    return {**document, "players": others}


def _moved_object(part: Mapping[str, Any], record: Record, moves: Mapping[str, str]) -> Json | None:
    """Return the object with its seats exchanged; None where one that it must have moves nowhere,
    as the seat of an event."""
    new = dict(part)
    for member in record.members:
        if member.name not in part:
            continue
        new[member.name] = _moved_value(part[member.name], member, moves)
        if _is_of_a_player(member) and new[member.name] is None:
            if member.required:
                return None
            del new[member.name]
    return new


def _moved_value(value: Any, member: Member, moves: Mapping[str, str]) -> Any:
    """Return the value of a field with its seats exchanged; None where it was a seat that moves
    nowhere, or an object of one."""
    match member:
        case Member(kind="seat") if _is_of_a_player(member):
            return _moved_seat(value, moves)
        case Member(kind="seats", item=Member() as item) if isinstance(value, Mapping):
            moved = ((_moved_seat(seat, moves), inner) for seat, inner in value.items())
            return {
                seat: _moved_value(inner, item, moves) for seat, inner in moved if seat is not None
            }
        case Member(kind="list", item=Member() as item) if isinstance(value, list):
            return [new for inner in value if (new := _moved_value(inner, item, moves)) is not None]
        case Member(kind="object", record=Record() as record) if isinstance(value, Mapping):
            return _moved_object(value, record, moves)
    return value


def _is_of_a_player(member: Member) -> bool:
    """Tests if a field is a player's seat; the wind of the round, which lasts longer than a hand,
    is none."""
    return member.kind == "seat" and member.note.lasts == "hand"


def _moved_seat(value: Any, moves: Mapping[str, str]) -> Any:
    """Return the new seat for this one, None where it moves nowhere; what is no seat stays."""
    return moves.get(value) if isinstance(value, str) and value in SEATS else value
