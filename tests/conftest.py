"""Which tests the inner loop leaves out: whole files that draw hands at random, start real servers
or generate clients. CONTRIBUTING.md has its command.

And where games are kept that tests make: never in the home directory."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

# Before any application is made: some are made while the tests are found.
GAMES = tempfile.TemporaryDirectory(prefix="games-of-tests-")
os.environ["DATABASE_URL"] = f"sqlite:///{GAMES.name}/games.sqlite3"

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
