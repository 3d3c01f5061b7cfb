"""What runs is the compiled engine: asked where the compiled wheel is installed (.ci/compiled)."""

from __future__ import annotations

import importlib
import tomllib
from pathlib import Path

import pytest

import scorer
from scorer.service import create_app

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"
WHEEL = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
INSTALLED = Path(scorer.__file__).parents[1]
MODULES = [
    path.relative_to(INSTALLED).as_posix()
    for pattern in WHEEL["wheel"]["hooks"]["custom"]["modules"]
    for path in sorted(INSTALLED.glob(pattern))
]


@pytest.mark.parametrize("path", MODULES)
def test_the_module_is_compiled(path: str) -> None:
    name = path.removesuffix(".py").replace("/", ".")
    file = Path(importlib.import_module(name).__file__ or "")
    assert file.suffix in (".so", ".pyd")


def test_it_is_the_installed_package_and_not_the_checkout() -> None:
    assert "site-packages" in Path(scorer.__file__).parts


def test_what_it_declares_has_kept_its_sentences() -> None:
    for ruleset in scorer.rulesets():
        assert all(rule["meaning"] for rule in ruleset["rules"]), ruleset["id"]
        assert all(event["meaning"] for event in ruleset["events"]), ruleset["id"]


def test_the_service_describes_itself_with_an_answer_to_each_of_its_examples() -> None:
    client = create_app({"LOG_REQUESTS": False}).test_client()
    assert client.get("/openapi.json").status_code == 200
