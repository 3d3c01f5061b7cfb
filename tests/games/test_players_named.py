"""Forms name players: whatever two phones do between a form's opening and its Enter, points move
between those whom it named, and what is shown is what is recorded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.games.databases import serving, sqlite
from tests.games.playing import NEW, Json, Table
from tests.nightly import nightly

HTML = {"Accept": "text/html"}
JSON = {"Accept": "application/json"}
IDS = ("p1", "p2", "p3", "p4")
NAMES = dict(zip(IDS, NEW["players"], strict=True))
Moves = dict[str, int]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One database: which of them keeps a game makes no difference here."""
    with serving(sqlite(tmp_path_factory.mktemp("games"))) as app:
        yield app


def begun(app: Flask, ruleset: str, **fields: Any) -> Table:
    return Table.begun(app.test_client(), ruleset=ruleset, **fields)


@dataclass
class Form:
    """A form that a phone without scripts has open: its fields as they stand."""

    client: FlaskClient
    path: str
    fields: list[tuple[str, str]] = field(default_factory=list)

    @classmethod
    def of_page(cls, client: FlaskClient, path: str, page: str, form: str = "form") -> Form:
        found = BeautifulSoup(page, "html.parser").select_one(form)
        assert found is not None
        return cls(client, path, [*filled(found)])

    def value(self, name: str) -> str:
        return next((value for one, value in self.fields if one == name), "")

    @property
    def seats(self) -> dict[str, str]:
        """The seat of each player, as this form says."""
        pairs = (word.split(":") for word in self.value("seated").split())
        return {player: seat for seat, player in pairs}

    def set(self, **values: str) -> None:
        told = {name.replace("__", "."): value for name, value in values.items()}
        self.fields = [pair for pair in self.fields if pair[0] not in told] + [*told.items()]

    def send(self, headers: dict[str, str] = HTML) -> TestResponse:
        body: dict[str, list[str]] = {}
        for name, value in self.fields:
            body.setdefault(name, []).append(value)
        return self.client.post(self.path, data=body, headers=headers)


def filled(form: Tag) -> Iterator[tuple[str, str]]:
    """What a browser would send of this form by its main button."""
    for one in form.select("input[name], select[name]"):
        name, kind = str(one["name"]), one.get("type")
        if one.name == "select":
            chosen = one.select_one("option[selected]") or one.select_one("option")
            yield name, str(chosen["value"]) if chosen else ""
        elif kind not in ("radio", "checkbox") or one.has_attr("checked"):
            yield name, str(one.get("value", ""))


def opened(table: Table, page: str = "/hand") -> Form:
    path = table.play.removeprefix("/api/v1") + page
    answer = table.client.get(path, headers=HTML)
    assert answer.status_code == 200
    return Form.of_page(table.client, path, answer.text, "form#form")


def as_opened(table: Table) -> Form:
    """The same form, without its page, which takes longer."""
    sheet = table.now()
    seats = " ".join(f"{seat}:{one}" for seat, one in sheet["state"]["seats"].items())
    path = table.play.removeprefix("/api/v1") + "/hand"
    return Form(table.client, path, [("after", str(sheet["version"])), ("seated", seats)])


def wins(form: Form, winner: str, giver: str, points: int) -> None:
    """This player wins so many points on that one's discard."""
    seat = form.seats
    form.set(winner=seat[winner], won="discard", **{"from": seat[giver]})
    form.set(**{f"{seat[winner].lower()}__points": str(points)})


def mcr(winner: str, giver: str, points: int) -> Moves:
    """By the book: everybody pays 8, and the discarder the points as well."""
    return {one: 24 + points if one == winner else -8 - points * (one == giver) for one in IDS}


def last_moves(table: Table) -> Moves:
    moves: Moves = table.now()["entries"][-1]["moves"]
    return moves


def shown(answer: TestResponse) -> Moves:
    """What the page of a hand that came second says that it comes to, by player."""
    rows = BeautifulSoup(answer.text, "html.parser").select(".comes-to li")
    ids = {name: one for one, name in NAMES.items()}
    found = [re.match(r"(\w+) ([+\N{MINUS SIGN}-]?)(\d+)$", row.get_text()) for row in rows]
    assert all(found)
    pairs = [(ids[one[1]], int(one[3]) * (1 if one[2] == "+" else -1)) for one in found if one]
    return {**dict.fromkeys(IDS, 0), **dict(pairs)}


def hand(winner: str, giver: str, points: int) -> Json:
    players: dict[str, Json] = {seat: {} for seat in "ESWN"}
    players[winner] = {"points": points, "win": {"by": "discard", "from": giver}}
    return {"kind": "hand", "document": {"players": players}}


def test_a_form_says_who_sits_where(app: Flask) -> None:
    table = begun(app, "mcr")
    assert table.write({"after": 0, **hand("E", "N", 8)}).status_code == 201
    form, wanted = opened(table), as_opened(table)
    assert (form.value("after"), form.value("seated")) == ("1", "E:p2 S:p3 W:p4 N:p1")
    assert wanted.seats == form.seats


def test_a_win_stays_with_its_winner_when_the_winds_have_moved(app: Flask) -> None:
    """Bo wins 30 from Ann; another hand comes first: Bo +54, Ann -38, wherever they sit."""
    table = begun(app, "mcr")
    form = opened(table)
    wins(form, "p2", "p1", 30)
    assert table.write({"after": 0, **hand("E", "N", 8)}).status_code == 201
    answer = form.send()
    assert answer.status_code == 409
    assert shown(answer) == mcr("p2", "p1", 30) == {"p1": -38, "p2": 54, "p3": -8, "p4": -8}
    assert table.now()["version"] == 1, "nothing is written before it is entered again"
    again = Form.of_page(form.client, form.path, answer.text, "form#form")
    assert (again.value("winner"), again.value("from"), again.value("e.points")) == ("E", "N", "30")
    assert again.send().status_code == 303
    assert last_moves(table) == mcr("p2", "p1", 30)


def test_a_script_is_told_what_its_hand_comes_to_by_now(app: Flask) -> None:
    table = begun(app, "mcr")
    form = opened(table)
    wins(form, "p2", "p1", 30)
    assert table.write({"after": 0, **hand("E", "N", 8)}).status_code == 201
    answer = form.send(JSON)
    assert answer.status_code == 409
    told = answer.get_json()["comes_to"]
    assert told["next"] == {"moves": mcr("p2", "p1", 30)}
    assert told["instead"] == {"entry": 1, "moves": mcr("p2", "p1", 30)}
    form.set(after="1")
    assert form.send(JSON).status_code == 201
    assert last_moves(table) == mcr("p2", "p1", 30)


def test_a_hand_that_came_after_two_replaces_the_last_for_the_players_it_names(app: Flask) -> None:
    table = begun(app, "mcr")
    form = opened(table)
    wins(form, "p2", "p1", 30)
    for after in range(2):
        assert table.write({"after": after, **hand("E", "N", 8)}).status_code == 201
    told = form.send(JSON).get_json()["comes_to"]
    assert told["instead"] == {"entry": 2, "moves": mcr("p2", "p1", 30)}
    form.path += "/2"
    form.set(after="2")
    assert form.send(JSON).status_code == 201
    assert last_moves(table) == mcr("p2", "p1", 30)


def test_a_hand_whose_answer_was_lost_is_counted_once_though_the_winds_moved(app: Flask) -> None:
    """Its own entry moved the winds: sent again it is the same hand, not another."""
    table = begun(app, "mcr")
    form = opened(table)
    wins(form, "p2", "p1", 30)
    first, second = form.send(JSON), form.send(JSON)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.get_json() == second.get_json()
    assert table.now()["version"] == 1


def test_a_penalty_stays_with_who_made_it(app: Flask) -> None:
    """Cy's false mahjong, shown as Cy -2000, stays Cy's when the deal has passed meanwhile."""
    table = begun(app, "classical")
    path = table.play.removeprefix("/api/v1") + "/adjust"
    fields = {"who": "p3", "event": "false_mahjong"}
    page = table.client.post(path, data=fields, headers=HTML).text
    form = Form.of_page(table.client, path, page, "#effect form")
    form.set(go="enter")
    south = {"E": {"points": 10}, "S": {"points": 40, "win": {"by": "self_draw"}}}
    document = {"players": {**south, "W": {"points": 0}, "N": {"points": 0}}}
    assert table.write({"after": 0, "kind": "hand", "document": document}).status_code == 201
    before = form.send(JSON).get_json()["comes_to"]["next"]["moves"]
    answer = form.send()
    assert answer.status_code == 409
    soup = BeautifulSoup(answer.text, "html.parser")
    checked = soup.select_one("[name=who][checked]")
    assert checked is not None
    assert checked["value"] == "p3"
    again = Form.of_page(table.client, path, answer.text, "#effect form")
    again.set(go="enter")
    assert again.send().status_code == 303
    moves = last_moves(table)
    assert moves == before
    assert min(moves, key=lambda one: moves[one]) == "p3"


def test_a_penalty_of_two_players_names_both(app: Flask) -> None:
    """Who claimed it is a player too: Bo pays Di 50, wherever they sit by then."""
    table = begun(app, "british")
    path = table.play.removeprefix("/api/v1") + "/adjust"
    name = "misnamed_discard"
    fields = {"who": "p2", "event": name, f"x.{name}.to": "p4", f"x.{name}.for_mahjong": "no"}
    page = table.client.post(path, data=fields, headers=HTML)
    assert page.status_code == 200, page.text
    form = Form.of_page(table.client, path, page.text, "#effect form")
    form.set(go="enter")
    assert table.write({"after": 0, **_points("N", E=10)}).status_code == 201
    again = Form.of_page(table.client, path, form.send().text, "#effect form")
    again.set(go="enter")
    assert again.send().status_code == 303
    assert last_moves(table) == {"p2": -50, "p4": 50}


def test_a_penalty_sent_twice_is_counted_once_though_its_player_rests_by_now(
    app: Flask,
) -> None:
    """Five play: the deal has passed meanwhile, and Ann, who made it, rests."""
    table = begun(app, "british", players=[*NEW["players"], "Eve"])
    fields = [("event", "false_mahjong"), ("who", "p1"), ("go", "enter")]
    path = table.play.removeprefix("/api/v1") + "/adjust"
    form = Form(table.client, path, [*fields, ("after", "0"), ("once", "a penalty of Ann's")])
    first = form.send(JSON)
    assert first.status_code == 201
    assert first.get_json()["entry"]["moves"]["p1"] < 0
    assert table.write({"after": 1, **_points("S", S=20)}).status_code == 201
    assert table.now()["state"]["resting"] == "p1"
    again = form.send(JSON)
    assert again.status_code == 201
    assert again.get_json() == first.get_json()
    assert form.send().status_code == 303
    assert table.now()["version"] == 2


def test_a_script_is_told_why_a_penalty_cannot_be_entered_by_now(app: Flask) -> None:
    table = begun(app, "british", players=[*NEW["players"], "Eve"])
    fields = [("event", "false_mahjong"), ("who", "p1"), ("go", "enter"), ("after", "0")]
    form = Form(table.client, table.play.removeprefix("/api/v1") + "/adjust", fields)
    assert table.write({"after": 0, **_points("S", S=20)}).status_code == 201
    response = form.send(JSON)
    assert response.status_code == 409
    why = "Choose what went wrong, and who did it"
    assert response.get_json()["comes_to"] == {"next": {"errors": [why]}}
    form.set(after="1")
    response = form.send(JSON)
    assert response.status_code == 422
    assert response.get_json() == {"errors": [{"detail": why}]}
    assert table.now()["version"] == 1


def test_a_script_is_told_what_is_wrong_with_the_seats(app: Flask) -> None:
    table = begun(app, "classical")
    path = table.play.removeprefix("/api/v1") + "/table"
    form = Form(table.client, path, [("what", "names"), ("name.p1", ""), ("after", "0")])
    response = form.send(JSON)
    assert response.status_code == 422
    assert response.is_json


@pytest.mark.parametrize("what", ["names", "seats"])
def test_the_table_told_twice_is_counted_once(app: Flask, what: str) -> None:
    table = begun(app, "classical")
    names = [(f"name.{one}", {"p4": "Eve"}.get(one, name)) for one, name in NAMES.items()]
    seats = [(f"seat.{seat}", one) for seat, one in zip("ESWN", reversed(IDS), strict=True)]
    fields = [("what", what), *(names if what == "names" else seats), ("after", "0")]
    path = table.play.removeprefix("/api/v1") + "/table"
    form = Form(table.client, path, [*fields, ("once", what)])
    first, second = form.send(JSON), form.send(JSON)
    assert (first.status_code, second.status_code) == (201, 201), second.text
    assert first.get_json() == second.get_json()
    assert form.send().status_code == 303
    assert table.now()["version"] == 1


def _points(winner: str, **points: int) -> Json:
    players: dict[str, Json] = {seat: {"points": points.get(seat, 0)} for seat in "ESWN"}
    players[winner]["win"] = {"by": "self_draw"}
    return {"kind": "hand", "document": {"players": players}}


def test_who_rests_by_now_is_not_taken_for_somebody_else(app: Flask) -> None:
    """Five play: Ann's win is entered when Ann rests. It is nobody else's."""
    table = begun(app, "british", players=[*NEW["players"], "Eve"])
    form = opened(table)
    form.set(winner="E", won="self_draw")
    form.set(**{f"{seat}__points": "20" for seat in "eswn"})
    assert table.write({"after": 0, **_points("S", S=20)}).status_code == 201
    assert table.now()["state"]["resting"] == "p1"
    answer = form.send()
    assert answer.status_code == 409
    assert "Ann sits out this hand" in answer.text
    again = Form.of_page(form.client, form.path, answer.text, "form#form")
    assert again.value("winner") == ""
    assert [again.value(f"{seat}.points") for seat in "eswn"] == ["20", "20", "20", ""]


def three_of_a_card(app: Flask) -> tuple[Table, Form]:
    """Three play American, of whom another seat is empty in each hand; Cy wins 25 from Ann."""
    table = begun(app, "american", players=NEW["players"][:3])
    form = opened(table)
    assert form.seats == {"p1": "E", "p2": "S", "p3": "W"}
    form.set(winner="W", won="discard", w__points="25", **{"from": "E"})
    return table, form


def test_three_who_leave_another_seat_empty_are_counted_once(app: Flask) -> None:
    table, form = three_of_a_card(app)
    first, second = form.send(JSON), form.send(JSON)
    assert (first.status_code, second.status_code) == (201, 201), second.text
    assert first.get_json() == second.get_json()
    assert table.now()["state"]["seats"] == {"E": "p2", "S": "p3", "N": "p1"}


def test_who_sat_where_nobody_sits_by_now_keeps_what_was_entered(app: Flask) -> None:
    """The discarder pays double, the other once."""
    table, form = three_of_a_card(app)
    players = {"E": {}, "S": {"points": 25, "win": {"by": "self_draw"}}, "W": {}}
    first: Json = {"after": 0, "kind": "hand", "document": {"players": players}}
    assert table.write(first).status_code == 201
    assert table.now()["state"]["seats"] == {"E": "p2", "S": "p3", "N": "p1"}
    again = Form.of_page(form.client, form.path, form.send().text, "form#form")
    assert (again.value("winner"), again.value("s.points"), again.value("from")) == ("S", "25", "N")
    assert again.send().status_code == 303
    assert last_moves(table) == {"p1": -50, "p2": -25, "p3": 75}


@pytest.mark.parametrize(
    "seed", [0, pytest.param(1, marks=pytest.mark.slow), *nightly(range(2, 6))]
)
def test_whatever_phones_do_points_move_between_those_named(app: Flask, seed: int) -> None:
    """Phones open forms and enter them in any order, others undo, correct and change seats."""
    random = Random(seed)
    table = begun(app, "mcr")
    waiting: list[tuple[Form, Moves]] = []
    entered = 0
    while entered < 8:
        version = table.now()["version"]
        match random.choice(("open", "open", "enter", "enter", "seats", "undo")):
            case "open":
                winner, giver = random.sample(IDS, 2)
                form, points = as_opened(table), random.randint(8, 88)
                wins(form, winner, giver, points)
                waiting.append((form, mcr(winner, giver, points)))
            case "enter" if waiting:
                form, wanted = waiting.pop(random.randrange(len(waiting)))
                answer = form.send()
                if answer.status_code == 409 and random.random() < 0.7:
                    assert shown(answer) == wanted
                    again = Form.of_page(form.client, form.path, answer.text, "form#form")
                    answer = again.send()
                    assert answer.status_code == 303
                if answer.status_code == 303:
                    assert last_moves(table) == wanted
                    entered += 1
                else:
                    assert table.now()["version"] == version
            case "seats":
                seats = dict(zip("ESWN", random.sample(IDS, 4), strict=True))
                table.write({"after": version, "kind": "seats", "seats": seats})
            case "undo" if version:
                table.write({"after": version, "kind": "undo", "entry": random.randint(1, version)})


def test_a_field_of_seats_that_makes_no_sense_is_as_if_it_were_not_there(app: Flask) -> None:
    table = begun(app, "mcr")
    for nonsense in ("E:p1 S:p1 W:p3 N:p4", "E:p9", "X:p1", "E", ":", "E:p1 E:p2"):
        form = opened(table)
        wins(form, "p2", "p1", 30)
        form.set(seated=nonsense)
        version = table.now()["version"]
        assert form.send().status_code == 303
        assert table.now()["version"] == version + 1
        table.write({"after": version + 1, "kind": "undo", "entry": version + 1})


@pytest.mark.slow
def test_a_draw_is_entered_when_it_says_who_waits(app: Flask) -> None:
    """A game's form asks it of every player; a document of the API may leave it out."""
    table = begun(app, "riichi")
    form = opened(table)
    form.set(winner="nobody")
    for answer in (form.send(), form.send(JSON)):
        assert answer.status_code == 422
        assert "hoose who is tenpai, or that nobody is" in answer.text
    form.fields = [pair for pair in form.fields if not pair[0].endswith(".p.tenpai")]
    assert form.send(JSON).status_code == 422, "a script sends no empty fields"
    form.set(**{f"{seat}__p__tenpai": "yes" if seat == "e" else "no" for seat in "eswn"})
    assert form.send().status_code == 303
    assert last_moves(table) == {"p1": 3000, "p2": -1000, "p3": -1000, "p4": -1000}
    draw = {"kind": "hand", "document": {"players": {seat: {} for seat in "ESWN"}}}
    assert table.write({"after": 1, **draw}).status_code == 201


@pytest.mark.parametrize("winner", ["p2", "S"])
def test_a_plate_says_who_has_won_by_the_player(app: Flask, winner: str) -> None:
    table = begun(app, "mcr")
    form = opened(table, f"/hand?winner={winner}")
    assert form.value("winner") == "S"
    table.write({"after": 0, **hand("E", "N", 8)})
    assert opened(table, "/hand?winner=p2").value("winner") == "E"
