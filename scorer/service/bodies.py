"""Reading the body of a request: its type, its size, and JSON that says one thing only."""

from __future__ import annotations

import json
import logging
from typing import Any, NoReturn

from flask import current_app, request
from werkzeug.exceptions import HTTPException

from scorer.service.problems import RequestError

__all__ = ["NotJSONError", "batch_lines", "document", "read_json", "text_or_document"]

_logger = logging.getLogger("scorer.service")

BATCH_TYPES = ("application/x-ndjson", "application/ndjson", "application/jsonl", "text/plain")
MOST_PUT_ASIDE = 16 * 1024 * 1024


class NotJSONError(ValueError):
    """Text that is not JSON; the message says what is wrong with it."""


def document() -> Any:
    """The JSON document in the body."""
    given = request.environ.get("CONTENT_TYPE", "")
    if given != "application/json":
        kind = request.mimetype
        if kind != "application/json" and not (
            kind.startswith("application/") and kind.endswith("+json")
        ):
            _wrong_type("application/json")
    _refuse_encoding()
    try:
        return read_json(_body(current_app.config["MAX_CONTENT_LENGTH"]))
    except NotJSONError as error:
        raise RequestError(400, str(error)) from None


def text_or_document(name: str) -> Any:
    """The JSON document in the body, or a document that holds a plain text as ``name``."""
    if request.mimetype != "text/plain":
        return document()
    _refuse_encoding()
    body = _body(current_app.config["MAX_CONTENT_LENGTH"])
    try:
        return {name: body.decode("utf-8-sig")}
    except UnicodeDecodeError as error:
        told = f"The body is not UTF-8: byte {error.start} cannot be read."
        raise RequestError(400, told) from None


def batch_lines(most_bytes: int, most_lines: int) -> list[bytes]:
    """The lines of a batch, all read before the first is answered.

    A client that writes everything before it reads anything would otherwise wait for us while we
    wait for it.
    """
    if request.mimetype not in BATCH_TYPES:
        _wrong_type("application/x-ndjson")
    _refuse_encoding()
    body = _body(most_bytes)
    count = body.count(b"\n") + (not body.endswith(b"\n") and body != b"")
    if count > most_lines:
        raise RequestError(
            413, f"A batch holds at most {most_lines} lines; this one has {count}. Split it."
        )
    lines = body.split(b"\n")
    if not lines[-1]:
        lines.pop()
    return lines


def read_json(body: bytes) -> Any:
    """The value that the body stands for. Raises NotJSONError."""
    if not body.strip():
        raise NotJSONError("The body is empty; send a JSON document.")
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotJSONError(f"The body is not UTF-8: byte {error.start} cannot be read.") from None
    try:
        return _decoder.decode(text)
    except RecursionError:
        raise NotJSONError("The JSON is nested too deep.") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise NotJSONError(f"The body is not JSON: {error.msg} at {where}.") from None
    except NotJSONError:
        raise
    except ValueError:
        raise NotJSONError("A number in the JSON has too many digits.") from None


def _body(most: int) -> bytes:
    try:
        return _whole_body(most)
    except (RequestError, HTTPException):
        raise
    except Exception as error:
        # The connection ended or stood still, or the server could not read the chunks: whatever it
        # calls that, no body can be had.
        _logger.info("unreadable body", extra={"error": repr(error)})
        raise RequestError(400, "The body broke off, or its chunks cannot be read.") from None


def _whole_body(most: int) -> bytes:
    """The body, if it holds no more bytes than this."""
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
        _put_aside()
        raise RequestError(413, f"A body here holds at most {most} bytes.")
    if length is not None and len(body) < length:
        raise RequestError(400, "The body ended before its Content-Length.")
    return body


def _put_aside() -> None:
    """Read what is left of a body that nobody wants, within reason.

    A client that is still writing would see the connection break, and not the answer.
    """
    environ = request.environ
    if request.content_length is None and not environ.get("wsgi.input_terminated"):
        return
    left = MOST_PUT_ASIDE if request.content_length is None else request.content_length
    left = min(left, MOST_PUT_ASIDE)
    while left > 0:
        piece = environ["wsgi.input"].read(min(left, 65_536))
        if not piece:
            return
        left -= len(piece)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which no key stands twice: of two values one would be lost unseen."""
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise NotJSONError(f"The key {json.dumps(name[:60])} stands twice in one object.")
            seen.add(name)
    return found


def _no_constant(name: str) -> NoReturn:
    raise NotJSONError(f"{name} is not JSON.")


_decoder = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)


def _wrong_type(wanted: str) -> NoReturn:
    _put_aside()
    given = request.headers.get("Content-Type", "")[:100]
    told = f"not {json.dumps(given)}" if given else "and no Content-Type was given"
    raise RequestError(415, f"Send the body as {wanted}, {told}.")


def _refuse_encoding() -> None:
    given = request.environ.get("HTTP_CONTENT_ENCODING", "identity")
    if given.strip().lower() not in ("", "identity"):
        _put_aside()
        raise RequestError(415, "Send the body as it is, without Content-Encoding.")
