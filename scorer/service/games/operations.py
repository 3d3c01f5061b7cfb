"""The OpenAPI descriptions of the operations on games."""

from __future__ import annotations

from typing import Any, Final

from scorer import types
from scorer.documents.schemas.shapes import reference
from scorer.game.export import MAX_CURRENCY_LENGTH
from scorer.service.api import examples
from scorer.service.api.openapi import (
    body_problems,
    problem_responses,
    request_body,
    success_response,
)
from scorer.service.api.selection import fields_parameter
from scorer.service.games.bearer import KEY_IN_HEADER_PATH
from scorer.service.games.fitting import MAX_ANSWER_BYTES, MAX_ENTRIES_PER_ANSWER
from scorer.service.games.request_meta import MAX_ONCE_KEY_LENGTH, MIN_SECRET_LENGTH
from scorer.service.wsgi.masks import NO_KEYS

Json = dict[str, Any]


def problem_or_stale_responses(*statuses: int) -> Json:
    """Return the error responses of an operation that writes after a version of the sheet."""
    responses = problem_responses(*statuses, 409)
    responses["409"]["content"] = {"application/problem+json": {"schema": "StaleProblem"}}
    return responses


def created_response(schema: str, description: str, *headers: str) -> Json:
    response = success_response(schema, description)["200"]
    described = {
        name: {"description": _HEADERS[name], "schema": {"type": "string"}} for name in headers
    }
    return {"201": {**response, "headers": described} if described else response}


_HEADERS: Final = {
    "ETag": "changes with every entry; send it back in If-None-Match",
    "Location": "the address of what was made",
}


def key_in_path(description: str) -> Json:
    """Return the description of the key in a path, which the header Authorization may have."""
    return {
        "name": "key",
        "in": "path",
        "required": True,
        "description": (
            f"{description}; `{KEY_IN_HEADER_PATH}` where the header Authorization has it"
        ),
        "schema": {
            "type": "string",
            "maxLength": 100,
            "not": {"enum": [*NO_KEYS]},
            "default": KEY_IN_HEADER_PATH,
        },
    }


KEY_PARAMETER: Final[Json] = key_in_path(
    "a key of the game: one to play with, or one to watch with"
)


def header_parameter(name: str, description: str, longest: int, least: int = 1) -> Json:
    schema = {"type": "string", "minLength": least, "maxLength": longest}
    return {"name": name, "in": "header", "description": description, "schema": schema}


def _query_parameter(name: str, description: str, **schema: Any) -> Json:
    return {"name": name, "in": "query", "description": description, "schema": schema}


CREATION_KEY_HEADER: Final = header_parameter(
    "Idempotency-Key",
    "a name for the request that nobody guesses, as a UUID: sent again with the same body it is "
    "answered with what was made the first time, under the same keys; with another body it is 422",
    MAX_ONCE_KEY_LENGTH,
    MIN_SECRET_LENGTH,
)
"""Of a request that makes a game or a class."""

_NEW_KEYS_HEADER: Final = header_parameter(
    "Idempotency-Key",
    "a name for the request that nobody guesses, as a UUID: sent again with the same body it is "
    "answered with the same new keys, though the key in its address was replaced by them",
    MAX_ONCE_KEY_LENGTH,
    MIN_SECRET_LENGTH,
)

_WRITER_HEADER: Final = header_parameter(
    "X-Player", "who writes, percent-encoded; at most 40 characters", 360
)
_ENTRY_KEY_HEADER: Final = header_parameter(
    "Idempotency-Key",
    "a name for what is written: sent again with the same document it is written once, and "
    "answered as it was the first time",
    MAX_ONCE_KEY_LENGTH,
)
_EXAMPLES: Final = {
    "a drawn hand": examples.DRAWN_HAND,
    "points that change hands": examples.ADJUSTMENT,
    "the last entry taken back": examples.UNDO,
}


def _import_body() -> Json:
    either = {"anyOf": [reference("GameExport"), reference("TenhouLog")]}
    log = {"description": "the log as it was downloaded", "type": "string", "format": "binary"}
    content = {"application/json": {"schema": either}, "application/octet-stream": {"schema": log}}
    return {"required": True, "content": content}


NEW_GAME: Final[Json] = {
    "summary": "Begin a game",
    "description": (
        "An evening's score sheet. The answer has its keys, which no other answer has: with "
        "the key to play anyone may read and write, with the key to watch anyone may read."
    ),
    "parameters": [CREATION_KEY_HEADER],
    "requestBody": request_body("NewGame", {"four players": examples.NEW_GAME}),
    "responses": created_response("BegunGame", "The sheet, and its keys", "Location", "ETag")
    | body_problems(),
}

IMPORT_GAME: Final[Json] = {
    "summary": "Begin a game with what another had",
    "description": "Makes the game of an export again, under new keys. The answer has the last "
    f"entries, at most {MAX_ENTRIES_PER_ANSWER} and {MAX_ANSWER_BYTES >> 10} KiB of them. A "
    "recorded game of riichi is taken too: the JSON of "
    "tenhou.net/6, which downloaders of Mahjong Soul write, or an mjlog (also "
    "as application/xml or application/gzip). Every hand is scored again, and `log` in the answer "
    "names what the log has otherwise.",
    "parameters": [CREATION_KEY_HEADER],
    "requestBody": _import_body(),
    "responses": created_response("BegunGame", "The sheet, and its keys", "Location", "ETag")
    | body_problems(),
}

GAME_SHEET: Final[Json] = {
    "summary": "The sheet of a game",
    "description": "Every entry, what the next hand is played under, and the totals.",
    "parameters": [
        KEY_PARAMETER,
        _query_parameter(
            "since", "only entries after this one", type="integer", minimum=0, maximum=2**31 - 1
        ),
        fields_parameter(types.GameSheet),
        header_parameter("If-None-Match", "the ETag of the sheet that the client has", 200),
    ],
    "responses": {
        "200": {
            **success_response("GameSheet", "The sheet")["200"],
            "headers": {
                "ETag": {"description": _HEADERS["ETag"], "schema": {"type": "string"}},
            },
        },
        "304": {"description": "Nothing has been written since."},
    }
    | problem_responses(404, 422),
}

REMOVE_GAME: Final[Json] = {
    "summary": "Remove a game",
    "description": "Removes the game, all its entries and its keys, for good.",
    "parameters": [KEY_PARAMETER],
    "responses": {"204": {"description": "It is gone."}} | problem_responses(403, 404),
}

WRITE_ENTRY: Final[Json] = {
    "summary": "Write in a game",
    "description": (
        "A hand, points that change hands, or what mends an entry. Nothing is ever overwritten: "
        "where somebody was quicker the answer is 409, with what they wrote, and nothing is "
        "written. What is answered with 201 is kept for good."
    ),
    "parameters": [KEY_PARAMETER, _ENTRY_KEY_HEADER, _WRITER_HEADER],
    "requestBody": request_body("EntryRequest", _EXAMPLES),
    "responses": created_response("WrittenEntry", "The entry, and how the game stands after it")
    | problem_or_stale_responses(400, 403, 404, 413, 415, 422),
}

PREVIEW_ENTRY: Final[Json] = {
    "summary": "What an entry would do",
    "description": "Answers as if the entry were written, and writes nothing.",
    "parameters": [KEY_PARAMETER, _WRITER_HEADER],
    "requestBody": request_body("EntryRequest", _EXAMPLES),
    "responses": success_response("WrittenEntry", "The entry, and how the game would stand")
    | problem_or_stale_responses(400, 403, 404, 413, 415, 422),
}

EXPORT_GAME: Final[Json] = {
    "summary": "The whole game",
    "description": "All that there is to keep of a game; POST /api/v1/games/import takes it.",
    "parameters": [KEY_PARAMETER],
    "responses": success_response("GameExport", "The game") | problem_responses(404),
}

OPEN_CODE: Final[Json] = {
    "summary": "Make a code to join by",
    "description": "Six letters that another phone types in to get a key of its own. A code is "
    "good for ten minutes; a new one closes the one before.",
    "parameters": [KEY_PARAMETER],
    "requestBody": request_body("CodeRequest", {"to play": {"role": "play"}}),
    "responses": created_response("JoinCode", "The code")
    | problem_responses(400, 403, 404, 413, 415, 422),
}

JOIN_GAME: Final[Json] = {
    "summary": "Join a game by a code",
    "description": "Answers with a further key of the game, for this phone. A client may try a few "
    "wrong codes a minute.",
    "requestBody": request_body("JoinRequest", {"a code": {"code": "KTMQXR"}}),
    "responses": created_response("JoinedGame", "The key")
    | problem_responses(400, 404, 413, 415, 422),
}

EXPORT_CSV: Final[Json] = {
    "summary": "The sheet as a table",
    "description": "A line an entry, a column a player, for a spreadsheet.",
    "parameters": [KEY_PARAMETER],
    "responses": {
        "200": {"description": "The table", "content": {"text/csv": {"schema": {"type": "string"}}}}
    }
    | problem_responses(404),
}

SETTLE_UP: Final[Json] = {
    "summary": "Who gives what to whom",
    "description": "The fewest transfers that make all even: in points or, when the evening is "
    "over and the ruleset has them, in table points; and, at a rate for each, in money.",
    "parameters": [
        KEY_PARAMETER,
        _query_parameter(
            "by", "points (default) or table_points", type="string", enum=["points", "table_points"]
        ),
        _query_parameter(
            "rate",
            "what a point, or a table point, is worth, as in 0.05",
            type="string",
            maxLength=20,
        ),
        _query_parameter(
            "currency",
            "the currency of the rate, as in GBP",
            type="string",
            maxLength=MAX_CURRENCY_LENGTH,
        ),
    ],
    "responses": success_response("SettleUp", "The transfers") | problem_responses(404, 422),
}

REPLACE_KEYS: Final[Json] = {
    "summary": "Replace keys",
    "description": "Gives the game new keys; the ones that they replace open nothing any more.",
    "parameters": [KEY_PARAMETER, _NEW_KEYS_HEADER],
    "requestBody": request_body("KeysRequest", {"both": {"play": True, "watch": True}}),
    "responses": success_response("ReplacedKeys", "The new keys")
    | problem_responses(400, 403, 404, 413, 415, 422),
}
