"""What the API answers to a document: the scorer's answer, and with it the address of the page that
shows the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

import scorer
from scorer.service.web.forms.addresses import compare_page, hand_page, table_page, waits_page

AnswerDocument = Mapping[str, Any]

to_json: Final[Callable[[object], str]] = json.JSONEncoder(
    check_circular=False, separators=(",", ":")
).encode
"""Makes ASCII JSON of an answer."""

_to_text: Final[Callable[[object], str]] = json.JSONEncoder(
    check_circular=False, separators=(",", ":"), ensure_ascii=False
).encode


def to_utf8(answer: object) -> bytes:
    """Return an answer as JSON in UTF-8, without msgspec, which phones do not have.

    Half a character, which an answer may repeat from its request, makes the whole ASCII.
    """
    try:
        return _to_text(answer).encode()
    except UnicodeEncodeError:
        return to_json(answer).encode()


def score_with_page(document: Any, lang: str | None = None) -> AnswerDocument:
    """Return the answer of ``/score``. Raises HandError."""
    return {**scorer.score(document, lang=lang), "page": hand_page(document)}


def settle_with_page(document: Any, lang: str | None = None) -> AnswerDocument:
    """Return the answer of ``/settle``. Raises HandError."""
    return {**scorer.settle(document, lang=lang), "page": table_page(document)}


def waits_with_page(document: Any, lang: str | None = None) -> AnswerDocument:
    """Return the answer of ``/waits``. Raises HandError."""
    return {**scorer.waits(document, lang=lang), "page": waits_page(document)}


def compare_with_page(document: Any, lang: str | None = None) -> AnswerDocument:
    """Return the answer of ``/compare``. Raises HandError."""
    answer = scorer.compare(document, lang=lang)
    return {**answer, "page": compare_page(document, answer["answers"])}


ANSWER_BY_REQUEST: Final[Mapping[str, Callable[..., AnswerDocument]]] = {
    "score": score_with_page,
    "settle": settle_with_page,
    "waits": waits_with_page,
    "compare": compare_with_page,
    "nearest": scorer.nearest,
    "explain": scorer.explain,
    "what_if": scorer.what_if,
    "steps": scorer.steps,
    "grade": scorer.grade,
    "check_card": scorer.check_card,
    "check_hands": scorer.check_hands,
}
"""What answers a document, by the id of the operation."""
