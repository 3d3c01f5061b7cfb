"""Load the requests that add an entry to a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from scorer.documents.schemas import requests
from scorer.errors import HandError, Problem, quoted
from scorer.game.record import Json
from scorer.languages.speech import say
from scorer.rulebook.declarations import Declarations
from scorer.types.entries import MAX_PLAYERS, PlayerId
from scorer.types.terms import SEATS, EntryKind

ENTRY_KINDS: tuple[EntryKind, ...] = get_args(EntryKind)
PLAYER_IDS: tuple[str, ...] = get_args(PlayerId)


def load_entry(request: object, book: Declarations, players: Sequence[str]) -> tuple[str, Json]:
    """Return the kind of an entry and its other fields, validated.

    Args:
        request: The document of ``POST /entries``.
        book: The ruleset of the game.
        players: The ids that the entry may name.

    Raises:
        HandError: If the entry is invalid or names an unknown player.
    """
    if not isinstance(request, Mapping) or request.get("kind") not in ENTRY_KINDS:
        kind_only = {"kind": request.get("kind")} if isinstance(request, Mapping) else request
        requests.load_entry("entry", kind_only, book.fields)
        raise AssertionError("an unknown kind is an error")
    problems = [*_unknown_players(request, players)]
    if problems:
        raise HandError(*problems[:MAX_PLAYERS])
    # A copy: a valid request comes back as the caller's own object.
    payload = dict(requests.load_entry(request["kind"], request, book.fields))
    payload.pop("after", None)
    return payload.pop("kind"), payload


def _unknown_players(request: Mapping[str, Any], players: Sequence[str]) -> Iterator[Problem]:
    """Yield a problem for each id in an entry that is no player's."""
    named = [(f"/{player}", player) for player in PLAYER_IDS if player in request]
    for name in ("moves", "players"):
        by_player = request.get(name)
        if isinstance(by_player, dict):
            named += [(f"/{name}/{player}", player) for player in by_player]
    seats = request.get("seats")
    if isinstance(seats, dict):
        named += [(f"/seats/{seat}", player) for seat, player in seats.items() if seat in SEATS]
    for pointer, player in named:
        if isinstance(player, str) and player not in players:
            detail = say(
                "there is no player {player} in this game; choose from: {known}",
                player=quoted(player),
                known=", ".join(players),
            )
            yield Problem(pointer[:200], "unknown_player", detail)
