"""The metadata of a form that writes an entry: the version seen, a name for retries, the writer."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from flask import abort, request
from werkzeug.datastructures import MultiDict

from scorer.documents.schemas.fields import is_line
from scorer.service.web.forms.submitted import refuse_too_much
from scorer.types.entries import MAX_NAME_LENGTH

AFTER_FIELD: Final = "after"
ONCE_FIELD: Final = "once"
BY_FIELD: Final = "by"
MAX_ONCE_FIELD_LENGTH: Final = 64


class FormMeta(NamedTuple):
    """The metadata of a form: the version that its writer saw, its name, and the writer."""

    after: int | None
    once: str
    by: str | None


def form_meta(fields: MultiDict[str, str]) -> FormMeta:
    """Return the metadata of a form, ignoring invalid values."""
    after, once = fields.get(AFTER_FIELD, ""), fields.get(ONCE_FIELD, "")
    by = fields.get(BY_FIELD, "").strip()
    is_version = after.isascii() and after.isdigit() and len(after) < 10
    is_name = 1 <= len(once) <= MAX_ONCE_FIELD_LENGTH and once.isprintable()
    writer = by if is_line(by) and len(by) <= MAX_NAME_LENGTH else ""
    return FormMeta(
        int(after) if is_version else None, once if is_name else new_form_name(), writer or None
    )


def new_form_name() -> str:
    """Return a random name for a form, by which a retry is recognised."""
    return token_urlsafe(12)


def refuse_foreign_form() -> None:
    """Abort for a form of another site, or one larger than any of ours."""
    refuse_too_much()
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    foreign = origin is not None and urlsplit(origin).netloc != request.host
    if site not in (None, "same-origin", "none") or (site is None and foreign):
        abort(403)
