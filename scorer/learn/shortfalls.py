"""Finds the rules that a learner left out when a sum of lines is too small."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final, NamedTuple

from scorer.languages.speech import and_list, comma_list, or_list, say

MAX_NAMED_RULES: Final = 3
"""If more rules than this would explain a number, none is named."""


def quoted_name(name: str) -> str:
    """Put a name in quotation marks."""
    return say("“{name}”", name=name)


def list_rules(lines: list[Any]) -> str:
    """Name the rules of these lines, with how often each counts."""
    return comma_list(map(_rule_in_words, _rules_by_id(lines).values()))


class CountedRule(NamedTuple):
    """A rule that counts ``times`` times, for the same amount each time."""

    id: str
    name: str
    amount: int
    times: int


def _rules_by_id(lines: list[Any]) -> dict[tuple[str, int], CountedRule]:
    """Return the counted rules by id and amount."""
    rules: dict[tuple[str, int], CountedRule] = {}
    for line in lines:
        key = (line["id"], line["amount"])
        times = line["count"] + (rules[key].times if key in rules else 0)
        rules[key] = CountedRule(line["id"], line["name"], line["amount"], times)
    return rules


def _rule_in_words(rule: CountedRule) -> str:
    name = quoted_name(rule.name)
    return name if rule.times == 1 else say("{name} × {times}", name=name, times=rule.times)


def explain_shortfall(lines: list[Any], short: int) -> tuple[str, list[str]]:
    """Name the rules that were left out, if that explains a sum that is ``short`` by this much.

    Returns:
        A sentence, "" without an explanation; and the ids of the rules if it is the only one.
    """
    rules = [*_rules_by_id(lines).values()]
    single = [
        (rule, times)
        for rule in rules
        for times in range(1, rule.times + 1)
        if times * rule.amount == short
    ]
    if len(single) == 1:
        ((rule, times),) = single
        name = quoted_name(rule.name)
        if times == rule.times:
            return say("that would be right without {names}: look again", names=name), [rule.id]
        counted = say("{name} counts {times} times: look again", name=name, times=rule.times)
        return counted, [rule.id]
    if single:
        return _suggest_missing_rules([rule for rule, _ in single])
    pairs = [
        pair
        for pair in combinations(rules, 2)
        if sum(rule.amount * rule.times for rule in pair) == short
    ]
    # Part of a rule that counts more than once, with another rule, might explain it too.
    ambiguous = len(rules) > 2 and any(rule.times > 1 for rule in rules)
    if len(pairs) == 1 and not ambiguous:
        names = and_list(quoted_name(rule.name) for rule in pairs[0])
        ids = [rule.id for rule in pairs[0]]
        return say("that would be right without {names}: look again", names=names), ids
    return "", []


def _suggest_missing_rules(rules: list[CountedRule]) -> tuple[str, list[str]]:
    names = [*dict.fromkeys(rule.name for rule in rules)]
    if len(names) > MAX_NAMED_RULES:
        return "", []
    return say("look again: have you counted {names}?", names=or_list(map(quoted_name, names))), []
