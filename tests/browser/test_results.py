"""A result on one screen of a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.browser.pad import drawn
from tests.browser.page_kinds import TABLE
from tests.nightly import in_turn
from tests.pages.examples import HANDS

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, ViewportSize

pytestmark = pytest.mark.browser

SCREENS = [(390, 844), (360, 640)]
RESULTS = [*(f"/?{urlencode(hand)}" for hand in HANDS.values()), f"/table?{TABLE}"]
SHIFTED = """window.shifted = 0; new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true })"""


@pytest.mark.parametrize(("path", "size"), in_turn(RESULTS, SCREENS, 2), ids=str)
def test_total_payments_and_what_is_next_are_on_one_screen(
    page: Page, address: str, path: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script(SHIFTED)
    page.goto(address + path)
    drawn(page)
    bar = page.locator(".result-bar").bounding_box()
    assert bar
    assert bar["y"] + bar["height"] <= size[1]
    parts = (".figure", ".foremost, .score .badge, .plates", ".plate.at-E", ".next-winds")
    for part in (*parts, ".hand-row") if page.locator(".hand-row").count() else parts:
        box = page.locator(part).first.bounding_box()
        assert box, part
        assert box["y"] + box["height"] <= bar["y"] + 1, part
    for name in ("Next hand", "Correct", "Share"):
        box = page.locator(".result-bar").get_by_role("link", name=name).bounding_box()
        assert box
        assert box["height"] >= 44
    drawn(page)
    assert page.evaluate("window.shifted") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


CONTROLS = """[...document.querySelectorAll("a[href], button, summary, select, textarea, input")]
    .filter((control) => control.checkVisibility() && !control.matches(".skip, .default"))
    .map((control) => control.textContent.trim() || control.name)"""


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
@pytest.mark.parametrize("path", RESULTS[-2:], ids=str)
def test_what_else_a_result_offers_is_folded_away(
    page: Page, plain: BrowserContext, address: str, path: str, scripts: bool
) -> None:
    page = page if scripts else plain.new_page()
    page.goto(address + path)
    page.locator(".result-bar").wait_for()
    assert len(page.evaluate(CONTROLS)) <= 15
    expect(page.locator(".payments").first).to_be_hidden()
    page.locator("#reasons > summary").click()
    expect(page.locator(".payments").first).to_be_visible()
    expect(page.get_by_role("link", name="Make an exercise of it")).to_be_hidden()
    page.locator("#more > summary").click()
    expect(page.get_by_role("link", name="Make an exercise of it")).to_be_visible()
    expect(page.locator("#share")).to_be_visible()


def test_on_a_desk_the_reasons_stand_beside_the_score(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(address + RESULTS[0])
    expect(page.locator("#reasons .lines").first).to_be_visible()
    expect(page.locator("#more .share")).to_be_hidden()


def test_correct_opens_the_form_and_the_keys(page: Page, address: str) -> None:
    page.goto(address + RESULTS[0])
    expect(page.locator("#form")).to_be_hidden()
    page.get_by_role("link", name="Correct").click()
    page.locator(".kp-dock").wait_for()
    expect(page.locator(".kp-tile")).not_to_have_count(0)


@pytest.mark.nightly
def test_without_scripts_correct_opens_the_form(plain: BrowserContext, address: str) -> None:
    page = plain.new_page()
    page.goto(address + RESULTS[0])
    page.get_by_role("link", name="Correct").click()
    page.locator("#form").wait_for()
    page.close()


@pytest.mark.nightly
def test_the_arrows_are_switched_without_scripts(plain: BrowserContext, address: str) -> None:
    page = plain.new_page()
    page.goto(f"{address}/table?{TABLE}")
    expect(page.locator(".arrows.each")).to_be_visible()
    page.get_by_label("3 transfers").check(force=True)
    expect(page.locator(".arrows.each")).to_be_hidden()
    expect(page.locator(".arrows.fewest .arrow")).to_have_count(3)
    page.close()


LARGE = {"width": 195, "height": 422}
"""What is left of a phone for text at 200 %."""


@pytest.mark.parametrize(
    ("path", "size"),
    in_turn(
        [RESULTS[0], RESULTS[-1], "/join", "/games/new", "/classes/new"],
        [LARGE, {"width": 320, "height": 640}],
        3,
    ),
    ids=str,
)
def test_nothing_runs_over_the_edge_in_large_letters(
    page: Page, address: str, path: str, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    page.goto(address + path)
    drawn(page)
    for folded in page.locator(".fold:not(.correct) > summary").all():
        folded.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    for plate in page.locator(".plate").all():
        assert plate.evaluate("plate => plate.scrollWidth <= plate.clientWidth + 1")
