"""The keypad in a player's hand, for the tests that tap it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.pages.page import EXAMPLE

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE = 60_000
"""Milliseconds that anything may take: nothing is measured, and machines do other things too."""

FRAMES = """new Promise((done) => requestAnimationFrame(
    () => requestAnimationFrame(() => setTimeout(done))))"""


def drawn(page: Page) -> None:
    """Wait until the page is drawn as it stands, and its observers know of that."""
    page.evaluate(FRAMES)


def unfold(page: Page) -> None:
    """Open the fields that are typed into, which lie folded where there are keys."""
    if not page.locator("html.kp-on").count():
        return
    page.locator(".kp-bar").wait_for(state="attached")
    if page.locator("#typed:not([open])").count():
        page.locator("#typed > summary").click()


class Keypad:
    """The page in the player's hand; every tap is counted."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address, self.taps = page, address, 0
        self.last_value: int | None = None
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, rules: str, page: str = "") -> None:
        self.page.goto(f"{self.address}/{page}?rules={rules}")
        self.page.locator(".kp-bar").wait_for()

    def unfold(self) -> None:
        unfold(self.page)

    def tap(self, selector: str) -> None:
        self.page.locator(selector).tap()
        self.taps += 1

    def keys(self, codes: str) -> None:
        for code in codes.split():
            self.tap(f'.kp-key[data-code="{code}"]')

    def mode(self, name: str, codes: str = "") -> None:
        self.tap(f'.kp-mode[data-mode="{name}"]')
        self.keys(codes)

    def tell(self, **answers: str) -> None:
        for name, value in answers.items():
            self.tap(f'.kp-panel [data-at="{name}-{value}"]')

    def take_back(self, name: str) -> None:
        """A tile or set of the hand is chosen, and taken back."""
        self.page.locator(".kp-hand").get_by_role("button", name=name).first.tap()
        self.page.locator(".kp-back").tap()
        self.taps += 2

    def agree(self, **points: int) -> None:
        """Points that were agreed, by the keys for them."""
        for seat, told in points.items():
            self.tap(f'[data-at="seat-{seat}"]')
            self.use_points()
            self.points(told)

    def use_points(self) -> None:
        """The keys for points that were agreed, unless they are there."""
        self.page.locator("#keypad-points").wait_for(state="attached")
        if self.page.locator('#keypad-points[aria-pressed="false"]').count():
            self.tap("#keypad-points")

    def points(self, told: int) -> None:
        """Points of the player whose keys these are: a loser's by one key, where there is one."""
        if self.page.locator(".kp-values").is_visible():
            value = f'.kp-values [data-value="{told}"]'
            if self.page.locator(value).count():
                if told == self.last_value:
                    # Sooner it would be a second tap that is not meant.
                    self.page.wait_for_timeout(300)
                self.tap(value)
                self.last_value = told
                return
            self.tap('.kp-values [data-value="other"]')
        for digit in str(told):
            self.tap(f'[data-digit="{digit}"]')

    def chip(self, name: str) -> None:
        self.tap(f'[data-at="chip-{name}"]')

    def says(self, words: str) -> None:
        from playwright.sync_api import expect

        expect(self.page.locator(".kp-say")).to_contain_text(words)

    def total(self, figure: str) -> None:
        from playwright.sync_api import expect

        expect(self.page.locator(".kp-total")).to_have_text(figure)
        expect(self.page.locator(".kp-pending")).to_have_count(0)

    def value(self, name: str) -> str:
        """What a field of the form has at this moment."""
        return self.page.locator(f'#form [name="{name}"]').input_value()

    def field(self, name: str, value: str | re.Pattern[str]) -> None:
        """Wait until a field of the form has this value."""
        from playwright.sync_api import expect

        expect(self.page.locator(f'#form [name="{name}"]')).to_have_value(value)


LINES = """() => [...document.querySelectorAll('.kp-line:not(.kp-missed) summary')].map((e) => {
  const line = e.cloneNode(true);
  line.querySelectorAll('.other-name').forEach((name) => name.remove());
  return line.textContent.trim().replace(/\\s+/g, ' ');
})"""


def lines(pad: Keypad) -> list[str]:
    """The lines on show, each by its name in the language of the page and what it is worth."""
    pad.tap(".kp-result")
    pad.page.locator(".kp-line").first.wait_for()
    found: list[str] = pad.page.evaluate(LINES)
    return found


def tap_the_classical_example(
    pad: Keypad, short: str = "1 tile short", waits: str = "Waits for 5 of dots"
) -> None:
    pad.open("classical")
    pad.keys("1b 2b 3b")
    pad.mode("pung", "E")
    pad.mode("hidden", "7c")
    pad.mode("chow", "2d")
    pad.keys("F1 S2")
    pad.mode("tile", "5d")
    pad.says(short)
    pad.tell(seat="E", round="E")
    pad.says(waits)
    pad.keys("5d")
    pad.tell(**{"from": "S"})
    pad.chip("with")
    pad.tell(**{"with": "last_discard"})
    pad.tap(".kp-done")


TYPE = """(form, values) => {
  for (const field of form.elements) {
    if (!(field.name in values)) continue;
    const value = values[field.name];
    if (["radio", "checkbox"].includes(field.type)) field.checked = field.value === value;
    else field.value = value;
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
}"""


def type_the_classical_example(pad: Keypad) -> None:
    """The same hand, put into the form at once: for tests of what comes after it."""
    pad.open("classical")
    pad.page.locator("#form").evaluate(TYPE, EXAMPLE)
