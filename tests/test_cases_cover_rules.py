"""No ruleset without cases; no rule without a case that shows it and a case that shows where it
ends; no case that names a rule which there is not."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import scorer
from scorer.rules import BOOKS

CASES = Path(__file__).parent / "cases"
EACH = pytest.mark.parametrize("ruleset", BOOKS)
README = "tests/cases/README.md tells how to write one"


def cases(ruleset: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each case with the name of its file."""
    for path in sorted((CASES / ruleset).glob("*.toml")):
        book = tomllib.loads(path.read_text(encoding="utf-8"))
        for case in book["case"]:
            yield path.name, book.get("defaults", {}) | case


def rules(ruleset: str) -> list[str]:
    return [rule["id"] for rule in scorer.ruleset(ruleset)["rules"]]


def named(case: dict[str, Any], *fields: str) -> set[str]:
    """The ids of rules in these fields of what a case expects: “flower x2” names the flower."""
    listed = [item for field in fields for item in case["expect"].get(field, [])]
    return {item.split("=")[0].split(" ")[0] for item in listed}


def limit_hand(case: dict[str, Any]) -> set[str]:
    return {case["expect"].get("limit_hand", "none")} - {"none"}


@EACH
def test_every_ruleset_has_cases(ruleset: str) -> None:
    assert any(cases(ruleset)), (
        f"tests/cases/{ruleset} has no cases. Write them first, by hand, from the rule text "
        f"(CONTRIBUTING.md, “Add a ruleset”); {README}"
    )


@EACH
def test_every_rule_is_in_a_case_that_has_it(ruleset: str) -> None:
    shown = {id for _, case in cases(ruleset) for id in named(case, "has") | limit_hand(case)}
    missing = [rule for rule in rules(ruleset) if rule not in shown]
    assert missing == [], (
        f"rules without a case in tests/cases/{ruleset} that has them (expect.has): "
        f"{', '.join(missing)}; {README}"
    )


@EACH
def test_every_rule_is_in_a_case_that_lacks_it(ruleset: str) -> None:
    lacking = {id for _, case in cases(ruleset) for id in named(case, "lacks")}
    missing = [rule for rule in rules(ruleset) if rule not in lacking]
    assert missing == [], (
        f"rules without a case in tests/cases/{ruleset} that shows where they end (expect.lacks): "
        f"{', '.join(missing)}; {README}"
    )


@EACH
def test_the_cases_name_no_rule_that_the_ruleset_does_not_have(ruleset: str) -> None:
    known = {"agreed", *rules(ruleset)} | {
        rule["name"] for rule in scorer.ruleset(ruleset)["rules"]
    }
    wrong = sorted(
        f"{file}, “{case['name']}”: {id}"
        for file, case in cases(ruleset)
        for id in (named(case, "has", "lacks", "set_aside") | limit_hand(case)) - known
    )
    assert wrong == [], f"cases of {ruleset} name rules that it does not have: {'; '.join(wrong)}"


@pytest.mark.parametrize("folder", sorted(path.name for path in CASES.iterdir() if path.is_dir()))
def test_every_folder_of_cases_is_that_of_a_ruleset(folder: str) -> None:
    assert folder in BOOKS, (
        f"tests/cases/{folder} has cases and no ruleset is registered as {folder}: add its book to "
        "BOOKS in scorer/rules/__init__.py"
    )
    other = {case["ruleset"] for _, case in cases(folder) if "ruleset" in case} - {folder}
    assert other == set(), f"cases in tests/cases/{folder} are of {other}"


@EACH
def test_every_circumstance_and_every_event_is_in_a_case(ruleset: str) -> None:
    declared: Any = scorer.ruleset(ruleset)
    told = str([case for _, case in cases(ruleset)])
    missing = [
        f"{kind} {one[key]}"
        for part, kind, key in (
            ("circumstances", "circumstance", "id"),
            ("events", "event", "event"),
        )
        for one in declared[part]
        if f"'{one[key]}'" not in told
    ]
    assert missing == [], f"without a case in tests/cases/{ruleset}: {', '.join(missing)}; {README}"
