"""What is told of a game: how it begins, and each kind of entry, checked for its form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from marshmallow import ValidationError, fields

from scorer.documents.fields import Choice, Flag, Many, Named, Part, Plain, Strict, Text, Whole
from scorer.documents.schemas import loaded
from scorer.errors import HandError, Problem, quoted
from scorer.game.record import Json
from scorer.hand import SEATS
from scorer.rulebook import Book
from scorer.speech import say

__all__ = ["ENTRIES", "MOST_NUMBER", "GameRequest", "is_line", "load_begin", "load_entry"]

KINDS = ("hand", "adjust", "replace", "undo", "seats", "players", "close")
MOST_PLAYERS = 5
MOST_NUMBER = 10_000
LONGEST_NAME = 40
LONGEST_TITLE = 100
LONGEST_WHY = 200
MOST_POINTS = 10_000_000
IDS = tuple(f"p{n}" for n in range(1, MOST_PLAYERS + 1))


JOINERS = str.maketrans("", "", "\u200c\u200d")
"""What joins letters, or keeps them apart, in Persian, Sinhala and other scripts, and in signs."""


def is_line(text: str) -> bool:
    """Whether this is a line of which all can be seen, but for joiners between what can."""
    seen = text.translate(JOINERS)
    return seen.isprintable() and bool(seen) == bool(text)


class Name(Plain):
    """A player's name: printable, not only space, with none at its ends."""

    wanted = say("write a name of 1 to {longest} characters", longest=LONGEST_NAME)
    shape: Mapping[str, Any] = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> Any:
        plain = value.strip() if isinstance(value, str) else value
        return super()._deserialize(plain, *args, **more)

    def _takes(self, value: Any) -> bool:
        if not isinstance(value, str) or value != value.strip():
            return False
        return 1 <= len(value) <= LONGEST_NAME and is_line(value)


class Line(Text):
    """A text of one line."""

    def _takes(self, value: Any) -> bool:
        return super()._takes(value) and is_line(value)

    def _refusal(self, value: Any) -> ValidationError:
        if isinstance(value, str) and len(value) <= self.longest:
            return ValidationError(say("write one line, without tabs or other control characters"))
        return super()._refusal(value)


class GameRequest(Strict):
    """An evening that begins."""

    title = Line("what the evening is called", longest=LONGEST_TITLE)
    ruleset = Text(
        "the id of the ruleset; GET /api/v1/rulesets lists them", longest=100, required=True
    )
    preset = Text("the id of a preset of the ruleset", longest=100)
    options = Named("single options of the ruleset, over the preset")
    players = Many(
        Name("a player's name"),
        "the players' names in seating order; the first is East of the first hand",
        most=MOST_PLAYERS,
        required=True,
    )
    start = Whole("what each player begins with", -MOST_POINTS, MOST_POINTS)


class Told(Plain):
    """The document of a hand, which the scorer checks when it settles it."""

    wanted = say("write the hand as an object: players by seat, and events")
    shape: Mapping[str, Any] = {"type": "object"}

    def _takes(self, value: Any) -> bool:
        return isinstance(value, dict)


def _why() -> Line:
    return Line("why, in the writer's own words", longest=LONGEST_WHY)


def _entry() -> Whole:
    return Whole("the number of the entry", 1, MOST_NUMBER, required=True)


def _by_player(name: str, doc: str, **parts: fields.Field[Any]) -> type[Strict]:
    made: dict[str, Any] = {"__doc__": doc, **parts}
    return Strict.from_dict(made, name=name)  # type: ignore[return-value]


def _names() -> dict[str, fields.Field[Any]]:
    return {one: Name(f"the name of {one}") for one in IDS}


_MOVES = {
    one: Whole(f"what {one} wins or, below zero, loses", -MOST_POINTS, MOST_POINTS) for one in IDS
}
Moves = _by_player("PointsByPlayer", "Points by player.", **_MOVES)
Names = _by_player("NamesByPlayer", "Names by player.", **_names())


class Seating(Strict):
    """The player of each seat."""

    E = Choice("the player who is East", *IDS, required=True)
    S = Choice("the player who is South", *IDS)
    W = Choice("the player who is West", *IDS)
    N = Choice("the player who is North", *IDS)


class Entered(Strict):
    """What every entry tells."""

    kind = Choice("the kind of the entry", *KINDS, required=True)
    after = Whole("the version of the sheet that the writer saw", 0, MOST_NUMBER)
    why = _why()


class HandEntry(Entered):
    """A hand was played."""

    document = Told("a document of /settle without what the game knows", required=True)


class AdjustEntry(Entered):
    """Points moved for another reason."""

    moves = Part(Moves, "what each player wins or loses", required=True)
    bank = Flag("whether points come from, or go to, nobody at the table")


class ReplaceEntry(Entered):
    """A hand was told wrong."""

    entry = _entry()
    document = Told("the hand as it was, under the seats that it was played at", required=True)


class UndoEntry(Entered):
    """An entry does not count."""

    entry = _entry()


class SeatsEntry(Entered):
    """The table stands otherwise than the entries say."""

    seats = Part(Seating, "the player of each seat")
    prevailing = Choice("the wind of the round", *SEATS)
    deals_passed = Whole("how often the deal has passed in this round", 0, MOST_PLAYERS - 1)
    dealer_streak = Whole("the hands that East has won running", 0, 10_000)
    goulash = Flag("whether the next hand is a goulash")


class PlayersEntry(Entered.from_dict(_names(), name="NamedEntry")):  # type: ignore[misc]
    """A name changes, or a substitute sits down."""

    players = Part(Names, "the new names")


class CloseEntry(Entered):
    """The evening is over."""


ENTRIES: dict[str, type[Strict]] = {
    "hand": HandEntry,
    "adjust": AdjustEntry,
    "replace": ReplaceEntry,
    "undo": UndoEntry,
    "seats": SeatsEntry,
    "players": PlayersEntry,
    "close": CloseEntry,
}
"""The kinds of entries."""


def load_begin(request: object) -> Json:
    """How a game begins, checked for its form. HandError."""
    return loaded(GameRequest, request)


def load_entry(request: object, book: Book, players: Sequence[str]) -> tuple[str, Json]:
    """The kind of an entry, and what it tells, checked for its form; it may name these players,
    by their ids. HandError."""
    if not isinstance(request, Mapping) or request.get("kind") not in KINDS:
        told = {"kind": request.get("kind")} if isinstance(request, Mapping) else request
        loaded(Entered, told)
        raise AssertionError("an unknown kind is an error")
    kind = request["kind"]
    strangers = [*_strangers(request, players)]
    if strangers:
        raise HandError(*strangers[:MOST_PLAYERS])
    numbers = tuple(book.state.values()) if kind == "seats" else ()
    # A copy: what is right is given back as it was told, and the teller keeps theirs.
    told = dict(loaded(ENTRIES[kind], request, numbers))
    told.pop("after", None)
    return told.pop("kind"), told


def _strangers(request: Mapping[str, Any], players: Sequence[str]) -> Iterator[Problem]:
    """The ids in an entry that are no player's."""
    named = [(f"/{one}", one) for one in IDS if one in request]
    for part in ("moves", "players"):
        told = request.get(part)
        named += [(f"/{part}/{one}", one) for one in (told if isinstance(told, dict) else ())]
    seats = request.get("seats")
    if isinstance(seats, dict):
        named += [(f"/seats/{seat}", one) for seat, one in seats.items() if seat in SEATS]
    for pointer, one in named:
        if isinstance(one, str) and one not in players:
            detail = say(
                "there is no player {player}; there are: {known}",
                player=quoted(one),
                known=", ".join(players),
            )
            yield Problem(pointer[:200], "unknown_player", detail)
