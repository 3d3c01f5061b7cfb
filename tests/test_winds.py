"""How the winds move from hand to hand: deals, rounds, and the end of the session."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.rulebook.session_rules import pass_deal_always
from scorer.rulebook.winds import next_hand
from scorer.rules import BOOKS
from scorer.types.terms import SEATS
from tests import plain as scorer
from tests.drawn import Json

FOUR = (0, 1, 2, 3)


def test_seats_that_stay_keep_their_winds() -> None:
    answer = next_hand(FOUR, 0, stays=True, because="East won")
    assert answer == {
        "seats": "stay",
        "because": "East won",
        "winds": {"E": "E", "S": "S", "W": "W", "N": "N"},
    }


def test_when_the_deal_passes_south_becomes_east_and_east_north() -> None:
    answer = next_hand(FOUR, 0, stays=False, because="South won")
    assert answer["winds"] == {"E": "N", "S": "E", "W": "S", "N": "W"}


@pytest.mark.parametrize(
    ("seats", "winds"),
    [
        ((0, 1, 2), {"E": "N", "S": "E", "W": "S"}),
        ((0, 1, 3), {"E": "N", "S": "E", "N": "W"}),
        ((0, 2, 3), {"E": "W", "W": "E", "N": "S"}),
    ],
)
def test_with_three_players_the_deal_skips_the_absent_seat(
    seats: tuple[int, ...], winds: dict[str, str]
) -> None:
    assert next_hand(seats, 0, stays=False, because="")["winds"] == winds


@pytest.mark.parametrize("seats", [(0, 1, 2, 3), (0, 1, 2), (0, 1, 3), (0, 2, 3)])
def test_every_player_deals_once_a_round_and_then_the_winds_are_as_before(
    seats: tuple[int, ...],
) -> None:
    start = {SEATS[seat]: SEATS[seat] for seat in seats}
    players = dict(start)
    dealers = []
    for deal in range(len(seats)):
        dealers += [player for player, wind in players.items() if wind == "E"]
        now = tuple(sorted(SEATS.index(wind) for wind in players.values()))
        answer = next_hand(now, 0, stays=False, because="", deals_passed=deal)
        players = {player: answer["winds"][wind] for player, wind in players.items()}
    assert sorted(dealers) == sorted(start)
    assert players == start
    assert answer["prevailing"] == "S"
    assert answer["deals_passed"] == 0


@pytest.mark.parametrize(
    ("prevailing", "passed", "stays", "expected"),
    [
        (0, 0, True, ("E", 0, False)),
        (0, 0, False, ("E", 1, False)),
        (0, 3, True, ("E", 3, False)),
        (0, 3, False, ("S", 0, False)),
        (1, 3, False, ("W", 0, False)),
        (2, 3, False, ("N", 0, False)),
        (3, 2, False, ("N", 3, False)),
        (3, 3, True, ("N", 3, False)),
        (3, 3, False, ("N", 0, True)),
    ],
)
def test_the_round_ends_when_all_have_lost_the_deal_and_the_session_with_norths_round(
    prevailing: int, passed: int, stays: bool, expected: tuple[str, int, bool]
) -> None:
    answer = next_hand(FOUR, prevailing, stays=stays, because="", deals_passed=passed)
    found = (answer["prevailing"], answer["deals_passed"], answer["session_over"])
    assert found == expected


def settled(ruleset: str, winner: str | None, **more: Any) -> Json:
    scores = BOOKS[ruleset].payments.losers_score
    players: Json = {seat: {"points": 8} if scores else {} for seat in SEATS}
    if winner is not None:
        agreed = {"agreed": {"han": 5}} if ruleset == "riichi" else {"points": 8}
        players[winner] = {**agreed, "win": {"by": "self_draw"}}
    document = {"ruleset": ruleset, "prevailing": "E", "players": players, **more}
    answer: Json = scorer.settle(document)["next"]
    return answer


@pytest.mark.parametrize("ruleset", BOOKS)
@pytest.mark.parametrize("winner", [*SEATS, None])
def test_the_winds_move_as_the_deal_stays_or_passes(ruleset: str, winner: str | None) -> None:
    answer = settled(ruleset, winner)
    assert answer["because"]
    kept = all(old == new for old, new in answer["winds"].items())
    assert kept == (answer["seats"] == "stay")
    if BOOKS[ruleset].session.deal is pass_deal_always:
        assert answer["seats"] == "pass"


@pytest.mark.parametrize("ruleset", ["classical", "british"])
@pytest.mark.parametrize(
    ("winner", "seats"),
    [("E", "stay"), ("S", "pass"), ("W", "pass"), ("N", "pass"), (None, "stay")],
)
def test_the_deal_stays_after_easts_win_or_a_draw_and_else_passes(
    ruleset: str, winner: str | None, seats: str
) -> None:
    assert settled(ruleset, winner)["seats"] == seats


@pytest.mark.parametrize(
    ("keeps", "run", "seats"),
    [(3, 2, "stay"), (3, 3, "pass"), (3, 9, "pass"), ("unlimited", 9, "stay"), (3, None, "stay")],
)
def test_british_east_keeps_the_deal_three_times_running_or_without_limit(
    keeps: int | str, run: int | None, seats: str
) -> None:
    assert settled("british", "E", east_run=run, options={"east_keeps": keeps})["seats"] == seats


def test_classical_after_the_thirteenth_win_running_east_gives_up_the_deal() -> None:
    players: Json = {seat: {"points": 8} for seat in SEATS}
    players["E"]["win"] = {"by": "self_draw", "with": ["thirteenth_consecutive"]}
    document = {"ruleset": "classical", "prevailing": "E", "players": players}
    assert scorer.settle(document)["next"]["seats"] == "pass"


def test_a_settlement_tells_the_round_only_when_it_was_told() -> None:
    assert "prevailing" not in settled("classical", "S")
    told = settled("classical", "S", deals_passed=3)
    assert (told["prevailing"], told["deals_passed"], told["session_over"]) == ("S", 0, False)
