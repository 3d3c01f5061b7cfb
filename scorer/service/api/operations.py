"""What the OpenAPI document says of operations that take or give more than one kind of body."""

from __future__ import annotations

import json
from typing import Any, Final

from scorer.documents.schemas.shapes import reference
from scorer.service.api import examples
from scorer.service.api.openapi import (
    body_problems,
    problem_responses,
    query_parameters,
    request_body,
    success_response,
)
from scorer.types.requests import MAX_CARD_LENGTH

Json = dict[str, Any]

OTHER_CONTENT_KEY: Final = "x-other-content"
"""The key for bodies of other types that an operation takes too. Under the usual key generators of
clients, which know only JSON, would warn of them or leave out the operation."""

RULESETS_SCHEMA: Final[Json] = {"type": "array", "items": reference("Ruleset")}

NOT_MODIFIED_RESPONSE: Final[Json] = {
    "304": {"description": "It is still what the ETag in If-None-Match was given with."}
}
"""The answer to a client that has already what is the same for everybody."""

CARD_TEXT_RESPONSE: Final[Json] = {
    "200": {"description": "The card", "content": {"text/plain": {"schema": {"type": "string"}}}}
}

CARD_REQUEST_BODY: Final[Json] = request_body("CardRequest", {"a card of two hands": examples.CARD})
CARD_REQUEST_BODY[OTHER_CONTENT_KEY] = {
    "text/plain": {"schema": {"type": "string", "maxLength": MAX_CARD_LENGTH}},
}

_LINES_CONTENT: Final[Json] = {"schema": {"type": "string"}}

DRAW_PROBLEM: Final[Json] = {
    "summary": "A problem to learn from",
    "description": (
        "A hand, or a whole table, with what is asked of it and the answer. The same query gives "
        "the same problem as long as the ruleset's version stays."
    ),
    "parameters": query_parameters("problem"),
    "responses": success_response("Exercise", "The problem") | problem_responses(422),
}

DRAW_DRILL: Final[Json] = {
    "summary": "A question about one part of scoring",
    "description": (
        "One question about what a set or a wait brings, a pattern, a line of a card, the total or "
        "a payment, with its answer and why. The same query gives the same question as long as the "
        "ruleset's version stays."
    ),
    "parameters": query_parameters("drill"),
    "responses": success_response("Drill", "The question") | problem_responses(422),
}

SCORE_BATCH: Final[Json] = {
    "summary": "Score many hands",
    "description": (
        "A BatchDocument a line goes in; a BatchScore a line comes out, in the same order, as soon "
        "as it is made. A document may carry an `id`, which its answer repeats. A line that cannot "
        "be scored is answered with a LineProblem, which tells the number of the line, and stops "
        "nothing. Blank lines are passed over. The same as application/json: the documents in a "
        "list, the answers in a list."
    ),
    "parameters": [
        {
            "name": "brief",
            "in": "query",
            "description": "1 to get a ScoreSummary of each hand, not a whole Score",
            "schema": {"type": "string", "enum": ["0", "1"]},
        }
    ],
    "requestBody": request_body("BatchRequest", {"two hands": examples.BATCH}),
    "responses": {
        "200": {
            "description": "An answer to each hand",
            "content": {
                "application/json": {"schema": "BatchAnswers"},
                "application/x-ndjson": _LINES_CONTENT,
            },
        },
        **body_problems(),
    },
}
SCORE_BATCH["requestBody"][OTHER_CONTENT_KEY] = {
    "application/x-ndjson": {
        **_LINES_CONTENT,
        "examples": {
            "two hands": {
                "value": "".join(
                    json.dumps(document) + "\n" for document in examples.BATCH["documents"]
                )
            }
        },
    },
}
