"""The schemas of the documents that come in, and how they are checked.

Only form is checked here: which keys there are, and what kind of value stands under each. What the
tiles are and whether they win is for ``read`` and the rulesets.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from heapq import nsmallest
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from marshmallow import Schema, ValidationError, fields

from scorer.declared import Field as Told
from scorer.documents.fields import (
    MISSING,
    NULL,
    UNKNOWN,
    Choice,
    Flag,
    Identifier,
    Many,
    Named,
    Part,
    Rules,
    Strict,
    Takes,
    Text,
    Tiles,
    Whole,
    acceptance,
    shown,
)
from scorer.errors import HandError, Problem
from scorer.hand import BY, SEATS
from scorer.rulebook import Book
from scorer.rules import BOOKS
from scorer.situation import State
from scorer.speech import Typed, say, typed_in_turn

__all__ = [
    "BatchDocument",
    "BatchRequest",
    "CardRequest",
    "CompareRequest",
    "ExerciseRequest",
    "ExplainRequest",
    "NearestRequest",
    "ScoreRequest",
    "SettleRequest",
    "WaitsRequest",
    "WhatIfRequest",
    "load_card",
    "load_compare",
    "load_explain",
    "load_nearest",
    "load_problem",
    "load_score",
    "load_settle",
    "load_waits",
    "load_what_if",
    "loaded",
    "own_event_fields",
]

RULESET = "the id of the ruleset; GET /api/v1/rulesets lists them"
PRESET = "the id of a preset of the ruleset"
OPTIONS = "single options of the ruleset, over the preset"
FISHING = "whether a player who did not win had declared fishing (british)"
MOST_POINTS = 10_000_000
MOST_SEED = (1 << 53) - 1
MOST_PROBLEMS = 50
MOST_RULESETS = 20
LONGEST_CARD = 1 << 16


def _ruleset() -> Text:
    return Text(RULESET, longest=100, required=True)


def _preset() -> Text:
    return Text(PRESET, longest=100)


def _seat(description: str, *, required: bool = False) -> Choice:
    return Choice(description, *SEATS, required=required)


class Meld(Strict):
    """A set that a player has declared."""

    tiles = Tiles("the tiles of the set; its kind follows from them", required=True)
    concealed = Flag("whether the set is concealed, as a declared concealed kong is")
    from_concealed_pung = Flag("a kong claimed onto a concealed pung (classical)")


_HAND: dict[str, Any] = {
    "__doc__": "The tiles of a player.",
    "concealed": Tiles("the tiles not in melds, with the winning tile or without", required=True),
    "melds": Many(Part(Meld, "a declared set"), "each declared set", most=8),
    "bonus": Tiles("flowers and seasons"),
    "winning_tile": Text("the tile that completed the hand; ? where nobody remembers", longest=20),
    "partial": Flag("only what scores is told, of a player who did not win"),
}
# As a class it could not have a field of this name: marshmallow's own has an attribute partial.
Hand = Strict.from_dict(_HAND, name="Hand")


_WIN: dict[str, Any] = {
    "__doc__": "How a hand was won.",
    "by": Choice("how the hand was won", *BY, required=True),
    "from": _seat("the seat that discarded, or was robbed"),
    "with": Many(Text("a circumstance", longest=100), "the circumstances of the win", most=20),
}
Win = Strict.from_dict(_WIN, name="Win")
Expected = Strict.from_dict(
    _WIN
    | {
        "__doc__": "How a hand would be won.",
        "by": Choice("how the hand would be won", *BY),
    },
    name="ExpectedWin",
)


class ScoreRequest(Strict):
    """A hand to score."""

    ruleset = _ruleset()
    preset = _preset()
    options = Named(OPTIONS)
    hand = Part(Hand, "the tiles of the player", required=True)
    win = Part(Win, "how the hand was won; left out for a player who did not win")
    seat = _seat("the player's seat")
    prevailing = _seat("the wind of the round")
    seats = Many(_seat("a seat"), "the seats at the table, if not all four", most=4)
    fishing = Flag(FISHING)


class WaitsRequest(Strict):
    """A hand without its last tile."""

    ruleset = _ruleset()
    preset = _preset()
    options = Named(OPTIONS)
    hand = Part(Hand, "the tiles of the player, without the last", required=True)
    win = Part(Expected, "circumstances under which the win is expected")
    seat = _seat("the player's seat")
    prevailing = _seat("the wind of the round")
    seats = Many(_seat("a seat"), "the seats at the table, if not all four", most=4)
    fishing = Flag(FISHING)


class CompareRequest(Strict):
    """A hand to score in several rulesets."""

    rulesets = Many(
        Rules("a ruleset: its id, or with a preset and options"),
        "the rulesets; left out: every one whose hands these tiles can be",
        most=MOST_RULESETS,
    )
    hand = Part(Hand, "the tiles of the player", required=True)
    win = Part(Win, "how the hand was won; left out for a player who did not win")
    seat = _seat("the player's seat")
    prevailing = _seat("the wind of the round")
    seats = Many(_seat("a seat"), "the seats at the table, if not all four", most=4)
    fishing = Flag(FISHING)


class Player(Strict):
    """A player at the table: a hand, or the points that the table agreed on."""

    hand = Part(Hand, "the tiles of the player")
    win = Part(Win, "how the hand was won; only the winner has it")
    points = Whole("the points that the table agreed on, in place of a hand", 0, MOST_POINTS)
    fishing = Flag(FISHING)


class Players(Strict):
    """The players by seat; with three players one seat is left out."""

    E = Part(Player, "East")
    S = Part(Player, "South")
    W = Part(Player, "West")
    N = Part(Player, "North")


class Holdings(Strict):
    """What each player holds in sticks."""

    E = Whole("what East holds", 0, MOST_POINTS)
    S = Whole("what South holds", 0, MOST_POINTS)
    W = Whole("what West holds", 0, MOST_POINTS)
    N = Whole("what North holds", 0, MOST_POINTS)


class Standing(Strict):
    """Each player's score in the session, before the hand."""

    E = Whole("East's score", -MOST_POINTS, MOST_POINTS)
    S = Whole("South's score", -MOST_POINTS, MOST_POINTS)
    W = Whole("West's score", -MOST_POINTS, MOST_POINTS)
    N = Whole("North's score", -MOST_POINTS, MOST_POINTS)


class Event(Strict):
    """Something that went wrong at the table, and who did it."""

    event = Text(
        "the id of the event; GET /api/v1/rulesets/{id} lists them", longest=100, required=True
    )
    by = _seat("the seat that did it", required=True)
    to = _seat("the seat to which it was done")
    no_choice = Flag("whether the player had no other tile to discard")
    for_mahjong = Flag("whether the tile was claimed to win")
    shown = Flag("whether the hand was shown")
    number = Whole("which foul of this player in the session it is", 1, 20)
    valid = Flag("whether it was right: the tiles shown win, the other hand is dead")
    value = Whole("the printed value of the hand that it was about", 1, 10_000)
    few_left = Flag("whether at most four tiles were left in the wall")
    counted = Whole("the score that the other player had counted", 0, MOST_POINTS)


class SettleRequest(Strict):
    """A whole table to settle."""

    ruleset = _ruleset()
    preset = _preset()
    options = Named(OPTIONS)
    prevailing = _seat("the wind of the round")
    players = Part(Players, "the players by seat", required=True)
    events = Many(Part(Event, "an event"), "what went wrong at the table", most=20)
    holdings = Part(Holdings, "what each player holds, where nobody pays more than that")
    standing = Part(Standing, "each player's score in the session before this hand")
    deals_passed = Whole("how often the deal has passed in this round", 0, 3)
    east_run = Whole("the hands that East has won running before this one", 0, 10_000)


class NearestRequest(Strict):
    """Tiles whose nearest hands are sought."""

    ruleset = _ruleset()
    preset = _preset()
    options = Named(OPTIONS)
    hand = Part(Hand, "thirteen tiles, or fourteen that do not win", required=True)
    limit = Whole("how many hands to tell", 1, 50)
    seat = _seat("the player's seat; E unless told")
    prevailing = _seat("the wind of the round; E unless told")


class ExplainRequest(Strict):
    """A hand, and a rule of which is asked whether it counts."""

    document = Part(ScoreRequest, "the hand to score", required=True)
    rule = Text(
        "the id of a rule; GET /api/v1/rulesets/{id} lists them", longest=100, required=True
    )


class WhatIfRequest(Strict):
    """A hand of which is asked what each single change would bring."""

    document = Part(ScoreRequest, "the hand to score", required=True)


class ExerciseRequest(Strict):
    """What a problem to learn from is to be of."""

    ruleset = _ruleset()
    preset = _preset()
    level = Whole("how hard it is: 1 sets, 2 points, 3 doubles, 4 limits, 5 payments, 6 all", 1, 6)
    seed = Whole("which problem: the same number gives the same", 0, MOST_SEED)


class BatchDocument(ScoreRequest):
    """A hand of a batch, which its answer calls by its id."""

    id = Identifier("what its answer repeats")


class BatchRequest(Strict):
    """Many hands to score."""

    documents = Many(
        Part(BatchDocument, "a hand to score"),
        "the hands; each is answered by itself, whatever is wrong with another",
        most=10_000,
        required=True,
    )


class CardRequest(Strict):
    """A card to check."""

    card = Text(
        "the text of a card, or the name of one that comes with the scorer",
        longest=LONGEST_CARD,
        required=True,
    )


def load_score(document: object) -> dict[str, Any]:
    """A checked hand to score. Raises HandError."""
    return _load(_SCORE, document)


def load_settle(document: object) -> dict[str, Any]:
    """A checked table to settle. Raises HandError."""
    return _load(_SETTLE, document)


def load_waits(document: object) -> dict[str, Any]:
    """A checked hand without its last tile. Raises HandError."""
    return _load(_WAITS, document)


def load_compare(document: object) -> dict[str, Any]:
    """A checked hand to score in several rulesets. Raises HandError."""
    return _load(_COMPARE, document)


def load_nearest(document: object) -> dict[str, Any]:
    """Checked tiles whose nearest hands are sought. Raises HandError."""
    return _load(_NEAREST, document)


def load_explain(document: object) -> dict[str, Any]:
    """A hand, as yet unchecked, and the rule that is asked about. Raises HandError."""
    return _loaded_about(_EXPLAIN, document)


def load_what_if(document: object) -> dict[str, Any]:
    """A hand, as yet unchecked, whose changes are asked for. Raises HandError."""
    return _loaded_about(_WHAT_IF, document)


def load_problem(document: object) -> dict[str, Any]:
    """What a problem is to be of. Raises HandError."""
    return _load(_EXERCISE, document)


def load_card(document: object) -> dict[str, Any]:
    """A card, as yet unread. Raises HandError."""
    return _load(_CARD, document)


def loaded(kind: type[Schema], document: object, state: tuple[State, ...] = ()) -> dict[str, Any]:
    """A checked document of this kind, which may tell these numbers of the game. Raises
    HandError."""
    return _load(_check(kind, Own(state)), document)


class Check(NamedTuple):
    """How a kind of document is checked: at once or, where something is wrong, by its schema."""

    kind: type[Schema]
    schema: Schema
    passes: Takes


class Own(NamedTuple):
    """What only documents of one ruleset tell: the numbers of the game, and of an event, a hand, a
    win, a player at the table and the table."""

    state: tuple[State, ...] = ()
    event: tuple[Told, ...] = ()
    hand: tuple[Told, ...] = ()
    win: tuple[Told, ...] = ()
    player: tuple[Told, ...] = ()
    table: tuple[Told, ...] = ()


NOTHING_OWN = Own()


@lru_cache(maxsize=64)
def _check(kind: type[Schema], own: Own = NOTHING_OWN) -> Check:
    """How this kind is checked under a ruleset whose documents tell this beside what others do."""
    asked: dict[str, fields.Field[Any]] = {
        one.name: Whole(one.meaning, one.least, one.most) for one in own.state
    }
    if own.event:
        event = Event.from_dict(_own(own.event), name="Event")
        asked["events"] = Many(Part(event, "an event"), "what went wrong at the table", most=20)
    asked |= _with_own_parts(kind, {"hand": own.hand, "win": own.win})
    if kind is SettleRequest and (own.hand or own.win or own.player):
        parts = _with_own_parts(Player, {"hand": own.hand, "win": own.win})
        player = Player.from_dict({**parts, **_own(own.player)}, name="Player")
        of_seats: dict[str, fields.Field[Any]] = {
            seat: Part(player, _described(Players, seat)) for seat in SEATS
        }
        asked["players"] = Part(
            Players.from_dict(of_seats, name="Players"), "the players by seat", required=True
        )
    if kind is SettleRequest:
        asked |= _own(own.table)
    schema = (kind.from_dict(asked, name=kind.__name__) if asked else kind)()
    return Check(kind, schema, acceptance(schema))


def _own(told: tuple[Told, ...]) -> dict[str, Any]:
    return {one.name: _told(one) for one in told}


def _described(kind: type[Schema], name: str) -> str:
    described: str = kind._declared_fields[name].metadata["description"]
    return described


def _with_own_parts(
    kind: type[Schema], own: Mapping[str, tuple[Told, ...]]
) -> dict[str, fields.Field[Any]]:
    """The parts of this kind that have fields of the ruleset's own, with these."""
    found: dict[str, fields.Field[Any]] = {}
    for name, told in own.items():
        part = kind._declared_fields.get(name)
        if told and isinstance(part, Part):
            schema = type(part.schema)
            inner = schema.from_dict(_own(told), name=schema.__name__)
            found[name] = Part(inner, _described(kind, name), required=part.required)
    return found


class Amounts(Named):
    """Names with whole numbers, those that a field of a ruleset's own declares."""

    def __init__(self, field: Told) -> None:
        super().__init__(field.meaning)
        # Of numbers that rise the first are rare.
        numbers = {name: [number for number, _ in known] for name, known in field.numbers}
        example = {
            name: known[len(known) // 4]
            for name, known in numbers.items()
            if name not in field.alone
        }
        self.wanted = say("write an object such as {example}", example=Typed(json.dumps(example)))


def _told(field: Told) -> fields.Field[Any]:
    """A field that a ruleset has of its own."""
    if field.type == "choice":
        return Choice(field.meaning, *field.choices)
    if field.type == "seats":
        by_seat: dict[str, fields.Field[Any]] = {
            seat: Whole(field.meaning, 0, field.most) for seat in SEATS
        }
        return Part(Strict.from_dict(by_seat, name="BySeat"), field.meaning)
    if field.type == "integer":
        return Whole(field.meaning, 0, field.most)
    if field.type == "amounts":
        return Amounts(field)
    taking: fields.Field[Any] = _TAKING[field.type](field.meaning)
    return taking


_TAKING: dict[str, Any] = {"seat": _seat, "boolean": Flag, "tiles": Tiles}


EVENT_FIELDS = frozenset(Event().fields)
"""What the events of several rulesets tell."""

_SCORE, _SETTLE, _WAITS = _check(ScoreRequest), _check(SettleRequest), _check(WaitsRequest)
_COMPARE = _check(CompareRequest)
_NEAREST, _CARD = _check(NearestRequest), _check(CardRequest)
_EXPLAIN, _WHAT_IF = _check(ExplainRequest), _check(WhatIfRequest)
_EXERCISE = _check(ExerciseRequest)
OF_A_HAND = (ScoreRequest, SettleRequest, WaitsRequest, CompareRequest, NearestRequest)
"""The documents that tell the numbers of the game."""


def _own_of(kind: type[Schema], document: Mapping[Any, Any]) -> Own:
    """What only documents of this one's ruleset tell; of any, where the hand is compared in
    several."""
    if kind not in OF_A_HAND:
        return NOTHING_OWN
    book = _book_of(document)
    if kind is CompareRequest:
        return Own(
            _united(tuple(one.state.values()) for one in BOOKS.values()),
            hand=_united(one.fields["hand"] for one in BOOKS.values()),
            win=_united(one.fields["win"] for one in BOOKS.values()),
        )
    if book is None:
        return NOTHING_OWN
    state, told = tuple(book.state.values()), book.fields
    if kind is not SettleRequest:
        return Own(state, hand=told["hand"], win=told["win"])
    return Own(
        state, own_event_fields(book), told["hand"], told["win"], told["player"], told["table"]
    )


N = TypeVar("N", State, Told)


def _united(lists: Iterable[tuple[N, ...]]) -> tuple[N, ...]:
    return tuple({one.name: one for several in lists for one in several}.values())


def _book_of(document: Mapping[Any, Any]) -> Book | None:
    name = document.get("ruleset")
    return BOOKS.get(name) if isinstance(name, str) else None


def own_event_fields(book: Book) -> tuple[Told, ...]:
    """What the events of this ruleset tell beside what those of others tell."""
    told = [one for event in book.events.values() for one in event.fields]
    return tuple({one.name: one for one in told if one.name not in EVENT_FIELDS}.values())


def _load(check: Check, document: object) -> dict[str, Any]:
    if check.passes(document):
        return document  # type: ignore[return-value]
    if not isinstance(document, Mapping):
        detail = say("a document is a JSON object, in braces, not {found}", found=shown(document))
        raise HandError(Problem("", "bad_value", detail))
    own = _own_of(check.kind, document)
    schema = check.schema
    if any(own):
        _, schema, passes = _check(check.kind, own)
        if passes(document):
            return document  # type: ignore[return-value]
    try:
        loaded: dict[str, Any] = schema.load(_with_few_strangers(document, schema))
    except ValidationError as error:
        found = _object_problems(schema, error.messages_dict, "")
        raise HandError(*islice(found, MOST_PROBLEMS)) from None
    return _without_nulls(schema, loaded)


def _with_few_strangers(document: Mapping[Any, Any], schema: Schema) -> Mapping[Any, Any]:
    """The document with no more unknown fields than are told of: those whose names come first."""
    strangers = [name for name in document if name not in schema.fields]
    if len(strangers) <= MOST_PROBLEMS:
        return document
    told = {*nsmallest(MOST_PROBLEMS, strangers, key=str)}
    return {k: v for k, v in document.items() if k in schema.fields or k in told}


def _loaded_about(check: Check, document: object) -> dict[str, Any]:
    """A document about another one, whose own faults are told where that one is loaded."""
    if not isinstance(document, Mapping):
        return _load(check, document)
    about = document.get("document")
    if isinstance(about, Mapping):
        # Any that is well formed stands in its place, so that only the rest is checked here.
        return {**_load(check, {**document, "document": _WELL_FORMED}), "document": about}
    return _load(check, document)


_WELL_FORMED: dict[str, Any] = {"ruleset": "", "hand": {"concealed": ""}}


def _without_nulls(schema: Schema, loaded: dict[str, Any]) -> dict[str, Any]:
    """The document as if each null of an optional field had been left out."""
    kept = {}
    for name, value in loaded.items():
        field = schema.fields[name]
        inner = field.inner if isinstance(field, Many) else field
        if value is None:
            continue
        if isinstance(inner, Part):
            part = inner.schema
            if isinstance(value, list):
                value = [_without_nulls(part, item) for item in value]
            else:
                value = _without_nulls(part, value)
        kept[name] = value
    return kept


def _object_problems(
    schema: Schema, messages: Mapping[Any, Any], pointer: str
) -> Iterator[Problem]:
    """marshmallow's messages on an object as problems, each with its pointer."""

    def place(name: object) -> tuple[bool, str]:
        # marshmallow finds what it does not know in a set, which has no order.
        return (True, str(name)) if name not in schema.fields else (False, "")

    for name, message in sorted(messages.items(), key=lambda item: place(item[0])):
        below = f"{pointer}/{_escaped(name)}"
        field = schema.fields.get(name)
        if field is not None:
            yield from _field_problems(field, message, below)
        else:
            yield Problem(below, "bad_value", _unknown(name, schema))


def _field_problems(field: fields.Field[Any], message: Any, pointer: str) -> Iterator[Problem]:
    if isinstance(message, Mapping):
        if not isinstance(field, Part):
            inner = field.inner if isinstance(field, Many) else field
            for name, below in message.items():
                yield from _field_problems(inner, below, f"{pointer}/{_escaped(name)}")
        elif message.get("_schema", [UNKNOWN]) != [UNKNOWN]:
            yield from _field_problems(field, message["_schema"], pointer)
        else:
            yield from _object_problems(field.schema, message, pointer)
    else:
        yield from (_problem(field, text, pointer) for text in message)


def _problem(field: fields.Field[Any], text: str, pointer: str) -> Problem:
    if text in (MISSING, NULL):
        description = field.metadata["description"]
        if not field.required:
            detail = say("null stands here; {field} is wanted", field=description)
            return Problem(pointer, "bad_value", detail)
        return Problem(pointer, "required", say("this must be given: {field}", field=description))
    return Problem(pointer, "bad_option" if "/options/" in pointer else "bad_value", text)


def _unknown(name: object, schema: Schema) -> str:
    close = get_close_matches(str(name).lower()[:30], schema.fields, 1)
    if close:
        return say(
            "there is no field {field} here; did you mean “{meant}”?",
            field=shown(name),
            meant=close[0],
        )
    return say(
        "there is no field {field} here; leave it out. There are: {known}",
        field=shown(name),
        known=typed_in_turn(schema.fields),
    )


def _escaped(name: object) -> str:
    return str(name).replace("~", "~0").replace("/", "~1")
