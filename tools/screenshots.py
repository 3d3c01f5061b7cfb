"""The main states of the pages as pictures, at four sizes, by day and by night.

``python -m tools.screenshots FOLDER [STATE ...]`` writes a WebP picture of each into the folder, of
what the screen shows; with names of states only those. People look at them: what can be measured of
them, tests/browser/test_screens.py measures. Those that the documentation shows, ``tools.pictures``
writes.
"""

from __future__ import annotations

import base64
import logging
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

from scorer.service import create_app
from tests.browser.conftest import FLAGS, NO_WORKER, SHELL, whole
from tests.browser.pad import PATIENCE, TYPE
from tests.pages.examples import AMERICAN, MCR
from tests.pages.page import EXAMPLE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SIZES = {
    "phone": (390, 844),
    "phone-on-its-side": (844, 390),
    "tablet": (768, 1024),
    "desk": (1440, 900),
}
TABLE_QUERY = (
    "rules=classical&round=E&winner=E&won=self_draw&e.points=64&s.points=8&w.points=4&n.points=2"
)
NEAR_HAND_QUERY = (
    "rules=classical&hand=123b+567c+234d+EEE+9d&tile=8d&won=self_draw&seat=E&round=E&go=1"
)
BELOW_MINIMUM_QUERY = (
    "rules=mcr&hand=123b+567c+234d+678d+99c&tile=3b&won=discard&from=S&seat=E&round=E&go=1"
)
Taps = Callable[["Page"], None]


class State(NamedTuple):
    """A state of a page: its address, and what is done there before the picture is taken."""

    path: str
    taps: Taps


STATES: dict[str, State] = {}


def state(path: str) -> Callable[[Taps], Taps]:
    """Name a state after the function that brings the page at ``path`` to it."""

    def named(taps: Taps) -> Taps:
        STATES[taps.__name__.replace("_", "-")] = State(path, taps)
        return taps

    return named


def open_keypad(page: Page) -> None:
    page.locator(".kp-bar").wait_for(state="attached")


def press_keys(page: Page, codes: str) -> None:
    for code in codes.split():
        page.locator(f'.kp-key[data-code="{code}"]').click()


def choose_mode(page: Page, name: str, codes: str = "") -> None:
    page.locator(f'.kp-mode[data-mode="{name}"]').click()
    press_keys(page, codes)


def answer_questions(page: Page, *answers: str) -> None:
    for answer in answers:
        page.locator(f'.kp-panel [data-at="{answer}"]').click()
        page.wait_for_timeout(350)


def wait_for_score(page: Page) -> None:
    page.locator(".kp-total:not(:empty)").wait_for()


@state("/")
def hand_begin(page: Page) -> None:
    open_keypad(page)


@state("/?rules=classical")
def hand_half_tapped(page: Page) -> None:
    open_keypad(page)
    press_keys(page, "1b 2b 3b")
    choose_mode(page, "pung", "E")
    choose_mode(page, "hidden", "7c")


@state("/?rules=classical&seat=S&round=E")
def question_open(page: Page) -> None:
    open_keypad(page)
    choose_mode(page, "pung", "E R G P")
    press_keys(page, "5d 5d")
    page.locator(".kp-choices").first.wait_for()


@state("/?rules=classical")
def live_score(page: Page) -> None:
    open_keypad(page)
    page.locator("#form").evaluate(TYPE, EXAMPLE)
    wait_for_score(page)


@state(f"/?{urlencode(EXAMPLE)}")
def hand_result(page: Page) -> None:
    pass


@state("/table?rules=classical")
def table_begin(page: Page) -> None:
    open_keypad(page)


@state("/table?rules=classical&round=E&won=discard&from=W")
def quick_losers(page: Page) -> None:
    open_keypad(page)
    answer_questions(page, "winner-S")
    page.locator('[data-at="seat-S"]').click()
    choose_mode(page, "pung", "E R 9c")
    choose_mode(page, "chow", "2d")
    choose_mode(page, "tile", "5d")
    page.locator('[data-at="seat-E"]').click()
    press_keys(page, "9c F1")
    page.locator("#keypad-part").click()
    page.locator('[data-at="seat-W"]').click()
    page.locator("#keypad-points").click()
    page.locator('[data-value="24"]').click()


@state(f"/table?{TABLE_QUERY}")
def table_result(page: Page) -> None:
    pass


@state(f"/?{NEAR_HAND_QUERY}")
def nearly(page: Page) -> None:
    pass


@state(f"/?{BELOW_MINIMUM_QUERY}")
def mcr_below_eight(page: Page) -> None:
    pass


@state(f"/?{urlencode(AMERICAN)}")
def american_result(page: Page) -> None:
    pass


@state("/table?rules=classical&winner=S&won=discard&e.hand=12x&go=1")
def error(page: Page) -> None:
    open_keypad(page)


@state("/waits?rules=mcr")
def waits_begin(page: Page) -> None:
    open_keypad(page)


@state(f"/compare?{urlencode(MCR)}")
def compare(page: Page) -> None:
    pass


@state("/rules/classical")
def rules(page: Page) -> None:
    pass


@contextmanager
def running_service() -> Iterator[str]:
    server = make_server("127.0.0.1", 0, whole(create_app({"LOG_REQUESTS": False})), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()


def page_as_webp(page: Page) -> bytes:
    """What the screen shows, as WebP, which is a quarter of a PNG."""
    session = page.context.new_cdp_session(page)
    screenshot = session.send("Page.captureScreenshot", {"format": "webp", "quality": 85})
    session.detach()
    return base64.b64decode(screenshot["data"])


def screenshot_of_state(browser: Browser, address: str, shot: Shot) -> bytes:
    width, height = SIZES[shot.size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=shot.scheme,
        reduced_motion="reduce",
        has_touch=width < 1000,
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(NO_WORKER)
    page = context.new_page()
    path, taps = STATES[shot.state]
    page.goto(address + path)
    taps(page)
    page.wait_for_timeout(250)
    made = page_as_webp(page)
    context.close()
    return made


class Shot(NamedTuple):
    """A picture to take: of a state, at a size, by day or by night."""

    state: str
    size: str
    scheme: Literal["light", "dark"]


def take_shots(shots: Mapping[str, Shot]) -> Iterator[tuple[str, bytes]]:
    """Yield each of these pictures with its name."""
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    with running_service() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=SHELL, args=FLAGS.split())
        for name, shot in shots.items():
            yield name, screenshot_of_state(browser, address, shot)
        browser.close()


def main(folder: str, *names: str) -> None:
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    shots = [Shot(*each) for each in product(names or STATES, SIZES, schemes)]
    for name, made in take_shots({".".join(shot): shot for shot in shots}):
        (target / f"{name}.webp").write_bytes(made)


if __name__ == "__main__":
    main(*sys.argv[1:])
