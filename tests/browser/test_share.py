"""A result is handed on from the phone: shared, shown as a code, printed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import expect

from tests.nightly import nightly

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

HAND = "/?rules=mcr&hand=123b+456b+99d&set1=789b&set2=EEE&tile=9d&won=discard&from=W&seat=S&round=E"
LIGHT = """e => [...e.querySelectorAll('path')].map(
    (path) => [getComputedStyle(path).fill, getComputedStyle(path).stroke])"""

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["dark", *nightly(["light"])])
def test_the_code_is_large_and_dark_on_white(
    page: Page, address: str, scheme: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(address + HAND)
    page.locator("#more > summary").click()
    page.get_by_text("QR code").click()
    code = page.get_by_role("img", name="QR code").locator("svg")
    box = code.bounding_box()
    assert box
    assert box["width"] >= 200
    assert box["width"] == pytest.approx(box["height"], abs=1)
    white, black = code.evaluate(LIGHT)
    assert white[0] == "rgb(255, 255, 255)"
    assert black[1] == "rgb(0, 0, 0)"


@pytest.mark.nightly
def test_the_phones_own_list_is_offered_where_there_is_one(page: Page, address: str) -> None:
    page.goto(address + HAND)
    button = page.locator("[data-send]")
    page.add_init_script("Navigator.prototype.share = async (told) => { window.told = told; }")
    page.reload()
    button.click()
    shared = page.get_by_label("Address of this result").input_value()
    page.wait_for_function("() => window.told")
    assert page.evaluate("told.url") == shared
    assert "Mahjong scorer" in page.evaluate("told.title")


WRITES = "Object.defineProperty(navigator, 'clipboard', { value: { writeText: %s } });"


def test_a_result_is_copied_in_one_tap(page: Page, address: str) -> None:
    page.add_init_script(WRITES % "async (text) => { window.copied = text; }")
    page.goto(address + HAND)
    page.locator("#more > summary").click()
    button = page.locator("[data-copy]")
    text = button.get_attribute("data-copy")
    button.click()
    expect(button).to_have_text("Copied")
    assert page.evaluate("copied") == text


@pytest.mark.nightly
def test_what_a_browser_does_not_copy_is_shown_to_be_copied_by_hand(
    page: Page, address: str
) -> None:
    page.add_init_script(
        WRITES % "async () => { throw new DOMException('not here', 'NotAllowedError'); }"
    )
    page.goto(address + HAND)
    page.locator("#more > summary").click()
    button = page.locator("[data-copy]")
    text, label = button.get_attribute("data-copy"), button.inner_text()
    assert text
    button.click()
    shown = page.get_by_role("textbox", name=label, exact=True)
    expect(shown).to_be_focused()
    expect(shown).to_have_value(text)
    assert shown.evaluate("e => e.value.slice(e.selectionStart, e.selectionEnd)") == text
    expect(button).to_have_count(0)


@pytest.mark.parametrize(
    "scripts",
    [True, pytest.param(False, marks=pytest.mark.nightly)],
    ids=["with JavaScript", "without JavaScript"],
)
def test_on_paper_is_the_result_and_the_way_back(
    context: BrowserContext, plain: BrowserContext, address: str, scripts: bool
) -> None:
    page = (context if scripts else plain).new_page()
    page.emulate_media(color_scheme="dark")
    page.goto(address + HAND)
    page.locator("#more > summary").click()
    expect(page.locator("[data-print]")).to_be_visible(visible=scripts)
    page.locator("#more > summary").click()
    page.emulate_media(media="print")
    for gone in (
        ".sheet-form",
        ".site",
        ".site-foot",
        ".share-row",
        ".onward",
        ".result-bar",
        ".qr summary",
    ):
        expect(page.locator(gone).first).to_be_hidden()
    expect(page.locator(".figure")).to_be_visible()
    expect(page.locator(".paper")).to_have_text(re.compile(re.escape(HAND) + r"\s*$"))
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    expect(page.get_by_text("Mahjong Competition Rules (WMO 2006), fan 28")).to_be_visible()
    expect(page.get_by_text("Short Straight").first).to_be_visible()
    page.close()


def test_printing_opens_all_parts_and_shuts_them_again(page: Page, address: str) -> None:
    page.goto(address + HAND)
    shut = page.locator("#result details:not([open])")
    before = shut.count()
    assert before >= 3
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(shut).to_have_count(0)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(shut).to_have_count(before)


@pytest.mark.nightly
def test_a_form_alone_can_be_printed_too(page: Page, address: str) -> None:
    page.goto(f"{address}/table")
    page.emulate_media(media="print")
    expect(page.locator(".sheet-form")).to_be_visible()
