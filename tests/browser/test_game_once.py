"""What one tap makes is made once: before the script is here, by two taps, with a lost answer."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import NAMES, Evening, Phone, Phones, eventually

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser

NEW_LINKS = "Make new links"
WAITING = """() => new Promise((done) => {
  const request = indexedDB.open('scorer-games', 1);
  request.onsuccess = () => {
    const base = request.result;
    const all = base.transaction('entries').objectStore('entries').getAll();
    all.onsuccess = () => { base.close(); done(all.result.map(({ game, path }) => [game, path])); };
  };
})"""


def known_games(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(
        page.evaluate("localStorage.getItem('scorer.games') ?? '[]'")
    )
    return found


def without_script(phone: Phone, path: str) -> list[Route]:
    """Open a page whose script does not come before it is left."""
    held: list[Route] = []
    phone.page.route("**/game/new.js", lambda route: held.append(route), times=1)
    phone.page.goto(f"{phone.address}{path}", wait_until="commit")
    return held


def type_names(page: Page) -> None:
    for row, name in enumerate(NAMES, 1):
        page.locator(f"[name=name{row}]").fill(name)


def test_a_game_begun_before_its_script_is_here_is_remembered(phones: Phones) -> None:
    phone = phones()
    page = phone.page
    held = without_script(phone, "/games/new?rules=classical")
    type_names(page)
    phone.press("Begin")
    page.wait_for_url("**/share")
    assert held
    [game] = known_games(page)
    assert (game["key"], game["role"]) == (phone.key, "play")
    assert game["watch"]
    assert page.evaluate("localStorage.getItem('scorer.names')") == json.dumps(
        [*NAMES], separators=(",", ":")
    )
    page.reload()
    playwright.expect(page.locator("#who-first")).to_be_visible()
    assert page.url.endswith(f"/games/{game['key']}/share")
    assert len(known_games(page)) == 1


@pytest.mark.nightly
def test_two_taps_before_the_script_is_here_keep_the_game(phones: Phones, evening: Evening) -> None:
    phone = phones()
    phone.join(evening.play)
    without_script(phone, f"/games/{evening.play}/more")
    lost: list[Route] = []

    def lose(route: Route) -> None:
        route.fetch()
        lost.append(route)

    phone.page.route("**/keys", lose, times=1)
    # The browser throws away the answer to the first when the second is sent.
    phone.page.get_by_role("button", name=NEW_LINKS).evaluate(
        "(button) => { button.click(); setTimeout(() => button.click(), 800); }"
    )
    eventually(phone.page, lambda: phone.page.url.endswith("/share"))
    assert lost
    assert phone.key != evening.play
    assert [game["key"] for game in known_games(phone.page)] == [phone.key]
    playwright.expect(phone.page.locator(".qr svg").first).to_be_visible()


def test_new_links_whose_answer_is_lost_are_asked_for_again(
    phones: Phones, evening: Evening
) -> None:
    phone = phones()
    phone.join(evening.play)
    phone.visit(f"/games/{evening.play}/more")

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    phone.page.route("**/keys", lose, times=1)
    phone.press(NEW_LINKS)
    said = phone.page.locator("#links-title ~ form [role=status]")
    playwright.expect(said).to_have_text("No network: try again.")
    phone.press(NEW_LINKS)
    phone.page.wait_for_url("**/share")
    assert phone.key != evening.play
    playwright.expect(phone.page.locator(".qr svg")).to_be_visible()
    phone.complaints.clear()


@pytest.mark.nightly
def test_what_waits_goes_with_new_links_that_come_before_their_script(
    phones: Phones, evening: Evening
) -> None:
    evening.hand()
    phone = phones()
    page = phone.page
    phone.join(evening.play)
    page.route("**/games/*/undo", lambda route: route.abort())
    phone.undo_last()
    phone.waiting.locator("h2").wait_for()
    without_script(phone, f"/games/{evening.play}/more")
    phone.press(NEW_LINKS)
    page.wait_for_url("**/share")
    assert page.evaluate(WAITING) == [[phone.key, f"/games/{phone.key}/undo"]]
    assert [game["key"] for game in known_games(page)] == [phone.key]
    page.unroute("**/games/*/undo")
    phone.visit(f"/games/{phone.key}")
    eventually(page, lambda: page.evaluate(WAITING) == [])
    phone.complaints.clear()
