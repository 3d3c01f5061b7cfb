"""What the keypad of a small phone says is seen whole, and its dock lies over nothing for good."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from scorer.service.i18n.languages import LANGUAGES
from tests.browser.evening import Phone

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

    from tests.browser.pad import Keypad

pytestmark = pytest.mark.browser

UPRIGHT: ViewportSize = {"width": 360, "height": 740}
NARROW: ViewportSize = {"width": 320, "height": 640}
ON_ITS_SIDE: ViewportSize = {"width": 740, "height": 360}
CUT = """(elements) => elements.filter((e) => e.offsetParent && e.scrollWidth > e.clientWidth)
    .map((e) => `${e.textContent}: ${e.scrollWidth} in ${e.clientWidth}`)"""
FOLD = """() => {
  const [fold, dock] = ['#typed > summary', '.kp-dock']
    .map((selector) => document.querySelector(selector).getBoundingClientRect());
  return { top: fold.top, below: dock.top - fold.bottom };
}"""


def two_have_won(page: Page, address: str, language: str) -> None:
    pad = Phone(page, address)
    page.goto(f"{address}/table?rules=riichi&preset=ema&round=E&lang={language}")
    page.locator(".kp-bar").wait_for()
    for name, value in (("winner", "E"), ("from", "W"), ("also", "S")):
        if name == "also":
            pad.chip("also")
        pad.tell(**{name: value})
    strip = page.locator('[data-at="chip-winner"] b span')
    playwright.expect(strip).to_have_count(2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_winners_are_named_whole(page: Page, address: str, language: str) -> None:
    page.set_viewport_size(UPRIGHT)
    two_have_won(page, address, language)
    for size in (UPRIGHT, NARROW, ON_ITS_SIDE):
        page.set_viewport_size(size)
        words = page.locator(".kp-step :is(small, b span)")
        assert words.evaluate_all(CUT) == [], size


def test_two_winners_are_read_out_together(page: Page, address: str) -> None:
    page.set_viewport_size(UPRIGHT)
    two_have_won(page, address, "en")
    Phone(page, address).told("winner", "Winner: East + South")


@pytest.mark.parametrize("rules", ["classical", "riichi"])
def test_at_its_end_the_page_shows_the_fold_above_the_dock(pad: Keypad, rules: str) -> None:
    """Where the fields are that are typed into, and not an empty screen."""
    pad.page.set_viewport_size(UPRIGHT)
    pad.open(rules)
    pad.keys("1b 2b 3b 4d 4d 4d")
    pad.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    fold = pad.page.evaluate(FOLD)
    assert fold["top"] > 0, fold
    assert fold["below"] >= 0, fold
    pad.page.locator("#typed > summary").tap()
    assert pad.page.locator("#typed").get_attribute("open") is not None
