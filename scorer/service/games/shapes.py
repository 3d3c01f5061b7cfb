"""The JSON Schemas of the documents of games, for the OpenAPI document and the reference."""

from __future__ import annotations

from typing import Any, Final

from scorer.documents.schemas.shapes import (
    Shapes,
    described,
    reference,
    reply_shape,
    request_shape,
    request_shapes,
)
from scorer.game.entry_fields import ENTRY_KINDS
from scorer.rules import BOOKS
from scorer.types import games
from scorer.types.entries import MAX_ENTRY_NUMBER
from scorer.types.records import request_record

Json = dict[str, Any]

AFTER_SHAPE: Final[Json] = {
    "description": "the version of the sheet that the writer saw",
    "type": "integer",
    "minimum": 0,
    "maximum": MAX_ENTRY_NUMBER,
}


KNOWN_TO_GAME: Final = frozenset(
    ("ruleset", "preset", "options", "prevailing", "deals_passed", "standing", "east_run")
)
"""The fields of a table to settle that a game fills in itself."""


def game_shapes(known: Shapes) -> Shapes:
    """Return the schemas of games by name.

    Args:
        known: The schemas of documents, of which those of a table to settle are used.
    """
    shapes: Shapes = {
        "NewGame": {**request_shape(request_record("game")), "description": "A new game."}
    }
    for kind in ENTRY_KINDS:
        entry = request_record(kind, *BOOKS.values())
        shapes |= request_shapes(entry)
        shapes[entry.name] = _entry_schema(kind, shapes[entry.name])
        _describe_document(shapes[entry.name])
    shapes["EntryRequest"] = _any_entry()
    for name in ("keys", "code", "join"):
        record = request_record(name)
        shapes[record.name] = request_shape(record)
    shapes |= _tables(known)
    shapes["TenhouLog"] = _log_schema()
    for name in games.__all__:
        if name != "EntryKind":
            shapes[name] = reply_shape(getattr(games, name))
    return shapes


def _tables(known: Shapes) -> Shapes:
    """Return the schema of a hand as a game takes it, a table to settle without what the game
    knows, and those of the rulesets if a table to settle has them."""
    filled_in = KNOWN_TO_GAME.union(*(book.counters for book in BOOKS.values()))
    tables, meaning = {}, "A hand at the table of a game: a table to settle without what it knows."
    settle = known["SettleRequest"]
    for name in [choice["$ref"].rpartition("/")[2] for choice in settle.get("oneOf", ())]:
        tables[name.replace("SettleRequest", "GameTable")] = _table_schema(
            known[name], filled_in, meaning
        )
    if not tables:
        return {"GameTable": _table_schema(settle, filled_in, meaning)}
    choices = [reference(name) for name in tables]
    return {"GameTable": {"description": meaning, "anyOf": choices}, **tables}


def _table_schema(settle: Json, filled_in: frozenset[str], meaning: str) -> Json:
    left = {name: shape for name, shape in settle["properties"].items() if name not in filled_in}
    return {
        "description": meaning,
        "type": "object",
        "properties": left,
        "additionalProperties": False,
    }


def _describe_document(shape: Json) -> None:
    """Give the document of an entry, if it has one, its schema."""
    if "document" in shape["properties"]:
        meaning = shape["properties"]["document"]["description"]
        shape["properties"]["document"] = described(meaning, reference("GameTable"))


def _entry_schema(kind: str, shape: Json) -> Json:
    """Return the schema of an entry request of one kind, with the version that its writer saw."""
    own = {"kind": {"description": "the kind of the entry", "type": "string", "const": kind}}
    required = ["kind", "after", *(name for name in shape["required"] if name != "kind")]
    return {
        **shape,
        "properties": {**shape["properties"], **own, "after": AFTER_SHAPE},
        "required": required,
    }


def _any_entry() -> Json:
    references = {kind: reference(request_record(kind).name) for kind in ENTRY_KINDS}
    return {
        "description": "An entry of a game.",
        "oneOf": list(references.values()),
        "discriminator": {
            "propertyName": "kind",
            "mapping": {kind: schema["$ref"] for kind, schema in references.items()},
        },
    }


def _log_schema() -> Json:
    anything: Json = {"type": "array", "items": {}}
    return {
        "description": "A recorded game in Tenhou's JSON.",
        "type": "object",
        "properties": {
            "log": {**anything, "description": "the hands"},
            "name": {**anything, "description": "the players' names"},
            "rule": {"description": "the rule", "type": "object"},
        },
        "required": ["log"],
    }
