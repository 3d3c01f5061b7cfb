"""The metadata of API requests that write: the writer, the version seen, the Idempotency-Key."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, Final, cast
from urllib.parse import unquote_to_bytes

from flask import request

from scorer.documents.schemas.fields import is_line, value_text
from scorer.errors import HandError, Problem, escaped
from scorer.service.store.keys import ROLES, Role
from scorer.speech import say

LONGEST_NAME: Final = 64
LONGEST_WRITER: Final = 40
MOST_VERSIONS: Final = 2**31 - 1


def require_object(document: object) -> dict[str, Any]:
    """Return the document if it is an object. Raises HandError."""
    if not isinstance(document, dict):
        raise _bad_value("", say("write an object, not {value}", value=value_text(document)))
    return document


def read_after(document: dict[str, Any]) -> int:
    """Return the version that the writer saw. Raises HandError."""
    version = document.get("after")
    if version is None:
        detail = say("enter the version of the sheet that you saw")
        raise HandError(Problem("/after", "required", detail))
    if type(version) is not int or not 0 <= version <= MOST_VERSIONS:
        value = value_text(version)
        detail = say("write the version of the sheet that you saw, not {value}", value=value)
        raise _bad_value("/after", detail)
    return version


def read_since() -> int:
    """Return the ``since`` of the query: the last entry not wanted. Raises HandError."""
    text = request.args.get("since", "0")
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= MOST_VERSIONS):
        raise _bad_value("/since", say("write the number of an entry, or 0 for all of them"))
    return int(text)


def read_role(document: dict[str, Any]) -> Role:
    """Return the role that a code is for. Raises HandError."""
    problems = _unknown_fields(document, "role")
    role = document.get("role")
    if role is None:
        detail = say("enter what the code is for: play or watch")
        problems.append(Problem("/role", "required", detail))
    elif role not in ROLES:
        detail = say("write play or watch, not {value}", value=value_text(role))
        problems.append(Problem("/role", "bad_value", detail))
    if problems:
        raise HandError(*problems)
    return cast("Role", role)


def read_code(document: dict[str, Any]) -> str:
    """Return the code to join by, as it was typed. Raises HandError."""
    problems = _unknown_fields(document, "code")
    code = document.get("code")
    if code is None:
        detail = say("enter the six letters of the code")
        problems.append(Problem("/code", "required", detail))
    elif not isinstance(code, str):
        detail = say("write the six letters of the code, not {value}", value=value_text(code))
        problems.append(Problem("/code", "bad_value", detail))
    if problems:
        raise HandError(*problems)
    return cast("str", code)


def _unknown_fields(document: dict[str, Any], known: str) -> list[Problem]:
    """Return a problem for each field but this one, at most 50."""
    unknown = [name for name in document if name != known][:50]
    detail = say("there is no such field; leave it out")
    return [Problem(f"/{escaped(name)}", "bad_value", detail) for name in unknown]


def read_writer() -> str | None:
    """Return the name in X-Player, if any. Raises HandError."""
    header = request.headers.get("X-Player", "").strip()
    try:
        # Headers are read as Latin-1, and hold UTF-8, as it is or percent-encoded.
        name = unquote_to_bytes(header.encode("latin-1")).decode().strip()
    except UnicodeError:
        raise _bad_value(
            "", say("write the name in X-Player as UTF-8, in the way of addresses")
        ) from None
    if len(name) > LONGEST_WRITER or not is_line(name):
        detail = say("write at most {most} characters in X-Player", most=LONGEST_WRITER)
        raise _bad_value("", detail)
    return name or None


def read_idempotency_key() -> str | None:
    """Return the Idempotency-Key, if any. Raises HandError."""
    name = request.headers.get("Idempotency-Key")
    if name is not None and not (1 <= len(name) <= LONGEST_NAME and name.isprintable()):
        detail = say("write 1 to {most} characters in Idempotency-Key", most=LONGEST_NAME)
        raise _bad_value("", detail)
    return name


def hash_request(document: dict[str, Any]) -> str:
    """Return the hash of a document without its ``after``."""
    rest = {name: value for name, value in document.items() if name != "after"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _bad_value(pointer: str, detail: str) -> HandError:
    return HandError(Problem(pointer, "bad_value", detail))
