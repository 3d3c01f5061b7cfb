"""The shapes of the documents under each ruleset: its options, presets, circumstances and events,
and what its tally holds, all as its book declares them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

from scorer.declared import Asked, Field
from scorer.documents.fields import Named, Tiles
from scorer.documents.schemas import own_event_fields
from scorer.documents.shapes import (
    REFERENCE,
    Json,
    Shapes,
    described,
    or_null,
    reference,
    shapes,
    strings,
)
from scorer.rulebook import Book, Option, Value
from scorer.rules import BOOKS
from scorer.seats import SEATS
from scorer.situation import State
from scorer.types import Way

__all__ = ["ruled_shapes"]

GOING_ON: Final = "Next"
"""What tells the numbers of the game for the next hand, where a ruleset counts some."""

ALWAYS: Final = ("event", "by")
PARTS: Final[Mapping[Asked, str]] = {
    "hand": "winning_tile",
    "win": "with",
    "player": "points",
    "table": "players",
}
"""The parts of what is asked to which a ruleset may add fields, each with a field that tells it."""
WAYS: Final = get_args(Way)
TYPES: Final[Mapping[type, str]] = {str: "string", int: "integer", bool: "boolean"}


def ruled_shapes() -> Shapes:
    """Every shape by its name. One that depends on the ruleset is a choice of one for each ruleset,
    and the ``ruleset`` in it tells which."""
    general = shapes()
    rooted = [name for name, shape in general.items() if _is_ruled(shape)]
    depending = _depending(general)
    made = {name: shape for name, shape in general.items() if name not in depending}
    made |= {name: {"description": general[name]["description"]} for name in rooted}
    for book in BOOKS.values():
        own = _under(book, general, depending | ({GOING_ON} if book.state else set()))
        made |= own
        for name in rooted:
            if _named(book, name) in own:
                _offer(made[name], book, name)
    return _with_parts(made, general)


def _with_parts(made: Shapes, general: Shapes) -> Shapes:
    """With the general shapes of the parts of what is asked in several rulesets at once."""
    while True:
        missing = {name for shape in made.values() for name in _references(shape)} - made.keys()
        if not missing:
            return made
        made |= {name: general[name] for name in sorted(missing)}


def _named(book: Book, name: str) -> str:
    """The name of a shape under this ruleset: ``MyClub`` and so on for ``my_club``."""
    return "".join(word.capitalize() for word in book.id.split("_")) + name


def _offer(choice: Json, book: Book, name: str) -> None:
    """Add a ruleset's shape to the choice of which its ``ruleset`` is the sign."""
    own = reference(_named(book, name))
    choice.setdefault("oneOf", []).append(own)
    signs = choice.setdefault("discriminator", {"propertyName": "ruleset", "mapping": {}})
    signs["mapping"][book.id] = own["$ref"]


def _properties(shape: Json) -> Json:
    found: Json = shape.get("properties", {})
    return found


def _references(value: Any) -> Iterator[str]:
    """The names of the shapes to which a shape refers."""
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"].removeprefix(REFERENCE)
        for inner in value.values():
            yield from _references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _references(inner)


def _depending(general: Shapes) -> set[str]:
    """The shapes that differ with the ruleset, and those in which they stand."""
    found = {name for name, shape in general.items() if _told_by_books(shape)}
    while True:
        more = {name for name, shape in general.items() if found & set(_references(shape))} - found
        if not more:
            return found & _within(general)
        found |= more


def _within(general: Shapes) -> set[str]:
    """The shapes in which a ruleset is named, and those that stand in them."""
    found = {name for name, shape in general.items() if _is_ruled(shape)}
    while True:
        more = {inner for name in found for inner in _references(general[name])} - found
        if not more:
            return found
        found |= more


def _told_by_books(shape: Json) -> bool:
    """Whether rulesets are named in it, or it asks for what they declare."""
    names = _properties(shape).keys()
    return _is_ruled(shape) or (_closed(shape) and bool(names & {"event", *PARTS.values()}))


def _is_ruled(shape: Json) -> bool:
    """Whether its ruleset decides on the rest of it; not where it may be one that there is not."""
    properties = _properties(shape)
    return "ruleset" in properties and "errors" not in properties


def _closed(shape: Json) -> bool:
    """Whether it is part of a request."""
    return shape.get("additionalProperties") is False


def _under(book: Book, general: Shapes, depending: set[str]) -> Shapes:
    """What this ruleset has of its own, and the shapes that depend on it."""
    made = _declared(book)
    for name in general:
        if name not in depending:
            continue
        shape = _renamed(general[name], book, depending)
        properties = _own_properties(book, shape)
        if name == GOING_ON or (_closed(shape) and {"ruleset", "prevailing"} <= {*properties}):
            properties |= {one.name: _state(one) for one in book.state.values()}
        made[_named(book, name)] = {**shape, "properties": properties}
    return made


def _renamed(value: Any, book: Book, depending: set[str]) -> Any:
    """A copy in which each reference leads to the shape of this ruleset, where it has one."""
    if isinstance(value, dict):
        target = value.get("$ref", "").removeprefix(REFERENCE)
        own = reference(_named(book, target)) if target in depending else {}
        return {key: _renamed(inner, book, depending) for key, inner in value.items()} | own
    if isinstance(value, list):
        return [_renamed(inner, book, depending) for inner in value]
    return value


def _own_properties(book: Book, shape: Json) -> Json:
    """The properties of a shape as this ruleset has them."""
    given = _properties(shape)
    own: Json = {}
    if "ruleset" in given:
        own = _ruled(book, asked=_closed(shape))
    elif "with" in given:
        own = _won(book, given)
    elif "event" in given and book.events:
        own = {"event": reference(_named(book, "EventName"))}
        fields = {field.name for event in book.events.values() for field in event.fields}
        given = {key: one for key, one in given.items() if key in (*ALWAYS, *fields)}
        given |= {one.name: _told(one) for one in own_event_fields(book)}
    added = {
        field.name: _told(field)
        for part, sign in PARTS.items()
        if _closed(shape) and sign in given
        for field in book.fields[part]
    }
    return added | {
        key: described(one["description"], own[key]) if key in own else one
        for key, one in given.items()
    }


def _told(field: Field) -> Json:
    """A field that a ruleset has of its own."""
    whole = {"type": "integer", "minimum": 0, "maximum": field.most}
    shapes: Mapping[str, Json] = {
        "seat": reference("Seat"),
        "tiles": dict(Tiles.shape),
        "choice": strings(field.choices),
        "integer": {"type": "integer"},
        "boolean": {"type": "boolean"},
        "amounts": dict(Named.shape),
        "seats": {
            "type": "object",
            "properties": dict.fromkeys(SEATS, whole),
            "additionalProperties": False,
        },
    }
    return described(field.meaning, or_null(shapes[field.type]))


def _ruled(book: Book, *, asked: bool) -> Json:
    """The rules under which something is asked, or was answered, and its tally."""
    preset = reference(_named(book, "PresetName")) if book.presets else {"type": "null"}
    options = reference(_named(book, "Options" if asked else "OptionsInForce"))
    return {
        "ruleset": {"type": "string", "const": book.id},
        "preset": or_null(preset) if asked and book.presets else preset,
        "options": or_null(options) if asked else options,
        "tally": reference(_named(book, "Tally")),
    }


def _won(book: Book, given: Json) -> Json:
    """How a hand is won here, and what may be told of it."""
    own: Json = {}
    if book.ways != WAYS:
        way = reference(_named(book, "Way"))
        own["by"] = or_null(way) if "anyOf" in given["by"] else way
    if book.circumstances:
        names = reference(_named(book, "CircumstanceName"))
        most = given["with"]["anyOf"][0]["maxItems"]
        own["with"] = or_null({"type": "array", "maxItems": most, "items": names})
    return own


def _declared(book: Book) -> Shapes:
    """The closed lists of a ruleset, its options and its tally."""
    options = {name: _option(option) for name, option in book.options.items()}
    always = book.edition().agreed(0, True).tally
    made: Shapes = {
        "PresetName": described(f"A preset of {book.name}.", strings(book.presets)),
        "CircumstanceName": described(
            f"A circumstance that {book.name} knows.", strings(book.circumstances)
        ),
        "Way": described(f"How a hand is won in {book.name}.", strings(book.ways)),
        "EventName": described(f"An event that {book.name} knows.", strings(book.events)),
        "Options": {
            "description": f"Options of {book.name}. What is left out is as the preset has it.",
            "type": "object",
            "properties": options,
            "additionalProperties": False,
        },
        "OptionsInForce": {
            "description": f"Every option of {book.name}.",
            "type": "object",
            "properties": options,
            "required": list(options),
        },
        "Tally": {
            "description": f"The sums of the lines in {book.name}.",
            "type": "object",
            "properties": {
                key: described(meaning, {"type": "integer"}) for key, meaning in book.tally.items()
            },
            "required": list(always),
        },
    }
    if book.ways == WAYS:
        del made["Way"]
    return {_named(book, name): shape for name, shape in made.items() if shape.get("enum") != []}


def _option(option: Option) -> Json:
    """An option as a property.

    Its default stands in words and as ``x-default``: ``default`` would have clients send it, and
    so undo what the preset sets.
    """
    shape = described(f"{option.meaning}; {_in_json(option.default)} unless told", _values(option))
    return {**shape, "x-default": option.default}


def _state(number: State) -> Json:
    """A number of the game as a property; like an option it has its default in words."""
    meaning = f"{number.meaning}; {number.default} unless told"
    whole = {"type": "integer", "minimum": number.least, "maximum": number.most}
    return {**described(meaning, whole), "x-default": number.default}


def _values(option: Option) -> Json:
    if option.type == "boolean":
        return {"type": "boolean"}
    if option.type == "text":
        return {"type": "string", "maxLength": Named.longest_value}
    if option.choices is None:
        bounds = {"minimum": option.minimum, "maximum": option.maximum}
        multiple = {"multipleOf": option.step} if option.step > 1 else {}
        return {"type": "integer", **bounds, **multiple}
    kinds = dict.fromkeys(type(choice) for choice in option.choices if choice is not None)
    lists = [
        {"type": TYPES[kind], "enum": [one for one in option.choices if type(one) is kind]}
        for kind in kinds
    ]
    shape = lists[0] if len(lists) == 1 else {"anyOf": lists}
    return or_null(shape) if None in option.choices else shape


def _in_json(value: Value) -> str:
    plain = {None: "null", True: "true", False: "false"}
    return plain[value] if value is None or isinstance(value, bool) else str(value)
