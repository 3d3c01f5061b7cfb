"""Logs as JSON, one line a request."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

from pythonjsonlogger.json import JsonFormatter

__all__ = ["Lines", "log_as_json", "log_request"]

_encode = json.JSONEncoder(check_circular=False).encode


class Lines(JsonFormatter):
    """Every record as a line of JSON. gunicorn.conf.py uses it too."""

    def __init__(self) -> None:
        super().__init__(
            "{message}{levelname}{name}",
            style="{",
            rename_fields={"levelname": "level", "name": "logger"},
            timestamp="time",
        )


def log_as_json() -> None:
    """Have what ``scorer`` logs written as JSON, unless somebody has seen to that."""
    logger = logging.getLogger("scorer")
    if not logger.handlers and not logging.getLogger().handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(Lines())
        logger.addHandler(handler)


def log_request(request_id: str, method: str, path: str, status: int, milliseconds: float) -> None:
    """Write the line of one request to standard error.

    It is written straight there: through ``logging`` it would take as long as a sixth of a score.
    """
    told = {
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "level": "ERROR" if status >= 500 else "INFO",
        "logger": "scorer.request",
        "request_id": request_id,
        "method": method,
        "path": path,
        "status": status,
        "milliseconds": round(milliseconds, 2),
    }
    sys.stderr.write(_encode(told) + "\n")
