"""A phone that keeps the scorer, and a server with another release."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from playwright import sync_api as playwright

from scorer.service.web import files
from tests.browser.conftest import new_phone
from tests.browser.hall import (
    READY,
    FaultyServer,
    as_release,
    breaks_off,
    by_the_server,
    from_a_cold_start,
    keep_the_scorer,
)
from tests.browser.test_page import EXAMPLE
from tests.games.databases import serving, sqlite

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

PAGES = [f"/?{EXAMPLE}&go=1", "/table?rules=mcr", "/rules/british"]
BY_NOW = "The server has a different release"
OFTEN = 250
WORKERS = """async () => {
  const { installing, waiting, active } = await navigator.serviceWorker.ready;
  return [installing, waiting, active].map((one) => one?.state).join();
}"""


class Hall(NamedTuple):
    """A phone that keeps a release, and the server and the folder that it has it from."""

    server: FaultyServer
    context: BrowserContext
    folder: Path
    release: str

    def open(self, path: str = "/") -> Page:
        page = self.context.pages[0]
        page.set_default_timeout(READY)
        page.goto(f"{self.server.address}{path}")
        return page

    def leave(self) -> Page:
        self.server.stop()
        page = from_a_cold_start(self.context)
        page.set_default_timeout(READY)
        return page

    def files_asked(self) -> set[str]:
        """Which files of the scorer phones have asked for."""
        asked = [path for path in self.server.asked if re.match(r"/kept/\d", path)]
        return {path.rpartition("/")[2] for path in asked}


@pytest.fixture(scope="module")
def whole_hall(
    whole_browser: Browser, offline_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Hall]:
    base = tmp_path_factory.mktemp("update")
    told = {"OFFLINE_FOLDER": str(base / "offline"), "CLIENT_SECONDS": 0}
    with serving(sqlite(base), **told) as app:
        with app.app_context():
            release = files.release()
        shutil.copytree(offline_folder / release, base / "offline" / release)
        server = FaultyServer(app)
        context = new_phone(whole_browser, service_workers="allow")
        page = context.new_page()
        keep_the_scorer(page, server.address)
        yield Hall(server, context, base / "offline", release)
        context.close()
        server.stop()


@pytest.fixture
def hall(whole_hall: Hall) -> Iterator[Hall]:
    """The phone keeps the release that the server has, in English."""
    page = whole_hall.open("/?lang=en")
    if engines(page) != [whole_hall.release]:
        until_brought(whole_hall, whole_hall.release)
    yield whole_hall
    whole_hall.server.faults.clear()
    whole_hall.server.start()


def engines(page: Page) -> list[str]:
    names = page.evaluate("caches.keys()")
    return [name[14:] for name in names if re.match(r"scorer-engine-\d", name)]


def until_brought(hall: Hall, release: str) -> None:
    """Waits until all of a release is there; its worker begins when the phone is opened again."""
    page = hall.open()
    whole = f"caches.match('/kept/manifest.json', {{ cacheName: 'scorer-engine-{release}' }})"
    for _ in range(READY // OFTEN):
        if page.evaluate(f"{whole}.then(Boolean)"):
            break
        page.wait_for_timeout(OFTEN)
    from_a_cold_start(hall.context)
    page = hall.open()
    for _ in range(READY // OFTEN):
        if engines(page) == [release]:
            return
        page.wait_for_timeout(OFTEN)
    raise AssertionError(f"still {engines(page)}, not {release}; {page.evaluate(WORKERS)}")


def becomes(hall: Hall, ending: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The server has another release."""
    release = hall.release.rpartition(".")[0] + f".{ending}"
    monkeypatch.setattr(files, "_release_digest", lambda revision: ending)
    hall.server.asked.clear()
    return release


def offers(hall: Hall, ending: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The server has another release, and offers it."""
    release = becomes(hall, ending, monkeypatch)
    as_release(hall.folder, hall.release, release)
    return release


def made_of(page: Page) -> tuple[str, set[str]]:
    """Which release answered, and of which releases the page's files are."""
    told = page.evaluate("document.documentElement.dataset.engine ?? ''")
    return told, set(re.findall(r"/static/(\d[^/]*)/", page.content()))


def all_of(hall: Hall, page: Page, release: str) -> None:
    """Every page is of this release alone, made on the phone."""
    for path in PAGES:
        page.goto(f"{hall.server.address}{path}")
        assert made_of(page) == (release, {release}), path
    page.goto(f"{hall.server.address}{PAGES[0]}")
    playwright.expect(page.locator(".figure")).to_have_text("336")


def test_a_new_release_is_brought_by_itself(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    new = offers(hall, "brought", monkeypatch)
    until_brought(hall, new)
    # What a worker is written with the browser fetches itself, by its address.
    assert hall.files_asked() - {"pyodide.mjs", "pyodide.asm.mjs"} == {"pages.zip"}
    all_of(hall, hall.leave(), new)


def test_an_update_that_broke_off_leaves_the_old_one(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = offers(hall, "broken", monkeypatch)
    hall.server.faults[f"{new}/pages.zip"] = breaks_off
    page = hall.open()
    for _ in range(READY // OFTEN):
        if "pages.zip" in hall.files_asked():
            break
        page.wait_for_timeout(OFTEN)
    page.wait_for_timeout(2000)
    assert hall.release in engines(page)
    away = hall.leave()
    all_of(hall, away, hall.release)
    hall.server.faults.clear()
    hall.server.start()
    until_brought(hall, new)
    all_of(hall, hall.leave(), new)


def test_where_the_new_release_is_not_offered_the_old_one_stays_and_says_so(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = becomes(hall, "bare", monkeypatch)
    page = hall.open()
    by_the_server(page, f"{hall.server.address}{PAGES[0]}")
    assert made_of(page) == ("", {new})
    for _ in range(2):
        page.reload()
        page.wait_for_timeout(1000)
    assert engines(page) == [hall.release]
    away = hall.leave()
    all_of(hall, away, hall.release)
    playwright.expect(away.locator("p.note", has_text=BY_NOW)).to_contain_text(new)
    away.goto(f"{hall.server.address}/rules/mcr")
    playwright.expect(away.locator("p.note", has_text=BY_NOW)).to_contain_text(new)


def test_forms_of_the_server_s_release_are_not_shown_with_the_phone_s(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In another language the forms are kept anew, as the server has them by now."""
    new = becomes(hall, "french", monkeypatch)
    page = hall.open("/?lang=fr")
    kept = "(await (await caches.match('/waits?rules=mcr', { ignoreVary: true })).text())"
    for _ in range(READY // OFTEN):
        if page.evaluate(f"async () => {kept}.includes('/static/{new}/')"):
            break
        page.wait_for_timeout(OFTEN)
    assert page.evaluate(f"async () => {kept}.includes('lang=\"fr\"')")
    away = hall.leave()
    for path in ("/waits?rules=mcr", *PAGES):
        away.goto(f"{hall.server.address}{path}")
        assert made_of(away) == (hall.release, {hall.release}), path
        assert away.evaluate("document.documentElement.lang") == "fr"
