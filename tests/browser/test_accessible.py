"""Every page, in every state that a player meets, without a fault that axe-core can find."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import pytest

from tests.browser.pad import PHONE, Keypad, tap_the_classical_example
from tests.browser.test_page import AMERICAN, AMERICAN_TABLE, CARD, EXAMPLE, MCR, MCR_TABLE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

TABLE = (
    "rules=classical&round=E&winner=E&won=self_draw&e.points=64&s.points=8&w.points=4&n.points=2"
)
WAITS = "rules=classical&hand=123b+5d&set1=EEE&set2=RRR&set3=234d&seat=E&round=E&go=1"
PAGES = [
    *(f"/?rules={rules}" for rules in ("classical", "british", "mcr", "american")),
    *(f"/table?rules={rules}" for rules in ("classical", "mcr", "american")),
    "/waits?rules=classical",
    "/waits?rules=american",
    f"/?{EXAMPLE}",
    f"/?{MCR}",
    f"/?{AMERICAN}",
    f"/?{EXAMPLE.replace('123b+55d', '12x')}",
    f"/table?{TABLE}",
    f"/table?{MCR_TABLE}",
    f"/table?{AMERICAN_TABLE}",
    "/table?rules=classical&go=1",
    f"/waits?{WAITS}",
    "/rules",
    *(f"/rules/{rules}" for rules in ("classical", "british", "mcr", "american")),
    "/card",
    "/card?card=practice",
    "/docs",
    "/docs/errors",
    "/nowhere",
    "/offline",
    *(f"/?{EXAMPLE}&lang={language}" for language in ("zh", "fr")),
    *(f"/table?rules=mcr&lang={language}" for language in ("zh", "fr")),
]
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def faults(page: Page) -> list[str]:
    """What axe-core finds, each with the element that it means."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page).response["violations"]
    return [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"]]


def faults_by_day_and_night(page: Page) -> list[str]:
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += faults(page)
    return found


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_no_fault(browser: Browser, address: str, path: str) -> None:
    page = browser.new_page(viewport=PHONE)
    page.goto(address + path)
    for details in page.locator("main details:visible").all():
        details.evaluate("e => { e.open = true; }")
    assert faults_by_day_and_night(page) == []
    page.close()


def test_a_fault_would_be_found(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport=PHONE)
    page.goto(f"{address}/rules")
    page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    assert any(fault.startswith("label: <input>") for fault in faults(page))
    page.close()


def hand_with_a_question(pad: Keypad) -> None:
    pad.open("classical")
    pad.mode("pung", "E R G P")
    pad.keys("5d 5d")
    pad.tell(won="discard")


def waiting_hand(pad: Keypad) -> None:
    tap_the_classical_example(pad)
    pad.page.get_by_role("button", name="5 of dots, the winning tile").tap()
    pad.says("Waits for")


def open_lines(pad: Keypad) -> None:
    tap_the_classical_example(pad)
    pad.total("336")
    pad.tap(".kp-result")
    pad.page.locator(".kp-line summary").first.tap()


def circumstances(pad: Keypad) -> None:
    tap_the_classical_example(pad)
    pad.chip("with")


def table_of_four(pad: Keypad) -> None:
    tap_the_classical_example(pad)
    pad.total("336")
    pad.tap(".kp-result")
    pad.tap('[name="carry"]')
    pad.says("Still to tell")
    pad.tap('[data-at="seat-S"]')


def no_connection(pad: Keypad) -> None:
    tap_the_classical_example(pad)
    pad.page.route("**/live/**", lambda route: route.abort())
    pad.page.get_by_role("button", name="(flower 1): take it back").tap()
    pad.says("No connection")


@pytest.mark.parametrize(
    "state",
    [hand_with_a_question, waiting_hand, open_lines, circumstances, table_of_four, no_connection],
    ids=lambda state: state.__name__.replace("_", " "),
)
def test_the_keypad_has_no_fault(pad: Keypad, state: Callable[[Keypad], None]) -> None:
    state(pad)
    assert faults_by_day_and_night(pad.page) == []
    pad.complaints = [words for words in pad.complaints if "ERR_FAILED" not in words]


def test_a_card_that_was_checked_has_no_fault(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport=PHONE)
    for text in (CARD, CARD.replace("8888a", "888a")):
        page.goto(f"{address}/card")
        page.get_by_label("The card’s text").fill(text)
        page.get_by_role("button", name="Check the card").click()
        page.locator("#faults, .printed-hands").first.wait_for()
        assert faults(page) == []
    page.close()
