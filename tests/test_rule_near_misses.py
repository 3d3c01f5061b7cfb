"""The near misses that the rules' pages draw: fresh, each the example with one thing otherwise, and
each with a reason that is true: mended, the rule counts."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest

from scorer.grammar.fan.rule import Fan
from scorer.grammar.points.rule import Rule, Special
from scorer.grammar.reading import Reading
from scorer.rules import BOOKS, taiwanese
from tests import plain as scorer
from tests.near_misses import near_misses
from tests.nightly import few_by_day, nightly
from tests.test_features import readings
from tests.test_rule_examples import EACH, examples
from tools import option_changes
from tools.rule_examples import Json
from tools.rule_near_misses import (
    NEAR_MISSES_FOLDER,
    changes_that_count,
    differences,
    near_misses_file_text,
)

__all__ = ["readings"]

NO_OTHER_HAND_WINS = {
    *(("classical", "mah-jong"), ("classical", "thirteen-orphans"), ("british", "mah-jong")),
    *(("british", rule) for rule in ("all-pair-honours", "knitting", "triple-knitting")),
    *(("british", "gates-of-heaven"), ("british", "wriggling-snake")),
    ("british", "thirteen-unique-wonders"),
    *(("mcr", rule) for rule in ("thirteen-orphans", "seven-pairs", "knitted-straight")),
    *(("american", "card-hand"), ("american", "seven-pairs")),
    *(("hongkong", rule) for rule in ("seven-pairs", "thirteen-orphans", "seven-flowers")),
    *(("zungjung", rule) for rule in ("seven-pairs", "thirteen-terminals")),
}
"""The rules of which no single change leaves a hand that wins: their near miss is one that did not
win. Where a player who waits for it scores too, another tile is otherwise beside that."""
TWICE_OVER = {
    *(("british", "exposed-minor-pung"), ("british", "concealed-minor-pung")),
    *(("mcr", "double-pung"), ("mcr", "pung-of-terminals-or-honors")),
}
"""The rules that their examples have twice over: losing the pattern needs two changed sets."""


def near(ruleset: str) -> dict[str, Json]:
    known: dict[str, Json] = json.loads(
        (NEAR_MISSES_FOLDER / f"{ruleset}.json").read_text(encoding="utf-8")
    )
    return known


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", few_by_day("classical"))
def test_the_near_misses_are_those_that_the_examples_give(ruleset: str) -> None:
    found = (NEAR_MISSES_FOLDER / f"{ruleset}.json").read_text(encoding="utf-8")
    assert found == near_misses_file_text(ruleset), "run python -m tools.renew"


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("ruleset", few_by_day("classical", "british", "american"))
def test_what_options_change_is_what_the_cases_give(ruleset: str) -> None:
    found = (option_changes.OPTIONS_FOLDER / f"{ruleset}.json").read_text(encoding="utf-8")
    assert found == option_changes.rules_file_text(ruleset), "run python -m tools.renew"


@EACH
def test_every_rule_has_a_near_miss_for_the_reason_that_it_tells(ruleset: str) -> None:
    known = near(ruleset)
    assert list(known) == [rule["id"] for rule in scorer.ruleset(ruleset)["rules"]]
    for rule, one in known.items():
        document = {"ruleset": ruleset, **one["document"]}
        said = scorer.explain({"document": document, "rule": rule})
        assert not said["counted"], rule
        assert said["because"] == one["because"], rule
        answer = scorer.score(document)
        assert rule not in {line["id"] for line in answer["lines"]}
        assert answer["total"] == one["total"]


@pytest.mark.by_day(1, "preset")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "preset"), [(id, preset) for id, book in BOOKS.items() for preset in book.presets]
)
def test_under_every_preset_that_plays_a_rule_its_hands_have_it_and_have_it_not(
    ruleset: str, preset: str
) -> None:
    """The same two hands, for the same reason."""
    unplayed, wider = set(), WIDER.get((ruleset, preset), set())
    for rule, one in near(ruleset).items():
        hands = []
        for told in (examples(ruleset)[rule], one):
            document = {"ruleset": ruleset, "preset": preset, **told["document"]}
            hands.append(scorer.explain({"document": document, "rule": rule}))
        example, missed = hands
        assert missed["counted"] == (rule in wider), rule
        if not example["counted"]:
            unplayed.add(rule)
        elif rule not in wider:
            assert missed["because"] == one["because"], rule
    assert unplayed == UNPLAYED.get((ruleset, preset), set())


UNPLAYED = {
    ("classical", "dmjl"): {"three-dragon-melds"},
    ("classical", "buzzard_2000"): {
        *("concealed-clear-suit", "final-tile", "four-blessings", "four-wind-melds"),
        *("fourfold-plenty", "fully-concealed", "imperial-jade", "carrying-pole"),
        *("last-tile-forms-eye", "last-tile-forms-major-eye", "moon-from-the-sea"),
        *("original-call", "own-flower-and-season", "plum-blossom", "three-dragon-melds"),
        *("twofold-plenty", "winds-in-three-melds-and-eye", "wriggling-snake"),
    },
    ("british", "bmja"): {"east-wins", "east-wins-special"},
    ("american", "tournament"): {"jokerless", "doubled-game"},
    ("riichi", "ema"): {"big-seven-stars"},
    ("riichi", "tenhou"): {"blessing-of-man"},
    ("riichi", "mahjong_soul"): {"blessing-of-man"},
    ("riichi", "mleague"): {"blessing-of-man"},
    ("hongkong", "great_limit"): {"win-on-a-flower"},
    ("taiwanese", "international"): {
        rule.id
        for rule in BOOKS["taiwanese"].rules
        if isinstance(rule, Fan) and rule.when == taiwanese.WHEN_NATIVE
    }
    | {"wind-pung"},
}
"""The rules that a preset does not play, or whose hand is a limit hand there."""
WIDER = {
    ("classical", "dmjl"): {"three-great-scholars"},
    ("classical", "buzzard_2000"): {"three-great-scholars"},
}
"""The rules that a preset reads so widely that the near miss has them: with ``any_set`` the fourth
set of Three Great Scholars may be a chow."""


@EACH
def test_a_near_miss_is_the_example_with_one_thing_otherwise(ruleset: str) -> None:
    for rule, one in near(ruleset).items():
        before = {"ruleset": ruleset, **examples(ruleset)[rule]["document"]}
        after = {"ruleset": ruleset, **one["document"]}
        told = dict(differences(before, after))
        if (ruleset, rule) in NO_OTHER_HAND_WINS:
            # A win by flowers alone has no winning tile that would be missing.
            by_tile = "winning_tile" in before["hand"]
            assert told.keys() == ({"tiles", "win"} if by_tile else {"win"}), rule
        elif (ruleset, rule) not in TWICE_OVER:
            assert len(told) == 1, (rule, told)
            # A whole set in place of another is six tiles and those of a kong.
            assert told.get("tiles", 0) <= 8, (
                f"the example has {rule} twice; add a case that has it once",
                told,
            )


@EACH
def test_a_near_miss_is_drawn_with_what_is_otherwise(ruleset: str) -> None:
    for rule, one in near(ruleset).items():
        drawn = [code for tiles, _, _ in one["sets"] for code in tiles.split()]
        assert all(0 <= place < len(drawn) for place in one.get("lit", [])), rule
        assert "won" not in one or 0 <= one["won"] < len(drawn), rule


@pytest.mark.by_day(3, "ruleset")
@pytest.mark.slow
@pytest.mark.parametrize("every", [6, *nightly([1])])
@EACH
def test_mending_what_the_reason_names_makes_the_rule_count(ruleset: str, every: int) -> None:
    """Each near miss that a single change of the example makes is mended by taking that change
    back, so that nothing else stood in its way; and no change that leaves the reason as it was
    makes the rule count. By day of every sixth rule."""
    for rule, one in [*near(ruleset).items()][::every]:
        example = {"ruleset": ruleset, **examples(ruleset)[rule]["document"]}
        document = {"ruleset": ruleset, **one["document"]}
        for repaired in changes_that_count(document, example, rule):
            said = scorer.explain({"document": repaired, "rule": rule})
            assert said["counted"], rule
            assert said["because"] != one["because"], rule
            lines = {line["id"] for line in scorer.score(repaired)["lines"]}
            assert rule in lines


NOT_BY_A_FACT = NO_OTHER_HAND_WINS - {
    *(("classical", "mah-jong"), ("british", "mah-jong")),
    *(("american", "card-hand"), ("american", "seven-pairs")),
} | {
    *(("classical", "wriggling-snake"), ("mcr", "lesser-honors-and-knitted-tiles")),
    *(("hongkong", "dragon-pung"), ("hongkong", "no-flowers"), ("zungjung", "one-kong")),
    *(("taiwanese", rule) for rule in ("dragon-pung", "no-flowers", "international-eight-pairs")),
}
"""The rules whose near miss lacks no single fact that is named: nobody won, another rule or a house
rule stands in the way, or no one tile is to blame and the rule's own sentence is said. All others'
is one."""


@pytest.mark.by_day(3, "ruleset")
@pytest.mark.slow
@pytest.mark.parametrize("most", [1, *nightly([6])])
@EACH
def test_a_reason_is_a_fact_that_the_near_miss_lacks_and_the_example_has(
    ruleset: str, most: int, readings: list[Reading]
) -> None:
    """The fact that is named is flipped: it does not hold in the near miss as it was read, and
    holds in the reading of the example that has the rule. Where a rule has facts, and a fact is
    the reason, that is so of every near miss, not only of the one that is drawn. What ``near``
    says of a hand that nearly has the rule comes before its facts."""
    flipped = set()
    with_facts = set()
    for rule in BOOKS[ruleset].rules:
        if not isinstance(rule, (Rule, Special, Fan)) or not rule.requirements:
            continue
        with_facts.add(rule.id)
        example = {"ruleset": ruleset, **examples(ruleset)[rule.id]["document"]}
        drawn = {"ruleset": ruleset, **near(ruleset)[rule.id]["document"]}
        others = [one for one, _ in near_misses(example, rule.id)][:most]
        # A fan of particular sets is asked of those sets, and not of the reading alone.
        of_sets = isinstance(rule, Fan) and rule.size
        has = [h for h in read(example, readings) if of_sets or rule.test(h)]
        for missed in (drawn, *others):
            because = scorer.explain({"document": missed, "rule": rule.id})["because"]
            named = [
                place
                for h in read(missed, readings)
                for place, fact in enumerate(rule.requirements)
                if not fact.holds(h) and fact.why_not(h) == because
            ]
            nearly = rule.why_near is not None and any(
                rule.why_near(h) == because for h in read(missed, readings) if not rule.test(h)
            )
            if missed is drawn and (named or nearly):
                flipped.add(rule.id)
            for place in named:
                assert any(rule.requirements[place].holds(h) for h in has), (rule.id, because)
    assert with_facts - flipped == {rule for book, rule in NOT_BY_A_FACT if book == ruleset}


def read(document: Json, readings: list[Reading]) -> list[Reading]:
    """The readings of a hand that its rules are asked of."""
    readings.clear()
    with suppress(scorer.HandError):
        scorer.score(document)
    return list(readings)


def test_the_rules_without_a_near_miss_of_one_change_are_these() -> None:
    known = {(ruleset, rule) for ruleset in BOOKS for rule in near(ruleset)}
    assert known >= NO_OTHER_HAND_WINS | TWICE_OVER
    lost = {
        (ruleset, rule)
        for ruleset in BOOKS
        for rule, one in near(ruleset).items()
        if "win" not in one["document"] and "win" in examples(ruleset)[rule]["document"]
    }
    assert lost == NO_OTHER_HAND_WINS


@pytest.mark.parametrize("ruleset", BOOKS)
def test_what_an_option_changes_it_changes(ruleset: str) -> None:
    loaded = json.loads(
        (option_changes.OPTIONS_FOLDER / f"{ruleset}.json").read_text(encoding="utf-8")
    )
    assert loaded.keys() <= BOOKS[ruleset].options.keys()
    rules = {rule.id for rule in BOOKS[ruleset].rules}
    assert all({*ids} <= rules for ids in loaded.values())
