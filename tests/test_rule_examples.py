"""The hands that show the rules: fresh from the cases, one a rule, and each scores its rule."""

from __future__ import annotations

import json

import pytest

from scorer.engine.tiles import codes, parse
from scorer.rules import BOOKS
from tests import plain as scorer
from tools.rule_examples import EXAMPLES_FOLDER, Json, examples_file_text

EACH = pytest.mark.parametrize("ruleset", BOOKS)


def examples(ruleset: str) -> dict[str, Json]:
    known: dict[str, Json] = json.loads(
        (EXAMPLES_FOLDER / f"{ruleset}.json").read_text(encoding="utf-8")
    )
    return known


@pytest.mark.by_day(4, "ruleset")
@pytest.mark.slow
@EACH
def test_the_examples_are_those_that_the_cases_give(ruleset: str) -> None:
    found = (EXAMPLES_FOLDER / f"{ruleset}.json").read_text(encoding="utf-8")
    assert found == examples_file_text(ruleset), "run python -m tools.renew"


@EACH
def test_every_rule_has_an_example_that_scores_it(ruleset: str) -> None:
    known = examples(ruleset)
    assert list(known) == [rule["id"] for rule in scorer.ruleset(ruleset)["rules"]]
    for rule, one in known.items():
        answer = scorer.score({"ruleset": ruleset, **one["document"]})
        lines = [line for line in answer["lines"] if line["id"] == rule]
        assert lines, rule
        assert sum(line["amount"] * (line.get("count") or 1) for line in lines) == one["worth"]
        assert answer["total"] == one["total"]


@EACH
def test_an_example_draws_the_tiles_of_its_hand(ruleset: str) -> None:
    for rule, one in examples(ruleset).items():
        hand = one["document"]["hand"]
        texts = [hand.get("concealed", ""), hand.get("bonus", "")]
        told = [*texts, *(meld["tiles"] for meld in hand.get("melds", ()))]
        held = sorted(code for text in told if text for code in codes(parse(text)))
        drawn = [code for tiles, _, _ in one["sets"] for code in tiles.split()]
        won = codes(parse(hand["winning_tile"])) if "winning_tile" in hand else []
        # Some cases tell the winning tile beside the others, some among them.
        assert sorted(drawn) in (held, sorted([*held, *won])), rule
        assert all(0 <= place < len(drawn) for place in one.get("lit", []))
        if "won" in one:
            assert drawn[one["won"]] in won, rule


def test_an_example_has_house_rules_only_where_its_rule_has_no_other() -> None:
    chosen = {
        (ruleset, rule)
        for ruleset in BOOKS
        for rule, one in examples(ruleset).items()
        if {"options", "preset"} & one["document"].keys()
    }
    # Those that a house rule brings, or gives a worth, and the red fives that no usual set has;
    # a Taiwanese flower of another seat counts by one of two house rules.
    brought = {
        (ruleset, rule["id"])
        for ruleset, book in BOOKS.items()
        for rule in book.as_document()["rules"]
        if "option" in rule or rule["amount"] == 0
    } | {("riichi", "red-five"), ("taiwanese", "flower")}
    chosen -= brought
    american = (
        *("seven-pairs", "kept-concealed", "doubled-game"),
        *("jokerless-points", "self-pick-points"),
    )
    assert chosen == {("american", rule) for rule in american}
