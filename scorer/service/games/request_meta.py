"""The metadata of API requests that write: the writer, the version seen, the Idempotency-Key."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, Final
from urllib.parse import unquote_to_bytes

from flask import request

from scorer.documents.schemas.fields import is_line, plain_number, value_text
from scorer.errors import HandError, Problem
from scorer.languages.speech import say
from scorer.service.store.records import IdempotentRequest
from scorer.types.entries import MAX_NAME_LENGTH

MAX_ONCE_KEY_LENGTH: Final = 64
MIN_SECRET_LENGTH: Final = 16
"""The fewest characters of an Idempotency-Key from which keys are made. A UUID has 36."""
MAX_VERSION: Final = 2**31 - 1


def require_object(document: object) -> dict[str, Any]:
    """Return the document if it is an object. Raises HandError."""
    if not isinstance(document, dict):
        raise _bad_value("", say("write a JSON object, not {value}", value=value_text(document)))
    return document


def read_seen_version(document: dict[str, Any]) -> int:
    """Return the version that the writer saw. Raises HandError."""
    version = document.get("after")
    if version is None:
        detail = say("enter the version of the score sheet that you last read")
        raise HandError(Problem("/after", "required", detail))
    if type(version) is not int or not 0 <= version <= MAX_VERSION:
        value = value_text(version)
        detail = say(
            "write the version of the score sheet that you last read, not {value}", value=value
        )
        raise _bad_value("/after", detail)
    return version


def read_since() -> int:
    """Return the ``since`` of the query: the last entry not wanted. Raises HandError."""
    since = plain_number(request.args.get("since", "0"), 10)
    if since is None or since > MAX_VERSION:
        raise _bad_value("/since", say("write the number of an entry, or 0 for all of them"))
    return since


def read_writer() -> str | None:
    """Return the name in X-Player, if any. Raises HandError."""
    header = request.headers.get("X-Player", "").strip()
    try:
        # Headers are read as Latin-1, and hold UTF-8, as it is or percent-encoded.
        name = unquote_to_bytes(header.encode("latin-1")).decode().strip()
    except UnicodeError:
        raise _bad_value(
            "",
            say(
                "write the name in the header X-Player percent-encoded as UTF-8, for "
                "example Zo%C3%AB"
            ),
        ) from None
    if len(name) > MAX_NAME_LENGTH or not is_line(name):
        detail = say(
            "the header X-Player holds at most {most} characters; shorten the name",
            most=MAX_NAME_LENGTH,
        )
        raise _bad_value("", detail)
    return name or None


def read_first_request(body: object) -> IdempotentRequest | None:
    """Return the request that makes a game, a class or new keys, if it has an Idempotency-Key.

    Raises HandError.
    """
    name = read_idempotency_key()
    if name is None:
        return None
    if len(name) < MIN_SECRET_LENGTH:
        detail = say(
            "write {least} to {most} characters that nobody guesses in the header "
            "Idempotency-Key, for example a UUID: whoever repeats the request gets the keys",
            least=MIN_SECRET_LENGTH,
            most=MAX_ONCE_KEY_LENGTH,
        )
        raise _bad_value("", detail)
    return IdempotentRequest(name, _hash_first_request(body))


def read_form_request(body: object, form_name: str) -> IdempotentRequest | None:
    """Return the request of a form that makes something, by its Idempotency-Key or its own name.

    The form's name counts together with the body: browsers show a form again that was submitted,
    and filled in otherwise it makes something else. Raises HandError.
    """
    once = read_first_request(body)
    if once is not None or not MIN_SECRET_LENGTH <= len(form_name) <= MAX_ONCE_KEY_LENGTH:
        return once
    request_hash = _hash_first_request(body)
    return IdempotentRequest(hash_request({"form": form_name, "of": request_hash}), request_hash)


def read_idempotency_key() -> str | None:
    """Return the Idempotency-Key, if any. Raises HandError."""
    name = request.headers.get("Idempotency-Key")
    if name is not None and not (1 <= len(name) <= MAX_ONCE_KEY_LENGTH and name.isprintable()):
        detail = say(
            "write 1 to {most} characters in the header Idempotency-Key", most=MAX_ONCE_KEY_LENGTH
        )
        raise _bad_value("", detail)
    return name


def hash_request(document: dict[str, Any]) -> str:
    """Return the hash of a document without its ``after``."""
    rest = {name: value for name, value in document.items() if name != "after"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _hash_first_request(body: object) -> str:
    shown = sha256(body).hexdigest() if isinstance(body, bytes) else body
    return hash_request({"path": request.path, "body": shown})


def _bad_value(pointer: str, detail: str) -> HandError:
    return HandError(Problem(pointer, "bad_value", detail))
