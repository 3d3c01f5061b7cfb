"""What only the requests of Zung Jung have, and these requests whole."""

from typing import Annotated, TypedDict

from scorer.types import requests
from scorer.types.field import Field
from scorer.types.terms import SeatOrNone

__all__ = [
    "CompareRequest",
    "ExpectedWin",
    "Player",
    "Responsible",
    "ScoreRequest",
    "SettleRequest",
    "WaitsRequest",
    "Win",
]


class Responsible(TypedDict, total=False):
    """Who pays most for a claimed tile."""

    responsible: Annotated[
        SeatOrNone | None,
        "the seat that is responsible for the winning tile; the one that discarded it, or was "
        "robbed, where left out",
        Field(title="Responsible", at="claimed"),
    ]


class Win(requests.Win, Responsible):
    """How a hand was won."""


class ExpectedWin(requests.ExpectedWin, Responsible):
    """How a hand would be won."""


class Player(requests.PlayerOf[requests.Hand, Win]):
    """A player at the table: a hand, or the points that the table agreed on."""


class ScoreRequest(requests.ScoreOf[requests.Hand, Win]):
    """A hand to score."""


class WaitsRequest(requests.WaitsOf[requests.Hand, ExpectedWin]):
    """A hand without its last tile."""


class CompareRequest(requests.CompareOf[requests.Hand, Win]):
    """A hand to score in several rulesets."""


class SettleRequest(requests.SettleOf[Player, requests.Event]):
    """A whole table to settle."""
