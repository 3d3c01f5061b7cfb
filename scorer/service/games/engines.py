"""Engines: how this service wants its connections, to SQLite and to PostgreSQL."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from scorer.service.games.addresses import file_of

__all__ = ["WRITING", "alone", "made"]

WRITING: Final = "scorer_writing"
"""The execution option of connections that are about to write."""

BUSY: Final = 5.0
"""Seconds to wait for another writer, for a connection or for an answer; then it is a 503."""

IDLE: Final = 1.0
"""Seconds after which a connection to PostgreSQL is asked whether it still holds."""

CONNECTIONS: Final = 8
"""As many as a process has threads."""

POSTGRESQL: Final = {
    "connect_timeout": 3,
    "keepalives_idle": 30,
    "tcp_user_timeout": 6000,
    "application_name": "mahjong-scorer",
}
_LIMITS: Final = (
    "SET statement_timeout = 10000; SET lock_timeout = 5000; "
    "SET idle_in_transaction_session_timeout = 20000"
)


_ALONE: Final = "scorer_alone"


def alone(url: URL) -> dict[str, Any]:
    """The execution options of a connection for one statement that reads, and no transaction."""
    if url.get_backend_name() == "sqlite":
        return {_ALONE: True}  # its connections are in that state, and would not come back to it
    return {"isolation_level": "AUTOCOMMIT"}


def made(url: URL) -> Engine:
    """An engine for this address; nothing is connected yet."""
    if url.get_backend_name() == "sqlite":
        return _sqlite(url)
    is_postgresql = url.get_backend_name() == "postgresql"
    known = {name: value for name, value in POSTGRESQL.items() if name not in url.query}
    engine = create_engine(
        url,
        connect_args=known if is_postgresql else {},
        hide_parameters=True,
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_timeout=BUSY,
        pool_pre_ping=not is_postgresql,
    )
    if is_postgresql:
        event.listen(engine, "connect", _limit)
        _ask_the_idle(engine)
    return engine


def _limit(connection: Any, _: ConnectionPoolEntry) -> None:
    """Let no statement of a new connection hang, whatever the server allows."""
    connection.autocommit = True
    connection.execute(_LIMITS)
    connection.autocommit = False


def _ask_the_idle(engine: Engine) -> None:
    """Ask a connection whether it still holds before it is used, unless it did a moment ago: with
    hundreds of polls a second that would be every other question."""

    def note(_: Any, entry: ConnectionPoolEntry) -> None:
        entry.info["used"] = time.monotonic()

    def check(connection: Any, entry: ConnectionPoolEntry, _: Any) -> None:
        if time.monotonic() - entry.info.get("used", 0.0) < IDLE:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as error:
            raise DisconnectionError from error

    event.listen(engine, "connect", note)
    event.listen(engine, "checkin", note)
    event.listen(engine, "checkout", check)


def _sqlite(url: URL) -> Engine:
    engine = create_engine(
        url,
        connect_args={"timeout": BUSY},
        hide_parameters=True,
        **({} if file_of(url) is None else {"pool_size": CONNECTIONS, "max_overflow": 0}),
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    file = file_of(url)
    if file is not None:
        _watch(engine, file)
    return engine


def _prepare(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    """A new connection to SQLite: safe against a power cut, and patient."""
    # The module would begin transactions where it thinks fit; "begin" below does it.
    connection.isolation_level = None
    until = time.monotonic() + BUSY
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            # Of several that open a new file at once SQLite lets one change it, and has no
            # patience here.
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.01)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin(connection: Connection) -> None:
    if connection.get_execution_options().get(_ALONE):
        return
    # A transaction that begins by reading and then writes would lose to another writer at once,
    # without any patience.
    writing = connection.get_execution_options().get(WRITING, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _watch(engine: Engine, file: Path) -> None:
    """Give up connections to a file that was moved or replaced: what is written into it would
    otherwise be lost, and look as if it were kept."""

    def note(_: sqlite3.Connection, entry: ConnectionPoolEntry) -> None:
        entry.info["file"] = _identity(file)

    def check(_: sqlite3.Connection, entry: ConnectionPoolEntry, __: Any) -> None:
        if _identity(file) != entry.info["file"]:
            raise DisconnectionError("the file of the database is another now")

    def find(*_: object) -> None:
        # SQLite would make an empty one, which hides all games from their players and is in the
        # way of the one that comes back. Database makes it, once.
        file.stat()

    event.listen(engine, "do_connect", find)
    event.listen(engine, "connect", note)
    event.listen(engine, "checkout", check)


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
