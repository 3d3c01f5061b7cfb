"""Tiles that are nearly a hand: what would make them one is told beside the keys, and tapped."""

from __future__ import annotations

import re

import pytest
from playwright import sync_api as playwright

from tests.browser.pad import Keypad

pytestmark = pytest.mark.browser


def test_what_is_wrong_is_put_right_by_one_tap_and_undone_by_another(pad: Keypad) -> None:
    pad.open("mcr")
    pad.keys("1b 2b 3b 4c 5c 6c 7d 8d 9d 9d 9d E E")
    pad.tell(seat="E", round="E")
    pad.keys("R")
    pad.tell(won="self_draw")
    pad.says("No winning hand. Four sets and a pair: 1 tile is wrong")
    mend = pad.page.locator(".kp-panel .near-mend").first
    playwright.expect(mend).to_contain_text("It was east wind, not red dragon")
    mend.tap()
    pad.total("16")
    pad.field("tile", "E")
    pad.tap(".kp-undo")
    pad.says("No winning hand")
    pad.field("tile", "R")
    playwright.expect(pad.page).to_have_url(re.compile(r"/\?rules=mcr"))
