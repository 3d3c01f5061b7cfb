"""Every page of a game, by day and night and at every width: nothing that axe-core finds, nothing
beside the screen."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import Evening, Phones
from tests.browser.page_kinds import (
    GAME_PAGES,
    KINDRED_GAME_PAGES,
    LONG_NAMES,
    UNFOLDED,
    game_keys,
    open_page,
)
from tests.browser.test_accessible import SCHEMES, Scheme, faults, faults_by_day_and_night
from tests.nightly import in_turn, nightly

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

WIDTHS = (320, 390, 768, 1280)


@pytest.fixture(scope="module")
def keys(address: str) -> dict[str, str]:
    return game_keys(address)


@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        *in_turn((name for name in GAME_PAGES if name not in KINDRED_GAME_PAGES), SCHEMES, 4),
        *nightly(product(KINDRED_GAME_PAGES, SCHEMES)),
    ],
)
def test_a_page_of_a_game_has_no_fault_and_lies_within_the_screen(
    page: Page, address: str, keys: dict[str, str], name: str, scheme: Scheme
) -> None:
    page.emulate_media(color_scheme=scheme)
    open_page(page, address + GAME_PAGES[name].format(**keys))
    page.evaluate(UNFOLDED)
    assert faults(page) == []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        found = page.evaluate("document.documentElement.scrollWidth")
        assert found <= width, f"{name} at {width}"


@pytest.mark.nightly
def test_what_waits_and_what_somebody_was_quicker_with_has_no_fault(
    phones: Phones, address: str
) -> None:
    evening = Evening.begun(address)
    phone = phones()
    phone.join(evening.play)
    phone.score_hand()
    phone.tell_agreed("S", "E", E=16, S=32, W=12, N=14)
    evening.hand()
    phone.page.route("**/hand", lambda route: route.abort())
    phone.enter()
    playwright.expect(phone.waiting).to_contain_text("1 entry waits")
    assert faults_by_day_and_night(phone.page) == []
    phone.page.unroute("**/hand")
    playwright.expect(phone.waiting).to_contain_text("The game has changed")
    assert faults_by_day_and_night(phone.page) == []
    for width in WIDTHS:
        phone.page.set_viewport_size({"width": width, "height": 800})
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.nightly
def test_the_players_are_in_view_and_no_name_is_broken(page: Page, address: str) -> None:
    names = ("Margaret", "Bo", "Christopher", "Di")
    evening = Evening.begun(address, players=names)
    evening.hand()
    page.goto(f"{address}/games/{evening.play}")
    for width, height in ((360, 640), (390, 844), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        for plate in page.locator(".game-plate").all():
            box, name = plate.bounding_box(), plate.locator(".plate-name").bounding_box()
            assert box
            assert name
            assert box["y"] + box["height"] <= height, f"{width}x{height}"
            assert name["height"] < 25, f"{width}x{height}: {plate.inner_text()}"


def test_a_hand_on_a_phone_says_what_it_corrects(page: Page, address: str) -> None:
    evening = Evening.begun(address)
    evening.hand()
    page.goto(f"{address}/games/{evening.play}/hand/1")
    heading = page.get_by_role("heading", name="Correct East 1").bounding_box()
    more, back = (page.locator(of).bounding_box() for of in (".site-more > summary", ".back"))
    assert heading
    assert more
    assert back
    assert back["x"] + back["width"] <= heading["x"]
    assert heading["x"] + heading["width"] <= more["x"]
    assert heading["height"] == 44


@pytest.mark.nightly
def test_the_links_of_a_new_game_have_no_fault(phones: Phones) -> None:
    phone = phones()
    # Where no script comes the form is answered with a page.
    phone.page.route("**/game/{new,begun}.js", lambda route: route.abort())
    phone.visit("/games/new?rules=british")
    for row, name in enumerate(LONG_NAMES, 1):
        phone.page.locator(f"[name=name{row}]").fill(name)
    phone.press("Begin")
    phone.page.locator("a.address").first.wait_for()
    assert faults(phone.page) == []
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    # What the browser says of the script that did not come.
    phone.complaints.clear()
