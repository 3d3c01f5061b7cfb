"""The pages of a game without scripts: what a form enters, what is said where that cannot be, and
who may."""

from __future__ import annotations

import re
from csv import DictReader
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from bs4 import BeautifulSoup, Tag
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorer.service import create_app
from scorer.service.games.request_meta import MIN_SECRET_LENGTH
from scorer.service.store.store import DatabaseGameStore
from scorer.service.web.forms.own_text import pack_text
from tests.games.playing import Json, Table, moved
from tests.nightly import many, nightly

PAGE = {"Accept": "text/html"}
NAMES = {"name1": "Ann", "name2": "Bo", "name3": "Cy", "name4": "Di"}
POINTS = {"e.points": "10", "s.points": "20", "w.points": "30", "n.points": "40"}
WRITES = ("hand", "hand/1", "adjust", "undo", "table", "more", "keys", "delete")


class Pages:
    """A game in a browser without scripts."""

    def __init__(self, table: Table) -> None:
        self.table, self.client = table, table.client
        self.path = table.play.removeprefix("/api/v1")
        self.watching = table.watch.removeprefix("/api/v1")

    def get(self, page: str = "", **query: Any) -> BeautifulSoup:
        answer = self.client.get(f"{self.path}{page}", headers=PAGE, query_string=query)
        assert answer.status_code == 200, answer.text
        return BeautifulSoup(answer.text, "html.parser")

    def send(self, page: str, **fields: Any) -> TestResponse:
        told = {name.replace("__", "."): value for name, value in fields.items()}
        return self.client.post(f"{self.path}{page}", data=told, headers=PAGE)

    def enter(self, page: str = "/hand", **fields: Any) -> TestResponse:
        """A form as its page has it, with these fields filled in."""
        form = self.get(page).select_one("form[method=post]")
        assert form is not None
        hidden = {str(one["name"]): one["value"] for one in form.select("input[type=hidden]")}
        return self.send(page, **{**hidden, **fields})


@pytest.fixture
def pages(table: Table) -> Pages:
    return Pages(table)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def words(answer: TestResponse | Tag) -> str:
    soup = answer if isinstance(answer, Tag) else BeautifulSoup(answer.text, "html.parser")
    return " ".join(soup.get_text(" ").split())


def wrong(answer: TestResponse, status: int = 422) -> str:
    assert answer.status_code == status, answer.text
    found = BeautifulSoup(answer.text, "html.parser").select_one(".problems")
    assert found is not None
    return " ".join(found.get_text(" ").split())


def totals(pages: Pages) -> list[int]:
    return list(pages.table.now()["totals"].values())


def test_a_game_begins_by_a_form_which_shows_both_links_once(client: FlaskClient) -> None:
    fields = {"rules": "mcr", "title": "Tuesday", **NAMES, "start": "500"}
    answer = client.post("/games/new", data=fields, headers=PAGE)
    assert answer.status_code == 201
    play, watch = re.findall(r'class="address" href="[^"]*(/games/[\w-]+)"', answer.text)
    assert client.get(play, headers=PAGE).status_code == 200
    assert "Score East 1" in words(client.get(play, headers=PAGE))
    assert "Score East 1" not in words(client.get(watch, headers=PAGE))
    sheet = client.get(f"/api/v1{play}").get_json()
    assert (sheet["title"], sheet["ruleset"]) == ("Tuesday", "mcr")
    assert sheet["totals"] == {"p1": 500, "p2": 500, "p3": 500, "p4": 500}


def test_a_game_begun_with_special_hands_scores_by_them(client: FlaskClient) -> None:
    own = pack_text("@name Ours\nTwins: seven pairs (one suit; different)  C 500\n")
    form = client.get("/games/new", query_string={"rules": "british", "own": own}, headers=PAGE)
    hidden = BeautifulSoup(form.text, "html.parser").select_one("input[name=own]")
    assert hidden is not None
    told = {"rules": "british", **NAMES, "own": hidden["value"]}
    answer = client.post("/games/new", data=told, headers=PAGE)
    assert answer.status_code == 201, answer.text
    play = re.findall(r'class="address" href="[^"]*(/games/[\w-]+)"', answer.text)[0]
    entry = client.get(f"{play}/hand", headers=PAGE)
    fields = {
        str(field["name"]): field["value"]
        for field in BeautifulSoup(entry.text, "html.parser").select(
            "form[method=post] input[type=hidden]"
        )
    }
    won = {"winner": "S", "s.hand": "1122334455667b", "s.tile": "7b", "won": "self_draw"}
    others = {f"{seat}.points": "0" for seat in "ewn"}
    assert client.post(
        f"{play}/hand", data={**fields, **won, **others, "go": "enter"}, headers=PAGE
    )
    sheet = client.get(f"/api/v1{play}").get_json()
    assert sheet["totals"]["p2"] > 500
    # The line of the hand leads to the list that the game is played with, and to the hand in it.
    shown = client.get(f"{play}/entries/1", headers=PAGE)
    line = BeautifulSoup(shown.text, "html.parser").select_one('a.line-name[href*="special:"]')
    assert line is not None, shown.text
    address, _, place = str(line["href"]).partition("#")
    listed = BeautifulSoup(client.get(address).text, "html.parser").find(id=place)
    assert listed is not None
    assert "of one suit, honours apart; no pair twice" in words(listed)


@pytest.mark.parametrize(
    ("fields", "field", "says"),
    [
        ({"name1": "Ann", "name2": "Bo"}, "name1", "players"),
        ({**NAMES, "name3": "Ann"}, "name3", "called"),
        ({**NAMES, "name2": "x" * 41}, "name2", "1 to 40"),
        ({**NAMES, "start": "much"}, "start", "number"),
        ({**NAMES, "o.limit": "-3"}, "o.limit", ""),
        ({**NAMES, "title": "x" * 101}, "title", "100"),
    ],
)
def test_what_is_wrong_with_a_new_game_is_shown_at_its_field(
    client: FlaskClient, fields: dict[str, str], field: str, says: str
) -> None:
    answer = client.post("/games/new", data={"rules": "classical", **fields}, headers=PAGE)
    assert says in wrong(answer)
    assert f'href="#field-{field}"' in answer.text
    soup = BeautifulSoup(answer.text, "html.parser")
    for name, value in fields.items():
        kept = soup.select_one(f'[name="{name}"]')
        assert kept is not None
        assert kept["value"] == value


def test_another_ruleset_keeps_the_names(client: FlaskClient) -> None:
    answer = client.get("/games/new", query_string={**NAMES, "to": "mcr", "rules": "british"})
    soup = BeautifulSoup(answer.text, "html.parser")
    assert [one["value"] for one in soup.select(".names input")] == ["Ann", "Bo", "Cy", "Di"]
    assert soup.select_one('[name="rules"]')["value"] == "mcr"  # type: ignore[index]


def test_a_hand_is_entered_and_the_winds_move_on(pages: Pages) -> None:
    answer = pages.enter(winner="S", won="self_draw", **POINTS)
    assert answer.status_code == 303
    assert answer.headers["Location"] == pages.path
    board = pages.get()
    assert "Bo drew the winning tile: 20 points" in words(board)
    assert [one.get_text() for one in board.select(".plate-wind")] == ["N", "E", "S", "W"]
    assert "dealer" in board.select(".game-plate")[1]["class"]
    shown = [int(one.get_text().replace("−", "-")) for one in board.select(".plate-total")]
    assert shown == totals(pages)
    assert len(set(shown)) > 1


def test_a_hand_keeps_who_the_phone_says_it_is(pages: Pages) -> None:
    pages.enter(winner="nobody", by="Cy", **POINTS)
    assert pages.table.now()["entries"][0]["by"] == "Cy"
    assert "entered by Cy" in words(pages.get())


def test_what_is_wrong_with_a_hand_is_shown_at_its_field_and_nothing_is_lost(pages: Pages) -> None:
    fields = {"e.points": "12", "s.points": "20", "w.points": "x", "n.points": "8"}
    answer = pages.enter(winner="S", won="discard", **fields)
    assert "whole number" in wrong(answer)
    assert 'href="#field-w.points"' in answer.text
    assert 'value="12"' in answer.text
    assert pages.table.now()["version"] == 0


def test_the_same_form_sent_twice_is_one_hand(pages: Pages) -> None:
    form = {"after": "0", "once": "the same", "winner": "E", "won": "self_draw", **POINTS}
    assert pages.send("/hand", **form).status_code == 303
    assert pages.send("/hand", **form).status_code == 303
    assert pages.table.now()["version"] == 1


def test_whoever_comes_second_is_shown_what_came_first_and_keeps_what_they_typed(
    pages: Pages,
) -> None:
    first = {"after": "0", "once": "a", "winner": "E", "won": "self_draw", **POINTS}
    second = {"after": "0", "once": "b", "winner": "S", "won": "self_draw", **POINTS}
    assert pages.send("/hand", **first).status_code == 303
    answer = pages.send("/hand", **second)
    assert "Ann drew the winning tile" in wrong(answer, 409)
    soup = BeautifulSoup(answer.text, "html.parser")
    assert soup.select_one('[name="w.points"]')["value"] == "30"  # type: ignore[index]
    assert soup.select_one('[name="winner"][value="S"]').has_attr("checked")  # type: ignore[union-attr]
    assert pages.table.now()["version"] == 1
    again = {str(one["name"]): one["value"] for one in soup.select("#form input[type=hidden]")}
    assert again["after"] == "1"
    assert pages.send("/hand", **{**second, **again}).status_code == 303
    assert pages.table.now()["version"] == 2


def test_a_hand_is_told_again_from_what_was_told(pages: Pages) -> None:
    pages.enter(winner="S", won="discard", **{"from": "W"}, **POINTS)
    form = pages.get("/hand/1")
    kept = {name: form.select_one(f'[name="{name}"]')["value"] for name in POINTS}  # type: ignore[index]
    assert kept == POINTS
    assert form.select_one('[name="from"][value="W"]').has_attr("checked")  # type: ignore[union-attr]
    assert pages.enter("/hand/1", winner="N", won="self_draw", **POINTS).status_code == 303
    entries = pages.table.now()["entries"]
    assert [entry["kind"] for entry in entries] == ["hand", "replace"]
    assert entries[0]["replaced_by"] == 2
    assert "Corrected: Di drew the winning tile" in words(pages.get())


def test_an_entry_is_undone_and_undone_again_is_told_why_not(pages: Pages) -> None:
    before = totals(pages)
    pages.enter(winner="S", won="self_draw", **POINTS)
    assert pages.send("/undo", entry="1", after="1").status_code == 303
    assert totals(pages) == before
    assert "is already undone" in wrong(pages.send("/undo", entry="1", after="2"))
    for entry in ("", "x", "99", "-1", "9" * 400):
        assert wrong(pages.send("/undo", entry=entry, after="2"))


def test_a_penalty_by_its_name_shows_its_effect_before_it_counts(app: Flask) -> None:
    """Who misnames a discard that is claimed pays the claimer 50 (003)."""
    pages = Pages(Table.begun(app.test_client(), ruleset="british"))
    fields = {"event": "misnamed_discard", "who": "E", "x.misnamed_discard.to": "S"}
    shown = pages.send("/adjust", **fields)
    effect = BeautifulSoup(shown.text, "html.parser").select_one("#effect")
    assert effect is not None
    assert [one.get_text() for one in effect.select("td:nth-of-type(1)")] == [
        "−50",
        "+50",
        "0",
        "0",
    ]
    assert pages.table.now()["version"] == 0
    assert pages.send("/adjust", **fields, go="enter", after="0").status_code == 303
    entry = pages.table.now()["entries"][0]
    assert entry["why"] == "Ann: Misnamed discard"
    assert entry["moves"] == {"p1": -50, "p2": 50}


def test_a_penalty_that_costs_nothing_by_itself_says_where_it_belongs(pages: Pages) -> None:
    answer = pages.send("/adjust", event="withdrawn_claim", who="E")
    assert "with the hand in which it happened" in wrong(answer)


def test_agreed_points_are_shown_and_then_counted(pages: Pages) -> None:
    fields = {"moves.p1": "-50", "moves.p2": "+50", "why": "late"}
    shown = pages.send("/adjust", **fields)
    assert shown.status_code == 200
    assert "−50" in words(shown)
    assert pages.table.now()["version"] == 0
    assert pages.send("/adjust", **fields, go="enter", after="0").status_code == 303
    entry = pages.table.now()["entries"][0]
    assert (entry["kind"], entry["why"]) == ("adjust", "late")
    assert entry["moves"] == {"p1": -50, "p2": 50}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"moves.p1": "-50"}, "their sum is −50"),
        ({"moves.p1": "many"}, "what each player wins"),
        ({"moves.p1": "-+5", "moves.p2": "5"}, "what each player wins"),
        ({"moves.p1": "+-5", "moves.p2": "5"}, "what each player wins"),
        ({}, ""),
        ({"moves.p1": "5", "moves.p2": "-5", "why": "x" * 201}, "200"),
        ({"event": "no_such", "who": "E"}, "Choose what went wrong"),
        ({"event": "false_mahjong", "who": "Q"}, "Choose what went wrong"),
    ],
)
def test_what_is_wrong_with_points_is_said(pages: Pages, fields: dict[str, str], says: str) -> None:
    answer = pages.send("/adjust", go="enter", after="0", **fields)
    assert says in wrong(answer)
    assert pages.table.now()["version"] == 0


def test_names_change_and_the_seats_are_set(pages: Pages) -> None:
    names = {"name.p1": "Ann", "name.p2": "Bo", "name.p3": "Cy", "name.p4": "Eve"}
    assert pages.send("/table", what="names", **names, after="0").status_code == 303
    seats = {"seat.E": "p2", "seat.S": "p1", "seat.W": "p3", "seat.N": "p4"}
    told = {"what": "seats", **seats, "round": "S", "deals_passed": "2"}
    assert pages.send("/table", **told, after="1").status_code == 303
    state = pages.table.now()["state"]
    assert (state["seats"]["E"], state["prevailing"], state["deals_passed"]) == ("p2", "S", 2)
    assert "Eve" in words(pages.get())


def shown_table(pages: Pages) -> dict[str, str]:
    """What the form of seats and winds shows, by its fields."""
    found: dict[str, str] = {}
    for field in pages.get("/table").select("form")[1].select("[id^=field-], [name^=was]"):
        chosen = field.select_one("[selected]") or field
        found[str(field["name"])] = str(chosen.get("value", ""))
    return found


RIICHI_DRAW: Json = {
    "kind": "hand",
    "document": {"players": {"E": {"tenpai": True, "riichi": True}, "S": {}, "W": {}, "N": {}}},
}


def test_a_form_of_the_table_changes_only_what_somebody_changed_in_it(app: Flask) -> None:
    pages = Pages(Table.begun(app.test_client(), ruleset="riichi"))
    shown = shown_table(pages)
    assert pages.table.write({**RIICHI_DRAW, "after": 0}).status_code == 201
    shown["round"] = "S"
    late = pages.send("/table", what="seats", **shown, after="0")
    assert late.status_code == 422
    again = BeautifulSoup(late.text, "html.parser").select("form")[1]
    fields = {str(field["name"]): str(field.get("value", "")) for field in again.select("input")}
    assert (fields["honba"], fields["riichi_sticks"]) == ("1", "1")
    assert [chosen["value"] for chosen in again.select("#field-round [selected]")] == ["S"]
    assert pages.send("/table", what="seats", **shown, after="1").status_code == 303
    state = pages.table.now()["state"]
    assert (state["prevailing"], state["honba"], state["riichi_sticks"]) == ("S", 1, 1)


def test_a_name_that_another_phone_has_changed_stays_so(pages: Pages) -> None:
    names = {"name.p1": "Ann", "name.p2": "Bo", "name.p3": "Cy", "name.p4": "Di"}
    was = {f"was.{name}": value for name, value in names.items()}
    entry = {"kind": "players", "players": {"p1": "Eve"}, "after": 0}
    assert pages.table.write(entry).status_code == 201
    names["name.p4"] = "Fay"
    assert pages.send("/table", what="names", **names, **was, after="1").status_code == 303
    assert [player["name"] for player in pages.table.now()["players"]] == ["Eve", "Bo", "Cy", "Fay"]


@pytest.mark.parametrize(
    ("ruleset", "counters"),
    [
        ("riichi", {"honba": 2, "riichi_sticks": 1}),
        ("taiwanese", {"dealer_streak": 3}),
    ],
)
def test_counters_are_shown_and_set_with_the_winds(
    app: Flask, ruleset: str, counters: dict[str, int]
) -> None:
    pages = Pages(Table.begun(app.test_client(), ruleset=ruleset))
    shown = shown_table(pages)
    assert [shown[name] for name in counters] == ["0"] * len(counters)
    shown |= {name: str(number) for name, number in counters.items()}
    assert pages.send("/table", what="seats", **shown, after="0").status_code == 303
    sheet = pages.table.now()
    entry = sheet["entries"][0]
    assert counters == {name: entry[name] for name in counters}
    assert counters == {name: sheet["state"][name] for name in counters}
    assert not {"prevailing", "deals_passed"} & entry.keys()
    shown[next(iter(counters))] = "-1"
    assert wrong(pages.send("/table", what="seats", **shown, after="1"))


def test_what_the_form_of_the_table_shows_is_what_it_sets(app: Flask) -> None:
    pages = Pages(Table.begun(app.test_client(), ruleset="british"))
    standing = {"kind": "seats", "deals_passed": 1, "dealer_streak": 2, "after": 0}
    assert pages.table.write(standing).status_code == 201
    shown = shown_table(pages)
    assert (shown["deals_passed"], shown["dealer_streak"]) == ("1", "2")
    shown["round"] = "S"
    assert pages.send("/table", what="seats", **shown, after="1").status_code == 303
    state = pages.table.now()["state"]
    assert (state["prevailing"], state["deals_passed"], state["dealer_streak"]) == ("S", 1, 2)


@pytest.mark.parametrize(
    "fields",
    [
        {"what": "names"},
        {"what": "names", "name.p1": "Bo", "name.p2": "Bo", "name.p3": "Cy", "name.p4": "Di"},
        {"what": "seats"},
        {"what": "seats", "seat.E": "p1", "seat.S": "p1", "seat.W": "p3", "seat.N": "p4"},
        {"what": "seats", "seat.E": "p9", "seat.S": "p1", "seat.W": "p3", "seat.N": "p4"},
        {"what": "seats", "round": "Q"},
        {"what": "seats", "deals_passed": "-1"},
        {"what": "seats", "dealer_streak": "99999999999"},
        {},
    ],
)
def test_what_is_wrong_with_the_table_is_told(pages: Pages, fields: dict[str, str]) -> None:
    assert wrong(pages.send("/table", **fields, after="0"))
    assert pages.table.now()["version"] == 0


def test_an_evening_that_is_over_takes_no_hand_until_that_is_undone(pages: Pages) -> None:
    pages.enter(winner="S", won="self_draw", **POINTS)
    assert pages.send("/more", after="1").status_code == 303
    board = pages.get()
    assert "The result" in words(board)
    assert board.select_one("#score-hand") is None
    answer = pages.enter(winner="S", won="self_draw", **POINTS)
    assert "closed" in wrong(answer)
    assert 'value="30"' in answer.text
    pages.send("/undo", entry="2", after="2")
    assert pages.get().select_one("#score-hand") is not None


def test_settling_up_tells_the_fewest_transfers_in_points_and_in_money(pages: Pages) -> None:
    pages.table.write(moved(0, 60))
    assert "Ann pays Bo 60" in words(pages.get("/settle-up"))
    assert "3.00 GBP" in words(pages.get("/settle-up", rate="0,05", currency="GBP"))
    for rate in ("x", "-1", "0", "nan", "1e99"):
        answer = pages.client.get(f"{pages.path}/settle-up", query_string={"rate": rate})
        assert "0.05" in wrong(answer)
        assert "Ann pays Bo" in words(answer)


def test_the_sheet_strikes_out_what_does_not_count(pages: Pages) -> None:
    pages.table.write(moved(0, 60))
    pages.table.write({"after": 1, "kind": "undo", "entry": 1})
    for page in ("/sheet", ""):
        folded = pages.get(page).select_one("details#paper-undone")
        assert folded is not None
        assert folded.select("summary")[0].text == "Show what was corrected"
        assert len(folded.select(".struck")) == 1
        assert "agreed" in words(folded)
        assert len(pages.get(page).select(".score-paper .struck")) == 1
    listed = pages.get().select_one("details#undone")
    assert listed is not None
    assert [row["id"] for row in listed.select("li")] == ["entry-2", "entry-1"]
    assert [words(button) for button in listed.select("button")] == ["Redo"]
    assert pages.get().select("#hands > ol > li") == []


def test_undo_says_what_it_undoes_and_offers_it_again(pages: Pages) -> None:
    pages.enter(winner="S", won="self_draw", **POINTS)
    button = pages.get().select_one("#undo-last")
    assert button is not None
    assert words(button) == "Undo East 1: Bo won 20"
    after = totals(pages)
    assert pages.send("/undo", entry="1", after="1").status_code == 303
    button = pages.get().select_one("#undo-last")
    assert button is not None
    assert words(button) == "Redo East 1: Bo won 20"
    assert pages.send("/undo", entry="2", after="2").status_code == 303
    assert totals(pages) == after
    button = pages.get().select_one("#undo-last")
    assert button is not None
    assert words(button) == "Undo East 1: Bo won 20"
    assert "Redone: East 1: Bo won 20" in words(pages.get())


def test_undoing_a_correction_says_that_it_is_one(pages: Pages) -> None:
    pages.enter(winner="S", won="self_draw", **POINTS)
    before = totals(pages)
    pages.enter("/hand/1", winner="N", won="self_draw", **POINTS)
    corrected = totals(pages)
    button = pages.get().select_one("#undo-last")
    assert button is not None
    assert words(button) == "Undo the correction of East 1: Di won 40"
    pages.send("/undo", entry="2", after="2")
    assert totals(pages) == before
    button = pages.get().select_one("#undo-last")
    assert button is not None
    assert words(button) == "Redo the correction of East 1: Di won 40"
    pages.send("/undo", entry="3", after="3")
    assert totals(pages) == corrected


def test_a_replaced_hand_offers_no_undo(pages: Pages) -> None:
    pages.enter(winner="S", won="self_draw", **POINTS)
    pages.enter("/hand/1", winner="N", won="self_draw", **POINTS)
    assert pages.get().select("#entry-1 button") == []
    assert pages.get("/entries/1").select(".result-bar button") == []
    assert len(pages.get().select("#entry-2 button")) == 1


def test_a_correction_stands_in_the_sheet_and_the_table_where_its_hand_was_played(
    pages: Pages,
) -> None:
    pages.enter(winner="S", won="self_draw", **POINTS)
    pages.enter(winner="W", won="self_draw", **POINTS)
    pages.enter("/hand/1", winner="N", won="self_draw", **POINTS)
    hands = pages.get("/sheet").select(".score-paper tbody")[1:]
    # The hand stands as it counts, and below it, until it is asked for folded away, as it was.
    assert [len(hand.select("tr")) for hand in hands] == [2, 1]
    first, was = hands[0].select("tr")
    assert "✎" in words(first)
    assert first.select_one("details summary") is not None
    assert ("version" in was["class"], "✎" in words(was)) == (True, False)
    assert [words(hand.select("th")[0])[:1] for hand in hands] == ["1", "2"]
    # What is held at the end is on the last row, and in the chart the hand has the same mark.
    last = [cell.get_text().replace("−", "-") for cell in hands[-1].select(".paper-total")]
    assert [int(total) for total in last] == totals(pages)
    assert len(pages.get().select(".chart .chart-corrected")) == 1
    item = pages.get().select("#hands > ol > li")[-1]
    assert item["id"] == "entry-3"
    shown = item.select_one("details.corrected")
    assert shown is not None
    assert "Bo drew" in words(shown)
    text = pages.client.get(f"{pages.table.play}/export.csv").text.lstrip("\ufeff")
    table = [*DictReader(text.splitlines())]
    assert [row["entry"] for row in table] == ["3", "2", "1"]
    assert [row["corrects"] for row in table] == ["1", "", ""]
    assert [row["counts"] for row in table] == ["yes", "yes", "no"]
    assert [int(table[1][f"{name} total"]) for name in NAMES.values()] == totals(pages)
    assert [table[2][f"{name} total"] for name in NAMES.values()] == [""] * 4


def test_a_hand_corrected_twice_shows_the_last_version_first(pages: Pages) -> None:
    for number, winner in enumerate("SWN"):
        pages.enter(
            "/hand/1" if number == 1 else "/hand/2" if number else "/hand",
            **{"winner": winner, "won": "self_draw", **POINTS},
        )
    shown = pages.get().select("#hands > ol > li")
    assert [item["id"] for item in shown] == ["entry-3"]
    versions = shown[0].select("details.corrected > div")
    assert [version["id"] for version in versions] == ["entry-2", "entry-1"]
    assert ["Cy drew" in words(versions[0]), "Bo drew" in words(versions[1])] == [True, True]


def test_the_wall_has_the_totals_the_last_hand_and_its_tiles(pages: Pages) -> None:
    hand = {"e.hand": "123b EEE 77d", "e.set1": "234c", "e.set2": "999d", "e.tile": "7d"}
    fields = {"s.points": "8", "w.points": "8", "n.points": "8"}
    assert pages.enter(winner="E", won="self_draw", **hand, **fields).status_code == 303
    for path in (pages.path, pages.watching):
        wall = BeautifulSoup(pages.client.get(f"{path}/wall", headers=PAGE).text, "html.parser")
        shown = [total.get_text().replace("−", "-") for total in wall.select(".quarter-total")]
        assert [int(total) for total in shown] == totals(pages)
        assert [words(name) for name in wall.select(".dealer .whole-name")] == ["Ann"]
        assert "Ann drew the winning tile" in words(wall.select(".last-hand")[0])
        assert len(wall.select(".wall-tiles .run")) == 5
        assert len(wall.select(".wall-tiles .tile")) == 14
        # The address that was given out before leads there.
        board = BeautifulSoup(pages.client.get(path, headers=PAGE).text, "html.parser")
        assert board.find("a", href=f"{path}/wall") is not None


def test_a_penalty_is_on_the_board_until_the_next_hand(pages: Pages) -> None:
    pages.table.write(moved(0, 60))
    line = pages.get().select_one(".last-adjusted")
    assert line is not None
    assert "agreed" in words(line)
    assert "Ann −60" in words(line)
    pages.table.write(moved(1, 10))
    assert len(pages.get().select(".last-adjusted")) == 2
    assert "!" in [text.get_text() for text in pages.get().select(".chart text")]
    pages.enter(winner="S", won="self_draw", **POINTS)
    assert pages.get().select_one(".last-adjusted") is None


def test_a_long_sheet_has_pages(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.service.web.games.board.MAX_PRINTED_ROWS", 2)
    for after in range(5):
        pages.table.write(moved(after, 10))
    shown: list[list[str]] = []
    before: dict[str, str] = {}
    while True:
        page = pages.get("/sheet", **before)
        shown.append([words(row).split()[-1] for row in page.select(".score-paper tbody tr")])
        link = page.find("a", string="Earlier entries")
        if link is None:
            break
        before = dict(parse_qsl(urlsplit(str(link["href"])).query))
    # The first page has the row of the start as well. Each cell ends with Di's total.
    assert [len(rows) for rows in shown] == [2, 2, 2]
    moves = [words(row) for row in page.select(".score-paper tbody tr")]
    assert moves[0].startswith("Start")
    assert "-10" in moves[1].replace("−", "-")


def test_a_hand_shows_who_paid_whom_and_why_by_name(pages: Pages) -> None:
    hand = {"e.hand": "123b EEE 77d", "e.set1": "234c", "e.set2": "999d", "e.tile": "7d"}
    fields = {"s.points": "8", "w.points": "8", "n.points": "8"}
    assert pages.enter(winner="E", won="self_draw", **hand, **fields).status_code == 303
    page = words(pages.get("/entries/1"))
    assert "Ann won" in page
    assert "Bo pays Ann" in page
    missing = pages.client.get(f"{pages.path}/entries/2", headers=PAGE)
    assert missing.status_code == 404


def test_who_watches_sees_all_and_can_change_nothing(pages: Pages) -> None:
    pages.enter(winner="S", won="self_draw", **POINTS)
    seen = pages.client.get(pages.watching, headers=PAGE)
    soup = BeautifulSoup(seen.text, "html.parser")
    assert soup.select("form") == []
    assert "Bo drew the winning tile" in words(soup)
    for page in WRITES:
        answer = pages.client.post(f"{pages.watching}/{page}", data=POINTS, headers=PAGE)
        assert answer.status_code == 403, page
    for page in ("hand", "hand/1", "adjust", "table"):
        assert pages.client.get(f"{pages.watching}/{page}", headers=PAGE).status_code == 403
    for page in ("", "/sheet", "/more", "/share", "/settle-up", "/entries/1"):
        found = pages.client.get(f"{pages.watching}{page}", headers=PAGE)
        assert found.status_code == 200
        assert pages.path not in found.text
    assert pages.table.now()["version"] == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
    ],
)
def test_a_form_of_another_site_is_refused(pages: Pages, headers: dict[str, str]) -> None:
    for page in (*(f"{pages.path}/{page}" for page in WRITES), "/games/new"):
        answer = pages.client.post(page, data=NAMES | POINTS, headers=PAGE | headers)
        assert answer.status_code == 403, page
    assert pages.table.now()["version"] == 0


def test_a_form_of_this_site_is_taken(pages: Pages) -> None:
    told = {"winner": "S", "won": "self_draw", **POINTS}
    for headers in ({"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://localhost"}):
        answer = pages.client.post(f"{pages.path}/hand", data=told, headers=PAGE | headers)
        assert answer.status_code == 303


def test_no_page_of_a_game_is_kept_or_named_elsewhere(pages: Pages) -> None:
    pages.enter(winner="S", won="self_draw", **POINTS)
    for page in ("", "/hand", "/hand/1", "/entries/1", "/adjust", "/table", "/more", "/sheet"):
        answer = pages.client.get(f"{pages.path}{page}", headers=PAGE)
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        usual = "private, no-cache" if not page else "no-store"
        assert answer.headers["Cache-Control"] == usual
        elsewhere = re.findall(r'(?:src|href|action)="((?:https?:)?//[^"]*)', answer.text)
        assert [one for one in elsewhere if not one.startswith("http://localhost/games/")] == []


def test_the_board_says_that_nothing_is_new(pages: Pages) -> None:
    answer = pages.client.get(pages.path, headers=PAGE)
    tag = answer.headers["ETag"]
    same = pages.client.get(pages.path, headers={**PAGE, "If-None-Match": tag})
    assert same.status_code == 304
    pages.table.write(moved(0))
    new = pages.client.get(pages.path, headers={**PAGE, "If-None-Match": tag})
    assert new.status_code == 200
    in_french = {**PAGE, "If-None-Match": new.headers["ETag"], "Accept-Language": "fr"}
    assert pages.client.get(pages.path, headers=in_french).status_code == 200


def test_the_board_asks_for_news_by_the_tag_of_the_api(pages: Pages) -> None:
    tag = pages.get().select_one("#game")["data-tag"]  # type: ignore[index]
    answer = pages.client.get(pages.table.play, headers={"If-None-Match": str(tag)})
    assert answer.status_code == 304


def test_an_unknown_key_opens_no_page(client: FlaskClient) -> None:
    for page in ("", "/hand", "/hand/1", "/entries/1", "/adjust", "/table", "/more", "/sheet"):
        answer = client.get(f"/games/nobody-has-this{page}", headers=PAGE)
        assert answer.status_code == 404
        assert "nobody-has-this" not in words(answer)
    for page in WRITES:
        assert client.post(f"/games/nobody-has-this/{page}", headers=PAGE).status_code == 404


def test_a_game_is_removed_only_where_that_was_meant(pages: Pages) -> None:
    assert pages.send("/delete").headers["Location"].endswith("#delete")
    assert totals(pages)
    answer = pages.send("/delete", sure="yes")
    assert answer.status_code == 303
    assert pages.client.get(pages.path, headers=PAGE).status_code == 404
    assert "removed" in words(pages.client.get(answer.headers["Location"]))


def test_new_links_take_the_place_of_the_old_ones(pages: Pages) -> None:
    answer = pages.send("/keys", which="watch")
    assert answer.status_code == 201
    assert pages.client.get(pages.watching, headers=PAGE).status_code == 404
    assert pages.client.get(pages.path, headers=PAGE).status_code == 200
    assert pages.send("/keys", which="both").status_code == 201
    assert pages.client.get(pages.path, headers=PAGE).status_code == 404


def test_a_link_that_was_typed_leads_to_its_game(pages: Pages) -> None:
    for link in (f"http://localhost{pages.path}", pages.path, pages.path.split("/")[-1]):
        answer = pages.client.get("/games/open", query_string={"link": link})
        assert answer.headers["Location"] == pages.path
    for link in ("", "//elsewhere.example", "https://elsewhere.example/", "x" * 200):
        answer = pages.client.get("/games/open", query_string={"link": link})
        assert answer.headers["Location"].startswith("/games")


@pytest.mark.by_day(2, "ruleset")
@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["classical", "british", "mcr", "american"])
@pytest.mark.parametrize("count", [3, 4, 5])
def test_every_table_has_its_pages(app: Flask, ruleset: str, count: int) -> None:
    if (ruleset, count) in {("mcr", 3), ("mcr", 5), ("classical", 5)}:
        return
    names = ["Ann", "Bo", "Cy", "Di", "Eve"][:count]
    pages = Pages(Table.begun(app.test_client(), ruleset=ruleset, players=names))
    losers = POINTS if ruleset in ("classical", "british") else {"s.points": "20"}
    told = {name: points for name, points in losers.items() if count > 3 or name[0] != "n"}
    bet = {"bet": "S"} if (ruleset, count) == ("american", 5) else {}
    assert pages.enter(winner="S", won="self_draw", **told, **bet).status_code == 303
    assert pages.table.now()["version"] == 1
    board = words(pages.get())
    assert "Bo drew the winning tile" in board
    assert (f"Does not sit: {'Ann' if ruleset == 'british' else ''}" in board) == (count == 5)
    for page in ("/hand", "/hand/1", "/entries/1", "/adjust", "/table", "/sheet", "/settle-up"):
        assert pages.get(page)
    if bet:
        entry = pages.table.now()["entries"][0]
        assert entry["document"]["bet"] == "S"
        checked = pages.get("/hand/1").select_one('[name="bet"][value="S"]')
        assert checked is not None
        assert checked.has_attr("checked")


def test_a_card_of_the_players_own_goes_with_each_hand(app: Flask) -> None:
    card = "@name My card\n@year 2026\n\n# Like numbers\nFFFF 1111a 2222b 33a  X 25\n"
    table = Table.begun(app.test_client(), ruleset="american", options={"card": card})
    sent = Pages(table).get("/hand").select_one('[name="o.card"]')
    assert sent is not None
    assert "My card" in (sent.get_text() or str(sent["value"]))


def test_without_a_database_the_pages_say_so_and_keep_the_names(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("no folder")
    app = create_app({"DATABASE_URL": f"sqlite:///{nowhere}/games.sqlite3", "LOG_REQUESTS": False})
    client = app.test_client()
    for page in ("/games", "/games/new"):
        answer = client.get(page)
        assert answer.status_code == 200
        assert "cannot be stored here at the moment" in words(answer)
    answer = client.post("/games/new", data={"rules": "mcr", **NAMES}, headers=PAGE)
    assert answer.status_code == 503
    assert 'value="Di"' in answer.text
    assert client.get("/games/any-key", headers=PAGE).status_code == 503
    assert client.get("/", query_string={"rules": "mcr"}).status_code == 200


@pytest.mark.slow
@pytest.mark.more_at_night
def test_nonsense_in_a_form_never_fails(app: Flask) -> None:
    rng = Random(7)
    pages = Pages(Table.begun(app.test_client()))
    pages.enter(winner="S", won="self_draw", **POINTS)
    names = [*POINTS, "winner", "won", "from", "with", "e.hand", "e.set1", "x.false_mahjong"]
    names += ["after", "once", "by", "entry", "go", "event", "who", "moves.p1", "why", "what"]
    names += ["seat.E", "round", "goulash", "name.p1", "rules", "preset", "o.limit", "bet"]
    values = ["", "x", "-1", "1", "E", "99999999999999999999", "nobody", "\0", "é" * 300, "1b" * 90]
    for _ in range(many(25, 150)):
        told = {name: rng.choice(values) for name in rng.sample(names, 9)}
        page = rng.choice(["hand", "hand/1", "hand/9", "adjust", "undo", "table", "more", "keys"])
        answer = pages.client.post(f"{pages.path}/{page}", data=told, headers=PAGE)
        assert answer.status_code < 500, (page, told)
        if page == "keys" and answer.status_code == 201:
            pages = Pages(Table.begun(app.test_client()))
            pages.enter(winner="S", won="self_draw", **POINTS)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["hand", "hand/1", "hand/1/text", "adjust", "undo", "table"])
def test_a_form_that_comes_too_late_reads_its_game_twice(
    pages: Pages, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    """Reading thousands of entries takes most of the time of a page."""
    pages.enter(winner="S", won="self_draw", **POINTS)
    told = {"winner": "S", "won": "self_draw", **POINTS, "document": '{"players": {}}'}
    told |= {"who": "E", "event": "false_mahjong", "entry": "1", "name.p1": "Eve", "go": "enter"}
    reads = []
    load = DatabaseGameStore.load

    def counted(store: DatabaseGameStore, *given: Any) -> Any:
        reads.append(given)
        return load(store, *given)

    monkeypatch.setattr(DatabaseGameStore, "load", counted)
    body = {**told, "after": "0"}
    answer = pages.client.post(f"{pages.path}/{page}", data=body, headers=PAGE)
    assert answer.status_code in (409, 422)
    assert len(reads) == 2


def test_a_part_of_a_form_without_a_name_is_passed_over(pages: Pages) -> None:
    part = "--x\r\nContent-Disposition: form-data{}\r\n\r\n{}\r\n"
    told = [("", "1"), ('; name="event"', "false_mahjong"), ('; name="who"', "E")]
    body = "".join(part.format(*one) for one in told) + "--x--\r\n"
    for page in ("hand", "adjust", "undo", "table"):
        answer = pages.client.post(
            f"{pages.path}/{page}",
            data=body,
            content_type="multipart/form-data; boundary=x",
            headers=PAGE,
        )
        assert answer.status_code in (200, 422), page


def test_a_form_larger_than_any_of_ours_is_refused(pages: Pages) -> None:
    for page in ("hand", "adjust", "table"):
        answer = pages.client.post(f"{pages.path}/{page}", data={"why": "x" * 300_000})
        assert answer.status_code == 413
        many = {f"f{n}": "1" for n in range(600)}
        assert pages.client.post(f"{pages.path}/{page}", data=many).status_code == 413


DRAWN: Json = {"players": {"E": {"tenpai": True}, "S": {"riichi": True}, "W": {}, "N": {}}}
AGREED: Json = {
    "players": {
        "E": {},
        "S": {"agreed": {"han": 3, "fu": 40}, "win": {"by": "discard", "from": "E"}},
        "W": {},
        "N": {},
    }
}


@pytest.fixture
def riichi(app: Flask) -> Pages:
    return Pages(Table.begun(app.test_client(), ruleset="riichi"))


def play(pages: Pages, **entry: Any) -> None:
    version = pages.table.now()["version"]
    answer = pages.table.write({"after": version, "kind": "hand", **entry})
    assert answer.status_code == 201, answer.text


def test_the_board_tells_what_lies_on_the_table(riichi: Pages) -> None:
    assert "honba" not in riichi.get().text
    play(riichi, document=DRAWN)
    for page, middle in (("", ".game-middle"), ("/wall", ".wall-middle")):
        shown = words(riichi.get(page).select(middle)[0])
        assert "East 1" in shown
        assert "1 honba · 1 stick" in shown
    assert words(riichi.get().select(".game-middle")[0]).endswith("East 1 · 1 honba · 1 stick")


def test_a_deal_played_again_is_named_with_its_honba(riichi: Pages) -> None:
    for _ in range(2):
        play(riichi, document=DRAWN)
    page = riichi.get()
    listed = [words(name) for name in page.select("#hands > ol > li .eyebrow")]
    assert listed == ["East 1 · 1 honba", "East 1"]
    assert words(page.select("#correct-last")[0]) == "Correct East 1 · 1 honba"
    assert words(page.select("#undo-last")[0]) == "Undo East 1 · 1 honba: Nobody won"
    # With its first hand undone, the second is the first of that deal.
    assert riichi.send("/undo", entry="1", after="2").status_code == 303
    in_force = riichi.get().select("#hands > ol > li .eyebrow")
    assert [words(name) for name in in_force] == ["East 1"]


def test_a_chombo_is_shown_on_the_board_with_who_made_it(riichi: Pages) -> None:
    chombo = {"event": "chombo", "by": "W"}
    play(riichi, document={"players": {seat: {} for seat in "ESWN"}, "events": [chombo]})
    last = riichi.get().select_one(".last-hand")
    assert last is not None
    assert "Nobody won, Chombo: Cy" in last.text


def test_a_chombo_stands_among_the_penalties_with_what_it_takes_off_at_the_end(
    riichi: Pages,
) -> None:
    assert riichi.get("/adjust").select_one('option[value="chombo"]') is not None
    fields = {"event": "chombo", "who": "W"}
    assert "Cy: 20 000 points are taken off at the end." in words(riichi.send("/adjust", **fields))
    assert riichi.table.now()["version"] == 0
    assert riichi.send("/adjust", **fields, go="enter", after="0").status_code == 303
    now = riichi.table.now()
    assert (now["entries"][0]["kind"], now["state"]["hand"]) == ("hand", 2)
    assert now["state"]["seats"]["E"] == "p1"
    # A second one is told by itself, and not with the first.
    again = words(riichi.send("/adjust", **fields))
    assert "Cy: 20 000 points are taken off at the end." in again
    play(riichi, kind="close")
    points = riichi.table.now()["result"]["table_points"]
    assert points == {"p1": 0.0, "p2": 0.0, "p3": -20.0, "p4": 0.0}


def test_a_chombo_that_pays_at_once_is_a_penalty_as_others_are(app: Flask) -> None:
    pages = Pages(Table.begun(app.test_client(), ruleset="riichi", preset="tenhou"))
    fields = {"event": "chombo", "who": "W"}
    assert "points are taken off at the end." not in words(pages.send("/adjust", **fields))
    assert pages.send("/adjust", **fields, go="enter", after="0").status_code == 303
    entry = pages.table.now()["entries"][0]
    assert (entry["kind"], entry["why"]) == ("adjust", "Cy: Chombo")
    assert entry["moves"] == {"p1": 4000, "p2": 2000, "p3": -8000, "p4": 2000}


def test_what_was_agreed_is_told_once(riichi: Pages) -> None:
    play(riichi, document=AGREED)
    last = riichi.get().select_one(".last-hand")
    assert last is not None
    assert "5200 points (3 han 40 fu)" in words(last)


def test_a_hand_that_was_told_again_stays_where_it_was_in_the_curves(riichi: Pages) -> None:
    for _ in range(2):
        play(riichi, document=AGREED)
    play(riichi, kind="replace", entry=1, document={"players": {seat: {} for seat in "ESWN"}})
    steps = [text.text for text in riichi.get().select(".chart > text[text-anchor=middle]")]
    assert steps == ["1", "2", "✎"]


@pytest.mark.parametrize(
    ("rules", "language", "names"),
    [
        ("riichi", "zh", ["东1局", "东2局"]),
        *nightly(
            [
                ("riichi", "en", ["East 1", "East 2"]),
                ("mcr", "zh", ["东风圈第1盘", "东风圈第2盘"]),
                ("american", "en", ["hand 1", "hand 2"]),
            ]
        ),
    ],
)
def test_hands_have_the_names_that_the_table_has_for_them(
    app: Flask, rules: str, language: str, names: list[str]
) -> None:
    pages = Pages(Table.begun(app.test_client(), ruleset=rules))
    for name in names:
        play(pages, document={"players": {seat: {} for seat in "ESWN"}})
        if rules == "riichi":
            # Nobody was tenpai: the deal passes, as it does elsewhere after a draw.
            assert pages.table.now()["state"]["seats"]["E"] != "p1"
        button = pages.get(lang=language).select_one("#undo-last")
        assert button is not None
        assert name in words(button)


def test_a_deal_played_again_is_numbered_where_no_counter_names_it(pages: Pages) -> None:
    for _ in range(3):
        pages.enter(winner="nobody")
    page = pages.get()
    listed = [words(name) for name in page.select("#hands > ol > li .eyebrow")]
    assert listed == ["East 1 · repeat 2", "East 1 · repeat 1", "East 1"]
    assert words(page.select("#correct-last")[0]) == "Correct East 1 · repeat 2"
    assert words(page.select("#undo-last")[0]) == "Undo East 1 · repeat 2: Nobody won"
    assert words(page.select(".game-middle")[0]).endswith("East 1 · repeat 3")
    assert words(pages.get("/hand").select("h1")[0]) == "East 1 · repeat 3"
    assert words(pages.get("/hand/2").select("h1")[0]) == "Correct East 1 · repeat 1"
    # With its first hand undone, the second is the first of that deal.
    pages.send("/undo", entry="1", after="3")
    page = pages.get()
    listed = [words(name) for name in page.select("#hands > ol > li .eyebrow")]
    assert listed == ["East 1 · repeat 1", "East 1"]
    assert words(pages.get("/hand").select("h1")[0]) == "East 1 · repeat 2"


def test_a_game_begun_again_under_the_same_name_is_the_first(client: FlaskClient) -> None:
    headers = {**PAGE, "Idempotency-Key": "alone-0123456789abcdef0123456789abcdef"}
    fields = {"rules": "mcr", **NAMES}
    # What is no part of the game, such as the button, makes no difference.
    first, again = (
        client.post("/games/new", data=data, headers=headers)
        for data in (fields, {**fields, "go": "1"})
    )
    assert (first.status_code, again.status_code) == (201, 201)
    found = [
        re.findall(r'class="address" href="[^"]*(/games/[\w-]+)"', answer.text)
        for answer in (first, again)
    ]
    assert found[0] == found[1]
    other = client.post("/games/new", data={**fields, "name1": "Zoe"}, headers=headers)
    assert "was used for another request" in wrong(other)


def form_name(client: FlaskClient, path: str) -> str:
    """The name of the form of a page, under which it makes one thing."""
    page = BeautifulSoup(client.get(path, headers=PAGE).text, "html.parser")
    field = page.select_one("[name=once]")
    assert field is not None
    return str(field["value"])


def game_links(answer: TestResponse) -> list[str]:
    assert answer.status_code == 201, answer.text
    return re.findall(r'class="address" href="[^"]*(/games/[\w-]+)"', answer.text)


def test_a_form_that_is_sent_twice_makes_one_game(client: FlaskClient) -> None:
    once = form_name(client, "/games/new?rules=mcr")
    fields = {"rules": "mcr", **NAMES, "once": once}
    first, again = (client.post("/games/new", data=fields, headers=PAGE) for _ in range(2))
    assert len(game_links(first)) == 2
    assert game_links(again) == game_links(first)
    # Filled in otherwise it makes another, as one without a name does.
    for data in ({**fields, "name1": "Zoe"}, {**fields, "once": ""}):
        other = client.post("/games/new", data=data, headers=PAGE)
        assert not set(game_links(other)) & set(game_links(first))
    # Of a game with new links, too.
    client.post(f"{game_links(first)[0]}/keys", data={"which": "both"}, headers=PAGE)
    later = client.post("/games/new", data=fields, headers=PAGE)
    assert not set(game_links(later)) & set(game_links(first))
    scripted = {**PAGE, "Idempotency-Key": "alone-0123456789abcdef0123456789abcde0"}
    assert game_links(client.post("/games/new", data=fields, headers=scripted)) != game_links(later)


@pytest.mark.parametrize("path", ["/games/new", "/games/new?rules=mcr", "/games/import"])
def test_every_page_names_its_form_otherwise(client: FlaskClient, path: str) -> None:
    names = [form_name(client, path) for _ in range(3)]
    assert len(set(names)) == 3
    assert all(len(name) >= MIN_SECRET_LENGTH for name in names)
    assert client.get(path, headers=PAGE).headers["Cache-Control"] == "no-store"


def test_new_links_that_are_asked_for_twice_are_the_same(pages: Pages) -> None:
    for which, count in (("watch", 1), ("both", 2)):
        once = form_name(pages.client, f"{pages.path}/more")
        first, again = (pages.send("/keys", which=which, once=once) for _ in range(2))
        assert game_links(again) == game_links(first)
        assert len({*game_links(first)} - {pages.path}) == count
    unnamed = pages.client.post(f"{pages.path}/keys", data={"which": "both"}, headers=PAGE)
    assert unnamed.status_code == 404
