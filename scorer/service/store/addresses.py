"""The URL of the database of games, as SQLAlchemy reads it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from platformdirs import user_data_path
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

POSTGRESQL_DRIVER: Final = "postgresql+psycopg"
DATABASE_FILE: Final = "games.sqlite3"


def database_url(address: str) -> URL:
    """Return the URL of the database; for "" that of a file in the user's data folder.

    ``postgres://`` and ``postgresql://`` mean psycopg 3.

    Raises:
        ValueError: If the address is no database URL.
    """
    if not address:
        return URL.create("sqlite", database=str(user_data_path("mahjong-scorer") / DATABASE_FILE))
    try:
        url = make_url(address)
        if url.drivername in ("postgres", "postgresql"):
            url = url.set(drivername=POSTGRESQL_DRIVER)
        url.get_dialect()
    except (ArgumentError, ImportError) as error:
        raise ValueError(str(error)) from None
    return url


def sqlite_file(url: URL) -> Path | None:
    """Return the file of a SQLite database; None for any other."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)
