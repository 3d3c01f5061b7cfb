"""A cheat sheet is one page of A4 when it is printed, in every ruleset, preset and language; and
screens have the rulebook without scrolling sideways."""

from __future__ import annotations

import re
from itertools import cycle, product
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import scorer
from tests.nightly import in_turn, nightly, some_by_day
from tests.pages.examples import RULESETS

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SHEETS = [
    (identifier, preset)
    for identifier in RULESETS
    for preset in [preset["name"] for preset in scorer.ruleset(identifier)["presets"]] or [""]
]
LANGUAGES = ("en", "fr", "zh")
# One sheet of each ruleset.
FIRST_SHEETS = [next(sheet for sheet in SHEETS if sheet[0] == ruleset) for ruleset in RULESETS]
BY_DAY = list(zip(FIRST_SHEETS, cycle(LANGUAGES), strict=False))
BY_NIGHT = [case for case in product(SHEETS, LANGUAGES) if case not in BY_DAY]
WIDTHS = (320, 360, 768, 1280)
PAGES = [
    *("/rules/mcr/half-flush", "/rules/british/moon-from-the-sea", "/rules/american/card-hand"),
    *("/rules/classical/thirteen-orphans", "/rules/patterns", "/rules/patterns/last-tile"),
    *("/glossary", "/rules/mcr/sheet", "/rules/american/sheet", "/rules/mcr/nine-gate"),
    "/rules/riichi/sheet",
]


@pytest.mark.parametrize(
    ("sheet", "language"), [*some_by_day(BY_DAY, 2), *nightly(BY_NIGHT)], ids=str
)
def test_a_sheet_is_one_page(
    page: Page, address: str, sheet: tuple[str, str], language: str
) -> None:
    identifier, preset = sheet
    page.goto(f"{address}/rules/{identifier}/sheet?preset={preset}&lang={language}")
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1


@pytest.mark.parametrize(("path", "language"), in_turn(PAGES, LANGUAGES, 2))
def test_no_page_of_the_rulebook_is_wider_than_the_screen(
    page: Page, address: str, path: str, language: str
) -> None:
    page.goto(f"{address}{path}?lang={language}")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 640})
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, width


def test_a_rule_is_printed_with_both_hands(page: Page, address: str) -> None:
    page.goto(f"{address}/rules/mcr/half-flush")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) <= 2


@pytest.mark.nightly
def test_a_word_leads_to_its_place_in_the_glossary(page: Page, address: str) -> None:
    page.goto(f"{address}/rules/mcr/all-pungs")
    page.get_by_role("link", name="pungs", exact=True).click()
    page.wait_for_url("**/glossary#pung")
    expect(page.locator("#pung:target")).to_be_visible()
