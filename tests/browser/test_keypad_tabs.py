"""Two tabs of one browser: neither overwrites the other unseen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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


HEAR = "addEventListener('storage', ({ newValue }) => { window.heard = newValue ?? ''; })"


def heard(pad: Keypad, stored: str, act: Callable[[], None]) -> None:
    """Act in another tab, and wait until this one has heard that this was stored, and looked."""
    pad.page.evaluate(HEAR)
    act()
    pad.page.wait_for_function("stored => window.heard?.includes(stored)", arg=stored)


def test_what_is_tapped_in_one_tab_is_shown_in_the_other(pad: Keypad, other: Keypad) -> None:
    pad.keys("1b 2b")
    other.field("hand", "12b")
    other.says(CHANGED)
    other.keys("3b")
    pad.field("hand", "123b")
    pad.tap(".kp-undo")
    pad.field("hand", "12b")
    other.field("hand", "12b")


@pytest.mark.nightly
def test_undo_brings_back_what_the_other_tab_has_replaced(pad: Keypad, other: Keypad) -> None:
    pad.mode("pung", "E R")
    other.field("set2", "RRR")
    other.tap(".kp-new")
    pad.field("set1", "")
    pad.says(CHANGED)
    pad.tap(".kp-undo")
    pad.field("set1", "EEE")
    pad.field("set2", "RRR")


@pytest.mark.nightly
def test_a_tab_that_nobody_sees_follows_when_it_is_looked_at(pad: Keypad, other: Keypad) -> None:
    other.page.evaluate(HIDE.format("true"))
    asked: list[str] = []
    other.page.on("request", lambda request: asked.append(request.url))
    pad.keys("1b")
    heard(other, "EEE", lambda: pad.mode("pung", "E"))
    assert (other.value("hand"), asked) == ("", [])
    pad.field("set1", "EEE")
    other.page.evaluate(HIDE.format("false"))
    other.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    other.field("set1", "EEE")
    other.says(CHANGED)


@pytest.mark.nightly
def test_a_tab_that_shows_another_hand_keeps_it(pad: Keypad, other: Keypad) -> None:
    other.page.goto(f"{other.address}/?{RESULT}")
    other.page.locator(".figure").wait_for()
    pad.keys("9c 9c")
    other.page.get_by_role("link", name="Correct").click()
    other.says("Undo brings back the hand that lay here before")
    other.field("set1", "RRR")
    other.take_back("exposed pung, red dragon")
    # Now that hand is the one that is tapped in.
    pad.field("hand", "55d")
    pad.says(CHANGED)
    for _ in range(2):
        other.tap(".kp-undo")
    other.field("hand", "99c")
    pad.field("hand", "99c")


@pytest.mark.nightly
def test_the_hand_of_another_ruleset_is_left_alone(pad: Keypad, other: Keypad) -> None:
    other.open("mcr")
    other.keys("5d")
    other.field("hand", "5d")
    heard(other, "1b", lambda: pad.keys("1b"))
    pad.field("hand", "1b")
    other.field("hand", "5d")


@pytest.mark.nightly
def test_a_reload_brings_back_the_hand_of_this_tab_and_tells_of_the_other(
    pad: Keypad, other: Keypad
) -> None:
    """The tab that was written into last used to come back in both."""
    other.page.evaluate(HIDE.format("true"))
    pad.keys("1b 2b")
    # Each is a step of its own in the first tab.
    for hand in ("9c", "99c"):
        other.keys("9c")
        pad.field("hand", hand)
    for _ in range(2):
        pad.tap(".kp-undo")
    pad.keys("3b")
    other.page.reload()
    other.page.locator(".kp-bar").wait_for()
    other.field("hand", "99c")
    other.says("Another tab of this browser has another hand: Undo brings it here")
    other.tap(".kp-undo")
    other.field("hand", "123b")


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


@pytest.mark.nightly
def test_a_hand_that_another_tab_has_settled_does_not_come_back(pad: Keypad, other: Keypad) -> None:
    other.page.goto(f"{other.address}/?{RESULT}")
    other.page.locator(".figure").wait_for()
    pad.open("classical")
    pad.field("hand", "")
