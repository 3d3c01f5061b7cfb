"""Draws the players of a hand that nobody won: the wall is empty, and some of them wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorer.engine.tiles import KIND_COUNT
from scorer.learn.groups import Document, hand_document
from scorer.learn.hands import deal_fives, draw_loser_groups, draw_waiting_groups, shuffled_fives
from scorer.learn.seeded_random import SeededRandom
from scorer.rulebook.book import Edition
from scorer.rulebook.table_rules import WaitingFields
from scorer.types.terms import SEATS

WAITING_KIND, DECLARED_KIND, HAND_SHOWN_KIND, NOT_WAITING_KIND = "waits", "declared", "shown", "not"
PLAYER_KINDS: Final = (
    WAITING_KIND,
    WAITING_KIND,
    DECLARED_KIND,
    HAND_SHOWN_KIND,
    NOT_WAITING_KIND,
    NOT_WAITING_KIND,
)
"""The kinds of players, each as often as it is drawn; a shown hand may be waiting or not."""
MAX_DECLARED_WAITING: Final = 2
"""The most players besides a winner who declared that they wait."""
DECLARES_ODDS: Final = 4
"""One in so many players besides a winner declared that they wait."""


def draw_players(
    rng: SeededRandom,
    edition: Edition,
    seats: Sequence[str],
    fields: WaitingFields,
    *,
    shows_hands: bool,
) -> Document:
    """Draw the players of a hand that nobody won.

    Args:
        fields: The names of the fields that say who waits.
        shows_hands: Whether players show their hands; otherwise they only say if they wait.
    """
    left = [kind for kind in range(KIND_COUNT) for _ in range(4)]
    fives = shuffled_fives(rng, edition)
    players: Document = {}
    for seat in rng.shuffled(seats):
        kind = rng.choice(PLAYER_KINDS)
        players[seat] = {fields.declared: True} if kind == DECLARED_KIND else {}
        hand = _draw_hand(rng, edition, left, kind) if shows_hands else None
        if hand is not None:
            players[seat]["hand"] = deal_fives(hand, fives)
        elif kind != DECLARED_KIND:
            players[seat][fields.waits] = kind == WAITING_KIND
    return {seat: players[seat] for seat in SEATS if seat in players}


def _draw_hand(rng: SeededRandom, edition: Edition, left: list[int], kind: str) -> Document | None:
    """Draw the hand of a player; None for a player who does not show it."""
    if kind == NOT_WAITING_KIND:
        return None
    if kind == HAND_SHOWN_KIND:
        return hand_document(draw_loser_groups(rng, edition, left))
    groups = draw_waiting_groups(rng, edition, left, claims=kind == WAITING_KIND and rng.one_in(2))
    return None if groups is None else hand_document(groups)


def draw_declarations(rng: SeededRandom, seats: Sequence[str], fields: WaitingFields) -> Document:
    """Draw which losers at these seats declared that they wait, as fields of a document."""
    declared = [seat for seat in seats if rng.one_in(DECLARES_ODDS)]
    return {seat: {fields.declared: True} for seat in declared[:MAX_DECLARED_WAITING]}
