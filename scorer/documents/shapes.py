"""The documents as JSON Schema: what comes in after the schemas that check it, what goes out after
its types. Each shape has a name, and refers to others by theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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

from marshmallow import Schema, fields

from scorer import types
from scorer.documents import given, schemas
from scorer.documents.fields import Many, Part, Plain, Tiles
from scorer.rules import BOOKS
from scorer.tiles import CODES
from scorer.types.replies import __all__ as replies
from scorer.types.terms import Named

__all__ = [
    "REFERENCE",
    "Json",
    "Shapes",
    "described",
    "or_null",
    "parts_of",
    "reference",
    "reply_shape",
    "request_shape",
    "shapes",
    "strings",
]

Json = dict[str, Any]
Shapes = dict[str, Json]

REFERENCE: Final = "#/components/schemas/"

REQUESTS: Final = (
    schemas.ScoreRequest,
    schemas.SettleRequest,
    schemas.WaitsRequest,
    schemas.CompareRequest,
    schemas.NearestRequest,
    schemas.ExplainRequest,
    schemas.WhatIfRequest,
    given.GradeRequest,
    schemas.BatchRequest,
    schemas.CardRequest,
)

NAMED: Final[Mapping[Any, tuple[str, str]]] = {
    types.Seat: ("Seat", "A seat, or the wind of the round."),
    types.Way: ("Way", "How a hand is won."),
    types.LineKind: ("LineKind", "What the amount of a line is."),
    types.SetKind: ("SetKind", "What the tiles of a set make."),
    types.Principle: ("Principle", "Why one fan sets another aside."),
    types.Whose: ("Whose", "Whose hands a rule counts in."),
    types.OptionType: ("OptionType", "What an option of a ruleset takes."),
    types.FieldType: ("FieldType", "What a field of an event takes."),
    types.Claimed: ("Claimed", "Which sets may be claimed for a circumstance."),
    types.EntryKind: ("EntryKind", "What an entry of a game tells."),
    types.StepId: ("StepId", "A step of counting a score."),
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

CLOSED: Final = {
    get_args(kind): name for kind, (name, _) in NAMED.items() if get_origin(kind) is Literal
}
PRIMITIVES: Final = {str: "string", int: "integer", bool: "boolean", float: "number"}


def shapes() -> Shapes:
    """Every shape by its name: those of the requests, of the replies, of what they hold."""
    made: Shapes = {
        "Tiles": _tiles(),
        "TileCode": described("One tile, as answers write it.", strings(CODES)),
        "RulesetId": described("The id of a ruleset.", strings(BOOKS)),
    }
    for kind, (name, meaning) in NAMED.items():
        made[name] = described(meaning, _of_type(kind))
    for schema in REQUESTS:
        for part in parts_of(schema()):
            made[_name(part)] = request_shape(part)
    for name in replies:
        made[name] = reply_shape(getattr(types, name))
    return made


def reference(name: str) -> Json:
    """A shape that is told by its name."""
    return {"$ref": REFERENCE + name}


def described(meaning: str, shape: Json) -> Json:
    """A shape, and what it is for."""
    return {"description": meaning, **shape}


def or_null(shape: Json) -> Json:
    """A shape, or null in its place."""
    kinds = shape.get("type", ())
    listed = [kinds] if isinstance(kinds, str) else [*kinds]
    if listed and "enum" not in shape and not {"array", "object"} & {*listed}:
        return {**shape, "type": [*listed, "null"]}
    return {"anyOf": [shape, {"type": "null"}]}


def strings(known: Iterable[str]) -> Json:
    """A closed list of strings."""
    return {"type": "string", "enum": list(known)}


# What comes in: marshmallow's schemas.


def _name(schema: Schema) -> str:
    return type(schema).__name__


def parts_of(schema: Schema) -> Iterator[Schema]:
    """The schema, and those of its parts."""
    yield schema
    for field in schema.fields.values():
        inner = field.inner if isinstance(field, Many) else field
        if isinstance(inner, Part):
            yield from parts_of(inner.schema)


def request_shape(schema: Schema) -> Json:
    """The shape of what a schema checks."""
    return {
        "description": " ".join((schema.__doc__ or "").split()),
        "type": "object",
        "properties": {name: _of_field(field) for name, field in schema.fields.items()},
        "required": [name for name, field in schema.fields.items() if field.required],
        "additionalProperties": False,
    }


def _of_field(field: fields.Field[Any]) -> Json:
    shape = _without_null(field)
    return described(field.metadata["description"], or_null(shape) if field.allow_none else shape)


def _without_null(field: fields.Field[Any]) -> Json:
    if isinstance(field, Part):
        return reference(_name(field.schema))
    if isinstance(field, Many):
        inner = _without_null(field.inner)
        return {"type": "array", "maxItems": field.most, "items": inner}
    if isinstance(field, Tiles):
        return reference("Tiles")
    assert isinstance(field, Plain), field
    closed = CLOSED.get(tuple(field.shape.get("enum", ())))
    return reference(closed) if closed else dict(field.shape)


def _tiles() -> Json:
    text = {"type": "string", "maxLength": Tiles.longest}
    return described(
        'Tiles: a string such as "123b 55d", or a list of such strings.',
        {"anyOf": [text, {"type": "array", "maxItems": Tiles.most, "items": text}]},
    )


# What goes out: types.


def reply_shape(kind: Any) -> Json:
    """The shape of a typed dictionary that is sent."""
    hints = get_type_hints(kind, include_extras=True)
    needed = [name for name, hint in hints.items() if get_origin(hint) is not NotRequired]
    return {
        "description": " ".join((kind.__doc__ or "").split()),
        "type": "object",
        "properties": {name: _of_hint(hint) for name, hint in hints.items()},
        "required": needed,
    }


def _of_hint(hint: Any) -> Json:
    """What an annotation comes to: a type, what it is, and keywords."""
    if get_origin(hint) is NotRequired:
        return _of_hint(*get_args(hint))
    if get_origin(hint) is not Annotated:
        return _of_type(hint) if hint not in NAMED else reference(NAMED[hint][0])
    kind, *notes = get_args(hint)
    shape = _of_hint(kind)
    for one in notes:
        if isinstance(one, Named):
            shape = reference(one.name)
        elif isinstance(one, str):
            shape = described(one, shape)
        else:
            shape = {**shape, **one}
    return shape


def _of_type(kind: Any) -> Json:
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return {}
    if is_typeddict(kind):
        return reference(kind.__name__)
    if origin is Literal:
        return strings(inner)
    if origin is list:
        return {"type": "array", "items": _of_hint(inner[0])}
    if origin is dict:
        return _of_dict(*inner)
    if origin is UnionType or NoneType in inner:
        return _of_union([one for one in inner if one is not NoneType], NoneType in inner)
    return {"type": PRIMITIVES[kind]}


def _of_dict(key: Any, value: Any) -> Json:
    if get_origin(key) is not Literal:
        return {"type": "object", "additionalProperties": _of_hint(value)}
    return {"type": "object", "properties": {name: _of_hint(value) for name in get_args(key)}}


def _of_union(kinds: list[Any], nullable: bool) -> Json:
    if all(is_typeddict(kind) for kind in kinds) and len(kinds) > 1:
        return {"anyOf": [_of_type(kind) for kind in kinds]}
    if len(kinds) > 1:
        return {"type": [PRIMITIVES[kind] for kind in kinds] + ["null"] * nullable}
    return or_null(_of_hint(kinds[0]))
