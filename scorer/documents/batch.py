"""Score a batch of hands line by line, over HTTP and on the command line.

A line is a document for ``scorer.score`` with an optional ``id``, which its answer repeats. An
invalid line is answered with its errors; the other lines are not affected.
"""

from __future__ import annotations

from typing import Any

from scorer.documents.answers import score
from scorer.documents.replies import language_of
from scorer.documents.schemas.fields import IdentifierField
from scorer.documents.text.json_text import NotJSONError, read_json
from scorer.errors import HandError, Problem
from scorer.languages.speech import say

AnswerDocument = dict[str, Any]

MAX_ID_LENGTH = IdentifierField.longest

TITLE_BY_STATUS = {
    400: "Not JSON",
    413: "Too large",
    422: "Invalid document",
    429: "Too many requests",
    500: "Server error",
}


def answer_line(
    number: int,
    line: bytes,
    *,
    brief: bool = False,
    longest: int | None = None,
    lang: str | None = None,
) -> AnswerDocument:
    """Return the answer to line ``number`` of a batch, counted from 1.

    A ``brief`` answer has the worth of the hand and the payments without reasons. Lines of more
    than ``longest`` bytes are not read. ``lang`` is the language of its sentences.
    """
    if longest is not None and len(line) > longest:
        detail = say(
            "a line holds at most {longest} bytes; this one has {length}",
            longest=longest,
            length=len(line),
        )
        return line_problem(number, 413, detail, lang=lang)
    try:
        document = read_json(line)
    except NotJSONError as error:
        return line_problem(number, 400, str(error), lang=lang)
    return answer_document(number, document, brief=brief, lang=lang)


def answer_document(
    number: int, document: Any, *, brief: bool = False, lang: str | None = None
) -> AnswerDocument:
    """Return the answer to document ``number`` of a batch, counted from 1."""
    try:
        id, document = split_id(document)
    except HandError as error:
        (problem,) = error.problems
        return line_problem(number, 422, problem.detail, pointer=problem.pointer, lang=lang)
    repeated_id: AnswerDocument = {} if id is None else {"id": id}
    try:
        return {**repeated_id, **score(document, brief=brief, lang=lang)}
    except HandError as error:
        return {**_answer_head(number, 422, lang), **repeated_id, "errors": error.errors}


def split_id(document: Any) -> tuple[str | int | None, Any]:
    """Return the id of a document, None if it has none, and the document without it.

    Raises HandError for an id that is neither a short text nor a whole number.
    """
    if not isinstance(document, dict) or "id" not in document:
        return None, document
    rest = dict(document)
    id = rest.pop("id")
    if not is_id(id):
        detail = say(
            "an id is text of at most {most} characters, or a whole number", most=MAX_ID_LENGTH
        )
        raise HandError(Problem("/id", "bad_value", detail))
    return id, rest


def line_problem(
    number: int,
    status: int,
    detail: str,
    *,
    pointer: str = "",
    lang: str | None = None,
    **more: Any,
) -> AnswerDocument:
    """Return the answer to a line that is not scored."""
    code = "too_many" if status == 429 else "bad_value"
    language = language_of(lang)
    errors = [
        {"pointer": pointer, "code": code, "detail": language.text(detail) if language else detail}
    ]
    return {**_answer_head(number, status, lang), **more, "errors": errors}


def is_problem(answer: AnswerDocument) -> bool:
    """Tests if an answer is that of a line that was not scored."""
    return "errors" in answer


def _answer_head(number: int, status: int, lang: str | None) -> AnswerDocument:
    language, title = language_of(lang), TITLE_BY_STATUS[status]
    said = title if language is None else language.text(title)
    return {"line": number, "status": status, "title": said}


def is_id(value: object) -> bool:
    """Tests if a value may be the id of a document: None, a short text or a whole number."""
    if isinstance(value, str):
        return len(value) <= MAX_ID_LENGTH
    return value is None or type(value) is int
