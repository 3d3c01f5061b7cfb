"""Logs as JSON, one line a request. A thread writes them: when nobody reads them fast enough, lines
are dropped and requests do not wait."""

from __future__ import annotations

import atexit
import json
import logging
import os
import select
from collections.abc import Callable
from datetime import UTC, datetime
from logging.handlers import QueueHandler, QueueListener
from queue import Full, Queue
from time import sleep, time
from typing import Any, Final

from pythonjsonlogger.json import JsonFormatter

from scorer.service.wsgi.masks import masked, masked_path

# It escapes the control characters of a path, which terminals obey.
_encode = json.JSONEncoder(check_circular=False).encode

STDERR: Final = 2
DATE_LENGTH: Final = len("2026-05-01")

MAX_QUEUED_LINES: Final = 1000
"""The lines of a process that may wait to be written; more are dropped."""

FLUSH_PAUSE_SECONDS: Final = 0.02
"""The seconds for which lines are gathered. Being woken for each would cost as much as a tenth of a
score."""

EXIT_TIMEOUT_SECONDS: Final = 2.0
"""The seconds that a process waits at its end until its last lines are written."""


class JsonLineFormatter(JsonFormatter):
    """Formats every record as a line of JSON."""

    def __init__(self) -> None:
        super().__init__(
            "{message}{levelname}{name}",
            style="{",
            rename_fields={"levelname": "level", "name": "logger"},
            timestamp="time",
        )

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record, in which no key of a game stands."""
        return masked(super().format(record))


class LogWriter(QueueListener):
    """Writes queued lines to standard error, in a thread of its own.

    It does without Python's buffer: Python ends with a crash while a thread waits in that.
    """

    def dequeue(self, block: bool) -> Any:
        """Return the next line; where there is none yet, gather some first."""
        if self.queue.empty():  # type: ignore[attr-defined]  # it is a Queue
            sleep(FLUSH_PAUSE_SECONDS)
        return super().dequeue(block)

    def handle(self, record: Any) -> None:
        """Write a line, or what makes one; wait until somebody reads it."""
        line = record if isinstance(record, str) else self._made_line(record)
        rest = f"{line}\n".encode(errors="backslashreplace")
        while rest:
            try:
                rest = rest[os.write(STDERR, rest) :]
            except BlockingIOError:
                select.select((), (STDERR,), ())
            except OSError:  # it is closed
                return

    @staticmethod
    def _made_line(make: Callable[[], str]) -> str:
        try:
            return make()
        except Exception as error:  # or the thread would end, and the log with it
            return _encode({"level": "ERROR", "logger": "scorer.log", "message": repr(error)})


class QueuedLineHandler(QueueHandler):
    """Leaves each line to a thread of its own, and drops those for which the queue has no room.

    Attributes:
        dropped: how many lines were dropped since the log last said so.
    """

    def __init__(self) -> None:
        super().__init__(Queue(MAX_QUEUED_LINES))
        self.setFormatter(JsonLineFormatter())
        self.begin()

    def begin(self) -> None:
        """Forget what waits: in a forked process it is the other's to write."""
        self.queue: Queue[str | Callable[[], str]] = Queue(MAX_QUEUED_LINES)
        self.dropped = 0
        self._writer: LogWriter | None = None

    def prepare(self, record: logging.LogRecord) -> Any:
        """Return the line of a record."""
        return self.format(record)

    def enqueue(self, record: Any) -> None:
        """Leave a line to the thread, or count it as dropped."""
        with self.lock:  # type: ignore[union-attr]  # every handler has one
            if self._writer is None:
                self._writer = LogWriter(self.queue)
                self._writer.start()
            try:
                self._say_what_was_dropped()
                self.queue.put_nowait(record)
            except Full:
                self.dropped += 1

    def flush(self) -> None:
        """Wait until all lines are written, unless nobody reads them."""
        done = self.queue.all_tasks_done
        with done:
            done.wait_for(lambda: not self.queue.unfinished_tasks, EXIT_TIMEOUT_SECONDS)

    def end(self) -> None:
        """Write what waits and end the thread, unless nobody reads; the next line starts another.

        A process that forks is to have one thread: what another one holds, the new process would
        wait for in vain.
        """
        self.flush()
        with self.lock:  # type: ignore[union-attr]  # every handler has one
            if self._writer is not None and not self.queue.unfinished_tasks:
                self._writer.stop()
                self._writer = None

    def _say_what_was_dropped(self) -> None:
        if self.dropped:
            message = f"{self.dropped} lines were dropped: nobody read them"
            found = {"name": "scorer.log", "levelname": "WARNING", "msg": message}
            self.queue.put_nowait(self.format(logging.makeLogRecord(found)))
            self.dropped = 0


_line_handler = QueuedLineHandler()
atexit.register(_line_handler.flush)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_line_handler.end, after_in_child=_line_handler.begin)


def handler() -> logging.Handler:
    """Return the handler that all logs of this process go through, for gunicorn.conf.py too."""
    return _line_handler


def log_as_json() -> None:
    """Have what ``scorer`` logs written as JSON, unless logging has handlers already."""
    logger = logging.getLogger("scorer")
    if not logger.handlers and not logging.getLogger().handlers:
        logger.addHandler(_line_handler)


def log_request(
    request_id: str,
    method: str,
    path: str,
    status: int,
    milliseconds: float,
    mark: Callable[[str], str],
) -> None:
    """Log one request, of the client with this mark on a day.

    It does not go through a logger, which would take a sixth of the time that a score takes. The
    thread that writes makes the line: many in a row, as it does, take a quarter of the time.
    """
    at = time()

    def line() -> str:
        now = datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
        record = {
            "time": now,
            "level": "ERROR" if status >= 500 else "INFO",
            "logger": "scorer.request",
            "request_id": request_id,
            "client": mark(now[:DATE_LENGTH]),
            "method": method,
            "path": masked_path(path),
            "status": status,
            "milliseconds": round(milliseconds, 2),
        }
        return _encode(record)

    _line_handler.enqueue(line)
