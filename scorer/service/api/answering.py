"""What the API answers to a document: the scorer's answer, and with it the address of the page that
shows the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

import scorer
from scorer.documents.schemas import load_compare, load_score, load_settle, load_waits
from scorer.service.web.addresses import compare_page, hand_page, table_page, waits_page

__all__ = ["ANSWERS", "compare", "encoded", "score", "settle", "waits"]

Answer = Mapping[str, Any]

encoded: Final[Callable[[object], str]] = json.JSONEncoder(
    check_circular=False, separators=(",", ":")
).encode
"""Makes JSON of an answer."""


def score(document: Any) -> Answer:
    """The answer of ``/score``. Raises HandError."""
    return {**scorer.score(document), "page": hand_page(load_score(document))}


def settle(document: Any) -> Answer:
    """The answer of ``/settle``. Raises HandError."""
    return {**scorer.settle(document), "page": table_page(load_settle(document))}


def waits(document: Any) -> Answer:
    """The answer of ``/waits``. Raises HandError."""
    return {**scorer.waits(document), "page": waits_page(load_waits(document))}


def compare(document: Any) -> Answer:
    """The answer of ``/compare``. Raises HandError."""
    answer = scorer.compare(document)
    return {**answer, "page": compare_page(load_compare(document), answer["answers"])}


ANSWERS: Final[Mapping[str, Callable[[Any], Answer]]] = {
    "score": score,
    "settle": settle,
    "waits": waits,
    "compare": compare,
    "nearest": scorer.nearest,
    "explain": scorer.explain,
    "what_if": scorer.what_if,
    "steps": scorer.steps,
    "grade": scorer.grade,
    "check_card": scorer.check_card,
}
"""What answers a document, by the id of the operation."""
