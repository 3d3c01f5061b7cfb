"""Check the form of request documents.

Form is which keys a document has, and the type of each value. ``read`` and the rulesets check what
the tiles are and whether they win.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from heapq import nsmallest
from itertools import islice
from typing import Any, NamedTuple, TypeVar, cast

from marshmallow import Schema, ValidationError, fields

from scorer.documents.schemas.declared import schema_of
from scorer.documents.schemas.fields import (
    MISSING_ERROR,
    NOT_OBJECT_ERROR,
    NULL_ERROR,
    UNKNOWN_ERROR,
    BoundedListField,
    NestedField,
    ValueTest,
    quick_test_of,
    value_text,
)
from scorer.errors import HandError, Problem, closest_name, pointer_escaped
from scorer.languages.speech import say, typed_comma_list
from scorer.rules import BOOKS
from scorer.types import requests
from scorer.types.records import NOTHING_ADDED, AddedFields, fields_added_by, record_with_added
from scorer.types.records.added import REQUEST_TYPE_BY_NAME, with_events_of

MAX_PROBLEMS = 50
T = TypeVar("T")
REQUEST_NAME_BY_TYPE = {kind: name for name, kind in REQUEST_TYPE_BY_NAME.items()}
"""The names of the requests, by their types."""


def load(kind: type[T], document: object) -> T:
    """Return a document with its form checked as a request of this type. Raises HandError."""
    check = _check_of_request(REQUEST_NAME_BY_TYPE[kind], _added_fields(kind, document))
    checked: T = _run_check(check, document)
    return checked


def load_without_hand(kind: type[T], document: object) -> T:
    """Return a checked document about a hand, with the hand itself unchecked. Raises HandError."""
    hand = document.get("document") if isinstance(document, Mapping) else None
    if not isinstance(document, Mapping) or not isinstance(hand, Mapping):
        return load(kind, document)
    # A valid hand takes its place, so that only the rest is checked here.
    rest = cast("dict[str, object]", load(kind, {**document, "document": _WELL_FORMED}))
    return cast("T", {**rest, "document": hand})


def load_entry(kind: str, document: object, added: AddedFields) -> dict[str, Any]:
    """Return a checked entry of a game whose ruleset adds these fields. Raises HandError."""
    entry: dict[str, Any] = _run_check(_check_of_request(kind, added), document)
    return entry


class RequestCheck(NamedTuple):
    """How a kind of document is checked.

    Attributes:
        schema: finds the problems of a document.
        passes: a quick test that is true of documents without any.
    """

    schema: Schema
    passes: ValueTest


@lru_cache(maxsize=64)
def _check_of_request(name: str, added: AddedFields) -> RequestCheck:
    """Return how the request of this name is checked where rulesets add these fields."""
    schema = schema_of(record_with_added(name, added))()
    return RequestCheck(schema, quick_test_of(schema))


def _added_fields(kind: type, document: object) -> AddedFields:
    """Return the fields that its ruleset, or in a comparison any ruleset, adds to a document.

    A table may have the fields of any event: which of them an event has is said when it is read.
    """
    if kind is requests.CompareRequest:
        return fields_added_by(*BOOKS.values())
    added = _fields_of_ruleset(document)
    if kind is requests.SettleRequest:
        return with_events_of(added, fields_added_by(*BOOKS.values()))
    return added


def _fields_of_ruleset(document: object) -> AddedFields:
    """Return the fields that the ruleset of a document adds; none where it names no known one."""
    # Nearly every document is a dict, and asking whether it is a mapping takes longer.
    if type(document) is not dict and not isinstance(document, Mapping):
        return NOTHING_ADDED
    name = document.get("ruleset")
    book = BOOKS.get(name) if isinstance(name, str) else None
    return NOTHING_ADDED if book is None else book.fields


def _run_check(check: RequestCheck, document: object) -> Any:
    if check.passes(document):
        return document
    if not isinstance(document, Mapping):
        detail = say(
            'the whole request must be a JSON object, as in {{"ruleset": "mcr"}}, not {found}',
            found=value_text(document),
        )
        raise HandError(Problem("", "bad_value", detail))
    schema = check.schema
    try:
        loaded: dict[str, Any] = schema.load(_limit_unknown_fields(document, schema))
    except ValidationError as error:
        problems = _object_problems(schema, error.messages_dict, "")
        raise HandError(*islice(problems, MAX_PROBLEMS)) from None
    return _without_nulls(schema, loaded)


def _limit_unknown_fields(document: Mapping[Any, Any], schema: Schema) -> Mapping[Any, Any]:
    """Return the document with no more unknown fields than are reported, the first by name."""
    unknown = [name for name in document if name not in schema.fields]
    if len(unknown) <= MAX_PROBLEMS:
        return document
    reported = {*nsmallest(MAX_PROBLEMS, unknown, key=str)}
    return {k: v for k, v in document.items() if k in schema.fields or k in reported}


_WELL_FORMED: dict[str, object] = {"ruleset": "", "hand": {"concealed": ""}}


def _without_nulls(schema: Schema, loaded: dict[str, Any]) -> dict[str, Any]:
    """Return the document without the nulls of optional fields."""
    values = {}
    for name, value in loaded.items():
        field = schema.fields[name]
        inner = field.inner if isinstance(field, BoundedListField) else field
        if value is None:
            continue
        if isinstance(inner, NestedField):
            part = inner.schema
            if isinstance(value, list):
                value = [_without_nulls(part, item) for item in value]
            else:
                value = _without_nulls(part, value)
        values[name] = value
    return values


def _object_problems(
    schema: Schema, messages: Mapping[Any, Any], pointer: str
) -> Iterator[Problem]:
    """Yield marshmallow's messages on an object as problems, each with its pointer."""

    def place(name: object) -> tuple[bool, str]:
        # marshmallow keeps unknown fields in a set, which has no order.
        return (True, str(name)) if name not in schema.fields else (False, "")

    for name, message in sorted(messages.items(), key=lambda item: place(item[0])):
        below = f"{pointer}/{pointer_escaped(name)}"
        field = schema.fields.get(name)
        if field is not None:
            yield from _field_problems(field, message, below)
        else:
            yield Problem(below, "bad_value", _unknown_field_message(name, schema))


def _field_problems(field: fields.Field[Any], message: Any, pointer: str) -> Iterator[Problem]:
    if isinstance(message, Mapping):
        if not isinstance(field, NestedField):
            inner = field.inner if isinstance(field, BoundedListField) else field
            for name, below in message.items():
                yield from _field_problems(inner, below, f"{pointer}/{pointer_escaped(name)}")
        elif message.get("_schema", [UNKNOWN_ERROR]) != [UNKNOWN_ERROR]:
            yield from _field_problems(field, message["_schema"], pointer)
        else:
            yield from _object_problems(field.schema, message, pointer)
    else:
        yield from (_problem_of_message(field, text, pointer) for text in message)


def _problem_of_message(field: fields.Field[Any], text: str, pointer: str) -> Problem:
    if text in (MISSING_ERROR, NULL_ERROR):
        description = field.metadata["description"]
        if not field.required:
            detail = say(
                "this field cannot be null; write a value or remove the field. Its "
                "meaning: {field}",
                field=description,
            )
            return Problem(pointer, "bad_value", detail)
        return Problem(
            pointer,
            "required",
            say("a required field is missing: {field}", field=description),
        )
    if text == NOT_OBJECT_ERROR:
        return Problem(pointer, "bad_value", _object_message(field))
    return Problem(pointer, "bad_option" if "/options/" in pointer else "bad_value", text)


def _object_message(field: fields.Field[Any]) -> str:
    """Return what to write in place of a value that is no object."""
    names = [*field.schema.fields] if isinstance(field, NestedField) else []
    if not names:
        return say("write a JSON object, between {{ and }}")
    return say(
        'write a JSON object, as in {{"{name}": …}}; its fields are: {known}',
        name=names[0],
        known=typed_comma_list(names),
    )


def _unknown_field_message(name: object, schema: Schema) -> str:
    close = closest_name(str(name), schema.fields, 30)
    if close:
        return say(
            "there is no field {field} here; did you mean “{meant}”?",
            field=value_text(name),
            meant=close,
        )
    return say(
        "there is no field {field} here; remove this field or choose from: {known}",
        field=value_text(name),
        known=typed_comma_list(schema.fields),
    )
