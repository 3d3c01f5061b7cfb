"""Who pays whom: debts, cannons, fines, three seats, and never a tally lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.documents.text.terminal import settle_text
from scorer.engine.sheet import Payment, balance
from scorer.rulebook.settlement import LOSERS_SETTLE, Outcome, Settlement, limit_to_holdings
from scorer.rules import BOOKS
from tests import plain as scorer
from tests.drawn import SEATS, Json


def table(ruleset: str = "classical", *, winner: str | None = "E", **more: Any) -> Json:
    """East 100, South 40, West 24, North 8; the winner drew the tile."""
    players: Json = {seat: {"points": n} for seat, n in zip(SEATS, (100, 40, 24, 8), strict=True)}
    if winner is not None:
        players[winner]["win"] = {"by": "self_draw"}
    return {"ruleset": ruleset, "prevailing": "E", "players": players, **more}


def transfers(answer: Json) -> list[tuple[str, str, int]]:
    return [(p["from"], p["to"], p["amount"]) for p in answer["payments"]]


def event(name: str, by: str, **more: Any) -> Json:
    return {"event": name, "by": by, **more}


def test_the_losers_pay_the_winner_and_then_settle_the_difference() -> None:
    answer = scorer.settle(table())
    assert transfers(answer) == [
        *(("S", "E", 200), ("W", "E", 200), ("N", "E", 200)),
        *(("W", "S", 16), ("N", "S", 32), ("N", "W", 16)),
    ]
    assert answer["net"] == {"E": 600, "S": -152, "W": -200, "N": -248}
    assert answer["payments"][0]["because"] == "East won 100; East is paid double"
    assert answer["payments"][-1]["because"] == "24 less 8"


def test_east_pays_double_when_another_wins_and_to_losers_too() -> None:
    answer = scorer.settle(table(winner="N"))
    assert ("E", "N", 16) in transfers(answer)
    assert ("S", "N", 8) in transfers(answer)
    assert ("S", "E", 120) in transfers(answer)
    assert ("W", "S", 16) in transfers(answer)


def test_classical_the_prevailing_wind_can_be_doubled_in_place_of_east() -> None:
    options = {"double_payer": "prevailing"}
    answer = scorer.settle(table(options=options) | {"prevailing": "W"})
    assert ("W", "E", 200) in transfers(answer)
    assert ("S", "E", 100) in transfers(answer)
    assert ("N", "W", 32) in transfers(answer)
    assert "whose wind prevails" in answer["payments"][1]["because"]


@pytest.mark.parametrize(("preset", "paid"), [("u3a", 100), ("bmja", 200)])
def test_british_payments_are_plain_in_one_preset_and_doubled_for_east_in_the_other(
    preset: str, paid: int
) -> None:
    answer = scorer.settle(table("british", preset=preset))
    assert transfers(answer)[0] == ("S", "E", paid)


def test_equal_losers_pay_each_other_nothing() -> None:
    players = {seat: {"points": 8} for seat in SEATS}
    players["S"]["win"] = {"by": "self_draw"}  # type: ignore[assignment]
    answer = scorer.settle(table() | {"players": players})
    assert {p["to"] for p in answer["payments"]} == {"S"}


@pytest.mark.parametrize("ruleset", BOOKS)
def test_a_drawn_hand_pays_nothing(ruleset: str) -> None:
    document = table(ruleset, winner=None) | {"players": {seat: {} for seat in SEATS}}
    answer = scorer.settle(document)
    assert answer["payments"] == []
    assert answer["net"] == dict.fromkeys(SEATS, 0)


def test_three_players_settle_among_three() -> None:
    document = table("british")
    del document["players"]["W"]
    answer = scorer.settle(document)
    assert answer["net"] == {"E": 200, "S": -68, "N": -132}
    assert set(answer["scores"]["E"]["net"]) == {"E", "S", "N"}


@pytest.mark.parametrize("ruleset", ["classical", "british"])
def test_who_lets_off_a_cannon_pays_for_all_and_losers_do_not_settle(ruleset: str) -> None:
    document = table(ruleset, winner="S", events=[event("letting_off_cannon", "W")])
    document["players"]["S"]["win"] = {"by": "discard", "from": "W"}
    answer = scorer.settle(document)
    double = 2 if ruleset == "classical" else 1
    assert sorted(transfers(answer)) == sorted(
        [("W", "S", 40), ("W", "S", 40), ("W", "S", 40 * double)]
    )
    assert any("West pays for East" in p["because"] for p in answer["payments"])


def test_a_cannon_without_a_choice_costs_nothing_extra() -> None:
    events = [event("letting_off_cannon", "W", no_choice=True)]
    assert (
        scorer.settle(table(winner="S", events=events))["net"]
        == (scorer.settle(table(winner="S"))["net"])
    )


def test_of_two_cannons_the_later_one_pays() -> None:
    events = [event("letting_off_cannon", "W"), event("letting_off_cannon", "N")]
    answer = scorer.settle(table(winner="S", events=events))
    assert {p["from"] for p in answer["payments"]} == {"N"}


def test_classical_a_long_hand_scores_nothing_and_still_pays() -> None:
    answer = scorer.settle(table(events=[event("long_hand", "S")]))
    assert answer["scores"]["S"]["total"] == 0
    assert answer["scores"]["S"]["lines"] == []
    assert answer["scores"]["S"]["not_counted"]
    assert ("S", "W", 24) in transfers(answer)
    assert ("S", "E", 200) in transfers(answer)


def test_classical_a_withdrawn_claim_costs_a_hundred_to_the_winner_and_never_himself() -> None:
    assert ("S", "E", 100) in transfers(
        scorer.settle(table(events=[event("withdrawn_claim", "S")]))
    )
    own = scorer.settle(table(events=[event("withdrawn_claim", "E")]))
    assert own["net"] == scorer.settle(table())["net"]


@pytest.mark.parametrize(
    ("by", "seats", "paid"),
    [
        ("S", "stay", {"E": 1000, "W": 500, "N": 500}),
        ("E", "pass", {"S": 1000, "W": 1000, "N": 1000}),
    ],
)
def test_classical_a_false_mahjong_pays_half_the_limit_to_each_and_doubled_to_and_from_east(
    by: str, seats: str, paid: dict[str, int]
) -> None:
    answer = scorer.settle(table(winner=None, events=[event("false_mahjong", by)]))
    assert transfers(answer) == [
        (by, to, amount)
        for to, amount in sorted(
            paid.items(), key=lambda item: (SEATS.index(item[0]) - SEATS.index(by)) % 4
        )
    ]
    assert answer["next"]["seats"] == seats


def test_british_a_false_mahjong_pays_only_if_a_hand_was_shown() -> None:
    shown = scorer.settle(table("british", winner=None, events=[event("false_mahjong", "S")]))
    assert shown["net"] == {"E": 500, "S": -1500, "W": 500, "N": 500}
    hidden = [event("false_mahjong", "S", shown=False)]
    assert scorer.settle(table("british", winner=None, events=hidden))["payments"] == []


def test_british_a_misnamed_discard_costs_fifty_or_the_whole_hand() -> None:
    misnamed = [event("misnamed_discard", "S", to="W")]
    assert ("S", "W", 50) in transfers(scorer.settle(table("british", events=misnamed)))
    document = table("british", events=[event("misnamed_discard", "S", to="E")])
    document["players"]["E"]["win"] = {"by": "discard", "from": "S"}
    assert scorer.settle(document)["net"] == {"E": 300, "S": -300, "W": 0, "N": 0}


def test_without_debt_what_is_received_is_paid_on_and_what_stays_unpaid_is_told() -> None:
    holdings = {"E": 2000, "S": 150, "W": 200, "N": 230}
    document = table(options={"no_debt": True}, holdings=holdings)
    answer = scorer.settle(document)
    # North's last 30 come to South, who owes East 50 more.
    assert transfers(answer) == [
        *(("S", "E", 180), ("W", "E", 200), ("N", "E", 200)),
        ("N", "S", 30),
    ]
    assert "all that South has left" in answer["payments"][0]["because"]
    assert sum(answer["net"].values()) == 0
    unpaid = [(debt["from"], debt["to"], debt["amount"]) for debt in answer["unpaid"]]
    assert unpaid == [("S", "E", 20), ("W", "S", 16), ("N", "S", 2), ("N", "W", 16)]
    assert all("has nothing left" in debt["because"] for debt in answer["unpaid"])
    assert "Unpaid: South owes East 20" in settle_text(answer)


def test_debts_that_lead_round_in_a_circle_need_no_money() -> None:
    circle = [Payment(0, 1, 50, "a"), Payment(1, 2, 70, "b"), Payment(2, 0, 60, "c")]
    paid, unpaid = limit_to_holdings(circle, {0: 0, 1: 0, 2: 5})
    assert [payment.amount for payment in paid] == [50, 50, 55]
    assert [(debt.payer, debt.payee, debt.amount) for debt in unpaid] == [(1, 2, 20), (2, 0, 5)]


@pytest.mark.slow
@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(1, 10**7)), max_size=20),
    st.lists(st.integers(0, 10**7), min_size=4, max_size=4),
)
def test_of_any_debts_nobody_pays_more_than_they_have_or_keeps_what_they_owe(
    debts: list[tuple[int, int, int]], held: list[int]
) -> None:
    owed = [Payment(*debt, "so it is") for debt in debts if debt[0] != debt[1]]
    paid, unpaid = limit_to_holdings(owed, dict(enumerate(held)))
    left = dict(enumerate(held))
    for payment in paid:
        left[payment.payer] -= payment.amount
        left[payment.payee] += payment.amount
    assert min(left.values()) >= 0
    assert all(left[debt.payer] == 0 for debt in unpaid)
    total = sum(payment.amount for payment in [*paid, *unpaid])
    assert total == sum(payment.amount for payment in owed)


@given(
    st.lists(st.integers(0, 2000), min_size=4, max_size=4),
    st.lists(st.integers(0, 3000), min_size=4, max_size=4),
    st.integers(0, 3),
)
def test_without_debt_no_balance_falls_below_what_was_held(
    totals: list[int], held: list[int], winner: int
) -> None:
    players: Json = {seat: {"points": n} for seat, n in zip(SEATS, totals, strict=True)}
    players[SEATS[winner]]["win"] = {"by": "self_draw"}
    document = table(options={"no_debt": True}, holdings=dict(zip(SEATS, held, strict=True))) | {
        "players": players
    }
    net = scorer.settle(document)["net"]
    assert all(net[seat] >= -n for seat, n in zip(SEATS, held, strict=True))
    assert sum(net.values()) == 0


def test_hands_that_cannot_lie_on_one_table_are_told_in_a_warning_and_settled() -> None:
    hand = {"concealed": "EEE 123b 456c 789d 9b"}
    document = table(winner=None)
    document["players"] = {"E": {"hand": hand}, "S": {"hand": hand}, "W": {}, "N": {}}
    warnings = scorer.settle(document)["warnings"]
    assert {
        "pointer": "/players",
        "detail": "these hands have six E together, but the game has only four; correct the tiles",
    } in warnings
    document["players"]["S"] = {"hand": {"concealed": "SSS 123b 456c 789d 9b", "bonus": "F1"}}
    document["players"]["E"]["hand"] = {**hand, "bonus": "F1"}
    details = [warning["detail"] for warning in scorer.settle(document)["warnings"]]
    assert details == [
        "these hands have two F1 together, but the game has only one; correct the tiles"
    ]


def test_the_scores_of_a_settlement_are_the_scores_of_each_hand_alone() -> None:
    hands: dict[str, Json] = {
        "E": {"concealed": "123b 55d EEE 777c 234d", "winning_tile": "5d"},
        "S": {"concealed": "RRR 222d 99d 13579c"},
        "W": {"concealed": "147b 147c 147d ESWN", "bonus": "F3 S3"},
        "N": {"concealed": "11d 14b 58c NN 66b", "melds": [{"tiles": "8888d"}], "bonus": "S4"},
    }
    win = {"by": "discard", "from": "S"}
    players: Json = {seat: {"hand": hand} for seat, hand in hands.items()}
    players["E"]["win"] = win
    answer = scorer.settle({"ruleset": "classical", "prevailing": "S", "players": players})
    for seat, hand in hands.items():
        alone = {"ruleset": "classical", "prevailing": "S", "seat": seat, "hand": hand}
        if seat == "E":
            alone["win"] = win
        assert answer["scores"][seat] == scorer.score(alone)


def unwon(scores: Sequence[int]) -> dict[int, Outcome]:
    agreed = BOOKS["classical"].edition().sheet_of_agreed_points
    return {seat: Outcome(score, agreed(score, False)) for seat, score in enumerate(scores)}


def test_a_settlement_without_a_winner_owes_nothing_but_its_fines() -> None:
    open_table = Settlement((0, 1, 2, 3), unwon((5, 6, 7, 8)), LOSERS_SETTLE)
    assert open_table.payments() == []
    open_table.fine(1, 2, 50, "so it is")
    assert open_table.payments() == [Payment(1, 2, 50, "so it is")]
    assert open_table.others(2) == [3, 0, 1]


def test_a_fault_that_ends_the_hand_keeps_only_the_fines_of_who_did_it() -> None:
    ended = Settlement((0, 1, 2, 3), unwon((10, 10, 10, 10)), LOSERS_SETTLE)
    ended.fine(1, 2, 50, "before")
    ended.fine(3, 2, 20, "his own")
    ended.end_hand(3)
    assert ended.payments() == [Payment(3, 2, 20, "his own")]


def test_a_balance_names_every_seat_at_the_table() -> None:
    paid = [Payment(0, 1, 30, ""), Payment(3, 1, 5, "")]
    assert balance(paid) == {"E": -30, "S": 35, "W": 0, "N": -5}
    assert balance(paid, ["E", "S", "N"]) == {"E": -30, "S": 35, "N": -5}


@pytest.mark.parametrize(
    ("ruleset", "name", "tiles", "allowed"),
    [
        ("classical", "short_hand", "RRR 222d 99d 1357c", True),
        ("classical", "short_hand", "RRR 222d 99d 135799c", False),
        ("classical", "long_hand", "RRR 222d 99d 135799c", True),
        ("classical", "long_hand", "RRR 222d 99d 1357c", False),
        ("classical", "withdrawn_claim", "RRR 222d 99d 1357c", False),
        ("british", "too_few", "RRR 222d 99d 1357c", True),
        ("british", "too_many", "RRR 222d 99d 135799c", True),
        ("british", "wrong_claim", "RRR 222d 99d 1357c", False),
    ],
)
def test_only_who_is_told_to_hold_too_few_or_too_many_tiles_may(
    ruleset: str, name: str, tiles: str, allowed: bool
) -> None:
    document = table(ruleset, events=[event(name, "S")])
    document["players"]["S"] = {"hand": {"concealed": tiles}}
    if allowed:
        total = scorer.settle(document)["scores"]["S"]["total"]
        assert (total == 0) is (name in ("long_hand", "too_many"))
    else:
        with pytest.raises(
            scorer.HandError, match="needs 13 concealed tiles, because this player did not win"
        ):
            scorer.settle(document)


def test_classical_a_discard_misnamed_into_a_false_mahjong_pays_its_penalty() -> None:
    events = [event("misnamed_discard", "W", to="S", for_mahjong=True)]
    answer = scorer.settle(table(winner=None, events=events))
    assert answer["net"] == {"E": 1000, "S": 500, "W": -2000, "N": 500}
    harmless = [event("misnamed_discard", "W", to="S", for_mahjong=False)]
    assert scorer.settle(table(events=harmless))["net"] == scorer.settle(table())["net"]


def test_a_settlement_with_a_doubtful_tile_is_written_in_text_too() -> None:
    hand = {"concealed": "EEE 123b 456c 789d 9b"}
    document = table(winner=None)
    document["players"] = {"E": {"hand": hand}, "S": {"hand": hand}, "W": {}, "N": {}}
    assert "these hands have six E together" in settle_text(scorer.settle(document))
