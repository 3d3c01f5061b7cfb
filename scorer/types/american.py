"""What is said of the events of American mah-jongg, and its requests whole."""

from typing import Annotated, TypedDict

from scorer.types import requests
from scorer.types.field import Field
from scorer.types.terms import Seat

__all__ = [
    "AskedTooLittle",
    "DeathChallenge",
    "EarlyWall",
    "Event",
    "FalseMahjong",
    "MisnamedDiscard",
    "SettleRequest",
]

_VALUE_FIELD = Field(least=1, most=10_000)


class MisnamedDiscard(TypedDict, total=False):
    """What is said of a discard that was called by a wrong name."""

    for_mahjong: Annotated[bool | None, "the named tile was wanted to win; true when left out"]


class EarlyWall(TypedDict, total=False):
    """What is said of a wall that was pushed out too early."""

    to: Annotated[Seat | None, "who drew from that wall"]


class DeathChallenge(TypedDict, total=False):
    """What is said of a hand that was called dead."""

    to: Annotated[Seat | None, "whose hand was called dead"]
    valid: Annotated[bool | None, "whether that hand was dead indeed"]


class FalseMahjong(TypedDict, total=False):
    """What is said of a win that was declared wrongly."""

    value: Annotated[
        int | None,
        "the value of the hand that they claimed; of the second false mah-jongg, of the hand that "
        "the survivor was making",
        _VALUE_FIELD,
    ]


class AskedTooLittle(TypedDict, total=False):
    """What is said of a winner who asked for less than is due."""

    value: Annotated[
        int | None, "what was asked for the hand, doubled as far as that was asked", _VALUE_FIELD
    ]


class Event(
    requests.Event, MisnamedDiscard, EarlyWall, DeathChallenge, FalseMahjong, AskedTooLittle
):
    """Something that went wrong at the table, and who did it."""


class SettleRequest(requests.SettleOf[requests.Player, Event]):
    """A whole table to settle."""
