"""What is said of the events of Classical Chinese mahjong."""

from typing import Annotated, TypedDict

from scorer.types.terms import Seat

__all__ = ["HelpedScoring", "LettingOffCannon", "MisnamedDiscard"]


class MisnamedDiscard(TypedDict, total=False):
    """What is said of a discard that was called by a wrong name."""

    to: Annotated[Seat | None, "who was misled into declaring mah-jong"]
    for_mahjong: Annotated[bool | None, "it led to a false mah-jong; true when left out"]


class HelpedScoring(TypedDict, total=False):
    """What is said of points that were pointed out to another player."""

    to: Annotated[Seat | None, "who was helped"]
    counted: Annotated[int | None, "the score that this player had counted"]


class LettingOffCannon(TypedDict, total=False):
    """What is said of a dangerous discard."""

    no_choice: Annotated[
        bool | None, "they showed that they had nothing else to discard: no penalty"
    ]
    few_left: Annotated[
        bool | None,
        "at most four tiles were left in the wall, and nobody had discarded or exposed this one",
    ]
