"""A club's file for a test, and no club after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scorer import use_club

RIVERSIDE = """
[club]
name = "Riverside Mah-jong"
language = "fr"
ruleset = "british"

[[preset]]
id = "riverside"
ruleset = "british"
extends = "bmja"
title = "Riverside"
meaning = "What we play on Tuesdays."
default = true
options = { limit = 500, max_chows = 0 }

[[preset]]
id = "thursday"
ruleset = "british"
extends = "riverside"
title = "Thursdays"
[preset.options]
limit = 600
"""

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes the club's file, and returns its path."""

    def written(text: str) -> Path:
        path = tmp_path / "club.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return written


@pytest.fixture(autouse=True)
def _no_club_afterwards() -> Iterator[None]:
    yield
    use_club(None)


@pytest.fixture
def riverside(write: Write) -> Path:
    """The file of a club that is in use."""
    path = write(RIVERSIDE)
    use_club(path)
    return path
