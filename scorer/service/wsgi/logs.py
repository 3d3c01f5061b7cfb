"""Logs as JSON, one line a request. Whoever reads them too slowly loses lines, not the service."""

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

__all__ = ["Lines", "StandardError", "handler", "log_as_json", "log_request"]

_encode = json.JSONEncoder(check_circular=False).encode

# As much as a pipe takes at once when it takes anything at all.
PIECE = 4096
# Seconds that the second piece of a long line waits for the reader of a pipe.
PATIENCE = 0.05


class StandardError:
    """Standard error, for lines that are dropped when nobody takes them.

    A pipe that is full would otherwise hold up every thread that has something to say.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._lock = Lock()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._anew)

    def write(self, text: str) -> None:
        """Write a line, or count it as dropped."""
        number = _number_of(sys.stderr)
        if number is None:
            sys.stderr.write(text)
            return
        with self._lock:
            if self.dropped and _written(number, _dropped(self.dropped)):
                self.dropped = 0
            self.dropped += not _written(number, text.encode(errors="backslashreplace"))

    def flush(self) -> None:
        """Nothing is kept back."""

    def _anew(self) -> None:
        # Another thread may have held it when the process was copied.
        self._lock = Lock()


def _number_of(stream: Any) -> int | None:
    """The descriptor of a stream that can be asked whether it would take a line now."""
    if not hasattr(select, "poll"):
        return None
    try:
        number: int = stream.fileno()
    except (AttributeError, OSError, UnsupportedOperation, ValueError):
        return None
    return number


def _written(number: int, line: bytes) -> bool:
    """Whether a line was taken; of a long one the end may be lost."""
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


def _dropped(count: int) -> bytes:
    told = {
        "time": _now(),
        "level": "WARNING",
        "logger": "scorer.log",
        "message": f"{count} lines were dropped: nobody read them",
    }
    return f"{_encode(told)}\n".encode()


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


def handler() -> logging.Handler:
    """A handler that writes to standard error, and loses what nobody reads."""
    return logging.StreamHandler(_standard_error)


def log_as_json() -> None:
    """Have what ``scorer`` logs written as JSON, unless somebody has seen to that."""
    logger = logging.getLogger("scorer")
    if not logger.handlers and not logging.getLogger().handlers:
        made = handler()
        made.setFormatter(Lines())
        logger.addHandler(made)


def log_request(
    request_id: str, method: str, path: str, status: int, milliseconds: float, client: str
) -> None:
    """Write the line of one request to standard error.

    It is written straight there: through ``logging`` it would take as long as a sixth of a score.
    """
    told = {
        "time": _now(),
        "level": "ERROR" if status >= 500 else "INFO",
        "logger": "scorer.request",
        "request_id": request_id,
        "client": client,
        "method": method,
        "path": path,
        "status": status,
        "milliseconds": round(milliseconds, 2),
    }
    _standard_error.write(_encode(told) + "\n")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
