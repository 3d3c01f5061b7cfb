"""Nothing of a board moves when its script comes, and what has moved takes no tap at once."""

from __future__ import annotations

import re

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import AFTER, BOARD_SCRIPT, Evening, Phones

pytestmark = pytest.mark.browser

PLACES = """() => [
    "#score-hand", "#nobody-won", "#who", ".game-plate", ".plate-stick", ".game-middle"
  ].flatMap((selector) => [...document.querySelectorAll(selector)])
  .map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [part.id || part.className, x, y, width, height].join(" ");
  })"""


ACT_ON_WHAT_HAS_MOVED = """detail => {
  new MutationObserver((_seen, observer) => {
    const links = document.querySelectorAll(
      '[data-settling=moved] :is(.game-plate[data-player="p2"] a, #score-hand)');
    if (!links.length) return;
    observer.disconnect();
    links.forEach((link, at) => link.dispatchEvent(new MouseEvent(
      "click", { bubbles: true, cancelable: true, detail, clientX: detail * 100 * at })));
    document.body.dataset.tapped = links.length;
  }).observe(document.body, { attributeFilter: ["data-settling"], subtree: true });
}"""
"""Acts on a plate and the way on as soon as they have moved: with a finger, or a key (0)."""


@pytest.mark.parametrize("ruleset", ["riichi", pytest.param("british", marks=pytest.mark.nightly)])
def test_a_board_stands_still_when_its_script_comes(
    phones: Phones, address: str, ruleset: str
) -> None:
    evening = Evening.begun(address, ruleset)
    phone = phones()
    phone.join(evening.play)
    phone.holds("p3")
    late: list[playwright.Route] = []

    def hold(route: playwright.Route) -> None:
        late.append(route)

    phone.page.route("**/game/board.js", hold, times=1)
    with phone.page.expect_request("**/game/board.js"):
        phone.visit(f"/games/{evening.play}")
    playwright.expect(phone.plate("p3")).to_have_attribute("data-place", "0")
    playwright.expect(phone.page.locator("#who")).to_be_visible()
    before = phone.page.evaluate(PLACES)
    assert len(before) == (12 if ruleset == "riichi" else 8)
    late[0].continue_()
    phone.page.locator(BOARD_SCRIPT).wait_for(state="attached")
    playwright.expect(phone.page.locator("#who-am-i")).to_have_value("p3")
    assert phone.page.evaluate(PLACES) == before


def test_a_plate_that_has_moved_under_a_finger_takes_no_tap(
    phones: Phones, evening: Evening
) -> None:
    phone = phones()
    phone.join(evening.play)
    phone.page.evaluate(ACT_ON_WHAT_HAS_MOVED, 1)
    phone.page.context.set_offline(True)
    phone.page.locator("body[data-tapped='2']").wait_for()
    playwright.expect(phone.page.locator(".kept-note")).to_contain_text("No network")
    phone.page.context.set_offline(False)
    playwright.expect(phone.page.locator(".kept-note")).to_be_empty()
    evening.hand("S", "E")
    phone.shows(AFTER)
    assert phone.page.url.endswith(f"/games/{evening.play}")
    phone.tap('.game-plate[data-player="p2"] a')
    phone.page.wait_for_url("**/hand?winner=p2")


def test_a_key_of_the_keyboard_acts_wherever_its_link_has_moved(
    phones: Phones, evening: Evening
) -> None:
    phone = phones()
    phone.join(evening.play)
    phone.page.evaluate(ACT_ON_WHAT_HAS_MOVED, 0)
    phone.page.route("**/api/v1/**", lambda route: route.abort())
    playwright.expect(phone.page).to_have_url(re.compile("/hand"))
