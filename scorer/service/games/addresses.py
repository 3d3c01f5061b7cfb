"""Where games are kept: the address of the database, as SQLAlchemy reads it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from platformdirs import user_data_path
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

__all__ = ["database_url", "file_of"]

PSYCOPG: Final = "postgresql+psycopg"
FILE: Final = "games.sqlite3"


def database_url(told: str) -> URL:
    """The address that is told or, with "", of one file where this system keeps a program's data.

    ``postgres://`` and ``postgresql://`` name no driver: psycopg 3 it is. Raises ValueError for
    what is no address.
    """
    if not told:
        return URL.create("sqlite", database=str(user_data_path("mahjong-scorer") / FILE))
    try:
        url = make_url(told)
        if url.drivername in ("postgres", "postgresql"):
            url = url.set(drivername=PSYCOPG)
        url.get_dialect()
    except (ArgumentError, ImportError) as error:
        raise ValueError(str(error)) from None
    return url


def file_of(url: URL) -> Path | None:
    """The file of a SQLite database; None for any other."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)
