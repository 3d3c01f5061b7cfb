"""Every page of a game, by day and night and at every width: nothing that axe-core finds, nothing
beside the screen."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import Evening, Phones
from tests.browser.test_accessible import SCHEMES, UNFOLDED, Scheme, faults, faults_by_day_and_night
from tests.nightly import in_turn, nightly

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

LONG = ["Wilhelmina Featherstonehaugh-Cholmondeley"[:40], "Bo", "Cy", "Maximilian-Alexander O’Shea"]
WIDTHS = (320, 390, 768, 1280)
PAGES = {
    "start": "/games",
    "new": "/games/new?rules=british",
    "alone": "/games/alone",
    "privacy": "/games/privacy",
    "board": "/games/{play}",
    "watched": "/games/{watch}",
    "watched more": "/games/{watch}/more",
    "hand": "/games/{play}/hand",
    "again": "/games/{play}/hand/1",
    "entry": "/games/{play}/entries/1",
    "adjust": "/games/{play}/adjust",
    "table": "/games/{play}/table",
    "more": "/games/{play}/more",
    "share": "/games/{play}/share",
    "watched share": "/games/{watch}/share",
    "who": "/games/{play}/who",
    "settle up": "/games/{play}/settle-up?rate=0.05&currency=GBP",
    "wrong rate": "/games/{play}/settle-up?rate=much",
    "sheet": "/games/{play}/sheet",
    "wall": "/games/{watch}/wall",
    "board zh": "/games/{play}?lang=zh",
    "board fr": "/games/{play}?lang=fr",
    "over": "/games/{over}",
    "goulash": "/games/{american}",
}
KINDRED = (
    "watched more",
    "watched share",
    "again",
    "wrong rate",
    "board zh",
    "board fr",
    "goulash",
)
"""Pages of which another with the same template is among them."""


@pytest.fixture(scope="module")
def keys(address: str) -> dict[str, str]:
    """A game with an entry of each kind, one that is over, and another ruleset's."""
    evening = Evening.begun(address, "british", players=LONG, title="The long Tuesday evening")
    evening.hand(points={"E": 16, "S": 1000, "W": 12, "N": 14})
    evening.hand("E", "S")
    evening.write("adjust", moves={"p1": -12_000, "p2": 12_000}, why="all that was owed")
    evening.write("undo", entry=2)
    evening.write("players", players={"p3": "Cynthia"})
    over = Evening.begun(address, "mcr")
    over.hand(points={"S": 24})
    over.write("close")
    american = Evening.begun(address, "american")
    american.write("hand", document={"players": {seat: {} for seat in "ESWN"}})
    return {
        **{"play": evening.play, "watch": evening.watch},
        **{"over": over.play, "american": american.play},
    }


def opened(page: Page, address: str, path: str) -> None:
    page.goto(address + path)
    if path.endswith(("/hand", "/hand/1")):
        page.locator(".kp-bar").wait_for()
    if path == PAGES["alone"]:
        # Where no game was begun it leads to where one is.
        page.wait_for_url("**/games")
    page.evaluate(UNFOLDED)


@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        *in_turn((name for name in PAGES if name not in KINDRED), SCHEMES, 4),
        *nightly(product(KINDRED, SCHEMES)),
    ],
)
def test_a_page_of_a_game_has_no_fault_and_lies_within_the_screen(
    page: Page, address: str, keys: dict[str, str], name: str, scheme: Scheme
) -> None:
    page.emulate_media(color_scheme=scheme)
    opened(page, address, PAGES[name].format(**keys))
    assert faults(page) == []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        found = page.evaluate("document.documentElement.scrollWidth")
        assert found <= width, f"{name} at {width}"


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
def test_the_links_of_a_new_game_have_no_fault(phones: Phones) -> None:
    phone = phones()
    # Where its script does not come the form is answered with a page.
    phone.page.route("**/game/new.js", lambda route: route.abort())
    phone.visit("/games/new?rules=british")
    for row, name in enumerate(LONG, 1):
        phone.page.locator(f"[name=name{row}]").fill(name)
    phone.press("Begin")
    phone.page.locator("a.address").first.wait_for()
    assert faults(phone.page) == []
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    # What the browser says of the script that did not come.
    phone.complaints.clear()
