"""A hand's document moved to other seats: what was said of a player stays that player's."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest

from scorer.game.reseat import named_seats, reseated_document, seat_moves
from scorer.rules import BOOKS
from tests.drawn import random_table, turned

Json = dict[str, Any]

SEATS = "ESWN"
ENTRY = ("players", "events", "bet")
"""What a hand of a game tells that speaks of seats."""


def entries(ruleset: str, count: int = 12) -> list[Json]:
    """Hands as a game is told them."""
    random = Random(f"reseated {ruleset}")
    tables = [random_table(random, ruleset) for _ in range(count)]
    return [{name: table[name] for name in ENTRY if name in table} for table in tables]


@pytest.mark.parametrize("ruleset", BOOKS)
def test_seats_exchanged_and_back_are_the_same_document(ruleset: str) -> None:
    book = BOOKS[ruleset]
    for document in entries(ruleset):
        for seats in permutations(SEATS):
            there = dict(zip(SEATS, seats, strict=True))
            back = {new: old for old, new in there.items()}
            assert (
                reseated_document(reseated_document(document, book, there), book, back) == document
            )


@pytest.mark.parametrize("ruleset", ["classical", "british", "mcr", "american"])
def test_a_table_turned_by_hand_is_the_same_as_one_reseated(ruleset: str) -> None:
    for document in entries(ruleset):
        for by in range(1, 4):
            moves = {seat: SEATS[(n + by) % 4] for n, seat in enumerate(SEATS)}
            wanted = turned(document, by, tiles=False)
            assert reseated_document(document, BOOKS[ruleset], moves) == wanted


MOVES = {"E": "S", "S": "W", "W": "N", "N": "E"}


@pytest.mark.parametrize(
    ("ruleset", "document", "now"),
    [
        ("riichi", {"players": {"E": {"win": {"by": "discard", "from": "S", "liable": "W"}}}},
         {"players": {"S": {"win": {"by": "discard", "from": "W", "liable": "N"}}}}),
        ("riichi", {"penalties": {"E": 20, "N": 0}}, {"penalties": {"S": 20, "E": 0}}),
        ("american", {"bet": "N"}, {"bet": "E"}),
        ("american", {"events": [{"event": "early_wall", "by": "E", "to": "S"}]},
         {"events": [{"event": "early_wall", "by": "S", "to": "W"}]}),
        ("classical", {"events": [{"event": "helped_scoring", "by": "E", "to": "N", "counted": 8}]},
         {"events": [{"event": "helped_scoring", "by": "S", "to": "E", "counted": 8}]}),
        # A tile that is called as a seat is, and what makes no sense, stay as they are.
        ("mcr", {"players": {"E": {"hand": {"concealed": "E", "winning_tile": "E"}}}},
         {"players": {"S": {"hand": {"concealed": "E", "winning_tile": "E"}}}}),
        ("mcr", {"players": {"X": 1, "E": "E"}, "events": ["E", {"event": "no", "by": "Q"}]},
         {"players": {"X": 1, "S": "E"}, "events": ["E", {"event": "no", "by": "Q"}]}),
        ("mcr", {"players": "E", "events": 3, "bet": None}, {"players": "E", "events": 3}),
    ],
)  # fmt: skip
def test_every_seat_of_a_document_moves_and_nothing_else(
    ruleset: str, document: Json, now: Json
) -> None:
    assert reseated_document(document, BOOKS[ruleset], MOVES) == now


def test_what_is_said_of_who_sits_no_more_is_left_out() -> None:
    """Ann, who was East, rests; Eve has come in as North."""
    before = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}
    moves = seat_moves(before, {"E": "p2", "S": "p3", "W": "p4", "N": "p5"})
    assert moves == {"S": "E", "W": "S", "N": "W"}
    document = {
        "players": {"E": {"points": 10}, "S": {"win": {"by": "discard", "from": "E"}}, "W": {}},
        "events": [
            {"event": "early_wall", "by": "E", "to": "S"},
            {"event": "early_wall", "by": "S", "to": "E"},
        ],
        "bet": "E",
    }  # fmt: skip
    assert reseated_document(document, BOOKS["american"], moves) == {
        "players": {"E": {"win": {"by": "discard"}}, "S": {}},
        "events": [{"event": "early_wall", "by": "E"}],
    }
    assert named_seats(document, BOOKS["american"]) == {"E", "S"}
