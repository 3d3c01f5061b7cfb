"""A game that begins without a network, on one phone, and comes to the server later."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import NAMES, POINTS, Evening, Phone, eventually, points_of

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser

SECOND = {"E": 22, "S": 40, "W": 18, "N": 10}


@pytest.fixture
def phone(installed: BrowserContext, address: str) -> Phone:
    """A phone that has seen the page of games once, and has no network now."""
    made = Phone(installed.new_page(), address)
    made.visit("/games")
    installed.set_offline(True)
    return made


def begin(phone: Phone) -> None:
    phone.visit("/games/new?rules=classical")
    for row, name in enumerate(NAMES, 1):
        phone.page.locator(f"[name=name{row}]").fill(name)
    phone.press("Begin")
    phone.page.wait_for_url("**/games/alone#*")


def tell(phone: Phone, winner: str, giver: str, **points: int) -> None:
    phone.page.locator("[data-score]").tap()
    phone.page.locator(".kp-bar").wait_for()
    phone.tell_agreed(winner, giver, **points)
    if phone.page.locator(".kp-panel [data-at=round-E]").is_visible():
        phone.tell(round="E")
    phone.enter()
    phone.page.wait_for_url("**/games/alone#*")


def on_the_server(phone: Phone, hands: int) -> Evening:
    """The game, once the phone has given it to the server with all its hands."""
    phone.page.context.set_offline(False)
    eventually(phone.page, lambda: phone.key not in ("alone", "", "new") and "#" not in phone.key)
    evening = Evening(phone.address, phone.key.partition("#")[0], "")
    evening.reaches(phone, hands)
    return evening


def test_a_game_begun_without_a_network_comes_to_the_server_with_its_hands(phone: Phone) -> None:
    begin(phone)
    playwright.expect(phone.page.locator("[data-players] li")).to_have_text(
        ["East · Ann", "South · Bo", "West · Cy", "North · Di"]
    )
    tell(phone, "S", "E", **POINTS)
    playwright.expect(phone.page.locator("[data-hands] li")).to_have_count(1)
    playwright.expect(phone.page.locator("[data-score]")).to_have_text("Score hand 2")
    tell(phone, "W", "S", **SECOND)
    evening = on_the_server(phone, 2)
    assert [points_of(one) for one in evening.counts()] == [POINTS, SECOND]
    assert [one["name"] for one in evening.sheet()["players"]] == [*NAMES]
    phone.shows(evening.sheet()["totals"])
    playwright.expect(phone.waiting).to_be_hidden()


def test_the_game_on_this_phone_is_found_again_after_its_page_was_closed(phone: Phone) -> None:
    begin(phone)
    tell(phone, "S", "E", **POINTS)
    context = phone.page.context
    phone.page.close()
    later = Phone(context.new_page(), phone.address)
    later.visit("/games")
    later.page.locator("#games-here a").first.tap()
    playwright.expect(later.page.locator("[data-hands] li")).to_have_count(1)
    evening = on_the_server(later, 1)
    assert [points_of(one) for one in evening.counts()] == [POINTS]
    later.visit("/games")
    names = later.page.locator("#games-here a[href*=alone]")
    playwright.expect(names).to_have_count(0)
