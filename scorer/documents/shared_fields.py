"""The fields that a hand to score has in common with the table at which it was played."""

from __future__ import annotations

from functools import lru_cache

from scorer.rulebook.declarations import Declarations
from scorer.types.records import AddedFields, record_with_added


def shared_names(book: Declarations) -> tuple[str, ...]:
    """Return the keys that a hand to score and its whole table both have: the rules, the wind of
    the round, the counters. Their values hold from hand to hand."""
    return _cached_shared_names(book.fields)


def player_names(book: Declarations) -> tuple[str, ...]:
    """Return the keys that a hand to score and a player at a table both have, such as ``win``."""
    return _cached_player_names(book.fields)


@lru_cache(maxsize=64)
def _cached_shared_names(added: AddedFields) -> tuple[str, ...]:
    hand = record_with_added("score", added)
    return tuple(
        member.name
        for member in record_with_added("settle", added).members
        if member.note.lasts in ("page", "table") and member.name in hand
    )


@lru_cache(maxsize=64)
def _cached_player_names(added: AddedFields) -> tuple[str, ...]:
    hand = record_with_added("score", added)
    player = record_with_added("settle", added).member("players").inner
    return tuple(member.name for member in player.members if member.name in hand)
