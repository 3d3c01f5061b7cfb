"""What each house rule changes, which the rules pages tell: the lines that a hand of the cases has
with one value of an option and not with another. Written to scorer/examples/options;
``python -m tools.renew`` writes them anew."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from scorer.documents.read import edition_of, seats_of, situation_of
from scorer.documents.schemas import requests
from scorer.documents.sheets import entered_hand, outcome_of
from scorer.rules import BOOKS
from scorer.types.requests import ScoreRequest
from tests import plain as scorer
from tools.rule_examples import EXAMPLES_FOLDER, Json, scored_cases

OPTIONS_FOLDER = EXAMPLES_FOLDER / "options"
MAX_OPTIONS_AT_ONCE = 2


def main(rulesets: Iterable[str]) -> None:
    OPTIONS_FOLDER.mkdir(exist_ok=True)
    for ruleset in rulesets:
        (OPTIONS_FOLDER / f"{ruleset}.json").write_text(rules_file_text(ruleset), encoding="utf-8")


def rules_file_text(ruleset: str) -> str:
    """The rules that hang on each option, as their file holds them: an option a line."""
    lines = [f'  "{name}": {json.dumps(rules)}' for name, rules in rules_by_option(ruleset).items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def rules_by_option(ruleset: str) -> dict[str, list[str]]:
    """The rules, in the order of the book, whose lines an option takes, gives or makes another
    amount; nothing of one that changes payments alone."""
    kinds = {rule["id"]: rule["kind"] for rule in scorer.ruleset(ruleset)["rules"]}
    found: dict[str, set[frozenset[str]]] = {}
    hands = [
        (document, options_in_force(document), line_counts(document))
        for document, _ in scored_cases(ruleset)
    ]
    # One value after the other: so most hands meet an edition that is remembered.
    for name, value in option_values(ruleset):
        for document, before, now in hands:
            if before[name] == value:
                continue
            options = document.get("options") or {}
            with suppress(scorer.HandError):
                then = line_counts({**document, "options": {**options, name: value}})
                differing = {id for id, _ in (now - then) + (then - now)}
                # Where a whole hand of its own comes or goes, the rest goes or comes with it.
                whole = {id for id in differing if kinds[id] == "limit"}
                found.setdefault(name, set()).add(frozenset(whole or differing))
    themselves = {
        name: directly_changed_rules(found.get(name, set())) for name in BOOKS[ruleset].options
    }
    return {
        name: [rule for rule in kinds if rule in ids] for name, ids in themselves.items() if ids
    }


def directly_changed_rules(differences: set[frozenset[str]]) -> set[str]:
    """The rules that an option changes, without those that follow from another reading of the
    hand: where a rule changes alone or with one other, whatever else goes with it elsewhere does
    so because of it."""
    known: set[str] = set()
    for ids in sorted(differences, key=lambda each: (len(each), sorted(each))):
        if len(ids) <= MAX_OPTIONS_AT_ONCE and not ids & known:
            known |= ids
    return known


def option_values(ruleset: str) -> Iterator[tuple[str, Any]]:
    """Each value of each option; of a number the ends of its range."""
    for option in BOOKS[ruleset].options.values():
        ends = (option.minimum, option.maximum) if option.type == "integer" else ()
        for value in option.choices or ends or (option.type == "boolean" and (True, False)) or ():
            yield option.name, value


def options_in_force(document: Json) -> Json:
    """The value of each option under which this hand is scored."""
    return dict(edition_of(requests.load(ScoreRequest, document)).options)


def line_counts(document: Json) -> Counter[tuple[str, int]]:
    """The lines of a hand to score, by id and amount: its answer has much that costs more."""
    request = requests.load(ScoreRequest, document)
    edition = edition_of(request)
    seats = seats_of(request, edition.book)
    situation = situation_of(request, seats, edition.book)
    lines = outcome_of(entered_hand(request), edition, situation, seats).sheet.lines
    return Counter((line.id, line.amount) for line in lines)
