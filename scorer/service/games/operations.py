"""The OpenAPI descriptions of the operations on games."""

from __future__ import annotations

from typing import Any, Final

from scorer.service.api import examples
from scorer.service.api.openapi import answers, asks, refuses

Json = dict[str, Any]

_WAIT: Final[Json] = {
    "Retry-After": {
        "description": "how many seconds to wait",
        "schema": {"type": "integer", "minimum": 1},
    }
}


def refuses_or_waits(*statuses: int) -> Json:
    """Return the error responses of an operation: any may also be 429 or 503."""
    responses = refuses(*statuses, 429, 503)
    for status in ("429", "503"):
        responses[status] = {**responses[status], "headers": _WAIT}
    if "409" in responses:
        responses["409"]["content"] = {"application/problem+json": {"schema": "StaleProblem"}}
    return responses


def created(schema: str, description: str, *headers: str) -> Json:
    response = answers(schema, description)["200"]
    described = {
        name: {"description": _HEADERS[name], "schema": {"type": "string"}} for name in headers
    }
    return {"201": {**response, "headers": described} if described else response}


_HEADERS: Final = {
    "ETag": "changes with every entry; send it back in If-None-Match",
    "Location": "the address of what was made",
}

KEY: Final[Json] = {
    "name": "key",
    "in": "path",
    "required": True,
    "description": "a key of the game: one to play with, or one to watch with",
    "schema": {"type": "string", "maxLength": 100},
}


def header(name: str, description: str, longest: int) -> Json:
    schema = {"type": "string", "minLength": 1, "maxLength": longest}
    return {"name": name, "in": "header", "description": description, "schema": schema}


def _query(name: str, description: str, **schema: Any) -> Json:
    return {"name": name, "in": "query", "description": description, "schema": schema}


_WRITER: Final = header("X-Player", "who writes, percent-encoded; at most 40 characters", 360)
_ONCE: Final = header(
    "Idempotency-Key",
    "a name for what is written: sent again with the same document it is written once, and "
    "answered as it was the first time",
    64,
)
_EXAMPLES: Final = {
    "a drawn hand": examples.DRAWN_HAND,
    "points that change hands": examples.ADJUSTMENT,
    "the last entry taken back": examples.UNDO,
}

NEW: Final[Json] = {
    "summary": "Begin a game",
    "description": (
        "An evening's score sheet. The answer has its keys, which are shown only this once: with "
        "the key to play anyone may read and write, with the key to watch anyone may read."
    ),
    "requestBody": asks("NewGame", {"four players": examples.NEW_GAME}),
    "responses": created("BegunGame", "The sheet, and its keys", "Location", "ETag")
    | refuses_or_waits(400, 413, 415, 422),
}

IMPORT: Final[Json] = {
    "summary": "Begin a game with what another had",
    "description": "Makes the game of an export again, under new keys. The answer has the last "
    "entries, at most 50 and 256 KiB of them.",
    "requestBody": asks("GameExport", {}),
    "responses": created("BegunGame", "The sheet, and its keys", "Location", "ETag")
    | refuses_or_waits(400, 413, 415, 422),
}

SHEET: Final[Json] = {
    "summary": "The sheet of a game",
    "description": "Every entry, what the next hand is played under, and the totals.",
    "parameters": [
        KEY,
        _query(
            "since", "only entries after this one", type="integer", minimum=0, maximum=2**31 - 1
        ),
        header("If-None-Match", "the ETag of the sheet that the client has", 200),
    ],
    "responses": {
        "200": {
            **answers("GameSheet", "The sheet")["200"],
            "headers": {
                "ETag": {"description": _HEADERS["ETag"], "schema": {"type": "string"}},
            },
        },
        "304": {"description": "Nothing has been written since."},
    }
    | refuses_or_waits(404, 422),
}

REMOVE: Final[Json] = {
    "summary": "Remove a game",
    "description": "Removes the game, all its entries and its keys, for good.",
    "parameters": [KEY],
    "responses": {"204": {"description": "It is gone."}} | refuses_or_waits(403, 404),
}

ENTER: Final[Json] = {
    "summary": "Write in a game",
    "description": (
        "A hand, points that change hands, or what mends an entry. Nothing is ever overwritten: "
        "where somebody was quicker the answer is 409, with what they wrote, and nothing is "
        "written. What is answered with 201 is kept for good."
    ),
    "parameters": [KEY, _ONCE, _WRITER],
    "requestBody": asks("EntryRequest", _EXAMPLES),
    "responses": created("WrittenEntry", "The entry, and how the game stands after it")
    | refuses_or_waits(400, 403, 404, 409, 413, 415, 422),
}

PREVIEW: Final[Json] = {
    "summary": "What an entry would do",
    "description": "Answers as if the entry were written, and writes nothing.",
    "parameters": [KEY, _WRITER],
    "requestBody": asks("EntryRequest", _EXAMPLES),
    "responses": answers("WrittenEntry", "The entry, and how the game would stand")
    | refuses_or_waits(400, 403, 404, 409, 413, 415, 422),
}

EXPORT: Final[Json] = {
    "summary": "The whole game",
    "description": "All that there is to keep of a game; POST /api/v1/games/import takes it.",
    "parameters": [KEY],
    "responses": answers("GameExport", "The game") | refuses_or_waits(404),
}

CODES: Final[Json] = {
    "summary": "Make a code to join by",
    "description": "Six letters that another phone types in to get a key of its own. A code is "
    "good for ten minutes; a new one closes the one before.",
    "parameters": [KEY],
    "requestBody": asks("CodeRequest", {"to play": {"role": "play"}}),
    "responses": created("JoinCode", "The code") | refuses_or_waits(400, 403, 404, 413, 415, 422),
}

JOIN: Final[Json] = {
    "summary": "Join a game by a code",
    "description": "Answers with a further key of the game, for this phone. A client may try five "
    "codes a minute.",
    "requestBody": asks("JoinRequest", {"a code": {"code": "KTMQXR"}}),
    "responses": created("JoinedGame", "The key") | refuses_or_waits(400, 404, 413, 415, 422),
}

CSV: Final[Json] = {
    "summary": "The sheet as a table",
    "description": "A line an entry, a column a player, for a spreadsheet.",
    "parameters": [KEY],
    "responses": {
        "200": {"description": "The table", "content": {"text/csv": {"schema": {"type": "string"}}}}
    }
    | refuses_or_waits(404),
}

SETTLE_UP: Final[Json] = {
    "summary": "Who gives what to whom",
    "description": "The fewest transfers that make all even: in points or, when the evening is "
    "over and the ruleset has them, in table points; and, at a rate for each, in money.",
    "parameters": [
        KEY,
        _query(
            "by", "points (default) or table_points", type="string", enum=["points", "table_points"]
        ),
        _query(
            "rate",
            "what a point, or a table point, is worth, as in 0.05",
            type="string",
            maxLength=20,
        ),
        _query("currency", "the currency of the rate, as in GBP", type="string", maxLength=10),
    ],
    "responses": answers("SettleUp", "The transfers") | refuses_or_waits(404, 422),
}

KEYS: Final[Json] = {
    "summary": "Replace keys",
    "description": "Gives the game new keys; the ones that they replace open nothing any more.",
    "parameters": [KEY],
    "requestBody": asks("KeysRequest", {"both": {"play": True, "watch": True}}),
    "responses": answers("ReplacedKeys", "The new keys")
    | refuses_or_waits(400, 403, 404, 413, 415, 422),
}
