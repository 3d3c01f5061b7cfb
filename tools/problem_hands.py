"""The hands that problems are made like, a rule each: those of scorer/examples as they were when
the ruleset's version was made, so that its problems stay what they are. ``python -m tools.renew``
writes those of a new version and leaves all others: a rule that is added meanwhile gets its hand
with the next version. Of a ruleset that nobody has yet, delete the file and run it again."""

from __future__ import annotations

import json
from collections.abc import Iterable

from scorer.rules import BOOKS
from tools.rule_examples import EXAMPLES_FOLDER, Json


def main(rulesets: Iterable[str]) -> None:
    for ruleset in rulesets:
        version = BOOKS[ruleset].version
        if stored_hands(ruleset).get("rules_version") != version:
            path = EXAMPLES_FOLDER / f"problems-{ruleset}.json"
            path.write_text(hands_file_text(ruleset, version), encoding="utf-8")


def stored_hands(ruleset: str) -> Json:
    """The version of the rules and the hands that there are."""
    file = EXAMPLES_FOLDER / f"problems-{ruleset}.json"
    found: Json = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


def hands_file_text(ruleset: str, version: str) -> str:
    """The examples as a file of hands holds them, a rule a line."""
    examples: Json = json.loads((EXAMPLES_FOLDER / f"{ruleset}.json").read_text(encoding="utf-8"))
    lines = []
    for rule, example in examples.items():
        hand = {"document": example["document"], "sets": [tiles[:2] for tiles in example["sets"]]}
        lines.append(f'  "{rule}": {json.dumps(hand, sort_keys=True)}')
    named = f'{{"rules_version": {json.dumps(version)}, "hands": {{\n'
    return named + ",\n".join(lines) + "\n}}\n"
