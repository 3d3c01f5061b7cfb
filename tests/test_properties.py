"""What holds for every hand and every table, shown on random ones."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorer.types import Score
from tests import plain as scorer
from tests.drawn import SEATS, Json, check_balance, hands, rewritten, seeds, tables, turned, waiting
from tests.nightly import many
from tests.oracle.tiles import codes

FLOWERS = [f"{letter}{number}" for letter in "FS" for number in range(1, 5)]
PURITY = ("purity", "purity-fishing")
SEAT_BOUND = {"heavens_blessing", "earths_blessing", "thirteenth_consecutive"}


def amounts(answer: Json, kind: str, *, but: str = "") -> list[int]:
    lines = answer["lines"]
    return [line["amount"] for line in lines if line["kind"] == kind and line["id"] != but]


def rebuilt(answer: Json) -> int:
    """The total as the lines alone make it, by the formula that the ruleset publishes."""
    assert all(line["count"] == 1 for line in answer["lines"])
    if answer["ruleset"] == "mcr":
        return sum(amounts(answer, "fan"))
    options = answer["options"]
    points = sum(amounts(answer, "points"))
    special = amounts(answer, "limit")
    if any(line["id"] in PURITY for line in answer["lines"]) and (
        options["purity"] == "always_three"
    ):
        return rebuilt_purity(answer)
    if not special:
        return int(min(options["limit"], points * 2 ** sum(amounts(answer, "double"))))
    assert len(special) == 1
    if answer["ruleset"] == "classical":
        assert len(answer["lines"]) == 1
        return special[0]
    total = special[0] + points * 2 ** sum(amounts(answer, "double", but="east-wins-special"))
    if options["special_cap"]:
        total = min(total, options["limit"])
    whole = [line for line in answer["lines"] if line["id"] == "east-wins-special"]
    return int(total * 2 ** sum(line["amount"] for line in whole))


def rebuilt_purity(answer: Json) -> int:
    """Eight times the points of the hand, and its flowers with their own doubles."""
    beside = [line for line in answer["lines"] if line["id"] in ("flower", "season")]
    flowers = sum(line["amount"] for line in beside)
    doubles = {line["id"]: line["amount"] for line in answer["lines"] if line["kind"] == "double"}
    whole = doubles.pop("east-wins-special", 0)
    three = sum(doubles.pop(line, 0) for line in PURITY)
    hand = (sum(amounts(answer, "points")) - flowers) * 2**three
    total = min(hand, answer["options"]["limit"]) + flowers * 2 ** sum(doubles.values())
    if answer["options"]["special_cap"]:
        total = min(total, answer["options"]["limit"])
    return int(total * 2**whole)


def check_sheet(answer: Json) -> None:
    assert answer["total"] == rebuilt(answer)
    if answer["ruleset"] == "mcr":
        flowers = sum(line["id"] == "flower-tiles" for line in answer["lines"])
        assert answer["tally"] == {"fan": answer["total"] - flowers, "flowers": flowers}
        return
    assert answer["tally"] == {
        "points": sum(amounts(answer, "points")),
        "doubles": sum(amounts(answer, "double")),
    }


@settings(max_examples=many(45, 300))
@given(hands())
def test_the_lines_alone_rebuild_the_total_and_the_tally(document: Json) -> None:
    check_sheet(scorer.score(document))


@settings(max_examples=many(22, 150))
@given(hands(won=True))
def test_every_other_seat_pays_the_winner_and_the_net_follows(document: Json) -> None:
    answer = scorer.score(document)
    check_balance(answer, answer["net"])
    seats = set(document.get("seats", SEATS))
    assert set(answer["net"]) == seats
    paid = {document["seat"]} if answer["qualifies"] else set()
    assert {payment["to"] for payment in answer["payments"]} == paid
    payers = {payment["from"] for payment in answer["payments"]}
    assert payers == (seats - paid if paid else set())


@settings(max_examples=many(7, 50))
@given(hands(won=False))
def test_a_hand_that_did_not_win_is_paid_nothing_by_itself(document: Json) -> None:
    answer = scorer.score(document)
    assert answer["payments"] == []
    assert not any(answer["net"].values())


@settings(max_examples=many(15, 100))
@given(tables())
def test_a_settled_table_sums_to_zero_and_each_sheet_rebuilds(document: Json) -> None:
    answer = scorer.settle(document)
    check_balance(answer, answer["net"])
    assert set(answer["net"]) == set(answer["scores"]) == set(document["players"])
    for sheet in answer["scores"].values():
        check_balance(sheet, sheet["net"])
        if [line["id"] for line in sheet["lines"]] == ["agreed"]:
            assert sheet["total"] == sum(sheet["tally"].values()) == sheet["lines"][0]["amount"]
        else:
            check_sheet(sheet)


@settings(max_examples=many(37, 250))
@given(hands(), seeds)
def test_the_order_and_the_notation_of_tiles_and_melds_never_change_a_score(
    document: Json, seed: int
) -> None:
    other = rewritten(random.Random(seed), document)
    assert scorer.score(other) == scorer.score(document)


@settings(max_examples=many(9, 60))
@given(tables(), seeds)
def test_the_order_and_the_notation_of_tiles_and_players_never_change_a_settlement(
    document: Json, seed: int
) -> None:
    other = rewritten(random.Random(seed), document)
    assert scorer.settle(other) == scorer.settle(document)


@settings(max_examples=many(9, 60))
@given(waiting(), seeds)
def test_the_order_and_the_notation_of_tiles_never_change_the_waits(
    document: Json, seed: int
) -> None:
    other = rewritten(random.Random(seed), document)
    assert scorer.waits(other) == scorer.waits(document)


def concealed_sets(tiles: list[str]) -> list[list[str]]:
    """Three alike, and three in a row, that lie among these tiles."""
    kinds = sorted(set(tiles))
    found = [[kind] * 3 for kind in kinds if tiles.count(kind) >= 3]
    runs = [[f"{n + more}{suit}" for more in range(3)] for suit in "bcd" for n in range(1, 8)]
    return found + [run for run in runs if set(run) <= set(kinds)]


@settings(max_examples=many(30, 200))
@given(hands(), seeds)
def test_a_set_in_the_hand_scores_the_same_when_it_is_entered_as_a_concealed_meld(
    document: Json, seed: int
) -> None:
    hand = document["hand"]
    tiles = codes(hand["concealed"])
    last = hand.get("winning_tile", "")
    sets = [
        shown_set
        for shown_set in concealed_sets(tiles)
        if last not in shown_set and "2b" not in shown_set
    ]
    assume(sets and "J" not in tiles)
    chosen = random.Random(seed).choice(sets)
    for tile in chosen:
        tiles.remove(tile)
    melds = [*hand.get("melds", []), {"tiles": chosen, "concealed": True}]
    told = {**document, "hand": {**hand, "concealed": tiles, "melds": melds}}
    assert scorer.score(told) == scorer.score(document)


def paid(answer: Json, by: int) -> set[tuple[str, str, int]]:
    return {
        (
            SEATS[(SEATS.index(payment["from"]) + by) % 4],
            SEATS[(SEATS.index(payment["to"]) + by) % 4],
            payment["amount"],
        )
        for payment in answer["payments"]
    }


def check_turned(document: Json, by: int) -> None:
    other = turned(document, by)
    assume("E" in other["players"])
    wins = [player["win"] for player in document["players"].values() if "win" in player]
    assume(not any(SEAT_BOUND & set(win.get("with", [])) for win in wins))
    before, after = scorer.settle(document), scorer.settle(other)
    assert paid(after, 0) == paid(before, by)
    for n, seat in enumerate(SEATS):
        assert after["net"].get(SEATS[(n + by) % 4]) == before["net"].get(seat)


@settings(max_examples=many(9, 60))
@given(tables("classical"), st.integers(1, 3))
def test_classical_turning_all_seats_turns_the_payments_where_the_prevailing_wind_is_doubled(
    document: Json, by: int
) -> None:
    # East's run is East's own, as other circumstances of a seat are.
    document = {name: value for name, value in document.items() if name != "east_run"}
    options = {**document["options"], "double_payer": "prevailing"}
    check_turned({**document, "options": options}, by)


@settings(max_examples=many(9, 60))
@given(tables("british"), st.integers(1, 3))
def test_british_turning_all_seats_turns_the_payments_unless_east_is_the_winner(
    document: Json, by: int
) -> None:
    options = {k: v for k, v in document["options"].items() if k != "east_doubles"}
    document = {**document, "preset": "u3a", "options": options}
    winners = [seat for seat, player in document["players"].items() if "win" in player]
    assume(not any(seat in ("E", SEATS[-by]) for seat in winners))
    check_turned(document, by)


@settings(max_examples=many(9, 60))
@given(tables("mcr"), st.integers(1, 3))
def test_mcr_turning_all_seats_and_winds_turns_the_payments(document: Json, by: int) -> None:
    check_turned(document, by)


@settings(max_examples=many(9, 60))
@given(st.lists(st.integers(0, 1000), min_size=4, max_size=4), st.integers(1, 3))
def test_british_turning_agreed_totals_turns_the_payments_whoever_won(
    totals: list[int], by: int
) -> None:
    players: Json = {seat: {"points": n} for seat, n in zip(SEATS, totals, strict=True)}
    players["W"]["win"] = {"by": "discard", "from": "E"}
    document = {"ruleset": "british", "prevailing": "S", "players": players}
    check_turned(document, by)


@settings(max_examples=many(30, 200))
@given(hands(won=False), st.sampled_from(FLOWERS))
def test_one_more_flower_never_lowers_the_total_of_a_losing_hand(
    document: Json, flower: str
) -> None:
    held = document["hand"].get("bonus", "")
    held = held if isinstance(held, str) else " ".join(held)
    assume(flower not in held)
    richer = {**document, "hand": {**document["hand"], "bonus": f"{held} {flower}"}}
    assert scorer.score(richer)["total"] >= scorer.score(document)["total"]


def check_pure(ask: Callable[[Json], Json], document: Json) -> None:
    before = copy.deepcopy(document)
    first = ask(document)
    assert document == before
    kept = copy.deepcopy(first)
    first.clear()
    assert ask(document) == kept


@settings(max_examples=many(9, 60))
@given(hands())
def test_scoring_changes_nothing_and_answers_the_same_twice(document: Json) -> None:
    check_pure(scorer.score, document)


@settings(max_examples=20)
@given(tables())
def test_settling_changes_nothing_and_answers_the_same_twice(document: Json) -> None:
    check_pure(scorer.settle, document)


@settings(max_examples=20)
@given(waiting())
def test_finding_waits_changes_nothing_and_answers_the_same_twice(document: Json) -> None:
    check_pure(scorer.waits, document)


@settings(max_examples=many(9, 60))
@given(hands())
def test_an_answer_has_just_the_fields_of_the_published_schema(document: Json) -> None:
    known = Score.__required_keys__ | Score.__optional_keys__
    # The address of a page is told over HTTP alone.
    assert Score.__required_keys__ <= set(scorer.score(document)) <= known - {"page"}


@settings(max_examples=many(22, 150))
@given(hands())
def test_nothing_is_both_counted_and_not_counted(document: Json) -> None:
    answer = scorer.score(document)
    aside = [entry["id"] for entry in answer["not_counted"]]
    if document["ruleset"] != "mcr":  # where a fan may occur more than once
        assert len(set(aside)) == len(aside)
        assert not set(aside) & {line["id"] for line in answer["lines"]}
    assert all(entry["because"] for entry in answer["not_counted"])


@settings(max_examples=many(15, 100))
@given(hands())
def test_lines_stand_in_the_order_of_the_rule_book_after_the_special_hand(document: Json) -> None:
    answer = scorer.score(document)
    order = [rule["id"] for rule in scorer.ruleset(document["ruleset"])["rules"]]
    found = [order.index(line["id"]) for line in answer["lines"] if line["kind"] != "limit"]
    assert found == sorted(found)


@settings(max_examples=many(15, 100))
@given(hands())
def test_the_arrangement_shows_every_tile_once_and_one_set_as_completed(document: Json) -> None:
    answer = scorer.score(document)
    shown = [tile for part in answer["arrangement"] for tile in part["tiles"]]
    kongs = sum(part["kind"] == "kong" for part in answer["arrangement"])
    if "win" in document:
        assert len(shown) == 14 + kongs
        assert sum(part["winning"] for part in answer["arrangement"]) == 1
    else:
        assert len(shown) <= 13 + kongs
        assert not any(part["winning"] for part in answer["arrangement"])


@settings(max_examples=many(9, 60))
@given(waiting())
def test_a_wait_brings_what_the_completed_hand_scores(document: Json) -> None:
    for wait in scorer.waits(document)["waits"]:
        for by in ("discard", "self_draw"):
            full = {**document, "win": {**document.get("win", {}), "by": by}}
            if by == "discard" and document["ruleset"] == "mcr":
                full["win"]["from"] = next(seat for seat in SEATS if seat != document["seat"])
            full["hand"] = {**document["hand"], "winning_tile": wait["tile"]}
            if wait[by] is None:
                with pytest.raises(scorer.HandError):
                    scorer.score(full)
            else:
                assert scorer.score(full)["total"] == wait[by]["total"]
