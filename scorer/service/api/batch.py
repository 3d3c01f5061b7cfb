"""Many hands at once: so many batches at a time, each for so long, and an answer a document."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import BoundedSemaphore
from time import thread_time
from typing import Any

from flask import Flask, Response, current_app, request

from scorer import batch
from scorer.documents.json_text import NotJSONError, read_json
from scorer.errors import HandError, Problem
from scorer.service.api import bodies
from scorer.service.api.answering import encoded
from scorer.service.api.problems import KINDS, RequestError
from scorer.service.wsgi.budget import LEDGER, Ledger
from scorer.service.wsgi.metrics import COUNTERS, Counters
from scorer.service.wsgi.middleware import CLIENT, REQUESTS

__all__ = ["answer_batch", "register"]

SLOTS = "scorer-batch-slots"
RETRY_AFTER = 5

_logger = logging.getLogger("scorer.service")

# One document and its number, and its answer.
Ask = Callable[[int, Any], dict[str, Any]]


def register(app: Flask) -> None:
    """Make the places for batches."""
    app.extensions[SLOTS] = BoundedSemaphore(app.config["BATCH_MAX_STREAMS"])


def answer_batch() -> Response:
    """Answer the batch that was sent: lines for lines, a list for a list."""
    brief = _is_brief()
    whole, lines = bodies.batch()
    longest = current_app.config["MAX_CONTENT_LENGTH"]
    documents: list[Any] = _documents(lines[0]) if whole else lines
    request.environ[REQUESTS] = max(1, len(documents))

    def ask(number: int, document: Any) -> dict[str, Any]:
        if whole:
            return batch.answer_document(number, document, brief=brief)
        return batch.answer_line(number, document, brief=brief, longest=longest)

    purse = _Purse()
    slot = _Slot(current_app.extensions[SLOTS])
    answers = _answers(documents, ask, purse, slot)
    made = _as_list(answers) if whole else (f"{answer}\n" for answer in answers)
    kind = "application/json" if whole else "application/x-ndjson"
    response = Response(made, mimetype=kind)
    # An answer that nobody starts to read never runs to its end.
    response.call_on_close(slot.free)
    # A proxy that collects the answer would undo the streaming.
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _is_brief() -> bool:
    told = request.args.get("brief", "0")
    if told not in ("0", "1"):
        raise RequestError(422, "brief is 1 for short answers, or 0.")
    return told == "1"


def _documents(body: bytes) -> list[Any]:
    try:
        told = read_json(body)
    except NotJSONError as error:
        raise RequestError(400, str(error)) from None
    documents = told.get("documents") if isinstance(told, dict) else None
    if not isinstance(documents, list) or len(told) != 1:
        told = 'send {"documents": [...]}, a list of hands to score, and nothing else'
        raise HandError(Problem("/documents", "required", told))
    bodies.check_count(len(documents))
    return documents


class _Slot:
    """One of the places for batches, taken; it is given back once."""

    def __init__(self, slots: BoundedSemaphore) -> None:
        if not slots.acquire(blocking=False):
            _counters().add("refused", why="streams")
            most = current_app.config["BATCH_MAX_STREAMS"]
            told = f"{most} batches are being answered; try again later."
            raise RequestError(429, told, retry_after=RETRY_AFTER)
        self._slots: list[BoundedSemaphore] = [slots]

    def free(self) -> None:
        """Give the place back, unless that was done."""
        with suppress(IndexError):
            self._slots.pop().release()


class _Purse:
    """The processor time that a batch may still use: its own, and that of its client."""

    def __init__(self) -> None:
        self.most: float = current_app.config["BATCH_SECONDS"]
        self.used = 0.0
        self.counters = _counters()
        self._ledger: Ledger = current_app.extensions[LEDGER]
        self._client: str = request.environ[CLIENT]

    def refusal(self, number: int) -> dict[str, Any] | None:
        """The answer to a line for which no time is left, if so."""
        wait = self._ledger.wait(self._client)
        if wait:
            told = f"you have used the time that one client may use here; come back in {wait} s"
        elif self.most and self.used >= self.most:
            wait = RETRY_AFTER
            told = f"a batch may take {self.most:g} s of the processor; send the rest as another"
        else:
            return None
        self.counters.add("refused", why="batch")
        return batch.problem(number, 429, told, retry_after=wait)


def _answers(documents: list[Any], ask: Ask, purse: _Purse, slot: _Slot) -> Iterator[str]:
    """An answer for each document, in their order; a blank line is none."""
    try:
        for number, document in enumerate(documents, 1):
            if isinstance(document, bytes) and (not document or document.isspace()):
                continue
            began = thread_time()
            answer = purse.refusal(number)
            yield encoded(_made(ask, number, document) if answer is None else answer)
            purse.used += thread_time() - began
            purse.counters.add("batch_lines")
    finally:
        slot.free()


def _made(ask: Ask, number: int, document: Any) -> dict[str, Any]:
    try:
        return ask(number, document)
    except Exception:
        _logger.exception("failure in a batch")
        return batch.problem(number, 500, KINDS[500].advice)


def _as_list(answers: Iterator[str]) -> Iterator[str]:
    before = '{"answers":['
    for answer in answers:
        yield before + answer
        before = ","
    yield "]}" if before == "," else before + "]}"


def _counters() -> Counters:
    found: Counters = current_app.extensions[COUNTERS]
    return found
