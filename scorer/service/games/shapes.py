"""The JSON Schemas of the documents of games, for the OpenAPI document and the reference."""

from __future__ import annotations

from typing import Any, Final

from scorer.documents.schemas.shapes import (
    Shapes,
    described,
    member_shape,
    reference,
    reply_shape,
    request_shape,
    request_shapes,
)
from scorer.game.entry_fields import ENTRY_KINDS
from scorer.game.hands import entered_fields
from scorer.rulebook.book import Book
from scorer.rules import BOOKS
from scorer.types import games
from scorer.types.records import request_record
from scorer.types.terms import EntryKind

Json = dict[str, Any]

TABLE_MEANING: Final = "A hand at the table of a game: a table to settle without what it knows."


def game_shapes(known: Shapes) -> Shapes:
    """Return the schemas of games by name.

    Args:
        known: The schemas of documents, of which those of a table to settle are used.
    """
    shapes: Shapes = {
        "NewGame": {**request_shape(request_record("game")), "description": "A new game."}
    }
    for kind in ENTRY_KINDS:
        shapes |= _entry_shapes(kind)
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
    settle = known["SettleRequest"]
    choices = settle.get("discriminator", {}).get("mapping", {})
    if not choices:
        return {"GameTable": _table_schema(settle, *BOOKS.values())}
    tables = {}
    for id, path in choices.items():
        name = path.rpartition("/")[2]
        tables[name.replace("SettleRequest", "GameTable")] = _table_schema(known[name], BOOKS[id])
    return {
        "GameTable": {"description": TABLE_MEANING, "anyOf": [*map(reference, tables)]},
        **tables,
    }


def _table_schema(settle: Json, *books: Book) -> Json:
    """Return the schema of a hand as a game of these rulesets takes it.

    Args:
        settle: The schema of a table to settle, which need not have what the rulesets add to it.
        books: The rulesets.
    """
    declared = settle["properties"]
    fields = {field.name: field for book in books for field in entered_fields(book)}
    return {
        "description": TABLE_MEANING,
        "type": "object",
        "properties": {
            name: declared[name] if name in declared else member_shape(field)
            for name, field in fields.items()
            if name in declared or not field.added
        },
        "additionalProperties": False,
    }


def _entry_shapes(kind: EntryKind) -> Shapes:
    """Return the schemas of an entry of one kind, and of the objects in it."""
    record = request_record(kind, *BOOKS.values())
    # Over HTTP a writer must say which version they saw; an export has entries without it.
    members = [m._replace(required=m.required or m.name == "after") for m in record.members]
    shapes = request_shapes(record._replace(members=tuple(members)))
    own = shapes[record.name]["properties"]
    own["kind"] = described(own["kind"]["description"], {"type": "string", "const": kind})
    if "document" in own:
        own["document"] = described(own["document"]["description"], reference("GameTable"))
    return shapes


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
