"""The schema of what a learner gave, and how it is checked."""

from __future__ import annotations

from typing import Any, get_args

from scorer.documents.fields import Anything, Choice, Flag, Part, Strict, Text, Whole
from scorer.documents.schemas import MOST_POINTS, loaded
from scorer.types.terms import Moves, TallyKey

__all__ = ["GradeRequest", "load_grade"]


class SetsGiven(Strict):
    """How many sets of each kind a learner found."""

    chows = Whole("how many chows", 0, 5)
    pungs = Whole("how many pungs", 0, 5)
    kongs = Whole("how many kongs", 0, 5)
    pairs = Whole("how many pairs", 0, 7)


class BySeat(Strict):
    """A number for each seat."""

    E = Whole("of East", -MOST_POINTS, MOST_POINTS)
    S = Whole("of South", -MOST_POINTS, MOST_POINTS)
    W = Whole("of West", -MOST_POINTS, MOST_POINTS)
    N = Whole("of North", -MOST_POINTS, MOST_POINTS)


def _sum(description: str) -> Whole:
    return Whole(description, -MOST_POINTS, MOST_POINTS)


_GIVEN: dict[str, Any] = {
    "__doc__": "What a learner gave; parts that are left out are not graded.",
    "arrangement": Part(SetsGiven, "how many sets of each kind there are"),
    **{one: _sum(f"the {one} of the hand") for one in get_args(TallyKey)},
    "total": _sum("what the hand is worth"),
    "payments": Part(BySeat, "what each other player pays to the winner"),
    "awards": Part(BySeat, "the points that each player is given, where nobody pays"),
    "scores": Part(BySeat, "what each hand of the table is worth"),
    "net": Part(BySeat, "what each player has gained or, below zero, lost in all"),
    "next": Choice("whether the seats stay or the deal passes", *get_args(Moves)),
    "hand": Text("the hand of the card, by its section and number", longest=200),
    "winning_tile": Text("a tile that wins what is held without the last", longest=20),
    "exposed": Flag("whether sets of this hand of the card may be exposed"),
}
Given = Strict.from_dict(_GIVEN, name="Given")


class GradeRequest(Strict):
    """A hand or a table as an exercise, and what a learner gave."""

    document = Anything("the hand to score, or the table to settle", required=True)
    given = Part(Given, "what the learner gave, by the names of what was asked", required=True)


def load_grade(document: object) -> dict[str, Any]:
    """A hand or a table, as yet unchecked, and what a learner gave. Raises HandError."""
    return loaded(GradeRequest, document)
