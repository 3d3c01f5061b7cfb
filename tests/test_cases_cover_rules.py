"""No rule without a case that shows it and a case that shows where it ends."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import scorer

CASES = Path(__file__).parent / "cases"


def expectations(ruleset: str) -> list[dict[str, Any]]:
    books = [tomllib.loads(path.read_text()) for path in sorted((CASES / ruleset).glob("*.toml"))]
    return [case["expect"] for book in books for case in book["case"]]


def rules(ruleset: str) -> list[str]:
    return [rule["id"] for rule in scorer.ruleset(ruleset)["rules"]]


@pytest.mark.parametrize("ruleset", ["classical", "british", "mcr", "american"])
def test_every_rule_is_in_a_case_that_has_it(ruleset: str) -> None:
    shown = {
        item.split("=")[0].split(" ")[0]
        for expect in expectations(ruleset)
        for item in [*expect.get("has", []), expect.get("limit_hand", "none")]
    }
    assert [rule for rule in rules(ruleset) if rule not in shown] == []


@pytest.mark.parametrize("ruleset", ["classical", "british", "mcr", "american"])
def test_every_rule_is_in_a_case_that_lacks_it(ruleset: str) -> None:
    lacking = {item for expect in expectations(ruleset) for item in expect.get("lacks", [])}
    assert [rule for rule in rules(ruleset) if rule not in lacking] == []


@pytest.mark.parametrize("ruleset", ["classical", "british", "mcr", "american"])
def test_the_cases_name_no_rule_that_the_ruleset_does_not_have(ruleset: str) -> None:
    named = {
        item.split("=")[0].split(" ")[0]
        for expect in expectations(ruleset)
        for item in [*expect.get("has", []), *expect.get("lacks", [])]
    }
    assert sorted(named - set(rules(ruleset))) == []
