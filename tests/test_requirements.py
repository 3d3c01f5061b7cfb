"""The facts that rules tell of themselves: every hand that has a rule has all of them, so that one
that is lacking is a true reason why a rule does not count."""

from __future__ import annotations

from contextlib import suppress

import pytest

import scorer
from scorer.grammar.fan.rule import Fan
from scorer.grammar.points.rule import Rule, Special
from scorer.grammar.reading import Reading
from scorer.grammar.requirements import why_not_met
from scorer.rules import BOOKS
from tests.test_features import COUNTED, hands, readings

__all__ = ["readings"]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", COUNTED)
def test_a_reading_that_has_a_rule_has_every_fact_that_the_rule_takes(
    ruleset: str, readings: list[Reading]
) -> None:
    rules = [rule for rule in BOOKS[ruleset].rules if isinstance(rule, (Rule, Special, Fan))]
    for told in hands(ruleset):
        readings.clear()
        with suppress(scorer.HandError):
            scorer.score(told)
        for h in readings:
            for rule in rules:
                if not (isinstance(rule, Fan) and rule.size) and rule.test(h):
                    assert why_not_met(rule.requirements, h) is None, (rule.id, told)
