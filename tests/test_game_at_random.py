"""Evenings at random, of every ruleset and number of players: what always holds of a sheet."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from scorer import game
from scorer.errors import HandError
from scorer.game import Game
from scorer.game.fold import current_state
from scorer.game.replay import GameReplay
from scorer.rules import BOOKS

AT = "2026-11-21T19:00:00Z"
NAMES = ["Ann", "Bo", "Cy", "Di", "Eve"]
TABLES = [
    (name, count)
    for name, book in BOOKS.items()
    for count in (*book.table.players, *([5] if book.table.fifth else []))
]
EVENINGS = 3
Json = dict[str, Any]


def some_hand(evening: Game, rng: Random) -> Json:
    stand = current_state(evening)
    seats = list(stand.table.seats)
    players: Json = {}
    if BOOKS[evening.ruleset].payments.losers_score:
        players = {seat: {"points": 2 * rng.randrange(40)} for seat in seats}
    if rng.random() < 0.85:
        winner, giver = rng.sample(seats, 2)
        by: Json = {"by": "self_draw"}
        if rng.random() < 0.6:
            by = {"by": "discard", "from": giver}
        players[winner] = {"points": rng.choice((8, 20, 25, 64, 300)), "win": by}
    document: Json = {"players": players}
    if stand.table.resting and BOOKS[evening.ruleset].table.fifth == "bets" and rng.random() < 0.7:
        document["bet"] = rng.choice(seats)
    return document


def some_entry(evening: Game, rng: Random) -> Json:
    stand, ids = current_state(evening), list(evening.ids)
    number = rng.randint(1, evening.version) if evening.version else 1
    kind = rng.choices(
        ("hand", "adjust", "replace", "undo", "seats", "players", "close"),
        (10, 2, 2, 2, 1, 1, 0.2),
    )[0]
    if kind == "hand":
        return {"kind": kind, "document": some_hand(evening, rng)}
    if kind == "replace":
        return {"kind": kind, "entry": number, "document": some_hand(evening, rng)}
    if kind == "undo":
        return {"kind": kind, "entry": number}
    if kind == "adjust":
        payer, payee = rng.sample(ids, 2)
        amount = rng.randint(1, 500)
        return {"kind": kind, "moves": {payer: -amount, payee: amount}, "why": "a fine"}
    if kind == "players":
        return {"kind": kind, "players": {rng.choice(ids): f"Guest {evening.version}"}}
    if kind == "seats":
        rng.shuffle(ids)
        return {"kind": kind, "seats": dict(zip(stand.table.seats, ids, strict=False))}
    return {"kind": kind}


@cache
def evening_of(ruleset: str, count: int, seed: int, entries: int = 30) -> Game:
    rng = Random(seed)
    evening = game.begin({"ruleset": ruleset, "players": NAMES[:count]}, at=AT)
    for minute in range(entries):
        try:
            by = rng.choice([None, "Ann", "Bo"])
            at = f"2026-11-21T19:{minute:02}:00Z"
            evening = game.append_entry(evening, some_entry(evening, rng), at=at, by=by)
        except HandError:
            continue
    return evening


@pytest.fixture(
    params=[
        pytest.param((*table, seed), marks=[pytest.mark.slow] if seed else [])
        for table in TABLES
        for seed in range(EVENINGS)
    ],
    ids=lambda told: "-".join(map(str, told)),
)
def evening(request: pytest.FixtureRequest) -> Game:
    return evening_of(*request.param)


def test_totals_are_what_each_began_with_plus_the_moves_that_count(evening: Game) -> None:
    sheet = game.sheet(evening)
    statuses = current_state(evening).statuses
    for one, total in sheet["totals"].items():
        moved = [
            entry["moves"].get(one, 0)
            for entry in sheet["entries"]
            if "moves" in entry and statuses.counts(entry["n"])
        ]
        assert total == evening.start + sum(moved)
    if not any(entry.answer and entry.answer["deductions"] for entry in evening.entries):
        assert sum(sheet["totals"].values()) == evening.start * len(evening.ids)


def test_everybody_sits_once_or_rests(evening: Game) -> None:
    for n in range(evening.version + 1):
        told = game.sheet(evening.up_to(n))["state"]
        resting = [told["resting"]] if told["resting"] else []
        assert sorted([*told["seats"].values(), *resting]) == sorted(evening.ids)


def test_the_fold_of_a_prefix_is_the_sheet_of_that_time(evening: Game) -> None:
    """Written one by one and folded at once come to the same."""
    replay = GameReplay(evening.up_to(0))
    for n in range(1, evening.version + 1):
        then = evening.up_to(n)
        replay.add(then.entry(n))
        stand, found = current_state(then, replay), current_state(then)
        assert (stand.table, stand.totals, stand.names) == (found.table, found.totals, found.names)
        assert (stand.hands, stand.closed) == (found.hands, found.closed)


def test_undo_gives_back_exactly_what_was_before(evening: Game) -> None:
    for n in range(1, evening.version + 1):
        before, after = game.sheet(evening.up_to(n - 1)), evening.up_to(n)
        try:
            undone = game.sheet(game.append_entry(after, {"kind": "undo", "entry": n}, at=AT))
        except HandError:
            assert before["state"]["over"]
            continue
        for part in ("state", "totals", "players"):
            assert undone[part] == before[part], (n, evening.entry(n))


def test_a_game_exported_and_imported_is_the_same_game(evening: Game) -> None:
    again = game.load(game.exported_game(evening), at="2030-01-01T00:00:00Z")
    assert again == evening
    assert game.sheet(again) == game.sheet(evening)


def test_a_game_as_records_and_back_is_the_same_game(evening: Game) -> None:
    entries = [game.Entry.from_record(entry.as_record()) for entry in evening.entries]
    assert Game.from_record(evening.as_record(), entries) == evening


def test_other_names_change_nothing_but_names(evening: Game) -> None:
    told = {one: f"Other {one}" for one in evening.ids}
    try:
        renamed = game.append_entry(evening, {"kind": "players", "players": told}, at=AT)
    except HandError:
        assert current_state(evening).closed
        return
    assert game.sheet(renamed)["totals"] == game.sheet(evening)["totals"]
    assert game.sheet(renamed)["state"] == game.sheet(evening)["state"]


def test_since_gives_only_the_entries_after(evening: Game) -> None:
    whole = game.sheet(evening)
    for n in range(evening.version + 1):
        part = game.sheet(evening, since=n)
        assert part["entries"] == whole["entries"][n:]
        assert part["totals"] == whole["totals"]
