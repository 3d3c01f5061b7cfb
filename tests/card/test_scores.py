"""American hands from document to payments, on random wins and near misses of the practice card."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.engine.rack import Exposure, exposure_of
from scorer.engine.tiles import parse
from scorer.grammar.card.notation.text import parse as parse_card
from scorer.grammar.card.shipped import shipped_cards
from tests import plain as scorer
from tests.card import oracle
from tests.card.documents import SEATS, Json, random_document, random_table
from tests.nightly import many

CARD = parse_card(shipped_cards()["practice"])

seeds = st.integers(0, 2**32 - 1)
wins = seeds.map(lambda seed: random_document(random.Random(seed), CARD))
misses = seeds.map(lambda seed: random_document(random.Random(seed), CARD, near_miss=True))
tables = seeds.map(lambda seed: random_table(random.Random(seed), CARD))


def tiles_of(document: Json) -> tuple[list[int], list[Exposure]]:
    hand = document["hand"]
    exposures = [exposure_of(parse(meld["tiles"])) for meld in hand["melds"]]
    return sorted(parse(hand["concealed"])), exposures


def expected(document: Json) -> int:
    """The best value of the hands that the oracle sees, doubled for want of a joker."""
    concealed, exposures = tiles_of(document)
    shown = [(exposure.tile, exposure.size, exposure.jokers) for exposure in exposures]
    text = document["hand"]["concealed"] + str(document["hand"]["melds"])
    best = 0
    for place in oracle.hands_of(CARD, concealed, shown):
        hand = CARD.hands[place]
        doubled = "J" not in text and "no-bonus" not in hand.section.flags
        best = max(best, hand.value * (2 if doubled else 1))
    return best


@settings(max_examples=many(9, 60))
@given(wins)
def test_a_win_of_the_card_is_worth_what_the_oracle_says(document: Json) -> None:
    assert scorer.score(document)["total"] == expected(document)


@settings(max_examples=many(6, 40))
@given(misses)
def test_one_tile_off_is_another_hand_or_no_hand_as_the_oracle_says(document: Json) -> None:
    value = expected(document)
    try:
        total = scorer.score(document)["total"]
    except scorer.HandError as error:
        codes = {problem.code for problem in error.problems}
        assert not value or codes != {"not_winning"}
    else:
        assert total == value


@settings(max_examples=many(9, 60))
@given(wins)
def test_the_lines_rebuild_the_total_and_the_payments_sum_to_zero(document: Json) -> None:
    answer = scorer.score(document)
    value = sum(line["amount"] for line in answer["lines"] if line["kind"] == "value")
    doublings = sum(line["amount"] for line in answer["lines"] if line["kind"] == "double")
    assert answer["total"] == value * 2**doublings
    assert answer["tally"] == {"value": value, "multiplier": 2**doublings}
    assert sum(answer["net"].values()) == 0
    times = 6 if document["win"]["by"] == "self_draw" else 4
    assert answer["net"][document["seat"]] == times * answer["total"]
    shown = [tile for part in answer["arrangement"] for tile in part["tiles"]]
    assert len(shown) == 14
    assert sum(part["winning"] for part in answer["arrangement"]) == 1


@settings(max_examples=many(6, 40))
@given(wins, seeds)
def test_the_order_of_tiles_and_exposures_never_changes_a_score(document: Json, seed: int) -> None:
    rng = random.Random(seed)
    hand = document["hand"]
    tiles = hand["concealed"].split()
    melds = rng.sample(hand["melds"], len(hand["melds"]))
    other = {**hand, "concealed": " ".join(rng.sample(tiles, len(tiles))), "melds": melds}
    assert scorer.score({**document, "hand": other}) == scorer.score(document)


@settings(max_examples=many(6, 40))
@given(wins)
def test_what_wins_is_waited_for_by_the_thirteen_tiles(document: Json) -> None:
    hand = dict(document["hand"])
    winning = hand.pop("winning_tile")
    tiles = hand["concealed"].split()
    tiles.remove(winning)
    waiting = {**document, "hand": {**hand, "concealed": " ".join(tiles)}}
    del waiting["win"]
    found = {wait["tile"]: wait for wait in scorer.waits(waiting)["waits"]}
    way = document["win"]["by"]
    assert found[winning][way]["total"] == scorer.score(document)["total"]


@settings(max_examples=many(6, 40))
@given(tables, st.integers(1, 3))
def test_a_turned_table_turns_the_answer(document: Json, by: int) -> None:
    turn = {seat: SEATS[(n + by) % 4] for n, seat in enumerate(SEATS)}
    players = {turn[seat]: dict(player) for seat, player in document["players"].items()}
    for player in players.values():
        if player.get("win", {}).get("from"):
            player["win"] = {**player["win"], "from": turn[player["win"]["from"]]}
    events = [
        {key: turn[value] if key in ("by", "to") else value for key, value in event.items()}
        for event in document["events"]
    ]
    before = scorer.settle(document)
    after = scorer.settle({**document, "players": players, "events": events})
    assert after["net"] == {turn[seat]: net for seat, net in before["net"].items()}
    assert sum(before["net"].values()) == 0
    assert after.get("awards") == (
        None
        if "awards" not in before
        else {turn[seat]: given for seat, given in before["awards"].items()}
    )


def test_a_hand_that_is_none_is_answered_with_what_is_wrong_with_the_nearest() -> None:
    document = {
        "ruleset": "american",
        "hand": {"concealed": "FFF 2222b 444b 8888b", "winning_tile": "8b"},
        "win": {"by": "discard", "from": "N"},
        "seat": "W",
    }
    with pytest.raises(scorer.HandError) as caught:
        scorer.score(document)
    assert {problem.code for problem in caught.value.problems} == {"not_winning"}
    assert any("2468 #1" in problem.detail for problem in caught.value.problems)
