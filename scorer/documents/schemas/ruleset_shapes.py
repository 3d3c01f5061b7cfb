"""JSON Schemas of the documents under each ruleset.

They list its options, presets, circumstances, events and tally as its book declares them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

from scorer.documents.schemas.fields import NamedValuesField
from scorer.documents.schemas.shapes import (
    REFERENCE_PREFIX,
    Json,
    Shapes,
    all_request_shapes,
    described,
    or_null,
    reference,
    shapes,
    strings,
)
from scorer.engine.situation import GameCounter
from scorer.rulebook.book import Book, Option, Value
from scorer.rules import BOOKS
from scorer.types import Way

COUNTERS_OF: Final = "Next"
"""The shape that has the counters for the next hand, where a ruleset has any."""

ADDED_TO: Final = ("Hand", "Win", "ExpectedWin", "Player", "Event")
"""The objects in requests that may differ with the ruleset."""
COMMON_EVENT_KEYS: Final = ("event", "by")
ALL_WIN_WAYS: Final = get_args(Way)
JSON_TYPE_NAMES: Final[Mapping[type, str]] = {str: "string", int: "integer", bool: "boolean"}


def shapes_by_ruleset() -> Shapes:
    """Return every shape by its name.

    One that depends on the ruleset is a choice of a shape for each ruleset, discriminated by its
    ``ruleset``. A request that names several rulesets has the fields of all.
    """
    general = shapes()
    united = general | all_request_shapes(*BOOKS.values())
    rooted = [name for name, shape in general.items() if _depends_on_ruleset(shape)]
    depending = _shapes_depending_on_ruleset(general)
    made = {name: united[name] for name in general if name not in depending}
    made |= {name: {"description": general[name]["description"]} for name in rooted}
    for book in BOOKS.values():
        own = _shapes_of_ruleset(
            book, general, depending | ({COUNTERS_OF} if book.counters else set())
        )
        made |= own
        for name in rooted:
            if _shape_name(book, name) in own:
                _add_choice(made[name], book, name)
    return _with_parts(made, united)


def _with_parts(made: Shapes, united: Shapes) -> Shapes:
    """Add the parts of a request that names several rulesets, with the fields of every ruleset."""
    while True:
        missing = {name for shape in made.values() for name in _referred_names(shape)} - made.keys()
        if not missing:
            return made
        made |= {name: united[name] for name in sorted(missing)}


def _shape_name(book: Book, name: str) -> str:
    """Return the name of a shape under this ruleset; it begins with ``MyClub`` for ``my_club``."""
    return "".join(word.capitalize() for word in book.id.split("_")) + name


def _add_choice(choice: Json, book: Book, name: str) -> None:
    """Add a ruleset's shape to the choice that its ``ruleset`` discriminates."""
    own = reference(_shape_name(book, name))
    choice.setdefault("oneOf", []).append(own)
    discriminator = choice.setdefault("discriminator", {"propertyName": "ruleset", "mapping": {}})
    discriminator["mapping"][book.id] = own["$ref"]


def _shape_properties(shape: Json) -> Json:
    properties: Json = shape.get("properties", {})
    return properties


def _referred_names(value: object) -> Iterator[str]:
    """Yield the names of the shapes to which a shape refers."""
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"].removeprefix(REFERENCE_PREFIX)
        for inner in value.values():
            yield from _referred_names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _referred_names(inner)


def _shapes_depending_on_ruleset(general: Shapes) -> set[str]:
    """Return the names of shapes that differ with the ruleset, and of shapes that contain them."""
    names = {
        name for name, shape in general.items() if name in ADDED_TO or _depends_on_ruleset(shape)
    }
    while True:
        more = {
            name for name, shape in general.items() if names & set(_referred_names(shape))
        } - names
        if not more:
            return names & _shapes_with_ruleset(general)
        names |= more


def _shapes_with_ruleset(general: Shapes) -> set[str]:
    """Return the names of shapes that name a ruleset, and of shapes in them."""
    names = {name for name, shape in general.items() if _depends_on_ruleset(shape)}
    while True:
        more = {inner for name in names for inner in _referred_names(general[name])} - names
        if not more:
            return names
        names |= more


def _depends_on_ruleset(shape: Json) -> bool:
    """Tests if the ruleset in a shape decides the rest; not where it may be an unknown one."""
    properties = _shape_properties(shape)
    return "ruleset" in properties and "errors" not in properties


def _is_part_of_request(shape: Json) -> bool:
    """Tests if a shape is part of a request."""
    return shape.get("additionalProperties") is False


def _shapes_of_ruleset(book: Book, general: Shapes, depending: set[str]) -> Shapes:
    """Return the shapes of this ruleset: its own, and those that depend on it."""
    made, requests = _declared_shapes(book), all_request_shapes(book)
    for name in general:
        if name not in depending:
            continue
        shape = _rename_references(requests.get(name, general[name]), book, depending)
        properties = _own_properties(book, shape)
        for number in book.counters.values():
            if name == COUNTERS_OF:
                properties[number.name] = _counter_property(number)
            elif number.name in properties and _is_part_of_request(shape):
                properties[number.name] |= _counter_default(number)
        made[_shape_name(book, name)] = {**shape, "properties": properties}
    return made


def _rename_references(value: Any, book: Book, depending: set[str]) -> Any:
    """Return a copy whose references lead to the shapes of this ruleset, where it has them."""
    if isinstance(value, dict):
        target = value.get("$ref", "").removeprefix(REFERENCE_PREFIX)
        own = reference(_shape_name(book, target)) if target in depending else {}
        return {
            key: _rename_references(inner, book, depending) for key, inner in value.items()
        } | own
    if isinstance(value, list):
        return [_rename_references(inner, book, depending) for inner in value]
    return value


def _own_properties(book: Book, shape: Json) -> Json:
    """Return the properties of a shape under this ruleset."""
    general = _shape_properties(shape)
    own: Json = {}
    if "ruleset" in general:
        own = _rules_properties(book, in_request=_is_part_of_request(shape))
    elif "with" in general:
        own = _win_properties(book, general)
    elif "event" in general and book.events:
        own = {"event": reference(_shape_name(book, "EventName"))}
        fields = {field.name for event in book.events.values() for field in event.fields}
        general = {
            key: value for key, value in general.items() if key in (*COMMON_EVENT_KEYS, *fields)
        }
    return {
        key: described(value["description"], own[key]) if key in own else value
        for key, value in general.items()
    }


def _rules_properties(book: Book, *, in_request: bool) -> Json:
    """Return the properties of the rules in a request or an answer, and of the tally."""
    preset = reference(_shape_name(book, "PresetName")) if book.presets else {"type": "null"}
    options = reference(_shape_name(book, "Options" if in_request else "OptionsInForce"))
    return {
        "ruleset": {"type": "string", "const": book.id},
        "preset": or_null(preset) if in_request and book.presets else preset,
        "options": or_null(options) if in_request else options,
        "tally": reference(_shape_name(book, "Tally")),
    }


def _win_properties(book: Book, general: Json) -> Json:
    """Return the properties of a win that differ under this ruleset: ways and circumstances."""
    own: Json = {}
    if book.table.ways != ALL_WIN_WAYS:
        way = reference(_shape_name(book, "Way"))
        own["by"] = or_null(way) if "anyOf" in general["by"] else way
    if book.circumstances:
        names = reference(_shape_name(book, "CircumstanceName"))
        most = general["with"]["anyOf"][0]["maxItems"]
        own["with"] = or_null({"type": "array", "maxItems": most, "items": names})
    return own


def _declared_shapes(book: Book) -> Shapes:
    """Return the shapes of a ruleset's closed lists, options and tally."""
    options = {name: _option_property(option) for name, option in book.options.items()}
    always = book.edition().sheet_of_agreed_points(0, True).tally
    made: Shapes = {
        "PresetName": described(f"A preset of {book.name}.", strings(book.presets)),
        "CircumstanceName": described(
            f"A circumstance that {book.name} knows.", strings(book.circumstances)
        ),
        "Way": described(f"How a hand is won in {book.name}.", strings(book.table.ways)),
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
    if book.table.ways == ALL_WIN_WAYS:
        del made["Way"]
    return {
        _shape_name(book, name): shape for name, shape in made.items() if shape.get("enum") != []
    }


def _option_property(option: Option[Any]) -> Json:
    """Return an option as a property.

    Its default is in the description and in ``x-default``: with ``default``, clients would send it
    and so undo what the preset sets.
    """
    shape = described(
        f"{option.meaning}; {_value_in_json(option.default)} by default",
        _option_values_shape(option),
    )
    return {**shape, "x-default": option.default}


def _counter_property(number: GameCounter) -> Json:
    """Return a counter as a property of an answer."""
    whole = {"type": "integer", "minimum": number.least, "maximum": number.most}
    return {**whole, **_counter_default(number)}


def _counter_default(number: GameCounter) -> Json:
    """Return the description and the default of a counter."""
    meaning = f"{number.meaning}; {number.default} by default"
    return {"description": meaning, "x-default": number.default}


def _option_values_shape(option: Option[Any]) -> Json:
    if option.type == "boolean":
        return {"type": "boolean"}
    if option.type == "text":
        return {"type": "string", "maxLength": NamedValuesField.longest_value}
    if option.choices is None:
        bounds = {"minimum": option.minimum, "maximum": option.maximum}
        multiple = {"multipleOf": option.step} if option.step > 1 else {}
        return {"type": "integer", **bounds, **multiple}
    kinds = dict.fromkeys(type(choice) for choice in option.choices if choice is not None)
    lists = [
        {
            "type": JSON_TYPE_NAMES[kind],
            "enum": [choice for choice in option.choices if type(choice) is kind],
        }
        for kind in kinds
    ]
    shape = lists[0] if len(lists) == 1 else {"anyOf": lists}
    return or_null(shape) if None in option.choices else shape


def _value_in_json(value: Value) -> str:
    plain = {None: "null", True: "true", False: "false"}
    return plain[value] if value is None or isinstance(value, bool) else str(value)
