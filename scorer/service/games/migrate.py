"""Bringing a database up to the tables of this release, once, however many start at once."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

__all__ = ["bring_up_to_date"]

STEPS: Final = Path(__file__).parent / "migrations"
LOCK: Final = 0x6D61686A6F6E67
"""The number of the lock in PostgreSQL, under which one process migrates and the others wait."""

_one_at_a_time = Lock()  # Alembic keeps what it works on in its modules.


def bring_up_to_date(connection: Connection) -> None:
    """Run the steps that the database lacks, in the transaction of ``connection``.

    That transaction must keep other writers out: one of SQLite is to be immediate, one of
    PostgreSQL takes a lock here. Raises CommandError where a later release has been at work.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    config = Config()
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    newest = ScriptDirectory.from_config(config).get_current_head()
    if MigrationContext.configure(connection).get_current_revision() == newest:
        return
    config.attributes["connection"] = connection
    with _one_at_a_time:
        command.upgrade(config, "head")
