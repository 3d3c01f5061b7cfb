"""Two phones and a screen that watches: what one enters the others see by themselves."""

from __future__ import annotations

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import AFTER, Evening, Phone, Phones

pytestmark = pytest.mark.browser

POST = """path => fetch(path, {
    method: "POST", body: new URLSearchParams({entry: "1"}), headers: {Accept: "application/json"},
}).then((answer) => answer.status)"""
HIDE = """hidden => Object.defineProperty(
    document, "hidden", {get: () => hidden, configurable: true})"""


def first_hand(phone: Phone) -> None:
    phone.hand("S", "E", E=16, S=32, W=12, N=14)


def stop_the_clock(phone: Phone) -> None:
    """From here on the time of this phone passes only as it is told to, however slow the machine
    is."""
    clock = phone.page.clock
    clock.install()
    phone.page.reload()
    phone.page.locator(".game-plates").wait_for()
    clock.pause_at(phone.page.evaluate("Date.now() + 60_000"))


def test_a_hand_of_one_phone_is_on_the_other_within_two_seconds(
    phones: Phones, evening: Evening
) -> None:
    one, other = phones(), phones()
    one.join(evening.play)
    other.join(evening.play)
    stop_the_clock(other)
    first_hand(one)
    one.shows(AFTER)
    playwright.expect(other.page.locator(".plate-total").first).to_have_text("2000")
    other.page.clock.run_for(2000)
    other.shows(AFTER)
    for phone in (one, other):
        phone.shows_winds("NESW")
        playwright.expect(phone.plate("p2").locator(".plate-moved")).to_have_text("+128")
        playwright.expect(phone.page.locator("#score-hand")).to_have_attribute("data-hand", "2")
        playwright.expect(phone.page.locator(".last-hand")).to_contain_text(
            "Bo won on Ann’s discard"
        )


def test_a_watching_screen_sees_it_and_has_no_way_to_write(
    phones: Phones, evening: Evening
) -> None:
    one, wall = phones(), phones()
    one.join(evening.play)
    wall.join(evening.watch)
    first_hand(one)
    wall.shows(AFTER)
    wall.shows_winds("NESW")
    playwright.expect(wall.page.locator("#hands li")).to_have_count(1)
    for path in ("", "/more", "/settle-up", "/sheet", "/entries/1"):
        wall.visit(f"/games/{evening.watch}{path}")
        playwright.expect(wall.page.locator("main form[method=post]")).to_have_count(0)
        playwright.expect(wall.page.locator('main a[href$="/hand"]')).to_have_count(0)
        playwright.expect(wall.page.locator("#who-am-i")).to_have_count(0)
        assert evening.play not in wall.page.content()


@pytest.mark.nightly
def test_what_a_watching_screen_sends_is_refused(phones: Phones, evening: Evening) -> None:
    evening.hand()
    wall = phones()
    wall.join(evening.watch)
    for path in ("hand", "undo", "adjust", "table", "more", "keys", "delete"):
        assert wall.page.evaluate(POST, f"/games/{evening.watch}/{path}") == 403, path
        assert evening.sheet()["version"] == 1, path


@pytest.mark.nightly
def test_a_board_that_was_hidden_is_up_to_date_when_it_is_seen_again(
    phones: Phones, evening: Evening
) -> None:
    phone = phones(own=True)
    phone.join(evening.play)
    stop_the_clock(phone)
    phone.page.evaluate(HIDE, True)
    evening.hand()
    phone.page.evaluate(HIDE, False)
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    phone.shows(AFTER)


@pytest.mark.nightly
def test_what_was_opened_stays_open_when_an_entry_comes(phones: Phones, evening: Evening) -> None:
    evening.hand()
    phone = phones()
    phone.join(evening.play)
    phone.page.locator("#paper > summary").tap()
    # A tap ends, and gives the focus, after the call has returned.
    playwright.expect(phone.page.locator("#paper")).to_have_attribute("open", "")
    who = phone.page.locator("#who-am-i")
    # The page's script shows it.
    who.wait_for()
    who.focus()
    evening.hand("E", "S")
    playwright.expect(phone.page.locator("#paper tbody tr")).to_have_count(3)
    playwright.expect(phone.page.locator("#paper")).to_have_attribute("open", "")
    playwright.expect(who).to_be_focused()


def test_a_game_that_was_removed_is_told_to_the_others(phones: Phones, evening: Evening) -> None:
    one, other = phones(), phones()
    one.join(evening.play)
    other.join(evening.play)
    one.visit(f"/games/{evening.play}/more")
    one.page.locator("[name=sure]").check()
    one.press("Remove the game")
    playwright.expect(one.page.locator("main [role=status]")).to_contain_text("The game is removed")
    playwright.expect(one.page.locator("#games-here")).to_be_hidden()
    playwright.expect(other.page.locator("#game")).to_contain_text("has been removed")


@pytest.mark.nightly
def test_new_links_close_the_old_ones(phones: Phones, evening: Evening) -> None:
    one, other = phones(), phones()
    one.join(evening.play)
    other.join(evening.play)
    one.visit(f"/games/{evening.play}/more")
    one.press("Make new links")
    one.page.wait_for_url("**/share")
    assert one.key not in (evening.play, evening.watch)
    one.join(one.key)
    playwright.expect(one.plate("p1")).to_contain_text("Ann")
    playwright.expect(other.page.locator("#game")).to_contain_text("has new links")
