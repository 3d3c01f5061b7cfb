"""The error handler for keys of a class that are used for what only the other role may do."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response

from scorer.service.api.problems import problem_response
from scorer.service.classes.opening import WrongKeyError
from scorer.service.i18n.languages import gettext_noop
from scorer.types.terms import ClassRole

REFUSAL_BY_ROLE: Final[dict[ClassRole, str]] = {
    "teach": gettext_noop(
        "This key can only answer exercises. To see results or change the class, use the "
        "teacher's key."
    ),
    "join": gettext_noop("This is the teacher's key. To answer exercises, use the key to join."),
}


def register(app: Flask) -> None:
    """Register the error handler."""
    app.register_error_handler(WrongKeyError, _wrong_key_response)


def _wrong_key_response(error: WrongKeyError) -> Response:
    """Return 403 for a key of the other role."""
    detail = REFUSAL_BY_ROLE[error.needed]
    return problem_response(403, detail, [{"pointer": "", "code": "wrong_key", "detail": detail}])
