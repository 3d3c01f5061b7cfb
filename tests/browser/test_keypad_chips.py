"""The chips of an agreed hand of riichi, tapped in by steps: only where the table plays them, and
they go with the hand."""

from __future__ import annotations

import pytest
from playwright import sync_api as playwright

from tests.browser.pad import Keypad

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CHIP = '[data-at="chip-s.p.chips"]'


def agree(pad: Keypad, query: str) -> None:
    """South wins three han and forty fu on West's discard."""
    pad.page.goto(f"{pad.address}/table?rules=riichi{query}")
    pad.page.locator(".kp-bar").wait_for()
    pad.tell(winner="S")
    pad.tell(**{"from": "W"})
    pad.tell(round="E")
    pad.tap("#keypad-points")
    pad.tap('[data-amount="han 3"]')
    pad.tap('[data-amount="fu 40"]')
    pad.total("5200")


@pytest.mark.nightly
def test_the_chips_of_an_agreed_hand_are_tapped_in(pad: Keypad) -> None:
    agree(pad, "&o.chips=end")
    pad.tap(CHIP)
    for _ in range(2):
        pad.tap('.kp-panel [data-at="more"]')
    pad.field("s.p.chips", "2")
    pad.page.get_by_role("button", name="Done").first.tap()
    pad.tap(".kp-bar .main")
    playwright.expect(pad.page.locator("main")).to_contain_text("West pays South 2 chips")


@pytest.mark.nightly
def test_without_the_house_rule_there_are_none(pad: Keypad) -> None:
    agree(pad, "")
    playwright.expect(pad.page.locator(CHIP)).to_have_count(0)
    playwright.expect(pad.page.locator('#form [name="s.p.chips"]')).to_be_hidden()
