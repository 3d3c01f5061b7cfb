"""What the keypad is told of a ruleset agrees with how the form is read."""

from __future__ import annotations

import json

import pytest

import scorer
from scorer.service import keypad
from scorer.service.forms import _option_value
from scorer.service.pages import REQUIRED, WHOSE


@pytest.mark.parametrize("rules", [entry["id"] for entry in scorer.rulesets()])
def test_options_become_the_values_that_the_form_gives(rules: str) -> None:
    detail = scorer.ruleset(rules)
    told = json.loads(keypad.facts(detail, REQUIRED, WHOSE))
    assert told["rules"] == rules
    for option in detail["options"]:
        fact = told["options"][option["name"]]
        if isinstance(fact, str):
            assert fact in ("boolean", "integer", "text")
        else:
            assert [_option_value(option, text) for text in fact] == list(fact.values())
