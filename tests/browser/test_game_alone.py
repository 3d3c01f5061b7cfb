"""A game that begins without a network, on one phone, and comes to the server later."""

from __future__ import annotations

import re
from collections.abc import Sequence
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


def begin(phone: Phone, rules: str = "classical", names: Sequence[str] = NAMES) -> None:
    phone.visit(f"/games/new?rules={rules}")
    for row, name in enumerate(names, 1):
        phone.page.locator(f"[name=name{row}]").fill(name)
    phone.press("Begin")
    phone.page.wait_for_url("**/games/alone#*")


def tell(phone: Phone, winner: str, giver: str, **points: int) -> None:
    phone.page.locator("[data-score]").tap()
    phone.page.locator(".kp-bar").wait_for()
    phone.tell_agreed(winner, giver, **points)
    phone.enter()
    phone.page.wait_for_url("**/games/alone#*")


def on_the_server(phone: Phone, hands: int) -> Evening:
    """The game, once the phone has given it to the server with all its hands."""
    phone.page.context.set_offline(False)
    eventually(phone.page, lambda: phone.key not in ("alone", "", "new") and "#" not in phone.key)
    evening = Evening(phone.address, phone.key.partition("#")[0], "")
    evening.reaches(phone, hands)
    return evening


@pytest.mark.nightly
def test_a_game_begun_without_a_network_comes_to_the_server_with_its_hands(phone: Phone) -> None:
    begin(phone)
    playwright.expect(phone.page.locator("[data-players] li")).to_have_text(
        ["East · Ann", "South · Bo", "West · Cy", "North · Di"]
    )
    tell(phone, "S", "E", **POINTS)
    playwright.expect(phone.page.locator("[data-hands] li")).to_have_text(["Hand 1: Bo won"])
    playwright.expect(phone.page.locator("[data-score]")).to_have_text("Score hand 2")
    tell(phone, "W", "S", **SECOND)
    evening = on_the_server(phone, 2)
    assert points_of(evening.counts()[0]) == POINTS
    # The second hand names Cy and Bo, who is East in it.
    assert points_of(evening.counts()[1]) == {"N": 22, "E": 40, "S": 18, "W": 10}
    assert [player["name"] for player in evening.sheet()["players"]] == [*NAMES]
    phone.shows(evening.sheet()["totals"])
    playwright.expect(phone.waiting).to_be_hidden()


@pytest.mark.nightly
def test_the_game_on_this_phone_is_found_again_after_its_page_was_closed(phone: Phone) -> None:
    begin(phone)
    tell(phone, "S", "E", **POINTS)
    context = phone.page.context
    phone.page.close()
    later = Phone(context.new_page(), phone.address)
    later.visit("/games")
    later.page.locator(".games-here a").first.tap()
    playwright.expect(later.page.locator("[data-hands] li")).to_have_count(1)
    evening = on_the_server(later, 1)
    assert [points_of(entry) for entry in evening.counts()] == [POINTS]
    later.visit("/games")
    names = later.page.locator(".games-here a[href*=alone]")
    playwright.expect(names).to_have_count(0)


def shows(phone: Phone, selector: str, *texts: str) -> None:
    playwright.expect(phone.page.locator(selector)).to_have_text(texts)


@pytest.mark.nightly
def test_a_game_of_three_knows_its_players_and_asks_for_nothing_that_it_knows(phone: Phone) -> None:
    begin(phone, "riichi", NAMES[:3])
    phone.page.locator("[data-score]").tap()
    phone.page.locator(".kp-bar").wait_for()
    playwright.expect(phone.page.locator("h1")).to_have_text("Hand 1")
    shows(phone, '.kp-panel [data-at^="winner-"]', "Ann", "Bo", "Cy", "Nobody")
    phone.tell(winner="S")
    phone.told("winner", "Winner: Bo")
    known = phone.page.locator(".kp-chip", has_text=re.compile("Round|Counters"))
    playwright.expect(known).to_have_count(0)
    phone.tell(won="self_draw")
    phone.tap("#keypad-points")
    phone.tap('[data-amount="han 3"]')
    phone.tap('[data-amount="fu 40"]')
    phone.enter()
    phone.page.wait_for_url("**/games/alone#*")
    shows(phone, "[data-hands] li", "Hand 1: Bo won")
    phone.page.locator("[data-score]").tap()
    phone.page.locator(".kp-bar").wait_for()
    shows(phone, '.kp-panel [data-at^="winner-"]', "Ann", "Bo", "Cy", "Nobody")
    phone.tell(winner="nobody")
    phone.tap('.kp-panel [data-at="W"]')
    phone.press("Done")
    phone.enter()
    phone.page.wait_for_url("**/games/alone#*")
    shows(phone, "[data-hands] li", "Hand 1: Bo won", "Hand 2: Nobody won")
    evening = on_the_server(phone, 2)
    first, second = evening.counts()
    assert first["moves"]["p2"] > 0
    assert second["seats"] == {"E": "p2", "S": "p3", "W": "p1"}
    assert second["moves"] == {"p1": -1000, "p2": -1000, "p3": 2000}


@pytest.mark.nightly
def test_a_game_keeps_the_rules_that_it_began_with(phone: Phone) -> None:
    """The table of this phone plays otherwise: that is not the game's."""
    phone.visit("/games/new?rules=riichi")
    for row, name in enumerate(NAMES, 1):
        phone.page.locator(f"[name=name{row}]").fill(name)
    phone.page.get_by_text("House rules, title, start").tap()
    phone.page.get_by_text("House rules", exact=True).tap()
    phone.page.locator("#field-preset").select_option("tenhou")
    phone.press("Begin")
    phone.page.wait_for_url("**/games/alone#*")
    phone.page.locator("[data-score]").tap()
    phone.page.locator(".kp-bar").wait_for()
    phone.field("preset", "tenhou")
    rules = phone.page.locator(".kp-chip", has_text="House rules")
    playwright.expect(rules).to_have_count(0)
    # Tenhou plays abortive draws: that is asked, as it would be at the server.
    phone.tell(winner="nobody")
    phone.press("Later")
    playwright.expect(phone.page.locator('[data-at="chip-t.draw"]')).to_be_visible()
