from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import jsonschema_rs
import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.service import create_app
from scorer.service.store.records import STORE_EXTENSION


@pytest.fixture(scope="session")
def app() -> Iterator[Flask]:
    # All these tests are one client, of whom hours of work are asked in minutes.
    app = create_app({"LOG_REQUESTS": False, "CLIENT_SECONDS": 0})
    yield app
    app.extensions[STORE_EXTENSION].database.close()


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client


@pytest.fixture(scope="session")
def openapi(app: Flask) -> dict[str, Any]:
    answer: dict[str, Any] = app.test_client().get("/openapi.json").get_json()
    return answer


@pytest.fixture(scope="session")
def faults(openapi: dict[str, Any]) -> Callable[[str, object], list[str]]:
    """What a schema of the OpenAPI document, by its name there, finds wrong with a document."""

    def found(name: str, document: object) -> list[str]:
        schema = {"$ref": f"#/components/schemas/{name}", "components": openapi["components"]}
        validator = jsonschema_rs.Draft202012Validator(schema)
        return [
            f"{error.instance_path}: {error.message}" for error in validator.iter_errors(document)
        ]

    return found
