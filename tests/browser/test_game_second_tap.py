"""Taps that a page does not expect: a second one in the same place, or one before its scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import AFTER, BOARD_SCRIPT, START, UNSETTLED, Evening, Phone, eventually

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.browser

TAP_AND_TAP_WHAT_COMES = """(first, place) => new Promise((done) => {
  let taps = 0;
  // A finger's click has a detail, which a key's has not.
  const tap = (part) => part.dispatchEvent(
    new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  addEventListener("submit", () => { taps += 1; }, { capture: true });
  new MutationObserver((_seen, observer) => {
    const next = document.querySelector(place);
    if (!next || next === first) return;
    observer.disconnect();
    tap(next);
    done(taps);
  }).observe(document.body, { childList: true, subtree: true });
  tap(first);
})"""
"""Taps a button, and what has come up in its place as soon as it has: how many forms were sent."""
LAST = "#undo-last"
FIRST_ROW = "#hands li form button"


@pytest.mark.parametrize("place", [LAST, pytest.param(FIRST_ROW, marks=pytest.mark.nightly)])
def test_a_second_tap_on_undo_is_none(phone: Phone, evening: Evening, place: str) -> None:
    evening.hand("E", "S")
    playwright.expect(phone.page.locator("#hands li")).to_have_count(2)
    taps = phone.page.locator(f"{place}:not({UNSETTLED})").first.evaluate(
        TAP_AND_TAP_WHAT_COMES, place
    )
    assert taps == 1
    phone.shows(AFTER)
    # A tap after that counts.
    phone.undo_last()
    eventually(phone.page, lambda: len(evening.counts()) == 2)


@pytest.mark.nightly
def test_a_second_tap_on_undo_opens_no_link(phone: Phone, evening: Evening) -> None:
    evening.hand("E", "S")
    playwright.expect(phone.page.locator("#hands li")).to_have_count(2)
    last = phone.page.locator(f"{LAST}:not({UNSETTLED})")
    last.evaluate(TAP_AND_TAP_WHAT_COMES, "#correct-last")
    phone.shows(AFTER)
    assert phone.page.url.endswith(f"/games/{evening.play}")


@pytest.mark.nightly
def test_a_second_tap_drops_one_of_what_waits(phone: Phone, evening: Evening) -> None:
    phone.page.context.set_offline(True)
    for _ in range(4):
        phone.undo_last()
        playwright.expect(phone.page.locator(f"form[aria-busy] {LAST}")).to_have_count(0)
    playwright.expect(phone.waiting.locator("li")).to_have_count(4)
    phone.page.context.set_offline(False)
    # The undo counts; of an entry that is undone there is none.
    playwright.expect(phone.waiting.locator("h2")).to_have_text("This entry was not accepted")
    place = "#waiting .buttons button"
    drop = phone.page.locator(f"{place}:not({UNSETTLED})")
    drop.evaluate(TAP_AND_TAP_WHAT_COMES, place)
    playwright.expect(phone.waiting.locator("ul").first.locator("li")).to_have_count(1)
    phone.press("Drop it")
    playwright.expect(phone.waiting.locator("ul")).to_have_count(1)
    phone.press("Drop it")
    playwright.expect(phone.waiting).to_be_hidden()
    assert evening.sheet()["version"] == 2


def test_an_undo_before_the_script_of_the_board_counts_once(phone: Phone, evening: Evening) -> None:
    late: list[Route] = []
    phone.page.route("**/game/board.js", lambda route: late.append(route), times=1)
    phone.visit(f"/games/{evening.play}")
    phone.page.locator(f"html.of-script {LAST}").tap()
    phone.shows(START)
    assert late
    playwright.expect(phone.page.locator(BOARD_SCRIPT)).to_be_attached()
    playwright.expect(phone.waiting).to_be_hidden()
    assert evening.sheet()["version"] == 2


@pytest.mark.parametrize(
    ("page", "button"),
    [("", "Undo East 1"), pytest.param("/more", "Finish the evening", marks=pytest.mark.nightly)],
)
def test_a_refused_form_leads_to_the_board_which_goes_on(
    phone: Phone, evening: Evening, page: str, button: str
) -> None:
    late: list[Route] = []
    phone.page.route("**/game/page.js", lambda route: late.append(route), times=1)
    phone.page.goto(f"{phone.address}/games/{evening.play}{page}", wait_until="commit")
    tapped = phone.page.get_by_role("button", name=button).first
    tapped.wait_for()
    evening.hand("E", "S")
    tapped.tap()
    problems = phone.page.locator(".problems")
    playwright.expect(problems).to_contain_text("Somebody else has made an entry")
    # As it comes then it has a tag, and still says why it came.
    phone.page.locator("#game:not([data-tag=''])").wait_for()
    playwright.expect(problems).to_be_focused()
    playwright.expect(phone.page).to_have_url(f"{phone.address}/games/{evening.play}")
    evening.hand("S", "E")
    phone.shows(evening.sheet()["totals"])
    playwright.expect(problems).to_have_count(0)
