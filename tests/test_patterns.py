"""The patterns that several rulesets have: ids that there are, each in one pattern alone."""

from __future__ import annotations

from collections import Counter

import pytest
from flask.testing import FlaskClient

import scorer
from scorer.rulebook.patterns import PATTERNS, pattern_of, with_patterns
from scorer.rules import BOOKS
from scorer.service import create_app

EVERY = [
    (pattern.id, ruleset, rule)
    for pattern in PATTERNS.values()
    for ruleset, rules in pattern.rules.items()
    for rule in rules
]


def test_every_rule_of_a_pattern_is_one_of_its_ruleset() -> None:
    for pattern, ruleset, rule in EVERY:
        assert rule in {rule.id for rule in BOOKS[ruleset].rules}, pattern


def test_a_rule_is_one_pattern_at_most() -> None:
    counted = Counter((ruleset, rule) for _, ruleset, rule in EVERY)
    assert [one for one, count in counted.items() if count > 1] == []


def test_a_pattern_is_known_in_two_rulesets_and_called_by_its_id() -> None:
    for id, one in PATTERNS.items():
        assert one.id == id
        assert len(one.rules) > 1, id
        assert one.name
        assert not one.meaning.endswith(".")


@pytest.mark.parametrize("ruleset", BOOKS)
def test_the_api_tells_the_pattern_of_each_rule(ruleset: str) -> None:
    client: FlaskClient = create_app({"LOG_REQUESTS": False}).test_client()
    body = client.get(f"/api/v1/rulesets/{ruleset}").get_json()
    assert body == with_patterns(scorer.ruleset(ruleset))
    for rule in body["rules"]:
        assert rule.get("pattern") == pattern_of(ruleset, rule["id"])


def test_the_orphans_are_one_pattern_under_two_names() -> None:
    assert pattern_of("british", "thirteen-unique-wonders") == "thirteen-orphans"
    assert pattern_of("mcr", "thirteen-orphans") == "thirteen-orphans"
    assert pattern_of("mcr", "reversible-tiles") is None
    assert pattern_of("nothing", "thirteen-orphans") is None
