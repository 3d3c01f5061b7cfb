"""Which rules are played under a preset with house rules, and what they count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import scorer
from scorer.errors import HandError
from scorer.rules import BOOKS
from scorer.service.web.forms import form_documents, house_rules
from scorer.service.web.rules import rule_examples

Document = Mapping[str, Any]
NO_OPTIONS: Mapping[str, object] = {}


def options_under(ruleset: Document, preset: str) -> dict[str, Any]:
    """Return the value of every option under a preset."""
    return {o["name"]: house_rules.default_value(ruleset, preset, o) for o in ruleset["options"]}


def house_rules_of(
    ruleset: Document, preset: str, query: form_documents.FormFields
) -> dict[str, object]:
    """Return the options in a query that differ from the preset; invalid values are ignored."""
    declared, under = BOOKS[ruleset["id"]].options, options_under(ruleset, preset)
    differing: dict[str, object] = {}
    for name, option in declared.items():
        value = form_documents.option_value(query, ruleset, name)
        if value is not None and option.accepts(value) and value != under[name]:
            differing[name] = value
    return differing


def amount(rule: Document, options: Mapping[str, Any]) -> Any:
    """Return what a rule counts under these options; None if that depends on the hand."""
    return options.get(rule.get("amount_option", ""), rule["amount"])


def is_played(
    ruleset: Document, rule: Document, preset: str, chosen: Mapping[str, object] = NO_OPTIONS
) -> bool:
    """Tests if a rule is played under a preset with these options.

    Besides its declaration the example is scored, since a rule may check options itself.
    """
    condition, options = rule.get("option"), {**options_under(ruleset, preset), **chosen}
    if condition:
        has_value = options[condition["name"]] == condition["value"]
        if has_value is condition.get("unless", False):
            return False
    example = rule_examples.example(ruleset, rule["id"])
    is_default = preset in ("", house_rules.own_default(ruleset)) and not chosen
    if example is None or is_default or example.has_preset:
        return True
    document = rule_examples.with_rules(example.document, preset, chosen)
    try:
        return scorer.explain({"document": document, "rule": rule["id"]})["counted"]
    except HandError:
        return True  # its tiles are not in the set, which says nothing about the rule
