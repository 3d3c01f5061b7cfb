"""What leads to the languages of a page that answers a POST: it never leads to a 405, and what the
form held is not lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorer.service.i18n.languages import LANGUAGES, html_tag
from tests.classes.teaching import Class
from tests.games.databases import serving, sqlite
from tests.games.playing import Table, moved

from .page import EXAMPLE
from .test_languages import AMERICAN, OWN_CARD

HTML = {"Accept": "text/html"}
CHANGES_NOTHING = frozenset(
    {"pages.hand", "pages.hand_form", "pages.waits", "pages.table", "cards.card", "own_hands.hands"}
    | {"exercise_sets.new", "class_pages.exercise"}
)
"""The endpoints whose forms change nothing: in another language all that was typed is there."""
FORMS: dict[str, dict[str, str]] = {
    "pages.hand": {**EXAMPLE, "go": "1"},
    "pages.hand_form": {**EXAMPLE, "go": "1"},
    "pages.waits": {**EXAMPLE, "go": "1"},
    "pages.table": {"rules": "classical", "round": "E", "winner": "E", "go": "1"},
    "cards.card": {"text": OWN_CARD},
    "own_hands.hands": {"rules": "british", "text": "A: seven pairs  C 5\r\nB: bad"},
    "exercise_sets.new": {"title": "Kongs", "lines": "nonsense"},
    "class_pages.new": {"set": "p?rules=mcr&level=1&seed=1"},
    "class_pages.join": {"nickname": "Mei"},
    "class_pages.exercise": {"pupil": "{pupil}"},
    "class_pages.answer": {"pupil": "{pupil}", "exercise": "2"},
    "class_pages.close": {},
    "class_pages.codes": {"role": "join"},
    "class_pages.remove": {"sure": "yes"},
    "joining.join": {"code": "ABCDEF"},
    "importing.ask": {},
    "game_pages.new": {"rules": "classical", **{f"name{n}": f"P{n}" for n in range(1, 5)}},
    "game_pages.hand": {"winner": "E"},
    "game_pages.hand_again": {"winner": "E"},
    "game_pages.hand_as_text": {"document": "{}"},
    "game_pages.adjust": {"go": "enter"},
    "game_pages.undo": {"entry": "1"},
    "game_pages.table": {},
    "game_pages.close": {},
    "game_pages.codes": {"role": "play"},
    "game_pages.keys": {},
    "game_pages.remove": {"sure": "yes"},
}
"""A form for each page that takes one."""


class Place(NamedTuple):
    """An application with a class and a game that have begun."""

    app: Flask
    client: FlaskClient
    lesson: Class
    table: Table

    def path(self, endpoint: str) -> str:
        """The address of an endpoint."""
        with self.app.test_request_context():
            rule = next(
                r for r in self.app.url_map.iter_rules(endpoint) if "POST" in (r.methods or ())
            )
            key = self.table.play if endpoint.startswith("game") else self.lesson.teach
            if endpoint in ("class_pages.join", "class_pages.answer", "class_pages.exercise"):
                key = self.lesson.join
            known: dict[str, Any] = {"key": key.rpartition("/")[2], "number": 1, "how": "close"}
            values = {name: known[name] for name in rule.arguments}
            return self.app.url_for(endpoint, **values)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with serving(sqlite(tmp_path)) as app:
        client = app.test_client()
        table = Table.begun(client)
        assert table.write(moved(0)).status_code == 201
        yield Place(app, client, Class.begun(client), table)


def menu_of(answer: TestResponse) -> list[tuple[str, dict[str, str] | None]]:
    """Where each language of a page leads: an address, and the form to submit there, if any."""
    menu = BeautifulSoup(answer.text, "html.parser").select_one(".languages")
    if menu is None:
        return []
    form = {str(field["name"]): str(field["value"]) for field in menu.select("input")}
    links = [(str(link["href"]), None) for link in menu.select("a")]
    return [*links, *((str(button["formaction"]), form) for button in menu.select("button"))]


def followed(client: FlaskClient, address: str, form: dict[str, str] | None) -> TestResponse:
    if form is None:
        return client.get(address, headers=HTML)
    return client.post(address, data=form, headers=HTML)


def test_each_page_that_takes_a_form_has_one_here(place: Place) -> None:
    taking = {
        rule.endpoint
        for rule in place.app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and not rule.rule.startswith("/api")
    }
    # Those of /live are parts of a page.
    assert {endpoint for endpoint in taking if not endpoint.startswith("live.")} == {*FORMS}


@pytest.mark.parametrize("empty", [False, True], ids=["filled", "empty"])
@pytest.mark.parametrize("endpoint", FORMS)
def test_no_language_of_an_answer_leads_astray(place: Place, endpoint: str, empty: bool) -> None:
    pupil = place.lesson.pupil()
    form = {} if empty else {n: v.replace("{pupil}", pupil) for n, v in FORMS[endpoint].items()}
    answer = place.client.post(place.path(endpoint), data=form, headers=HTML)
    assert answer.status_code < 500
    menu = menu_of(answer)
    if answer.mimetype != "text/html" or answer.status_code in (301, 302, 303):
        return
    assert menu or endpoint not in CHANGES_NOTHING
    for (address, fields), code in zip(menu, LANGUAGES if menu else (), strict=True):
        page = followed(place.client, address, fields)
        assert page.status_code in (200, answer.status_code), address
        html = BeautifulSoup(page.text, "html.parser")
        assert html.html is not None
        assert html.html["lang"] == html_tag(code)
        if endpoint in CHANGES_NOTHING and form:
            assert page.status_code == answer.status_code
            assert fields == form


@pytest.mark.parametrize("endpoint", ["class_pages.join", "class_pages.exercise"])
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_pupil_is_still_there_in_another_language(place: Place, endpoint: str, code: str) -> None:
    form = FORMS[endpoint] | {"pupil": place.lesson.pupil("Ann")}
    assert_keeps_pupil(
        place, place.client.post(place.path(endpoint), data=form, headers=HTML), code
    )


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("parts", [{}, {"g.chows": "1", "g.pungs": "1", "g.kongs": "1"}])
def test_a_pupil_who_answers_goes_on_in_another_language(
    place: Place, parts: dict[str, str], code: str
) -> None:
    form = {**FORMS["class_pages.answer"], "pupil": place.lesson.pupil("Ann"), **parts}
    answer = place.client.post(place.path("class_pages.answer"), data=form, headers=HTML)
    assert_keeps_pupil(place, answer, code)


def assert_keeps_pupil(place: Place, answer: TestResponse, code: str) -> None:
    before = BeautifulSoup(answer.text, "html.parser").select_one("#class")
    assert before is not None
    address, fields = menu_of(answer)[list(LANGUAGES).index(code)]
    assert str(before["data-pupil"]) not in address
    after = BeautifulSoup(followed(place.client, address, fields).text, "html.parser")
    shown = after.select_one("#class")
    assert shown is not None
    assert shown["data-pupil"] == before["data-pupil"]
    assert after.select_one("#exercise")["data-number"] == number_of(before)  # type: ignore[index]


def number_of(article: Any) -> str:
    return str(article.select_one("#exercise")["data-number"])


def test_a_typed_card_is_scored_by_in_another_language(place: Place) -> None:
    form = {**AMERICAN, "o.card": OWN_CARD, "go": "1"}
    form |= {"hand": "1111b 2222b 333b 444b", "tile": "1b"}
    answer = place.client.post("/?rules=american", data=form)
    address, fields = menu_of(answer)[list(LANGUAGES).index("fr")]
    assert address == "/?rules=american&lang=fr"
    page = followed(place.client, address, fields)
    assert 'id="result"' in answer.text
    assert 'id="result"' in page.text
    assert '<html lang="fr"' in page.text
