"""The API: what scores over HTTP. Each view reads a document, asks the scorer and answers."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import suppress
from threading import BoundedSemaphore
from typing import Any

from flask import Response, current_app
from flask_smorest import Blueprint

import scorer
from scorer.errors import HandError
from scorer.service import bodies
from scorer.service.examples import (
    AMERICAN,
    AMERICAN_SETTLE,
    AMERICAN_WAITS,
    MCR,
    MCR_SETTLE,
    NEAREST,
    SCORE,
    SETTLE,
    WAITS,
)
from scorer.service.openapi import BATCH_DOC, CARD_BODY, answers, asks, operation, refuses
from scorer.service.problems import KINDS, RequestError, problem, refusal_of

__all__ = ["blueprint", "health"]

SLOTS = "scorer-batch-slots"
RETRY_AFTER = 5

_logger = logging.getLogger("scorer.service")
_encode = json.JSONEncoder(check_circular=False, separators=(",", ":")).encode

blueprint = Blueprint(
    "api", __name__, url_prefix="/api/v1", description="Hands scored, tables settled."
)
health = Blueprint("health", __name__, description="Whether the service is well.")


@operation(
    blueprint,
    "POST",
    "/score",
    operationId="score",
    summary="Score a hand",
    description="What one hand is worth, every line of it with its reason.",
    requestBody=asks(
        "ScoreRequest",
        {
            "a win on the last discard": SCORE,
            "a win in Chinese Official": MCR,
            "an American hand with a joker exposed": AMERICAN,
        },
    ),
    responses=answers("Score", "The score") | refuses(400, 413, 415, 422),
)
def score() -> Response:
    """Score a hand."""
    return _answer(scorer.score(bodies.document()))


@operation(
    blueprint,
    "POST",
    "/settle",
    operationId="settle",
    summary="Settle a table",
    description="Who pays whom after a hand, and how the table goes on.",
    requestBody=asks(
        "SettleRequest",
        {
            "a win with agreed points": SETTLE,
            "a foul and session scores": MCR_SETTLE,
            "an American discard that was misnamed": AMERICAN_SETTLE,
        },
    ),
    responses=answers("Settlement", "The settlement") | refuses(400, 413, 415, 422),
)
def settle() -> Response:
    """Settle a table."""
    return _answer(scorer.settle(bodies.document()))


@operation(
    blueprint,
    "POST",
    "/waits",
    operationId="waits",
    summary="What a hand waits for",
    description="Every tile that completes the hand, and what it would bring.",
    requestBody=asks(
        "WaitsRequest",
        {"a hand that waits for two tiles": WAITS, "an American hand": AMERICAN_WAITS},
    ),
    responses=answers("Waits", "The waits") | refuses(400, 413, 415, 422),
)
def waits() -> Response:
    """Tell what a hand waits for."""
    return _answer(scorer.waits(bodies.document()))


@operation(
    blueprint,
    "POST",
    "/nearest",
    operationId="nearest",
    summary="The nearest hands of a card",
    description="The hands of the card that 13 or 14 tiles are nearest to, and what each lacks.",
    requestBody=asks("NearestRequest", {"thirteen tiles and one that helps nothing": NEAREST}),
    responses=answers("Nearest", "The hands") | refuses(400, 413, 415, 422),
)
def nearest() -> Response:
    """Tell the nearest hands."""
    return _answer(scorer.nearest(bodies.document()))


@operation(
    blueprint,
    "POST",
    "/cards/check",
    operationId="check_card",
    summary="Check a card",
    description=(
        "What a card says: every hand in words, with a sample of its tiles. Each fault of the card "
        "is told with its line. A body that is text/plain is the card itself."
    ),
    requestBody=CARD_BODY,
    responses=answers("CardAnswer", "The card") | refuses(400, 413, 415, 422),
)
def check_card() -> Response:
    """Check a card."""
    return _answer(scorer.check_card(bodies.text_or_document("card")))


@operation(
    blueprint,
    "GET",
    f"/cards/<any({','.join(scorer.cards())}):id>",
    operationId="card",
    summary="The text of a card",
    description="A card that comes with the scorer, as its author typed it.",
    responses={
        "200": {
            "description": "The card",
            "content": {"text/plain": {"schema": {"type": "string"}}},
        },
        **refuses(404),
    },
)
def card(id: str) -> Response:
    """Give the text of a card."""
    return Response(scorer.cards()[id], mimetype="text/plain")


@operation(
    blueprint,
    "GET",
    "/rulesets",
    operationId="rulesets",
    summary="The rulesets",
    description="Every ruleset with its options, presets, rules, circumstances and events.",
    responses=answers("Ruleset", "The rulesets", many=True),
)
def rulesets() -> Response:
    """List the rulesets."""
    return _answer(scorer.rulesets())


@operation(
    blueprint,
    "GET",
    "/rulesets/<id>",
    operationId="ruleset",
    summary="One ruleset",
    description="A ruleset with its rules, circumstances and events.",
    responses=answers("Ruleset", "The ruleset") | refuses(404),
)
def ruleset(id: str) -> Response:
    """Show one ruleset."""
    try:
        return _answer(scorer.ruleset(id))
    except HandError as error:
        detail, errors = refusal_of(error)
        return problem(404, detail, errors)


@operation(blueprint, "POST", "/score/batch", operationId="score_batch", **BATCH_DOC)
def batch() -> Response:
    """Score many hands."""
    limits = current_app.config
    lines = bodies.batch_lines(limits["BATCH_MAX_BYTES"], limits["BATCH_MAX_LINES"])
    slots = _slots()
    if not slots.acquire(blocking=False):
        told = f"{limits['BATCH_MAX_STREAMS']} batches are being answered; try again later."
        raise RequestError(429, told, retry_after=RETRY_AFTER)
    slot = _Slot(slots)
    made = _batch_answers(lines, limits["BATCH_MAX_LINE_BYTES"], slot)
    response = Response(made, mimetype="application/x-ndjson")
    # An answer that nobody starts to read never runs to its end.
    response.call_on_close(slot.free)
    # A proxy that collects the answer would undo the streaming.
    response.headers["X-Accel-Buffering"] = "no"
    return response


@operation(
    health,
    "GET",
    "/healthz",
    operationId="healthz",
    summary="The process is alive",
    responses=answers("Alive", "It is alive"),
)
def healthz() -> Response:
    """Tell that the process is alive."""
    return _answer({"status": "ok"})


@operation(
    health,
    "GET",
    "/readyz",
    operationId="readyz",
    summary="The service can score",
    description="Scores a small hand, and so tells that the service can.",
    responses=answers("Alive", "It can score") | refuses(503),
)
def readyz() -> Response:
    """Tell that the service can score."""
    try:
        scorer.score(SCORE)
    except Exception:
        _logger.exception("not ready")
        return problem(503)
    return _answer({"status": "ready"})


def _answer(document: object) -> Response:
    return Response(_encode(document), mimetype="application/json")


class _Slot:
    """One of the places for batches, taken; it is given back once."""

    def __init__(self, slots: BoundedSemaphore) -> None:
        self._slots: list[BoundedSemaphore] = [slots]

    def free(self) -> None:
        """Give the place back, unless that was done."""
        with suppress(IndexError):
            self._slots.pop().release()


def _slots() -> BoundedSemaphore:
    found: BoundedSemaphore | None = current_app.extensions.get(SLOTS)
    if found is None:
        made = BoundedSemaphore(current_app.config["BATCH_MAX_STREAMS"])
        found = current_app.extensions.setdefault(SLOTS, made)
    return found


def _batch_answers(lines: list[bytes], longest: int, slot: _Slot) -> Iterator[str]:
    """An answer for each line that is not blank, in their order."""
    try:
        for number, line in enumerate(lines, 1):
            if line and not line.isspace():
                yield _encode(_line_answer(number, line, longest)) + "\n"
    finally:
        slot.free()


def _line_answer(number: int, line: bytes, longest: int) -> dict[str, Any]:
    if len(line) > longest:
        told = f"a line holds at most {longest} bytes; this one has {len(line)}"
        return _line_problem(number, 413, [_whole_line(told)])
    try:
        return scorer.score(bodies.read_json(line))
    except bodies.NotJSONError as error:
        return _line_problem(number, 400, [_whole_line(str(error))])
    except HandError as error:
        return _line_problem(number, 422, error.errors)
    except Exception:
        _logger.exception("failure in a batch")
        return _line_problem(number, 500, [_whole_line(KINDS[500].advice)])


def _line_problem(number: int, status: int, errors: list[dict[str, str]]) -> dict[str, Any]:
    return {"line": number, "status": status, "title": KINDS[status].title, "errors": errors}


def _whole_line(detail: str) -> dict[str, str]:
    return {"pointer": "", "code": "bad_value", "detail": detail}
