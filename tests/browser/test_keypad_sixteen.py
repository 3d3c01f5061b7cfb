"""The keypad of a ruleset of sixteen tiles, which counts numbers of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from tests.pages.streak_faan import registered

if TYPE_CHECKING:
    from tests.browser.pad import Keypad

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    with registered():
        yield


def test_seventeen_tiles_in_five_sets_are_tapped_in_and_scored(pad: Keypad) -> None:
    pad.open("streak_faan")
    playwright.expect(pad.page.locator(".kp-place")).to_have_count(17)
    pad.mode("pung", "R 2b 3b 4c S")
    pad.field("set5", "SSS")
    pad.says("2 tiles short")
    pad.keys("1b 1b")
    playwright.expect(pad.page.locator(".kp-place")).to_have_count(0)
    pad.tell(seat="E", won="self_draw", round="E")
    pad.total("3")
    pad.field("hand", "11b")
    pad.field("tile", "1b")


def test_a_number_of_the_game_is_told_beside_the_keys_and_kept(pad: Keypad) -> None:
    pad.open("streak_faan")
    chip = pad.page.locator('[data-at="chip-g.dealer_streak"]')
    playwright.expect(chip).to_have_text("Dealer's streak: 0")
    chip.tap()
    for _ in range(3):
        pad.page.get_by_role("button", name="+", exact=True).tap()
    playwright.expect(chip).to_have_text("Dealer's streak: 3")
    pad.open("streak_faan")
    pad.field("g.dealer_streak", "3")
    pad.keys("1b")
    pad.tap(".kp-new")
    pad.field("g.dealer_streak", "3")
