"""Which rules a preset plays, and what they count under it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import scorer
from scorer.service.web import house_rules, rule_examples

__all__ = ["amount", "is_played", "options_under"]

Document = Mapping[str, Any]


def options_under(detail: Document, preset: str) -> dict[str, Any]:
    """Every option of a ruleset, as it is under this preset."""
    return {one["name"]: house_rules.usual(detail, preset, one) for one in detail["options"]}


def amount(rule: Document, options: Mapping[str, Any]) -> Any:
    """What a rule counts under these options; None where that depends on the hand."""
    return options.get(rule.get("amount_option", ""), rule["amount"])


def is_played(detail: Document, rule: Document, preset: str) -> bool:
    """Whether there is this rule under this preset: as it is declared, and, since a rule may ask
    for options by itself, as the engine counts its example."""
    setting = rule.get("option")
    if setting and options_under(detail, preset)[setting["name"]] != setting["value"]:
        return False
    example = rule_examples.example(detail, rule["id"])
    if example is None or preset in ("", detail["default_preset"]) or "preset" in example.document:
        return True
    told = {"document": {**example.document, "preset": preset}, "rule": rule["id"]}
    return scorer.explain(told)["counted"]
