"""Batches: many documents, each with its own answer. Only so many batches are answered at a time,
and each may use only so much processor time."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import BoundedSemaphore
from time import thread_time
from typing import Any

from flask import Flask, Response, current_app, request

from scorer.documents import batch
from scorer.documents.text.json_text import NotJSONError, read_json
from scorer.errors import HandError, Problem
from scorer.languages.speech import UserText, say
from scorer.service.api import bodies
from scorer.service.api.answering import to_json
from scorer.service.api.problems import KIND_BY_STATUS, RequestError
from scorer.service.i18n.languages import wire_code
from scorer.service.wsgi.budget import BUDGET_EXTENSION, ClientBudget
from scorer.service.wsgi.counters import counters
from scorer.service.wsgi.environ_keys import CLIENT_KEY

SLOTS_EXTENSION = "scorer-batch-slots"
RETRY_AFTER = 5

_logger = logging.getLogger("scorer.service")

# Gives the answer to the document of this number.
AnswerOne = Callable[[int, Any], dict[str, Any]]


def register(app: Flask) -> None:
    """Give the application as many places as there may be batches at a time."""
    app.extensions[SLOTS_EXTENSION] = BoundedSemaphore(app.config["BATCH_MAX_STREAMS"])


def answer_batch() -> Response:
    """Answer the batch that was sent: lines with lines, a JSON list with a JSON list."""
    brief, lang = _is_brief(), wire_code()
    whole, lines = bodies.batch_lines()
    longest = current_app.config["MAX_CONTENT_LENGTH"]
    documents: list[Any] = _documents(lines[0]) if whole else lines

    def answer_one(number: int, document: Any) -> dict[str, Any]:
        if whole:
            return batch.answer_document(number, document, brief=brief, lang=lang)
        return batch.answer_line(number, document, brief=brief, longest=longest, lang=lang)

    time_budget = _TimeBudget()
    slot = _BatchSlot(current_app.extensions[SLOTS_EXTENSION])
    answers = _answers(documents, answer_one, time_budget, slot)
    parts = _as_list(answers) if whole else (f"{answer}\n" for answer in answers)
    mimetype = "application/json" if whole else "application/x-ndjson"
    response = Response(parts, mimetype=mimetype)
    # Where nobody starts to read the answer, ``_answers`` never runs and frees nothing.
    response.call_on_close(slot.free)
    # A proxy that collects the answer would undo the streaming.
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _is_brief() -> bool:
    value = request.args.get("brief", "0")
    if value not in ("0", "1"):
        detail = say("brief is 1 for short answers, or 0.")
        raise HandError(Problem("/brief", "bad_value", detail))
    return value == "1"


def _documents(body: bytes) -> list[Any]:
    """Return the documents of a batch that is one JSON document. Raises RequestError or HandError
    where that is not what was sent."""
    try:
        batch_document = read_json(body)
    except NotJSONError as error:
        raise RequestError(400, str(error)) from None
    documents = batch_document.get("documents") if isinstance(batch_document, dict) else None
    if not isinstance(documents, list) or len(batch_document) != 1:
        shown = UserText('{"documents": [...]}')
        detail = say("send {document}, a list of hands to score, and nothing else", document=shown)
        raise HandError(Problem("/documents", "required", detail))
    bodies.check_batch_count(len(documents))
    return documents


class _BatchSlot:
    """One of the places for batches, taken at once. Raises RequestError if none is free."""

    def __init__(self, slots: BoundedSemaphore) -> None:
        if not slots.acquire(blocking=False):
            counters().add("refused", why="streams")
            most = current_app.config["BATCH_MAX_STREAMS"]
            detail = say("{most} batches are being answered; try again later.", most=most)
            raise RequestError(429, detail, retry_after=RETRY_AFTER)
        self._slots: list[BoundedSemaphore] = [slots]

    def free(self) -> None:
        """Give the place back; a second call does nothing."""
        with suppress(IndexError):
            self._slots.pop().release()


class _TimeBudget:
    """The processor time that a batch may still use: its own, and that of its client."""

    def __init__(self) -> None:
        self.most: float = current_app.config["BATCH_SECONDS"]
        self.used = 0.0
        self.counters = counters()
        self._budget: ClientBudget = current_app.extensions[BUDGET_EXTENSION]
        self._client: str = request.environ[CLIENT_KEY]
        self.lang = wire_code()

    def refusal(self, number: int) -> dict[str, Any] | None:
        """Return the answer to a line for which no processor time is left; None while there is
        some."""
        wait = self._budget.wait(self._client)
        if wait:
            detail = say(
                "you have used the time that one client may use here; come back in {wait} s",
                wait=wait,
            )
        elif self.most and self.used >= self.most:
            wait = RETRY_AFTER
            detail = say(
                "a batch may take {most} s of the processor; send the rest as another",
                most=f"{self.most:g}",
            )
        else:
            return None
        self.counters.add("refused", why="batch")
        return batch.line_problem(number, 429, detail, lang=self.lang, retry_after=wait)


def _answers(
    documents: list[Any], answer_one: AnswerOne, time_budget: _TimeBudget, slot: _BatchSlot
) -> Iterator[str]:
    """Yield the answer to each document, as JSON and in their order; blank lines are passed
    over."""
    try:
        for number, document in enumerate(documents, 1):
            if isinstance(document, bytes) and (not document or document.isspace()):
                continue
            began = thread_time()
            answer = time_budget.refusal(number)
            if answer is None:
                answer = _answer_or_failure(answer_one, number, document, time_budget.lang)
            yield to_json(answer)
            time_budget.used += thread_time() - began
            time_budget.counters.add("batch_lines")
    finally:
        slot.free()


def _answer_or_failure(
    answer_one: AnswerOne, number: int, document: Any, lang: str
) -> dict[str, Any]:
    try:
        return answer_one(number, document)
    except Exception:
        _logger.exception("failure in a batch")
        return batch.line_problem(number, 500, KIND_BY_STATUS[500].advice, lang=lang)


def _as_list(answers: Iterator[str]) -> Iterator[str]:
    before = '{"answers":['
    for answer in answers:
        yield before + answer
        before = ","
    yield "]}" if before == "," else before + "]}"
