"""What there is only under a house rule: forms ask for it where that is played, lists say so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Literal

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

import scorer
from scorer.rules import BOOKS
from scorer.service.web import keypad_facts
from scorer.service.web.forms.switching import fields_for_ruleset
from tests.club_faan import book

from .page import Page
from .test_hand_page import get

CLUB = {"rules": "club_faan"}
MOON = {**CLUB, "o.moon": "yes"}
WON = {
    "hand": "1b 1b",
    **{f"set{row}": tiles for row, tiles in enumerate(("RRR", "222b", "333b", "444c", "SSS"), 1)},
    "tile": "1b",
    "won": "self_draw",
    "seat": "S",
}
SETTLED = {"winner": "S", "won": "self_draw", "s.points": "3"}
BY_NIGHT = "club_by_night"
NO_DEFAULT = "club_without_a_usual"


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    night = book.variant(BY_NIGHT, "Club by night")
    night.preset("night", "by night", default=True, moon=True)
    night.preset("day", "by day", moon=False)
    free = book.variant(NO_DEFAULT, "Club without a usual")
    free.default_preset = None
    added = {one.id: one for one in (book, night, free)}
    BOOKS.update(added)
    yield
    for name in added:
        del BOOKS[name]


def shown(page: Page) -> list[str]:
    """What of it the page shows of itself, of all that its scripts may."""
    entries = [found for _, found in page.tags if "data-option" in found]
    assert {(entry["data-option"], entry["data-value"]) for entry in entries} <= {("o.moon", "yes")}
    return [*dict.fromkeys(entry.get("id", "with") for entry in entries if "hidden" not in entry)]


@pytest.mark.parametrize("path", ["/", "/waits", "/table"])
def test_a_form_asks_for_it_only_where_the_house_rule_is_played(
    client: FlaskClient, path: str
) -> None:
    everything = ["with", "field-x.curtain_drawn"] if path == "/table" else ["with"]
    assert shown(get(client, path, CLUB)) == []
    assert shown(get(client, path, {**CLUB, "o.moon": "no"})) == []
    assert shown(get(client, path, MOON)) == everything


@pytest.mark.parametrize("path", ["/", "/waits", "/table"])
def test_a_preset_plays_the_house_rule_as_well(client: FlaskClient, path: str) -> None:
    night = {"rules": BY_NIGHT}
    assert "with" in shown(get(client, path, night))
    assert "with" in shown(get(client, path, {**night, "preset": "night"}))
    assert shown(get(client, path, {**night, "preset": "day"})) == []
    assert "with" in shown(get(client, path, {**night, "preset": "day", "o.moon": "yes"}))


def test_nothing_special_is_asked_where_there_is_nothing(client: FlaskClient) -> None:
    def shown_parts(query: dict[str, str]) -> list[bool]:
        found = get(client, "/", query).all("details")
        return ["hidden" not in one for one in found if "winner-only" in one.get("class", "")]

    assert shown_parts(CLUB) == [False]
    assert shown_parts(MOON) == [True]


def test_what_was_chosen_stays_and_the_scorer_says_what_is_wrong(client: FlaskClient) -> None:
    page = get(client, "/", {**CLUB, **WON, "with": "moonlight"}, status=422)
    assert shown(page) == ["with"]
    assert page.chosen("with") == ["moonlight"]
    assert "needs the house rule “Moon”" in page.described("with")
    scored = get(client, "/", {**MOON, **WON, "with": "moonlight"})
    assert "Moonlight" in scored.by_id["result"]


def test_an_event_that_was_chosen_stays_too(client: FlaskClient) -> None:
    table = {**CLUB, **SETTLED, "x.curtain_drawn": "W"}
    page = get(client, "/table", table, status=422)
    assert shown(page) == ["field-x.curtain_drawn"]
    assert "needs the house rule “Moon”" in page.described("x.curtain_drawn")
    assert "Curtain drawn" in get(client, "/table", {**table, "o.moon": "yes"}).by_id["result"]


def test_another_ruleset_takes_over_only_what_it_plays() -> None:
    told = MultiDict({"with": "moonlight", "x.curtain_drawn": "W", "x.curtain_drawn.by": "E"})
    club = fields_for_ruleset(told, dict(scorer.ruleset("club_faan")))
    assert [*club] == ["rules"]
    night = fields_for_ruleset(told, dict(scorer.ruleset(BY_NIGHT)))
    assert sorted(night) == sorted(["rules", *told])


def test_the_keypad_knows_the_house_rule_and_what_each_preset_has(client: FlaskClient) -> None:
    with client.application.test_request_context("/"):
        loaded = json.loads(keypad_facts.keypad_data(scorer.ruleset(BY_NIGHT), "hand"))
    assert loaded["circumstances"]["moonlight"]["option"] == ["o.moon", "yes"]
    of_presets = {preset: usual["o.moon"] for preset, usual in loaded["usual"].items()}
    assert of_presets == {"": "yes", "club": "no", "night": "yes", "day": "no"}


@pytest.mark.parametrize("listed_by", ["kind", "worth"])
def test_the_rules_page_says_which_house_rule_a_thing_belongs_to(
    client: FlaskClient, listed_by: Literal["kind", "worth"]
) -> None:
    club = book.variant("club_faan", "Club faan")
    club.presentation = club.presentation._replace(listed_by=listed_by)
    BOOKS["club_faan"] = club
    page = get(client, "/rules/club_faan")
    told = "Only with the house rule Moon: yes"
    assert told in page.by_id["by-moonlight"]
    assert told not in page.by_id["a-flower"]
    assert told in page.by_id["circumstances"]
    assert page.by_id["events"].count(told) == 1


def test_the_preset_in_force_is_the_usual_one(client: FlaskClient) -> None:
    assert "the usual (night)" in get(client, "/", {"rules": BY_NIGHT}).words
    assert "the usual (Our club)" in get(client, "/", CLUB).words
    page = get(client, "/", {"rules": NO_DEFAULT})
    assert "the usual (" not in page.words
    assert "the usual Our club" in page.words


def test_a_preset_is_chosen_where_the_ruleset_is(client: FlaskClient) -> None:
    page = client.get("/hand?rules=british&to=british.bmja&hand=123b&o.limit=500").text
    assert "<small data-preset>BMJA tables</small>" in page
    assert 'name="hand" type="text" value="123b"' in page
    assert '<option value="bmja" selected>' in page


def test_an_unknown_preset_leaves_the_usual_one(client: FlaskClient) -> None:
    page = client.get("/hand?rules=british&to=british.nobody").text
    assert "<small data-preset>The u3a guide</small>" in page


def test_chinese_pages_list_first_what_is_played_there(client: FlaskClient) -> None:
    def first(language: str) -> str:
        page = client.get(f"/hand?lang={language}").text
        return page.partition('class="tab" name="to" value="')[2].partition('"')[0]

    assert first("zh") == "hongkong"
    assert first("fr") == "classical"
