"""JSON Schemas of the documents: requests from their records, answers from their types.

Each shape has a name, by which other shapes refer to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from scorer import types
from scorer.documents.schemas.declared import field_of
from scorer.documents.schemas.fields import StrictField, TilesField
from scorer.engine.tiles import CODES
from scorer.rulebook.book import Book
from scorer.rules import BOOKS
from scorer.types.records import Member, Record, fields_added_by, record_with_added
from scorer.types.records.added import with_events_of
from scorer.types.replies import __all__ as replies
from scorer.types.terms import SEATS, Named, Translatable

Json = dict[str, Any]
Shapes = dict[str, Json]

REFERENCE_PREFIX: Final = "#/components/schemas/"

DOCUMENT_REQUESTS: Final = (
    *("score", "settle", "waits", "compare", "nearest", "explain", "what_if", "grade", "batch"),
    *("card", "hands"),
)
"""The requests that are sent as documents."""

NAMED_TYPES: Final[Mapping[object, tuple[str, str]]] = {
    types.Seat: ("Seat", "A seat, or the wind of the round."),
    types.Way: ("Way", "How a hand is won."),
    types.LineKind: ("LineKind", "What the amount of a line is."),
    types.SetKind: ("SetKind", "What the tiles of a set make."),
    types.Principle: ("Principle", "Why one fan sets another aside."),
    types.Whose: ("Whose", "Whose hands a rule counts in."),
    types.OptionType: ("OptionType", "What an option of a ruleset takes."),
    types.FieldType: ("FieldType", "What a field of an event takes."),
    types.SeatOrNone: ("SeatOrNone", "A seat, or nobody's."),
    types.ClaimedSet: ("ClaimedSet", "A set that is made with a claimed tile."),
    types.Claimed: ("Claimed", "Which sets may be claimed for a circumstance."),
    types.EntryKind: ("EntryKind", "What an entry of a game tells."),
    types.HandWay: ("HandWay", "How a special hand of a club is played."),
    types.HandsFault: ("HandsFault", "What is wrong with a line of special hands."),
    types.StepId: ("StepId", "A step of counting a score."),
    types.DrillPart: ("DrillPart", "A part of scoring that is drilled alone."),
    types.Moves: ("Moves", "Whether the seats stay, or the deal passes."),
    types.Code: ("Code", "What is wrong with a field; /docs/errors explains each."),
    types.Value: ("OptionValue", "The value of an option."),
    dict[types.Seat, int]: ("AmountsBySeat", "An amount for each seat at the table."),
    dict[types.Seat, float]: ("SharesBySeat", "What each seat at the table takes."),
    dict[types.Seat, types.Seat]: ("WindsBySeat", "A wind for each seat at the table."),
    dict[types.Seat, types.Score]: ("ScoresBySeat", "The score of each seat at the table."),
    dict[types.TallyKey, int]: ("Tally", "The sums of the lines; each ruleset has a few of these."),
}
"""The types that stand in many places, each with its name and what it is."""

SCHEMA_NAME_BY_CHOICES: Final = {
    get_args(kind): name for kind, (name, _) in NAMED_TYPES.items() if get_origin(kind) is Literal
}
JSON_TYPE_NAMES: Final = {str: "string", int: "integer", bool: "boolean", float: "number"}


def shapes() -> Shapes:
    """Return every shape by its name: requests, answers and the objects in them."""
    made: Shapes = {
        "Tiles": _tiles_shape(),
        "TileCode": described("One tile, as answers write it.", strings(CODES)),
        "RulesetId": described("The id of a ruleset.", strings(BOOKS)),
    }
    for kind, (name, meaning) in NAMED_TYPES.items():
        made[name] = described(meaning, _type_shape(kind))
    made |= all_request_shapes()
    for name in replies:
        made[name] = reply_shape(getattr(types, name))
    sums = made["Tally"]["properties"]
    for key in get_args(types.TallyKey):
        sums[key] = described(_sum_meaning(key), sums[key])
    return made


def _sum_meaning(key: types.TallyKey) -> str:
    """Return what a sum of the tally is, in the words of each ruleset that has it."""
    owners: dict[str, list[str]] = {}
    for book in BOOKS.values():
        if key in book.tally:
            owners.setdefault(book.tally[key], []).append(book.id)
    return "; ".join(f"{meaning} ({', '.join(ids)})" for meaning, ids in owners.items())


def reference(name: str) -> Json:
    """Return a reference to a shape."""
    return {"$ref": REFERENCE_PREFIX + name}


def described(meaning: str, shape: Json) -> Json:
    """Return a shape with its description."""
    return {"description": meaning, **shape}


def or_null(shape: Json) -> Json:
    """Return a shape that also accepts null."""
    kinds = shape.get("type", ())
    listed = [kinds] if isinstance(kinds, str) else [*kinds]
    if listed and "enum" not in shape and not {"array", "object"} & {*listed}:
        return {**shape, "type": [*listed, "null"]}
    return {"anyOf": [shape, {"type": "null"}]}


def strings(known: Iterable[str]) -> Json:
    """Return the shape of a closed list of strings."""
    return {"type": "string", "enum": list(known)}


# Requests


def all_request_shapes(*books: Book) -> Shapes:
    """Return the shapes of all requests and of what they hold, with what these rulesets add.

    An event has the fields of every ruleset's events where these rulesets' events have none.
    """
    added = fields_added_by(*books)
    if not added.event:
        added = with_events_of(added, fields_added_by(*BOOKS.values()))
    made: Shapes = {}
    for kind in DOCUMENT_REQUESTS:
        made |= request_shapes(record_with_added(kind, added))
    return made


def request_shapes(record: Record) -> Shapes:
    """Return the shapes of a request and of the objects in it, by their names."""
    made: Shapes = {record.name: request_shape(record)}
    for member in record.members:
        if member.kind == "seats" and member.note.shape:
            made[member.note.shape] = described(member.note.shape_meaning, _by_seat_shape(member))
        inner = (member.item or member).record
        if inner is not None and member.kind != "amounts":
            made |= request_shapes(inner)
    return made


def request_shape(record: Record) -> Json:
    """Return the shape of an object in which an unknown key is an error."""
    return described(record.meaning, _closed_object_shape(record.members))


def _closed_object_shape(members: Iterable[Member]) -> Json:
    listed = list(members)
    return {
        "type": "object",
        "properties": {member.name: member_shape(member) for member in listed},
        "required": [member.name for member in listed if member.required],
        "additionalProperties": False,
    }


def member_shape(member: Member) -> Json:
    """Return the shape of a field, and what it is."""
    shape = _member_type_shape(member)
    return described(member.meaning, shape if member.required else or_null(shape))


def _member_type_shape(member: Member) -> Json:
    if member.kind == "object" and member.record is not None:
        return reference(member.record.name)
    if member.kind == "list" and member.item is not None:
        inner = _member_type_shape(member.item)
        return {"type": "array", "maxItems": member.note.most, "items": inner}
    if member.kind == "seats":
        return reference(member.note.shape) if member.note.shape else _by_seat_shape(member)
    if member.kind == "tiles":
        return reference("Tiles")
    if member.choices in SCHEMA_NAME_BY_CHOICES:
        return reference(SCHEMA_NAME_BY_CHOICES[member.choices])
    field = field_of(member)
    assert isinstance(field, StrictField), field
    return dict(field.shape)


def _by_seat_shape(member: Member) -> Json:
    """Return the shape of an object that has a value for each seat."""
    return _closed_object_shape(map(member.of_seat, SEATS))


def _tiles_shape() -> Json:
    text = {"type": "string", "maxLength": TilesField.longest}
    return described(
        'Tiles: a string such as "123b 55d", or a list of such strings.',
        {"anyOf": [text, {"type": "array", "maxItems": TilesField.most, "items": text}]},
    )


# Answers


def reply_shape(kind: object) -> Json:
    """Return the shape of a typed dictionary of an answer."""
    hints = get_type_hints(kind, include_extras=True)
    needed = [name for name, hint in hints.items() if get_origin(hint) is not NotRequired]
    return {
        "description": " ".join((kind.__doc__ or "").split()),
        "type": "object",
        "properties": {name: _hint_shape(hint) for name, hint in hints.items()},
        "required": needed,
    }


def _hint_shape(hint: object) -> Json:
    """Return the shape of an annotation: its type, description and keywords."""
    if get_origin(hint) is NotRequired:
        return _hint_shape(*get_args(hint))
    if get_origin(hint) is not Annotated:
        return _type_shape(hint) if hint not in NAMED_TYPES else reference(NAMED_TYPES[hint][0])
    kind, *notes = get_args(hint)
    shape = _hint_shape(kind)
    for note in notes:
        if isinstance(note, Named):
            shape = reference(note.name)
        elif isinstance(note, str):
            shape = described(note, shape)
        elif not isinstance(note, Translatable):
            shape = {**shape, **note}
    return shape


def _type_shape(kind: Any) -> Json:
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return {}
    if is_typeddict(kind):
        return reference(kind.__name__)
    if origin is Literal:
        return strings(inner)
    if origin is list:
        return {"type": "array", "items": _hint_shape(inner[0])}
    if origin is dict:
        return _dict_shape(*inner)
    if origin is UnionType or NoneType in inner:
        return _union_shape([kind for kind in inner if kind is not NoneType], NoneType in inner)
    return {"type": JSON_TYPE_NAMES[kind]}


def _dict_shape(key: object, value: Any) -> Json:
    if get_origin(key) is not Literal:
        return {"type": "object", "additionalProperties": _hint_shape(value)}
    return {"type": "object", "properties": {name: _hint_shape(value) for name in get_args(key)}}


def _union_shape(kinds: list[Any], nullable: bool) -> Json:
    if all(is_typeddict(kind) for kind in kinds) and len(kinds) > 1:
        return {"anyOf": [_type_shape(kind) for kind in kinds]}
    if len(kinds) > 1:
        return {"type": [JSON_TYPE_NAMES[kind] for kind in kinds] + ["null"] * nullable}
    return or_null(_hint_shape(kinds[0]))
