"""What a writer sends beside a document: who it is, what it has seen, and under which name it may
ask again."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, Final
from urllib.parse import unquote_to_bytes

from flask import request

from scorer.documents.fields import shown
from scorer.errors import HandError, Problem
from scorer.game.told import is_line
from scorer.speech import say

__all__ = ["MOST_VERSIONS", "after", "asked", "name_of_answer", "object_sent", "since", "writer"]

LONGEST_NAME: Final = 64
LONGEST_WRITER: Final = 40
MOST_VERSIONS: Final = 2**31 - 1


def object_sent(document: object) -> dict[str, Any]:
    """The document, which is an object. Raises HandError."""
    if not isinstance(document, dict):
        raise _wrong("", say("write an object, not {value}", value=shown(document)))
    return document


def after(document: dict[str, Any]) -> int:
    """The version that the writer saw. Raises HandError."""
    found = document.get("after")
    if found is None:
        detail = say("tell the version of the sheet that you saw")
        raise HandError(Problem("/after", "required", detail))
    if type(found) is not int or not 0 <= found <= MOST_VERSIONS:
        detail = say("write the version of the sheet that you saw, not {value}", value=shown(found))
        raise _wrong("/after", detail)
    return found


def since() -> int:
    """The entry after which entries are wanted; 0 for all. Raises HandError."""
    told = request.args.get("since", "0")
    if not (told.isascii() and told.isdigit() and len(told) <= 10 and int(told) <= MOST_VERSIONS):
        raise _wrong("/since", say("write the number of an entry, or 0 for all of them"))
    return int(told)


def writer() -> str | None:
    """The name in X-Player; None for nobody. Raises HandError."""
    told = request.headers.get("X-Player", "").strip()
    try:
        # Headers are read as Latin-1, and hold UTF-8, as it is or percent-encoded.
        name = unquote_to_bytes(told.encode("latin-1")).decode().strip()
    except UnicodeError:
        raise _wrong(
            "", say("write the name in X-Player as UTF-8, in the way of addresses")
        ) from None
    if len(name) > LONGEST_WRITER or not is_line(name):
        detail = say("write at most {most} characters in X-Player", most=LONGEST_WRITER)
        raise _wrong("", detail)
    return name or None


def name_of_answer() -> str | None:
    """The Idempotency-Key; None where none was sent. Raises HandError."""
    name = request.headers.get("Idempotency-Key")
    if name is not None and not (1 <= len(name) <= LONGEST_NAME and name.isprintable()):
        detail = say("write 1 to {most} characters in Idempotency-Key", most=LONGEST_NAME)
        raise _wrong("", detail)
    return name


def asked(document: dict[str, Any]) -> str:
    """The hash of what is asked: the same for the same document, whatever version was seen."""
    rest = {name: value for name, value in document.items() if name != "after"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _wrong(pointer: str, detail: str) -> HandError:
    return HandError(Problem(pointer, "bad_value", detail))
