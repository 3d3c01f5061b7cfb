"""The database of games. While it is unavailable the rest of the service goes on."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic
from typing import Final
from weakref import finalize

from alembic.util import CommandError
from sqlalchemy import Connection, Engine, Transaction
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from scorer.service.store import engines
from scorer.service.store.addresses import sqlite_file
from scorer.service.store.engines import WRITING_OPTION
from scorer.service.store.migrate import bring_up_to_date
from scorer.service.store.records import StoreUnavailableError

_logger = logging.getLogger("scorer.service")

RETRY_PAUSE_SECONDS: Final = 1.0
"""Seconds before a database that was unavailable is tried again, so that nobody waits for it."""

DATABASE_ERRORS: Final = (SQLAlchemyError, CommandError, OSError)


class _Process:
    """The engine of one process: processes must not share connections.

    ``close`` closes the connections, as does dropping the application or ending the process.
    """

    def __init__(self, engine: Engine) -> None:
        self.number = os.getpid()
        self.engine = engine
        self.close = finalize(self, _close_connections, engine, self.number)
        self.ready = False
        self.failed_at: float | None = None
        self.connecting = Lock()


def _close_connections(engine: Engine, process: int) -> None:
    """Close the connections of this process; drop those of another without closing."""
    engine.dispose(close=process == os.getpid())


class Database:
    """A database of games. It connects at the first read or write."""

    def __init__(self, url: URL, clock: Callable[[], float] = monotonic) -> None:
        self.url = url
        self.count_failure: Callable[[], object] = lambda: None
        self._file = sqlite_file(url)
        self._autocommit_options = engines.autocommit_options(url)
        self._clock = clock
        self._process: _Process | None = None
        self._was_created = False
        self._creating = Lock()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that reads. Raises StoreUnavailableError."""
        with self._transaction(writing=False) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that writes, committed when the block ends without an error.

        Raises StoreUnavailableError, also at the commit, and IntegrityError.
        """
        with self._transaction(writing=True) as connection:
            yield connection

    @contextmanager
    def reading_without_transaction(self) -> Iterator[Connection]:
        """Open a connection that reads without a transaction, which saves two round trips.

        A statement may see newer rows than the one before it. Raises StoreUnavailableError.
        """
        with self._connected() as connection:
            yield connection.execution_options(**self._autocommit_options)

    def prepare(self) -> bool:
        """Connect and bring the tables up to date; return whether that succeeded."""
        try:
            self._ready()
        except StoreUnavailableError:
            return False
        return True

    def close(self) -> None:
        """Close all connections of this process."""
        if self._process is not None:
            self._process.close()
        self._process = None

    @contextmanager
    def _transaction(self, *, writing: bool) -> Iterator[Connection]:
        with self._connected() as connection, _begin(connection, writing=writing):
            yield connection

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        process = self._ready()
        try:
            connection = process.engine.connect()
        except DATABASE_ERRORS as error:
            raise self._away_error(process, error) from error
        try:
            with connection:
                yield connection
        except IntegrityError:
            raise
        except DBAPIError as error:
            if error.connection_invalidated or _is_missing_tables(error):
                raise self._away_error(process, error) from error
            _logger.warning("games: %s", short_message(error))
            self.count_failure()
            raise StoreUnavailableError(short_message(error)) from error
        except DATABASE_ERRORS as error:
            raise self._away_error(process, error) from error

    def _ready(self) -> _Process:
        """Return this process's engine, connected and migrated. Raises StoreUnavailableError."""
        process = self._process
        if process is None or process.number != os.getpid():
            process = self._new_process()
        if process.ready:
            return process
        failed_at = process.failed_at
        if failed_at is not None and self._clock() < failed_at + RETRY_PAUSE_SECONDS:
            raise StoreUnavailableError("the database was unavailable a moment ago")
        # The first thread may take its time; after a failure only one thread at a time tries.
        if not process.connecting.acquire(timeout=-1 if failed_at is None else 0):
            raise StoreUnavailableError("the database is unavailable")
        try:
            if not process.ready:
                self._connect(process.engine)
                process.ready, process.failed_at = True, None
        except DATABASE_ERRORS as error:
            raise self._away_error(process, error) from error
        finally:
            process.connecting.release()
        return process

    def _new_process(self) -> _Process:
        with self._creating:
            process = self._process
            if process is None or process.number != os.getpid():
                if process is not None:
                    process.close()
                process = self._process = _Process(engines.make_engine(self.url))
            return process

    def _connect(self, engine: Engine) -> None:
        if self._file is not None and not self._was_created:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self._file.exists():
                _logger.warning("games: %s did not exist; a new database is made", self._file)
            self._file.touch(mode=0o600)
        with engine.connect() as connection, _begin(connection, writing=True):
            bring_up_to_date(connection)
        self._was_created = True

    def _away_error(self, process: _Process, error: Exception) -> StoreUnavailableError:
        if process.ready or process.failed_at is None:
            _logger.warning("games are off: %s", short_message(error))
        process.ready, process.failed_at = False, self._clock()
        self.count_failure()
        return StoreUnavailableError(short_message(error))


def _begin(connection: Connection, *, writing: bool) -> Transaction:
    return connection.execution_options(**{WRITING_OPTION: writing}).begin()


def _is_missing_tables(error: DBAPIError) -> bool:
    """Tests if the tables are gone, which waiting for another writer does not fix."""
    return type(error.orig).__name__ == "UndefinedTable" or "no such table" in str(error.orig)


def short_message(error: Exception) -> str:
    """Return a short message without the values of the statement or the address of the database."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    lines = str(cause).splitlines() or [""]
    return f"{type(cause).__name__}: {lines[0][:200]}"
