"""From the result of a hand on to the next: the seat moves on with the deal."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.browser.pad import Keypad

pytestmark = pytest.mark.browser

HAND = {
    **{"rules": "riichi", "hand": "234b234c678d456c55d", "tile": "5d", "seat": "S", "round": "E"},
    **{"won": "self_draw", "g.honba": "2", "go": "1"},
}


def test_south_who_has_won_is_east_in_the_next_hand(pad: Keypad) -> None:
    pad.open("riichi")
    pad.chip("seat")
    pad.tell(seat="S")
    pad.page.goto(f"{pad.address}/?{urlencode(HAND)}")
    pad.page.get_by_role("link", name="Next hand").tap()
    pad.page.locator(".kp-bar").wait_for()
    seat = pad.page.locator('[data-at="chip-seat"]')
    expect(seat).to_have_text("You: East")
    expect(pad.page.locator('[data-at="chip-g.honba"]')).to_have_text("Honba: 0")
    # This phone goes on from there, however the page is opened.
    pad.open("riichi")
    expect(seat).to_have_text("You: East")
