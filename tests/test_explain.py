"""Why a rule counts, and why not: an example that has each rule, and near misses whose reason is
true."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.grammar.requirements import needs_sentence
from scorer.languages.speech import translated
from scorer.rules import BOOKS
from tests import plain as scorer
from tests.drawn import hands, random_document
from tests.near_misses import changed as changed_once
from tests.near_misses import near_misses
from tests.nightly import many
from tests.oracle import RULESETS
from tests.test_bad_input import HAND as BAD
from tests.test_bad_input import REFUSED, changed
from tests.test_catalogue import lost
from tests.test_rule_examples import EACH, examples

Json = dict[str, Any]

HAND: Json = {
    "ruleset": "classical",
    "hand": {"concealed": "123b 55d", "melds": [{"tiles": "EEE"}, {"tiles": "777c"}]},
    "win": {"by": "discard", "from": "S"},
    "seat": "E",
    "prevailing": "E",
}


def explain_rule(rule: str, *melds: str, concealed: str = "55d", **more: Any) -> Json:
    """What is said of a rule of this hand of South's in East's round, won on 5d."""
    hand = {
        "concealed": concealed,
        "melds": [{"tiles": meld.strip("()"), "concealed": meld.startswith("(")} for meld in melds],
        "winning_tile": more.pop("winning_tile", "5d"),
        "bonus": more.pop("bonus", ""),
    }
    facts = {"ruleset": "classical", "seat": "S", "prevailing": "E", "hand": hand}
    win = {"by": "discard", "from": "W"}
    return scorer.explain({"document": {**facts, "win": win, **more}, "rule": rule})


def because(rule: str, *melds: str, **more: Any) -> str:
    answer = explain_rule(rule, *melds, **more)
    assert not answer["counted"]
    assert answer["line"] is None
    assert answer["lines"] == []
    return str(answer["because"])


def test_a_rule_that_counts_has_its_line_and_what_makes_it_true() -> None:
    answer = explain_rule("no-chows", "EEE", "777c", "222b", "888b")
    assert answer == {
        "rule": "no-chows",
        "name": "No chows",
        "counted": True,
        "because": "four pungs or kongs",
        "line": answer["lines"][0],
        "lines": answer["lines"],
    }
    assert (answer["line"]["kind"], answer["line"]["amount"]) == ("double", 1)


def test_a_rule_that_counts_for_several_sets_has_all_its_lines() -> None:
    answer = explain_rule("exposed-minor-pung", "EEE", "777c", "222b", "888b")
    assert sorted(line["tiles"][0] for line in answer["lines"]) == ["2b", "7c", "8b"]
    assert answer["line"] == answer["lines"][0]


def test_the_first_fact_that_is_lacking_is_told() -> None:
    one = ("EEE", "777c", "222b", "345b")
    assert because("no-chows", *one) == "one set is a chow: 3b 4b 5b"
    two = ("EEE", "777c", "123b", "345b")
    assert because("no-chows", *two) == "2 sets are chows; the first is 1b 2b 3b"
    assert because("one-suit-and-honours", *one) == "2b and 5d are of different suits"
    assert because("only-majors", *one) == "2b is not a major tile"
    assert because("fully-concealed", *one) == "the set 2b 2b 2b was claimed"
    assert because("drawn-from-the-wall", *one) == "the winning tile was claimed, not drawn"
    assert because("all-flowers", *one, bonus="F1 F2 F4") == "F3 is missing"
    assert because("own-flower-and-season", *one, bonus="F2") == (
        "both are needed: F2 is there, S2 is missing"
    )


def test_a_fact_of_the_win_that_nobody_told_is_named() -> None:
    one = ("EEE", "777c", "222b", "345b")
    assert because("final-tile", *one) == (
        "the winning tile was neither the last tile of the wall nor the discard after it"
    )
    assert because("robbing-the-kong", *one) == "the winning tile was not robbed from a kong"


def test_what_is_implied_is_said_to_be_by_the_fan_that_implies_it() -> None:
    flush = ("123b", "456b", "777b", "888b")
    said = because("no-honors", *flush, concealed="55b", winning_tile="5b", ruleset="mcr")
    assert said == "Full Flush already contains it (non-repeat)"


def test_a_hand_that_is_scored_instead_is_named() -> None:
    majors = ("111b", "999b", "111c", "(9999c)")
    document = {"concealed": "1d", "winning_tile": "1d", "ruleset": "british"}
    assert because("no-chows", *majors, **document) == ("a special hand does not get doubles")
    assert because("exposed-major-pung", *majors, **document) == (
        "a special hand does not get points: its value is fixed"
    )
    east = {**document, "seat": "E"}
    assert because("east-wins", *majors, **east) == (
        "East wins with a special hand counts in its place"
    )
    ordinary = ("222b", "888b", "111c", "(9999c)")
    assert because("east-wins-special", *ordinary, **east) == (
        "it counts only in a special hand, and this one is scored as an ordinary hand"
    )


def test_a_rule_that_the_table_does_not_play_is_said_so() -> None:
    melds = ("222b", "888b", "111c", "(9999c)")
    assert because("east-wins", *melds, ruleset="british", preset="bmja") == (
        "this table does not play the house rule “East doubles: Own win”"
    )
    hand: Json = {"concealed": "FFF 2222b 444c 8888b", "winning_tile": "8b"}
    win = {"by": "self_draw"}
    card = {"ruleset": "american", "hand": hand, "win": win, "seat": "E"}
    said = scorer.explain({"document": card, "rule": "seven-pairs"})
    assert said["because"] == "this table does not play it (house rule “Atomic”)"


def test_a_player_who_did_not_win_has_nothing_of_the_winners() -> None:
    lost: Json = {"ruleset": "classical", "seat": "S", "prevailing": "E"}
    lost["hand"] = {"concealed": "1123b 456c 7789d EE"}
    for rule in ("mah-jong", "no-chows", "thirteen-orphans"):
        said = scorer.explain({"document": lost, "rule": rule})
        assert said["because"] == "it counts only for the player who wins"
    british = {**lost, "ruleset": "british"}
    said = scorer.explain({"document": british, "rule": "thirteen-unique-wonders"})
    assert said["because"] == "the hand did not win and was not one tile away from it"
    mcr = {**lost, "ruleset": "mcr"}
    said = scorer.explain({"document": mcr, "rule": "all-chows"})
    assert said["because"] == "it counts only for the player who wins"


def test_a_hand_told_in_part_is_judged_by_what_was_told() -> None:
    part: Json = {"ruleset": "classical", "seat": "S", "prevailing": "E"}
    part["hand"] = {"concealed": "EE", "melds": [{"tiles": "RRR"}], "partial": True}
    said = scorer.explain({"document": part, "rule": "own-wind-pair"})
    assert said["because"] == "the entered tiles do not have it: a pair of the player's own wind"
    said = scorer.explain({"document": part, "rule": "no-chows"})
    assert said["because"] == "it counts only for the player who wins"


def test_an_event_of_the_table_is_in_no_hand() -> None:
    assert because("letting_off_cannon", "EEE", "777c", "222b", "345b").startswith(
        "this is an event of the table, not a rule of a hand: a dangerous discard"
    )


def wrong(document: object) -> list[tuple[str, str]]:
    with pytest.raises(scorer.HandError) as raised:
        scorer.explain(document)
    return [(error["pointer"], error["code"]) for error in raised.value.errors]


def test_what_is_wrong_is_told_where_it_stands() -> None:
    good = {**HAND, "hand": {**HAND["hand"], "concealed": "123b 567c 5d", "winning_tile": "5d"}}
    assert wrong({"document": good, "rule": "no-chow"}) == [("/rule", "unknown_rule")]
    assert wrong({"document": good}) == [("/rule", "required")]
    assert wrong({"rule": "no-chows"}) == [("/document", "required")]
    assert wrong({"document": 5, "rule": "no-chows"}) == [("/document", "bad_value")]
    assert wrong([]) == [("", "bad_value")]
    other = {**good, "ruleset": "riichy"}
    assert wrong({"document": other, "rule": "x"}) == [("/document/ruleset", "unknown_ruleset")]
    tiles = {**good, "hand": {**good["hand"], "concealed": "12x"}}
    assert ("/document/hand/concealed", "bad_tile") in wrong(
        {"document": tiles, "rule": "no-chows"}
    )
    assert wrong({"document": {**good, "more": 1}, "rule": "no-chows"}) == [
        ("/document/more", "bad_value")
    ]


@pytest.mark.parametrize("change", [changes for _, _, changes in REFUSED])
def test_what_no_hand_can_be_is_refused_as_by_the_score(change: Json) -> None:
    document = changed(BAD, change)
    with pytest.raises(scorer.HandError) as scored:
        scorer.score(document)
    errors = [{**one, "pointer": f"/document{one['pointer']}"} for one in scored.value.errors]
    for ask, more in ((scorer.explain, {"rule": "no-chows"}), (scorer.what_if, {})):
        if ask is scorer.what_if and "win" not in document:
            continue  # fourteen tiles without a win have a discard to make
        with pytest.raises(scorer.HandError) as raised:
            ask({"document": document, **more})
        assert raised.value.errors == errors


@pytest.mark.by_day(3, "ruleset")
@pytest.mark.slow
@pytest.mark.more_at_night
@EACH
def test_every_rule_has_an_example_and_near_misses_whose_reason_is_true(ruleset: str) -> None:
    """A near miss is the example with one thing otherwise. That it has not the rule is the
    engine's word, and turned back it has: the reason names what has changed."""
    for rule, one in examples(ruleset).items():
        document = {"ruleset": ruleset, **one["document"]}
        assert scorer.explain({"document": document, "rule": rule})["counted"], rule
        near = 0
        for missed, said in islice(near_misses(document, rule), many(2, None)):
            near += 1
            assert said["because"], rule
            lines = {line["id"] for line in scorer.score(missed)["lines"]}
            assert rule not in lines
        assert near, rule


@pytest.mark.by_day(1, "preset")
@pytest.mark.slow
@pytest.mark.more_at_night
@pytest.mark.parametrize(
    ("ruleset", "preset"),
    [(id, preset) for id, book in BOOKS.items() for preset in (None, *book.presets)],
)
def test_every_rule_is_explained_under_every_preset(ruleset: str, preset: str | None) -> None:
    rng = random.Random(f"explained {ruleset} {preset}")
    for _ in range(many(4, 8)):
        document = {**random_document(rng, ruleset), "preset": preset}
        document.pop("options", None)
        try:
            lines = {line["id"] for line in scorer.score(document)["lines"]}
        except scorer.HandError:
            continue
        for rule in BOOKS[ruleset].rules:
            said = scorer.explain({"document": document, "rule": rule.id})
            assert said["counted"] == (rule.id in lines)


@given(st.data())
def test_what_is_said_agrees_with_the_score_and_can_be_translated(data: st.DataObject) -> None:
    document = data.draw(hands())
    rule = data.draw(st.sampled_from([rule.id for rule in BOOKS[document["ruleset"]].rules]))
    said = scorer.explain({"document": document, "rule": rule})
    lines = [line for line in scorer.score(document)["lines"] if line["id"] == rule]
    assert said["lines"] == lines
    assert said["counted"] == bool(lines)
    assert (
        translated(said["because"], str, lambda one, many, n: one if n == 1 else many)
        == (said["because"])
    )
    assert not set(lost(said["because"]))


@pytest.mark.slow
@given(st.data(), st.sampled_from(RULESETS))
def test_the_fact_that_one_change_mends_is_what_was_lacking(
    data: st.DataObject, ruleset: str
) -> None:
    """Where one change makes a rule count, the reason that was told before is told no more."""
    document = data.draw(hands(ruleset))
    answer = scorer.what_if({"document": document})
    for change in answer["changes"][:10]:
        for rule in change["gained"]:
            before = scorer.explain({"document": document, "rule": rule})
            after = scorer.explain({"document": change["document"], "rule": rule})
            assert not before["counted"]
            assert after["counted"]
            assert before["because"] != after["because"]


def near_each_rule(ruleset: str, rng: random.Random) -> Iterator[Json]:
    """Random hands, the example of each rule, and some of these with one thing otherwise."""
    for _ in range(many(10, 60)):
        yield random_document(rng, ruleset)
    for example in examples(ruleset).values():
        document = {"ruleset": ruleset, **example["document"]}
        yield document
        if rng.random() < many(0.03, 0.15):
            near = list(changed_once(document))
            yield from rng.sample(near, min(6, len(near)))


@pytest.mark.by_day(3, "ruleset")
@pytest.mark.slow
@pytest.mark.more_at_night
@pytest.mark.parametrize("ruleset", BOOKS)
def test_what_is_not_counted_is_explained_by_the_same_sentence(ruleset: str) -> None:
    rng, compared = random.Random(f"the same sentence {ruleset}"), 0
    rules = {rule.id for rule in BOOKS[ruleset].rules}
    for document in near_each_rule(ruleset, rng):
        try:
            sheet = scorer.score(document)
        except scorer.HandError:
            continue
        counted = {line["id"] for line in sheet["lines"]} & rules
        for rule in counted:
            assert scorer.explain({"document": document, "rule": rule})["counted"]
        listed: dict[str, Json] = {}
        # What is above the limit is no rule.
        for entry in (entry for entry in sheet["not_counted"] if entry["id"] in rules):
            listed.setdefault(entry["id"], entry)
        for rule in listed.keys() - counted:
            said = scorer.explain({"document": document, "rule": rule})
            assert (said["counted"], said["because"]) == (False, listed[rule]["because"])
            compared += 1
    assert compared > many(3, 15)


@pytest.mark.by_day(2, "ruleset")
@pytest.mark.slow
@pytest.mark.more_at_night
@pytest.mark.parametrize("ruleset", BOOKS)
def test_every_rule_names_a_fact_that_is_lacking(ruleset: str) -> None:
    """The sentence for rules without facts is for books that others add."""
    rng = random.Random(f"a fact for each {ruleset}")
    general = needs_sentence("").removesuffix(" ")
    for document in near_each_rule(ruleset, rng):
        try:
            counted = {line["id"] for line in scorer.score(document)["lines"]}
        except scorer.HandError:
            continue
        for rule in BOOKS[ruleset].rules:
            if rule.id not in counted:
                said = scorer.explain({"document": document, "rule": rule.id})
                assert not said["because"].startswith(general), rule.id


def test_a_pung_that_the_last_discard_completed_is_the_reason() -> None:
    """Two of the three pungs are concealed: the third was made with the discard 3d."""
    hand = {"concealed": "111b 222c 33d 99c 456d", "winning_tile": "3d"}
    document = {"ruleset": "riichi", "seat": "S", "prevailing": "E", "hand": hand}
    document["win"] = {"by": "discard", "from": "W"}
    asked = {"document": document, "rule": "three-concealed-pungs"}
    assert scorer.explain(asked)["because"] == "3d 3d 3d was completed by a discard, so it is open"
