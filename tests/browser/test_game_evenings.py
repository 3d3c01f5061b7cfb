"""What players did over evenings: counted on the phone that has seen the boards, and only there."""

from __future__ import annotations

import csv
import json
from urllib.parse import urlsplit

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import Evening, Phones
from tests.browser.test_accessible import faults_by_day_and_night

pytestmark = pytest.mark.browser


def test_evenings_are_counted_by_name_taken_along_and_removed(phones: Phones, address: str) -> None:
    first, second = Evening.begun(address), Evening.begun(address, title="Friday")
    first.hand("S", "E")
    first.hand("E", "S")
    second.hand("S", "W")
    second.write("close")
    phone = phones()
    page = phone.page
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method + " " + request.url))
    for evening in (first, second):
        phone.join(evening.play)
    phone.visit("/games")
    sent.clear()
    phone.press("Over evenings: wins, deal-ins, best hands", role="link")
    bo = page.locator("tbody tr", has_text="Bo")
    net = sum(evening.sheet()["totals"]["p2"] - 2000 for evening in (first, second))
    # As South, as East, and as South again, with 32, 16 and 32 points; it was never their discard.
    playwright.expect(bo.locator("td")).to_have_text(
        [f"{net:+}", "3 100%", "0 0%", "26.7", "32", "3", "2"]
    )
    playwright.expect(page.locator("#evening-list li")).to_have_count(2)
    # Only sheets are asked for; of what was counted nothing is sent.
    assert {request.split()[0] for request in sent} == {"GET"}
    assert all(not urlsplit(request.split()[1]).query for request in sent if "/api/" in request)
    assert faults_by_day_and_night(page) == []
    for width in (320, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 390, "height": 844})

    with page.expect_download() as started:
        phone.press("Table (CSV)")
    rows = [*csv.DictReader(started.value.path().read_text("utf-8-sig").splitlines())]
    assert [row["name"] for row in rows] == ["Ann", "Bo", "Cy", "Di"] * 2
    assert sum(int(row["net"]) for row in rows if row["name"] == "Bo") == net
    with page.expect_download() as started:
        phone.press("Everything (JSON)")
    text = started.value.path().read_text()
    assert len(json.loads(text)["evenings"]) == 2
    assert not {first.play, second.play} & {*text.split('"')}

    phone.tap("details.more > summary")
    page.locator("#evening-list button").first.tap()
    playwright.expect(page.locator("#evening-list li")).to_have_count(1)
    # It does not come back with its game.
    page.reload()
    playwright.expect(bo.locator("td").last).to_have_text("1")
    phone.tap("details.more > summary")
    page.locator("#remove-all input").check()
    phone.press("Remove all evenings")
    playwright.expect(page.locator("#none")).to_be_visible()
    page.reload()
    playwright.expect(page.locator("#none")).to_be_visible()
    playwright.expect(page.locator("tbody tr")).to_have_count(0)


def test_an_evening_stays_counted_when_its_game_is_removed(phones: Phones, address: str) -> None:
    evening = Evening.begun(address)
    evening.hand("S", "E")
    phone = phones()
    phone.join(evening.play)
    phone.page.wait_for_function("() => localStorage.getItem('scorer.evenings')")
    phone.page.evaluate("localStorage.removeItem('scorer.games')")
    phone.visit("/games/evenings")
    playwright.expect(phone.page.locator("tbody tr")).to_have_count(4)
