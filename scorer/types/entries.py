"""The documents that begin a game and add entries to it, declared as those in ``requests``."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from scorer.types.field import Field
from scorer.types.requests import MAX_POINTS, Ruled
from scorer.types.terms import DealsPassed, EntryKind, Role, Seat

__all__ = [
    "AdjustEntry",
    "CloseEntry",
    "CodeRequest",
    "Entered",
    "FifthBet",
    "GameRequest",
    "HandEntry",
    "JoinRequest",
    "KeysRequest",
    "NamesByPlayer",
    "PlayersEntry",
    "PointsByPlayer",
    "ReplaceEntry",
    "Seating",
    "SeatsEntry",
    "Titled",
    "UndoEntry",
]

MAX_PLAYERS = 5
MAX_ENTRY_NUMBER = 10_000
MAX_NAME_LENGTH = 40
MAX_TITLE_LENGTH = 100

PlayerId = Literal["p1", "p2", "p3", "p4", "p5"]

_NAME_FIELD = Field(longest=MAX_NAME_LENGTH, text="name")
_Amount = Field(least=-MAX_POINTS, most=MAX_POINTS)
_Number = Annotated[int, "the number of the entry", Field(least=1, most=MAX_ENTRY_NUMBER)]


class Titled(TypedDict):
    """The title of an evening."""

    title: NotRequired[
        Annotated[
            str | None, "what the evening is called", Field(longest=MAX_TITLE_LENGTH, text="line")
        ]
    ]


class GameRequest(Titled, Ruled):
    """An evening that begins."""

    players: Annotated[
        list[Annotated[str, "a player's name", _NAME_FIELD]],
        "the players' names in seating order; the first is East of the first hand",
        Field(most=MAX_PLAYERS),
    ]
    start: NotRequired[Annotated[int | None, "what each player begins with", _Amount]]


class KeysRequest(TypedDict):
    """The keys that are to be replaced."""

    play: NotRequired[Annotated[bool | None, "replace the key that writes"]]
    watch: NotRequired[Annotated[bool | None, "replace the key that reads"]]


class CodeRequest(TypedDict):
    """What a code to join by is for."""

    role: Annotated[Role, "what the phone that joins may do"]


class JoinRequest(TypedDict):
    """The code of a game."""

    code: Annotated[str, "the six letters", Field(longest=100)]


class PointsByPlayer(TypedDict, total=False):
    """Points by player."""

    p1: Annotated[int | None, "what p1 wins or, below zero, loses", _Amount]
    p2: Annotated[int | None, "what p2 wins or, below zero, loses", _Amount]
    p3: Annotated[int | None, "what p3 wins or, below zero, loses", _Amount]
    p4: Annotated[int | None, "what p4 wins or, below zero, loses", _Amount]
    p5: Annotated[int | None, "what p5 wins or, below zero, loses", _Amount]


class NamesByPlayer(TypedDict, total=False):
    """Names by player."""

    p1: Annotated[str | None, "the name of p1", _NAME_FIELD]
    p2: Annotated[str | None, "the name of p2", _NAME_FIELD]
    p3: Annotated[str | None, "the name of p3", _NAME_FIELD]
    p4: Annotated[str | None, "the name of p4", _NAME_FIELD]
    p5: Annotated[str | None, "the name of p5", _NAME_FIELD]


class Seating(TypedDict):
    """The player of each seat."""

    E: Annotated[PlayerId, "the player who is East"]
    S: NotRequired[Annotated[PlayerId | None, "the player who is South"]]
    W: NotRequired[Annotated[PlayerId | None, "the player who is West"]]
    N: NotRequired[Annotated[PlayerId | None, "the player who is North"]]


class Entered(TypedDict):
    """The fields of every entry."""

    kind: Annotated[EntryKind, "the kind of the entry"]
    after: NotRequired[
        Annotated[
            int | None, "the version of the sheet that the writer saw", Field(most=MAX_ENTRY_NUMBER)
        ]
    ]
    why: NotRequired[
        Annotated[str | None, "why, in the writer's own words", Field(longest=200, text="line")]
    ]


class HandEntry(Entered):
    """A hand was played."""

    document: Annotated[dict[str, Any], "a document of /settle without what the game knows"]


class FifthBet(TypedDict, total=False):
    """What the document of a hand has beside a table to settle, where a fifth player bets."""

    bet: Annotated[Seat | None, "the seat that the fifth player bets on (american)"]


class AdjustEntry(Entered):
    """Points moved for another reason."""

    moves: Annotated[PointsByPlayer, "what each player wins or loses"]
    bank: NotRequired[
        Annotated[bool | None, "whether points come from, or go to, nobody at the table"]
    ]


class ReplaceEntry(Entered):
    """The correction of a hand that was entered wrong."""

    entry: _Number
    document: Annotated[dict[str, Any], "the hand as it was, under the seats that it was played at"]


class UndoEntry(Entered):
    """An entry does not count."""

    entry: _Number


class SeatsEntry(Entered):
    """The table stands otherwise than the entries say."""

    seats: NotRequired[Annotated[Seating | None, "the player of each seat"]]
    prevailing: NotRequired[Annotated[Seat | None, "the wind of the round"]]
    deals_passed: NotRequired[Annotated[DealsPassed | None, Field(most=MAX_PLAYERS - 1)]]
    dealer_streak: NotRequired[
        Annotated[int | None, "the hands that East has won in a row", Field(most=10_000)]
    ]
    goulash: NotRequired[Annotated[bool | None, "whether the next hand is a goulash"]]


class PlayersEntry(Entered, NamesByPlayer):
    """A name changes, or a substitute sits down."""

    players: NotRequired[Annotated[NamesByPlayer | None, "the new names"]]


class CloseEntry(Entered):
    """The game is over."""
