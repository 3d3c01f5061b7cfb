"""Before the keys are there, and as they come: over a slow line that takes many seconds."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import eventually
from tests.browser.pad import Keypad, drawn
from tests.nightly import nightly

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route


pytestmark = pytest.mark.browser

SHIFTS = """
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) shifted += shift.value;
  }).observe({ type: "layout-shift", buffered: true });
"""
PAGES = ["/hand", "/table", "/waits", "/table?rules=mcr", "/?rules=american"]
SIZES = [(390, 844), (360, 640), (844, 390), (768, 1024), (1440, 900)]
BUSY = 6
"""How many times slower a phone is whose processor does other things too: a page is then painted
before all of it is read."""
BY_DAY = [
    ((390, 844), BUSY, PAGES[:1]),
    ((1440, 900), 1, PAGES[3:4]),
]


class SlowLine:
    """A page whose keys' script is held back until it is let through."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.held: list[Route] = []

    def open(self, address: str) -> None:
        self.page.route("**/keypad/keypad.js", self.hold)
        self.page.goto(address, wait_until="commit")
        self.page.locator("#typed .actions").wait_for(state="attached")
        eventually(self.page, lambda: bool(self.held))

    def unfold(self) -> None:
        """Open the fields that are typed into, which are folded as they come."""
        self.page.get_by_text("Type instead of tapping").click()

    def hold(self, route: Route) -> None:
        self.held.append(route)

    def let_through(self) -> None:
        self.held.pop().continue_()
        self.page.unroute("**/keypad/keypad.js")
        self.page.locator(".kp-bar").wait_for()


@pytest.fixture
def slow(pad: Keypad) -> SlowLine:
    return SlowLine(pad.page)


def throttled(page: Page, times: int) -> None:
    """Slow the page's processor down this many times."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


@pytest.mark.parametrize(
    ("size", "times", "paths"), [*BY_DAY, *nightly(product(SIZES, [BUSY, 1], [PAGES]))], ids=str
)
def test_nothing_moves_when_the_keys_come(
    slow: SlowLine, address: str, size: tuple[int, int], times: int, paths: list[str]
) -> None:
    width, height = size
    throttled(slow.page, times)
    slow.page.set_viewport_size({"width": width, "height": height})
    slow.page.add_init_script(SHIFTS)
    for path in paths:
        slow.open(f"{address}{path}")
        drawn(slow.page)
        slow.let_through()
        drawn(slow.page)
        assert slow.page.evaluate("shifted") < 0.02, path


def test_who_types_before_the_keys_are_there_types_on(slow: SlowLine, address: str) -> None:
    slow.open(f"{address}/?rules=classical")
    tiles = slow.page.get_by_label("Tiles in the hand")
    playwright.expect(tiles).to_be_hidden()
    slow.unfold()
    tiles.fill("123b 55d")
    slow.page.get_by_role("radiogroup", name="Your seat").get_by_label("West").check()
    slow.let_through()
    playwright.expect(slow.page.locator(".kp-keys")).to_be_hidden()
    playwright.expect(tiles).to_have_value("123b 55d")
    playwright.expect(slow.page.locator(".kp-tile")).to_have_count(5)
    playwright.expect(slow.page.locator('[data-at="chip-seat"]')).to_have_text("You: West")
    slow.page.locator(".kp-toggle").tap()
    playwright.expect(slow.page.locator(".kp-keys")).to_be_visible()


@pytest.mark.nightly
def test_who_types_is_not_sent_to_the_ruleset_of_last_time(
    pad: Keypad, slow: SlowLine, address: str
) -> None:
    pad.open("british")
    slow.open(f"{address}/hand")
    slow.unfold()
    slow.page.get_by_role("radiogroup", name="Your seat").get_by_label("West").check()
    slow.let_through()
    playwright.expect(slow.page.locator('.tab[aria-pressed="true"]')).to_have_attribute(
        "value", "classical"
    )
    playwright.expect(slow.page.get_by_role("radio", name="West").first).to_be_checked()


@pytest.mark.nightly
def test_while_nobody_types_the_keys_lie_open(slow: SlowLine, address: str) -> None:
    slow.open(f"{address}/?rules=classical")
    note = slow.page.get_by_text("The tile keys are loading. The form below works without them.")
    playwright.expect(note).to_be_visible()
    slow.let_through()
    playwright.expect(slow.page.locator(".kp-keys")).to_be_visible()
    playwright.expect(note).to_be_hidden()


def test_where_the_keys_never_come_the_form_does_it_all(
    pad: Keypad, slow: SlowLine, address: str
) -> None:
    slow.open(f"{address}/?rules=classical")
    slow.unfold()
    slow.page.get_by_label("Tiles in the hand").fill("123b 55d EEE 777c 234d")
    slow.page.get_by_role("textbox", name="Winning tile").fill("5d")
    for group, choice in (("won", "self_draw"), ("seat", "W"), ("round", "E")):
        slow.page.locator(f'#form [name="{group}"][value="{choice}"]').check(force=True)
    slow.held.pop().abort()
    slow.page.unroute("**/keypad/keypad.js")
    slow.page.get_by_role("button", name="Score", exact=True).tap()
    slow.page.locator(".figure").wait_for()
    pad.complaints = [words for words in pad.complaints if "ERR_FAILED" not in words]


def test_who_has_opened_the_fields_before_the_keys_finds_them_open(
    slow: SlowLine, address: str
) -> None:
    slow.open(f"{address}/table")
    slow.unfold()
    slow.let_through()
    playwright.expect(slow.page.locator("#typed")).to_have_js_property("open", True)


def test_no_field_that_lies_folded_is_laid_out(slow: SlowLine, address: str) -> None:
    """A browser that fills in forms for people looks into every field of a page as it comes."""
    slow.open(f"{address}/table")
    fields = slow.page.locator("#typed :is(input, select)")
    boxes = fields.evaluate_all("all => all.filter(field => field.getClientRects().length).length")
    assert (fields.count() > 100, boxes) == (True, 0)
