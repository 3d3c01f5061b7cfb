"""Logs as JSON, one line a request. When nobody reads them fast enough, lines are dropped and the
service does not wait."""

from __future__ import annotations

import json
import logging
import os
import select
import sys
from datetime import UTC, datetime
from io import UnsupportedOperation
from threading import Lock
from typing import Any

from pythonjsonlogger.json import JsonFormatter

from scorer.service.wsgi.masks import masked

__all__ = ["Lines", "StandardError", "handler", "log_as_json", "log_request"]

_encode = json.JSONEncoder(check_circular=False).encode

# A pipe that is ready to be written to takes at least so many bytes at once.
PIECE = 4096
# Seconds to wait, after the first piece of a long line, until the pipe is ready for the next.
PATIENCE = 0.05


class StandardError:
    """Standard error, to which lines are written that are dropped when nobody reads them.

    Otherwise a pipe that is full would block every thread that logs something.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._lock = Lock()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._make_lock)

    def write(self, text: str) -> None:
        """Write a line, or count it as dropped."""
        number = _number_of(sys.stderr)
        if number is None:
            sys.stderr.write(text)
            return
        with self._lock:
            if self.dropped and _try_to_write(number, _line_about_dropped(self.dropped)):
                self.dropped = 0
            self.dropped += not _try_to_write(number, text.encode(errors="backslashreplace"))

    def flush(self) -> None:
        """Does nothing: nothing is buffered."""

    def _make_lock(self) -> None:
        # In a forked process: another thread may have held the old one when it was forked.
        self._lock = Lock()


def _number_of(stream: Any) -> int | None:
    """The file descriptor of a stream, None where it has none or cannot be polled."""
    if not hasattr(select, "poll"):
        return None
    try:
        number: int = stream.fileno()
    except (AttributeError, OSError, UnsupportedOperation, ValueError):
        return None
    return number


def _try_to_write(number: int, line: bytes) -> bool:
    """Write a line if the stream is ready for it, and give whether all of it was written: the end
    of a long one may be lost."""
    ready = select.poll()
    ready.register(number, select.POLLOUT)
    for start in range(0, len(line), PIECE):
        found = ready.poll(PATIENCE * 1000 if start else 0)
        if not found or not found[0][1] & select.POLLOUT:
            return False
        try:
            os.write(number, line[start : start + PIECE])
        except OSError:
            return False
    return True


def _line_about_dropped(count: int) -> bytes:
    record = {
        "time": _now(),
        "level": "WARNING",
        "logger": "scorer.log",
        "message": f"{count} lines were dropped: nobody read them",
    }
    return f"{_encode(record)}\n".encode()


_standard_error = StandardError()


class Lines(JsonFormatter):
    """Every record as a line of JSON. gunicorn.conf.py uses it too."""

    def __init__(self) -> None:
        super().__init__(
            "{message}{levelname}{name}",
            style="{",
            rename_fields={"levelname": "level", "name": "logger"},
            timestamp="time",
        )

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record, in which no key of a game stands."""
        return masked(super().format(record))


def handler() -> logging.Handler:
    """A handler that writes to standard error and drops lines that nobody reads."""
    return logging.StreamHandler(_standard_error)


def log_as_json() -> None:
    """Have what ``scorer`` logs written as JSON, unless logging has handlers already."""
    logger = logging.getLogger("scorer")
    if not logger.handlers and not logging.getLogger().handlers:
        made = handler()
        made.setFormatter(Lines())
        logger.addHandler(made)


def log_request(
    request_id: str, method: str, path: str, status: int, milliseconds: float, client: str
) -> None:
    """Write the line of one request to standard error.

    It does not go through ``logging``, which would take a sixth of the time that a score takes.
    """
    record = {
        "time": _now(),
        "level": "ERROR" if status >= 500 else "INFO",
        "logger": "scorer.request",
        "request_id": request_id,
        "client": client,
        "method": method,
        "path": masked(path),
        "status": status,
        "milliseconds": round(milliseconds, 2),
    }
    _standard_error.write(_encode(record) + "\n")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
