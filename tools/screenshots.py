"""The main states of the pages as pictures, at four sizes, by day and by night.

``python -m tools.screenshots FOLDER [STATE ...]`` writes a WebP picture of each into the folder, of
what the screen shows; with names of states only those. People look at them: what can be measured of
them, tests/browser/test_screens.py measures.
"""

from __future__ import annotations

import base64
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

from scorer.service import create_app
from tests.browser.conftest import FLAGS, NO_WORKER, SHELL, whole
from tests.browser.pad import TYPE
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
TABLE = (
    "rules=classical&round=E&winner=E&won=self_draw&e.points=64&s.points=8&w.points=4&n.points=2"
)
NEARLY = "rules=classical&hand=123b+567c+234d+EEE+9d&tile=8d&won=self_draw&seat=E&round=E&go=1"
TOO_LITTLE = "rules=mcr&hand=123b+567c+234d+678d+99c&tile=3b&won=discard&from=S&seat=E&round=E&go=1"
State = Callable[["Page", str], None]
STATES: dict[str, State] = {}


def state(make: State) -> State:
    STATES[make.__name__.replace("_", "-")] = make
    return make


def opened(page: Page, address: str) -> None:
    page.goto(address)
    page.locator(".kp-bar").wait_for(state="attached")


def keys(page: Page, codes: str) -> None:
    for code in codes.split():
        page.locator(f'.kp-key[data-code="{code}"]').click()


def mode(page: Page, name: str, codes: str = "") -> None:
    page.locator(f'.kp-mode[data-mode="{name}"]').click()
    keys(page, codes)


def tell(page: Page, *answers: str) -> None:
    for answer in answers:
        page.locator(f'.kp-panel [data-at="{answer}"]').click()
        page.wait_for_timeout(350)


def scored(page: Page) -> None:
    page.locator(".kp-total:not(:empty)").wait_for()


@state
def hand_begin(page: Page, address: str) -> None:
    opened(page, f"{address}/")


@state
def hand_half_tapped(page: Page, address: str) -> None:
    opened(page, f"{address}/?rules=classical")
    keys(page, "1b 2b 3b")
    mode(page, "pung", "E")
    mode(page, "hidden", "7c")


@state
def question_open(page: Page, address: str) -> None:
    opened(page, f"{address}/?rules=classical&seat=S&round=E")
    mode(page, "pung", "E R G P")
    keys(page, "5d 5d")
    page.locator(".kp-choices").first.wait_for()


@state
def live_score(page: Page, address: str) -> None:
    opened(page, f"{address}/?rules=classical")
    page.locator("#form").evaluate(TYPE, EXAMPLE)
    scored(page)


@state
def hand_result(page: Page, address: str) -> None:
    page.goto(f"{address}/?{urlencode(EXAMPLE)}")


@state
def table_begin(page: Page, address: str) -> None:
    opened(page, f"{address}/table?rules=classical")


@state
def quick_losers(page: Page, address: str) -> None:
    opened(page, f"{address}/table?rules=classical&round=E&won=discard&from=W")
    tell(page, "winner-S")
    page.locator('[data-at="seat-S"]').click()
    mode(page, "pung", "E R 9c")
    mode(page, "chow", "2d")
    mode(page, "tile", "5d 5d")
    page.locator('[data-at="seat-E"]').click()
    keys(page, "9c F1")
    page.locator("#keypad-part").click()
    page.locator('[data-at="seat-W"]').click()
    page.locator("#keypad-points").click()
    for digit in "24":
        page.locator(f'[data-digit="{digit}"]').click()


@state
def table_result(page: Page, address: str) -> None:
    page.goto(f"{address}/table?{TABLE}")


@state
def nearly(page: Page, address: str) -> None:
    page.goto(f"{address}/?{NEARLY}")


@state
def mcr_below_eight(page: Page, address: str) -> None:
    page.goto(f"{address}/?{TOO_LITTLE}")


@state
def american_result(page: Page, address: str) -> None:
    page.goto(f"{address}/?{urlencode(AMERICAN)}")


@state
def error(page: Page, address: str) -> None:
    opened(page, f"{address}/table?rules=classical&winner=S&won=discard&e.hand=12x&go=1")


@state
def waits_begin(page: Page, address: str) -> None:
    opened(page, f"{address}/waits?rules=mcr")


@state
def compare(page: Page, address: str) -> None:
    page.goto(f"{address}/compare?{urlencode(MCR)}")


@state
def rules(page: Page, address: str) -> None:
    page.goto(f"{address}/rules/classical")


@contextmanager
def served() -> Iterator[str]:
    server = make_server("127.0.0.1", 0, whole(create_app({"LOG_REQUESTS": False})), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()


def picture(page: Page) -> bytes:
    """What the screen shows, as WebP, which is a quarter of a PNG."""
    session = page.context.new_cdp_session(page)
    told = session.send("Page.captureScreenshot", {"format": "webp", "quality": 85})
    session.detach()
    return base64.b64decode(told["data"])


def photographed(browser: Browser, address: str, folder: Path, names: list[str]) -> None:
    for size, (width, height) in SIZES.items():
        for scheme in ("light", "dark"):
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=scheme,
                reduced_motion="reduce",
                has_touch=width < 1000,
            )
            context.add_init_script(NO_WORKER)
            for name in names:
                page = context.new_page()
                page.add_init_script("localStorage.clear(); sessionStorage.clear()")
                STATES[name](page, address)
                page.wait_for_timeout(250)
                (folder / f"{name}.{size}.{scheme}.webp").write_bytes(picture(page))
                page.close()
            context.close()


def main(folder: str, *names: str) -> None:
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    with served() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=SHELL, args=FLAGS.split())
        photographed(browser, address, target, list(names or STATES))
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
