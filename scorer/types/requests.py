"""The documents that go in. ``scorer.documents.schemas`` says what each field is, and its limits.

``None`` for a field that may be left out is the same as leaving it out.
"""

from typing import NotRequired, TypedDict

from scorer.types.terms import Seat, Tiles, Value, Way

__all__ = [
    "BatchDocument",
    "BatchRequest",
    "BySeat",
    "CardRequest",
    "CompareRequest",
    "Event",
    "ExerciseRequest",
    "ExpectedWin",
    "ExplainRequest",
    "Given",
    "GradeRequest",
    "Hand",
    "Meld",
    "NearestRequest",
    "Player",
    "RulesAsked",
    "ScoreRequest",
    "SetsGiven",
    "SettleRequest",
    "WaitsRequest",
    "WhatIfRequest",
    "Win",
]


class Meld(TypedDict):
    """A set that a player has declared."""

    tiles: Tiles
    concealed: NotRequired[bool | None]
    from_concealed_pung: NotRequired[bool | None]


class Hand(TypedDict):
    """The tiles of a player."""

    concealed: Tiles
    melds: NotRequired[list[Meld] | None]
    bonus: NotRequired[Tiles | None]
    winning_tile: NotRequired[str | None]
    partial: NotRequired[bool | None]


_Circumstances = TypedDict(
    "_Circumstances",
    {"from": NotRequired[Seat | None], "with": NotRequired[list[str] | None]},
)


class Win(_Circumstances):
    """How a hand was won."""

    by: Way


class ExpectedWin(_Circumstances):
    """How a hand would be won."""

    by: NotRequired[Way | None]


class _Ruled(TypedDict):
    """The rules under which something is asked."""

    ruleset: str
    preset: NotRequired[str | None]
    options: NotRequired[dict[str, Value] | None]


class _Seated(_Ruled):
    """One player at a table."""

    hand: Hand
    seat: NotRequired[Seat | None]
    prevailing: NotRequired[Seat | None]
    seats: NotRequired[list[Seat] | None]
    fishing: NotRequired[bool | None]


class ScoreRequest(_Seated):
    """A hand to score."""

    win: NotRequired[Win | None]


class RulesAsked(TypedDict):
    """A ruleset with a preset and options of its own."""

    ruleset: str
    preset: NotRequired[str | None]
    options: NotRequired[dict[str, Value] | None]


class CompareRequest(TypedDict):
    """A hand to score in several rulesets."""

    hand: Hand
    rulesets: NotRequired[list[str | RulesAsked] | None]
    win: NotRequired[Win | None]
    seat: NotRequired[Seat | None]
    prevailing: NotRequired[Seat | None]
    seats: NotRequired[list[Seat] | None]
    fishing: NotRequired[bool | None]


class WaitsRequest(_Seated):
    """A hand without its last tile."""

    win: NotRequired[ExpectedWin | None]


class Player(TypedDict):
    """A player at the table: a hand, or the points that the table agreed on."""

    hand: NotRequired[Hand | None]
    win: NotRequired[Win | None]
    points: NotRequired[int | None]
    fishing: NotRequired[bool | None]


class Event(TypedDict):
    """Something that went wrong at the table, and who did it."""

    event: str
    by: Seat
    to: NotRequired[Seat | None]
    no_choice: NotRequired[bool | None]
    for_mahjong: NotRequired[bool | None]
    shown: NotRequired[bool | None]
    number: NotRequired[int | None]
    valid: NotRequired[bool | None]
    value: NotRequired[int | None]
    few_left: NotRequired[bool | None]
    counted: NotRequired[int | None]


class SettleRequest(_Ruled):
    """A whole table to settle."""

    players: dict[Seat, Player]
    prevailing: NotRequired[Seat | None]
    events: NotRequired[list[Event] | None]
    holdings: NotRequired[dict[Seat, int] | None]
    standing: NotRequired[dict[Seat, int] | None]
    deals_passed: NotRequired[int | None]
    east_run: NotRequired[int | None]


class NearestRequest(_Ruled):
    """Tiles whose nearest hands are sought."""

    hand: Hand
    limit: NotRequired[int | None]
    seat: NotRequired[Seat | None]
    prevailing: NotRequired[Seat | None]


class ExplainRequest(TypedDict):
    """A hand, and a rule of which is asked whether it counts."""

    document: ScoreRequest
    rule: str


class WhatIfRequest(TypedDict):
    """A hand of which is asked what each single change would bring."""

    document: ScoreRequest


class ExerciseRequest(TypedDict):
    """What a problem to learn from is to be of."""

    ruleset: str
    preset: NotRequired[str | None]
    level: NotRequired[int | None]
    seed: NotRequired[int | None]


class SetsGiven(TypedDict, total=False):
    """How many sets of each kind a learner found."""

    chows: int | None
    pungs: int | None
    kongs: int | None
    pairs: int | None


class BySeat(TypedDict, total=False):
    """A number for each seat."""

    E: int | None
    S: int | None
    W: int | None
    N: int | None


class Given(TypedDict, total=False):
    """What a learner gave; parts that are left out are not graded."""

    arrangement: SetsGiven | None
    points: int | None
    doubles: int | None
    fan: int | None
    flowers: int | None
    value: int | None
    multiplier: int | None
    bonus: int | None
    han: int | None
    fu: int | None
    faan: int | None
    tai: int | None
    total: int | None
    payments: BySeat | None
    awards: BySeat | None
    scores: BySeat | None
    net: BySeat | None
    next: str | None
    hand: str | None
    winning_tile: str | None
    exposed: bool | None


class GradeRequest(TypedDict):
    """A hand or a table as an exercise, and what a learner gave."""

    document: ScoreRequest | SettleRequest
    given: Given


class BatchDocument(ScoreRequest):
    """A hand of a batch, which its answer calls by its id."""

    id: NotRequired[str | int | None]


class BatchRequest(TypedDict):
    """Many hands to score."""

    documents: list[BatchDocument]


class CardRequest(TypedDict):
    """A card to check."""

    card: str
