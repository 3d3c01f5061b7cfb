"""Patterns that several rulesets have under names of their own, as ``patterns.toml`` lists them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from scorer import types


class Pattern(NamedTuple):
    """A pattern: its id, its name outside any ruleset, what it is, and the rules that are it, by
    ruleset."""

    id: str
    name: str
    meaning: str
    rules: Mapping[str, tuple[str, ...]]


def _read_patterns() -> dict[str, Pattern]:
    text = (files("scorer") / "rulebook" / "patterns.toml").read_text(encoding="utf-8")
    return {
        id: Pattern(
            id,
            entry["name"],
            entry["meaning"],
            {ruleset: tuple(rules) for ruleset, rules in entry["rules"].items()},
        )
        for id, entry in tomllib.loads(text).items()
    }


PATTERNS: Final[Mapping[str, Pattern]] = _read_patterns()

_PATTERN_OF_RULE: Final = {
    (ruleset, rule): pattern.id
    for pattern in PATTERNS.values()
    for ruleset, rules in pattern.rules.items()
    for rule in rules
}


def pattern_of(ruleset: str, rule: str) -> str | None:
    """Return the id of the pattern that a rule is, or None."""
    return _PATTERN_OF_RULE.get((ruleset, rule))


def with_patterns(ruleset: types.Ruleset) -> types.Ruleset:
    """Return the ruleset with ``pattern`` in each rule that is one, as the API has it."""
    rules = []
    for rule in ruleset["rules"]:
        pattern = pattern_of(ruleset["id"], rule["id"])
        rules.append({**rule, "pattern": pattern} if pattern else rule)
    return {**ruleset, "rules": rules}
