"""Tenhou's JSON: real hands, the edges of the format, and what is no log."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from scorer import game as games
from scorer import logs
from scorer.errors import HandError
from tests.growth import grows_too_fast

REAL = Path(__file__).parent / "real"
"""Hands from the test data of mjai-reviewer (Apache-2.0) and mjx (MIT), with other names: facts of
games that were played at tenhou.net."""
AT = "2026-11-27T19:00:00Z"


def real(name: str) -> Any:
    return json.loads((REAL / f"{name}.json").read_text())


def load(document: object) -> logs.ImportedGame:
    return logs.load(json.dumps(document).encode(), at=AT)


def problem(document: object) -> tuple[str, str]:
    with pytest.raises(HandError) as raised:
        load(document)
    (found,) = raised.value.problems
    return found.pointer, found.detail


def hand_of(imported: logs.ImportedGame) -> Any:
    return [entry for entry in imported.game.entries if entry.kind == "hand"][-1].payload[
        "document"
    ]


@pytest.mark.parametrize("path", sorted(REAL.glob("*")), ids=lambda path: path.name)
def test_hands_that_were_played_agree(path: Path) -> None:
    report = logs.load(path.read_bytes(), at=AT).report
    assert report["differences"] == report["notes"] == []
    assert report["agree"] == report["hands"] == (5 if path.name == "liable.mjlog" else 1)


def test_two_win_one_discard_and_the_riichi_on_it_costs_no_stick() -> None:
    imported = load(real("double-ron"))
    players = hand_of(imported)["players"]
    assert [seat for seat, player in players.items() if "win" in player] == ["S", "N"]
    assert "riichi" not in players["E"]  # declared with the tile that was won on
    assert imported.game.entries[-1].moves == {"p1": 12000, "p2": 0, "p3": 2000, "p4": -14000}


def test_the_turns_come_in_order_where_a_kong_is_robbed_after_another() -> None:
    win = hand_of(load(real("robbed-kong")))["players"]["W"]["win"]
    assert win == {"by": "robbed_kong", "from": "N"}


def test_a_log_that_begins_later_begins_where_it_says() -> None:
    imported = load(real("double-ron"))
    kinds = [entry.kind for entry in imported.game.entries]
    assert kinds == ["seats", "adjust", "hand"]
    sheet = games.sheet(imported.game)
    assert sheet["totals"] == {"p1": 53800, "p2": 26300, "p3": 39400, "p4": 500}
    assert sheet["state"]["over"]


@pytest.mark.parametrize(
    ("disp", "preset", "options"),
    [
        ("般南喰赤", "tenhou", {}),
        ("鳳東", "tenhou", {"length": "east", "open_tanyao": False, "red_fives": 0}),
        ("玉の間南喰赤", "mahjong_soul", {}),
        ("Friendly East Red Fives", "mahjong_soul", {"length": "east"}),
    ],
)
def test_the_rule_is_the_nearest_preset(disp: str, preset: str, options: Any) -> None:
    log = real("double-ron")
    log["rule"] = {"disp": disp}
    game = load(log).game
    assert (game.preset, game.options) == (preset, options)


def test_a_log_without_its_rule_says_what_was_taken() -> None:
    log = real("double-ron")
    log["rule"] = {"disp": "東京リーグ", "aka": 1}
    (note,) = load(log).report["notes"]
    assert note == "the log does not name its rule; its hands are scored by the preset tenhou"


def test_a_uuid_is_a_game_of_mahjong_soul() -> None:
    log = {**real("four-riichi"), "ref": "210503-5f0b3a6c-1c2d-4e5f-8a9b-0c1d2e3f4a5b"}
    assert load(log).game.preset == "mahjong_soul"


def changed(path: list[Any], value: object, name: str = "double-ron") -> Any:
    """A log of one hand in which one place is another."""
    log = real(name)
    place = log
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = value
    return log


RESULT = ["log", 0, 16]


@pytest.mark.parametrize(
    ("path", "value", "what", "detail"),
    [
        (
            [*RESULT, 2, 3],
            "満貫8000点",
            "value",
            "A: points of the hand 8000 in the log",
        ),
        ([*RESULT, 4, 3], "40符2飜2000点", "fu", "C: fu 40 in the log, 30 here"),
        ([*RESULT, 1], [14000, 0, 0, -13000], "payments", "A: points won or lost 13000 in"),
        ([*RESULT, 4, 5], "ドラ(2飜)", "han", "C: han 3 in the log, 2 here"),
        ([*RESULT, 4, 5], "ドラ(2飜)", "yaku", "C: yaku Dora 2, Green Dragon 1 in the log, Dora 1"),
        (
            [*RESULT, 4, 3],
            "役満32000点",
            "value",
            "C: points of the hand 32000 in the log",
        ),
    ],
)
def test_what_the_log_has_otherwise_is_named(
    path: list[Any], value: object, what: str, detail: str
) -> None:
    report = load(changed(path, value)).report
    found = [d for d in report["differences"] if d["what"] == what]
    assert any(difference["detail"].startswith(detail) for difference in found), report
    assert {(d["deal"], d["pointer"]) for d in found} == {("South 4", "/log/0")}
    assert report["agree"] == 0


def test_a_next_deal_that_does_not_follow_is_named_and_the_log_goes_on() -> None:
    log = real("four-riichi")
    following = deepcopy(log["log"][0])
    following[0] = [2, 1, 3]
    following[1] = [20000, 27000, 26000, 24000]
    log["log"].append(following)
    report = load(log).report
    assert [(d["hand"], d["what"], d["detail"]) for d in report["differences"]] == [
        (1, "payments", "D: points won or lost 0 in the log, -1000 here"),
        (
            1,
            "next_deal",
            "next is East 3, honba 1, riichi sticks 3 in the log, East 3, honba 1, riichi sticks "
            "4 here",
        ),
    ]


def test_unknown_yaku_are_said_and_not_compared() -> None:
    report = load(changed([*RESULT, 4, 4], "Green Dragon(1飜)")).report
    assert report["differences"] == []
    assert report["notes"] == [
        "the yaku of a hand have names that are unknown here and were not compared: "
        "Green Dragon(1飜)"
    ]


def test_a_hand_that_is_refused_moves_what_the_log_moves() -> None:
    log = changed(["log", 0, 4, 0], 11)  # 1c in place of 4c: the hand is not complete
    imported = load(log)
    (difference,) = imported.report["differences"]
    assert difference["what"] == "refused"
    assert difference["detail"].startswith("the scorer refuses this hand: ")
    assert imported.game.entries[-1].kind == "adjust"
    assert games.sheet(imported.game)["totals"]["p1"] == 41800 + 13000 - 1000


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        (["log"], [], "/log"),
        (["log"], "x", "/log"),
        (["log", 0], [], "/log/0"),
        (["log", 0, 0, 0], 16, "/log/0/0/0"),
        (["log", 0, 0, 1], -1, "/log/0/0/1"),
        (["log", 0, 1, 2], 10**30, "/log/0/1/2"),
        (["log", 0, 1, 2], True, "/log/0/1/2"),
        (["log", 0, 2, 0], 60, "/log/0/2/0"),
        (["log", 0, 4, 1], {"a": 1}, "/log/0/4/1"),
        (["log", 0, 5], [11] * 71, "/log/0/5"),
        (["log", 0, 6, 0], 60.0, "/log/0/6/0"),
        (["log", 0, 6, 0], 18, "/log/0"),
        (["log", 0, 6, 0], "r", "/log/0/6/0"),
        (["log", 0, 6, 0], "r٣٣", "/log/0/6/0"),
        (["log", 0, 11, 8], "12p1212p", "/log/0/11/8"),
        (["log", 0, 11, 8], "121212p12", "/log/0/11/8"),
        (["log", 0, 11, 8], "1" * 10**5, "/log/0/11/8"),
        (["log", 0, 11, 8], "1111p11", "/log/0"),
        ([*RESULT, 0], "和", "/log/0/16/0"),
        ([*RESULT, 0], None, "/log/0/16/0"),
        ([*RESULT], ["和了"], "/log/0/16"),
        ([*RESULT, 1], [float("1e300"), 0, 0, 0], "/log/0/16/1/0"),
        ([*RESULT, 2, 0], 4, "/log/0/16/2/0"),
        ([*RESULT, 2, 3], "点" * 300, "/log/0/16/2/3"),
        (["name", 1], 5, "/name/1"),
        (["sc"], [1, 2], "/sc"),
        (["sc"], [[]] * 8, "/sc/0"),
    ],
)
def test_an_error_names_the_place(path: list[Any], value: object, pointer: str) -> None:
    log = changed(path, value)
    found, detail = problem(log)
    assert found == pointer
    assert detail


@pytest.mark.parametrize(
    "body", [b"", b"[", b"\xff\xfe", b"[[" * 5000, b'{"log": NaN}', b"7", b"null"]
)
def test_what_is_no_log_is_refused(body: bytes) -> None:
    with pytest.raises(HandError):
        logs.load(body, at=AT)


def test_names_that_a_game_cannot_have_are_made_fit() -> None:
    log = {**real("four-riichi"), "name": ["", "B\n", "B", "B" * 300]}
    names = load(log).game.players
    assert names == ("Player 1", "B", "B (3)", "B" * 40)


def test_turns_that_could_be_called_in_many_ways_take_no_long_search() -> None:
    """Every discard could be called by a turn that never fits in the end."""

    def log(size: int) -> str:
        row = deepcopy(real("four-riichi")["log"][0])
        for player in range(4):
            row[5 + 3 * player] = [11, "11p1111"] * (size // 2) if player % 2 else [11] * size
            row[6 + 3 * player] = [11] * (len(row[5 + 3 * player]) - player // 3)
        return json.dumps({"log": [row]})

    def ask(text: str) -> None:
        with pytest.raises(HandError) as raised:
            logs.load(text.encode(), at=AT)
        assert raised.value.problems[0].pointer == "/log/0"

    assert not grows_too_fast(ask, log, 70)
