"""Paths that the documentation names exist."""

from __future__ import annotations

import inspect
import re
from functools import cache
from pathlib import Path

import pytest

from scorer.service import create_app

ROOT = Path(__file__).parent.parent
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*.md"))]
PLACES = ("scorer", "tests", "tools", "benchmarks", "deploy", "docs", "examples", "templates")
PATH = re.compile(r"`((?:[\w.-]+/)+[\w.-]+\.(?:py|toml|js|css|html|md|json|po))`")


@cache
def files() -> tuple[str, ...]:
    return tuple(
        f"/{path.relative_to(ROOT).as_posix()}"
        for place in PLACES
        for path in (ROOT / place).rglob("*.*")
        if "__pycache__" not in path.parts
    )


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=str)
def test_a_path_in_backticks_ends_as_that_of_a_file(page: Path) -> None:
    named = set(PATH.findall(page.read_text()))
    assert not {path for path in named if not any(file.endswith(f"/{path}") for file in files())}


def test_the_map_names_the_module_behind_every_address() -> None:
    app = create_app({"LOG_REQUESTS": False})
    text = (ROOT / "docs/architecture.md").read_text()
    table = text[text.index("## Find a page") : text.index("## Add a rule")]
    named = set(re.findall(r"[\w/]*?(\w+)\.py`", table))
    for route in app.url_map.iter_rules():
        module = inspect.unwrap(app.view_functions[route.endpoint]).__module__
        assert module.rpartition(".")[2] in named, (route.rule, module)
