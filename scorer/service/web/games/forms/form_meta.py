"""The metadata of a form that writes an entry: the version seen, a name for retries, the writer."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from flask import abort, request
from werkzeug.datastructures import MultiDict

from scorer.documents.schemas.fields import is_line, plain_number
from scorer.service.games import request_meta
from scorer.service.store.records import IdempotentRequest
from scorer.service.web.forms.submitted import refuse_too_much
from scorer.types.entries import MAX_NAME_LENGTH

AFTER_FIELD: Final = "after"
ONCE_FIELD: Final = "once"
BY_FIELD: Final = "by"
FORM_NAME_BYTES: Final = 16


class FormMeta(NamedTuple):
    """The metadata of a form: the version that its writer saw, its name, and the writer."""

    after: int | None
    once: str
    by: str | None


def form_meta(fields: MultiDict[str, str]) -> FormMeta:
    """Return the metadata of a form, ignoring invalid values."""
    after, once = fields.get(AFTER_FIELD, ""), fields.get(ONCE_FIELD, "")
    by = fields.get(BY_FIELD, "").strip()
    is_name = 1 <= len(once) <= request_meta.MAX_ONCE_KEY_LENGTH and once.isprintable()
    writer = by if is_line(by) and len(by) <= MAX_NAME_LENGTH else ""
    return FormMeta(plain_number(after, 9), once if is_name else new_form_name(), writer or None)


def new_form_name() -> str:
    """Return a random name for a form, by which a retry is recognised."""
    return token_urlsafe(FORM_NAME_BYTES)


def submitted_once(body: object) -> IdempotentRequest | None:
    """Return the request of a submitted form that makes something, by its name and its ``body``.

    Raises HandError.
    """
    return request_meta.read_form_request(body, request.form.get(ONCE_FIELD, ""))


def refuse_foreign_form() -> None:
    """Abort for a form of another site, or one larger than any of ours."""
    refuse_too_much()
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    foreign = origin is not None and urlsplit(origin).netloc != request.host
    if site not in (None, "same-origin", "none") or (site is None and foreign):
        abort(403)
