"""The same hand in several rulesets."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from scorer.errors import HandError
from scorer.rules import BOOKS
from scorer.service.api.examples import AMERICAN
from tests import plain as scorer
from tools import published

MELDS = [{"tiles": tiles} for tiles in ("EEE", "777c", "888d")]
HAND: dict[str, Any] = {
    "hand": {"concealed": "123b 55d", "melds": MELDS, "winning_tile": "5d"},
    "win": {"by": "discard", "from": "S", "with": ["last_discard"]},
    "seat": "E",
    "prevailing": "E",
}


def by_name(document: dict[str, Any]) -> dict[str, Any]:
    return {answer["ruleset"]: answer for answer in scorer.compare(document)["answers"]}


def test_each_answer_is_that_of_the_ruleset_alone_in_the_order_asked() -> None:
    rules = ["mcr", {"ruleset": "british", "preset": "bmja", "options": {"limit": 1500}}]
    found = scorer.compare({**HAND, "rulesets": rules})["answers"]
    alone = [
        scorer.score({**HAND, "ruleset": "mcr"}),
        scorer.score({**HAND, "ruleset": "british", "preset": "bmja", "options": {"limit": 1500}}),
    ]
    assert [one["answer"] for one in found] == alone
    assert [(one["ruleset"], one["preset"]) for one in found] == [
        ("mcr", "wmo2006"),
        ("british", "bmja"),
    ]


def test_without_rulesets_a_hand_is_asked_wherever_its_tiles_can_be_one() -> None:
    def ruleset_ids(document: dict[str, Any]) -> list[str]:
        return [id for id in by_name(document) if id in published.published_ids()]

    sets = ["classical", "british", "mcr", "riichi", "hongkong", "zungjung"]
    assert ruleset_ids(HAND) == sets
    assert ruleset_ids({**HAND, "rulesets": []}) == sets
    orphans = {"concealed": "19b 19c 19d ESWN RGP R", "winning_tile": "R"}
    won = {"by": "self_draw"}
    every = ruleset_ids({**HAND, "hand": orphans, "win": won})
    assert every == sets
    card = AMERICAN["hand"], AMERICAN["win"]
    on_card = {"hand": card[0], "win": card[1]}
    assert ruleset_ids({**HAND, **on_card}) == ["american"]
    # Nor where what happened is not all there.
    assert ruleset_ids({"seat": "E", **on_card}) == ["american"]
    assert ruleset_ids({**on_card, "win": {"by": "discard"}, "seat": "E"}) == ["american"]
    assert ruleset_ids({key: value for key, value in HAND.items() if key != "prevailing"}) == sets


def test_flowers_are_no_tiles_of_a_ruleset_that_has_none() -> None:
    eight = {"concealed": "123b 456b 789c 111d 789d 5d", "bonus": "F1 F2 F3 F4 S1 S2 S3 S4"}
    won = {"by": "self_draw", "with": ["flower_win"]}
    assert [*by_name({**HAND, "hand": eight, "win": won})] == ["taiwanese"]
    eight["concealed"] = "123b 456b 111d 555c 5d"
    assert [*by_name({**HAND, "hand": eight, "win": won})] == ["hongkong"]
    flower = {"concealed": "123b 456b 789c 111d 55d", "bonus": "F1", "winning_tile": "5d"}
    won = {"by": "self_draw", "with": ["flower_replacement"]}
    found = by_name({**HAND, "hand": flower, "win": won})
    assert [*found] == ["classical", "british", "mcr", "hongkong"]


def test_what_a_ruleset_lacks_besides_tiles_does_not_hide_that_they_are_no_hand() -> None:
    dealt = {"concealed": "123b 456b 789c 11d EEE"}
    won = {"by": "self_draw", "with": ["heavens_blessing"]}
    assert "american" not in by_name({"hand": dealt, "seat": "E", "win": won})
    norths = {"concealed": "333444b 5b 6666b 888b", "bonus": "NN", "winning_tile": "8b"}
    three = {"seat": "W", "seats": ["E", "S", "W"], "hand": norths, "win": {"by": "self_draw"}}
    assert [*by_name(three)] == [*by_name({**three, "prevailing": "E"})]
    seven = {
        "concealed": "7c 3c 6d 7d 2d 3c 8c 5d 9c 3d",
        "melds": [{"tiles": "5c 5c 5c"}],
        "bonus": "F1 F3 S1 S4 F4 S2 S3",
    }
    won = {"by": "discard", "from": "E", "with": ["flower_win"]}
    assert "taiwanese" not in by_name({**HAND, "seat": "W", "hand": seven, "win": won})


@pytest.mark.parametrize(
    "wrong",
    [
        {"hand": {"concealed": ""}, "win": {"by": "self_draw"}},
        {"hand": {"concealed": ["zz"]}, "win": {"by": "self_draw"}},
        {"hand": {"concealed": "J"}, "win": {"by": "discard"}, "seats": ["E"]},
        {"hand": {"concealed": []}, "win": {"by": "discard"}, "seats": ["E", "E"]},
    ],
)
def test_what_no_ruleset_can_read_is_answered_by_each(wrong: dict[str, Any]) -> None:
    assert len(by_name({"seat": "E", **wrong})) == len(BOOKS)


def test_a_hand_that_a_ruleset_plays_and_its_option_forbids_stays_with_the_reason() -> None:
    two_chows = {"concealed": "123b 456b 55d", "melds": MELDS[:2], "winning_tile": "5d"}
    found = by_name({**HAND, "hand": two_chows})
    assert [error["code"] for error in found["british"]["errors"]] == ["too_many_chows"]
    assert "answer" in found["mcr"]


def test_what_a_ruleset_does_not_know_is_left_out_there_and_told() -> None:
    told = {**HAND, "win": {**HAND["win"], "with": ["last_discard", "original_call"]}}
    found = by_name({**told, "fishing": False})
    assert found["mcr"]["left_out"] == ["original_call", "fishing"]
    assert found["mcr"]["answer"] == scorer.score({**HAND, "ruleset": "mcr"})
    assert found["british"]["left_out"] == []
    assert found["classical"]["left_out"] == ["fishing"]


RED: dict[str, Any] = {
    "hand": {"concealed": "123b 456c 678d 99d 40b", "winning_tile": "6b", "dora_indicators": "8d"},
    "win": {"by": "discard", "from": "W", "with": ["riichi"]},
    "seat": "S",
    "prevailing": "E",
}


def test_a_red_five_is_a_plain_one_where_the_set_has_none() -> None:
    plain = {**RED, "hand": {**RED["hand"], "concealed": "123b 456c 678d 99d 45b"}}
    found = by_name(RED)
    for ruleset in ("mcr", "riichi"):
        assert "red_fives" in found[ruleset]["left_out"], ruleset
        assert found[ruleset]["answer"] == by_name(plain)[ruleset]["answer"], ruleset
    rules = [{"ruleset": "riichi", "preset": "tenhou"}, {"ruleset": "riichi", "preset": "none"}]
    with_reds, wrong = scorer.compare({**RED, "rulesets": rules})["answers"]
    assert with_reds["left_out"] == []
    assert with_reds["answer"]["total"] == scorer.score({**RED, **rules[0]})["total"]
    assert [error["code"] for error in wrong["errors"]] == ["unknown_preset"]


def test_more_red_fives_than_a_set_has_are_wrong_there() -> None:
    many = {
        **RED,
        "hand": {"concealed": "12b 456c 678d 99d 30b", "melds": [], "winning_tile": "0b"},
    }
    rules = [{"ruleset": "riichi", "preset": "tenhou"}]
    assert "errors" in scorer.compare({**many, "rulesets": rules})["answers"][0]


def test_what_is_wrong_in_one_ruleset_stops_no_other() -> None:
    rules = ["nothing", {"ruleset": "mcr", "options": {"x": 1}}, "mcr"]
    found = scorer.compare({**HAND, "rulesets": rules})["answers"]
    errors = [
        [(error["pointer"], error["code"]) for error in one.get("errors", ())] for one in found
    ]
    assert errors == [
        [("/rulesets/0", "unknown_ruleset")],
        [("/rulesets/1/options/x", "unknown_option")],
        [],
    ]


def test_tiles_that_are_no_hand_anywhere_are_told_by_every_ruleset() -> None:
    wrong = {**HAND, "hand": {"concealed": "123b 5x"}}
    found = scorer.compare(wrong)["answers"]
    assert [one["ruleset"] for one in found] == list(BOOKS)
    assert all(one["errors"] for one in found)


@pytest.mark.parametrize(
    ("document", "pointer"),
    [
        ({}, "/hand"),
        ({**HAND, "rulesets": "mcr"}, "/rulesets"),
        ({**HAND, "rulesets": [1]}, "/rulesets/0"),
        ({**HAND, "rulesets": [{"preset": "bmja"}]}, "/rulesets/0"),
        ({**HAND, "rulesets": [{"ruleset": "mcr", "option": {}}]}, "/rulesets/0"),
        ({**HAND, "rulesets": [{"ruleset": "mcr", "preset": {}}]}, "/rulesets/0"),
        ({**HAND, "rulesets": ["mcr"] * 21}, "/rulesets"),
        ({**HAND, "ruleset": "mcr"}, "/ruleset"),
    ],
)
def test_a_document_that_is_wrong_for_all_is_refused(
    document: dict[str, Any], pointer: str
) -> None:
    with pytest.raises(HandError) as caught:
        scorer.compare(document)
    assert caught.value.problems[0].pointer == pointer


def test_a_comparison_reads_one_list_of_special_hands() -> None:
    """Each text takes up to a quarter of a second to read, and twenty rulesets may be listed."""
    pure = {"ruleset": "british", "options": {"special_hands": "One: seven pairs  X 100"}}
    other = {"ruleset": "mcr", "options": {"special_hands": "Two: seven pairs  X 10"}}
    with pytest.raises(HandError) as refused:
        scorer.compare({**HAND, "rulesets": [pure, "mcr", other, other]})
    assert [(p.pointer, p.code) for p in refused.value.problems] == [
        ("/rulesets/2/options/special_hands", "bad_value"),
        ("/rulesets/3/options/special_hands", "bad_value"),
    ]
    under_presets = [{**pure, "preset": preset} for preset in ("bmja", "u3a")]
    found = scorer.compare({**HAND, "rulesets": under_presets})["answers"]
    assert found == [
        {**scorer.compare({**HAND, "rulesets": [rules]})["answers"][0]} for rules in under_presets
    ]


def test_a_text_that_is_refused_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {"ruleset": "british", "options": {"special_hands": "One: no tiles at all"}}
    calls: list[object] = []
    module = import_module("scorer.documents.compare")
    score = module.score

    def counting(document: object) -> Any:
        calls.append(document)
        return score(document)

    monkeypatch.setattr(module, "score", counting)
    answers = scorer.compare({**HAND, "rulesets": [wrong, "british", wrong]})["answers"]
    assert len(calls) == 2
    first, second = answers[0]["errors"], answers[2]["errors"]
    assert first[0]["pointer"] == "/rulesets/0/options/special_hands"
    assert [
        {**fault, "pointer": fault["pointer"].replace("/2/", "/0/")} for fault in second
    ] == first
