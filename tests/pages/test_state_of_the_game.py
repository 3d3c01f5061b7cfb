"""Numbers of the game that a ruleset declares: asked by forms, kept in addresses, carried on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

import scorer
from scorer.rules import BOOKS
from scorer.service.web import keypad_facts
from scorer.service.web.forms import addresses, form_documents
from scorer.service.web.forms.form import Form
from scorer.service.web.forms.switching import fields_for_ruleset
from tests.pages.page import Page
from tests.pages.streak_faan import registered

HAND: dict[str, str] = {
    "rules": "streak_faan",
    "hand": "1b 1b",
    "set1": "RRR",
    "set2": "222b",
    "set3": "333b",
    "set4": "444c",
    "set5": "SSS",
    "tile": "1b",
    "won": "self_draw",
    "seat": "E",
    "round": "E",
    "g.dealer_streak": "3",
    "g.pot": "20",
}
TABLE = {
    "rules": "streak_faan",
    "winner": "E",
    "won": "self_draw",
    "round": "E",
    "e.points": "5",
    "g.dealer_streak": "3",
}
NEXT = {"seats": "stay", "because": "", "dealer_streak": 4, "pot": 10}


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    with registered():
        yield


def ruleset() -> dict[str, Any]:
    return dict(scorer.ruleset("streak_faan"))


def typed(query: str) -> form_documents.FormFields:
    return MultiDict(parse_qsl(query))


@pytest.mark.parametrize("path", ["/", "/waits", "/table"])
def test_each_form_asks_for_the_numbers_and_says_what_they_count(
    client: FlaskClient, path: str
) -> None:
    page = Page(client.get(f"{path}?rules=streak_faan&g.dealer_streak=2").text)
    assert page.field("g.dealer_streak") == {
        "id": "field-g.dealer_streak",
        "name": "g.dealer_streak",
        "type": "number",
        "inputmode": "numeric",
        "min": "0",
        "max": "9",
        "value": "2",
        "placeholder": "0",
        "autocomplete": "off",
        "aria-describedby": "hint-g.dealer_streak",
    }
    told = page.described("g.dealer_streak")
    assert told == "How many hands running East has kept the deal (0 to 9)"
    assert page.field("g.pot")["placeholder"] == "10"


@pytest.mark.parametrize("rules", [name for name in BOOKS if not BOOKS[name].counters])
def test_a_ruleset_that_counts_nothing_asks_for_nothing(client: FlaskClient, rules: str) -> None:
    for path in ("/", "/waits", "/table"):
        assert 'name="g.' not in client.get(f"{path}?rules={rules}").text


def test_they_stand_as_whole_numbers_at_the_top_of_every_document() -> None:
    told = {"dealer_streak": 3, "pot": 20}
    query: form_documents.FormFields = MultiDict(HAND)
    table: form_documents.FormFields = MultiDict(TABLE | {"g.pot": "20"})
    for document in (
        form_documents.hand_document(query, ruleset()),
        form_documents.waits_document(query, ruleset()),
        form_documents.table_document(table, ruleset()),
        form_documents.winner_document(table, ruleset()),
    ):
        assert told.items() <= document.items()
    misread = form_documents.hand_document(MultiDict({"g.pot": "much", "g.hand": "1"}), ruleset())
    assert (misread["pot"], misread["hand"]) == ("much", {"concealed": ""})


def test_they_go_into_an_address_and_come_back_the_same() -> None:
    hand = form_documents.hand_document(MultiDict(HAND), ruleset())
    assert form_documents.hand_document(typed(addresses.hand_query(hand)), ruleset()) == hand
    assert "g.dealer_streak=3" in (addresses.hand_page(hand) or "")
    waits = form_documents.waits_document(MultiDict(HAND), ruleset())
    assert "g.pot=20" in (addresses.waits_page(waits) or "")
    table = form_documents.table_document(MultiDict(TABLE), ruleset())
    assert form_documents.table_document(typed(addresses.table_query(table)), ruleset()) == table
    assert "g.dealer_streak=3" in (addresses.table_page(table) or "")


def test_a_scored_hand_takes_them_along_to_the_table() -> None:
    hand = form_documents.hand_document(MultiDict(HAND), ruleset())
    start = dict(parse_qsl(addresses.table_start(hand)))
    assert (start["g.dealer_streak"], start["e.set5"]) == ("3", "SSS")
    carried = form_documents.table_fields_of_hand(MultiDict(HAND), ruleset())
    assert (carried["g.pot"], carried["e.set5"], carried["winner"]) == ("20", "SSS", "E")


def test_an_error_is_shown_at_its_number() -> None:
    field = form_documents.field_of("/dealer_streak", MultiDict(), ruleset(), "score")
    assert field == "g.dealer_streak"


def test_another_ruleset_gets_only_what_it_counts_too() -> None:
    query: form_documents.FormFields = MultiDict(HAND)
    mcr = fields_for_ruleset(query, dict(scorer.ruleset("mcr")))
    assert [name for name in mcr if name.startswith("g.")] == []
    own = fields_for_ruleset(MultiDict(HAND | {"g.dealer_streak": "10"}), ruleset())
    assert [name for name in own if name.startswith("g.")] == ["g.pot"]


def test_the_result_of_a_table_tells_them_for_the_next_hand_and_leads_there(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def settle(document: dict[str, Any]) -> dict[str, Any]:
        known: Any = {name: told for name, told in document.items() if name != "dealer_streak"}
        return {**settled_before(known), "next": {**NEXT, "winds": {seat: seat for seat in "ESWN"}}}

    settled_before = scorer.settle
    monkeypatch.setattr(scorer, "settle", settle)
    page = Page(client.get("/table", query_string=TABLE).text)
    assert "Dealer's streak: 4" in page.words
    assert "Pot: 10" in page.words
    (onward,) = {one["href"] for one in page.all("a") if "g.dealer_streak=4" in one.get("href", "")}
    following = dict(parse_qsl(urlsplit(onward).query))
    assert (following["g.pot"], following["round"], following.get("winner")) == ("10", "E", None)


def test_the_keypad_keeps_them_with_the_table_and_calls_them_by_their_titles(
    client: FlaskClient,
) -> None:
    with client.application.test_request_context("/"):
        told = keypad_facts.keypad_data(ruleset(), "hand")
    assert '"state":[["g.dealer_streak","Dealer\'s streak"],["g.pot","Pot"]]' in told
    assert '"g."' in told


def test_a_hand_of_sixteen_tiles_has_five_rows_for_sets(client: FlaskClient) -> None:
    page = Page(client.get("/?rules=streak_faan").text)
    sets = [field["name"] for field in page.all("input") if field.get("name", "")[:3] == "set"]
    assert sets == ["set1", "set2", "set3", "set4", "set5"]
    form = Form(MultiDict({"set6": "EEE"}), ruleset(), [])
    assert form.rows() == [1, 2, 3, 4, 5, 6]
    waits = form_documents.waits_document(MultiDict(HAND), ruleset())
    assert (waits["hand"]["concealed"], len(waits["hand"]["melds"])) == ("1b", 5)


# What follows passes once the scorer takes these numbers in its documents.


def test_a_hand_and_a_table_are_answered_with_their_numbers(client: FlaskClient) -> None:
    result = client.get("/", query_string=HAND)
    assert result.status_code == 200
    assert 'value="3"' in result.text
    answer = client.get("/table", query_string=TABLE)
    assert answer.status_code == 200
    wrong = client.get("/", query_string=HAND | {"g.dealer_streak": "10"})
    assert wrong.status_code == 422
    assert Page(wrong.text).field("g.dealer_streak")["aria-invalid"] == "true"
