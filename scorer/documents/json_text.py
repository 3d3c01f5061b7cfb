"""JSON that says one thing only: what a reader may take in two ways is refused."""

from __future__ import annotations

import json
from typing import Any, NoReturn

__all__ = ["NotJSONError", "read_json"]


class NotJSONError(ValueError):
    """Text that is not JSON; the message says what is wrong with it."""


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
