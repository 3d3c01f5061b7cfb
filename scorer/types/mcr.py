"""What only the requests of Mahjong Competition Rules have, and these requests whole."""

from typing import Annotated, TypedDict

from scorer.types import requests
from scorer.types.field import Field
from scorer.types.requests import MAX_POINTS
from scorer.types.terms import Seat

__all__ = ["Event", "FalseWin", "MinorFoul", "OfTable", "SettleRequest"]


class OfTable(TypedDict, total=False):
    """What is said of the table."""

    fouls: Annotated[
        dict[Seat, int] | None,
        "minor fouls of each player so far in the session",
        Field(title="Minor fouls", most=MAX_POINTS, lasts="session"),
    ]
    disqualified: Annotated[
        dict[Seat, int] | None,
        "super major fouls of each player so far in the session",
        Field(title="Super major fouls", most=MAX_POINTS, lasts="session"),
    ]


class MinorFoul(TypedDict, total=False):
    """What is said of a minor foul."""

    number: Annotated[
        int | None,
        "which minor foul of this player it is; counted when left out",
        Field(least=1, most=20),
    ]


class FalseWin(TypedDict, total=False):
    """What is said of a win that was declared wrongly."""

    valid: Annotated[bool | None, "whether the tiles shown form a winning shape, worth too little"]


class Event(requests.Event, MinorFoul, FalseWin):
    """Something that went wrong at the table, and who did it."""


class SettleRequest(requests.SettleOf[requests.Player, Event], OfTable):
    """A whole table to settle."""
