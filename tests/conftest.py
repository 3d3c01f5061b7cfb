"""Which tests the inner loop leaves out: whole files that draw hands at random, start real servers
or generate clients. CONTRIBUTING.md has its command.

And where games are kept that tests make: never in the home directory."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SLOW = frozenset(
    TESTS / name
    for name in (
        *("test_oracle.py", "test_wild.py", "test_bad_input.py", "test_properties.py"),
        *("test_peers.py", "test_tables_at_random.py", "test_hostile_tables.py", "test_growth.py"),
        *("test_types.py", "test_serve.py", "test_pickling.py", "test_goulash.py"),
        *("service/test_gunicorn.py", "service/test_stalling.py", "service/test_schemathesis.py"),
        *("pages/test_hostile.py", "card/test_hostile_cards.py", "card/test_work.py"),
        *("card/test_match.py", "card/test_words.py", "card/test_scores.py"),
        *("clients/test_python_client.py", "clients/test_typescript.py"),
    )
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path in SLOW:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session", autouse=True)
def games_of_tests() -> Iterator[None]:
    """An application that is told nothing else keeps games where they go with the tests."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "DATABASE_URL", f"sqlite:///{folder}/games.sqlite3")
        yield
