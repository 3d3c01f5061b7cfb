from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.service import create_app


@pytest.fixture(scope="session")
def app() -> Flask:
    return create_app()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser of its own for each test: a language that one chooses is kept in a cookie."""
    return app.test_client()
