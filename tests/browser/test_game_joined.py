"""A phone that joins a game by a code of six letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from tests.browser.conftest import new_phone
from tests.browser.evening import AFTER, Evening, Phones, asked

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.browser


def test_a_phone_joins_by_a_code_and_its_entries_have_its_player(
    phones: Phones, evening: Evening
) -> None:
    begins, joins = phones(), phones()
    begins.visit(f"/games/{evening.play}/more")
    begins.page.get_by_role("button", name="A code to type in").tap()
    code = begins.page.locator(".join-code").inner_text()
    playwright.expect(begins.page.locator("[data-expires]")).to_contain_text(":")
    joins.visit("/join")
    joins.page.get_by_label("The six letters of the code").fill(code.lower())
    joins.page.get_by_role("button", name="Join").tap()
    joins.page.locator('html.of-script [data-me="p3"]').tap()
    joins.page.locator(".game-plates").wait_for()
    playwright.expect(joins.page.locator("#who-am-i")).to_have_value("p3")
    assert evening.play not in joins.page.url
    joins.hand("S", "E", E=16, S=32, W=12, N=14)
    joins.shows(AFTER)
    [hand] = evening.counts()
    assert hand["by"] == "Cy"
    joins.visit("/games")
    playwright.expect(joins.page.locator(".games-here a")).to_have_count(1)


def test_a_phone_joins_a_laptop_without_https(browser: Browser, evening: Evening) -> None:
    _, answer = asked(f"{evening.address}/api/v1/games/{evening.play}/codes", {"role": "play"})
    phone = new_phone(browser)
    page = phone.new_page()
    page.goto(f"{evening.address.replace('127.0.0.1', 'laptop.test')}/")
    assert page.evaluate("isSecureContext") is False
    page.get_by_role("textbox", name="Joining a table? Its code:").fill(answer["code"])
    page.get_by_role("button", name="Join").tap()
    page.locator('html.of-script [data-me="p3"]').tap()
    page.locator(".game-plates").wait_for()
    phone.close()


def test_who_is_remembered_though_the_script_was_late(phones: Phones, evening: Evening) -> None:
    evening.hand()
    phone = phones()
    late: list[Route] = []
    phone.page.route("**/game/page.js", lambda route: late.append(route), times=1)
    phone.page.goto(f"{evening.address}/games/{evening.play}/who", wait_until="commit")
    phone.page.locator('[data-me="p2"]').tap()
    playwright.expect(phone.page.locator("#who-am-i")).to_have_value("p2")
    assert late
    playwright.expect(phone.page).to_have_url(f"{evening.address}/games/{evening.play}")
    phone.undo_last()
    evening.reaches(phone, 2)
    assert evening.sheet()["entries"][-1]["by"] == "Bo"
    phone.visit(f"/games/{evening.play}/who")
    phone.page.locator('html.of-script [data-me=""]').tap()
    playwright.expect(phone.page.locator("#who-am-i")).to_have_value("")


@pytest.mark.nightly
def test_who_entered_is_known_where_a_browser_keeps_no_entries(
    phones: Phones, evening: Evening
) -> None:
    """Then every entry is sent as a form."""
    phone = phones()
    phone.page.add_init_script(
        "Object.defineProperty(window, 'indexedDB', { get() { throw new Error('denied'); } });"
    )
    phone.join(evening.play)
    phone.holds("p2")
    phone.hand("S", "E", E=16, S=32, W=12, N=14)
    phone.shows(AFTER)
    phone.undo_last()
    evening.reaches(phone, 2)
    phone.visit(f"/games/{evening.play}/more")
    phone.press("Finish the evening")
    evening.reaches(phone, 3)
    assert [entry["by"] for entry in evening.sheet()["entries"]] == ["Bo", "Bo", "Bo"]
