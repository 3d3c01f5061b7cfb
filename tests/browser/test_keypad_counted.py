"""How many taps a hand and a table take on a phone that remembers nothing: what was reached."""

from __future__ import annotations

import re

import pytest
from playwright import sync_api as playwright

from tests.browser.pad import Keypad

pytestmark = pytest.mark.browser


def tap_the_losers(pad: Keypad) -> None:
    """Of three losers what scores, and that the rest does not."""
    for seat, codes in (("E", "1c 1c 1c N N F1"), ("W", "W W"), ("N", "S3")):
        pad.tap(f'[data-at="seat-{seat}"]')
        pad.keys(codes)
        pad.tap("#keypad-part")
    pad.says("South +")


@pytest.mark.nightly
def test_a_classical_table_of_four_hands(pad: Keypad) -> None:
    pad.open("classical", "table")
    pad.tell(winner="S")
    pad.tell(**{"from": "E"})
    pad.tell(round="E")
    pad.mode("pung", "R")
    pad.mode("chow", "3b")
    pad.mode("held", "6c")
    pad.mode("pung", "2d")
    pad.keys("5b 5b")
    pad.tap('.kp-tile[aria-label^="8 of characters"]')
    pad.total("36")
    assert pad.taps <= 14
    tap_the_losers(pad)
    assert pad.taps <= 29


@pytest.mark.nightly
def test_a_british_table_of_four_hands(pad: Keypad) -> None:
    pad.open("british", "table")
    pad.tell(winner="S", won="self_draw", round="E")
    pad.mode("hidden", "9c")
    pad.mode("pung", "R 8d")
    pad.mode("held", "E")
    pad.keys("5b 5b")
    pad.says("Still to enter")
    assert pad.taps <= 12
    tap_the_losers(pad)
    playwright.expect(pad.page.locator(".kp-asks")).to_contain_text("one tile short")
    pad.tap('[data-at="rest-no"]')
    playwright.expect(pad.page.locator(".kp-asks")).to_have_count(0)
    assert pad.taps <= 28
    # What was answered is asked neither on the result nor at its address.
    pad.page.get_by_role("button", name="Settle", exact=True).tap()
    playwright.expect(pad.page.locator("#result")).to_be_visible()
    asked = pad.page.locator("section:has(.undecided) h2")
    playwright.expect(asked).to_have_text(["East", "West"])
    playwright.expect(pad.page).to_have_url(re.compile("n\\.part=sure"))


@pytest.mark.nightly
def test_a_chinese_official_table(pad: Keypad) -> None:
    pad.open("mcr", "table")
    pad.tell(winner="S")
    pad.tell(**{"from": "W"})
    pad.tell(round="E")
    pad.mode("pung", "E")
    pad.mode("chow", "7b")
    pad.mode("held", "1b 4b")
    pad.keys("9d 9d F1 S2")
    pad.total("22")
    assert pad.taps <= 14


@pytest.mark.nightly
def test_an_american_table(pad: Keypad) -> None:
    pad.open("american", "table")
    pad.tell(winner="W")
    pad.tell(**{"from": "N"})
    pad.mode("4", "2b J")
    pad.mode("held", "8b")
    pad.mode("3", "F 4c")
    pad.total("25")
    assert pad.taps <= 10


@pytest.mark.nightly
def test_an_ordinary_hand_where_the_table_is_remembered(pad: Keypad) -> None:
    """The second hand of an evening: seat and wind are known, three sets were claimed."""
    pad.open("classical")
    pad.chip("seat")
    pad.tell(seat="S")
    pad.chip("round")
    pad.tell(round="E")
    pad.tap(".kp-new")
    pad.taps = 0
    pad.mode("pung", "R 2d")
    pad.mode("chow", "3b 6c")
    pad.keys("5b 5b")
    pad.tell(**{"from": "E"})
    pad.total("40")
    assert pad.taps <= 9
