"""What follows from the order of events: circumstances of a win, sticks, nagashi mangan."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest

from scorer import game as games
from scorer import logs
from scorer.errors import HandError
from scorer.logs.record import Called, Discarded, Draw, Drawn, Event, LoggedHand, LoggedWin
from scorer.logs.replay import HandReplay
from tests.logs.written import code_of, tiles_of

DEALT = ("1c2c3c4c5c6c7c8c9cEE4d6d", "1b2b3b4b5b6b7b8b9bSS4d6d", "1d1d1d2d2d2d9d9d9dWW4d6d")
AT = "2026-11-27T19:00:00Z"


def replayed(
    events: Iterable[Event],
    wins: Iterable[LoggedWin] = (),
    draw: Draw | None = None,
    dealt: tuple[str, ...] = DEALT[:1] * 4,
) -> HandReplay:
    """A hand of four players, all of whom hold the same tiles."""
    hand = LoggedHand(
        pointer="/log/0",
        deal=0,
        east=0,
        honba=0,
        sticks=0,
        scores=(25000,) * 4,
        dealt=tuple(tuple(tiles_of(tiles)) for tiles in dealt),
        dora=("9d",),
        events=tuple(events),
        wins=tuple(wins),
        draw=draw,
    )
    return HandReplay(hand)


def turns(count: int, tile: str = "R", first: int = 0) -> list[Event]:
    """So many draws, each of a tile that is discarded."""
    seats = [(first + n) % 4 for n in range(count)]
    return [event for seat in seats for event in (Drawn(seat, tile), Discarded(seat, tile))]


def ways(events: list[Event], seat: int, by: int) -> Any:
    document = replayed(events, [LoggedWin(seat, by)]).document
    win = next(player["win"] for player in document["players"].values() if "win" in player)
    return win["by"], win.get("with", [])


RIICHI = [Drawn(0, "G"), Discarded(0, "G", riichi=True)]
PON = Called(2, "pon", ("E", "E", "E"), "E")
LATE_PON = [*turns(1, "E", 3), PON, Discarded(2, "4d")]
KONG = Called(0, "closed_kong", ("P", "P", "P", "P"), "P")


@pytest.mark.parametrize(
    ("events", "seat", "by", "way", "circumstances"),
    [
        ([Drawn(0, "5d")], 0, 0, "self_draw", ["heavens_blessing"]),
        ([*turns(1), Drawn(1, "5d")], 1, 1, "self_draw", ["earths_blessing"]),
        ([*turns(4), Drawn(0, "5d")], 0, 0, "self_draw", []),
        ([*turns(69), Drawn(1, "5d")], 1, 1, "self_draw", ["last_tile_draw"]),
        ([*turns(68), Drawn(0, "5d")], 0, 0, "self_draw", []),
        ([*turns(69), *turns(1, "5d", 1)], 0, 1, "discard", ["last_discard"]),
        ([*turns(68), *turns(1, "5d")], 1, 0, "discard", []),
        ([*RIICHI, *turns(1, "5d", 1)], 0, 1, "discard", ["double_riichi", "ippatsu"]),
        ([*turns(4), *RIICHI, *turns(1, "5d", 1)], 0, 1, "discard", ["riichi", "ippatsu"]),
        (
            [*turns(4), *RIICHI, *turns(3, first=1), Drawn(0, "5d")],
            *(0, 0, "self_draw", ["riichi", "ippatsu"]),
        ),
        (
            [*turns(4), *RIICHI, *turns(4, first=1), *turns(1, "5d", 1)],
            *(0, 1, "discard", ["riichi"]),
        ),
        (
            # A pon between takes ippatsu away.
            [*turns(4), *RIICHI, *turns(1, "E", 1), PON, Discarded(2, "4d"), *turns(1, "5d", 3)],
            *(0, 3, "discard", ["riichi"]),
        ),
        (
            # A pon before the first discard: the riichi is not double.
            [*turns(3), *LATE_PON, *turns(1, first=3), *RIICHI, *turns(1, "5d", 1)],
            *(0, 1, "discard", ["riichi", "ippatsu"]),
        ),
    ],
    ids=range(13),
)
def test_circumstances_follow_from_the_events(
    events: list[Event], seat: int, by: int, way: str, circumstances: list[str]
) -> None:
    assert ways(events, seat, by) == (way, circumstances)


def test_a_robbed_kong_is_no_call_that_takes_ippatsu_away() -> None:
    events = [
        *turns(5),
        *(Drawn(1, "N"), Discarded(1, "N"), Called(3, "pon", ("N", "N", "N"), "N")),
        *(Discarded(3, "E"), *turns(1), *turns(1, first=1)),
        *(Drawn(2, "G"), Discarded(2, "G", riichi=True)),
        *(Drawn(3, "N"), Called(3, "added_kong", ("N", "N", "N", "N"), "N")),
    ]
    with_norths = (*(DEALT[:1] * 3), "NN1c2c3c4c5c6c7c8c9cEE")
    document = replayed(events, [LoggedWin(2, 3)], dealt=with_norths).document
    assert document["players"]["W"]["win"] == {
        "by": "robbed_kong",
        "from": "N",
        "with": ["riichi", "ippatsu"],
    }


def test_a_stick_is_paid_unless_the_tile_it_was_declared_with_is_won_on() -> None:
    declared = [*turns(4), Drawn(0, "5d"), Discarded(0, "5d", riichi=True)]
    assert replayed(declared, [LoggedWin(2, 0)]).deposits == (0, 0, 0, 0)
    assert replayed(declared, draw="three_ron").deposits == (0, 0, 0, 0)
    assert replayed(declared, draw="four_riichi").deposits == (1, 0, 0, 0)
    assert replayed([*declared, *turns(1, first=1)], draw="exhaustive").deposits == (1, 0, 0, 0)


def test_nagashi_mangan_is_of_those_whose_discards_are_outer_and_uncalled() -> None:
    called = [*turns(1, "E"), Called(2, "pon", ("E", "E", "E"), "E"), Discarded(2, "4d")]
    events = [*called, *turns(1, "9c", 3), *turns(2, "R"), *turns(1, "0d", 2)]
    document = replayed(events, draw="nagashi").document
    assert [event["by"] for event in document["events"]] == ["S", "N"]


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([Drawn(0, "R"), Discarded(0, "G")], "G is discarded or laid out by a player who does not"),
        ([*turns(1, "E"), Called(2, "pon", ("W", "W", "W"), "W")], "W is another tile"),
        ([Drawn(0, "R"), Called(0, "added_kong", ("R",) * 4, "R")], "no such pon"),
        ([Drawn(0, "P"), KONG], "P is discarded or laid out"),
    ],
)
def test_what_cannot_happen_is_refused(events: list[Event], said: str) -> None:
    with pytest.raises(HandError, match=said):
        replayed(events, draw="exhaustive")


def test_a_win_on_another_tile_than_the_last_is_refused() -> None:
    for events, win in (
        (turns(1), LoggedWin(0, 0)),
        ([Drawn(0, "5d")], LoggedWin(1, 0)),
        (turns(2), LoggedWin(3, 0)),
        ([], LoggedWin(0, 0)),
    ):
        with pytest.raises(HandError, match="the one that was won on"):
            replayed(events, [win])


def log_of(result: list[Any]) -> bytes:
    """A log of a hand in which East discards 5d, for which all others wait."""
    row: list[Any] = [[0, 0, 0], [25000] * 4, [code_of("R")], []]
    for n, dealt in enumerate(("1c9c1d9d1b9bEESSWWR", *DEALT)):
        row += [[code_of(tile) for tile in tiles_of(dealt)], [25] if n == 0 else []]
        row.append([60] if n == 0 else [])
    rule = {"disp": "般南喰赤", "aka": 1}
    log = {"name": ["A", "B", "C", "D"], "rule": rule, "log": [[*row, result]]}
    return json.dumps(log).encode()


def test_three_who_win_one_discard_are_a_draw() -> None:
    imported = logs.load(log_of(["三家和了"]), at=AT)
    assert imported.report["differences"] == []
    sheet = games.sheet(imported.game)
    assert sheet["totals"] == dict.fromkeys(("p1", "p2", "p3", "p4"), 25000)
    assert (sheet["state"]["honba"], sheet["state"]["deals_passed"]) == (1, 0)


def test_where_the_log_does_not_say_who_is_tenpai_the_tiles_do() -> None:
    imported = logs.load(log_of(["流局"]), at=AT)
    document = imported.game.entries[0].payload["document"]
    assert all("tenpai" not in player for player in document["players"].values())
    found = [d["detail"] for d in imported.report["differences"]]
    assert found[0] == "A: points won or lost 0 in the log, -3000 here"
