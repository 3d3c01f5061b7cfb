"""The documents that go in. A field is one line: its type, what it is, and its limits.

Schemas that check documents, the OpenAPI document and the reference follow from these lines.
``None`` for a field that may be left out is the same as leaving it out.
"""

from typing import Annotated, Generic, NotRequired, TypedDict, TypeVar

from scorer.types.field import Field
from scorer.types.terms import DealsPassed, DrillPart, Moves, Seat, Tiles, Value, Way

__all__ = [
    "BatchDocument",
    "BatchRequest",
    "BySeat",
    "CardRequest",
    "CompareOf",
    "CompareRequest",
    "DrillRequest",
    "Event",
    "ExerciseRequest",
    "ExpectedWin",
    "ExplainRequest",
    "GradeRequest",
    "Hand",
    "HandsRequest",
    "LearnerAnswer",
    "Meld",
    "NearestOf",
    "NearestRequest",
    "Player",
    "PlayerOf",
    "Ruled",
    "RulesetChoice",
    "ScoreOf",
    "ScoreRequest",
    "SetCounts",
    "SettleOf",
    "SettleRequest",
    "WaitsOf",
    "WaitsRequest",
    "WhatIfRequest",
    "Win",
]

MAX_POINTS = 10_000_000
MAX_SEED = (1 << 53) - 1
MAX_CARD_LENGTH = 1 << 16
MAX_RULESETS = 20

_ID_FIELD = Field(longest=100)
_AMOUNT_FIELD = Field(least=-MAX_POINTS, most=MAX_POINTS)

_RulesetId = Annotated[
    str,
    "the id of the ruleset; GET /api/v1/rulesets lists them",
    Field(longest=100, form="rules", lasts="page"),
]
_PresetId = Annotated[
    str | None, "the id of a preset of the ruleset", Field(longest=100, lasts="table")
]
_SeatOf = Annotated[Seat | None, "the player's seat", Field(lasts="table")]
_Prevailing = Field(form="round", needs="prevailing", lasts="table")
_Round = Annotated[Seat | None, "the wind of the round", _Prevailing]
_Seats = Annotated[
    list[Annotated[Seat, "a seat"]] | None,
    "the seats at the table, if not all four",
    Field(most=4, form="away", lasts="table"),
]
_Fishing = Annotated[
    bool | None,
    "whether a player who did not win had declared fishing (british)",
    Field(needs="fishing_told_under"),
]
_CircumstanceId = Annotated[str, "a circumstance", _ID_FIELD]
_From = Annotated[Seat | None, "the seat that discarded, or was robbed"]
_With = Annotated[list[_CircumstanceId] | None, "the circumstances of the win", Field(most=20)]


class Meld(TypedDict):
    """A set that a player has declared."""

    tiles: Annotated[Tiles, "the tiles of the set; its kind follows from them"]
    concealed: NotRequired[
        Annotated[
            bool | None,
            "whether the set is concealed, as a declared concealed kong is",
            Field(needs="conceals_sets"),
        ]
    ]
    from_concealed_pung: NotRequired[
        Annotated[
            bool | None,
            "a kong claimed onto a concealed pung (classical)",
            Field(needs="conceals_sets"),
        ]
    ]


class Hand(TypedDict):
    """The tiles of a player."""

    concealed: Annotated[
        Tiles, "the tiles not in melds, with the winning tile or without", Field(form="hand")
    ]
    melds: NotRequired[
        Annotated[
            list[Annotated[Meld, "a declared set"]] | None,
            "each declared set",
            Field(most=8, form="set", option="--meld"),
        ]
    ]
    bonus: NotRequired[Annotated[Tiles | None, "flowers and seasons", Field(form="flowers")]]
    winning_tile: NotRequired[
        Annotated[
            str | None,
            "the tile that completed the hand; ? where nobody remembers",
            Field(longest=20, form="tile", option="--winning"),
        ]
    ]
    partial: NotRequired[
        Annotated[
            bool | None,
            "true if only the scoring tiles are entered, for a player who did not win",
            Field(form="part", needs="losers_score"),
        ]
    ]


# By calls, as two of the keys are keywords of Python.
Win = TypedDict(
    "Win",
    {
        "by": Annotated[Way, "how the hand was won", Field(form="won")],
        "from": NotRequired[_From],
        "with": NotRequired[_With],
    },
)
Win.__doc__ = "How a hand was won."

ExpectedWin = TypedDict(
    "ExpectedWin",
    {
        "by": NotRequired[Annotated[Way | None, "how the hand would be won", Field(form="won")]],
        "from": NotRequired[_From],
        "with": NotRequired[_With],
    },
)
ExpectedWin.__doc__ = "How a hand would be won."

H = TypeVar("H")
"""The hand of a ruleset."""
W = TypeVar("W")
"""The win of a ruleset."""
P = TypeVar("P")
"""The player of a ruleset."""
E = TypeVar("E")
"""The event of a ruleset."""


class Ruled(TypedDict):
    """The ruleset of a request, with its preset and options."""

    ruleset: _RulesetId
    preset: NotRequired[_PresetId]
    options: NotRequired[
        Annotated[
            dict[str, Value] | None,
            "single options of the ruleset, over the preset",
            Field(form="o", option="--option", lasts="table"),
        ]
    ]


class _HandOf(TypedDict, Generic[H, W]):
    hand: Annotated[H, "the tiles of the player"]
    win: NotRequired[
        Annotated[W | None, "how the hand was won; left out for a player who did not win"]
    ]


class _WaitingHandOf(TypedDict, Generic[H, W]):
    hand: Annotated[H, "the tiles of the player, without the last"]
    win: NotRequired[Annotated[W | None, "circumstances under which the win is expected"]]


class _Situation(TypedDict):
    """What a request about a single hand has beside its tiles and its win: a line here is a field
    of each of them."""

    seat: NotRequired[_SeatOf]
    prevailing: NotRequired[_Round]
    seats: NotRequired[_Seats]
    fishing: NotRequired[_Fishing]


class ScoreOf(Ruled, _HandOf[H, W], _Situation, Generic[H, W]):
    """A hand to score, of a ruleset with such hands and wins."""


class ScoreRequest(ScoreOf[Hand, Win]):
    """A hand to score."""


class WaitsOf(Ruled, _WaitingHandOf[H, W], _Situation, Generic[H, W]):
    """A hand without its last tile, of a ruleset with such hands and wins."""


class WaitsRequest(WaitsOf[Hand, ExpectedWin]):
    """A hand without its last tile."""


class RulesetChoice(TypedDict):
    """A ruleset with a preset and options of its own."""

    ruleset: str
    preset: NotRequired[str | None]
    options: NotRequired[dict[str, Value] | None]


class _Rulesets(TypedDict):
    rulesets: NotRequired[
        Annotated[
            list[Annotated[str | RulesetChoice, "a ruleset: its id, or with a preset and options"]]
            | None,
            "the rulesets; left out: every one whose hands these tiles can be",
            Field(most=MAX_RULESETS),
        ]
    ]


class CompareOf(_Rulesets, _HandOf[H, W], _Situation, Generic[H, W]):
    """A hand to score in several rulesets, of which one has such hands and wins."""


class CompareRequest(CompareOf[Hand, Win]):
    """A hand to score in several rulesets."""


class PlayerOf(TypedDict, Generic[H, W]):
    """A player at the table of a ruleset with such hands and wins."""

    hand: NotRequired[Annotated[H | None, "the tiles of the player"]]
    win: NotRequired[Annotated[W | None, "how the hand was won; only the winner has it"]]
    points: NotRequired[
        Annotated[
            int | None,
            "the points that the table agreed on, in place of a hand",
            Field(most=MAX_POINTS, needs="losers_score"),
        ]
    ]
    fishing: NotRequired[_Fishing]


class Player(PlayerOf[Hand, Win]):
    """A player at the table: a hand, or the points that the table agreed on."""


class Event(TypedDict):
    """Something that went wrong at the table, and who did it."""

    event: Annotated[str, "the id of the event; GET /api/v1/rulesets/{id} lists them", _ID_FIELD]
    by: Annotated[Seat, "the seat that did it"]
    to: NotRequired[Annotated[Seat | None, "the seat to which it was done"]]


class SettleOf(Ruled, Generic[P, E]):
    """A whole table to settle, of a ruleset with such players and events."""

    prevailing: NotRequired[_Round]
    players: Annotated[
        dict[Seat, P],
        "the players by seat",
        Field(
            each="{seat}",
            shape="Players",
            shape_meaning="The players by seat; with three players one seat is left out.",
        ),
    ]
    events: NotRequired[
        Annotated[
            list[Annotated[E, "an event"]] | None,
            "what went wrong at the table",
            Field(most=20, form="x"),
        ]
    ]
    holdings: NotRequired[
        Annotated[
            dict[Seat, int] | None,
            "what each player holds, where nobody pays more than that",
            Field(
                most=MAX_POINTS,
                form="holds",
                lasts="session",
                each="what {seat} holds",
                shape="Holdings",
                shape_meaning="What each player holds in sticks.",
            ),
        ]
    ]
    standing: NotRequired[
        Annotated[
            dict[Seat, int] | None,
            "each player's score in the session before this hand",
            Field(
                least=-MAX_POINTS,
                most=MAX_POINTS,
                lasts="session",
                each="{seat}'s score",
                shape="Standing",
                shape_meaning="Each player's score in the session, before the hand.",
            ),
        ]
    ]
    deals_passed: NotRequired[
        Annotated[DealsPassed | None, Field(most=3, form="passed", lasts="session")]
    ]
    east_run: NotRequired[
        Annotated[
            int | None,
            "the hands that East has won in a row before this one",
            Field(most=10_000, form="run", lasts="session"),
        ]
    ]


class SettleRequest(SettleOf[Player, Event]):
    """A whole table to settle."""


class NearestOf(Ruled, Generic[H]):
    """Tiles whose nearest hands are sought, of a ruleset with such hands."""

    hand: Annotated[H, "thirteen tiles, or fourteen that do not win"]
    limit: NotRequired[Annotated[int | None, "how many hands to list", Field(least=1, most=50)]]
    seat: NotRequired[
        Annotated[Seat | None, "the player's seat; E by default", Field(lasts="table")]
    ]
    prevailing: NotRequired[
        Annotated[Seat | None, "the wind of the round; E by default", _Prevailing]
    ]


class NearestRequest(NearestOf[Hand]):
    """Tiles whose nearest hands are sought."""


class ExplainRequest(TypedDict):
    """A hand, and the rule to explain."""

    document: Annotated[ScoreRequest, "the hand to score"]
    rule: Annotated[str, "the id of a rule; GET /api/v1/rulesets/{id} lists them", _ID_FIELD]


class WhatIfRequest(TypedDict):
    """A hand whose single changes are tried."""

    document: Annotated[ScoreRequest, "the hand to score"]


class ExerciseRequest(TypedDict):
    """What a problem to learn from is to be of."""

    ruleset: _RulesetId
    preset: NotRequired[_PresetId]
    level: NotRequired[
        Annotated[
            int | None,
            "how hard it is: 1 sets, 2 points, 3 doubles, 4 limits, 5 payments, 6 all",
            Field(least=1, most=6, default=1),
        ]
    ]
    seed: NotRequired[
        Annotated[int | None, "which problem: the same number gives the same", Field(most=MAX_SEED)]
    ]


class DrillRequest(TypedDict):
    """What a question about one part of scoring is to be of."""

    ruleset: _RulesetId
    preset: NotRequired[_PresetId]
    part: NotRequired[
        Annotated[
            DrillPart | None,
            "which part: what sets or waits bring, patterns, lines of a card, totals, payments; "
            "one of those that the ruleset has where left out",
        ]
    ]
    seed: NotRequired[
        Annotated[
            int | None, "which question: the same number gives the same", Field(most=MAX_SEED)
        ]
    ]


class SetCounts(TypedDict, total=False):
    """How many sets of each kind a learner found."""

    chows: Annotated[int | None, "how many chows", Field(most=5)]
    pungs: Annotated[int | None, "how many pungs", Field(most=5)]
    kongs: Annotated[int | None, "how many kongs", Field(most=5)]
    pairs: Annotated[int | None, "how many pairs", Field(most=7)]


BySeat = Annotated[
    dict[Seat, int | None],
    Field(
        least=-MAX_POINTS,
        most=MAX_POINTS,
        each="of {seat}",
        shape="BySeat",
        shape_meaning="A number for each seat.",
    ),
]
"""A number for each seat."""


class LearnerAnswer(TypedDict, total=False):
    """What a learner gave; parts that are left out are not graded."""

    arrangement: Annotated[SetCounts | None, "how many sets of each kind there are"]
    points: Annotated[int | None, "the points of the hand", _AMOUNT_FIELD]
    doubles: Annotated[int | None, "the doubles of the hand", _AMOUNT_FIELD]
    fan: Annotated[int | None, "the fan of the hand", _AMOUNT_FIELD]
    flowers: Annotated[int | None, "the flowers of the hand", _AMOUNT_FIELD]
    value: Annotated[int | None, "the value of the hand", _AMOUNT_FIELD]
    multiplier: Annotated[int | None, "the multiplier of the hand", _AMOUNT_FIELD]
    bonus: Annotated[int | None, "the bonus of the hand", _AMOUNT_FIELD]
    han: Annotated[int | None, "the han of the hand", _AMOUNT_FIELD]
    fu: Annotated[int | None, "the fu of the hand", _AMOUNT_FIELD]
    yakuman: Annotated[int | None, "the yakuman of the hand", _AMOUNT_FIELD]
    faan: Annotated[int | None, "the faan of the hand", _AMOUNT_FIELD]
    tai: Annotated[int | None, "the tai of the hand", _AMOUNT_FIELD]
    total: Annotated[int | None, "what the hand is worth", _AMOUNT_FIELD]
    payments: Annotated[BySeat | None, "what each other player pays to the winner"]
    awards: Annotated[BySeat | None, "the points that each player is given, where nobody pays"]
    scores: Annotated[BySeat | None, "what each hand of the table is worth"]
    net: Annotated[BySeat | None, "what each player has gained or, below zero, lost in all"]
    next: Annotated[Moves | None, "whether the seats stay or the deal passes"]
    hand: Annotated[
        str | None, "the hand of the card, by its section and number", Field(longest=200)
    ]
    winning_tile: Annotated[
        str | None, "a tile that wins what is held without the last", Field(longest=20)
    ]
    exposed: Annotated[bool | None, "whether sets of this hand of the card may be exposed"]


class GradeRequest(TypedDict):
    """A hand or a table as an exercise, and what a learner gave."""

    document: Annotated[ScoreRequest | SettleRequest, "the hand to score, or the table to settle"]
    given: Annotated[LearnerAnswer, "what the learner gave, by the names of what was asked"]


class BatchDocument(ScoreOf[Hand, Win]):
    """A hand of a batch, which its answer calls by its id."""

    id: NotRequired[Annotated[str | int | None, "what its answer repeats"]]


class BatchRequest(TypedDict):
    """Many hands to score."""

    documents: Annotated[
        list[Annotated[BatchDocument, "a hand to score"]],
        "the hands; each is answered by itself, whatever is wrong with another",
        Field(most=10_000),
    ]


class HandsRequest(TypedDict):
    """A club's special hands to check."""

    ruleset: _RulesetId
    special_hands: Annotated[
        str,
        "the special hands, one per line; docs/special-hands.md describes how they are written",
        Field(longest=MAX_CARD_LENGTH),
    ]


class CardRequest(TypedDict):
    """A card to check."""

    card: Annotated[
        str,
        "the text of a card, or the name of one that comes with the scorer",
        Field(longest=MAX_CARD_LENGTH),
    ]
