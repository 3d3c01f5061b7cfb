"""What somebody typed, as the value that it stands for; what makes no sense stays as it is."""

from __future__ import annotations

import re

from werkzeug.datastructures import MultiDict

_INTEGER_PATTERN = re.compile(r"-?[0-9]{1,9}\Z")


def typed_text(query: MultiDict[str, str], name: str) -> str:
    """Return what was typed into a field, without spaces around it; "" where nothing was."""
    # A MultiDict's own get raises an exception inside for each name that is not there.
    return query[name].strip() if name in query else ""


def integer_or_text(text: str) -> int | str:
    """Return the whole number that somebody typed; what is none stays as it was typed."""
    plain = text.replace("\N{MINUS SIGN}", "-")
    return int(plain) if _INTEGER_PATTERN.match(plain) else text


def typed_value(kind: object, text: str) -> object:
    """Return the value of this type that somebody typed, in English words for yes and no."""
    if kind in ("boolean", "bool"):
        return {"yes": True, "no": False}.get(text, text)
    return integer_or_text(text) if kind == "integer" else text
