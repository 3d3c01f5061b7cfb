"""Save and restore the database of games, wherever it is: a file, or PostgreSQL.

    .venv/bin/python deploy/backup.py save /backup            # while the service runs
    .venv/bin/python deploy/backup.py restore /backup/games-20261121T231500Z.sqlite3

What follows the folder is told to pg_dump. It reads DATABASE_URL as the service does. PostgreSQL
needs pg_dump and pg_restore of its own version. Stop the service before a restore: what was written
since the copy is lost by it.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.engine import URL

sys.path.insert(0, str(Path(__file__).parent.parent))

from scorer.service.store.addresses import database_url, sqlite_file

__all__ = ["restore", "save"]


def save(url: URL, folder: Path, *more: str) -> Path:
    """Write a copy into a folder, and give its path. What stands there under its final name is
    whole. ``more`` is told to pg_dump."""
    os.umask(0o077)
    folder.mkdir(parents=True, exist_ok=True)
    file = sqlite_file(url)
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
    copy = folder / f"games-{now}.{'dump' if file is None else 'sqlite3'}"
    unfinished = copy.with_suffix(".part")
    try:
        if file is None:
            _run("pg_dump", url, "--format=custom", "--no-owner", f"--file={unfinished}", *more)
        else:
            _copy(file, unfinished)
        _flush(unfinished)
        unfinished.rename(copy)
    finally:
        unfinished.unlink(missing_ok=True)
    return copy


def restore(url: URL, copy: Path) -> None:
    """Put a copy in the place of all games that there are."""
    os.umask(0o077)
    file = sqlite_file(url)
    if file is None:
        how = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
        _run("pg_restore", url, *how, str(copy))
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f"{file.name}.part")
    try:
        _copy(copy, beside)
        _flush(beside)
        # They belong to the file that goes, and would be read into the one that comes.
        for end in ("-wal", "-shm"):
            file.with_name(file.name + end).unlink(missing_ok=True)
        beside.replace(file)
        _flush(file.parent)
    finally:
        beside.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    """Copy a database of SQLite as it is at one moment, whoever writes in it, and look it over."""
    target.unlink(missing_ok=True)
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as read,
        closing(sqlite3.connect(target)) as written,
    ):
        read.backup(written)
        # One file, that can be carried anywhere by itself.
        written.execute("PRAGMA journal_mode = DELETE")
        (found,) = written.execute("PRAGMA integrity_check").fetchone()
        tables = written.execute("SELECT 1 FROM sqlite_master WHERE name = 'entries'").fetchone()
    if found != "ok" or not tables:
        raise SystemExit(f"{source} is no whole database of games: {found}")


def _flush(path: Path) -> None:
    """Have a file, or the names in a folder, on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _run(program: str, url: URL, *how: str) -> None:
    """Run a program of PostgreSQL's; the password is not among its arguments, which all can see."""
    told = url.set(drivername="postgresql", password=None).render_as_string(hide_password=False)
    environment = dict(os.environ)
    if url.password is not None:
        environment["PGPASSWORD"] = str(url.password)
    subprocess.run([program, f"--dbname={told}", *how], env=environment, check=True)


def main() -> None:
    """Save or restore, as told."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("save", "restore"))
    parser.add_argument("path", type=Path, help="the folder of the copies, or a copy")
    told, more = parser.parse_known_args()
    url = database_url(os.environ.get("DATABASE_URL", ""))
    if told.what == "save":
        print(save(url, told.path, *more))
    else:
        restore(url, told.path)


if __name__ == "__main__":
    main()
