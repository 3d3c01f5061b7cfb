"""The documents of games as JSON Schema: beside those of hands, in the OpenAPI document and in the
reference."""

from __future__ import annotations

from typing import Any, Final

from scorer.documents.shapes import Shapes, parts_of, reference, reply_shape, request_shape
from scorer.game.told import ENTRIES, MOST_NUMBER, GameRequest
from scorer.rules import BOOKS
from scorer.types import games

__all__ = ["game_shapes"]

Json = dict[str, Any]

AFTER: Final[Json] = {
    "description": "the version of the sheet that the writer saw",
    "type": "integer",
    "minimum": 0,
    "maximum": MOST_NUMBER,
}


def game_shapes() -> Shapes:
    """Every shape of games by its name."""
    made: Shapes = {"NewGame": {**request_shape(GameRequest()), "description": "A new game."}}
    for kind, schema in ENTRIES.items():
        for part in parts_of(schema()):
            made[type(part).__name__] = request_shape(part)
        made[schema.__name__] = _entry(kind, made[schema.__name__])
    made["SeatsEntry"]["properties"] |= _numbers()
    made["EntryRequest"] = _one_of_the_entries()
    made["KeysRequest"] = _keys()
    made["GameExport"] = _export()
    for name in games.__all__:
        if name != "EntryKind":
            made[name] = reply_shape(getattr(games, name))
    return made


def _entry(kind: str, shape: Json) -> Json:
    """An entry as it is sent: of one kind, and with the version that its writer saw."""
    own = {"kind": {"description": "the kind of the entry", "type": "string", "const": kind}}
    required = ["kind", "after", *(name for name in shape["required"] if name != "kind")]
    return {
        **shape,
        "properties": {**shape["properties"], **own, "after": AFTER},
        "required": required,
    }


def _numbers() -> Json:
    """The numbers of the game that some rulesets count."""
    return {
        one.name: {
            "description": one.meaning,
            "type": "integer",
            "minimum": one.least,
            "maximum": one.most,
        }
        for book in BOOKS.values()
        for one in book.state.values()
    }


def _one_of_the_entries() -> Json:
    named = {kind: reference(schema.__name__) for kind, schema in ENTRIES.items()}
    return {
        "description": "An entry of a game.",
        "oneOf": list(named.values()),
        "discriminator": {
            "propertyName": "kind",
            "mapping": {kind: one["$ref"] for kind, one in named.items()},
        },
    }


def _keys() -> Json:
    return {
        "description": "The keys that are to be replaced.",
        "type": "object",
        "properties": {
            "play": {"description": "replace the key that writes", "type": "boolean"},
            "watch": {"description": "replace the key that reads", "type": "boolean"},
        },
        "required": [],
        "additionalProperties": False,
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
