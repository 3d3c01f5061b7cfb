"""What Zung Jung alone asks, tapped in: who is responsible for a claimed tile."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.pad import Keypad

pytestmark = pytest.mark.browser

CHIP = '[data-at="chip-v.responsible"]'


@pytest.mark.nightly
def test_who_is_responsible_is_asked_of_a_claimed_tile_and_pays(pad: Keypad) -> None:
    pad.open("zungjung&seat=S")
    pad.keys("P P 4c 5c")
    pad.mode("pung", "R G")
    pad.mode("chow", "1b")
    pad.mode("tile", "6c")
    expect(pad.page.locator(CHIP)).to_have_count(0)
    pad.tell(**{"from": "W"})
    pad.total("60")
    pad.chip("v.responsible")
    pad.tap('.kp-panel [data-at="N"]')
    pad.field("v.responsible", "N")
    pad.says("North pays you 130")
    pad.chip("v.responsible")
    pad.tap('.kp-panel [data-at="none"]')
    pad.says("60")
    pad.field("v.responsible", "none")
    assert pad.complaints == []
