"""Two tabs of one browser: neither overwrites the other unseen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from tests.browser.pad import Keypad

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext


pytestmark = pytest.mark.browser

RESULT = (
    "rules=classical&hand=55d&set1=RRR&set2=GGG&set3=PPP&set4=EEE&tile=5d&won=self_draw"
    "&seat=E&round=E"
)
CHANGED = "Changed in another tab. Undo brings back what was here"
HIDE = "Object.defineProperty(document, 'hidden', {{ configurable: true, value: {} }})"


@pytest.fixture
def other(pad: Keypad, context: BrowserContext, address: str) -> Iterator[Keypad]:
    """The same page once more."""
    pad.open("classical")
    opened = Keypad(context.new_page(), address)
    opened.open("classical")
    yield opened
    opened.page.close()


def field(pad: Keypad, name: str, value: str) -> None:
    playwright.expect(pad.page.locator(f'#form [name="{name}"]')).to_have_value(value)


def test_what_is_tapped_in_one_tab_is_shown_in_the_other(pad: Keypad, other: Keypad) -> None:
    pad.keys("1b 2b")
    field(other, "hand", "12b")
    other.says(CHANGED)
    other.keys("3b")
    field(pad, "hand", "123b")
    pad.tap(".kp-undo")
    assert pad.value("hand") == "12b"
    field(other, "hand", "12b")


@pytest.mark.nightly
def test_undo_brings_back_what_the_other_tab_has_replaced(pad: Keypad, other: Keypad) -> None:
    pad.mode("pung", "E R")
    field(other, "set2", "RRR")
    other.tap(".kp-new")
    field(pad, "set1", "")
    pad.says(CHANGED)
    pad.tap(".kp-undo")
    assert (pad.value("set1"), pad.value("set2")) == ("EEE", "RRR")


def test_a_tab_that_nobody_sees_follows_when_it_is_looked_at(pad: Keypad, other: Keypad) -> None:
    other.page.evaluate(HIDE.format("true"))
    asked: list[str] = []
    other.page.on("request", lambda request: asked.append(request.url))
    pad.keys("1b")
    pad.mode("pung", "E")
    field(pad, "set1", "EEE")
    other.page.wait_for_timeout(200)
    assert (other.value("hand"), asked) == ("", [])
    other.page.evaluate(HIDE.format("false"))
    other.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    field(other, "set1", "EEE")
    other.says(CHANGED)


@pytest.mark.nightly
def test_a_tab_that_shows_another_hand_keeps_it(pad: Keypad, other: Keypad) -> None:
    other.page.goto(f"{other.address}/?{RESULT}")
    other.page.locator(".figure").wait_for()
    pad.keys("9c 9c")
    other.page.get_by_role("link", name="Correct").click()
    other.says("Undo brings back the hand that lay here before")
    assert other.value("set1") == "RRR"
    other.take_back("exposed pung, red dragon")
    # Now that hand is the one that is tapped in.
    field(pad, "hand", "55d")
    pad.says(CHANGED)
    for _ in range(2):
        other.tap(".kp-undo")
    assert other.value("hand") == "99c"
    field(pad, "hand", "99c")


@pytest.mark.nightly
def test_the_hand_of_another_ruleset_is_left_alone(pad: Keypad, other: Keypad) -> None:
    other.open("mcr")
    other.keys("5d")
    pad.keys("1b")
    assert (pad.value("hand"), other.value("hand")) == ("1b", "5d")


def test_a_reload_brings_back_the_hand_of_this_tab_and_tells_of_the_other(
    pad: Keypad, other: Keypad
) -> None:
    """The tab that was written into last used to come back in both."""
    other.page.evaluate(HIDE.format("true"))
    pad.keys("1b 2b")
    other.keys("9c 9c")
    field(pad, "hand", "99c")
    for _ in range(2):
        pad.tap(".kp-undo")
    pad.keys("3b")
    other.page.reload()
    other.page.locator(".kp-bar").wait_for()
    assert other.value("hand") == "99c"
    other.says("Another tab of this browser has another hand: Undo brings it here")
    other.tap(".kp-undo")
    assert other.value("hand") == "123b"


@pytest.mark.nightly
def test_the_winds_of_a_tab_come_back_in_it(pad: Keypad, other: Keypad) -> None:
    pad.chip("seat")
    pad.tell(seat="S")
    other.chip("seat")
    other.tell(seat="W")
    for one, seat in ((pad, "S"), (other, "W")):
        one.page.reload()
        one.page.locator(".kp-bar").wait_for()
        chosen = one.page.locator('#form [name="seat"]:checked')
        playwright.expect(chosen).to_have_value(seat)


def test_a_hand_that_another_tab_has_settled_does_not_come_back(pad: Keypad, other: Keypad) -> None:
    other.page.goto(f"{other.address}/?{RESULT}")
    other.page.locator(".figure").wait_for()
    pad.open("classical")
    assert pad.value("hand") == ""
