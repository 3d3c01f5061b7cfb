"""What schemathesis, which reads the OpenAPI document, finds: nothing.

A document that keeps to its schema may still hold a hand that cannot be, and is answered with 422.
schemathesis.toml beside the project says so, for a run against a server as well.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from scorer.service import create_app

CONFIG = Path(__file__).parents[2] / "schemathesis.toml"

api = schemathesis.openapi.from_wsgi(
    "/openapi.json",
    create_app({"LOG_REQUESTS": False}),
    config=schemathesis.Config.from_path(CONFIG),
)


# Of a batch it can send the lines as text/plain, and says that it left out the other name.
@pytest.mark.filterwarnings("ignore:Skipped test cases with unsupported payload")
@api.parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_made_from_the_document_finds_a_failure(case: Any) -> None:
    case.call_and_validate()
