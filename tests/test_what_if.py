"""What one change would bring, and which discard leaves what waits."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.service.api.examples import SCORE
from tests import plain as scorer
from tests.drawn import codes, hands
from tests.nightly import many
from tests.test_rule_examples import examples

Json = dict[str, Any]

HAND: Json = {**SCORE, "win": {"by": "discard", "from": "S"}}


def what_if(document: object) -> Json:
    return scorer.what_if({"document": document})


def changes(document: Json) -> dict[str, Json]:
    found = what_if(document)["changes"]
    told = {one["change"]: one for one in found}
    assert len(told) == len(found)
    return told


def test_each_single_change_is_told_with_what_it_brings() -> None:
    found = changes(HAND)
    drawn = found["self_draw instead of discard"]
    assert drawn["document"] == {**HAND, "win": {"by": "self_draw"}}
    assert (drawn["gained"], drawn["lost"]) == (["drawn-from-the-wall"], [])
    assert found["with last_discard"]["gained"] == ["final-tile"]
    assert found["seat W instead of E"]["lost"] == ["own-wind-meld"]
    assert found["round S instead of E"]["lost"] == ["prevailing-wind-meld"]
    assert found["E E E concealed"]["gained"] == ["concealed-major-pung"]
    assert found["4b instead of 1b"]["total"] == what_if(HAND)["total"]
    assert "seat S instead of E" not in found  # South discarded the tile


def test_a_circumstance_that_was_told_may_not_have_been() -> None:
    last = {**HAND, "win": {"by": "discard", "from": "S", "with": ["last_discard"]}}
    found = changes(last)
    assert found["without last_discard"]["lost"] == ["final-tile"]
    # It is of a discard, so that the win cannot have been drawn as well.
    assert "self_draw instead of discard" not in found


def test_a_win_that_was_drawn_might_have_been_the_next_players_discard() -> None:
    drawn = {**HAND, "win": {"by": "self_draw"}, "seat": "N"}
    claimed = changes(drawn)["discard instead of self_draw"]
    assert claimed["document"]["win"] == {"by": "discard", "from": "E"}


def test_a_claimed_kong_becomes_a_concealed_one_where_such_are_laid_out() -> None:
    kong = {"tiles": "7777c"}
    laid = {**HAND["hand"], "melds": [{"tiles": "EEE"}, kong, {"tiles": "234d"}]}
    found = changes({**HAND, "hand": laid})["7c 7c 7c 7c concealed"]
    assert found["document"]["hand"]["melds"][1] == {"tiles": "7777c", "concealed": True}
    assert (found["gained"], found["lost"]) == (["concealed-minor-kong"], ["exposed-minor-kong"])


def test_of_two_sets_alike_a_change_is_told_once() -> None:
    melds = [{"tiles": "123b"}, {"tiles": "123b"}, {"tiles": "234d"}]
    hand = {"concealed": "456c 55d", "melds": melds, "winning_tile": "5d"}
    document = {"ruleset": "mcr", "seat": "S", "prevailing": "E", "win": {"by": "self_draw"}}
    told = [change["change"] for change in what_if({**document, "hand": hand})["changes"]]
    assert "1b 2b 3b concealed" in told
    assert len(told) == len(set(told))


def test_another_tile_may_win() -> None:
    told = {**HAND, "hand": {**HAND["hand"], "concealed": "23b 55d", "winning_tile": "4b"}}
    found = changes(told)["won on 1b instead of 4b"]
    assert found["document"]["hand"]["winning_tile"] == "1b"


def test_a_loser_may_have_held_another_tile() -> None:
    lost = {
        "ruleset": "classical",
        "hand": {"concealed": "1123b 456c 7789d EE"},
        "seat": "S",
        "prevailing": "E",
    }
    best = what_if(lost)["changes"][0]
    assert best["gained"] == ["exposed-major-pung"] or best["total"] >= what_if(lost)["total"]
    assert "win" not in best["document"]


def test_fourteen_tiles_before_a_discard_tell_what_each_leaves() -> None:
    before = {
        "ruleset": "mcr",
        "hand": {"concealed": "123b 456c 789d 99d EE R"},
        "seat": "S",
        "prevailing": "E",
    }
    found = what_if(before)
    assert (found["total"], found["changes"]) == (None, [])
    (only,) = found["discards"]
    assert only["tile"] == "R"
    rest = {**before, "hand": {"concealed": "123b 456c 789d 99d EE"}}
    assert only["waits"] == scorer.waits(rest)["waits"]
    assert only["unseen"] == 7  # four 6d, one 9d, two E
    assert only["most"] == max(wait["self_draw"]["total"] for wait in only["waits"])


def test_a_hand_that_wins_may_discard_too() -> None:
    found = {discard["tile"]: discard for discard in what_if(HAND)["discards"]}
    assert {wait["tile"] for wait in found["1b"]["waits"]} == {"1b", "4b"}


@pytest.mark.parametrize("concealed", ["", "1b", "123b 456c 789d 99d EE RR", "123456789b" * 3])
def test_too_many_tiles_or_too_few_are_an_error(concealed: str) -> None:
    document = {"ruleset": "mcr", "hand": {"concealed": concealed}, "seat": "S", "prevailing": "E"}
    with pytest.raises(scorer.HandError) as raised:
        what_if(document)
    assert all(error["pointer"].startswith("/document") for error in raised.value.errors)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["classical", "british", "mcr", "american"])
def test_every_change_of_the_examples_scores_to_what_is_told(ruleset: str) -> None:
    for one in [*examples(ruleset).values()][::4]:
        check({"ruleset": ruleset, **one["document"]})


@pytest.mark.slow
@settings(max_examples=many(12, 100))
@given(st.data())
def test_every_change_scores_to_what_is_told(data: st.DataObject) -> None:
    check(data.draw(hands()))


def check(document: Json) -> None:
    before = json.dumps(document)
    found, now = what_if(document), scorer.score(document)
    assert json.dumps(document) == before
    assert found["total"] == now["total"]
    totals = [change["total"] for change in found["changes"]]
    assert totals == sorted(totals, reverse=True)
    assert len(totals) <= 50
    had = {line["id"] for line in now["lines"]}
    for change in found["changes"]:
        then = scorer.score(change["document"])
        has = {line["id"] for line in then["lines"]}
        assert (then["total"], then["qualifies"]) == (change["total"], change["qualifies"])
        assert ({*change["gained"]}, {*change["lost"]}) == (has - had, had - has)
        other = [key for key in change["document"] if change["document"][key] != document.get(key)]
        assert len(other) == 1
    assert found == what_if(document)
    for discard in found["discards"]:
        hand = document["hand"]
        tiles = codes(hand["concealed"]) + (
            codes(hand["winning_tile"]) if not whole(document) else []
        )
        tiles.remove(discard["tile"])
        rest = {key: part for key, part in hand.items() if key != "winning_tile"}
        waiting = {**document, "hand": {**rest, "concealed": " ".join(tiles)}}
        waiting.pop("win", None)
        assert scorer.waits(waiting)["waits"] == discard["waits"]


def whole(document: Json) -> bool:
    """Whether the winning tile is among the concealed ones."""
    hand = document["hand"]
    sizes = [min(len(codes(meld["tiles"])), 3) for meld in hand.get("melds") or []]
    if document["ruleset"] == "american":
        sizes = [len(codes(meld["tiles"])) for meld in hand.get("melds") or []]
    return len(codes(hand["concealed"])) + sum(sizes) == 14


@pytest.mark.parametrize(
    "document",
    [
        {"ruleset": "british", "hand": {"concealed": "1345789b 134578c"}},
        {"ruleset": "british", "hand": {"concealed": "19b 19c 19d ESWN RGP"}},
        {
            "ruleset": "british",
            "options": {"goulash": "blanks"},
            "hand": {"concealed": "JJJJ 222b 333c 55d 6d", "winning_tile": "6d"},
            "win": {"by": "self_draw"},
        },
        {
            "ruleset": "british",
            "options": {"goulash": "blanks"},
            "hand": {"concealed": "JJJJ 2b 4b 6b 8b 1c 3c 5c 7c 9c"},
        },
    ],
)
def test_the_worst_hands_are_answered_in_time(document: Json) -> None:
    document = {**document, "seat": "S", "prevailing": "E"}
    what_if(document)
    began = time.process_time()
    what_if(document)
    assert time.process_time() - began < 1
