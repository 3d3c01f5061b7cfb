"""After an answer that says what is wrong: whose hand the keys write, and what is mended."""

from __future__ import annotations

import re

import pytest
from playwright import sync_api as playwright

from tests.browser.pad import Keypad
from tests.nightly import nightly

pytestmark = pytest.mark.browser

EAST_SHORT = (
    "/table?rules=classical&go=1&winner=S&won=discard&from=E&round=E&e.hand=EE&e.set1=999c"
    "&e.flowers=F1&s.hand=55b+67c+222d+8c&s.set1=RRR&s.set2=345b&s.tile=8c"
)
WAITING = "rules=classical&hand=123b5d&set1=EEE&set2=RRR&set3=GGG"


def opened(pad: Keypad, path: str) -> Keypad:
    pad.page.goto(pad.address + path)
    pad.page.locator(".kp-bar").wait_for()
    return pad


def with_its_keys(pad: Keypad) -> None:
    """Wait until the page that says what is wrong has its keys."""
    pad.page.locator(".problems").wait_for()
    pad.page.locator(".kp-bar").wait_for()


def send(pad: Keypad) -> None:
    """Send the form as it stands, as Enter in a typed field does."""
    pad.page.locator("#form").evaluate("form => form.requestSubmit(form.querySelector('.default'))")


def keys_of(pad: Keypad, seat: str) -> None:
    """The keys write this player's hand, and say so."""
    playwright.expect(pad.page.locator(".kp-whose")).to_have_text(seat)
    pressed = pad.page.locator('.kp-seat[aria-pressed="true"]')
    playwright.expect(pressed).to_contain_text(seat)


def test_after_an_error_the_keys_write_the_hand_that_the_bar_speaks_of(pad: Keypad) -> None:
    opened(pad, EAST_SHORT).says("East: 8 tiles short")
    pad.tap(".kp-toggle")
    keys_of(pad, "East")
    pad.keys("F2")
    pad.field("e.flowers", "F1 F2")
    pad.field("s.flowers", "")


@pytest.mark.parametrize(
    ("seat", "name"), [("W", "West"), *nightly([("E", "East"), ("S", "South")])]
)
def test_an_error_does_not_change_whose_hand_the_keys_write(
    pad: Keypad, seat: str, name: str
) -> None:
    opened(pad, EAST_SHORT.replace("go=1&", ""))
    pad.tap(f'[data-at="seat-{seat}"]')
    send(pad)
    with_its_keys(pad)
    pad.tap(".kp-toggle")
    keys_of(pad, name)
    pad.keys("F2")
    pad.field(f"{seat.lower()}.flowers", re.compile("F2$"))


@pytest.mark.nightly
def test_the_link_of_an_error_turns_the_keys_to_its_hand(pad: Keypad) -> None:
    opened(pad, EAST_SHORT.replace("go=1&", ""))
    pad.tap('[data-at="seat-W"]')
    send(pad)
    with_its_keys(pad)
    pad.page.locator(".problems a").first.tap()
    keys_of(pad, "East")
    playwright.expect(pad.page.locator(".kp-hand")).to_be_focused()
    pad.keys("F2")
    pad.field("e.flowers", "F1 F2")


def test_the_bar_speaks_first_of_the_hand_that_is_tapped_in(pad: Keypad) -> None:
    pad.open("classical", "table")
    pad.tell(winner="N")
    pad.says("Choose how the hand was won")
    pad.tap('[data-at="seat-S"]')
    pad.keys("1b 2b")
    pad.says("South: 11 tiles short")
    pad.tap('[data-at="seat-N"]')
    pad.keys("5d")
    pad.says("North: 13 tiles short")


@pytest.mark.nightly
def test_what_is_told_after_an_error_goes_from_the_red_box(pad: Keypad) -> None:
    tiles = WAITING.replace("123b5d", "123b+55d")
    opened(pad, f"/?{tiles}&tile=5d&won=self_draw&go=1")
    box = pad.page.locator(".problems")
    playwright.expect(box.locator("li")).to_have_count(2)
    pad.tap(".kp-toggle")
    pad.tell(seat="W")
    playwright.expect(box.locator("li")).to_have_count(1)
    playwright.expect(box.locator("h2")).to_have_text("This needs a change")
    playwright.expect(pad.page.locator("#error-seat")).to_have_count(0)
    playwright.expect(pad.page.locator("#error-round")).to_have_count(1)
    seat = pad.page.locator("#field-seat:not([aria-invalid], [aria-describedby])")
    playwright.expect(seat).to_have_count(1)
    pad.tell(round="E")
    playwright.expect(box).to_have_count(0)
    playwright.expect(pad.page.locator(".invalid, .field-error")).to_have_count(0)
    pad.says("North and South pay you 224 each")


@pytest.mark.nightly
def test_the_red_box_of_the_waits_goes_too(pad: Keypad) -> None:
    opened(pad, f"/waits?{WAITING}&go=1")
    pad.tap(".kp-toggle")
    pad.tell(seat="E", round="E")
    pad.says("Waits for 5 of dots")
    playwright.expect(pad.page.locator(".problems")).to_have_count(0)


@pytest.mark.nightly
def test_what_is_still_wrong_stays_in_the_red_box(pad: Keypad) -> None:
    opened(pad, "/?rules=classical&hand=12x&won=self_draw&go=1")
    box = pad.page.locator(".problems li")
    tiles = box.filter(has_text="“x” is not a suit")
    playwright.expect(tiles).to_have_count(1)
    pad.unfold()
    pad.page.get_by_role("radiogroup", name="Your seat").get_by_label("West").check()
    playwright.expect(box.filter(has_text="seat")).to_have_count(0)
    playwright.expect(tiles).to_have_count(1)
    pad.page.get_by_label("Tiles in the hand").fill("12b 3y")
    playwright.expect(tiles).to_have_count(0)
    pad.says("“y” is not a suit")


@pytest.mark.nightly
def test_a_card_that_the_hand_is_far_from_is_not_shown_beside_another_hand(pad: Keypad) -> None:
    hand = "rules=american&seat=W&won=self_draw&tile=8b&hand=FFF+2222b+444b+8888b"
    opened(pad, f"/?{hand}")
    playwright.expect(pad.page.locator("#form > .near")).to_have_count(1)
    pad.unfold()
    pad.page.get_by_label("Tiles on the rack").fill("FFF 2222b 444c 8888b")
    pad.says("The others pay you")
    playwright.expect(pad.page.locator("#form > :is(.near, .problems)")).to_have_count(0)
