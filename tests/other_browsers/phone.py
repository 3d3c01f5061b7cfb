"""A phone in a player's hand, in whichever browser: it taps what a finger could tap, and waits for
conditions only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tests.other_browsers.drivers import Driver, await_condition

REACHABLE = """
const all = [...document.querySelectorAll(arguments[0])];
const element = all.find((found) => found.checkVisibility()) ?? all[0];
if (!element) return null;
const { x, y, width, height } = element.getBoundingClientRect();
const top = document.elementFromPoint(x + width / 2, y + height / 2);
const takesTaps = getComputedStyle(element).pointerEvents !== "none";
const isStill = !element.closest("[data-settling]");
if (top && takesTaps && isStill && (element.contains(top) || top.contains(element))) {
  // Between the look and the tap nothing is to move, nor to be drawn anew.
  const before = window.seen;
  window.seen = { element, place: [x, y, width, height].join() };
  return before?.element === element && before.place === seen.place ? element : null;
}
element.scrollIntoView({ block: "center", inline: "center" });
return null;"""
"""The element that a finger would meet at the middle of what is looked for, if it is that; found in
the same place as the last time."""

WATCH = """
if (window.complaints) return;
window.complaints = [];
for (const kind of ["error", "unhandledrejection", "securitypolicyviolation"])
  addEventListener(kind, ({ message, reason, blockedURI }) =>
    complaints.push(`${kind}: ${message ?? reason ?? blockedURI}`));
const { error } = console;
console.error = (...words) => { complaints.push(words.join(" ")); error(...words); };"""

LOOK_FOR_COPY = """
const [path] = arguments;
const look = () => caches.match(path, { ignoreVary: true }).then((copy) => {
  if (copy) window.copyIsKept = true;
  else setTimeout(look, 50);
});
look();"""


class Phone:
    """The page of a browser, as a player uses it."""

    def __init__(self, driver: Driver, address: str) -> None:
        self.driver, self.address = driver, address
        self.complaints: list[str] = []

    def go(self, path: str) -> None:
        """Open a page; what the page before complained of is kept in mind."""
        self.collect()
        self.driver.go(self.address + path)
        self.driver.run(WATCH)

    def collect(self) -> None:
        self.complaints += self.driver.run("return window.complaints?.splice(0) ?? []")

    def js(self, expression: str) -> Any:
        """The value of an expression in the page."""
        return self.driver.run(f"return {expression}")

    def until(self, holds: str) -> None:
        """Wait until this expression is true."""
        await_condition(lambda: self.js(f"Boolean({holds})"), holds)

    def until_kept(self, path: str) -> None:
        """Wait until the browser has a copy of this page for when there is no network."""
        self.driver.run(LOOK_FOR_COPY, path)
        self.until("window.copyIsKept")

    def reads(self, selector: str, text: str) -> None:
        """Wait until what is found shows this text."""
        shown = f"document.querySelector({json.dumps(selector)})?.innerText?.trim()"
        self.until(f"{shown} === {json.dumps(text)}")

    def tap(self, selector: str) -> None:
        """Tap what is found, as soon as a finger would meet it."""
        self.driver.run("delete window.seen")
        found = await_condition(
            lambda: self.driver.run(REACHABLE, selector), f"{selector} can be tapped"
        )
        self.driver.tap(found)

    def press(self, words: str) -> None:
        """Tap the last button that is called so."""
        mark = (
            "[...document.querySelectorAll('button')]"
            f".filter((button) => button.textContent.trim() === {json.dumps(words)}).at(-1)"
        )
        self.until(mark)
        self.driver.run(f"{mark}.setAttribute('data-pressed', '')")
        self.tap("[data-pressed]")

    def fill(self, values: Mapping[str, str]) -> None:
        """Type into fields, by their names."""
        for name, value in values.items():
            field = f"document.querySelector({json.dumps(f'[name={json.dumps(name)}]')})"
            self.until(field)
            self.driver.run(
                f"{field}.value = arguments[0];"
                f"{field}.dispatchEvent(new Event('input', {{ bubbles: true }}))",
                value,
            )

    def keys(self, codes: str) -> None:
        for code in codes.split():
            self.tap(f'.kp-key[data-code="{code}"]')

    def mode(self, name: str, codes: str) -> None:
        self.tap(f'.kp-mode[data-mode="{name}"]')
        self.keys(codes)

    def tell(self, *answers: str) -> None:
        for answer in answers:
            self.tap(f'.kp-panel [data-at="{answer}"]')
