"""Tables of every ruleset at random, with whatever events and options: they are settled so that
what is paid comes out even, or refused; nothing else happens."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given

from scorer.rules import BOOKS
from tests import plain as scorer
from tests.drawn import Json, check_balance, seeds

FIELDS = ("to", "for_mahjong", "number", "valid", "value", "no_choice", "shown")


@cache
def ruleset_document(ruleset: str) -> Json:
    return scorer.ruleset(ruleset)


@cache
def winning_hands() -> list[list[str]]:
    hands = scorer.check_card({"card": "practice"})["hands"]
    return [[tile for group in hand["sample"] for tile in group] for hand in hands]


def value_of(rng: random.Random, option: Json) -> Any:
    if option["type"] == "boolean":
        return rng.random() < 0.5
    if option["type"] == "integer":
        return rng.choice([option["minimum"], option["default"], option["maximum"]])
    return rng.choice(option.get("choices") or [option["default"]])


def a_win(rng: random.Random, ruleset: str, seats: list[str], seat: str) -> Json:
    by = rng.choice([*BOOKS[ruleset].table.ways, "discard"])
    win: Json = {"by": by}
    if by != "self_draw":
        win["from"] = rng.choice([other for other in seats if other != seat])
    known = [circumstance["id"] for circumstance in ruleset_document(ruleset)["circumstances"]]
    win["with"] = rng.sample(known, min(rng.choice([0, 0, 0, 1, 2]), len(known)))
    return win


def a_hand(rng: random.Random, ruleset: str, won: bool) -> Json:
    if BOOKS[ruleset].tiles.hand_of == "card" and won:
        tiles = list(rng.choice(winning_hands()))
        hand: Json = {"concealed": " ".join(tiles)}
        if rng.random() < 0.9:
            hand["winning_tile"] = rng.choice(tiles)
        return hand
    kind = rng.choice(["1b", "5c", "9d", "E", "P", "3b"])
    meld = rng.choice([[], [kind] * 3, [kind] * 4, ["4b", "5b", "6b"], ["F"] * 7])
    rest = ["123b 456b 789c 99d 11d", "2233445566778b", "EEE RRR 123c 99b 44d"][rng.randrange(3)]
    hand = {"concealed": rest, "melds": [{"tiles": "".join(meld)}] if meld else []}
    if won:
        hand["winning_tile"] = rng.choice(["4d", "1d", "8b"])
    return hand


def a_table(rng: random.Random, ruleset: str) -> Json:
    seats = list("ESWN")
    if 3 in BOOKS[ruleset].table.players and rng.random() < 0.3:
        seats.remove(rng.choice("SWN"))
    players: Json = {seat: {} for seat in seats}
    winner = rng.choice([*seats, None, None])
    if winner is not None:
        players[winner] = {"win": a_win(rng, ruleset, seats, winner)}
        if rng.random() < 0.5:
            players[winner]["hand"] = a_hand(rng, ruleset, True)
        else:
            players[winner]["points"] = rng.randrange(0, 120)
    if rng.random() < 0.3:
        other = rng.choice(seats)
        if other != winner:
            players[other]["hand"] = a_hand(rng, ruleset, False)
    options = [
        option for option in ruleset_document(ruleset)["options"] if option["type"] != "text"
    ]
    document: Json = {
        "ruleset": ruleset,
        "prevailing": rng.choice("ESWN"),
        "players": players,
        "options": {
            one["name"]: value_of(rng, one)
            for one in rng.sample(options, min(rng.choice([0, 1, 3]), len(options)))
        },
        "events": [
            an_event(rng, ruleset, seats)
            for _ in range(
                rng.choice([0, 1, 2, 3, 4]) if ruleset_document(ruleset)["events"] else 0
            )
        ],
        "holdings": {seat: rng.choice([0, 30, 1000]) for seat in seats},
    }
    if rng.random() < 0.7:
        document["deals_passed"] = rng.randrange(4)
    return document


def an_event(rng: random.Random, ruleset: str, seats: list[str]) -> Json:
    declared = rng.choice(ruleset_document(ruleset)["events"])
    event: Json = {"event": declared["event"], "by": rng.choice(seats)}
    wanted = [field["name"] for field in declared["fields"] if rng.random() < 0.85]
    if rng.random() < 0.05:
        wanted.append(rng.choice(FIELDS))
    for name in wanted:
        event[name] = {
            "to": rng.choice(seats),
            "number": rng.randrange(1, 9),
            "value": rng.choice([1, 25, 30, 200]),
        }.get(name, rng.random() < 0.5)
    return event


@pytest.mark.by_day(4, "ruleset")
@pytest.mark.parametrize("ruleset", BOOKS)
@given(seed=seeds)
def test_a_table_is_settled_evenly_or_refused(ruleset: str, seed: int) -> None:
    document = a_table(random.Random(seed), ruleset)
    try:
        answer = scorer.settle(document)
    except scorer.HandError:
        return
    check_balance(answer, document["players"])
    winds = answer["next"]["winds"]
    assert set(winds) == set(document["players"])
    assert len(set(winds.values())) == len(winds)
    assert "E" in winds.values()
