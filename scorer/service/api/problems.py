"""Every error as application/problem+json (RFC 9457), or as a page to somebody who reads pages."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException

import scorer
from scorer.errors import HandError
from scorer.languages.speech import say
from scorer.service.api.examples import SCORE
from scorer.service.i18n.languages import (
    error_in_wire_language,
    gettext_noop,
    in_wire_language,
    translate,
)
from scorer.service.wsgi.caching import no_store
from scorer.service.wsgi.environ_keys import REQUEST_ID
from scorer.types import Problem

if TYPE_CHECKING:
    from scorer.types import Code, Fault

MEDIA_TYPE = "application/problem+json"

_logger = logging.getLogger("scorer.service")


class ProblemKind(NamedTuple):
    """A kind of problem: the anchor of its explanation, its title, and what to do about it.

    Pages have these texts in their language, answers to programs in that of the request.
    """

    anchor: str
    title: str
    advice: str


KIND_BY_STATUS: dict[int, ProblemKind] = {
    400: ProblemKind(
        "not-json", gettext_noop("Not JSON"), gettext_noop("The body could not be read as JSON.")
    ),
    401: ProblemKind(
        "no-key", gettext_noop("Key missing"), gettext_noop("The request has no key.")
    ),
    403: ProblemKind(
        "not-allowed",
        gettext_noop("Not allowed"),
        gettext_noop("This key does not allow this."),
    ),
    404: ProblemKind(
        "not-found", gettext_noop("Not found"), gettext_noop("There is nothing at this address.")
    ),
    405: ProblemKind(
        "method-not-allowed",
        gettext_noop("Method not allowed"),
        gettext_noop(
            "This address does not allow this method; the Allow header lists the methods that it "
            "allows."
        ),
    ),
    409: ProblemKind(
        "moved-on",
        gettext_noop("The game has changed"),
        gettext_noop("The game has changed since you last saw it; look at it again."),
    ),
    413: ProblemKind(
        "too-large",
        gettext_noop("Too large"),
        gettext_noop("The body is larger than this address accepts."),
    ),
    415: ProblemKind(
        "wrong-type",
        gettext_noop("Wrong content type"),
        gettext_noop("The body is not of a type that this address reads."),
    ),
    422: ProblemKind(
        "refused",
        gettext_noop("Invalid document"),
        gettext_noop(
            "The document cannot be scored as it stands; “errors” lists what to change, and where."
        ),
    ),
    429: ProblemKind(
        "too-many",
        gettext_noop("Too many requests"),
        gettext_noop(
            "This client has used its share for now; wait as many seconds as Retry-After says, "
            "then send the request again."
        ),
    ),
    500: ProblemKind(
        "failure",
        gettext_noop("Server error"),
        gettext_noop("The server made an error; its log has the details."),
    ),
    503: ProblemKind(
        "not-ready",
        gettext_noop("Not ready"),
        gettext_noop(
            "The service cannot answer at the moment; wait as many seconds as Retry-After says, or "
            "5, then send the same request again, with the same Idempotency-Key if it has one."
        ),
    ),
}

BODY_STATUSES = (400, 413, 415)
"""Statuses that say what is wrong with the body as a whole."""

OTHER_STATUSES: dict[int, str] = {
    408: gettext_noop("The body did not arrive in time; send the request again."),
    414: gettext_noop("The address is too long; send the document as the body of a POST."),
    431: gettext_noop("The headers are too many or too long; leave some out."),
}
"""Statuses of the server that runs the application, which answers in plain text."""

CODES: dict[Code, str] = {
    "bad_tile": gettext_noop("A tile cannot be read."),
    "fifth_copy": gettext_noop("There are more copies of a tile than a set of tiles has."),
    "wrong_count": gettext_noop("The hand has too many tiles or too few."),
    "bad_meld": gettext_noop("Declared tiles do not make a pung, a kong or a chow."),
    "winning_tile_missing": gettext_noop("The winning tile is not among the tiles."),
    "not_winning": gettext_noop("The tiles do not make a winning hand."),
    "too_many_chows": gettext_noop("The hand has more chows than the ruleset allows."),
    "contradiction": gettext_noop("Two entries contradict each other."),
    "unknown_ruleset": gettext_noop("Unknown ruleset."),
    "unknown_preset": gettext_noop("Unknown preset of this ruleset."),
    "unknown_option": gettext_noop("Unknown option of this ruleset."),
    "unknown_rule": gettext_noop("Unknown rule of this ruleset."),
    "bad_option": gettext_noop("The option cannot have this value."),
    "required": gettext_noop("A required field is missing."),
    "bad_value": gettext_noop(
        "A value is of the wrong type, out of range, or under an unknown key."
    ),
    "too_many": gettext_noop(
        "No processor time is left for this line of a batch; send the line again later."
    ),
    "game_over": gettext_noop("The game is over: this entry can no longer be made."),
    "unknown_entry": gettext_noop("The game has no such entry."),
    "unknown_player": gettext_noop("The game has no such player."),
    "not_zero": gettext_noop("The payments between players do not add up to zero."),
    "too_many_entries": gettext_noop("The game has as many entries as a game may have."),
    "stale": gettext_noop("The score sheet has changed since the version in the request."),
    "watching": gettext_noop("This key can only watch the game, not change it."),
    "unknown_code": gettext_noop("No game or class has this code, or it has expired."),
    "too_many_keys": gettext_noop("The game or the class has as many keys as it may have."),
    "wrong_key": gettext_noop("This key of a class does not allow this."),
    "class_closed": gettext_noop("The class is closed and accepts no more answers."),
    "unknown_pupil": gettext_noop("The class has no such pupil."),
    "unknown_exercise": gettext_noop("The class has no such exercise."),
    "too_many_pupils": gettext_noop("The class has as many pupils as a class may have."),
    "too_many_tries": gettext_noop(
        "The pupil has answered this exercise as many times as allowed."
    ),
}


def problem_type(kind: ProblemKind) -> str:
    """Return the ``type`` of a problem of this kind."""
    return f"/docs/errors#{kind.anchor}"


def example_problem() -> dict[str, Any]:
    """Return the whole answer to a document with two errors."""
    wrong = {**SCORE, "seat": "X", "hand": {**SCORE["hand"], "winning_tile": 5}}
    try:
        scorer.score(wrong)
    except HandError as error:
        return _problem_body(422, *detail_and_errors(error))
    raise AssertionError("this document has errors")


class RequestError(Exception):
    """A request that is answered with a problem."""

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        retry_after: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.headers = {**(headers or {})}
        if retry_after is not None:
            self.headers["Retry-After"] = str(retry_after)


def detail_and_errors(error: HandError) -> tuple[str, list[Fault]]:
    """Return the ``detail`` and the ``errors`` of the answer to a document with this error."""
    errors = error.errors
    if len(errors) == 1:
        where = errors[0]["pointer"]
        return f"{where}: {errors[0]['detail']}" if where else errors[0]["detail"], errors
    return say("{number} problems; “errors” lists each one.", number=len(errors)), errors


def problem_response(
    status: int,
    detail: str | None = None,
    errors: list[Fault] | None = None,
    headers: Mapping[str, str] | None = None,
    more: Mapping[str, Any] | None = None,
) -> Response:
    """Return the answer with a problem, as JSON, with what ``more`` there is to tell a program, or
    as a page."""
    body = {**_problem_body(status, detail, errors), **(more or {})}
    body = in_wire_language(Problem, body)
    response = _page_response(body) if wants_page() else _json_response(body)
    response.headers.update(headers or {})
    if not request.path.startswith("/api/"):
        response.vary.add("Accept")
    return response


def _problem_body(status: int, detail: str | None, errors: list[Fault] | None) -> dict[str, Any]:
    kind = KIND_BY_STATUS.get(status)
    detail = detail or (kind.advice if kind else _status_phrase(status))
    if errors is None and status in BODY_STATUSES:
        errors = [{"pointer": "", "code": "bad_value", "detail": detail}]
    return {
        "type": problem_type(kind) if kind else "about:blank",
        "title": kind.title if kind else _status_phrase(status),
        "status": status,
        "detail": detail,
        "errors": errors or [],
    }


def _json_response(body: Mapping[str, Any]) -> Response:
    return no_store(Response(json.dumps(body), body["status"], mimetype=MEDIA_TYPE))


def _status_phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Error"


def wants_page() -> bool:
    """Tests if this request comes from somebody who reads pages, not from a program."""
    if request.path.startswith("/api/"):
        return False
    return request.accept_mimetypes.best_match([MEDIA_TYPE, "text/html"]) == "text/html"


def _page_response(body: Mapping[str, Any]) -> Response:
    page = render_template(
        "error.html",
        status=body["status"],
        title=translate(body["title"]),
        detail_text=translate(body["detail"]),
    )
    return Response(page, body["status"], mimetype="text/html")


def register(app: Flask) -> None:
    """Have every error of the application answered with a problem."""
    app.register_error_handler(RequestError, _answer_request_error)
    app.register_error_handler(HandError, _answer_hand_error)
    app.register_error_handler(HTTPException, _answer_http_exception)
    app.register_error_handler(Exception, _answer_failure)


def _answer_request_error(error: RequestError) -> Response:
    return problem_response(error.status, error.detail, headers=error.headers)


def _answer_hand_error(error: HandError) -> Response:
    detail, errors = detail_and_errors(error_in_wire_language(error))
    return problem_response(422, detail, errors)


def _answer_http_exception(error: HTTPException) -> Response | HTTPException:
    status = error.code or 500
    if status < 400 or error.response is not None:
        return error
    headers = {
        name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")
    }
    detail = None
    if status == 404 and request.path.startswith("/api/"):
        detail = say(
            "There is nothing at this address. /openapi.json lists the addresses of the API; none "
            "of them ends in a slash."
        )
    return problem_response(status, detail, headers=headers)


def _answer_failure(error: Exception) -> Response:
    fields = {"request_id": request.environ.get(REQUEST_ID)}
    _logger.error("failure", exc_info=error, extra=fields)
    return problem_response(500)
