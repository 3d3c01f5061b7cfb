"""A phone that joins a game by a code of six letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from tests.browser.conftest import new_phone
from tests.browser.evening import AFTER, Evening, Phones, asked

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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
