"""Read JSON strictly: ambiguous documents, such as those with duplicate keys, are refused."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import Any, Final, NoReturn

from scorer.languages.speech import UserText, say

MAX_NESTING_DEPTH: Final = 100
"""How deep lists and objects may be nested: ten times what any document needs. Python's own limit
depends on the platform."""

_STRING_PATTERN: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
_DEPTH_CHANGES: Final = {**dict.fromkeys(b"[{", 1), **dict.fromkeys(b"]}", -1)}
_NO_BRACKETS: Final = bytes(set(range(256)) - _DEPTH_CHANGES.keys())


class NotJSONError(ValueError):
    """Text that is not JSON; the message says what is wrong with it."""


def read_json(body: bytes) -> Any:
    """Return the value of a JSON body. Raises NotJSONError."""
    if not body.strip():
        raise NotJSONError(say("The body is empty; send a JSON document."))
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        detail = say("The body is not UTF-8: byte {number} cannot be read.", number=error.start)
        raise NotJSONError(detail) from None
    if (
        text.count("[") + text.count("{") > MAX_NESTING_DEPTH
        and _nesting_depth(text) > MAX_NESTING_DEPTH
    ):
        raise NotJSONError(say("The JSON is nested too deep."))
    try:
        return _decoder.decode(text)
    except json.JSONDecodeError as error:
        detail = say(
            "The body is not JSON: {reason} at line {line}, column {column}.",
            reason=UserText(error.msg),
            line=error.lineno,
            column=error.colno,
        )
        raise NotJSONError(detail) from None
    except NotJSONError:
        raise
    except ValueError:
        raise NotJSONError(say("A number in the JSON has too many digits.")) from None


def _nesting_depth(text: str) -> int:
    """Return how deep lists and objects are nested, as far as the text is JSON."""
    brackets = (
        _STRING_PATTERN.sub("", text).encode("utf-8", "replace").translate(None, _NO_BRACKETS)
    )
    return max(accumulate(map(_DEPTH_CHANGES.__getitem__, brackets)), default=0)


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; raise NotJSONError for a duplicate key, whose first value would be lost."""
    values = dict(pairs)
    if len(values) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                key = UserText(json.dumps(name[:60]))
                raise NotJSONError(say("The key {key} stands twice in one object.", key=key))
            seen.add(name)
    return values


def _refuse_constant(name: str) -> NoReturn:
    raise NotJSONError(say("{name} is not JSON.", name=UserText(name)))


_decoder = json.JSONDecoder(object_pairs_hook=_without_duplicates, parse_constant=_refuse_constant)
