"""One server, one browser and one phone for all that drives a real one.

A phone (a context) costs more to make than a page, and keeps the files that it has loaded: so tests
share one, which has forgotten all else when the next test begins.
"""

from __future__ import annotations

import os
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from playwright import sync_api as playwright
from werkzeug.serving import make_server

from tests.browser.evening import Evening, Phone, eventually
from tests.browser.pad import PATIENCE, PHONE, Keypad
from tests.games.databases import serving, sqlite

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright


def first_found(*names: str) -> str:
    """Where the first of these programs is that this machine has; $CHROMIUM stands for any."""
    found = (shutil.which(name) for name in names)
    return os.environ.get("CHROMIUM") or next(filter(None, found), f"/usr/bin/{names[0]}")


CHROMIUM = first_found("chromium", "chromium-browser", "google-chrome")
# The same without windows, tabs and sync: a test takes two thirds of the time.
SHELL = first_found("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
playwright.expect.set_options(timeout=PATIENCE)

NEEDED = "SCORER_NEEDS_BROWSER" in os.environ  # set where a skipped browser is a failure
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync "
    # One process draws every page of a phone and compiles each script once: a third less.
    "--renderer-process-limit=1 --in-process-gpu --js-flags=--single-threaded"
)

# A name of this machine that browsers do not trust as they do localhost: a laptop without https.
LAPTOP = "--host-resolver-rules=MAP laptop.test 127.0.0.1"

SMALL_PAGE = "/api/v1/rulesets"
NO_WORKER = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined });"


def without_workers(browser: Browser) -> Browser:
    """Pages that keep nothing for later, unless their context is made to allow service workers:
    one would fetch thirty pages and files behind every other test."""
    new_context, new_page = browser.new_context, browser.new_page

    def context(**options: Any) -> BrowserContext:
        made = new_context(**options)
        if options.get("service_workers") != "allow":
            made.add_init_script(NO_WORKER)
        return made

    def page(**options: Any) -> Page:
        made = new_page(**options)
        made.add_init_script(NO_WORKER)
        return made

    browser.new_context, browser.new_page = context, page  # type: ignore[method-assign]
    return browser


def whole(app: Callable[..., Any]) -> Callable[..., list[bytes]]:
    """The application with every body read and closed at once: the server used here forgets to
    close one when the browser breaks off, and a file left open fails the test that comes next."""

    def answer(environ: dict[str, Any], start: Any) -> list[bytes]:
        with closing(app(environ, start)) as body:
            return list(body)

    return answer


# A package's and not a session's: an event loop runs as long as there is a browser.
@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server is; the games that it is told lie in a database of their own."""
    with serving(sqlite(tmp_path_factory.mktemp("games"))) as app:
        server = make_server("127.0.0.1", 0, whole(app), threaded=True)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.port}"
        server.shutdown()
        thread.join(timeout=5)
        server.server_close()


@pytest.fixture(scope="package")
def driver() -> Iterator[Playwright]:
    with playwright.sync_playwright() as driver:
        yield driver


def launched(driver: Playwright, program: str, **options: Any) -> Iterator[Browser]:
    if not os.path.exists(program) and not NEEDED:
        pytest.skip(f"no Chromium at {program}; set CHROMIUM to its path")
    opened = driver.chromium.launch(
        executable_path=program, args=[*FLAGS.split(), LAPTOP], **options
    )
    yield without_workers(opened)
    opened.close()


@pytest.fixture(scope="package")
def browser(driver: Playwright) -> Iterator[Browser]:
    yield from launched(driver, SHELL)


@pytest.fixture(scope="package")
def whole_browser(driver: Playwright) -> Iterator[Browser]:
    """For what the shell leaves out or does badly, such as service workers."""
    yield from launched(driver, CHROMIUM)


def new_phone(browser: Browser, **options: Any) -> BrowserContext:
    """A phone; nothing on its screen is under way for longer than it takes to draw it."""
    context = browser.new_context(
        viewport=PHONE, has_touch=True, reduced_motion="reduce", **options
    )
    context.set_default_timeout(PATIENCE)
    return context


def lasting(phone: BrowserContext, address: str) -> Iterator[BrowserContext]:
    """A phone with a page that stays open: as long as there is one, the next page of the phone
    finds the process of those before it, with the scripts and fonts that it has loaded."""
    phone.new_page().goto(f"{address}{SMALL_PAGE}")
    yield phone
    phone.close()


@pytest.fixture(scope="package")
def shared(browser: Browser, address: str) -> Iterator[BrowserContext]:
    yield from lasting(new_phone(browser), address)


@pytest.fixture(scope="package")
def plain(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A phone without JavaScript, which keeps nothing from page to page but what it loads."""
    yield from lasting(new_phone(browser, java_script_enabled=False), address)


@pytest.fixture
def context(shared: BrowserContext) -> BrowserContext:
    """The phone that the tests share, without cookies; ``page`` clears the rest."""
    shared.clear_cookies()
    shared.set_offline(False)
    return shared


def forget(page: Page, address: str, storages: str) -> None:
    """Have the browser of this page forget what this site has in these storages."""
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": storages})
    session.detach()


@pytest.fixture
def page(context: BrowserContext, address: str) -> Iterator[Page]:
    """A new page of the phone, which knows nothing of those before it."""
    page = context.new_page()
    forget(page, address, "local_storage,indexeddb,cache_storage")
    yield page
    page.close()


@pytest.fixture
def pad(page: Page, address: str) -> Iterator[Keypad]:
    keypad = Keypad(page, address)
    yield keypad
    expected = re.compile("422|ERR_INTERNET_DISCONNECTED")
    assert [words for words in keypad.complaints if not expected.search(words)] == []


@pytest.fixture
def phones(
    browser: Browser, context: BrowserContext, address: str
) -> Iterator[Callable[..., Phone]]:
    """Makes phones that know nothing of each other. The first is the one that the tests share,
    which has forgotten all else, unless it is to be the test's own."""
    made: list[Phone] = []
    lasting_pages = context.pages

    def phone(own: bool = False, **options: Any) -> Phone:
        if made or own or options:
            page = new_phone(browser, **options).new_page()
        else:
            page = context.new_page()
            forget(page, address, "local_storage,indexeddb,cache_storage")
        made.append(Phone(page, address))
        return made[-1]

    yield phone
    for one in made:
        if one.page.context is not context:
            one.page.context.close()
    for page in context.pages:
        if page not in lasting_pages:
            page.close()
    expected = re.compile("40[349]|422|429|50[23]|ERR_INTERNET_DISCONNECTED|ERR_FAILED")
    complaints = [words for one in made for words in one.complaints]
    assert [words for words in complaints if not expected.search(words)] == []


@pytest.fixture
def evening(address: str) -> Evening:
    """A game that has just begun."""
    return Evening.begun(address)


@pytest.fixture
def phone(phones: Callable[..., Phone], evening: Evening) -> Phone:
    """A phone on the board of a game with one hand."""
    evening.hand()
    made = phones()
    made.join(evening.play)
    return made


def keep_pages(page: Page, address: str) -> None:
    """Open a page until the phone keeps all; a worker that could not fetch one of them ends, and is
    registered again by the next page."""

    def keeps() -> bool:
        kept = "navigator.serviceWorker.controller && caches.match('/games/alone').then(Boolean)"
        return bool(page.evaluate(f"async () => {kept}"))

    page.goto(address)
    try:
        eventually(page, keeps, within=PATIENCE / 2)
    except AssertionError:
        page.goto(address)
        eventually(page, keeps)


@pytest.fixture(scope="package")
def keeping(whole_browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A phone that keeps the pages: that takes it thirty of them, once."""
    context = new_phone(whole_browser, service_workers="allow")
    page = context.new_page()
    keep_pages(page, f"{address}/games")
    page.close()
    yield context
    context.close()


@pytest.fixture
def installed(keeping: BrowserContext, address: str) -> Iterator[BrowserContext]:
    """The same, with nothing of games on it."""
    page = keeping.new_page()
    forget(page, address, "local_storage,indexeddb")
    page.close()
    yield keeping
    keeping.set_offline(False)
    for opened in keeping.pages:
        opened.close()
