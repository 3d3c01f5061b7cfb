"""Classes are tested on SQLite and on PostgreSQL, as games are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.classes.teaching import Class
from tests.games.conftest import address, shared_address
from tests.games.databases import serving

__all__ = ["address", "shared_address"]

MANY = {"GAMES_JOIN_LIMIT": "10000 per minute"}


@pytest.fixture(scope="session")
def app(shared_address: str) -> Iterator[Flask]:
    """An application over either database."""
    with serving(shared_address, **MANY) as made:
        yield made


@pytest.fixture
def begun(app: Flask) -> Class:
    """A class of three exercises that has begun."""
    return Class.begun(app.test_client())
