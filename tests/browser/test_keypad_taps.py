"""A second tap in the same place answers nothing that has only just come up there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import lasting, new_phone
from tests.browser.pad import Keypad
from tests.nightly import nightly

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.browser


def tap_at_once(pad: Keypad, selector: str) -> None:
    """A tap where this lies, without a look at whether it can be tapped already."""
    box = pad.page.locator(selector).bounding_box()
    assert box
    pad.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def chosen(pad: Keypad, name: str) -> list[str]:
    found: list[str] = pad.page.locator(f'#form [name="{name}"]:checked').evaluate_all(
        "all => all.map((one) => one.value)"
    )
    return found


def stand_still(pad: Keypad) -> None:
    """From here on the page's clock goes only where it is told to, however slow the machine is."""
    pad.page.wait_for_timeout(400)
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


@pytest.mark.parametrize(("chip", "answer"), [("seat", "E"), ("won", "self_draw")])
def test_a_second_tap_on_a_chip_answers_nothing(pad: Keypad, chip: str, answer: str) -> None:
    pad.open("classical")
    stand_still(pad)
    pad.chip(chip)
    for later, taken in ((0, []), (400, [answer])):
        pad.page.clock.run_for(later)
        tap_at_once(pad, f'[data-at="{chip}-{answer}"]')
        assert chosen(pad, chip) == taken


def test_the_keys_under_the_thumb_go_on(pad: Keypad) -> None:
    pad.open("classical")
    stand_still(pad)
    pad.chip("round")
    for code in ("1b", "2b", "3b"):
        tap_at_once(pad, f'.kp-key[data-code="{code}"]')
    assert pad.value("hand") == "123b"


@pytest.mark.parametrize(
    ("width", "height"),
    [(390, 844), (844, 390), *nightly([(820, 1180), (768, 1024), (1440, 900)])],
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


def test_keys_that_a_question_moves_wait_as_well(pad: Keypad) -> None:
    pad.page.set_viewport_size({"width": 360, "height": 640})
    pad.open("classical")
    stand_still(pad)
    pad.chip("seat")
    for later, taken in ((0, ""), (400, "5b")):
        pad.page.clock.run_for(later)
        tap_at_once(pad, '.kp-key[data-code="5b"]')
        assert pad.value("hand") == taken


def test_answers_by_keyboard_need_not_wait(pad: Keypad) -> None:
    pad.open("classical")
    stand_still(pad)
    pad.page.locator('[data-at="chip-seat"]').focus()
    pad.page.keyboard.press("Enter")
    pad.page.keyboard.press("Enter")
    assert chosen(pad, "seat") == ["E"]
