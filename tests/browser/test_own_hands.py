"""Special hands in a browser: typed, seen at once, mended at their place, and scored with."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .pad import Keypad

TWINS = "Twins: seven pairs (one suit; different)  C 500\n"


def test_typed_hands_are_shown_at_once_and_a_fault_leads_to_its_place(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/hands?rules=british")
    area = page.get_by_label("Special hands, one per line")
    area.fill(TWINS)
    expect(page.locator("#checked .hand-name")).to_contain_text("Twins 500 points")
    expect(page.locator("#checked .example use")).to_have_count(14)
    expect(page).to_have_url(re.compile(r"own="))
    area.fill(f"{TWINS}Snakes: 123a NEWS  C limit\n")
    expect(page.locator("#checked")).to_contain_text("a hand has 14 tiles", ignore_case=True)
    page.get_by_role("link", name="Line 2, column 9").click()
    expect(area).to_be_focused()
    assert page.evaluate("getSelection().toString()").startswith("123a NEWS")
    area.fill(TWINS)
    expect(page.locator("#checked .hand-name")).to_have_count(1)
    # Whoever opens the address sees the hands first.
    page.reload()
    expect(page.locator("#checked .hand-name")).to_contain_text("Twins 500 points")
    expect(area).to_be_hidden()
    page.get_by_text("Change the hands").click()
    expect(area).to_have_value(TWINS)
    area.fill(f"{TWINS}Pairs: seven pairs  C 100\n")
    expect(page.locator("#checked .hand-name")).to_have_count(2)


@pytest.mark.nightly
def test_hands_are_tapped_in_and_scored_with_them_hand_after_hand(
    pad: Keypad, address: str
) -> None:
    pad.page.goto(f"{address}/hands?rules=british")
    pad.page.get_by_label("Special hands, one per line").fill(TWINS)
    pad.page.get_by_role("button", name="Score hands with them").click()
    pad.keys("1b 1b 2b 2b 3b 3b 4b 4b 5b 5b 6b 6b 7b")
    pad.tell(seat="S", round="E")
    pad.says("Waits for 7 of bamboo")
    pad.keys("7b")
    pad.tell(**{"from": "W"})
    pad.total("500")
    pad.page.get_by_role("button", name="Score", exact=True).tap()
    expect(pad.page.locator(".figure").first).to_have_text("500")
    pad.page.get_by_role("link", name="Next hand").click()
    expect(pad.page).to_have_url(re.compile(r"own="))
    pad.keys("1c 1c 2c 2c 3c 3c 4c 4c 5c 5c 6c 6c 7c")
    pad.says("Waits for 7 of characters")
    assert "own=" in pad.page.url
