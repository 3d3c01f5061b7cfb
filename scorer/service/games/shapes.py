"""The JSON Schemas of the documents of games, for the OpenAPI document and the reference."""

from __future__ import annotations

from typing import Any, Final

from scorer.documents.schemas.shapes import (
    Shapes,
    reference,
    reply_shape,
    request_shape,
    request_shapes,
)
from scorer.game.entry_fields import KINDS
from scorer.rules import BOOKS
from scorer.types import games
from scorer.types.entries import MOST_NUMBER
from scorer.types.records import request_record

Json = dict[str, Any]

AFTER: Final[Json] = {
    "description": "the version of the sheet that the writer saw",
    "type": "integer",
    "minimum": 0,
    "maximum": MOST_NUMBER,
}


def game_shapes() -> Shapes:
    """Return the schemas of games by name."""
    shapes: Shapes = {
        "NewGame": {**request_shape(request_record("game")), "description": "A new game."}
    }
    for kind in KINDS:
        entry = request_record(kind, *BOOKS.values())
        shapes |= request_shapes(entry)
        shapes[entry.name] = _entry(kind, shapes[entry.name])
    shapes["EntryRequest"] = _any_entry()
    for name in ("keys", "code", "join"):
        record = request_record(name)
        shapes[record.name] = request_shape(record)
    shapes["GameExport"] = _export()
    for name in games.__all__:
        if name != "EntryKind":
            shapes[name] = reply_shape(getattr(games, name))
    return shapes


def _entry(kind: str, shape: Json) -> Json:
    """Return the schema of an entry request of one kind, with the version that its writer saw."""
    own = {"kind": {"description": "the kind of the entry", "type": "string", "const": kind}}
    required = ["kind", "after", *(name for name in shape["required"] if name != "kind")]
    return {
        **shape,
        "properties": {**shape["properties"], **own, "after": AFTER},
        "required": required,
    }


def _any_entry() -> Json:
    references = {kind: reference(request_record(kind).name) for kind in KINDS}
    return {
        "description": "An entry of a game.",
        "oneOf": list(references.values()),
        "discriminator": {
            "propertyName": "kind",
            "mapping": {kind: schema["$ref"] for kind, schema in references.items()},
        },
    }


def _export() -> Json:
    return {
        "description": "A whole game, as it is carried elsewhere: its sheet, and how it began.",
        "type": "object",
        "properties": {
            "format": {"description": "mahjong-scorer-game", "type": "string"},
            "began": {"description": "how the game began", "type": "object"},
            "entries": {
                "description": "every entry",
                "type": "array",
                "items": {"type": "object"},
            },
        },
        "required": ["format", "began", "entries"],
    }
