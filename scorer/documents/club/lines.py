"""The line of each value in a TOML file, which ``tomllib`` does not keep."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

KeyPath = tuple[str | int, ...]

# Comments, strings of one line and of several, brackets, and the ends of lines.
_TOKEN_PATTERN = re.compile(
    r"#[^\n]*"
    r'|"""(?:[^\\]|\\.?)*?(?:"{3,5}|\Z)'
    r"|'''.*?(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\.)*"?'
    r"|'[^'\n]*'?"
    r"|[][{}\n]",
    re.DOTALL,
)
_PLACE_PATTERN = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")


def lines_of(text: str) -> dict[KeyPath, int]:
    """Return the line, from 1, at which each table and value of a sound file begins."""
    found: dict[KeyPath, int] = {(): 1}
    last: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for line, statement in _toml_statements(text):
        document = tomllib.loads(statement)
        if statement.startswith("["):
            table = ()
            for path in _header_paths(document, last):
                table = path
                found.setdefault(path, line)
        else:
            for path in _key_paths(document, table):
                found.setdefault(path, line)
    return found


def line_of_unreadable_statement(text: str) -> int | None:
    """Return the line, from 1, of the first header or key that ``tomllib`` cannot read."""
    for line, statement in _toml_statements(text):
        try:
            tomllib.loads(statement)
        except (ValueError, RecursionError):
            return line
    return None


def _toml_statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield each header and each key with its value, with the line at which it begins."""
    start, line, depth = 0, 1, 0
    for token in _TOKEN_PATTERN.finditer(f"{text}\n"):
        sign = token[0]
        if sign in "[{":
            depth += 1
        elif sign in "]}":
            depth -= 1
        elif sign == "\n" and not depth:
            statement = text[start : token.start()].strip()
            if statement and not statement.startswith("#"):
                yield line, statement
            line += text.count("\n", start, token.start()) + 1
            start = token.end()
    if depth:  # brackets that do not end
        yield line, text[start:].strip()


def _header_paths(document: Any, last: dict[KeyPath, int]) -> Iterator[KeyPath]:
    """Yield the tables that a header opens or goes through, the innermost last. ``last`` has the
    number of the last table in each list of tables."""
    path: KeyPath = ()
    while document:
        ((key, document),) = document.items()
        path = (*path, key)
        yield path
        if isinstance(document, list):
            last[path] = last.get(path, -1) + 1
            document = document[0]
        if path in last:
            path = (*path, last[path])
            yield path


def line_in(found: dict[KeyPath, int], path: KeyPath) -> int:
    """Return the line of a value or, for one that is missing, of what it would stand in."""
    while path not in found:
        path = path[:-1]
    return found[path]


def place_and_reason(error: tomllib.TOMLDecodeError, text: str) -> tuple[int, str]:
    """Return the line of a fault of the TOML itself, and what it is."""
    message = str(error)
    said = _PLACE_PATTERN.search(message)
    reason = message[: said.start()] if said else message
    last = max(1, len(text.splitlines()))
    line = int(said["line"]) if said and said["line"] else last
    return min(line, last), reason[:1].lower() + reason[1:]


def _key_paths(value: Any, path: KeyPath) -> Iterator[KeyPath]:
    yield path
    inner: Any = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    for key, part in inner:
        yield from _key_paths(part, (*path, key))
