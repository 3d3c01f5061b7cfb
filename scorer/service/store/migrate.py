"""Migrate a database to the tables of this release, once, however many processes start."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

MIGRATIONS_FOLDER: Final = Path(__file__).parent / "migrations"
MIGRATION_LOCK_ID: Final = 0x6D61686A6F6E67
"""The advisory lock of PostgreSQL under which one process migrates and the others wait."""

_one_at_a_time = Lock()  # Alembic has global state.


def bring_up_to_date(connection: Connection) -> None:
    """Run the missing migrations in the transaction of ``connection``.

    The transaction must exclude other writers: SQLite needs an immediate one, PostgreSQL takes a
    lock here.

    Raises:
        CommandError: If a later release has migrated the database.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK_ID})
    current, newest = revisions(connection)
    if current == newest:
        return
    config = _alembic_config()
    config.attributes["connection"] = connection
    with _one_at_a_time:
        command.upgrade(config, "head")


def revisions(connection: Connection) -> tuple[str | None, str | None]:
    """Return the last migration that was run, None if none was, and the last of this release."""
    newest = ScriptDirectory.from_config(_alembic_config()).get_current_head()
    return MigrationContext.configure(connection).get_current_revision(), newest


def _alembic_config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS_FOLDER).replace("%", "%%"))
    return config
