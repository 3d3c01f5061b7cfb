"""Fields of submitted forms, within limits that no form of the pages exceeds."""

from __future__ import annotations

from flask import abort, redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

MAX_QUERY_LENGTH = 8000
"""The most characters of a query that a page reads."""

MAX_FORM_BYTES = 256 * 1024
"""The most bytes of a form: a card of 64 kB with every byte escaped as three, and its fields."""

MAX_FORM_FIELDS = 500
"""The longest form has about a hundred and twenty."""

_FORM_MIMETYPE = "application/x-www-form-urlencoded"


def submitted_fields() -> MultiDict[str, str]:
    """Return the fields of the address, then those of the body, with normal line ends."""
    refuse_too_much()
    return _with_plain_line_ends(request.args, request.form)


def body_fields() -> MultiDict[str, str]:
    """Return the fields of the body alone, with normal line ends."""
    refuse_too_much()
    return _with_plain_line_ends(request.form)


def _with_plain_line_ends(*sources: MultiDict[str, str]) -> MultiDict[str, str]:
    return MultiDict(
        (name, plain_lines(value))
        for fields in sources
        for name, value in fields.items(multi=True)
        if name is not None  # as in a body of parts, one of which has no name
    )


def refuse_too_much() -> None:
    """Abort a request that is longer or has more fields than any form of the pages."""
    # Counted before parsing, which is slowest with many empty fields.
    query = request.query_string
    if len(query) > MAX_QUERY_LENGTH or query.count(b"&") >= MAX_FORM_FIELDS:
        abort(414, "This address is too long to be a hand.")
    request.max_content_length = request.max_form_memory_size = MAX_FORM_BYTES
    request.max_form_parts = MAX_FORM_FIELDS
    if request.mimetype == _FORM_MIMETYPE and request.get_data().count(b"&") >= MAX_FORM_FIELDS:
        abort(413, f"A form here has at most {MAX_FORM_FIELDS} fields.")


def plain_lines(text: str) -> str:
    """Return a submitted text with normal line ends."""
    return text.replace("\r\n", "\n").replace("\0", "\ufffd")


def redirect_with_query(endpoint: str) -> Response:
    """Redirect to another page with the query of this request as it is."""
    query = request.query_string.decode("ascii", "replace")
    return redirect(f"{url_for(endpoint)}?{query}")
