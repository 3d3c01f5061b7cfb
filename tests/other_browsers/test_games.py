"""A game in two windows, and without a network."""

from __future__ import annotations

import pytest

from tests.browser.evening import NAMES, Evening
from tests.browser.hall import Server
from tests.other_browsers.conftest import one_browser_by_day
from tests.other_browsers.drivers import await_condition
from tests.other_browsers.phone import Phone

pytestmark = pytest.mark.browser

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


@one_browser_by_day
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
