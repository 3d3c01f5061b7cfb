"""The line of each value in a TOML file, which ``tomllib`` does not keep."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

Path = tuple[str | int, ...]

_SAID = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")


def lines_of(text: str) -> dict[Path, int]:
    """Return the line, from 1, at which each table and value of a sound file begins.

    The first lines of the file are read, then one more, and so on: what is new in the values began
    below the last line that was read.
    """
    found: dict[Path, int] = {(): 1}
    lines, read = text.splitlines(keepends=True), 0
    for number in range(1, len(lines) + 1):
        try:
            document = tomllib.loads("".join(lines[:number]))
        except tomllib.TOMLDecodeError:
            continue
        fresh = [path for path in _paths(document, ()) if path not in found]
        if fresh:
            # Blank lines and comments before a value are not yet the value.
            begins = next(n for n in range(read, number) if _says(lines[n]))
            found |= dict.fromkeys(fresh, begins + 1)
        read = number
    return found


def line_in(found: dict[Path, int], path: Path) -> int:
    """Return the line of a value or, for one that is missing, of what it would stand in."""
    while path not in found:
        path = path[:-1]
    return found[path]


def place_and_reason(error: tomllib.TOMLDecodeError, text: str) -> tuple[int, str]:
    """Return the line of a fault of the TOML itself, and what it is."""
    message = str(error)
    said = _SAID.search(message)
    reason = message[: said.start()] if said else message
    last = max(1, len(text.splitlines()))
    line = int(said["line"]) if said and said["line"] else last
    return min(line, last), reason[:1].lower() + reason[1:]


def _says(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _paths(value: Any, path: Path) -> Iterator[Path]:
    yield path
    inner: Any = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    for key, part in inner:
        yield from _paths(part, (*path, key))
