"""What is said of the events of British mahjong, and its requests whole."""

from typing import Annotated, TypedDict

from scorer.types import requests
from scorer.types.terms import Seat

__all__ = ["Event", "FalseMahjong", "LettingOffCannon", "MisnamedDiscard", "SettleRequest"]


class MisnamedDiscard(TypedDict, total=False):
    """What is said of a discard that was called by a wrong name."""

    to: Annotated[Seat | None, "who claimed it"]
    for_mahjong: Annotated[
        bool | None, "it was claimed for mahjong; follows from the win when left out"
    ]


class FalseMahjong(TypedDict, total=False):
    """What is said of a win that was declared wrongly."""

    shown: Annotated[bool | None, "another hand had been shown; true when left out"]


class LettingOffCannon(TypedDict, total=False):
    """What is said of a dangerous discard."""

    no_choice: Annotated[
        bool | None, "they had nothing else to discard, and the table lets them off"
    ]


class Event(requests.Event, MisnamedDiscard, FalseMahjong, LettingOffCannon):
    """Something that went wrong at the table, and who did it."""


class SettleRequest(requests.SettleOf[requests.Player, Event]):
    """A whole table to settle."""
