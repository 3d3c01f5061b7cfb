"""A second tap in the same place answers nothing that has only just come up there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from tests.browser.conftest import lasting, new_phone
from tests.browser.evening import eventually
from tests.browser.pad import Keypad
from tests.nightly import nightly

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

pytestmark = pytest.mark.browser


def tap_at_once(pad: Keypad, selector: str) -> None:
    """A tap where this lies, without a look at whether it can be tapped already; what it does is
    done on return."""
    box = pad.page.locator(selector).bounding_box()
    assert box
    pad.page.evaluate("clicked = false; addEventListener('click', () => { clicked = true; })")
    pad.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    eventually(pad.page, lambda: bool(pad.page.evaluate("clicked")))


def chosen(pad: Keypad, name: str) -> list[str]:
    found: list[str] = pad.page.locator(f'#form [name="{name}"]:checked').evaluate_all(
        "all => all.map((one) => one.value)"
    )
    return found


def stand_still(pad: Keypad) -> None:
    """From here on the page's clock goes only where it is told to, however slow the machine is."""
    playwright.expect(pad.page.locator(".kp-pending")).to_have_count(0)
    pad.page.clock.pause_at(pad.page.evaluate("Date.now() + 60_000"))
    pad.page.clock.run_for(1000)


@pytest.fixture(scope="module")
def shared(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A phone for these tests alone, whose clock is not the machine's."""
    yield from lasting(new_phone(browser), address)


@pytest.fixture
def pad(pad: Keypad) -> Iterator[Keypad]:
    pad.page.clock.install()
    yield pad
    # The clock is the phone's, and the tests here share it.
    pad.page.clock.resume()


def test_a_second_tap_does_not_answer_the_next_question(pad: Keypad) -> None:
    pad.open("classical")
    pad.mode("pung", "E R G P")
    pad.keys("5d 5d")
    pad.page.locator('[data-at="seat-S"]').wait_for()
    stand_still(pad)
    pad.tap('[data-at="seat-S"]')
    for later, taken in ((0, []), (250, []), (100, ["W"])):
        pad.page.clock.run_for(later)
        tap_at_once(pad, '[data-at="from-W"]')
        assert (chosen(pad, "seat"), chosen(pad, "from")) == (["S"], taken)


@pytest.mark.parametrize(("chip", "answer"), [("seat", "E"), *nightly([("won", "self_draw")])])
def test_a_second_tap_on_a_chip_answers_nothing(pad: Keypad, chip: str, answer: str) -> None:
    pad.open("classical")
    stand_still(pad)
    pad.chip(chip)
    for later, taken in ((0, []), (400, [answer])):
        pad.page.clock.run_for(later)
        tap_at_once(pad, f'[data-at="{chip}-{answer}"]')
        assert chosen(pad, chip) == taken


@pytest.mark.nightly
def test_the_keys_under_the_thumb_go_on(pad: Keypad) -> None:
    pad.open("classical")
    stand_still(pad)
    pad.chip("round")
    for code in ("1b", "2b", "3b"):
        tap_at_once(pad, f'.kp-key[data-code="{code}"]')
    pad.field("hand", "123b")


@pytest.mark.parametrize(
    ("width", "height"),
    [(844, 390), *nightly([(390, 844), (820, 1180), (768, 1024), (1440, 900)])],
)
def test_where_there_is_room_no_key_moves_for_a_question(
    pad: Keypad, width: int, height: int
) -> None:
    pad.page.set_viewport_size({"width": width, "height": height})
    pad.open("classical")
    key = pad.page.locator('.kp-key[data-code="5b"]')
    before = key.bounding_box()
    pad.chip("seat")
    pad.page.clock.run_for(400)
    assert key.bounding_box() == before


@pytest.mark.nightly
def test_keys_that_a_question_moves_wait_as_well(pad: Keypad) -> None:
    pad.page.set_viewport_size({"width": 360, "height": 640})
    pad.open("classical")
    stand_still(pad)
    pad.chip("seat")
    for later, taken in ((0, ""), (400, "5b")):
        pad.page.clock.run_for(later)
        tap_at_once(pad, '.kp-key[data-code="5b"]')
        pad.field("hand", taken)


@pytest.mark.nightly
def test_answers_by_keyboard_need_not_wait(pad: Keypad) -> None:
    pad.open("classical")
    stand_still(pad)
    pad.page.locator('[data-at="chip-seat"]').focus()
    pad.page.keyboard.press("Enter")
    pad.page.keyboard.press("Enter")
    assert chosen(pad, "seat") == ["E"]


class LateAnswers:
    """The scorer's answers, held back until they are let through."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.held: list[Route] = []
        page.route("**/live/*", self.hold)

    def hold(self, route: Route) -> None:
        self.held.append(route)

    def come(self) -> None:
        """The last is the one that is waited for."""
        eventually(self.page, lambda: bool(self.held))
        self.held.pop().continue_()
        playwright.expect(self.page.locator(".kp-pending")).to_have_count(0)


@pytest.fixture
def waiting(pad: Keypad) -> LateAnswers:
    """A hand that lacks one tile, while it is asked once more for which it waits: the answer moves
    nothing."""
    pad.open("classical")
    pad.mode("pung", "E R G P")
    for name, wind in (("seat", "S"), ("round", "E")):
        pad.chip(name)
        pad.tell(**{name: wind})
    stand_still(pad)
    answers = LateAnswers(pad.page)
    for code in ("5d", "F1"):
        pad.keys(code)
        pad.page.clock.run_for(400)
        if code == "5d":
            answers.come()
    return answers


def test_a_press_goes_on_while_an_answer_comes(pad: Keypad, waiting: LateAnswers) -> None:
    """The tile is chosen, and not taken back as if it had been held down ever since."""
    tile = pad.page.locator('.kp-hand [data-at="tile0"]')
    tile.hover()
    pad.page.mouse.down()
    waiting.come()
    pad.page.mouse.up()
    playwright.expect(tile).to_have_attribute("aria-pressed", "true")
    pad.page.clock.run_for(1000)
    pad.field("hand", "5d")
