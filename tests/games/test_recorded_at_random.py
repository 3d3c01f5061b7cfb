"""Hands of every ruleset with all that it declares: what the bar shows is what /settle answers and
what the game records, also when the hand is entered again unchanged or from its page's address."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

import scorer
from scorer.game import Game
from scorer.game.fold import current_state
from scorer.game.hands import complete_document, settle_hand
from scorer.rules import BOOKS
from scorer.service.web import labels
from scorer.service.web.forms import addresses
from scorer.service.web.games.forms import hand_form
from tests import club_faan
from tests.drawn_hands import Drawn, covering
from tests.games.databases import serving, sqlite
from tests.games.playing import GAMES, Json

JSON = {"Accept": "application/json"}
Pairs = list[tuple[str, str]]


@pytest.fixture(scope="module", autouse=True)
def club() -> Iterator[None]:
    with club_faan.registered():
        yield


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, club: None) -> Iterator[FlaskClient]:
    with serving(sqlite(tmp_path_factory.mktemp("games"))) as app:
        yield app.test_client()


class Fields(HTMLParser):
    """What a browser sends of the form of a page as it stands."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sent: Pairs = []
        self._inside = False
        self._select, self._chosen = "", ""
        self._area: str | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = told.get("id") == "form"
        if not self._inside:
            return
        name, value = told.get("name", ""), told.get("value", "")
        if tag == "input" and name:
            if told.get("type") not in ("radio", "checkbox") or "checked" in told:
                self.sent.append((name, value))
        elif tag == "select":
            self._select, self._chosen = name, ""
        elif tag == "option" and "selected" in told:
            self._chosen = value
        elif tag == "textarea":
            self._area = ""
            self._select = name

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._area += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self._select:
            self.sent.append((self._select, self._chosen))
            self._select = ""
        elif tag == "textarea" and self._area is not None:
            self.sent.append((self._select, self._area.removeprefix("\n")))
            self._area, self._select = None, ""
        elif tag == "form":
            self._inside = False


class Evening:
    """A drawn game, kept by the service; and what its hand comes to."""

    def __init__(self, client: FlaskClient, drawn: Drawn) -> None:
        self.client, self.game, self.document = client, drawn.game, drawn.document
        self.key = _begun(client, self.game)
        stand = current_state(self.game)
        self.names = stand.names
        self.settled = settle_hand(self.game, stand.table, stand.totals, self.document)
        self.whole = complete_document(self.game, stand.table, stand.totals, self.document)
        self.first = self.game.version + 1

    def get(self, page: str) -> Fields:
        answer = self.client.get(f"/games/{self.key}{page}")
        assert answer.status_code == 200, answer.text
        return Fields(answer.text)

    def post(self, page: str, fields: Pairs) -> Json:
        """Send a form; return the entry that it makes."""
        answer = self.client.post(f"/games/{self.key}{page}", data=MultiDict(fields), headers=JSON)
        assert answer.status_code == 201, (answer.text, fields)
        return dict(answer.get_json()["entry"])

    def bar(self, fields: Pairs) -> str:
        answer = self.client.post("/live/table", data=MultiDict(fields)).get_json()
        assert "field" not in answer, answer
        return str(answer["say"]).replace("\u00a0", " ")

    @property
    def in_words(self) -> str:
        """What each player wins or loses, as the bar has it: by the winds, the fifth last."""
        seats = current_state(self.game).table.seats
        moves = self.settled.moves
        order = [*seats.values(), *(one for one in moves if one not in seats.values())]
        told = [
            f"{self.names[one]} {'+' if moves[one] > 0 else ''}{labels.number(moves[one])}"
            for one in order
            if moves[one]
        ]
        return ", ".join(told) or "Nobody pays anything."


def _begun(client: FlaskClient, game: Game) -> str:
    told: Json = {
        "ruleset": game.ruleset,
        "options": game.options,
        "players": list(game.players),
        "start": game.start,
    }
    if game.preset is not None:
        told["preset"] = game.preset
    answer = client.post(GAMES, json=told)
    assert answer.status_code == 201, answer.text
    key = str(answer.get_json()["keys"]["play"])
    for entry in game.entries:
        body = {"after": entry.n - 1, "kind": entry.kind, **entry.payload}
        written = client.post(f"{GAMES}/{key}/entries", json=body)
        assert written.status_code == 201, written.text
    return key


def fields_of(drawn: Drawn, whole: Json) -> Pairs:
    """The fields by which a player tells this hand."""
    ruleset: Any = scorer.ruleset(drawn.game.ruleset)
    pairs = hand_form.without_fields_of_game(addresses.table_fields(whole), ruleset)
    return [*pairs, *([("bet", drawn.document["bet"])] if "bet" in drawn.document else [])]


def check_over_http(client: FlaskClient, drawn: Drawn) -> None:
    evening = Evening(client, drawn)
    moves = dict(evening.settled.moves)
    form = evening.get("/hand")
    told = fields_of(drawn, evening.whole)
    names = {name for name, _ in told}
    sent = [*(pair for pair in form.sent if pair[0] not in names), *told]
    assert evening.bar(sent) == evening.in_words
    entry = evening.post("/hand", sent)
    same(entry, drawn, moves)
    again = evening.get(f"/hand/{evening.first}").sent
    same(evening.post(f"/hand/{evening.first}", again), drawn, moves)
    page = addresses.table_page(evening.whole)
    assert page is not None
    bet = [pair for pair in told if pair[0] == "bet"]
    query = [*parse_qsl(page.partition("?")[2]), *bet]
    same(evening.post(f"/hand/{evening.first + 1}", query), drawn, moves)


def same(entry: Json, drawn: Drawn, moves: Json) -> None:
    """An entry records these moves and this document."""
    assert entry["moves"] == moves, (entry["document"], drawn.document)
    assert addresses.same_meaning(entry["document"], drawn.document, BOOKS[drawn.game.ruleset])


RULESETS = [*BOOKS, club_faan.book.id]


@pytest.mark.by_day(1, "ruleset")
@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_all_that_is_declared_is_recorded_as_it_is_shown(client: FlaskClient, ruleset: str) -> None:
    for drawn in covering(BOOKS[ruleset]):
        check_over_http(client, drawn)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_more_of_it_is_recorded_as_it_is_shown(
    client: FlaskClient, ruleset: str, seed: int
) -> None:
    for drawn in covering(BOOKS[ruleset], seed):
        check_over_http(client, drawn)
