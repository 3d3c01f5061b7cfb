"""Score a batch of hands line by line, over HTTP and on the command line.

A line is a document for ``scorer.score`` with an optional ``id``, which its answer repeats. An
invalid line is answered with its errors; the other lines are not affected.
"""

from __future__ import annotations

from typing import Any

from scorer.documents.answers import score
from scorer.documents.schemas.fields import Identifier
from scorer.documents.text.json_text import NotJSONError, read_json
from scorer.errors import HandError

__all__ = ["TITLES", "answer_document", "answer_line", "is_id", "is_problem", "line_problem"]

Answer = dict[str, Any]

LONGEST_ID = Identifier.longest

TITLES = {
    400: "Not JSON",
    413: "Too large",
    422: "Invalid document",
    429: "Too many requests",
    500: "Server error",
}


def answer_line(
    number: int, line: bytes, *, brief: bool = False, longest: int | None = None
) -> Answer:
    """Return the answer to line ``number`` of a batch, counted from 1.

    A ``brief`` answer has the worth of the hand and the payments without reasons. Lines of more
    than ``longest`` bytes are not read.
    """
    if longest is not None and len(line) > longest:
        detail = f"a line holds at most {longest} bytes; this one has {len(line)}"
        return line_problem(number, 413, detail)
    try:
        document = read_json(line)
    except NotJSONError as error:
        return line_problem(number, 400, str(error))
    return answer_document(number, document, brief=brief)


def answer_document(number: int, document: Any, *, brief: bool = False) -> Answer:
    """Return the answer to document ``number`` of a batch, counted from 1."""
    repeated_id: Answer = {}
    if isinstance(document, dict) and "id" in document:
        document = dict(document)
        id = document.pop("id")
        if not is_id(id):
            detail = f"an id is text of at most {LONGEST_ID} characters, or a whole number"
            return line_problem(number, 422, detail, pointer="/id")
        repeated_id = {} if id is None else {"id": id}
    try:
        return {**repeated_id, **score(document, brief=brief)}
    except HandError as error:
        return {**_answer_head(number, 422), **repeated_id, "errors": error.errors}


def line_problem(
    number: int, status: int, detail: str, *, pointer: str = "", **more: Any
) -> Answer:
    """Return the answer to a line that is not scored."""
    code = "too_many" if status == 429 else "bad_value"
    errors = [{"pointer": pointer, "code": code, "detail": detail}]
    return {**_answer_head(number, status), **more, "errors": errors}


def is_problem(answer: Answer) -> bool:
    """Tests if an answer is that of a line that was not scored."""
    return "errors" in answer


def _answer_head(number: int, status: int) -> Answer:
    return {"line": number, "status": status, "title": TITLES[status]}


def is_id(value: object) -> bool:
    """Tests if a value may be the id of a document: None, a short text or a whole number."""
    if isinstance(value, str):
        return len(value) <= LONGEST_ID
    return value is None or type(value) is int
