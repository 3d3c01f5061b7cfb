"""Tables with events and circumstances that fit or do not: refused with reasons, or settled."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.documents.text.terminal import settle_text
from scorer.rules import BOOKS
from tests import plain as scorer
from tests.drawn import SEATS, Json, check_balance, random_table, seeds
from tests.nightly import many

NUMBERS = (0, 1, 2, 10, 20, 1000, 10**7)
VALUES: dict[str, Callable[[random.Random], object]] = {
    "seat": lambda rng: rng.choice(SEATS),
    "boolean": lambda rng: rng.random() < 0.5,
    "integer": lambda rng: rng.choice(NUMBERS),
    "choice": lambda rng: rng.choice(("chow", "pung", "kong", "no such")),
}


def hostile(rng: random.Random, ruleset_id: str) -> Json:
    """A table that could be, and then anything told of it."""
    document, ruleset = random_table(rng, ruleset_id), scorer.ruleset(ruleset_id)
    book, many = BOOKS[ruleset_id], rng.choice([0, 1, 1, 2, 3])
    events = rng.choices(ruleset["events"], k=many) if ruleset["events"] else []
    document["events"] = [event(rng, known) for known in events]
    document["east_run"] = rng.choice([0, 2, 3, 5, 11, 12, 13, 10_000])
    document["deals_passed"] = rng.randrange(3)
    if book.payments.no_debt_when and rng.random() < 0.5:
        document["options"] = {
            **document.get("options", {}),
            **{when.option.name: when.value for when in book.payments.no_debt_when},
        }
        document["holdings"] = {seat: rng.choice(NUMBERS) for seat in SEATS}
    known = [circumstance["id"] for circumstance in ruleset["circumstances"]]
    for player in document["players"].values():
        if "win" in player and rng.random() < 0.4:
            player["win"]["with"] = rng.sample(known, min(rng.choice([0, 1, 1, 2]), len(known)))
        if book.table.fishing_told_under and rng.random() < 0.2:
            player["fishing"] = rng.random() < 0.5
        if rng.random() < 0.4:
            player.pop("hand", None)
            player["points"] = rng.choice(NUMBERS)
    return document


def event(rng: random.Random, known: Json) -> Json:
    told: Json = {"event": known["event"], "by": rng.choice(SEATS)}
    for field in known["fields"]:
        if rng.random() < 0.7:
            told[field["name"]] = VALUES[field["type"]](rng)
    return told


@pytest.mark.by_day(4, "ruleset")
@pytest.mark.parametrize("ruleset", BOOKS)
@settings(max_examples=many(18, 120))
@given(seed=seeds)
def test_whatever_is_told_of_a_table_is_refused_or_balances(ruleset: str, seed: int) -> None:
    document = hostile(random.Random(seed), ruleset)
    try:
        answer = scorer.settle(document)
    except scorer.HandError:
        return
    check_balance(answer, document["players"])
    assert [told["event"] for told in answer["events"]] == [
        told["event"] for told in document["events"]
    ]
    if "unpaid" in answer:
        assert all(left >= -document["holdings"][seat] for seat, left in answer["net"].items())
    following = answer["next"]
    assert "E" in following["winds"].values()
    assert len(set(following["winds"].values())) == len(answer["net"])
    if BOOKS[ruleset].table.round_wind_sits:
        assert following["prevailing"] in following["winds"].values()
    assert "goulash" not in following or BOOKS[ruleset].tiles.wild_under
    assert "goulash" in following or ruleset != "british"
    assert "Next: the seats" in settle_text(answer)


@pytest.mark.parametrize("prevailing", [0, 1, 2, 3])
@pytest.mark.parametrize("absent", "SWN")
def test_at_a_table_of_three_each_is_east_once_a_round_and_the_round_wind_is_never_absent(
    absent: str, prevailing: int
) -> None:
    wind = SEATS[prevailing]
    if absent == wind:
        return
    players = {seat: seat for seat in SEATS if seat != absent}
    easts = []
    for passed in range(3):
        easts += [player for player, seat in players.items() if seat == "E"]
        table: Json = {seat: {"points": 0} for seat in players.values()}
        winner = next(seat for seat in table if seat != "E")
        table[winner]["win"] = {"by": "self_draw"}
        answer = scorer.settle(
            {
                "ruleset": "british",
                "prevailing": wind,
                "players": table,
                "deals_passed": passed,
            }
        )["next"]
        players = {player: answer["winds"][seat] for player, seat in players.items()}
        assert answer["prevailing"] in players.values()
    assert sorted(easts) == sorted(seat for seat in SEATS if seat != absent)


@given(st.integers(0, 10**7), st.integers(0, 10**7), st.integers(0, 10**7))
def test_who_helps_makes_the_others_whole(winner: int, loser: int, less: int) -> None:
    """Without the helper's own part, the others end where they would have."""
    counted = max(0, winner - 1 - less)
    if counted >= winner:
        return
    players: Json = {
        "E": {"points": loser},
        "S": {"points": winner, "win": {"by": "self_draw"}},
        "W": {"points": 0},
        "N": {"points": 4},
    }
    document = {"ruleset": "classical", "prevailing": "E", "players": players}
    helped = {"event": "helped_scoring", "by": "N", "to": "S", "counted": counted}
    short = {**players, "S": {**players["S"], "points": counted}}
    net = scorer.settle({**document, "events": [helped]})["net"]
    wanted = scorer.settle({**document, "players": short})["net"]
    assert (net["E"], net["W"]) == (wanted["E"], wanted["W"])
