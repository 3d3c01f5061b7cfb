from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.service import create_app
from scorer.service.store.records import STORE_EXTENSION


@pytest.fixture(scope="session")
def app() -> Iterator[Flask]:
    # All these tests are one client, of whom hours of work are asked in minutes.
    app = create_app({"CLIENT_SECONDS": 0})
    yield app
    app.extensions[STORE_EXTENSION].database.close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser of its own for each test: a language that one chooses is kept in a cookie."""
    return app.test_client()
