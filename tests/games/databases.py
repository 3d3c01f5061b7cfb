"""Databases for tests: a SQLite file, and a schema of a PostgreSQL, each of its own; and the Redis
of this machine, which all share."""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
import redis
from flask import Flask
from sqlalchemy import func, select

from scorer.service import create_app
from scorer.service.store.classes import ClassStore
from scorer.service.store.records import STORE_EXTENSION
from scorer.service.store.store import DatabaseGameStore

NEEDED = "SCORER_NEEDS_POSTGRES" in os.environ  # set where a skipped database is a failure
ADDRESSES = ("postgresql:///test", "postgresql://127.0.0.1:5432/test")
REDIS = "redis://127.0.0.1:6379"


@cache
def postgresql() -> str:
    """The address of a PostgreSQL that lets us in; "" where there is none."""
    for address in ADDRESSES:
        try:
            psycopg.connect(address, connect_timeout=30).close()
        except psycopg.OperationalError:
            continue
        return address
    return ""


def count(store: ClassStore | DatabaseGameStore, table: Any) -> int:
    """How many rows a table has."""
    with store.database.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


@contextmanager
def schema(through: str = "") -> Iterator[str]:
    """The address of an empty schema, which goes with the block; ``through`` another host and port,
    as in 127.0.0.1:5433."""
    address = postgresql()
    if not address:
        assert not NEEDED, "SCORER_NEEDS_POSTGRES is set, and there is no PostgreSQL"
        pytest.skip("no PostgreSQL here")
    name = f"games_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    try:
        host = f"postgresql://{through}/test" if through else address
        yield f"{host}?options={quote(f'-csearch_path={name}', safe='')}"
    finally:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"DROP SCHEMA {name} CASCADE")


def redis_here() -> str:
    """The address of the Redis of this machine; without one the test is skipped."""
    try:
        redis.Redis.from_url(REDIS, socket_connect_timeout=30).ping()
    except redis.ConnectionError:
        assert "SCORER_NEEDS_REDIS" not in os.environ, "SCORER_NEEDS_REDIS is set: there is none"
        pytest.skip("no Redis here")
    return REDIS


def postgresql_programs(*names: str) -> None:
    """Skip the test where one of these programs of PostgreSQL's is missing."""
    missing = [name for name in names if shutil.which(name) is None]
    if missing:
        assert not NEEDED, f"SCORER_NEEDS_POSTGRES is set, and there is no {missing}"
        pytest.skip(f"no {missing} here")


def sqlite(folder: Path) -> str:
    """The address of a SQLite file that is not there yet."""
    return f"sqlite:///{folder / 'kept' / 'games.sqlite3'}"


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """The address of an empty database: of a file in this folder, or of a schema of PostgreSQL."""
    if kind == "sqlite":
        yield sqlite(folder)
    else:
        with schema() as found:
            yield found


@contextmanager
def serving(address: str, **settings: Any) -> Iterator[Flask]:
    """An application over this database, which lets go of it with the block."""
    many = "100000 per minute"
    unlimited = {"CLIENT_SECONDS": 0, "GAMES_MADE_LIMIT": many, "GAMES_GUESS_LIMIT": many}
    app = create_app({"LOG_REQUESTS": False, **unlimited, "DATABASE_URL": address, **settings})
    try:
        yield app
    finally:
        app.extensions[STORE_EXTENSION].database.close()
