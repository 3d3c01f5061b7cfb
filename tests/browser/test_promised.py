"""The oldest promised browsers, as Chromium without what is newer (tests/scripts/newer.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from tests.browser.conftest import new_phone
from tests.browser.evening import POINTS, Evening, Phone, Phones, eventually, points_of
from tests.browser.hall import READY, FaultyServer, until_state
from tests.browser.pad import Keypad, tap_the_classical_example
from tests.browser.test_engine_faults import KEPT_FILES, server, whole_server  # noqa: F401
from tests.scripts.newer import CLASSES, NAMES, as_promised

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.browser

WAITS = "1 entry waits on this phone for the network"
AT_STAKE = "Open this game again within a week"
FOR_THE_ENGINE = sorted(NAMES.keys() - CLASSES.keys())
NO_MODULES = """const register = ServiceWorkerContainer.prototype.register;
ServiceWorkerContainer.prototype.register = function (script, options) {
  if (options?.type === "module") return Promise.reject(new TypeError("no modules"));
  return register.call(this, script, options);
};"""
OLD = "This browser is too old to run the scorer"
ASKED_TO_LAST = """globalThis.requests = 0;
StorageManager.prototype.persist = async () => { requests += 1; return false; };"""


@pytest.fixture
def old_phone(phones: Phones) -> Phone:
    phone = phones()
    phone.page.add_init_script(as_promised())
    return phone


@pytest.mark.nightly
def test_what_is_newer_is_gone(old_phone: Phone) -> None:
    old_phone.visit("/")
    there = (
        "names => names.filter((path) => path.split('.').reduce((at, part) => at?.[part], self))"
    )
    assert old_phone.page.evaluate(there, sorted(NAMES)) == []


def test_a_hand_is_tapped_in_and_settled(page: Page, address: str) -> None:
    page.add_init_script(as_promised())
    pad = Keypad(page, address)
    tap_the_classical_example(pad)
    pad.total("336")
    pad.tap(".kp-bar .main")
    playwright.expect(page.locator(".figure")).to_have_text("336")
    assert pad.complaints == []


@pytest.mark.nightly
def test_an_entry_of_a_game_is_sent(old_phone: Phone, evening: Evening) -> None:
    old_phone.join(evening.play)
    old_phone.hand("S", "E", **POINTS)
    evening.reaches(old_phone, 1)
    assert [points_of(entry) for entry in evening.counts()] == [POINTS]
    playwright.expect(old_phone.waiting).to_be_hidden()


@pytest.mark.nightly
def test_a_game_is_begun(old_phone: Phone) -> None:
    old_phone.visit("/games/new?rules=classical")
    for row, name in enumerate(("Ann", "Bo", "Cy", "Di"), 1):
        old_phone.page.locator(f"[name=name{row}]").fill(name)
    old_phone.press("Begin")
    old_phone.press("To the board", role="link")
    old_phone.page.locator(".game-plates").wait_for()


@pytest.mark.nightly
def test_an_adjustment_is_entered_by_its_button(old_phone: Phone, evening: Evening) -> None:
    old_phone.visit(f"/games/{evening.play}/adjust")
    for player, points in (("p1", "-100"), ("p2", "100")):
        old_phone.page.locator(f'[name="moves.{player}"]').fill(points)
    old_phone.press("Show what it does")
    old_phone.press("Enter")
    evening.reaches(old_phone, 1)
    (entry,) = evening.counts("adjust")
    assert entry["moves"] == {"p1": -100, "p2": 100}


def test_what_waits_requests_storage_that_lasts_and_says_what_is_at_stake(
    phones: Phones, evening: Evening
) -> None:
    phone = phones()
    phone.page.add_init_script(ASKED_TO_LAST)
    evening.hand()
    phone.join(evening.play)
    seen: list[str] = []

    def lost(route: Route) -> None:
        seen.append(route.request.url)
        route.abort()

    phone.page.route("**/undo", lost)
    phone.undo_last()
    playwright.expect(phone.waiting).to_contain_text(WAITS)
    playwright.expect(phone.waiting).to_contain_text(AT_STAKE)
    eventually(phone.page, lambda: len(seen) >= 3)
    assert phone.page.evaluate("requests") == 1, "once for each entry that waits"


def test_a_fault_of_the_scripts_is_not_taken_for_a_network_that_is_away(
    phones: Phones, evening: Evening
) -> None:
    evening.hand()
    phone = phones()
    phone.page.add_init_script("delete globalThis.AbortController;")
    phone.join(evening.play)
    phone.undo_last()
    eventually(phone.page, lambda: any("are not sent" in words for words in phone.complaints))
    phone.complaints.clear()


@pytest.mark.nightly
def test_the_engine_is_kept_without_an_answer_about_storage(
    whole_browser: Browser,
    server: FaultyServer,  # noqa: F811
) -> None:
    context = new_phone(whole_browser, service_workers="allow")
    context.add_init_script(as_promised(FOR_THE_ENGINE))
    page = context.new_page()
    page.goto(f"{server.address}/keep?lang=en")
    page.locator("[data-keep]").tap()
    until_state(page, "kept")
    server.stop()
    page.set_default_timeout(READY)
    page.goto(
        f"{server.address}/?rules=mcr&hand=123b+456b+99d&set1=789b&set2=EEE&tile=9d"
        "&won=discard&from=W&seat=S&round=E&go=1"
    )
    playwright.expect(page.locator(".figure")).to_have_text("20", timeout=READY)
    context.close()


def test_a_browser_without_module_workers_is_told_so_before_anything_is_brought(
    whole_browser: Browser,
    server: FaultyServer,  # noqa: F811
) -> None:
    context = new_phone(whole_browser, service_workers="allow")
    context.add_init_script(NO_MODULES)
    page = context.new_page()
    page.goto(f"{server.address}/keep?lang=en")
    page.locator("[data-keep]").tap()
    until_state(page, "cannot")
    playwright.expect(page.locator("#keep .badge.warn:visible")).to_contain_text(OLD)
    assert page.evaluate(KEPT_FILES) == 0
    assert not [path for path in server.asked if path.endswith((".wasm", ".zip"))]
    context.close()
