"""The same tests on SQLite and on PostgreSQL, each test in a database of its own. In the inner
loop they take SQLite alone: PostgreSQL is a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.games.databases import database, serving
from tests.games.playing import Table

BOTH = ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)]


@pytest.fixture(params=BOTH)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database."""
    with database(request.param, tmp_path) as found:
        yield found


@pytest.fixture(scope="session", params=BOTH)
def shared_address(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The address of a database that tests share: each knows the keys of its own games alone."""
    with database(request.param, tmp_path_factory.mktemp("games")) as found:
        yield found


@pytest.fixture(scope="session")
def app(shared_address: str) -> Iterator[Flask]:
    """An application over either database."""
    with serving(shared_address) as made:
        yield made


@pytest.fixture
def table(app: Flask) -> Table:
    """A game that has begun."""
    return Table.begun(app.test_client())
