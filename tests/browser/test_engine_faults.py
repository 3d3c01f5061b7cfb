"""Keeping the scorer where something is wrong: /keep says what, and the pages work as before."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from tests.browser.conftest import new_phone
from tests.browser.evening import NAMES
from tests.browser.hall import (
    MADE_BY,
    READY,
    FaultyServer,
    alters,
    breaks_off,
    by_the_server,
    fails,
    from_a_cold_start,
    keep_the_scorer,
    until_state,
)
from tests.browser.test_installable import until
from tests.browser.test_page import EXAMPLE
from tests.games.databases import serving, sqlite
from tests.nightly import nightly

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser

Fault = Callable[[bytes], bytes | None]

BROKEN = "The download was interrupted. Try again: it continues where it stopped."
OTHER = "The download is not what the server announced, so none of it was used."
FULL = "There is not enough room on this phone, so nothing was changed."
REFUSED = (
    "This browser does not let pages store anything, as in a private window or by its settings."
)
CANNOT = "WebAssembly is switched off in this browser"
NONE = "This server does not offer the scorer for phones."
UNREACHED = "The server cannot be reached."
GONE = "The scorer was stored here, but this browser has removed it, perhaps to make room."

REFUSES = (
    "CacheStorage.prototype.{} = () => Promise.reject(new DOMException('no', 'SecurityError'));"
)
NO_FLAG = (
    "Object.defineProperty(window, 'localStorage',"
    " { get() { throw new DOMException('no', 'SecurityError'); } });"
)
SMALL = "StorageManager.prototype.estimate = async () => ({ quota: 20e6, usage: 5e6 });"
# As a browser does that has estimated too much: the first files find room.
FULL_LATER = """const put = Cache.prototype.put;
Cache.prototype.put = async function (asked, answer) {
  if (String(asked).includes('stdlib')) throw new DOMException('full', 'QuotaExceededError');
  return put.call(this, asked, answer);
};"""
NO_WASM = "delete globalThis.WebAssembly;"

ENGINE_CACHES = "(await caches.keys()).filter((name) => /^scorer-engine-\\d/.test(name))"
EVICT = f"async () => {{ for (const name of {ENGINE_CACHES}) await caches.delete(name); }}"
DROP = f"""async (part) => {{
  const cache = await caches.open({ENGINE_CACHES}[0]);
  for (const one of await cache.keys()) if (one.url.includes(part)) await cache.delete(one);
}}"""
RUBBISH = f"""async (packed) => {{
  const cache = await caches.open({ENGINE_CACHES}[0]);
  const bytes = new Uint8Array(4_000_000).fill(7);
  const gzip = new CompressionStream('gzip');
  const body = packed ? new Response(bytes).body.pipeThrough(gzip) : bytes;
  await cache.put('/kept/memory', new Response(await new Response(body).arrayBuffer()));
}}"""
KEPT_FILES = f"""async () => {{
  const found = {ENGINE_CACHES};
  return found.length ? (await (await caches.open(found[0])).keys()).length : 0;
}}"""


@pytest.fixture(scope="module")
def whole_server(
    offline_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[FaultyServer]:
    settings = {"OFFLINE_FOLDER": str(offline_folder), "CLIENT_SECONDS": 0}
    with serving(sqlite(tmp_path_factory.mktemp("games")), **settings) as app:
        server = FaultyServer(app)
        yield server
        server.stop()


@pytest.fixture
def server(whole_server: FaultyServer) -> Iterator[FaultyServer]:
    whole_server.asked.clear()
    yield whole_server
    whole_server.faults.clear()
    whole_server.start()


@pytest.fixture
def phone(whole_browser: Browser) -> Iterator[BrowserContext]:
    """One that keeps nothing yet."""
    context = new_phone(whole_browser, service_workers="allow")
    yield context
    context.close()


@pytest.fixture(scope="module")
def whole_keeping(whole_browser: Browser) -> Iterator[BrowserContext]:
    context = new_phone(whole_browser, service_workers="allow")
    yield context
    context.close()


@pytest.fixture
def keeping(whole_keeping: BrowserContext, server: FaultyServer) -> Iterator[Page]:
    """A page of a phone that keeps the scorer, all of it, whatever the test before did to it."""
    page = whole_keeping.new_page()
    # While the scorer begins for the first time, its worker hears nothing else.
    page.set_default_timeout(READY)
    page.goto(f"{server.address}/keep?lang=en")
    until_state(page, "kept", "asks")
    if page.locator("[data-keep]").is_visible():
        page.locator("[data-keep]").tap()
    until_state(page, "kept")
    server.asked.clear()
    yield page
    for opened in whole_keeping.pages:
        opened.close()


def says(page: Page, *sentences: str) -> None:
    """What is wrong, and nothing else."""
    shown = page.locator('#keep .badge.warn:visible, #keep [data-when="none"]:visible .badge')
    playwright.expect(shown.first).to_be_visible(timeout=READY)
    wanted = re.compile("|".join(re.escape(words) for words in sentences))
    playwright.expect(shown).to_have_text([wanted] * shown.count())


def works(page: Page, address: str) -> None:
    """A hand is scored by the server, and can be tapped in."""
    by_the_server(page, f"{address}/?{EXAMPLE}&go=1")
    playwright.expect(page.locator(".figure")).to_have_text("336")
    page.goto(f"{address}/?rules=classical")
    page.locator(".kp-bar").wait_for()


def without_network(page: Page, address: str) -> None:
    """Without a scorer: the forms are kept, a hand is not scored."""
    page.goto(f"{address}/?rules=classical")
    page.locator(".kp-bar").wait_for()
    assert not page.evaluate(MADE_BY)
    page.goto(f"{address}/?{EXAMPLE}&go=1")
    playwright.expect(page.locator("h1")).to_have_text("No network")


def opened(phone: BrowserContext, server: FaultyServer, script: str = "") -> Page:
    page = phone.new_page()
    if script:
        page.add_init_script(script)
    page.goto(f"{server.address}/keep?lang=en")
    return page


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("script", "sentence"),
    [(FULL_LATER, FULL), (REFUSES.format("open"), REFUSED), (SMALL, FULL)],
)
def test_what_a_browser_does_not_keep_is_said(
    phone: BrowserContext, server: FaultyServer, script: str, sentence: str
) -> None:
    page = opened(phone, server, script)
    page.locator("[data-keep]").tap()
    until_state(page, "asks")
    says(page, sentence)
    assert page.evaluate(KEPT_FILES) == 0
    assert page.evaluate("localStorage.getItem('scorer.engine')") is None
    works(page, server.address)


@pytest.mark.nightly
@pytest.mark.parametrize("script", [NO_FLAG, *nightly([REFUSES.format("keys")])])
def test_a_browser_that_refuses_at_once_is_told_so(
    phone: BrowserContext, server: FaultyServer, script: str
) -> None:
    page = opened(phone, server, script)
    until_state(page, "again")
    says(page, REFUSED)
    works(page, server.address)


@pytest.mark.nightly
def test_a_browser_without_webassembly_is_told_so(
    phone: BrowserContext, server: FaultyServer
) -> None:
    page = opened(phone, server, NO_WASM)
    until_state(page, "cannot")
    says(page, CANNOT)
    playwright.expect(page.locator("[data-keep]")).to_be_hidden()
    works(page, server.address)


@pytest.mark.nightly
@pytest.mark.parametrize("fault", [breaks_off, fails])
def test_a_download_that_broke_off_goes_on(
    phone: BrowserContext, server: FaultyServer, fault: Fault
) -> None:
    page = opened(phone, server)
    server.faults["/python_stdlib.zip"] = fault
    page.locator("[data-keep]").tap()
    until_state(page, "asks")
    says(page, BROKEN)
    arrived = page.evaluate(KEPT_FILES)
    assert arrived > 0
    works(page, server.address)
    page.goto(f"{server.address}/keep")
    server.faults["/python_stdlib.zip"] = fails
    server.asked.clear()
    page.locator("[data-keep]").tap()
    says(page, BROKEN)
    until_state(page, "asks")
    asked = {path.rpartition("/")[2] for path in server.asked if path.startswith("/kept/0")}
    assert asked == {"python_stdlib.zip"}
    assert page.evaluate(KEPT_FILES) == arrived


@pytest.mark.nightly
def test_a_server_that_goes_away_in_the_midst_is_said(
    phone: BrowserContext, server: FaultyServer
) -> None:
    page = opened(phone, server)
    until_state(page, "asks")
    server.stop()
    page.locator("[data-keep]").tap()
    says(page, UNREACHED)
    server.start()
    works(page, server.address)


@pytest.mark.nightly
def test_other_bytes_than_were_named_are_not_used(
    phone: BrowserContext, server: FaultyServer
) -> None:
    page = opened(phone, server)
    server.faults["/engine.zip"] = alters
    page.locator("[data-keep]").tap()
    until_state(page, "asks")
    says(page, OTHER)
    held = f"(await (await caches.open({ENGINE_CACHES}[0])).keys())"
    assert page.evaluate(f"async () => !{held}.some(({{ url }}) => url.endsWith('/engine.zip'))")
    works(page, server.address)


@pytest.mark.nightly
def test_a_worker_that_does_not_come_is_no_fault_of_the_browser(
    phone: BrowserContext, server: FaultyServer
) -> None:
    page = opened(phone, server)
    server.faults["/engine-worker.js"] = fails
    server.faults["/kept/manifest.json"] = lambda body: (
        None if "/engine-worker.js" in server.asked else body
    )
    page.locator("[data-keep]").tap()
    until_state(page, "asks")
    says(page, UNREACHED)
    server.faults.clear()
    works(page, server.address)


@pytest.mark.nightly
def test_a_server_that_offers_nothing_says_so(phone: BrowserContext, tmp_path: Path) -> None:
    with serving(sqlite(tmp_path), OFFLINE_FOLDER=str(tmp_path / "none")) as app:
        server = FaultyServer(app)
        page = opened(phone, server)
        says(page, NONE)
        playwright.expect(page.locator("[data-keep]")).to_be_hidden()
        works(page, server.address)
        server.stop()


KEPT_WITH_ITS_SCRIPTS = """async () => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const wanted = ["/keep", ...loaded.filter((name) => /[/]static[/].*[.]js$/.test(name))];
    const found = await Promise.all(wanted.map((one) => caches.match(one, { ignoreVary: true })));
    return wanted.length > 1 && found.every(Boolean);
}"""


@pytest.mark.nightly
def test_without_a_network_the_page_says_when_to_try_again(
    phone: BrowserContext, server: FaultyServer
) -> None:
    page = opened(phone, server)
    until_state(page, "asks")
    until(page, KEPT_WITH_ITS_SCRIPTS)
    server.stop()
    page.goto(f"{server.address}/keep")
    until_state(page, "again")
    says(page, UNREACHED)
    without_network(page, server.address)
    server.start()
    page.goto(f"{server.address}/keep")
    until_state(page, "asks")
    works(page, server.address)


@pytest.mark.nightly
@pytest.mark.parametrize("packed", [False, True])
def test_a_damaged_memory_is_begun_without_and_made_anew(
    keeping: Page, server: FaultyServer, packed: bool
) -> None:
    keeping.evaluate(RUBBISH, packed)
    context = keeping.context
    server.stop()
    page = from_a_cold_start(context)
    page.set_default_timeout(READY)
    page.goto(f"{server.address}/?{EXAMPLE}&go=1")
    playwright.expect(page.locator(".figure")).to_have_text("336")
    assert page.evaluate(MADE_BY)
    memory = f"(await (await caches.open({ENGINE_CACHES}[0])).match('/kept/memory'))"
    until(page, f"async () => (await {memory}?.clone().blob())?.size > 1_000_000")


@pytest.mark.nightly
def test_without_a_part_all_is_as_without_the_scorer(keeping: Page, server: FaultyServer) -> None:
    keeping.evaluate(DROP, "/engine.zip")
    context = keeping.context
    server.stop()
    page = from_a_cold_start(context)
    page.set_default_timeout(READY)
    without_network(page, server.address)
    page.goto(f"{server.address}/keep")
    until_state(page, "again")
    says(page, UNREACHED)
    server.start()
    page.goto(f"{server.address}/keep")
    until_state(page, "asks")
    says(page, GONE)
    works(page, server.address)


@pytest.mark.nightly
def test_what_a_browser_has_removed_can_be_brought_again(
    keeping: Page, server: FaultyServer
) -> None:
    keeping.evaluate(EVICT)
    context = keeping.context
    server.stop()
    page = from_a_cold_start(context)
    page.set_default_timeout(READY)
    without_network(page, server.address)
    page.goto(f"{server.address}/games/new?rules=classical")
    for row, name in enumerate(NAMES, 1):
        page.locator(f"[name=name{row}]").fill(name)
    page.get_by_role("button", name="Begin", exact=True).tap()
    page.wait_for_url("**/games/alone#alone-*")
    playwright.expect(page.locator("[data-players]")).to_contain_text(NAMES[0])
    server.start()
    works(page, server.address)
    page.goto(f"{server.address}/keep")
    until_state(page, "asks")
    says(page, GONE)
    keep_the_scorer(page, server.address)
    server.stop()
    page = from_a_cold_start(context)
    page.set_default_timeout(READY)
    page.goto(f"{server.address}/?{EXAMPLE}&go=1")
    playwright.expect(page.locator(".figure")).to_have_text("336")
    assert page.evaluate(MADE_BY)
