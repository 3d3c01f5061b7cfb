"""What runs is the compiled engine: asked where the compiled wheel is installed (.ci/compiled)."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import scorer

MODULES = (
    *("tiles", "seats", "hand", "arrange", "sheet", "wild", "circumstances", "edition"),
    *("grammar.features", "grammar.reading", "grammar.points.edition", "grammar.points.rule"),
    *("grammar.fan.edition", "grammar.fan.rule", "grammar.fan.links", "grammar.fan.principles"),
    *("grammar.card.variants.index", "grammar.card.variants.match", "grammar.card.book"),
    *("grammar.han.edition", "grammar.han.reading", "grammar.han.rule", "grammar.han.worth"),
    *("rules.set_points", "rules.classical", "rules.british", "rules.mcr", "rules.riichi"),
)


@pytest.mark.parametrize("name", MODULES)
def test_the_module_is_compiled(name: str) -> None:
    file = Path(importlib.import_module(f"scorer.{name}").__file__ or "")
    assert file.suffix in (".so", ".pyd")


def test_it_is_the_installed_package_and_not_the_checkout() -> None:
    assert "site-packages" in Path(scorer.__file__).parts


def test_what_it_declares_has_kept_its_sentences() -> None:
    for ruleset in scorer.rulesets():
        assert all(rule["meaning"] for rule in ruleset["rules"]), ruleset["id"]
        assert all(event["meaning"] for event in ruleset["events"]), ruleset["id"]
