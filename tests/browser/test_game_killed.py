"""The browser is killed while an entry waits: it is on the disk, and is sent when it runs again."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.evening import POINTS, Evening, Phone, points_of
from tests.browser.pad import PATIENCE, PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def kill(folder: Path) -> None:
    """As an empty battery does it: without a word. The browser's lock on its folder names it."""
    _, _, process = os.readlink(folder / "SingletonLock").rpartition("-")
    os.kill(int(process), signal.SIGKILL)


@contextmanager
def running(driver: Playwright, folder: Path, address: str) -> Iterator[Phone]:
    context = driver.chromium.launch_persistent_context(
        folder,
        executable_path=CHROMIUM,
        args=FLAGS.split(),
        viewport=PHONE,
        has_touch=True,
        service_workers="block",
    )
    context.set_default_timeout(PATIENCE)
    try:
        yield Phone(context.new_page(), address)
    finally:
        with suppress(playwright.Error):  # it is dead already
            context.close()


@pytest.fixture
def folder(tmp_path: Path, whole_browser: Browser) -> Path:
    """Where there is the browser."""
    return tmp_path / "phone"


@pytest.mark.nightly
def test_an_entry_that_waits_outlives_a_killed_browser(
    driver: Playwright, folder: Path, address: str
) -> None:
    evening = Evening.begun(address)
    with running(driver, folder, address) as phone:
        phone.join(evening.play)
        phone.page.route("**/hand", lambda route: refuse_posts(route))
        phone.hand("S", "E", **POINTS)
        playwright.expect(phone.waiting).to_contain_text("1 entry waits on this phone")
        kill(folder)
    assert evening.sheet()["version"] == 0
    with running(driver, folder, address) as phone:
        phone.page.route("**/hand", lambda route: refuse_posts(route))
        phone.join(evening.play)
        playwright.expect(phone.waiting).to_contain_text("1 entry waits on this phone")
        phone.page.unroute("**/hand")
        evening.reaches(phone, 1)
        playwright.expect(phone.waiting).to_be_hidden()
        phone.shows(evening.sheet()["totals"])
    assert [points_of(entry) for entry in evening.counts()] == [POINTS]


def refuse_posts(route: playwright.Route) -> None:
    if route.request.method == "POST":
        route.abort()
    else:
        route.continue_()
