"""What only the requests of Classical Chinese mahjong have, and these requests whole."""

from typing import Annotated, TypedDict

from scorer.types import requests
from scorer.types.field import Field
from scorer.types.requests import MAX_POINTS
from scorer.types.terms import ClaimedSet, Seat

__all__ = [
    "Event",
    "HelpedScoring",
    "LettingOffCannon",
    "MisnamedDiscard",
    "OfPlayer",
    "Player",
    "SettleRequest",
]


class OfPlayer(TypedDict, total=False):
    """What is said of a player at the table."""

    limit_shown: Annotated[
        bool | None,
        "whether this player, who did not win, shows the dragons or the winds of a limit hand",
        Field(title="Shows a limit hand", at="win", when=("loser_limits", True)),
    ]


class MisnamedDiscard(TypedDict, total=False):
    """What is said of a discard that was called by a wrong name."""

    to: Annotated[Seat | None, "who was misled into declaring mah-jong, or into claiming a set"]
    for_mahjong: Annotated[
        bool | None, "it led to a false mah-jong; true when left out, unless a set was claimed"
    ]
    claimed: Annotated[ClaimedSet | None, "the set that was claimed with it, and no mah-jong"]


class HelpedScoring(TypedDict, total=False):
    """What is said of points that were pointed out to another player."""

    to: Annotated[Seat | None, "who was helped"]
    counted: Annotated[int | None, "the score that this player had counted", Field(most=MAX_POINTS)]


class LettingOffCannon(TypedDict, total=False):
    """What is said of a dangerous discard."""

    no_choice: Annotated[
        bool | None, "they showed that they had nothing else to discard: no penalty"
    ]
    few_left: Annotated[
        bool | None,
        "at most four tiles were left in the wall, and nobody had discarded or exposed this one",
    ]


class Event(requests.Event, MisnamedDiscard, HelpedScoring, LettingOffCannon):
    """Something that went wrong at the table, and who did it."""


class Player(requests.PlayerOf[requests.Hand, requests.Win], OfPlayer):
    """A player at the table: a hand, or the points that the table agreed on."""


class SettleRequest(requests.SettleOf[Player, Event]):
    """A whole table to settle."""
