"""A game that is removed: the phone forgets it when that is done, and not before."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import Evening, Phone, Phones
from tests.browser.pad import PATIENCE
from tests.browser.test_installable import until

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Route

pytestmark = pytest.mark.browser


@pytest.fixture
def phone(phones: Phones, evening: Evening) -> Phone:
    """A phone that plays a game."""
    made = phones()
    made.join(evening.play)
    return made


def games_of(phone: Phone) -> Locator:
    """The links to the games that a phone remembers."""
    phone.visit("/games")
    phone.page.locator("html.of-script").wait_for()
    return phone.page.locator(".games-here a")


def remove_it(phone: Phone) -> None:
    phone.page.locator("[name=sure]").check()
    phone.press("Remove the game")


@pytest.mark.parametrize("script", [pytest.param("here", marks=pytest.mark.nightly), "late"])
def test_a_removed_game_is_forgotten(phone: Phone, evening: Evening, script: str) -> None:
    late: list[Route] = []
    if script == "late":
        phone.page.route("**/game/page.js", lambda route: late.append(route), times=1)
    phone.page.goto(f"{phone.address}/games/{evening.play}/more", wait_until="commit")
    remove_it(phone)
    phone.page.wait_for_url("**/games?removed=yes")
    playwright.expect(phone.page.locator("main [role=status]")).to_have_text("The game is removed.")
    playwright.expect(games_of(phone)).to_have_count(0)


def test_a_game_that_could_not_be_removed_is_not_forgotten(phone: Phone, evening: Evening) -> None:
    phone.visit(f"/games/{evening.play}/more")
    phone.page.locator("html.of-script").wait_for()
    phone.page.context.set_offline(True)
    with phone.page.expect_event("requestfailed"):
        remove_it(phone)
    phone.page.context.set_offline(False)
    playwright.expect(games_of(phone)).to_have_count(1)


def test_the_pages_do_not_open_again_with_a_game_that_is_gone(
    phone: Phone, evening: Evening
) -> None:
    # A page that the game does not have says nothing of the game.
    phone.visit(f"/games/{evening.play}/entries/9")
    phone.page.wait_for_load_state("networkidle")
    playwright.expect(games_of(phone)).to_have_count(1)
    game = f"{phone.address}/api/v1/games/{evening.play}"
    with urlopen(Request(game, method="DELETE"), timeout=PATIENCE / 1000):
        pass
    phone.page.evaluate("sessionStorage.clear()")
    phone.visit("/")
    playwright.expect(phone.page.locator("h1")).to_have_text("Not found")
    until(phone.page, "() => localStorage.getItem('scorer.games') === '[]'")
    phone.page.evaluate("sessionStorage.clear()")
    phone.visit("/")
    phone.page.wait_for_url(f"{phone.address}/")
