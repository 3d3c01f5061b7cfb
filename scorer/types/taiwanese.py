"""What only Taiwanese requests have, and these requests whole."""

from typing import Annotated, TypedDict

from scorer.types import requests
from scorer.types.field import Field

__all__ = [
    "CompareRequest",
    "Counters",
    "NearestRequest",
    "ScoreRequest",
    "SettleRequest",
    "WaitsRequest",
]


class Counters(TypedDict, total=False):
    """The counters of the game."""

    dealer_streak: Annotated[
        int | None,
        "how many hands in a row East has kept the deal before this one, won or drawn",
        Field(title="Dealer’s streak", most=1000, lasts="table"),
    ]


class ScoreRequest(requests.ScoreOf[requests.Hand, requests.Win], Counters):
    """A hand to score."""


class WaitsRequest(requests.WaitsOf[requests.Hand, requests.ExpectedWin], Counters):
    """A hand without its last tile."""


class CompareRequest(requests.CompareOf[requests.Hand, requests.Win], Counters):
    """A hand to score in several rulesets."""


class NearestRequest(requests.NearestOf[requests.Hand], Counters):
    """Tiles whose nearest hands are sought."""


class SettleRequest(requests.SettleOf[requests.Player, requests.Event], Counters):
    """A whole table to settle."""
