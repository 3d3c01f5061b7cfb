"""The same tests on SQLite and on PostgreSQL, each test in a database of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask

from tests.games.databases import schema, serving, sqlite
from tests.games.playing import Table


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database."""
    if request.param == "sqlite":
        yield sqlite(tmp_path)
    else:
        with schema() as found:
            yield found


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def app(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Flask]:
    """An application over either database; a test knows the keys of its own games alone."""
    with ExitStack() as stack:
        if request.param == "sqlite":
            address = sqlite(tmp_path_factory.mktemp("games"))
        else:
            address = stack.enter_context(schema())
        yield stack.enter_context(serving(address))


@pytest.fixture
def table(app: Flask) -> Table:
    """A game that has begun."""
    return Table.begun(app.test_client())
