"""What a page of a game shows is what is recorded: the bar, the entry, its page, and its form."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from werkzeug.datastructures import MultiDict

from scorer import game as games
from scorer.rules import BOOKS
from scorer.service.games import opening
from scorer.service.web.forms.form_events import EventsCodec
from scorer.service.web.forms.form_pages import fields_in
from scorer.types.field import Field
from tests.games.playing import Json, Table
from tests.games.test_pages import Pages, words, wrong

AT = "2026-11-24T19:00:00Z"
NAMES = ["Ann", "Bo", "Cy", "Di", "Eve"]


def begun(app: Flask, ruleset: str, players: int = 4, **more: Any) -> Pages:
    document = {"ruleset": ruleset, "players": NAMES[:players], **more}
    return Pages(Table.begun(app.test_client(), **document))


def fields_of(pages: Pages, page: str = "/hand") -> list[tuple[str, str]]:
    """What a browser sends of the form on this page when nothing is changed."""
    form = pages.get(page).select_one("form[method=post]")
    assert form is not None
    found = []
    for field in form.select("input[name], select[name], textarea[name]"):
        kind, name = str(field.get("type", field.name)), str(field["name"])
        if kind in ("radio", "checkbox") and not field.has_attr("checked"):
            continue
        if kind == "select":
            chosen = field.select_one("option[selected]") or field.select_one("option")
            assert chosen is not None
            found.append((name, str(chosen["value"])))
        elif kind == "textarea":
            found.append((name, field.get_text().removeprefix("\n")))
        else:
            found.append((name, str(field.get("value", ""))))
    return found


def enter(pages: Pages, *told: tuple[str, str], page: str = "/hand") -> Json:
    """Enter a hand through its form, with these fields in place of its own; return the entry."""
    names = {name for name, _ in told}
    fields = [pair for pair in fields_of(pages, page) if pair[0] not in names]
    body: dict[str, list[str]] = {}
    for name, value in [*fields, *told]:
        body.setdefault(name, []).append(value)
    answer = pages.client.post(f"{pages.path}{page}", data=body, headers={"Accept": "text/html"})
    assert answer.status_code == 303, wrong(answer)
    return dict(pages.table.now()["entries"][-1])


def record(pages: Pages, document: Json, **more: Any) -> Json:
    """Enter a hand over the API; return the entry."""
    after = pages.table.now()["version"]
    entry = {"kind": "hand", "document": document, "after": after, **more}
    answer = pages.table.write(entry)
    assert answer.status_code == 201, answer.text
    return dict(answer.get_json()["entry"])


def bar(pages: Pages, *fields: tuple[str, str]) -> str:
    """What the bar of the hand's page says."""
    names = {name for name, _ in fields}
    body: dict[str, list[str]] = {}
    for name, value in [*(pair for pair in fields_of(pages) if pair[0] not in names), *fields]:
        body.setdefault(name, []).append(value)
    answer = pages.client.post("/live/table", data=body)
    assert answer.status_code == 200
    return str(answer.get_json()["say"]).replace("\u00a0", " ")


def again(pages: Pages, number: int) -> Json:
    """Enter a hand again with its form as it stands."""
    return enter(pages, page=f"/hand/{number}")


def plates(page: BeautifulSoup) -> dict[str, str]:
    """The players round a result's compass, each with what they have won or lost."""
    return {
        plate.select(".net-seat")[0].get_text(): plate.select("b")[0].get_text()
        for plate in page.select(".plate")
    }


# 234b 234c 678d 456c 55d, drawn on 8d: fully concealed hand 1, all simples 1, pinfu 1, and the dora
# 5d, which 4d points to, twice: 5 han, a mangan. South drew, so East pays 4000, the others 2000.
RIICHI = (
    ("winner", "S"),
    ("won", "self_draw"),
    ("s.hand", "234b 234c 678d 456c 55d"),
    ("s.tile", "8d"),
    ("t.dora_indicators", "4d"),
)


def test_a_riichi_game_keeps_the_dora_indicators(app: Flask) -> None:
    pages = begun(app, "riichi")
    assert bar(pages, *RIICHI) == "Ann −4000, Bo +8000, Cy −2000, Di −2000"
    entry = enter(pages, *RIICHI)
    assert entry["document"]["dora_indicators"] == "4d"
    assert entry["moves"] == {"p1": -4000, "p2": 8000, "p3": -2000, "p4": -2000}


def test_a_riichi_game_keeps_how_a_hand_ended_that_nobody_won(app: Flask) -> None:
    pages = begun(app, "riichi", preset="tenhou")
    entry = enter(pages, ("winner", "nobody"), ("t.draw", "nine_terminals"))
    assert entry["document"]["draw"] == "nine_terminals"
    # Nobody pays for an abortive draw, and East deals again.
    assert set(entry["moves"].values()) == {0}
    assert pages.table.now()["state"]["seats"]["E"] == "p1"


def test_penalties_at_the_end_are_known_to_the_game_and_never_refused(app: Flask) -> None:
    pages = begun(app, "riichi")
    entry = enter(pages, *RIICHI, ("t.penalties.e", "20000"))
    assert "penalties" not in entry["document"]


def test_the_bet_of_a_fifth_player_is_in_the_bar_and_on_the_page(app: Flask) -> None:
    """South wins 25 on East's discard: East pays 50, West and North 25 each; Eve, who bet on South,
    is paid the same by each of them."""
    pages = begun(app, "american", 5)
    told = [("winner", "S"), ("won", "discard"), ("from", "E"), ("s.points", "25"), ("bet", "S")]
    moves = {"p1": -100, "p2": 100, "p3": -50, "p4": -50, "p5": 100}
    assert bar(pages, *told) == "Ann −100, Bo +100, Cy −50, Di −50, Eve +100"
    assert enter(pages, *told)["moves"] == moves
    page = pages.get("/entries/1")
    assert plates(page) == {"Ann": "−100", "Bo": "+100", "Cy": "−50", "Di": "−50"}
    assert "Eve bet on Bo: +100" in words(page)
    assert "Ann pays Eve 50" in words(page)
    assert "Cy pays Eve 25" in words(page)


def test_a_bet_on_another_player_is_paid_to_the_winner(app: Flask) -> None:
    """Eve bet on East, who discarded: she pays South what East pays, 50."""
    pages = begun(app, "american", 5)
    told = [("winner", "S"), ("won", "discard"), ("from", "E"), ("s.points", "25"), ("bet", "E")]
    assert bar(pages, *told) == "Ann −50, Bo +150, Cy −25, Di −25, Eve −50"
    assert enter(pages, *told)["moves"] == {"p1": -50, "p2": 150, "p3": -25, "p4": -25, "p5": -50}
    assert "Eve pays Bo 50" in words(pages.get("/entries/1"))


def test_a_hand_shows_what_is_recorded_though_an_earlier_one_was_mended(app: Flask) -> None:
    """Nobody pays more than they hold. Bo's 10 cost Ann 20, and Cy and Di 10 each, which leaves 80,
    140, 90 and 90. Of Cy's 300 Bo, now East, would owe 600, the others 300: each pays all."""
    pages = begun(app, "classical", start=100, options={"no_debt": True})
    none = {"points": 0}

    def drawn(winner: str, points: int) -> Json:
        win = {"points": points, "win": {"by": "self_draw"}}
        return {"players": {**dict.fromkeys("ESWN", none), winner: win}}

    record(pages, drawn("S", 10))
    record(pages, drawn("S", 300))
    paid = {"Bo": "−140", "Cy": "+310", "Di": "−90", "Ann": "−80"}
    assert plates(pages.get("/entries/2")) == paid
    record(pages, drawn("S", 20), kind="replace", entry=1)
    moves = pages.table.now()["entries"][1]["moves"]
    shown = {
        name: int(net.replace("−", "-")) for name, net in plates(pages.get("/entries/2")).items()
    }
    assert shown == {NAMES[int(player[1]) - 1]: amount for player, amount in moves.items()}


def double_ron(winner: str, other: str) -> Json:
    ron = {"by": "discard", "from": "E"}
    players = {
        winner: {"agreed": {"han": 3, "fu": 30}, "win": ron},
        other: {"agreed": {"han": 2, "fu": 30}, "win": ron},
    }
    return {"players": players}


def test_both_winners_of_a_tile_are_named(app: Flask) -> None:
    pages = begun(app, "riichi", preset="tenhou")
    record(pages, double_ron("S", "W"))
    assert "Bo won on Ann’s discard: 3900" in words(pages.get())
    assert "Cy won on Ann’s discard: 2000" in words(pages.get())
    page = pages.get("/entries/1")
    title = page.select_one("#result-title")
    assert title is not None
    assert title.get_text() == "Bo and Cy won on the same tile"
    assert "Cy won as well" in words(page)
    assert [plate.select(".net-seat")[0].get_text() for plate in page.select(".plate.winner")] == [
        "Bo",
        "Cy",
    ]


def test_the_plates_show_the_hand_that_was_played_last_after_an_earlier_one_was_mended(
    app: Flask,
) -> None:
    pages = begun(app, "mcr")
    for seat, points in (("S", 8), ("S", 9), ("S", 10)):
        win = {"points": points, "win": {"by": "discard", "from": "E"}}
        record(pages, {"players": {seat: win}})
    third = pages.table.now()["entries"][2]["moves"]
    win = {"points": 20, "win": {"by": "discard", "from": "E"}}
    record(pages, {"players": {"S": win}}, kind="replace", entry=1)
    page = pages.get()
    last = page.select_one(".last-hand a")
    assert last is not None
    assert str(last["href"]).endswith("/entries/3")
    shown = {
        plate["data-player"]: plate.select(".plate-moved")[0].get_text()
        for plate in page.select(".game-plate")
    }
    assert {
        one: int(text.replace("−", "-").replace("+", "")) for one, text in shown.items()
    } == third


PAIRS: dict[str, tuple[str, Json, list[tuple[str, str]], list[int]]] = {
    # A player's second minor foul costs 5, the third 10; nobody is paid.
    "two fouls of one player": (
        "mcr",
        {},
        [
            ("x.minor_foul", "N"),
            ("x.minor_foul.number", "2"),
            ("x.minor_foul.2", "N"),
            ("x.minor_foul.2.number", "3"),
        ],
        [0, 0, 0, -15],
    ),
    "two fouls of two players": (
        "mcr",
        {},
        [
            ("x.minor_foul", "S"),
            ("x.minor_foul.number", "4"),
            ("x.minor_foul.2", "N"),
            ("x.minor_foul.2.number", "2"),
        ],
        [0, -20, 0, -5],
    ),
    # A false win costs 10 to each for a winning shape, 20 for none.
    "two false wins": (
        "mcr",
        {},
        [
            ("x.false_win", "E"),
            ("x.false_win.valid", "yes"),
            ("x.false_win.2", "W"),
            ("x.false_win.2.valid", "no"),
        ],
        [-30 + 20, 10 + 20, 10 - 60, 10 + 20],
    ),
    # Half the limit of 1000 to each, if another hand had been shown.
    "two false mahjongs": (
        "british",
        {},
        [
            ("x.false_mahjong", "E"),
            ("x.false_mahjong.shown", "no"),
            ("x.false_mahjong.2", "S"),
            ("x.false_mahjong.2.shown", "yes"),
        ],
        [500, -1500, 500, 500],
    ),
    # Twice the cheapest value of the practice card, 25: Ann was wrong about Bo, Cy right about Di.
    "two challenges": (
        "american",
        {},
        [
            ("x.death_challenge", "E"),
            ("x.death_challenge.to", "S"),
            ("x.death_challenge.valid", "no"),
            ("x.death_challenge.2", "W"),
            ("x.death_challenge.2.to", "N"),
            ("x.death_challenge.2.valid", "yes"),
        ],
        [-50, 50, 50, -50],
    ),
    # Half the limit of 1000 to each, double to East, whose own discard led to nothing.
    "two misnamed discards": (
        "classical",
        {},
        [
            ("x.misnamed_discard", "E"),
            ("x.misnamed_discard.for_mahjong", "no"),
            ("x.misnamed_discard.2", "S"),
            ("x.misnamed_discard.2.for_mahjong", "yes"),
        ],
        [1000, -2000, 500, 500],
    ),
    # Di wins 20: Ann, East, owes 40, Bo and Cy 20 each. Bo had no choice, so Cy pays for all.
    "two cannons": (
        "classical",
        {},
        [
            ("winner", "N"),
            ("won", "discard"),
            ("from", "W"),
            *((f"{seat}.points", "0") for seat in "esw"),
            ("n.points", "20"),
            ("x.letting_off_cannon", "S"),
            ("x.letting_off_cannon.no_choice", "yes"),
            ("x.letting_off_cannon.2", "W"),
            ("x.letting_off_cannon.2.no_choice", "no"),
        ],
        [0, 0, -80, 80],
    ),
    # South wins 2 han 30 fu, 2000; North a yakuman, 32000, of which West, who is liable, pays half.
    "a liability of the second winner": (
        "riichi",
        {"preset": "tenhou"},
        [
            ("winner", "S"),
            ("won", "discard"),
            ("from", "E"),
            ("also", "N"),
            ("s.p.agreed.han", "2"),
            ("s.p.agreed.fu", "30"),
            ("n.p.agreed.yakuman", "1"),
            ("n.v.liable", "W"),
        ],
        [-18000, 2000, -16000, 32000],
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", PAIRS)
def test_details_of_each_are_kept_when_a_hand_is_entered_again(app: Flask, what: str) -> None:
    ruleset, game, told, paid = PAIRS[what]
    pages = begun(app, ruleset, **game)
    fields = told if told[0][0] == "winner" else [("winner", "nobody"), *told]
    moves = {f"p{n}": amount for n, amount in enumerate(paid, start=1)}
    first = enter(pages, *fields)
    assert first["moves"] == moves
    second = again(pages, 1)
    assert second["moves"] == moves
    assert second["document"] == first["document"]


def test_events_keep_their_order() -> None:
    """Whoever is first declared in error pays otherwise than who is second, also where somebody
    threw in a hand between them."""
    codec = EventsCodec(BOOKS["american"], Field())
    events: list[Json] = [
        {"event": "false_mahjong", "by": "S", "value": 30},
        {"event": "threw_in", "by": "W"},
        {"event": "false_mahjong", "by": "E", "value": 30},
        {"event": "death_challenge", "by": "E", "to": "N", "valid": False},
    ]
    for order in permutations(events):
        form: MultiDict[str, str] = MultiDict(codec.write(order))
        assert codec.read(fields_in(form)) == list(order)


def test_two_in_one_field_share_their_details_as_in_older_addresses() -> None:
    pairs = [
        *(("x.false_mahjong", "E"), ("x.false_mahjong", "S"), ("x.false_mahjong.value", "30")),
        ("x.false_mahjong.second", "E"),
    ]
    codec = EventsCodec(BOOKS["american"], Field())
    found = codec.read(fields_in(MultiDict(pairs)))
    assert found == [
        {"event": "false_mahjong", "by": "S", "value": 30},
        {"event": "false_mahjong", "by": "E", "value": 30},
    ]
    assert sorted(codec.write(found)) == sorted(pairs)


def test_what_is_null_or_told_otherwise_is_entered_again_as_the_same(app: Flask) -> None:
    """Over the API tiles may be a list, and what is not told may be null."""
    pages = begun(app, "british")
    none: Json = {"points": 0, "hand": None, "win": None, "fishing": None}
    tiles = ["1b", "2b", "3b", "4b", "4b", "4b", "7b", "7b", "7b", "1c", "1c"]
    hand = {"concealed": tiles, "melds": [{"tiles": "EEE", "concealed": None}], "bonus": None}
    won = {"by": "self_draw", "from": None, "with": None}
    players = {
        "E": {"hand": {**hand, "winning_tile": "1c"}, "win": won, "points": None},
        **dict.fromkeys("SWN", none),
    }
    first = record(pages, {"players": players, "events": None})
    second = again(pages, 1)
    assert second["moves"] == first["moves"]
    assert second["document"]["players"]["E"]["hand"]["concealed"] == " ".join(tiles)


def test_fishing_is_kept_of_a_player_with_agreed_points(app: Flask) -> None:
    pages = begun(app, "british")
    players: Json = {seat: {"points": 0} for seat in "ESWN"}
    players["S"] |= {"win": {"by": "self_draw"}, "points": 20}
    players["W"]["fishing"] = True
    first = record(pages, {"players": players})
    assert again(pages, 1)["document"] == first["document"]


def of_another_release(app: Flask) -> Pages:
    """A game with a hand that says what no form of today has a field for."""
    told = {"ruleset": "mcr", "players": NAMES[:4]}
    won = {"S": {"points": 8, "win": {"by": "discard", "from": "E"}}}
    game = games.append_entry(
        games.begin(told, at=AT), {"kind": "hand", "document": {"players": won}}, at=AT
    )
    entry = game.entry(1)
    document = {**entry.payload["document"], "remark": "a late pung"}
    with app.app_context():
        kept = opening.create_game(
            replace(game, entries=(replace(entry, payload={"document": document}),))
        )
    keys = {"keys": kept[1]}
    return Pages(Table(app.test_client(), keys))


def test_a_hand_that_the_form_cannot_hold_is_corrected_as_text(app: Flask) -> None:
    pages = of_another_release(app)
    answer = pages.client.get(f"{pages.path}/hand/1")
    assert answer.headers["Location"].endswith("/hand/1/text")
    page = pages.get("/hand/1/text")
    assert "the form has no field for" in words(page)
    area = page.select_one("textarea[name=document]")
    assert area is not None
    document = json.loads(area.get_text())
    assert document["remark"] == "a late pung"
    said = wrong(pages.enter("/hand/1/text", document=json.dumps(document)))
    assert "/remark: enter only players and events for a hand" in said
    said = wrong(pages.enter("/hand/1/text", document='{"players": {"S": {"points": "x"}}}'))
    assert "/players/S/points: write a whole number" in said
    assert "line 1" in wrong(pages.enter("/hand/1/text", document="{players}"))
    del document["remark"]
    document["players"]["S"]["points"] = 9
    assert pages.enter("/hand/1/text", document=json.dumps(document)).status_code == 303
    # 9 and 3 times 8 points: East 17, West and North 8 each.
    moves = {"p1": -17, "p2": 33, "p3": -8, "p4": -8}
    assert pages.table.now()["entries"][-1]["moves"] == moves
    assert pages.client.get(f"{pages.path}/hand/2").status_code == 200


def test_only_a_hand_is_corrected_as_text_and_only_by_who_plays(app: Flask) -> None:
    pages = of_another_release(app)
    for number, status in ((1, 200), (2, 404), (0, 404)):
        answer = pages.client.get(f"{pages.path}/hand/{number}/text")
        assert answer.status_code == status
    assert pages.client.get(f"{pages.watching}/hand/1/text").status_code == 403


def test_a_draw_that_leaves_out_who_waits_is_entered_again_with_an_answer(app: Flask) -> None:
    """Bo alone waits: each of the others pays 1000."""
    pages = begun(app, "riichi")
    first = record(pages, {"players": {"S": {"tenpai": True}}})
    assert first["moves"] == {"p1": -1000, "p2": 3000, "p3": -1000, "p4": -1000}
    second = again(pages, 1)
    assert second["moves"] == first["moves"]
    told = {seat: player["tenpai"] for seat, player in second["document"]["players"].items()}
    assert told == {"E": False, "S": True, "W": False, "N": False}
