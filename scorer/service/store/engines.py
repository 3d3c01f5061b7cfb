"""SQLAlchemy engines for SQLite and PostgreSQL, with their time limits and checks."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from scorer.service.store.addresses import sqlite_file

WRITING_OPTION: Final = "scorer_writing"
"""The execution option of connections that will write."""

BUSY_TIMEOUT_SECONDS: Final = 5.0
"""Seconds to wait for another writer, a connection or an answer before a 503."""

IDLE_SECONDS: Final = 1.0
"""Seconds after which an idle connection to PostgreSQL is pinged before use."""

MAX_CONNECTIONS: Final = 8
"""The most connections of a process, which its threads share."""

POSTGRESQL_ARGUMENTS: Final = {
    "connect_timeout": 3,
    "keepalives_idle": 30,
    "tcp_user_timeout": 6000,
    "application_name": "mahjong-scorer",
}
_SET_TIMEOUTS: Final = (
    "SET statement_timeout = 10000; SET lock_timeout = 5000; "
    "SET idle_in_transaction_session_timeout = 20000"
)


_AUTOCOMMIT_OPTION: Final = "scorer_alone"


def autocommit_options(url: URL) -> dict[str, Any]:
    """Return the execution options of a connection that reads without a transaction."""
    if url.get_backend_name() == "sqlite":
        return {
            _AUTOCOMMIT_OPTION: True
        }  # SQLite autocommits already; switching levels would undo that
    return {"isolation_level": "AUTOCOMMIT"}


def make_engine(url: URL) -> Engine:
    """Return an engine for a URL, not connected yet."""
    if url.get_backend_name() == "sqlite":
        return _sqlite_engine(url)
    is_postgresql = url.get_backend_name() == "postgresql"
    connect_args = {
        name: value for name, value in POSTGRESQL_ARGUMENTS.items() if name not in url.query
    }
    engine = create_engine(
        url,
        connect_args=connect_args if is_postgresql else {},
        hide_parameters=True,
        pool_size=MAX_CONNECTIONS,
        max_overflow=0,
        pool_timeout=BUSY_TIMEOUT_SECONDS,
        pool_pre_ping=not is_postgresql,
    )
    if is_postgresql:
        event.listen(engine, "connect", _set_timeouts)
        _ping_idle_connections(engine)
    return engine


def _set_timeouts(connection: Any, _: ConnectionPoolEntry) -> None:
    """Set time limits on a new connection, whatever the server allows."""
    connection.autocommit = True
    connection.execute(_SET_TIMEOUTS)
    connection.autocommit = False


def _ping_idle_connections(engine: Engine) -> None:
    """Ping a connection before use unless it was used a moment ago.

    With hundreds of polls a second every other query would be a ping.
    """

    def remember(_: Any, entry: ConnectionPoolEntry) -> None:
        entry.info["used"] = time.monotonic()

    def check(connection: Any, entry: ConnectionPoolEntry, _: Any) -> None:
        if time.monotonic() - entry.info.get("used", 0.0) < IDLE_SECONDS:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as error:
            raise DisconnectionError from error

    event.listen(engine, "connect", remember)
    event.listen(engine, "checkin", remember)
    event.listen(engine, "checkout", check)


def _sqlite_engine(url: URL) -> Engine:
    engine = create_engine(
        url,
        connect_args={"timeout": BUSY_TIMEOUT_SECONDS},
        hide_parameters=True,
        **({} if sqlite_file(url) is None else {"pool_size": MAX_CONNECTIONS, "max_overflow": 0}),
    )
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin)
    file = sqlite_file(url)
    if file is not None:
        _watch_file(engine, file)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    """Prepare a new connection to SQLite: safe against power cuts, waiting for locks."""
    # sqlite3 would begin transactions on its own; _begin does it here.
    connection.isolation_level = None
    until = time.monotonic() + BUSY_TIMEOUT_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            # Several processes may open a new file at once; for this pragma SQLite does not wait.
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.01)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin(connection: Connection) -> None:
    if connection.get_execution_options().get(_AUTOCOMMIT_OPTION):
        return
    # A transaction that reads first and then writes fails at once if another writer is active.
    writing = connection.get_execution_options().get(WRITING_OPTION, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _watch_file(engine: Engine, file: Path) -> None:
    """Drop connections to a file that was moved or replaced, whose writes would be lost."""

    def remember(_: sqlite3.Connection, entry: ConnectionPoolEntry) -> None:
        entry.info["file"] = _file_identity(file)

    def check(_: sqlite3.Connection, entry: ConnectionPoolEntry, __: Any) -> None:
        if _file_identity(file) != entry.info["file"]:
            raise DisconnectionError("the database file was moved or replaced")

    def require_file(*_: object) -> None:
        # SQLite would create an empty file, hiding all games until the real one is put back.
        # Database creates it, once.
        file.stat()

    event.listen(engine, "do_connect", require_file)
    event.listen(engine, "connect", remember)
    event.listen(engine, "checkout", check)


def _file_identity(file: Path) -> tuple[int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
