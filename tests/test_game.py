"""An evening, entry by entry: what each kind does, and what is refused."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from scorer import game
from scorer.errors import HandError
from scorer.game import Game
from scorer.types.games import GameBeginning, GameEntry

AT = "2026-11-21T19:00:00Z"
NAMES = ["Ann", "Bo", "Cy", "Di", "Eve"]
Json = dict[str, Any]


def begun(ruleset: str, players: int = 4, **fields: object) -> Game:
    return game.begin({"ruleset": ruleset, "players": NAMES[:players], **fields}, at=AT)


def write_entry(evening: Game, kind: str, **fields: object) -> Game:
    return game.append_entry(evening, {"kind": kind, **fields}, at=AT)


def hand(evening: Game, document: Mapping[str, object]) -> Game:
    return write_entry(evening, "hand", document=document)


def agreed(winner: str, seats: str = "ESWN", own: int = 100, others: int = 10) -> Json:
    """A hand of agreed points, drawn by the winner."""
    players: Json = {seat: {"points": others} for seat in seats}
    if winner:
        players[winner] = {"points": own, "win": {"by": "self_draw"}}
    return {"players": players}


def mcr(winner: str, points: int = 20) -> Json:
    return {"players": {winner: {"points": points, "win": {"by": "self_draw"}}}}


DRAW: Json = {"players": {}}
WON = {"by": "self_draw"}


def state(evening: Game) -> Json:
    found: Json = game.sheet(evening)["state"]
    return found


def totals(evening: Game) -> dict[str, int]:
    found: dict[str, int] = game.sheet(evening)["totals"]
    return found


def refused(evening: Game, kind: str, **fields: object) -> tuple[str, str]:
    with pytest.raises(HandError) as raised:
        write_entry(evening, kind, **fields)
    problem = raised.value.problems[0]
    return problem.pointer, problem.code


@pytest.mark.parametrize(
    "entry",
    [
        {"kind": "hand", "after": 0, "document": {"players": {"S": {"points": 24, "win": WON}}}},
        {"kind": "adjust", "after": 0, "moves": {"p1": -5, "p2": 5}},
        {"kind": "players", "after": 0, "p1": "Eve"},
        {"kind": "seats", "after": 0, "prevailing": "S"},
        {"kind": "close", "after": 0},
    ],
)
def test_who_tells_an_entry_keeps_it_as_it_was(entry: Json) -> None:
    """It may have to be told again, where somebody was quicker."""
    before = deepcopy(entry)
    game.append_entry(begun("mcr"), entry, at=AT)
    assert entry == before


def test_the_first_named_is_east_and_each_begins_with_the_sticks_of_the_rules() -> None:
    sheet = game.sheet(begun("british", title="Tuesday"))
    assert sheet["state"]["seats"] == {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}
    assert sheet["totals"] == dict.fromkeys(("p1", "p2", "p3", "p4"), 3000)
    assert (sheet["version"], sheet["title"], sheet["entries"]) == (0, "Tuesday", [])
    assert sheet["state"]["prevailing"] == "E"
    assert sheet["preset"] == "u3a"


@pytest.mark.parametrize(
    ("players", "start"), [(3, 4000), (4, 3000), (5, 2400)]
)  # 003: the tallies are divided equally between all the players
def test_the_tallies_are_divided_between_all_players(players: int, start: int) -> None:
    assert set(totals(begun("british", players)).values()) == {start}


@pytest.mark.parametrize("players", [3, 4])
def test_each_player_of_classical_starts_with_2000_however_many_play(players: int) -> None:
    """002: ten sticks of 2, eight of 10, nine of 100 and two of 500 for each player."""
    assert set(totals(begun("classical", players)).values()) == {2000}


def test_a_hand_moves_points_from_player_to_player_and_the_deal_on() -> None:
    evening = hand(begun("classical"), agreed("S"))
    sheet = game.sheet(evening)
    entry = sheet["entries"][0]
    assert entry["moves"] == {"p1": -200, "p2": 400, "p3": -100, "p4": -100}
    assert sheet["totals"] == {"p1": 1800, "p2": 2400, "p3": 1900, "p4": 1900}
    assert entry["seats"]["E"] == "p1"
    assert (sheet["state"]["seats"]["E"], sheet["state"]["deals_passed"]) == ("p2", 1)
    assert sheet["state"]["hand"] == 2


def test_east_keeps_the_deal_and_the_streak_counts() -> None:
    evening = hand(hand(begun("classical"), agreed("E")), agreed("E"))
    assert state(evening)["dealer_streak"] == 2
    assert state(evening)["seats"]["E"] == "p1"
    assert state(hand(evening, DRAW))["dealer_streak"] == 2
    assert state(hand(evening, agreed("S")))["dealer_streak"] == 0


def test_a_british_east_gives_up_the_deal_after_three_wins() -> None:
    evening = begun("british")
    for _ in range(3):
        assert state(evening)["seats"]["E"] == "p1"
        evening = hand(evening, agreed("E"))
    evening = hand(evening, agreed("E"))
    assert state(evening)["seats"]["E"] == "p2"


def test_after_a_drawn_british_hand_a_goulash_is_played() -> None:
    evening = hand(begun("british"), DRAW)
    assert state(evening)["goulash"] is True
    melds = [{"tiles": tiles} for tiles in ("123b", "EEE", "777c", "999d")]
    held = {"concealed": "55d", "melds": melds, "winning_tile": "5d"}
    chow = {"hand": held, "win": {"by": "self_draw"}}
    players = {**agreed("")["players"], "S": chow}
    with pytest.raises(HandError):
        hand(evening, {"players": players})
    otherwise = write_entry(evening, "seats", goulash=False)
    assert state(hand(otherwise, {"players": players}))["goulash"] is False


def test_a_taiwanese_game_keeps_the_dealers_streak() -> None:
    evening = hand(begun("taiwanese"), {"players": {"E": {"points": 3, "win": WON}}})
    assert totals(evening) == {"p1": 18, "p2": -6, "p3": -6, "p4": -6}  # 3 + 1 × 3 each
    assert state(evening)["dealer_streak"] == 1
    evening = hand(evening, DRAW)
    assert state(evening)["dealer_streak"] == 2
    evening = hand(evening, {"players": {"S": {"points": 4, "win": WON}}})
    # East pays for the dealer and two hands, 3 + 1 × (4 + 5), the others 3 + 1 × 4.
    assert totals(evening) == {"p1": 18 - 12, "p2": -6 + 26, "p3": -6 - 7, "p4": -6 - 7}
    assert state(evening)["dealer_streak"] == 0


def test_sixteen_deals_end_a_session_of_mcr_and_its_table_points_are_told() -> None:
    evening = begun("mcr")
    for _ in range(16):
        assert not state(evening)["over"]
        evening = hand(evening, mcr("E"))
    sheet = game.sheet(evening)
    assert sheet["state"]["over"]
    assert sum(sheet["result"]["table_points"].values()) == 7
    assert refused(evening, "hand", document=mcr("E")) == ("/kind", "game_over")
    onward = write_entry(evening, "seats", prevailing="E")
    assert state(hand(onward, mcr("E")))["hand"] == 18


def test_with_three_players_nobody_sits_at_north_and_south_becomes_east() -> None:
    evening = begun("british", 3)
    assert state(evening)["seats"] == {"E": "p1", "S": "p2", "W": "p3"}
    evening = hand(evening, agreed("S", "ESW"))
    assert state(evening)["seats"]["E"] == "p2"
    assert set(state(evening)["seats"].values()) == {"p1", "p2", "p3"}
    with pytest.raises(HandError, match="nobody sits at"):
        hand(begun("british", 3), agreed("S"))


def test_of_five_the_old_east_rests_and_who_rested_comes_in_as_north() -> None:
    """003: the retiring player is always the old East and the incoming one the new North."""
    evening = begun("british", 5)
    assert state(evening)["resting"] == "p5"
    evening = hand(evening, agreed("E"))
    assert state(evening)["resting"] == "p5"
    evening = hand(evening, agreed("W"))
    assert state(evening)["resting"] == "p1"
    assert state(evening)["seats"] == {"E": "p2", "S": "p3", "W": "p4", "N": "p5"}
    for _ in range(4):
        evening = hand(evening, agreed("W"))
    assert (state(evening)["prevailing"], state(evening)["deals_passed"]) == ("S", 0)
    assert state(evening)["seats"]["E"] == "p1"


BET = {"players": {"S": {"points": 25, "win": {"by": "discard", "from": "W"}}}}


@pytest.mark.parametrize(
    ("on", "moves"),
    [
        ("S", {"p1": -50, "p2": 100, "p3": -100, "p4": -50, "p5": 100}),
        ("N", {"p1": -25, "p2": 125, "p3": -50, "p4": -25, "p5": -25}),
        ("W", {"p1": -25, "p2": 150, "p3": -50, "p4": -25, "p5": -50}),
        (None, {"p1": -25, "p2": 100, "p3": -50, "p4": -25, "p5": 0}),
    ],
)
def test_the_fifth_of_an_american_game_bets(on: str | None, moves: dict[str, int]) -> None:
    """Errata p. 93: who chose the winner gets what the winner gets, else pays as the others do, and
    twice where the one chosen threw the winning tile."""
    document = {**BET, **({"bet": on} if on else {})}
    entry = game.sheet(hand(begun("american", 5), document))["entries"][0]
    assert entry["moves"] == moves
    assert sum(moves.values()) == 0


def test_nobody_bets_where_nobody_may() -> None:
    document = {**agreed("S"), "bet": "S"}
    assert refused(begun("british", 5), "hand", document=document) == (
        "/document/bet",
        "bad_value",
    )


def test_the_first_east_of_an_american_game_is_its_pivot() -> None:
    assert state(begun("american"))["pivot"] == "p1"
    assert "pivot" not in state(begun("mcr"))
    assert state(begun("american"))["prevailing"] is None


def test_points_are_adjusted_and_the_bank_may_pay() -> None:
    evening = begun("mcr")
    paid = write_entry(evening, "adjust", moves={"p1": -50, "p2": 50}, why="agreed")
    assert totals(paid) == {"p1": -50, "p2": 50, "p3": 0, "p4": 0}
    assert refused(evening, "adjust", moves={"p1": -50}) == ("/moves", "not_zero")
    assert totals(write_entry(evening, "adjust", moves={"p1": -50}, bank=True))["p1"] == -50
    assert refused(evening, "adjust", moves={"p5": 1, "p1": -1}) == ("/moves/p5", "unknown_player")
    assert refused(evening, "adjust", moves={}) == ("/moves", "bad_value")
    assert state(paid)["hand"] == 1


def test_a_hand_told_wrong_is_replaced_and_later_ones_keep_their_seats() -> None:
    evening = begun("classical")
    for document in (agreed("S"), agreed("E"), agreed("W")):
        evening = hand(evening, document)
    mended = write_entry(evening, "replace", entry=1, document=agreed("E"))
    sheet = game.sheet(mended)
    first, last = sheet["entries"][0], sheet["entries"][3]
    assert (first["replaced_by"], last["replaced_by"]) == (4, None)
    assert last["seats"] == first["seats"]
    assert state(mended) == state(evening)
    assert [warning["entry"] for warning in sheet["warnings"]] == [2]
    assert sheet["totals"]["p1"] == 2000 + last["moves"]["p1"] + sum(
        entry["moves"]["p1"] for entry in sheet["entries"][1:3]
    )
    assert game.sheet(evening)["warnings"] == []


def test_the_last_hand_replaced_moves_the_deal_as_it_was() -> None:
    evening = write_entry(
        hand(begun("classical"), agreed("S")), "replace", entry=1, document=agreed("E")
    )
    assert state(evening)["seats"]["E"] == "p1"
    again = write_entry(evening, "replace", entry=2, document=agreed("N"))
    assert state(again)["seats"]["E"] == "p2"
    sheet = game.sheet(again)
    assert [entry["replaced_by"] for entry in sheet["entries"]] == [2, 3, None]
    back = write_entry(again, "undo", entry=3)
    assert state(back) == state(evening)
    assert totals(back) == totals(evening)


def test_undo_gives_back_the_state_before_and_can_be_undone() -> None:
    first = hand(begun("british"), agreed("E"))
    second = hand(first, DRAW)
    undone = write_entry(second, "undo", entry=2)
    assert (state(undone), totals(undone)) == (state(first), totals(first))
    again = write_entry(undone, "undo", entry=3)
    assert (state(again), totals(again)) == (state(second), totals(second))
    assert refused(undone, "undo", entry=2) == ("/entry", "contradiction")
    assert refused(undone, "undo", entry=9) == ("/entry", "unknown_entry")
    assert refused(undone, "replace", entry=2, document=DRAW) == ("/entry", "contradiction")
    assert refused(undone, "replace", entry=3, document=DRAW) == ("/entry", "contradiction")


def test_a_hand_undone_takes_what_replaced_it_along() -> None:
    evening = write_entry(
        hand(begun("classical"), agreed("S")), "replace", entry=1, document=agreed("E")
    )
    assert totals(write_entry(evening, "undo", entry=1)) == totals(begun("classical"))


def test_the_table_may_say_otherwise() -> None:
    seats = {"E": "p3", "S": "p1", "W": "p4", "N": "p2"}
    evening = write_entry(begun("classical"), "seats", seats=seats, prevailing="S")
    assert state(evening)["seats"] == seats
    assert (state(evening)["prevailing"], state(evening)["deals_passed"]) == ("S", 0)
    assert game.sheet(evening)["entries"][0]["seats"] == seats
    assert state(hand(evening, agreed("S")))["seats"]["E"] == "p1"
    assert refused(evening, "seats", seats={**seats, "N": "p3"}) == ("/seats", "contradiction")
    assert refused(evening, "seats", seats={"E": "p1"}) == ("/seats", "bad_value")
    for stranger in ("p5", "p9", "Ann"):
        told_wrong = {**seats, "N": stranger}
        assert refused(evening, "seats", seats=told_wrong) == ("/seats/N", "unknown_player")
    assert refused(evening, "seats") == ("/seats", "required")
    assert refused(begun("american"), "seats", prevailing="S") == ("/prevailing", "bad_value")
    assert refused(begun("mcr"), "seats", goulash=True) == ("/goulash", "bad_value")


@pytest.mark.parametrize("fields", [{"players": {"p4": "Eve"}}, {"p4": "Eve"}])
def test_a_substitute_sits_down(fields: Json) -> None:
    evening = write_entry(begun("classical"), "players", **fields)
    assert game.sheet(evening)["players"][3] == {"id": "p4", "name": "Eve"}
    assert game.sheet(evening)["entries"][0]["players"] == {"p4": "Eve"}
    assert refused(evening, "players", p3="Eve") == ("/players/p3", "bad_value")
    assert refused(evening, "players", p5="Flo") == ("/p5", "unknown_player")
    assert refused(evening, "players", players={"p9": "Flo"}) == ("/players/p9", "unknown_player")
    assert refused(evening, "players") == ("/players", "required")
    swapped = write_entry(evening, "players", players={"p1": "Bo", "p2": "Ann"})
    assert [player["name"] for player in game.sheet(swapped)["players"]][:2] == ["Bo", "Ann"]


def test_a_closed_evening_is_ranked_and_reopens_by_undo() -> None:
    evening = write_entry(hand(begun("mcr"), mcr("S")), "close")
    sheet = game.sheet(evening)
    assert sheet["state"]["over"]
    assert [(place["player"], place["place"]) for place in sheet["result"]["ranking"]] == [
        ("p2", 1),
        ("p1", 2),
        ("p3", 2),
        ("p4", 2),
    ]
    assert sheet["result"]["table_points"] == {"p2": 4, "p1": 1, "p3": 1, "p4": 1}
    for kind in ("hand", "close", "players"):
        fields: Json = {"document": mcr("S")} if kind == "hand" else {}
        assert refused(evening, kind, **fields) == ("/kind", "game_over")
    assert refused(evening, "undo", entry=1) == ("/entry", "game_over")
    assert not state(write_entry(evening, "undo", entry=2))["over"]


@pytest.mark.parametrize(("preset", "places"), [("wrc", [1, 2, 2, 4]), ("tenhou", [1, 2, 3, 4])])
def test_who_was_east_first_stands_before_an_equal_where_the_table_plays_so(
    preset: str, places: list[int]
) -> None:
    # p3 and p4 both stay at the start, p2 wins from p1.
    win = {"agreed": {"han": 3, "fu": 40}, "win": {"by": "discard", "from": "E"}}
    evening = write_entry(hand(begun("riichi", preset=preset), {"players": {"S": win}}), "close")
    result = game.sheet(evening)["result"]
    assert [place["player"] for place in result["ranking"]] == ["p2", "p3", "p4", "p1"]
    assert [place["place"] for place in result["ranking"]] == places
    points = result["table_points"]
    assert (points["p3"] == points["p4"]) == (preset == "wrc")


@pytest.mark.parametrize(
    ("document", "pointer", "code"),
    [
        ({"players": {"S": {"win": {"by": "magic"}}}}, "/document/players/S/win/by", ""),
        ({"players": {}, "ruleset": "mcr"}, "/document/ruleset", "bad_value"),
        ({"players": {}, "prevailing": "S"}, "/document/prevailing", "bad_value"),
        ({"players": {}, "east_run": 4}, "/document/east_run", "bad_value"),
        ({"players": []}, "/document/players", "bad_value"),
        ([], "/document", "bad_value"),
        (None, "/document", ""),
        ({"players": {"S": {"points": 9, "win": WON}}}, "/document/players/E/hand", ""),
    ],
)  # fmt: skip
def test_a_hand_that_cannot_be_settled_is_reported_where(
    document: object, pointer: str, code: str
) -> None:
    told_pointer, told_code = refused(begun("classical"), "hand", document=document)
    assert told_pointer == pointer
    assert not code or told_code == code


@pytest.mark.parametrize(
    ("request_", "pointer", "code"),
    [
        ({"ruleset": "nope", "players": NAMES[:4]}, "/ruleset", "unknown_ruleset"),
        ({"ruleset": "mcr", "players": NAMES[:3]}, "/players", "bad_value"),
        ({"ruleset": "mcr", "players": NAMES}, "/players", "bad_value"),
        ({"ruleset": "mcr", "players": ["A", "A ", "B", "C"]}, "/players/1", "bad_value"),
        ({"ruleset": "mcr", "players": ["A", " ", "B", "C"]}, "/players/1", "bad_value"),
        ({"ruleset": "mcr", "players": ["A", "x" * 41, "B", "C"]}, "/players/1", "bad_value"),
        ({"ruleset": "mcr"}, "/players", "required"),
        ({"ruleset": "british", "players": NAMES[:4], "preset": "x"}, "/preset", "unknown_preset"),
        ({"ruleset": "mcr", "players": NAMES[:4], "start": 1.5}, "/start", "bad_value"),
        ({"ruleset": "mcr", "players": NAMES[:4], "title": "a\nb"}, "/title", "bad_value"),
        ([], "", "bad_value"),
    ],
)
def test_a_game_that_cannot_begin_is_told_why(request_: object, pointer: str, code: str) -> None:
    with pytest.raises(HandError) as raised:
        game.begin(request_, at=AT)
    assert (raised.value.problems[0].pointer, raised.value.problems[0].code) == (pointer, code)


@pytest.mark.parametrize(
    "request_", [None, [], {}, {"kind": "x"}, {"kind": 3}, {"kind": "close", "x": 1}]
)
def test_an_entry_of_no_kind_is_an_error(request_: object) -> None:
    with pytest.raises(HandError):
        game.append_entry(begun("mcr"), request_, at=AT)


@pytest.mark.parametrize("name", ["علی\u200cرضا", "ක්\u200dරිස්", "👩\u200d🦰"])
def test_names_of_every_script_are_names(name: str) -> None:
    evening = game.begin({"ruleset": "mcr", "players": [name, "B", "C", "D"]}, at=AT)
    assert game.load(game.exported_game(evening), at=AT).players[0] == name
    renamed = game.append_entry(evening, {"kind": "players", "p2": f"{name} B"}, at=AT, by=name)
    assert game.load(game.exported_game(renamed), at=AT).entries[0].by == name
    for unseen in ("\u200d", "A\u202eB", "A\u0000"):
        assert refused(evening, "players", p1=unseen)[0] == "/p1"


def test_what_is_wrong_with_how_an_export_began_is_told_there() -> None:
    record = game.exported_game(begun("mcr"))
    record["began"]["players"] = ["A"]
    with pytest.raises(HandError) as raised:
        game.load(record, at=AT)
    assert [problem.pointer for problem in raised.value.problems] == ["/began/players"]


def test_an_export_is_loaded_without_what_its_requests_did_not_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = hand(begun("mcr"), mcr("S"))
    evening = write_entry(evening, "seats", prevailing="S", why="the wind had changed")
    evening = write_entry(evening, "adjust", moves={"p1": -50, "p2": 50})
    record = game.exported_game(evening)
    for part, declared in (
        *((entry, GameEntry) for entry in record["entries"]),
        (record["began"], GameBeginning),
    ):
        part["weather"] = "fine"
        monkeypatch.setitem(declared.__annotations__, "weather", str)
    loaded = game.load(record, at=AT)
    assert [entry.payload for entry in loaded.entries] == [e.payload for e in evening.entries]


@pytest.mark.parametrize("pointer", ["/began/weather", "/entries/0/weather"])
def test_an_export_with_a_field_that_nothing_declares_is_refused(pointer: str) -> None:
    record = game.exported_game(hand(begun("mcr"), mcr("S")))
    part = record["began"] if pointer == "/began/weather" else record["entries"][0]
    part["weather"] = "fine"
    with pytest.raises(HandError) as raised:
        game.load(record, at=AT)
    assert [problem.pointer for problem in raised.value.problems] == [pointer]


def test_what_was_entered_under_other_rules_stands_and_is_told() -> None:
    evening = hand(begun("mcr"), mcr("S"))
    record = game.exported_game(evening)
    record["entries"][0] |= {
        "rules_version": "1",
        "moves": {"p1": -6, "p2": 18, "p3": -6, "p4": -6},
    }
    old = game.load(record, at=AT)
    sheet = game.sheet(old)
    assert sheet["totals"]["p2"] == 18
    assert [warning["entry"] for warning in sheet["warnings"]] == [1]


NO_TIMES: tuple[object, ...] = (
    *("yesterday", "", "2026-11-28", "2026-11-28T12:00:00", "2026-11-28 12:00:00Z"),
    *("2026-13-01T00:00:00Z", "0000-00-00T00:00:00Z", "2026-11-28T24:00:00Z"),
    *("2026-11-28T12:00:00+99:99", "9999-12-31T23:59:59-23:59", "2026-11-28T12:00:00+00:00"),
    *("2026-11-28T12:00:00.5Z", "٢٠٢٦-11-28T12:00:00Z", 20261128, True, {}),
)


@pytest.mark.parametrize("time", NO_TIMES)
@pytest.mark.parametrize("pointer", ["/began/at", "/entries/1/at"])
def test_an_export_is_loaded_only_with_times_as_they_are_written(
    time: object, pointer: str
) -> None:
    evening = hand(hand(begun("mcr"), mcr("S")), mcr("E"))
    record = game.exported_game(evening)
    part = record["began"] if pointer == "/began/at" else record["entries"][1]
    part["at"] = time
    with pytest.raises(HandError) as raised:
        game.load(record, at=AT)
    (problem,) = raised.value.problems
    assert (problem.pointer, problem.code) == (pointer, "bad_value")
    assert "2026-11-28T12:00:00Z" in problem.detail


def test_an_export_without_times_has_that_of_the_import() -> None:
    evening = hand(begun("mcr"), mcr("S"))
    record = game.exported_game(evening)
    record["began"]["at"] = None
    del record["entries"][0]["at"]
    later = "2026-11-29T10:00:00Z"
    loaded = game.load(record, at=later)
    assert (loaded.at, loaded.entries[0].at) == (later, later)


def test_a_game_that_is_stored_may_have_other_times() -> None:
    record = game.exported_game(hand(begun("mcr"), mcr("S")))
    record["began"]["at"] = record["entries"][0]["at"] = "yesterday"
    loaded = game.load(record, at=AT, check_times=False)
    assert (loaded.at, loaded.entries[0].at) == ("yesterday", "yesterday")


def test_settling_up_takes_the_fewest_transfers_at_a_rate() -> None:
    evening = hand(begun("mcr"), mcr("S"))
    found = game.settle_up(evening, "0.05", "GBP")
    assert found["transfers"] == [
        {"from": one, "to": "p2", "amount": 28, "money": "1.40"} for one in ("p1", "p3", "p4")
    ]
    for number in (0.05, Decimal("0.05")):
        assert game.settle_up(evening, number, "GBP") == found
    banked = write_entry(evening, "adjust", moves={"p1": 10}, bank=True)
    assert "bank" in {transfer["from"] for transfer in game.settle_up(banked)["transfers"]}
    refused: tuple[str | float, ...] = (
        *("0", "-1", "x", "nan", "1e99"),
        *("1_0", "٥", "0.0５", "+1", "1e0", " 1", "1\n", ".", "", "1.2.3", "1" * 30),
        *(0, -0.05, float("inf"), True),
    )
    for rate in refused:
        with pytest.raises(HandError) as raised:
            game.settle_up(evening, rate)
        assert [problem.pointer for problem in raised.value.problems] == ["/rate"]


@pytest.mark.parametrize("rate", ["2", "2.", "2.0", "02", 2, 2.0, Decimal(2), Decimal("0.2e1")])
def test_a_rate_is_a_number_however_it_is_given(rate: str | float | Decimal) -> None:
    found = game.settle_up(hand(begun("mcr"), mcr("S")), rate)
    assert found["transfers"][0]["money"] == "56.00"


@pytest.mark.parametrize("rate", [".00001", 0.00001, Decimal("1e-5")])
def test_a_rate_may_be_small(rate: str | float | Decimal) -> None:
    assert game.settle_up(hand(begun("mcr"), mcr("S")), rate)["rate"] == "0.00001"


def test_a_currency_is_letters_of_any_script_or_signs_of_currencies() -> None:
    evening = hand(begun("mcr"), mcr("S"))
    for currency in ("GBP", "zł", "元", "HK$", "€", "£", "₹", "रुपये", "ริงกิต", "ريال"):
        assert game.settle_up(evening, "1", currency)["currency"] == currency
    for wrong in ("", "<b>", "a b", "5", "G8P", "=A", "\u0301", "a" * 11, "a\u200db", "€\n", "☃"):
        with pytest.raises(HandError) as raised:
            game.settle_up(evening, "1", wrong)
        assert [problem.pointer for problem in raised.value.problems] == ["/currency"]


DREW: Json = {
    "players": {
        "E": {},
        "S": {
            "hand": {"concealed": "234b 234c 567d 678d 55b", "winning_tile": "8d"},
            "win": {"by": "self_draw"},
        },
        "W": {},
        "N": {},
    }
}


def test_a_session_is_settled_by_the_table_points_that_decide_it() -> None:
    """East paid 1300 and the others 700 each at the start of it: +2.7, −0.7, −0.7, −1.3 before the
    uma of the World Riichi Championship, and in that order of seats among equals."""
    evening = hand(begun("riichi"), DREW)
    assert game.settle_up_units(evening) == ("points",)
    with pytest.raises(HandError) as early:
        game.settle_up(evening, by="table_points")
    assert [problem.pointer for problem in early.value.problems] == ["/by"]
    evening = write_entry(evening, "close")
    shared = game.sheet(evening)["result"]["table_points"]
    found = game.settle_up(evening, "2", "EUR", "table_points")
    assert (found["by"], found["net"]) == ("table_points", shared)
    even = dict(shared)
    for one in found["transfers"]:
        even[one["from"]] += one["amount"]
        even[one["to"]] -= one["amount"]
        assert one["money"] == f"{2 * one['amount']:.2f}"
    assert {one: round(left, 6) for one, left in even.items()} == dict.fromkeys(shared, 0)
    assert game.settle_up(evening)["by"] == "points"
    with pytest.raises(HandError):
        game.settle_up(evening, by="places")


def test_nobody_owes_the_table_points_of_mcr() -> None:
    evening = write_entry(hand(begun("mcr"), mcr("S")), "close")
    assert game.settle_up_units(evening) == ("points",)
    with pytest.raises(HandError):
        game.settle_up(evening, by="table_points")


def test_a_table_of_the_sheet_has_a_row_an_entry_and_no_formula() -> None:
    evening = write_entry(hand(begun("mcr"), mcr("S")), "players", p1="=1+1")
    rows = game.as_csv(evening).split("\r\n")
    assert rows[0].split(",")[7:9] == ["'=1+1", "Bo"]
    assert rows[1].split(",")[11:15] == ["-28", "84", "-28", "-28"]


@pytest.mark.parametrize("ruleset", ["mcr", "american"])
def test_a_player_told_as_null_is_one_of_whom_nothing_is_told(ruleset: str) -> None:
    """And no table of three, at which another seat would be East of the next hand."""
    won = {"points": 25, "win": {"by": "self_draw"}}
    left_out, null = (
        hand(begun(ruleset), {"players": {"E": won, **more}}) for more in ({}, {"N": None})
    )
    for part in ("state", "totals"):
        assert game.sheet(null)[part] == game.sheet(left_out)[part]


@pytest.mark.parametrize(
    "formula",
    [
        *("=1+1", "+1", "-1", "@SUM(A1)", "|calc", "%1", " =cmd|'/C calc'!A0", "\u2212" + "1"),
        *("\uff1d1+1", "\uff0b1", "\uff0d1", "\uff20A1", "\ufe661", "\u3000=1", "\u200d=1", "\t=1"),
    ],
)
def test_no_text_of_a_game_is_a_formula_in_a_table(formula: str) -> None:
    """The reason and the time, which an imported game brings along, too."""
    evening = write_entry(begun("mcr"), "adjust", moves={"p1": -1, "p2": 1}, why="x")
    (entry,) = evening.entries
    entry = replace(entry, payload={**entry.payload, "why": formula}, at=formula, by=formula)
    rows = list(csv.reader(io.StringIO(game.as_csv(replace(evening, entries=(entry,))))))
    assert [rows[1][n] for n in (1, 2, -1)] == [f"'{formula}"] * 3


@pytest.mark.parametrize("text", ["Ann", "a=b", "1-2", "\u4e00\u53f0", "(=)", "x|y"])
def test_any_other_text_stands_in_a_table_as_it_is(text: str) -> None:
    evening = write_entry(begun("mcr"), "players", p1=text)
    assert game.as_csv(evening).split("\r\n")[0].split(",")[7] == text


def test_a_game_takes_no_more_than_its_entries() -> None:
    evening = begun("mcr")
    many = (
        evening.entries
        + (write_entry(evening, "players", p1="Zo").entries[0],) * game.MAX_GAME_ENTRIES
    )
    assert refused(replace(evening, entries=many), "close") == ("", "too_many_entries")
