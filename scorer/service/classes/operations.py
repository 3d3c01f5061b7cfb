"""The OpenAPI descriptions of the operations on classes."""

from __future__ import annotations

from typing import Any, Final

from scorer.service.api import examples
from scorer.service.api.openapi import answers, asks
from scorer.service.games.operations import created, header, refuses_or_waits

Json = dict[str, Any]

KEY: Final[Json] = {
    "name": "key",
    "in": "path",
    "required": True,
    "description": "a key of the class: the teacher's, or the one to join with",
    "schema": {"type": "string", "maxLength": 100},
}
_TEACH: Final[Json] = {**KEY, "description": "the teacher's key of the class"}
_JOIN: Final[Json] = {**KEY, "description": "the key to join the class with"}
_ONCE: Final = header(
    "Idempotency-Key",
    "a name for the answer: sent again with the same document it is counted once, and replied to "
    "as it was the first time",
    64,
)
_BODY: Final = (400, 413, 415, 422)

NEW: Final[Json] = {
    "summary": "Begin a class",
    "description": (
        "Exercises that pupils answer on their phones. The answer has the keys of the class, which "
        "are shown only this once. The class is removed after 30 days."
    ),
    "requestBody": asks("ClassRequest", {"three problems": examples.NEW_CLASS}),
    "responses": created("BegunClass", "The keys", "Location") | refuses_or_waits(*_BODY),
}

SHEET: Final[Json] = {
    "summary": "A class",
    "description": "Its exercises in order; the answers to them once it is closed. Under the "
    "teacher's key also the pupils and the results.",
    "parameters": [KEY, header("If-None-Match", "the ETag that the client has", 200)],
    "responses": {
        "200": {
            **answers("ClassSheet", "The class")["200"],
            "headers": {
                "ETag": {
                    "description": "changes with what this key shows; send it back in "
                    "If-None-Match",
                    "schema": {"type": "string"},
                }
            },
        },
        "304": {"description": "Nothing has changed since."},
    }
    | refuses_or_waits(404),
}

REMOVE: Final[Json] = {
    "summary": "Remove a class",
    "description": "Removes the class, its pupils, their answers and its keys, for good.",
    "parameters": [_TEACH],
    "responses": {"204": {"description": "It is gone."}} | refuses_or_waits(403, 404),
}

PUPILS: Final[Json] = {
    "summary": "Join a class under a nickname",
    "description": "The answer has the secret of this phone, with which it sends answers, and the "
    "nickname, made distinct. A class has at most 60 pupils.",
    "parameters": [_JOIN],
    "requestBody": asks("PupilRequest", {"a nickname": examples.NEW_PUPIL}),
    "responses": created("NewPupil", "The pupil") | refuses_or_waits(403, 404, *_BODY),
}

ANSWERS: Final[Json] = {
    "summary": "Answer an exercise of a class",
    "description": "The first answer counts; later ones are stored as tries, 20 in all. Answered "
    "with the grade, or with KeptAnswer where grades are shown when the class is closed.",
    "parameters": [_JOIN, _ONCE],
    "requestBody": asks("PupilAnswer", {"the points": examples.PUPIL_ANSWER}),
    "responses": {
        "200": {
            "description": "The grade, or that the answer is stored",
            "content": {"application/json": {"schema": "AnswerReply"}},
        }
    }
    | refuses_or_waits(403, 404, *_BODY),
}

CLOSE: Final[Json] = {
    "summary": "Close a class",
    "description": "It takes no more answers, and shows the answers to all.",
    "parameters": [_TEACH],
    "responses": answers("ClassSheet", "The class") | refuses_or_waits(403, 404),
}

OPEN: Final[Json] = {
    "summary": "Open a class again",
    "description": "It takes answers again.",
    "parameters": [_TEACH],
    "responses": answers("ClassSheet", "The class") | refuses_or_waits(403, 404),
}

CSV: Final[Json] = {
    "summary": "The results as a table",
    "description": "A line for each pupil and exercise, for a spreadsheet: nickname, exercise, "
    "right (yes, no, or empty), tries, slip.",
    "parameters": [_TEACH],
    "responses": {
        "200": {"description": "The table", "content": {"text/csv": {"schema": {"type": "string"}}}}
    }
    | refuses_or_waits(403, 404),
}

CODES: Final[Json] = {
    "summary": "Make a code to join a class by",
    "description": "Six letters that a phone types in to get a key of its own. A code is good for "
    "ten minutes; a new one closes the one before.",
    "parameters": [_TEACH],
    "requestBody": {
        **asks("ClassCodeRequest", {"for pupils": {"role": "join"}}),
        "required": False,
    },
    "responses": created("JoinCode", "The code") | refuses_or_waits(403, 404, *_BODY),
}

JOIN: Final[Json] = {
    "summary": "Join a class by a code",
    "description": "Answers with a further key of the class, for this phone. A client may try five "
    "wrong codes a minute.",
    "requestBody": asks("ClassJoinRequest", {"a code": {"code": "KTMQXR"}}),
    "responses": created("JoinedClass", "The key") | refuses_or_waits(404, *_BODY),
}
