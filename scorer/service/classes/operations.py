"""The OpenAPI descriptions of the operations on classes."""

from __future__ import annotations

from typing import Any, Final

from scorer.service.api import examples
from scorer.service.api.openapi import (
    body_problems,
    problem_responses,
    request_body,
    success_response,
)
from scorer.service.games.operations import (
    CREATION_KEY_HEADER,
    created_response,
    header_parameter,
    key_in_path,
)
from scorer.service.games.request_meta import MAX_ONCE_KEY_LENGTH, MIN_SECRET_LENGTH
from scorer.service.store.classes import CLASS_LIFETIME_DAYS, MAX_ATTEMPTS, MAX_PUPILS

Json = dict[str, Any]

KEY_PARAMETER: Final[Json] = key_in_path(
    "a key of the class: the teacher's, or the one to join with"
)
_TEACHER_KEY_PARAMETER: Final[Json] = key_in_path("the teacher's key of the class")
_JOIN_KEY_PARAMETER: Final[Json] = key_in_path("the key to join the class with")
_IDEMPOTENCY_KEY: Final = header_parameter(
    "Idempotency-Key",
    "a name for the answer: sent again with the same document it is counted once, and replied to "
    "as it was the first time",
    MAX_ONCE_KEY_LENGTH,
)
_PUPIL_KEY_HEADER: Final = header_parameter(
    "Idempotency-Key",
    "a name for the pupil that nobody guesses, as a UUID: sent again with the same body it is "
    "answered with the same secret and nickname",
    MAX_ONCE_KEY_LENGTH,
    MIN_SECRET_LENGTH,
)

NEW_CLASS: Final[Json] = {
    "summary": "Begin a class",
    "description": (
        "Exercises that pupils answer on their phones. The answer has the keys of the class, which "
        f"no other answer has. The class is removed after {CLASS_LIFETIME_DAYS} days."
    ),
    "parameters": [CREATION_KEY_HEADER],
    "requestBody": request_body("ClassRequest", {"three problems": examples.NEW_CLASS}),
    "responses": created_response("BegunClass", "The keys", "Location") | body_problems(),
}

CLASS_SHEET: Final[Json] = {
    "summary": "A class",
    "description": "Its exercises in order; the answers to them once it is closed. Under the "
    "teacher's key also the pupils and the results.",
    "parameters": [
        KEY_PARAMETER,
        header_parameter("If-None-Match", "the ETag that the client has", 200),
    ],
    "responses": {
        "200": {
            **success_response("ClassSheet", "The class")["200"],
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
    | problem_responses(404),
}

REMOVE_CLASS: Final[Json] = {
    "summary": "Remove a class",
    "description": "Removes the class, its pupils, their answers and its keys, for good.",
    "parameters": [_TEACHER_KEY_PARAMETER],
    "responses": {"204": {"description": "It is gone."}} | problem_responses(403, 404),
}

ADD_PUPIL: Final[Json] = {
    "summary": "Join a class under a nickname",
    "description": "The answer has the secret of this phone, with which it sends answers, and the "
    f"nickname, made distinct. A class has at most {MAX_PUPILS} pupils.",
    "parameters": [_JOIN_KEY_PARAMETER, _PUPIL_KEY_HEADER],
    "requestBody": request_body("PupilRequest", {"a nickname": examples.NEW_PUPIL}),
    "responses": created_response("NewPupil", "The pupil") | body_problems(403, 404),
}

ANSWER_EXERCISE: Final[Json] = {
    "summary": "Answer an exercise of a class",
    "description": f"The first answer counts; later ones are stored as tries, {MAX_ATTEMPTS} in "
    "all. Answered with the grade, or with KeptAnswer where grades are shown when the class is "
    "closed.",
    "parameters": [_JOIN_KEY_PARAMETER, _IDEMPOTENCY_KEY],
    "requestBody": request_body("PupilAnswer", {"the points": examples.PUPIL_ANSWER}),
    "responses": {
        "200": {
            "description": "The grade, or that the answer is stored",
            "content": {"application/json": {"schema": "AnswerReply"}},
        }
    }
    | body_problems(403, 404),
}

CLOSE_CLASS: Final[Json] = {
    "summary": "Close a class",
    "description": "It takes no more answers, and shows the answers to all.",
    "parameters": [_TEACHER_KEY_PARAMETER],
    "responses": success_response("ClassSheet", "The class") | problem_responses(403, 404),
}

OPEN_CLASS: Final[Json] = {
    "summary": "Open a class again",
    "description": "It takes answers again.",
    "parameters": [_TEACHER_KEY_PARAMETER],
    "responses": success_response("ClassSheet", "The class") | problem_responses(403, 404),
}

EXPORT_CLASS: Final[Json] = {
    "summary": "The results as a table",
    "description": "A line for each pupil and exercise, for a spreadsheet: nickname, exercise, "
    "right (yes, no, or empty), tries, slip.",
    "parameters": [_TEACHER_KEY_PARAMETER],
    "responses": {
        "200": {"description": "The table", "content": {"text/csv": {"schema": {"type": "string"}}}}
    }
    | problem_responses(403, 404),
}

OPEN_CLASS_CODE: Final[Json] = {
    "summary": "Make a code to join a class by",
    "description": "Six letters that a phone types in to get a key of its own. A code is good for "
    "ten minutes; a new one closes the one before.",
    "parameters": [_TEACHER_KEY_PARAMETER],
    "requestBody": {
        **request_body("ClassCodeRequest", {"for pupils": {"role": "join"}}),
        "required": False,
    },
    "responses": created_response("JoinCode", "The code") | body_problems(403, 404),
}

JOIN_CLASS: Final[Json] = {
    "summary": "Join a class by a code",
    "description": "Answers with a further key of the class, for this phone. A client may try a "
    "few wrong codes a minute.",
    "requestBody": request_body("ClassJoinRequest", {"a code": {"code": "KTMQXR"}}),
    "responses": created_response("JoinedClass", "The key") | body_problems(404),
}
