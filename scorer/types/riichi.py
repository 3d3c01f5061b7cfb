"""What only riichi's requests have, and these requests whole."""

from typing import Annotated, Literal, TypedDict

from scorer.types import requests
from scorer.types.field import Field
from scorer.types.requests import MAX_POINTS
from scorer.types.terms import Seat, Tiles

__all__ = [
    "Agreed",
    "CompareRequest",
    "Counters",
    "ExpectedWin",
    "Hand",
    "Indicators",
    "Liable",
    "NearestRequest",
    "OfPlayer",
    "OfTable",
    "Player",
    "ScoreRequest",
    "SettleRequest",
    "WaitsRequest",
    "Win",
]

MAX_CHIPS = 1000


class Indicators(TypedDict, total=False):
    """The tiles of the dead wall that count."""

    dora_indicators: Annotated[
        Tiles | None,
        "the dora indicators that lie face up",
        Field(title="Dora indicators", at="win"),
    ]
    ura_indicators: Annotated[
        Tiles | None,
        "the indicators beneath them, turned for a winner in riichi",
        Field(
            title="Ura dora indicators",
            at="win",
            beside=("riichi", "double_riichi"),
            when=("ura_dora", True),
        ),
    ]


class Liable(TypedDict, total=False):
    """Who pays for a yakuman."""

    liable: Annotated[Seat | None, "the seat that is liable for the yakuman", Field(at="win")]


class Agreed(TypedDict, total=False):
    """The worth of a hand that the table agreed on."""

    han: Annotated[
        int,
        "the han",
        Field(
            usual=(
                *((1, ""), (2, ""), (3, ""), (4, "")),
                (5, "mangan"),
                (6, "haneman"),
                (8, "baiman"),
                (11, "sanbaiman"),
                (13, "counted yakuman"),
            )
        ),
    ]
    fu: Annotated[
        int, "the fu", Field(usual=tuple((fu, "") for fu in (20, 25, *range(30, 120, 10))))
    ]
    yakuman: Annotated[
        int, "how many yakuman", Field(usual=((1, ""), (2, ""), (3, "")), alone=True)
    ]


class OfPlayer(TypedDict, total=False):
    """What is said of a player at the table."""

    riichi: Annotated[
        bool | None,
        "whether this player declared riichi in this hand",
        Field(title="In riichi", tells="riichi"),
    ]
    tenpai: Annotated[
        bool | None,
        "whether this player is tenpai at an exhaustive draw",
        Field(title="Tenpai", at="draw"),
    ]
    agreed: Annotated[
        Agreed | None, "the han and fu, or yakuman, that the table agreed on", Field(at="win")
    ]
    chips: Annotated[
        int | None,
        "the chips that an agreed hand is owed by each player who pays chips for it",
        Field(title="Chips", at="win", most=MAX_CHIPS, when=("chips", "hand", "end")),
    ]


class OfTable(Indicators, total=False):
    """What is said of the table."""

    draw: Annotated[
        Literal["exhaustive", "nine_terminals", "four_winds", "four_riichi", "four_kongs"] | None,
        "how the hand ended that nobody won",
        Field(title="Draw", at="draw", when=("abortive_draws", True)),
    ]
    penalties: Annotated[
        dict[Seat, int] | None,
        "points lost by chombo so far, taken off at the end",
        Field(most=MAX_POINTS, lasts="session"),
    ]
    chips: Annotated[
        dict[Seat, int] | None,
        "the chips won or lost so far, where they are counted apart until the end",
        Field(
            title="Chips",
            least=-MAX_POINTS,
            most=MAX_POINTS,
            lasts="session",
            shape="Chips",
            shape_meaning="The chips that each player has won or lost in the session, before the "
            "hand.",
            when=("chips", "end"),
        ),
    ]
    wins: Annotated[
        dict[Seat, int] | None,
        "the hands won so far, where yakitori is played",
        Field(title="Hands won", most=MAX_POINTS, lasts="session", when=("yakitori", True)),
    ]


class Counters(TypedDict, total=False):
    """What lies on the table from hand to hand."""

    honba: Annotated[
        int | None,
        "the honba on the table",
        Field(title="Honba", most=99, lasts="table"),
    ]
    riichi_sticks: Annotated[
        int | None,
        "the riichi sticks of 1,000 on the table: for a single hand all of them, for a "
        "whole table those left from earlier hands",
        Field(title="Riichi sticks", most=99, lasts="table"),
    ]


class Hand(requests.Hand, Indicators):
    """The tiles of a player."""


class Win(requests.Win, Liable):
    """How a hand was won."""


class ExpectedWin(requests.ExpectedWin, Liable):
    """How a hand would be won."""


class Player(requests.PlayerOf[Hand, Win], OfPlayer):
    """A player at the table: a hand, or the points that the table agreed on."""


class ScoreRequest(requests.ScoreOf[Hand, Win], Counters):
    """A hand to score."""


class WaitsRequest(requests.WaitsOf[Hand, ExpectedWin], Counters):
    """A hand without its last tile."""


class CompareRequest(requests.CompareOf[Hand, Win], Counters):
    """A hand to score in several rulesets."""


class NearestRequest(requests.NearestOf[Hand], Counters):
    """Tiles whose nearest hands are sought."""


class SettleRequest(requests.SettleOf[Player, requests.Event], Counters, OfTable):
    """A whole table to settle."""
