"""The pages kept on a phone: installed, without a network, and with one that is slow."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import pytest
from flask import request
from playwright import sync_api as playwright

from scorer.service import create_app
from scorer.service.web import files
from tests.browser.conftest import new_phone
from tests.browser.evening import eventually
from tests.browser.hall import Server
from tests.browser.pad import PATIENCE, unfold

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


KEPT = "No network: this page was kept on this phone"
CACHED = """async () => {
    const found = [];
    for (const name of await caches.keys()) {
        for (const { url, method } of await (await caches.open(name)).keys()) {
            found.push([name, method, url.slice(location.origin.length)]);
        }
    }
    return found;
}"""
RESULT = (
    "/?rules=mcr&hand=123b+456b+99d&set1=789b&set2=EEE&tile=9d&won=discard&from=W&seat=S&round=E"
)

FORGET_RESULTS = """async () => {
    for (const name of await caches.keys()) if (name.endsWith("-seen")) await caches.delete(name);
}"""

pytestmark = pytest.mark.browser


class Installed(NamedTuple):
    """A phone that keeps the pages, and the network that it has them from."""

    network: Server
    context: BrowserContext

    def page(self) -> Page:
        """A new page of it; what was kept of hands and results is forgotten."""
        page = self.context.new_page()
        session = self.context.new_cdp_session(page)
        told = {"origin": self.network.address, "storageTypes": "local_storage"}
        session.send("Storage.clearDataForOrigin", told)
        page.goto(f"{self.network.address}/?rules=classical")
        until(page, "navigator.serviceWorker.controller !== null")
        page.evaluate(FORGET_RESULTS)
        return page


def install(browser: Browser) -> Iterator[Installed]:
    installed = Installed(
        Server(create_app({"LOG_REQUESTS": False})), new_phone(browser, service_workers="allow")
    )
    installed.page().close()
    yield installed
    installed.network.open.set()
    installed.context.close()
    installed.network.stop()


@pytest.fixture(scope="module")
def shared_phone(whole_browser: Browser) -> Iterator[Installed]:
    """Installed once: that takes it thirty pages and files."""
    yield from install(whole_browser)


@pytest.fixture
def new_installed(whole_browser: Browser) -> Iterator[Installed]:
    """For tests that change what is kept of the pages themselves."""
    yield from install(whole_browser)


@pytest.fixture
def installed(shared_phone: Installed) -> Iterator[Installed]:
    yield shared_phone
    shared_phone.network.open.set()
    shared_phone.network.start()
    shared_phone.context.set_offline(False)
    shared_phone.context.clear_cookies()


@pytest.fixture
def network(installed: Installed) -> Server:
    return installed.network


@pytest.fixture
def context(installed: Installed) -> BrowserContext:
    return installed.context


@pytest.fixture
def phone(installed: Installed) -> Iterator[Page]:
    """A page of a phone that has all kept."""
    page = installed.page()
    yield page
    page.close()


def until(page: Page, expression: str) -> None:
    """Waits, asking again and again: the page's own policy lets no test wait inside it."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, f"still not {expression}"
        page.wait_for_timeout(50)


def tap_a_hand(page: Page) -> None:
    page.locator('.kp-mode[data-mode="pung"]').tap()
    for code in ("E", "R", "G", "P"):
        page.locator(f'.kp-key[data-code="{code}"]').tap()
    for _ in range(2):
        page.locator('.kp-key[data-code="5d"]').tap()
    for name, value in (("seat", "E"), ("round", "E"), ("won", "self_draw")):
        page.locator(f'#form [name="{name}"][value="{value}"]').evaluate("e => e.click()")


HAND = {"hand": "55d", "set1": "EEE", "set2": "RRR", "set3": "GGG", "set4": "PPP", "tile": "5d"}


def has_the_hand(page: Page) -> None:
    for name, value in HAND.items():
        playwright.expect(page.locator(f'#form [name="{name}"]')).to_have_value(value)


def until_seen(page: Page, address: str) -> None:
    """Wait until the result under this address is kept: behind its page, which is there first."""

    def is_kept() -> bool:
        return any(
            name.endswith("-seen") and address in path for name, _, path in page.evaluate(CACHED)
        )

    eventually(page, is_kept)


@pytest.mark.nightly
def test_the_app_is_installed_and_opens_without_a_network(
    context: BrowserContext, phone: Page, network: Server
) -> None:
    session = context.new_cdp_session(phone)
    assert session.send("Page.getAppManifest")["errors"] == []
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A test's window is a private one.
    assert [error["errorId"] for error in found if error["errorId"] != "in-incognito"] == []
    # A slow network keeps no form waiting.
    network.open.clear()
    phone.goto(f"{network.address}/waits?rules=british")
    playwright.expect(phone.locator(".kept-note")).to_contain_text(KEPT)
    network.open.set()
    every_form_opens(phone, network, "/hand")
    # Nor is one needed at all.
    context.set_offline(True)
    phone.goto(f"{network.address}/hand")
    phone.locator(".kp-bar").wait_for()
    playwright.expect(phone.locator(".kept-note")).to_contain_text(KEPT)


@pytest.mark.nightly
@pytest.mark.parametrize("path", ["/table", "/waits"])
def test_every_form_opens_without_a_network(phone: Page, network: Server, path: str) -> None:
    every_form_opens(phone, network, path)


@pytest.mark.nightly
def test_a_kept_form_of_a_new_game_has_no_name(phone: Page, network: Server) -> None:
    """Another evening with the same players is another game."""
    names = "[...document.querySelectorAll('[name=once]')].map(({ value }) => value)"
    phone.goto(f"{network.address}/games/new?rules=mcr")
    assert all(phone.evaluate(names))
    network.stop()
    phone.goto(f"{network.address}/games/new?rules=mcr")
    playwright.expect(phone.locator(".kept-note")).to_contain_text(KEPT)
    assert phone.evaluate(names) == ["", ""]


def every_form_opens(phone: Page, network: Server, path: str) -> None:
    network.stop()
    for rules, name in (("british", "British"), ("american", "American")):
        phone.goto(f"{network.address}{path}?rules={rules}")
        playwright.expect(phone.locator(".rulesets summary")).to_contain_text(name)
        playwright.expect(phone.locator(".kept-note")).to_contain_text(KEPT)
        assert phone.evaluate("getComputedStyle(document.body).marginTop") == "0px"
    if path == "/hand":
        phone.locator('.kp-key[data-code="1b"]').tap()
        playwright.expect(phone.locator('#form [name="hand"]')).to_have_value("1b")


@pytest.mark.nightly
def test_a_form_with_its_winds_in_the_address_opens_too(phone: Page, network: Server) -> None:
    network.stop()
    phone.goto(f"{network.address}/?rules=mcr&round=S&o.minimum=8")
    playwright.expect(phone.locator(".rulesets summary")).to_contain_text("MCR")


def test_a_hand_outlives_a_network_that_goes_away_and_a_result_is_shown_again(
    phone: Page, network: Server
) -> None:
    tap_a_hand(phone)
    has_the_hand(phone)
    network.stop()
    phone.get_by_role("button", name="Score", exact=True).tap()
    playwright.expect(phone.locator("h1")).to_have_text("No network")
    phone.get_by_role("link", name="Back to the hand").tap()
    phone.locator(".kp-bar").wait_for()
    has_the_hand(phone)
    network.start()
    phone.get_by_role("button", name="Score", exact=True).tap()
    playwright.expect(phone.locator(".figure")).to_have_text("1000")
    a_result_seen_before_is_shown_again(phone, network)


@pytest.mark.nightly
def test_the_answer_comes_by_itself_with_the_network(phone: Page, network: Server) -> None:
    tap_a_hand(phone)
    network.stop()
    phone.get_by_role("button", name="Score", exact=True).tap()
    playwright.expect(phone.locator("h1")).to_have_text("No network")
    phone.get_by_role("button", name="Try again").tap()
    playwright.expect(phone.locator("h1")).to_have_text("No network")
    network.start()
    phone.evaluate("dispatchEvent(new Event('online'))")
    playwright.expect(phone.locator(".figure")).to_have_text("1000")


@pytest.mark.nightly
@pytest.mark.parametrize("by", ["our link", "the browser"])
def test_a_typed_table_is_there_after_going_back(phone: Page, network: Server, by: str) -> None:
    phone.goto(f"{network.address}/table?rules=mcr")
    unfold(phone)
    phone.locator('#form [name="winner"][value="S"]').check(force=True)
    phone.locator("#player-S").get_by_label("Agreed points").fill("22")
    for group, choice in (("How was it won?", "Drew it"), ("Wind of the round", "East")):
        phone.get_by_role("radiogroup", name=group).get_by_role("radio", name=choice).check()
    network.stop()
    phone.get_by_role("button", name="Settle", exact=True).tap()
    playwright.expect(phone.locator("h1")).to_have_text("No network")
    if by == "our link":
        phone.get_by_role("link", name="Back to the hand").tap()
    else:
        phone.go_back()
    playwright.expect(phone.locator('#form [name="s.points"]')).to_have_value("22")
    playwright.expect(phone.locator('#form [name="winner"][value="S"]')).to_be_checked()
    network.start()
    phone.get_by_role("button", name="Settle", exact=True).tap()
    playwright.expect(phone.locator(".payments").first).to_contain_text("North pays South 30")
    phone.goto(f"{network.address}/table?rules=mcr")
    playwright.expect(phone.locator('#form [name="s.points"]')).to_have_value("")


def a_result_seen_before_is_shown_again(phone: Page, network: Server) -> None:
    phone.goto(f"{network.address}{RESULT}&go=1")
    playwright.expect(phone.locator(".figure")).to_have_text("20")
    until_seen(phone, "456b")
    network.stop()
    phone.reload()
    playwright.expect(phone.locator(".figure")).to_have_text("20")
    playwright.expect(phone.locator(".kept-note")).to_contain_text(KEPT)
    phone.goto(f"{network.address}{RESULT.replace('99d', '88d')}")
    playwright.expect(phone.locator("h1")).to_have_text("No network")


@pytest.mark.nightly
def test_of_results_the_last_thirty_are_kept(new_installed: Installed) -> None:
    network, phone = new_installed.network, new_installed.page()
    for number in range(32):
        phone.goto(f"{network.address}/rules/mcr?seen={number}")
        until_seen(phone, f"/rules/mcr?seen={number}")
    kept = [f"/rules/mcr?seen={number}" for number in range(2, 32)]

    def seen() -> list[str]:
        return [path for name, _, path in phone.evaluate(CACHED) if name.endswith("-seen")]

    eventually(phone, lambda: seen() == kept)


@pytest.mark.nightly
def test_only_pages_and_files_are_kept(new_installed: Installed) -> None:
    network, phone = new_installed.network, new_installed.page()
    tap_a_hand(phone)
    playwright.expect(phone.locator(".kp-total")).to_have_text("1000")
    phone.goto(f"{network.address}/api/v1/rulesets")
    phone.goto(f"{network.address}/?go=1&hand=12x")
    phone.goto(f"{network.address}/nope")
    # Neither for who holds the phone next, nor to be shown as news.
    network.app.config["OPERATOR_TOKEN"] = token = "only-the-operator-has-this"
    phone.set_extra_http_headers({"Authorization": f"Bearer {token}"})
    phone.goto(f"{network.address}/health")
    playwright.expect(phone.locator("h1")).to_have_text("Health of this server")
    phone.goto(f"{network.address}/docs")
    # What was opened last is kept last.
    until(phone, "async () => Boolean(await caches.match('/docs', { ignoreVary: true }))")
    found = phone.evaluate(CACHED)
    assert {method for _, method, _ in found} == {"GET"}
    paths = {path for _, _, path in found}
    assert {"/", "/hand?rules=american", "/waits?rules=mcr", "/offline", "/docs"} <= paths
    assert not [
        path for path in paths if path.startswith(("/api/", "/live", "/nope", "/?go", "/health"))
    ]


@pytest.mark.nightly
def test_the_note_goes_when_the_network_is_back(phone: Page, network: Server) -> None:
    network.stop()
    phone.goto(f"{network.address}/?rules=mcr")
    playwright.expect(phone.locator(".kept-note")).to_contain_text(KEPT)
    network.start()
    phone.evaluate("dispatchEvent(new Event('online'))")
    playwright.expect(phone.locator(".kept-note")).to_have_text("")
    phone.reload()
    playwright.expect(phone.locator(".kept-note")).to_have_text("")


@pytest.mark.nightly
def test_a_new_release_takes_the_place_of_the_old(
    new_installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    network, phone = new_installed.network, new_installed.page()
    (old,) = {name for name, _, _ in phone.evaluate(CACHED)}
    monkeypatch.setattr(files, "_release_digest", lambda revision: "another")
    phone.reload()
    until(phone, "async () => (await caches.keys()).join().includes('another')")
    until(phone, f"async () => !(await caches.keys()).includes('{old}')")
    network.stop()
    phone.reload()
    phone.locator(".kp-bar").wait_for()


@pytest.mark.nightly
def test_in_another_language_the_forms_are_kept_anew(new_installed: Installed) -> None:
    network, phone = new_installed.network, new_installed.page()
    phone.locator(".site-more > summary").click()
    phone.locator('.languages a[hreflang="zh-Hans"]').click()
    kept = "(await (await caches.match('/waits?rules=mcr', { ignoreVary: true })).text())"
    until(phone, f"""async () => {kept}.includes('<html lang="zh-Hans"')""")
    network.stop()
    phone.goto(f"{network.address}/waits?rules=mcr")
    phone.locator(".kp-bar").wait_for()
    playwright.expect(phone.locator(".kp-new")).to_have_text("新的一手")


@pytest.mark.nightly
def test_what_the_page_loaded_before_there_was_a_worker_is_kept_too(
    new_installed: Installed,
) -> None:
    network, phone = new_installed.network, new_installed.page()
    early = phone.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert early
    phone.evaluate(
        "files => navigator.serviceWorker.controller.postMessage({ files, language: 'en' })",
        [network.address + early],
    )
    until(phone, f"async () => Boolean(await caches.match('{early}'))")


@pytest.mark.nightly
def test_a_change_of_ruleset_without_a_network_takes_the_hand_along(
    phone: Page, network: Server
) -> None:
    tap_a_hand(phone)
    playwright.expect(phone.locator(".kp-total")).to_have_text("1000")
    network.stop()
    phone.locator(".rulesets summary").click()
    phone.get_by_role("button", name="Chinese Official").click()
    playwright.expect(phone.locator(".kept-note")).to_contain_text(KEPT)
    playwright.expect(phone.locator(".kp-say")).to_contain_text("No connection")
    playwright.expect(phone.locator('#form [name="set1"]')).not_to_have_value("")


@pytest.mark.nightly
def test_where_every_copy_was_deleted_the_worker_says_it_in_every_language(
    new_installed: Installed,
) -> None:
    network, phone = new_installed.network, new_installed.page()
    phone.evaluate(
        "async () => { for (const name of await caches.keys()) await caches.delete(name); }"
    )
    network.stop()
    phone.goto(f"{network.address}/rules/mcr?seen=never")
    headings = phone.locator("h1")
    playwright.expect(headings).to_have_text(["No network", "没有网络", "Pas de réseau"])
    network.start()
    phone.locator("a").first.tap()
    playwright.expect(headings).to_have_count(1)


@pytest.mark.nightly
def test_pages_that_were_not_fetched_whole_are_fetched_again(whole_browser: Browser) -> None:
    app = create_app({"LOG_REQUESTS": False})
    fetched: list[str] = []

    def refuse_once() -> tuple[str, int] | None:
        if request.path != "/offline":
            return None
        fetched.append(request.path)
        return ("no answer from behind the proxy", 502) if len(fetched) == 1 else None

    app.before_request(refuse_once)
    server, context = Server(app), new_phone(whole_browser, service_workers="allow")
    page = context.new_page()
    page.goto(f"{server.address}/?rules=classical")
    until(page, "navigator.serviceWorker.controller !== null")
    assert len(fetched) == 2
    context.close()
    server.stop()
