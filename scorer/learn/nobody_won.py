"""Tables at which nobody won: the wall is empty, some players wait and others do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorer.declared import WaitingTold
from scorer.hand import SEATS
from scorer.learn.chance import Chance
from scorer.learn.groups import Document, drawn_hand
from scorer.learn.hands import dealt_fives, fives_of, gathered, waiting
from scorer.rulebook import Edition
from scorer.tiles import KINDS

__all__ = ["declaring", "drawn_players"]

WAITS, DECLARED, SHOWN, NOT = "waits", "declared", "shown", "not"
PLAYERS: Final = (WAITS, WAITS, DECLARED, SHOWN, NOT, NOT)
"""What players are, each as often: one who waits, one who declared it, one whose hand is shown and
may wait or not, one who does not wait."""
MOST_DECLARE: Final = 2
"""Beside a winner."""
ONE_DECLARES: Final = 4
"""One in so many players beside a winner has declared that they wait."""


def drawn_players(
    chance: Chance, edition: Edition, seats: Sequence[str], told: WaitingTold, *, shows: bool
) -> Document:
    """The players of such a table: their hands where the table ``shows`` them, else the word of
    each."""
    left = [kind for kind in range(KINDS) for _ in range(4)]
    fives = fives_of(chance, edition)
    players: Document = {}
    for seat in chance.shuffled(seats):
        kind = chance.one_of(PLAYERS)
        players[seat] = {told.declared: True} if kind == DECLARED else {}
        hand = _hand(chance, edition, left, kind) if shows else None
        if hand is not None:
            players[seat]["hand"] = dealt_fives(hand, fives)
        elif kind != DECLARED:
            players[seat][told.waits] = kind == WAITS
    return {seat: players[seat] for seat in SEATS if seat in players}


def _hand(chance: Chance, edition: Edition, left: list[int], kind: str) -> Document | None:
    """The hand of such a player; None of one who keeps it closed."""
    if kind == NOT:
        return None
    if kind == SHOWN:
        return drawn_hand(gathered(chance, edition, left))
    groups = waiting(chance, edition, left, claims=kind == WAITS and chance.one_in(2))
    return None if groups is None else drawn_hand(groups)


def declaring(chance: Chance, seats: Sequence[str], told: WaitingTold) -> Document:
    """Of the players at these seats, who did not win, those who declared that they wait, each as a
    document tells it."""
    found = [seat for seat in seats if chance.one_in(ONE_DECLARES)]
    return {seat: {told.declared: True} for seat in found[:MOST_DECLARE]}
