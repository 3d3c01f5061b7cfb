"""What schemathesis, which reads the OpenAPI document, finds: nothing.

A document that keeps to its schema may still hold a hand that cannot be, and is answered with 422.
schemathesis.toml beside the project says so, for a run against a server as well.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from scorer.service import create_app
from tests.nightly import many, nightly

CONFIG = Path(__file__).parents[2] / "schemathesis.toml"
# Of the documents that it thinks of for each word of the schema, most with that one thing wrong,
# one in so many is sent, fewer by day; 1: every one of thirty thousand, which takes two minutes.
ONE_OF = int(os.environ.get("SCORER_ONE_DOCUMENT_OF", many("40", "8")))

# It makes more games and classes in a minute than a client may.
LIMITS = ("GAMES_MADE_LIMIT", "GAMES_GUESS_LIMIT", "GAMES_JOIN_LIMIT", "GAMES_JOINS_LIMIT")
app = create_app({"LOG_REQUESTS": False, **dict.fromkeys(LIMITS, "1000000 per minute")})
DOCUMENT = app.test_client().get("/openapi.json").get_json()


SAMPLE = ("/api/v1/waits",)
PATHS = [*SAMPLE, *nightly(path for path in DOCUMENT["paths"] if path not in SAMPLE)]


@pytest.fixture(params=PATHS)
def api(request: pytest.FixtureRequest) -> Any:
    """The document with this path alone. What to send is thought of when the test runs, and not
    when tests are found: that would take every process ten seconds."""
    paths = {request.param: DOCUMENT["paths"][request.param]}
    config = schemathesis.Config.from_path(CONFIG)
    told = schemathesis.openapi.from_dict({**DOCUMENT, "paths": paths}, config=config)
    told.app = app
    told.hook("filter_case")(is_sent)
    # schemathesis 4 names a test anew by this, which pytest 9 has no more.
    request.node._nodeid = request.node.nodeid
    return told


def is_sent(context: Any, case: Any) -> bool:
    """Whatever is an example or drawn at random, and of the rest a share, always the same."""
    told = (case.body, case.query, case.path_parameters)
    return (
        case.meta.phase.name.value != "coverage"
        or crc32(repr(told).encode("utf-8", "replace")) % ONE_OF == 0
    )


# Of a batch it can send the lines as text/plain, and says that it left out the other name.
@pytest.mark.filterwarnings("ignore:Skipped test cases with unsupported payload")
@schemathesis.pytest.from_fixture("api").parametrize()
@settings(max_examples=many(5, 25), deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_made_from_the_document_finds_a_failure(case: Any) -> None:
    # Between this and the application there is no client that would decompress an answer.
    case.call_and_validate(headers={"Accept-Encoding": "identity"})
