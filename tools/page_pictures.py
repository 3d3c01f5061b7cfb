"""Every kind of page as a picture, light and dark, as ``tools.pictures`` writes them; and how two
pictures of a page are compared."""

from __future__ import annotations

import base64
import io
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, Literal

from PIL import Image, ImageChops
from werkzeug.serving import make_server

from tests.browser import page_kinds
from tests.browser.conftest import whole, without_workers
from tests.browser.pad import drawn
from tests.games.databases import serving, sqlite

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "screenshots" / "pages"
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
SCREEN_WIDTH, SCREEN_HEIGHT = 390, 844
"""The size of the phone in pixels."""
PICTURE_SCALE: Final = 0.7
WEBP_QUALITY: Final = 25
BLOCK_PIXELS, COLOUR_TOLERANCE, MAX_CHANGED_BLOCKS = 6, 20, 3
"""Blocks of so many pixels squared are compared by their mean. Of 255 levels of red, green or blue
it may differ by so many, and by more in so many blocks.

A button moved by 4 pixels changes 20 blocks or more, a missing line 30, another figure in a total
6; the whole Chromium instead of its shell none, and text without antialiasing less than 4."""

VARYING_SELECTORS: Final = "time, .qr, .join, a.address, .sharing .lead, input[readonly]"
"""What no two pages have alike: keys, codes and times."""

HIDE_SCRIPT: Final = """selector => { for (const each of document.querySelectorAll(selector)) {
    each.style.visibility = "hidden";
    if (!each.querySelector("svg")) each.textContent = "–";
} }"""


def picture_path(name: str) -> Path:
    """Return where the picture of this name is."""
    return FOLDER / f"{name}.webp"


def page_paths(address: str) -> Mapping[str, str]:
    """Return the path of every kind of page, and begin the games and the class that they show."""
    keys = {"game": page_kinds.game_keys(address), "class": page_kinds.class_keys(address)}
    found = {**page_kinds.PAGES, **page_kinds.KINDRED_PAGES, **page_kinds.LESSON_PAGES}
    for of, pages in (("game", page_kinds.GAME_PAGES), ("class", page_kinds.CLASS_PAGES)):
        found |= {f"{of} {name}": path.format(**keys[of]) for name, path in pages.items()}
    return found


@contextmanager
def running_service() -> Iterator[str]:
    """Yield the address of a service with a database of its own."""
    with TemporaryDirectory() as folder, serving(sqlite(Path(folder))) as app:
        server = make_server("127.0.0.1", 0, whole(app), threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.port}"
        server.shutdown()
        server.server_close()


def take_pictures(browser: Browser) -> Iterator[tuple[str, bytes]]:
    """Yield every picture with its name, such as ``game-board-dark``."""
    with running_service() as address:
        for kind, path in page_paths(address).items():
            with opened_page(browser, f"{address}{path}") as page:
                for scheme in SCHEMES:
                    page.emulate_media(color_scheme=scheme)
                    yield f"{kind.replace(' ', '-')}-{scheme}", screen_picture(page)


@contextmanager
def opened_page(browser: Browser, url: str) -> Iterator[Page]:
    """Yield a page that a phone has opened, without what is new each time."""
    context = without_workers(browser).new_context(
        viewport={"width": SCREEN_WIDTH, "height": SCREEN_HEIGHT},
        reduced_motion="reduce",
        has_touch=True,
    )
    page = context.new_page()
    page_kinds.open_page(page, url)
    page.wait_for_load_state("networkidle")
    page.evaluate(HIDE_SCRIPT, VARYING_SELECTORS)
    yield page
    context.close()


def screen_picture(page: Page) -> bytes:
    """Return what the screen shows, as WebP."""
    drawn(page)
    session = page.context.new_cdp_session(page)
    clip = {"x": 0, "y": 0, "width": SCREEN_WIDTH, "height": SCREEN_HEIGHT, "scale": PICTURE_SCALE}
    screenshot = session.send(
        "Page.captureScreenshot", {"format": "webp", "quality": WEBP_QUALITY, "clip": clip}
    )
    session.detach()
    return base64.b64decode(screenshot["data"])


def changed_blocks(before: bytes, after: bytes) -> int:
    """Return how many blocks of two pictures differ by more than the tolerance."""
    first, second = (
        Image.open(io.BytesIO(data)).convert("RGB").reduce(BLOCK_PIXELS) for data in (before, after)
    )
    levels = ImageChops.difference(first, second).split()
    most = ImageChops.lighter(ImageChops.lighter(levels[0], levels[1]), levels[2])
    return sum(most.histogram()[COLOUR_TOLERANCE + 1 :])


def is_changed(before: bytes, after: bytes) -> bool:
    """Tests if two pictures show pages that a reader would tell apart."""
    return changed_blocks(before, after) > MAX_CHANGED_BLOCKS
