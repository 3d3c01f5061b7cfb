"""A game begins, and its board shows who sits where."""

from __future__ import annotations

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import NAMES, Phone, Phones
from tests.nightly import nightly

pytestmark = pytest.mark.browser

RULESETS = {"british": 3000, "mcr": 0, "classical": 2000}


def begin(phone: Phone, ruleset: str, names: tuple[str, ...] = NAMES) -> None:
    """From the page of games to the board."""
    phone.visit("/games")
    phone.press("Begin a game", role="link")
    phone.tap(f'.tab[value="{ruleset}"]')
    # The page that the ruleset leads to, before anything is typed into it.
    phone.page.locator(f'.tab[value="{ruleset}"][aria-pressed=true]').wait_for()
    phone.page.wait_for_load_state()
    for row, name in enumerate(names, 1):
        phone.page.locator(f"[name=name{row}]").fill(name)
    phone.press("Begin")
    phone.page.locator(".game-plates").wait_for()


@pytest.mark.parametrize("ruleset", ["british", *nightly(["mcr", "classical"])])
def test_a_game_begins_in_three_taps_and_the_names(phones: Phones, ruleset: str) -> None:
    phone = phones()
    begin(phone, ruleset)
    assert phone.taps == 3
    phone.shows_winds("ESWN")
    phone.shows(dict.fromkeys(("p1", "p2", "p3", "p4"), RULESETS[ruleset]))
    for row, name in enumerate(NAMES, 1):
        playwright.expect(phone.plate(f"p{row}").locator(".plate-name")).to_have_text(name)
    dealers = phone.page.locator(".game-plate.dealer")
    playwright.expect(dealers).to_have_count(1)
    playwright.expect(dealers).to_contain_text("Ann")
    playwright.expect(dealers).to_contain_text("East, dealer")
    playwright.expect(phone.page.locator("#score-hand")).to_have_text("Score hand 1")


def test_the_names_are_there_for_the_next_game(phones: Phones) -> None:
    phone = phones()
    begin(phone, "british")
    phone.visit("/games/new?rules=mcr")
    for row, name in enumerate(NAMES, 1):
        playwright.expect(phone.page.locator(f"[name=name{row}]")).to_have_value(name)
    phone.press("Begin")
    playwright.expect(phone.page.locator(".game-head .eyebrow")).to_contain_text("MCR")
    playwright.expect(phone.plate("p4")).to_contain_text("Di")


def test_names_already_typed_stay_when_the_ruleset_is_changed(phones: Phones) -> None:
    phone = phones()
    phone.visit("/games/new?rules=classical")
    phone.page.locator("[name=name1]").fill("Zoe")
    phone.tap('.tab[value="british"]')
    playwright.expect(phone.page.locator("[name=name1]")).to_have_value("Zoe")


def test_two_names_that_are_the_same_are_told_beside_the_field(phones: Phones) -> None:
    phone = phones()
    phone.visit("/games/new?rules=classical")
    for row, name in enumerate(("Ann", "Bo", "Ann", "Di"), 1):
        phone.page.locator(f"[name=name{row}]").fill(name)
    phone.press("Begin")
    playwright.expect(phone.page.locator(".field.invalid [name=name3]")).to_have_value("Ann")
    playwright.expect(phone.page.locator(".problems")).to_contain_text("Two players are called")


def test_the_phone_knows_its_games_and_leads_back_to_them(phones: Phones) -> None:
    phone = phones()
    begin(phone, "british")
    key = phone.key
    phone.visit("/games")
    here = phone.page.locator("#games-here a")
    playwright.expect(here).to_have_count(1)
    here.tap()
    phone.page.locator(".game-plates").wait_for()
    assert phone.key == key


def test_a_game_is_joined_by_the_link_that_somebody_sent(phones: Phones) -> None:
    one, other = phones(), phones()
    begin(one, "british")
    other.visit("/games")
    other.page.locator("[name=link]").fill(f"{one.address}/games/{one.key}")
    other.press("Open the game")
    playwright.expect(other.plate("p2")).to_contain_text("Bo")
    playwright.expect(other.page.locator("#score-hand")).to_be_visible()
