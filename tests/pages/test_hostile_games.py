"""What people write of a game is text on every page of it, in every language, and never markup.

The same game is played twice: by players with plain names, and by players whose names, title,
reasons and card are written as markup, as attributes and as patterns. Both must give pages of the
same elements with the same attributes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import quote

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from scorer.rules import BOOKS
from scorer.service.i18n.languages import LANGUAGES
from tests.games.playing import Json, Table

NIGHTLY = [pytest.mark.nightly]
HTML = {"Accept": "text/html"}


class Words(NamedTuple):
    """What people write of a game."""

    names: tuple[str, ...]
    guest: str
    title: str
    why: str
    writer: str
    card: str


PLAIN = Words(("Ann", "Bo", "Cy", "Di", "Eve"), "Flo", "Tuesday", "late again", "Guy", "Club card")
HOSTILE = Words(
    (
        "<meta http-equiv=refresh content=0;/why>",
        "<img src=x onerror=alert(1)>",
        "\"' onfocus=alert(1) autofocus x='\"",
        "{{7*7}} %(x)s {x} {0} %s </title>",
        "<svg/onload=alert(1)>",
    ),
    "</option></select><b onclick=alert(1)>",
    "</title><script>alert(1)</script><base href=//evil.example>",
    "--><iframe src=javascript:alert(1)></iframe>{player}%(player)s<!--",
    "<a href=javascript:alert(1)>{{config}}",
    "<form action=//evil.example><i>%s{x}",
)
MADE: dict[str, Json] = {
    "american": {"hand": {"concealed": "FFF 2222b 444c 8888b", "winning_tile": "8b"}},
    "riichi": {"agreed": {"han": 3, "fu": 40}},
}
"""What a winner made, where that is not told by its points alone."""
POINTS: Json = {"points": 40}


class Elements(HTMLParser):
    """The elements of a page with the names of their attributes, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, tuple[str, ...]]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        self.found.append(("comment", (data,)))


class Played:
    """A game in which everything is written that people may write, and its pages."""

    def __init__(self, client: FlaskClient, ruleset: str, words: Words) -> None:
        self.words, self.client = words, client
        book = BOOKS[ruleset]
        count = max(book.table.players) + (book.table.fifth is not None)
        told: Json = {"ruleset": ruleset, "title": words.title, "players": words.names[:count]}
        if book.tiles.hand_of == "card":
            card = f"@name {words.card}\n[{words.card}]\n{words.card}: FFF 2222a 444b 8888a X 25"
            told["options"] = {"card": card}
        self.table = Table.begun(client, **told)
        self.losers = {"points": 4} if book.payments.losers_score else {}
        self.made = MADE.get(ruleset, POINTS)
        self.play()
        self.keys = {
            "play": self.table.play.rpartition("/")[2],
            "watch": self.table.watch.rpartition("/")[2],
        }

    def play(self) -> None:
        moves = {"p1": -10, "p2": 10}
        self.write({"kind": "hand", "document": self.hand("S", {"by": "self_draw"})})
        self.write({"kind": "adjust", "moves": moves, "why": self.words.why})
        self.write({"kind": "hand", "document": self.hand("W", {"by": "discard", "from": "E"})})
        self.write({"kind": "players", "players": {"p4": self.words.guest}})
        again = self.hand("E", {"by": "self_draw"})
        self.write({"kind": "replace", "entry": 1, "document": again, "why": self.words.why})
        self.write({"kind": "undo", "entry": 2, "why": self.words.why})
        self.write({"kind": "seats", "prevailing": "E", "why": self.words.why})

    def hand(self, winner: str, win: Json) -> Json:
        seats = dict.fromkeys("ESWN", self.losers)
        players = {**(seats if self.losers else {}), winner: {**self.made, "win": win}}
        return {"players": players}

    def write(self, entry: Json) -> None:
        version = self.table.now()["version"]
        answer = self.table.write({"after": version, **entry}, by=quote(self.words.writer))
        if answer.status_code == 422 and "prevailing" in entry:
            return  # a ruleset without a wind of the round
        assert answer.status_code == 201, answer.text

    def address(self, rule: str, role: str, number: int) -> str:
        path = rule.replace("<game_key:key>", self.keys[role])
        return path.replace("<int:number>", str(number))

    def pages(self, app: Flask, language: str) -> Iterator[tuple[str, TestResponse]]:
        """Every page that GET has, by both keys; those of an entry for each entry."""
        for rule in of_games(app, "GET"):
            numbers = range(1, 8) if "<int:number>" in rule else [0]
            for role in self.keys:
                for number in numbers:
                    address = self.address(rule, role, number)
                    answer = self.client.get(f"{address}?lang={language}", headers=HTML)
                    yield f"{role} {rule} {number}", answer

    def posted(self, app: Flask, language: str) -> Iterator[tuple[str, TestResponse]]:
        """What every form answers: written too late, wrong, and shown before it counts."""
        for rule in of_games(app, "POST"):
            if rule.startswith("/api/"):
                continue
            for n, form in enumerate(self.forms(rule)):
                address = self.address(rule, "play", 1)
                answer = self.client.post(f"{address}?lang={language}", data=form, headers=HTML)
                yield f"{rule} {n}", answer

    def forms(self, rule: str) -> list[Json]:
        words, stale = self.words, {"after": "1", "by": self.words.writer}
        _, *rest = rule.partition("<game_key:key>")
        points = {f"{seat}.points": "4" for seat in "eswn"} if self.losers else {}
        hand = {"winner": "S", "won": "self_draw", "s.points": "40", **points}
        fields = {"moves.p1": "-5", "moves.p2": "5", "why": words.why}
        known: dict[str, list[Json]] = {
            "/hand": [{**hand, **stale}, {"winner": "S", "s.points": words.why}],
            "/hand/<int:number>": [{**hand, **stale}, {"winner": "S", "s.points": words.why}],
            "/hand/<int:number>/text": [
                {"document": words.why},
                {"document": json.dumps({"players": {"S": {"points": words.why}}})},
            ],
            "/adjust": [
                fields,
                {**fields, **stale, "go": "enter"},
                {**fields, "moves.p1": words.why, "go": "enter"},
                {"event": words.why, "who": words.why},
            ],
            "/undo": [{**stale, "entry": "3"}, {"entry": words.why}],
            "/table": [
                {"what": "names", "name.p1": words.why + "x" * 40},
                {"what": "names", **stale, "name.p1": words.names[1]},
                {"what": "seats", **stale, "seat.E": words.why, "round": words.why},
            ],
            "/more": [stale],
            "/codes": [{"role": words.why}],
            "/keys": [{"which": "watch"}],
            "/delete": [{"sure": words.why}],
        }
        return known["".join(rest[1:])]


def of_games(app: Flask, method: str) -> list[str]:
    """The rules of the addresses that open a game by its key, whatever comes to be added."""
    rules = (rule for rule in app.url_map.iter_rules() if "/classes" not in str(rule))
    found = [rule for rule in rules if "key" in rule.arguments]
    return sorted(str(rule) for rule in found if method in (rule.methods or ()))


@pytest.fixture(params=BOOKS)
def ruleset(request: pytest.FixtureRequest) -> str:
    """Each ruleset."""
    found: str = request.param
    return found


@pytest.fixture
def games(client: FlaskClient, ruleset: str) -> tuple[Played, Played]:
    return Played(client, ruleset, PLAIN), Played(client, ruleset, HOSTILE)


def same(plain: TestResponse, hostile: TestResponse, where: str) -> str:
    """Check that two pages have the same elements, and give the text of the second."""
    assert hostile.status_code == plain.status_code, where
    assert hostile.mimetype == plain.mimetype, where
    if hostile.mimetype != "text/html":
        assert hostile.headers["X-Content-Type-Options"] == "nosniff"
        return ""
    wanted, found = Elements(plain.text), Elements(hostile.text)
    assert found.found == wanted.found, where
    return found.text


IN_TURN = [
    pytest.param(
        ruleset, language, marks=[] if n % 4 == 0 and (n + m) % len(LANGUAGES) == 0 else NIGHTLY
    )
    for n, ruleset in enumerate(BOOKS)
    for m, language in enumerate(LANGUAGES)
]
"""Every ruleset in every language; by day every fourth ruleset in one."""


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "language"), IN_TURN)
def test_every_page_of_a_game_has_the_elements_of_its_template_alone(
    app: Flask, games: tuple[Played, Played], language: str
) -> None:
    plain, hostile = games
    for (where, expected), (_, answer) in zip(
        plain.pages(app, language), hostile.pages(app, language), strict=True
    ):
        same(expected, answer, where)
    for (where, expected), (_, answer) in zip(
        plain.posted(app, language), hostile.posted(app, language), strict=True
    ):
        same(expected, answer, where)


@pytest.mark.slow
def test_names_are_shown_as_they_were_written(app: Flask, games: tuple[Played, Played]) -> None:
    _, hostile = games
    found = {}
    for rule, role in (("/games/<game_key:key>", "play"), ("/games/<game_key:key>/sheet", "watch")):
        assert rule in of_games(app, "GET")
        answer = hostile.client.get(f"{hostile.address(rule, role, 0)}?lang=fr", headers=HTML)
        found[role] = Elements(answer.text).text
        for name in hostile.words.names[:3]:
            assert name in found[role]
        assert hostile.words.guest in found[role]
    assert hostile.words.why in found["watch"]


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "language"), IN_TURN)
def test_what_answers_taps_has_the_elements_of_its_template_alone(
    app: Flask, games: tuple[Played, Played], language: str
) -> None:
    taps = [str(rule) for rule in app.url_map.iter_rules() if rule.endpoint.startswith("live.")]
    for tap in taps:
        plain, hostile = (tapped(game, tap, language) for game in games)
        assert hostile.keys() == plain.keys()
        # The keypad writes the panel into the page as markup, and all else as text.
        panels = (Elements(answer.get("panel", "")).found for answer in (plain, hostile))
        assert next(panels) == next(panels), tap


def tapped(game: Played, tap: str, language: str) -> dict[str, str]:
    """What the keypad is answered on the page of the first hand, told again."""
    page = f"/games/{game.keys['play']}/hand/5"
    html = game.client.get(f"{page}?lang={language}", headers=HTML).text
    answer = game.client.post(tap, data=fields_of(html), headers=HTML)
    assert answer.status_code == 200
    return {part: str(value) for part, value in answer.get_json().items()}


def fields_of(html: str) -> MultiDict[str, str]:
    """What a browser sends of the form of a hand."""
    form = BeautifulSoup(html, "html.parser").select_one("#form")
    assert form is not None
    fields: MultiDict[str, str] = MultiDict()
    for field in form.select("input[name]"):
        if field.get("type") not in ("radio", "checkbox") or field.has_attr("checked"):
            fields.add(str(field["name"]), str(field.get("value", "")))
    return fields
