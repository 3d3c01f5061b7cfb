"""The keypad on the pages of a whole table and of what a hand waits for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from tests.browser.pad import Keypad, tap_the_classical_example

if TYPE_CHECKING:
    from playwright.sync_api import Page


pytestmark = pytest.mark.browser


def nets(page: Page, **moved: str) -> None:
    """The plates say what each player gets or pays, in this order."""
    wanted = [re.compile(rf"^\s*{seat}\s*{re.escape(net)}(?!\d)") for seat, net in moved.items()]
    playwright.expect(page.locator(".plates li")).to_have_text(wanted)


def test_the_classical_example_is_tapped_in_and_settled_with_the_others_points(
    pad: Keypad,
) -> None:
    tap_the_classical_example(pad)
    pad.total("336")
    pad.tap(".kp-result")
    pad.tap('[name="carry"]')
    pad.says("Still to enter: South, West and North")
    pad.total("336")
    pad.agree(S=24, W=10, N=2)
    pad.says("East +2016, South −636, West −678, North −702")
    pad.tap(".kp-bar .main")
    nets(pad.page, East="+2016", South="−636", West="−678", North="−702")
    paid = pad.page.locator(".payments li", has_text="North pays South").filter(has_text="22")
    pad.page.locator("#reasons > summary").click()
    playwright.expect(paid.first).to_be_visible()


@pytest.mark.nightly
def test_the_british_example_is_tapped_in_with_a_hand_of_each_kind(pad: Keypad) -> None:
    pad.open("british", "table")
    pad.says("Choose who won")
    pad.tell(winner="S")
    pad.says("Choose how the hand was won")
    pad.tell(won="self_draw", round="E")
    pad.says("Enter South’s tiles, or what the table agreed on")
    pad.keys("E E E")
    pad.mode("pung", "R 8d")
    pad.mode("hidden", "9c")
    pad.mode("tile", "5b 5b")
    pad.says("Still to enter: East, West and North")
    pad.tap('[data-at="seat-E"]')
    pad.keys("1b 1b 1b 2c 2c 4d 5d 6d 7d 7d 7d 9b")
    pad.says("East: 1 tile short")
    pad.keys("9b")
    pad.agree(W=4, N=8)
    pad.says("East −532, South +1632, West −556, North −544")
    pad.field("e.hand", "1119b 22c 456777d 9b")
    pad.field("s.tile", "5b")


@pytest.mark.nightly
def test_a_tile_of_another_hand_is_spent_for_all(pad: Keypad) -> None:
    pad.open("classical", "table")
    pad.tell(winner="E")
    pad.tap('[data-at="chip-worthE"]')
    pad.mode("pung", "5b")
    pad.tap('[data-at="seat-S"]')
    key = pad.page.locator('.kp-key[data-code="5b"]')
    playwright.expect(key).to_have_accessible_name("5 of bamboo, 1 left")
    pad.keys("5b")
    playwright.expect(key).to_have_accessible_name("5 of bamboo, none left")


@pytest.mark.nightly
def test_only_the_winner_is_asked_where_losers_do_not_score(pad: Keypad) -> None:
    pad.open("mcr", "table")
    pad.tell(winner="S")
    playwright.expect(pad.page.locator(".kp-seats")).to_be_hidden()
    pad.tell(**{"from": "W"})
    pad.tell(round="E")
    pad.keys("1b 2b 3b 4b 5b 6b 9d F1 S2")
    pad.mode("chow", "7b")
    pad.mode("pung", "E")
    pad.mode("tile", "9d")
    pad.total("22")
    pad.says("East −8, South +46, West −30, North −8")


@pytest.mark.nightly
def test_an_american_hand_is_tapped_in_and_settled(pad: Keypad) -> None:
    pad.open("american", "table")
    pad.tell(winner="W")
    pad.tell(**{"from": "N"})
    pad.mode("4", "2b J")
    pad.mode("tile", "F F F 4c 4c 4c 8b 8b 8b 8b")
    pad.total("25")
    pad.says("East −25, South −25, West +100, North −50")
    pad.tap(".kp-bar .main")
    nets(pad.page, East="−25", South="−25", West="+100", North="−50")


def test_a_table_is_kept_over_a_reload_with_its_undo(pad: Keypad) -> None:
    pad.open("classical", "table")
    pad.tell(winner="E")
    pad.tap('[data-at="chip-worthE"]')
    pad.mode("pung", "E R")
    pad.agree(W=12)
    pad.page.reload()
    playwright.expect(pad.page.locator('[data-at="seat-W"] small')).to_have_text("12")
    pad.field("e.set1", "EEE")
    pad.field("e.set2", "RRR")
    for _step in range(3):
        pad.tap(".kp-undo")
    pad.field("w.points", "")
    pad.field("e.set2", "")


@pytest.mark.nightly
def test_what_a_hand_waits_for_is_tapped_in(pad: Keypad) -> None:
    pad.open("classical", "waits")
    pad.mode("pung", "E R")
    pad.mode("tile", "2b 3b 4b 6c 7c 8c")
    pad.says("1 tile short")
    pad.keys("5d")
    pad.says("Waits for 5 of dots")
    playwright.expect(pad.page.locator("#form [name=seat]:checked")).to_have_count(0)
    pad.tell(seat="E", round="E")
    pad.says("Waits for 5 of dots")
    playwright.expect(pad.page.locator(".kp-wait")).to_contain_text("by discard")
    playwright.expect(pad.page.locator('.kp-key[data-code="9d"]')).to_be_disabled()
    pad.field("hand", "234b 678c 5d")
    pad.page.get_by_role("button", name="Show the waits").tap()
    playwright.expect(pad.page.locator("table.waits")).to_contain_text("5 of dots")


@pytest.mark.nightly
def test_two_fouls_of_one_player_are_filled_in_beside_the_keys(pad: Keypad) -> None:
    """The second costs 5, the third 10; nobody is paid."""
    pad.open("mcr", "table")
    pad.tell(winner="nobody", round="E")
    pad.unfold()
    page = pad.page
    page.locator("#penalties > summary").click()
    foul = page.locator("#field-x\\.minor_foul")
    foul.locator('input[value="N"]').check(force=True)
    page.locator('[name="x.minor_foul.number"]').fill("2")
    pad.says("North\u00a0−5")
    foul.locator("details > summary").click()
    page.locator('[name="x.minor_foul.2"]').select_option("N")
    page.locator('[name="x.minor_foul.2.number"]').fill("3")
    pad.says("North\u00a0−15")


def test_on_its_side_a_phone_shows_all_of_the_winning_tile(pad: Keypad) -> None:
    pad.page.set_viewport_size({"width": 844, "height": 390})
    pad.page.goto(f"{pad.address}/table?rules=classical&lang=fr")
    pad.tell(winner="E", won="self_draw", round="E")
    pad.keys("1b 2b 3b 5d 5d 2c 3c 4c 7c 7c 7c E E E")
    pad.total("192")
    playwright.expect(pad.page.locator(".kp-winning")).to_be_visible()
    card, winning = (pad.page.locator(part).bounding_box() for part in (".kp-card", ".kp-winning"))
    assert card is not None
    assert winning is not None
    assert winning["y"] + winning["height"] <= card["y"] + card["height"]


def test_on_its_side_a_phone_shows_all_keys_for_han_and_fu(pad: Keypad) -> None:
    pad.page.set_viewport_size({"width": 844, "height": 390})
    pad.open("riichi", "table")
    pad.tell(winner="E", won="self_draw", round="E")
    pad.use_points()
    done = pad.page.locator(".kp-of-amounts .kp-done").bounding_box()
    assert done is not None
    assert done["y"] + done["height"] <= 390
