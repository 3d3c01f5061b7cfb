"""A game in two windows, without a network, and as an evening of two phones."""

from __future__ import annotations

import pytest
from flask import Flask

from scorer.service.web.labels import number
from tests.browser.evening import NAMES, Evening
from tests.browser.hall import Server
from tests.other_browsers.drivers import await_condition
from tests.other_browsers.phone import Phone

pytestmark = pytest.mark.browser

PLAYERS = ("p1", "p2", "p3", "p4")
TOTALS = "[...document.querySelectorAll('.plate-total')].map((plate) => plate.textContent.trim())"
WON = ["−8", "46", "−30", "−8"]
"""22 fan on the discard of the player after South: that player pays 8 and 22, the others 8 each."""


def begin(phone: Phone) -> str:
    """A game of four; its address."""
    phone.go("/games/new?rules=mcr")
    phone.fill({f"name{row}": name for row, name in enumerate(NAMES, 1)})
    phone.press("Begin")
    phone.until("document.querySelector('.join-code')")
    phone.tap(".join-on a.main")
    phone.until("document.querySelector('.game-plates')")
    path: str = phone.js("location.pathname")
    return path


def enter_a_hand(phone: Phone) -> None:
    """South wins from West, with 22 fan, and the board is back."""
    phone.tap("#score-hand")
    phone.until("document.querySelector('.kp-bar')")
    phone.tell("winner-S")
    phone.tell("from-W")
    phone.keys("1b 2b 3b 4b 5b 6b 9d F1 S2")
    phone.mode("chow", "7b")
    phone.mode("pung", "E")
    phone.mode("tile", "9d")
    phone.tap(".kp-bar .main")
    phone.until("document.querySelector('.game-plates')")


def shows(phone: Phone, totals: list[str]) -> None:
    await_condition(lambda: phone.js(TOTALS) == totals, f"the board shows {totals}")


@pytest.mark.nightly
def test_a_hand_of_one_window_is_shown_in_the_other(phone: Phone) -> None:
    path = begin(phone)
    (first,) = phone.driver.windows()
    second = phone.driver.open_window()
    phone.driver.use_window(second)
    phone.go(path)
    shows(phone, ["0"] * 4)
    phone.driver.use_window(first)
    enter_a_hand(phone)
    shows(phone, WON)
    phone.driver.use_window(second)
    shows(phone, WON)
    phone.collect()


@pytest.mark.nightly
def test_an_evening_of_two_phones_of_which_one_is_away_for_a_while(
    phone: Phone, server: Server, app: Flask
) -> None:
    """The other phone is a window at an address of its own, which has its own storage."""
    nearby = Server(app)
    other = Phone(phone.driver, nearby.address)
    (first,) = phone.driver.windows()
    path = begin(phone)
    second = phone.driver.open_window()
    windows = {phone: first, other: second}
    evening = Evening(server.address, path.rpartition("/")[2], "")

    def at(one: Phone) -> Phone:
        one.driver.use_window(windows[one])
        return one

    def both_show(hands: int) -> None:
        await_condition(lambda: len(evening.counts()) == hands, f"{hands} hands are counted")
        totals = evening.sheet()["totals"]
        assert sum(totals.values()) == 0
        for one in (phone, other):
            shows(at(one), [number(totals[player]) for player in PLAYERS])

    at(other).go(path)
    enter_a_hand(at(phone))
    both_show(1)
    enter_a_hand(at(other))
    both_show(2)
    other.until("navigator.serviceWorker.controller")
    other.tap("#score-hand")
    other.until("document.querySelector('.kp-bar')")
    other.go(path)
    other.until_kept(f"{path}/hand")
    nearby.stop()
    enter_a_hand(other)
    other.until("document.querySelector('#waiting')?.textContent.includes('1 entry waits')")
    assert len(evening.counts()) == 2
    nearby.start()
    other.until("document.querySelector('#waiting').hidden")
    both_show(3)
    enter_a_hand(at(phone))
    both_show(4)
    at(other).go(f"{path}/more")
    other.press("Finish the evening")
    for one in (phone, other):
        at(one).until("document.querySelector('.ranking')")
    phone.driver.use_window(second)
    other.collect()
    at(phone)
    nearby.stop()


@pytest.mark.nightly
def test_hands_without_a_network_wait_and_are_sent(phone: Phone, server: Server) -> None:
    path = begin(phone)
    phone.until("navigator.serviceWorker.controller")
    phone.tap("#score-hand")
    phone.until("document.querySelector('.kp-bar')")
    phone.go(path)
    phone.until_kept(f"{path}/hand")
    server.stop()
    enter_a_hand(phone)
    phone.until("document.querySelector('#waiting')?.textContent.includes('1 entry waits')")
    server.start()
    phone.until("document.querySelector('#waiting').hidden")
    shows(phone, WON)
    evening = Evening(server.address, path.rpartition("/")[2], "")
    assert [entry["moves"]["p2"] for entry in evening.counts()] == [46]
    phone.complaints.clear()
