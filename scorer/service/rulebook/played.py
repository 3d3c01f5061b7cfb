"""Which rules a preset with house rules beside it plays, and what they count under both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import scorer
from scorer.errors import HandError
from scorer.rules import BOOKS
from scorer.service.web import form_documents, house_rules, rule_examples

__all__ = ["amount", "house_rules_of", "is_played", "options_under"]

Document = Mapping[str, Any]
NONE: Mapping[str, object] = {}


def options_under(detail: Document, preset: str) -> dict[str, Any]:
    """Every option of a ruleset, as it is under this preset."""
    return {one["name"]: house_rules.usual(detail, preset, one) for one in detail["options"]}


def house_rules_of(detail: Document, preset: str, query: form_documents.Query) -> dict[str, object]:
    """The house rules that an address names beside the preset: options that are otherwise under
    it. What is no option's value is left out."""
    declared, under = BOOKS[detail["id"]].options, options_under(detail, preset)
    found: dict[str, object] = {}
    for name, option in declared.items():
        told = form_documents.option_told(query, detail, name)
        if told is not None and option.accepts(told) and told != under[name]:
            found[name] = told
    return found


def amount(rule: Document, options: Mapping[str, Any]) -> Any:
    """What a rule counts under these options; None where that depends on the hand."""
    return options.get(rule.get("amount_option", ""), rule["amount"])


def is_played(
    detail: Document, rule: Document, preset: str, chosen: Mapping[str, object] = NONE
) -> bool:
    """Whether there is this rule under this preset with these options: as it is declared, and,
    since a rule may ask for options by itself, as the engine counts its example."""
    setting, options = rule.get("option"), {**options_under(detail, preset), **chosen}
    if setting and options[setting["name"]] != setting["value"]:
        return False
    example = rule_examples.example(detail, rule["id"])
    usual = preset in ("", detail["default_preset"]) and not chosen
    if example is None or usual or "preset" in example.document:
        return True
    document = rule_examples.under(example.document, preset, chosen)
    try:
        return scorer.explain({"document": document, "rule": rule["id"]})["counted"]
    except HandError:
        return True  # its tiles are not in the set, which tells nothing of the rule
