"""Reading the body of a request: its type, its size, and what it holds."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn

from flask import current_app, request
from werkzeug.exceptions import HTTPException

from scorer.documents.text.json_text import NotJSONError, read_json
from scorer.languages.speech import UserText, say
from scorer.service.api.problems import RequestError

_logger = logging.getLogger("scorer.service")

BATCH_TYPES = ("application/x-ndjson", "application/ndjson", "application/jsonl", "text/plain")
MAX_DISCARDED_BYTES = 16 * 1024 * 1024


def json_document(most: int | None = None) -> Any:
    """Return the JSON document in the body, which has at most ``most`` bytes. Raises RequestError
    for an invalid body."""
    content_type = request.environ.get("CONTENT_TYPE", "")
    if content_type != "application/json":
        kind = request.mimetype
        if kind != "application/json" and not (
            kind.startswith("application/") and kind.endswith("+json")
        ):
            _wrong_type("application/json")
    _refuse_encoding()
    try:
        return read_json(_body_or_error(most or current_app.config["MAX_CONTENT_LENGTH"]))
    except NotJSONError as error:
        raise RequestError(400, str(error)) from None


def text_or_document(name: str) -> Any:
    """Return the JSON document in the body or, where that is plain text, a document with this text
    as ``name``. Raises RequestError where it is neither."""
    if request.mimetype != "text/plain":
        return json_document()
    _refuse_encoding()
    body = _body_or_error(current_app.config["MAX_CONTENT_LENGTH"])
    try:
        return {name: body.decode("utf-8-sig")}
    except UnicodeDecodeError as error:
        detail = say("The body is not UTF-8: byte {number} cannot be read.", number=error.start)
        raise RequestError(400, detail) from None


def body_of_types(types: Sequence[str], most: int) -> bytes | None:
    """Return a body of one of these media types, of at most ``most`` bytes; None for one of
    another. Raises RequestError for an invalid body."""
    if request.mimetype not in types:
        return None
    _refuse_encoding()
    return _body_or_error(most)


def batch_lines() -> tuple[bool, list[bytes]]:
    """Return whether the batch is one JSON document, and its lines, of which such a document is
    one.

    All are read before the first is answered: a client that writes everything before it reads
    anything would otherwise wait for us while we wait for it. Raises RequestError.
    """
    limits = current_app.config
    if request.mimetype == "application/json":
        _refuse_encoding()
        return True, [_body_or_error(limits["BATCH_MAX_JSON_BYTES"])]
    if request.mimetype not in BATCH_TYPES:
        _wrong_type("application/x-ndjson")
    _refuse_encoding()
    body = _body_or_error(limits["BATCH_MAX_BYTES"])
    check_batch_count(body.count(b"\n") + (not body.endswith(b"\n") and body != b""))
    lines = body.split(b"\n")
    if not lines[-1]:
        lines.pop()
    return False, lines


def check_batch_count(count: int) -> None:
    """Raise RequestError for a batch of more documents than one may hold."""
    most = current_app.config["BATCH_MAX_LINES"]
    if count > most:
        detail = say(
            "A batch holds at most {most} documents; this one has {count}. Split it.",
            most=most,
            count=count,
        )
        raise RequestError(413, detail)


def _body_or_error(most: int) -> bytes:
    try:
        return _whole_body(most)
    except (RequestError, HTTPException):
        raise
    except Exception as error:
        # The connection ended or stalled, or the server could not read the chunks. Servers raise
        # different errors for that, and for all of them there is no body.
        _logger.info("unreadable body", extra={"error": repr(error)})
        raise RequestError(400, say("The body broke off, or its chunks cannot be read.")) from None


def _whole_body(most: int) -> bytes:
    """Return the body. Raises RequestError if it has more than ``most`` bytes, or fewer than
    announced."""
    stream = request.environ["wsgi.input"]
    length = request.content_length
    if length is None:
        # Sent in chunks, or there is none.
        request.max_content_length = most
        body: bytes = request.get_data(cache=False)
        too_much = len(body) == most and stream.read(1) != b""
    else:
        too_much = length > most
        body = b"" if too_much else stream.read(length)
    if too_much:
        _discard_rest()
        raise RequestError(413, say("A body here holds at most {most} bytes.", most=most))
    if length is not None and len(body) < length:
        raise RequestError(400, say("The body ended before its Content-Length."))
    return body


def _discard_rest() -> None:
    """Read the rest of the body, up to ``MAX_DISCARDED_BYTES`` bytes, and throw it away.

    A client that is still sending when it is refused would see the connection break, and not read
    the answer.
    """
    environ = request.environ
    if request.content_length is None and not environ.get("wsgi.input_terminated"):
        return
    left = MAX_DISCARDED_BYTES if request.content_length is None else request.content_length
    left = min(left, MAX_DISCARDED_BYTES)
    # If the rest cannot be read, the answer is sent all the same.
    with suppress(Exception):
        while left > 0 and (piece := environ["wsgi.input"].read(min(left, 65_536))):
            left -= len(piece)


def _wrong_type(wanted: str) -> NoReturn:
    _discard_rest()
    content_type = request.headers.get("Content-Type", "")[:100]
    kind = UserText(wanted)
    if not content_type:
        detail = say("Send the body as {wanted}, and no Content-Type was given.", wanted=kind)
    else:
        sent = UserText(json.dumps(content_type))
        detail = say("Send the body as {wanted}, not {sent}.", wanted=kind, sent=sent)
    raise RequestError(415, detail)


def _refuse_encoding() -> None:
    encoding = request.environ.get("HTTP_CONTENT_ENCODING", "identity")
    if encoding.strip().lower() not in ("", "identity"):
        _discard_rest()
        raise RequestError(415, say("Send the body as it is, without Content-Encoding."))
