"""Every kind of page looks as its picture in docs/screenshots/pages does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import SHELL, launched
from tests.browser.page_kinds import KINDRED_PAGES, PAGES
from tools import page_pictures, pictures
from tools.fonts import pinned_fonts

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

# Each is less than a reader overlooks.
CHANGES = {
    "a button moved": ("first", "form button", "each.style.translate = '4px'"),
    "a card moved": ("first", "main a:nth-of-type(2)", "each.style.translate = '0 4px'"),
    "a link is missing": ("first", ".start-join > p a", "each.style.visibility = 'hidden'"),
    "a line is missing": ("table result", ".next p", "each.style.visibility = 'hidden'"),
    "another total": ("table result", ".figure", "each.innerHTML = each.innerHTML.replace(6, 8)"),
}
MAX_BYTES = 1_500_000


@pytest.fixture(scope="module")
def fonts() -> Iterator[dict[str, str]]:
    with pinned_fonts() as environment:
        yield environment


@pytest.fixture(scope="module")
def pinned(driver: Playwright, fonts: dict[str, str]) -> Iterator[Browser]:
    yield from launched(driver, SHELL, env=fonts)


def test_every_kind_of_page_looks_as_its_picture(pinned: Browser, tmp_path: Path) -> None:
    changed, taken = [], set()
    for name, picture in page_pictures.take_pictures(pinned):
        taken.add(name)
        file = page_pictures.picture_path(name)
        if not file.exists() or page_pictures.is_changed(file.read_bytes(), picture):
            (tmp_path / file.name).write_bytes(picture)
            changed.append(name)
    assert changed == [], (
        f"changed since docs/screenshots/pages was made (their new pictures: {tmp_path}). If that "
        f"is meant, run {pictures.COMMAND}, look at the pictures, and commit them"
    )
    files = [*page_pictures.FOLDER.iterdir()]
    assert {file.stem for file in files} == taken
    assert sum(file.stat().st_size for file in files) < MAX_BYTES


def path_of(kind: str) -> str:
    return {**PAGES, **KINDRED_PAGES}[kind]


def change(page: Page, selector: str, script: str) -> None:
    page.locator(selector).first.evaluate(f"each => {{ {script}; }}")


@pytest.mark.parametrize("scheme", page_pictures.SCHEMES)
@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_page_is_found(pinned: Browser, address: str, name: str, scheme: str) -> None:
    kind, selector, script = CHANGES[name]
    with page_pictures.opened_page(pinned, address + path_of(kind)) as page:
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        before = page_pictures.screen_picture(page)
        assert not page_pictures.is_changed(before, page_pictures.screen_picture(page))
        change(page, selector, script)
        assert page_pictures.is_changed(before, page_pictures.screen_picture(page))


def test_other_antialiasing_is_not_a_change(
    driver: Playwright, pinned: Browser, fonts: dict[str, str], address: str
) -> None:
    drawn_otherwise = ["--font-render-hinting=none", "--disable-font-antialiasing"]
    other = driver.chromium.launch(executable_path=SHELL, args=drawn_otherwise, env={**fonts})
    for kind in ("first", "table result", "rule"):
        shots = []
        for browser in (pinned, other):
            with page_pictures.opened_page(browser, address + path_of(kind)) as page:
                shots.append(page_pictures.screen_picture(page))
        assert shots[0] != shots[1]
        assert not page_pictures.is_changed(*shots), kind
    other.close()
