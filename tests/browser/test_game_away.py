"""A game without a network: what is entered waits on the phone, and is counted once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import POINTS, Evening, Phone, Phones, eventually, points_of
from tests.browser.test_installable import until

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Route

pytestmark = pytest.mark.browser

SECOND = {"E": 22, "S": 40, "W": 18, "N": 10}
WAITS = "entry waits on this phone for the network"
KEPT = """async path => Boolean(await caches.match(path, {ignoreVary: true}))"""
BACK = 15_000
"""Milliseconds until a phone has looked for the network again, however long it was away."""


@pytest.fixture
def phone(installed: BrowserContext, address: str) -> Phone:
    return Phone(installed.new_page(), address)


def ready(phone: Phone, evening: Evening) -> None:
    """The board and the form of the next hand are kept, as one hand of the evening has them."""
    phone.join(evening.play)
    phone.score_hand()
    for path in ("", "/hand"):
        until(phone.page, f"({KEPT})('/games/{evening.play}{path}')")
    phone.join(evening.play)


def waits(phone: Phone, number: int = 1) -> None:
    words = f"1 {WAITS}" if number == 1 else f"{number} entries wait on this phone"
    playwright.expect(phone.waiting).to_contain_text(words)


def arrived(phone: Phone, evening: Evening, *told: dict[str, int]) -> None:
    """Nothing waits any more, and these hands count, each once and in this order."""
    evening.reaches(phone, len(told))
    playwright.expect(phone.waiting).to_be_hidden(timeout=BACK)
    assert [points_of(one) for one in evening.counts()] == [*told]
    assert evening.sheet()["version"] == len(told)
    phone.shows(evening.sheet()["totals"])


def test_a_hand_entered_without_a_network_waits_and_is_sent_when_it_is_back(
    phone: Phone, evening: Evening
) -> None:
    ready(phone, evening)
    phone.page.context.set_offline(True)
    phone.hand("S", "E", **POINTS)
    waits(phone)
    playwright.expect(phone.page.locator("[data-kept-note]")).to_contain_text("No network")
    assert evening.sheet()["version"] == 0
    phone.page.context.set_offline(False)
    arrived(phone, evening, POINTS)


def test_what_waits_outlives_a_reload_and_a_closed_page(phone: Phone, evening: Evening) -> None:
    ready(phone, evening)
    context = phone.page.context
    context.set_offline(True)
    phone.hand("S", "E", **POINTS)
    waits(phone)
    phone.page.reload()
    waits(phone)
    phone.page.close()
    later = Phone(context.new_page(), phone.address)
    later.join(evening.play)
    waits(later)
    context.set_offline(False)
    arrived(later, evening, POINTS)


def test_two_hands_wait_and_are_sent_in_their_order(phone: Phone, evening: Evening) -> None:
    ready(phone, evening)
    phone.page.context.set_offline(True)
    phone.hand("S", "E", **POINTS)
    waits(phone)
    phone.hand("W", "S", **SECOND)
    waits(phone, 2)
    phone.page.context.set_offline(False)
    arrived(phone, evening, POINTS, SECOND)
    assert evening.counts()[1]["seats"]["E"] == "p2"


def test_after_a_hand_that_waits_the_players_are_called_by_their_winds(
    phone: Phone, evening: Evening
) -> None:
    ready(phone, evening)
    phone.page.context.set_offline(True)
    phone.hand("S", "E", **POINTS)
    phone.score_hand()
    playwright.expect(phone.page.locator("[data-by-winds]")).to_be_visible()
    choice = phone.page.locator('.kp-panel [data-at="winner-W"]')
    playwright.expect(choice).to_contain_text(re.compile("Cy|West"))
    playwright.expect(phone.page.locator('[data-at="seat-W"]')).to_contain_text("West")


def test_an_undo_without_a_network_waits_too(phone: Phone, evening: Evening) -> None:
    evening.hand(points=POINTS)
    ready(phone, evening)
    phone.page.context.set_offline(True)
    phone.press("Undo the last entry")
    waits(phone)
    phone.page.context.set_offline(False)
    playwright.expect(phone.waiting).to_be_hidden(timeout=BACK)
    assert evening.counts() == []
    phone.shows(dict.fromkeys(("p1", "p2", "p3", "p4"), 2000))


def test_somebody_else_was_quicker_while_the_network_was_away(
    phone: Phone, evening: Evening
) -> None:
    ready(phone, evening)
    phone.page.context.set_offline(True)
    phone.hand("S", "E", **SECOND)
    waits(phone)
    evening.hand(points=POINTS)
    phone.page.context.set_offline(False)
    playwright.expect(phone.waiting).to_contain_text("Somebody was quicker", timeout=BACK)
    phone.press("Theirs is right: drop mine")
    arrived(phone, evening, POINTS)


class Lossy:
    """A way on which answers are lost, so many of them, after the server has heard."""

    def __init__(self, lost: int) -> None:
        self.lost, self.seen = lost, 0

    def __call__(self, route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        self.seen += 1
        if self.seen > self.lost:
            return route.continue_()
        assert route.fetch().status == 201
        return route.abort()


@pytest.mark.parametrize("lost", [1, 2])
def test_a_hand_whose_answer_was_lost_is_sent_again_and_counted_once(
    phones: Phones, evening: Evening, lost: int
) -> None:
    phone, way = phones(), Lossy(lost)
    phone.join(evening.play)
    phone.page.route("**/hand", way)
    phone.hand("S", "E", **POINTS)
    eventually(phone.page, lambda: way.seen == lost + 1)
    arrived(phone, evening, POINTS)
    assert way.seen == lost + 1


def test_a_hand_whose_answer_was_lost_is_counted_once_though_others_went_on(
    phones: Phones, evening: Evening
) -> None:
    phone, way = phones(), Lossy(1)
    phone.join(evening.play)
    phone.page.route("**/hand", way)
    phone.score_hand()
    phone.tell_agreed("S", "E", **POINTS)
    phone.page.route("**/api/v1/**", lambda route: route.abort())
    phone.enter()
    eventually(phone.page, lambda: evening.sheet()["version"] == 1)
    evening.hand("E", "S", SECOND)
    phone.page.unroute("**/api/v1/**")
    arrived(phone, evening, POINTS, SECOND)


def test_a_server_that_is_away_for_a_while_gets_the_hand_later(
    phones: Phones, evening: Evening
) -> None:
    phone = phones()
    phone.join(evening.play)
    answers = [503, 502, 429]

    def away(route: Route) -> None:
        if route.request.method == "POST" and answers:
            return route.fulfill(status=answers.pop(0), body="away")
        return route.continue_()

    phone.page.route("**/hand", away)
    phone.hand("S", "E", **POINTS)
    eventually(phone.page, lambda: not answers)
    arrived(phone, evening, POINTS)
