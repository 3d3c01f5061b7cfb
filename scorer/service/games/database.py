"""The database of games, which may be away: then everything else goes on, and games when it is
back."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic
from typing import Final

from alembic.util import CommandError
from sqlalchemy import Connection, Engine, Transaction
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from scorer.service.games import engines
from scorer.service.games.addresses import file_of
from scorer.service.games.engines import WRITING
from scorer.service.games.migrate import bring_up_to_date
from scorer.service.games.records import AwayError

__all__ = ["Database"]

_logger = logging.getLogger("scorer.service")

PAUSE: Final = 1.0
"""Seconds for which a database that was away is not asked again: nobody is to wait for it."""

FAILURES: Final = (SQLAlchemyError, CommandError, OSError)


class _Process:
    """What belongs to one process: a connection must not be shared with another."""

    def __init__(self, engine: Engine) -> None:
        self.number = os.getpid()
        self.engine = engine
        self.ready = False
        self.failed_at: float | None = None
        self.trying = Lock()


class Database:
    """A database by its address. Nothing is connected until somebody reads or writes."""

    def __init__(self, url: URL, clock: Callable[[], float] = monotonic) -> None:
        self.url = url
        self.count_failure: Callable[[], object] = lambda: None
        self._file = file_of(url)
        self._alone = engines.alone(url)
        self._clock = clock
        self._process: _Process | None = None
        self._was_there = False
        self._making = Lock()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that reads. Raises AwayError."""
        with self._transaction(writing=False) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes, and is kept for good when the block ends without an error.
        Raises AwayError, also at that end, and IntegrityError."""
        with self._transaction(writing=True) as connection:
            yield connection

    @contextmanager
    def looking(self) -> Iterator[Connection]:
        """A connection that reads, each statement by itself: without a transaction it is asked
        twice less. What one tells may be newer than what the one before it told. Raises
        AwayError."""
        with self._connected() as connection:
            yield connection.execution_options(**self._alone)

    def prepare(self) -> bool:
        """Connect and bring the tables up to date; gives whether that went well."""
        try:
            self._ready()
        except AwayError:
            return False
        return True

    def close(self) -> None:
        """Close all connections of this process."""
        if self._process is not None and self._process.number == os.getpid():
            self._process.engine.dispose()
        self._process = None

    @contextmanager
    def _transaction(self, *, writing: bool) -> Iterator[Connection]:
        with self._connected() as connection, _began(connection, writing=writing):
            yield connection

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        process = self._ready()
        try:
            connection = process.engine.connect()
        except FAILURES as error:
            raise self._away(process, error) from error
        try:
            with connection:
                yield connection
        except IntegrityError:
            raise
        except DBAPIError as error:
            if error.connection_invalidated or _lacks_tables(error):
                raise self._away(process, error) from error
            _logger.warning("games: %s", _in_short(error))
            self.count_failure()
            raise AwayError(_in_short(error)) from error
        except FAILURES as error:
            raise self._away(process, error) from error

    def _ready(self) -> _Process:
        """This process's engine, connected to a database with all its tables. Raises AwayError."""
        process = self._process
        if process is None or process.number != os.getpid():
            process = self._new_process()
        if process.ready:
            return process
        failed_at = process.failed_at
        if failed_at is not None and self._clock() < failed_at + PAUSE:
            raise AwayError("it was away a moment ago")
        # Whoever comes first may take its time; while it is known to be away one alone tries.
        if not process.trying.acquire(timeout=-1 if failed_at is None else 0):
            raise AwayError("it is away")
        try:
            if not process.ready:
                self._connect(process.engine)
                process.ready, process.failed_at = True, None
        except FAILURES as error:
            raise self._away(process, error) from error
        finally:
            process.trying.release()
        return process

    def _new_process(self) -> _Process:
        with self._making:
            process = self._process
            if process is None or process.number != os.getpid():
                if process is not None:
                    # The connections are the parent's: they are forgotten, not closed.
                    process.engine.dispose(close=False)
                process = self._process = _Process(engines.made(self.url))
            return process

    def _connect(self, engine: Engine) -> None:
        if self._file is not None and not self._was_there:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file.touch(mode=0o600)
        with engine.connect() as connection, _began(connection, writing=True):
            bring_up_to_date(connection)
        self._was_there = True

    def _away(self, process: _Process, error: Exception) -> AwayError:
        if process.ready or process.failed_at is None:
            _logger.warning("games are off: %s", _in_short(error))
        process.ready, process.failed_at = False, self._clock()
        self.count_failure()
        return AwayError(_in_short(error))


def _began(connection: Connection, *, writing: bool) -> Transaction:
    return connection.execution_options(**{WRITING: writing}).begin()


def _lacks_tables(error: DBAPIError) -> bool:
    """Whether the tables are gone, which is nothing that waiting for a writer mends."""
    told = str(error.orig)
    return type(error.orig).__name__ == "UndefinedTable" or "no such table" in told


def _in_short(error: Exception) -> str:
    """What happened, without what was to be written and without the address of the database."""
    told = error.orig if isinstance(error, DBAPIError) else error
    lines = str(told).splitlines() or [""]
    return f"{type(told).__name__}: {lines[0][:200]}"
