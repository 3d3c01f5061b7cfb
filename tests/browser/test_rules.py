"""The rules in a hand: found while one types, or by the contents, and their hands opened."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import scorer
from tests.browser.evening import eventually
from tests.browser.pad import drawn
from tests.nightly import in_turn, nightly
from tests.pages.examples import RULESETS

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser
EACH = pytest.mark.parametrize(
    "ruleset", ["riichi", *nightly(ruleset for ruleset in RULESETS if ruleset != "riichi")]
)
SHOWN = "[...document.querySelectorAll('[data-find]')].filter(e => e.offsetHeight).map(e => e.id)"
SCREENS = """anchor => {
  const row = document.getElementById(anchor);
  const section = row.closest("section");
  const far = row.querySelector("summary").getBoundingClientRect().bottom
    - section.getBoundingClientRect().top;
  return far / innerHeight;
}"""
OFF_SCREEN = "document.documentElement.scrollWidth > innerWidth"


def shown(page: Page) -> list[str]:
    found: list[str] = page.evaluate(SHOWN)
    return found


def shows(page: Page, rules: list[str]) -> None:
    """The page comes to show these rules alone."""
    eventually(page, lambda: shown(page) == rules)


def every_rule(ruleset: str) -> list[str]:
    return [rule["id"] for rule in scorer.ruleset(ruleset)["rules"]]


def test_a_rule_is_found_while_one_types(page: Page, address: str) -> None:
    page.goto(f"{address}/rules/mcr")
    everything = shown(page)
    field = page.get_by_label("Find a rule")
    field.press_sequentially("chicken h")
    shows(page, ["chicken-hand"])
    expect(page.locator("#chicken-hand")).to_have_js_property("open", True)
    expect(page.locator(".rules-count")).to_have_text("1 found")
    field.fill("混一色")
    eventually(page, lambda: "half-flush" in shown(page))
    field.fill("riichi")
    shows(page, [])
    expect(page.get_by_text("Nothing was found")).to_be_visible()
    expect(page.get_by_role("link", name="Look in every ruleset")).to_be_visible()
    page.get_by_role("link", name="Show all again").click()
    shows(page, everything)
    expect(page).not_to_have_url(re.compile("q="))


@pytest.mark.nightly
def test_typing_finds_what_the_server_finds(page: Page, address: str) -> None:
    for query in (
        "8",
        "dragon",
        "2 points",
        "清",
        "sequence",
        "un double",
        "pung-of",
        "É",
        "kong 8",
    ):
        page.goto(f"{address}/rules/british?lang=fr&q={query}")
        text = shown(page)
        page.goto(f"{address}/rules/british?lang=fr")
        page.locator("#q").fill(query)
        # The script may still wait for its words in French.
        page.wait_for_function("() => document.querySelector('.rules-count').textContent")
        shows(page, text)


@pytest.mark.nightly
def test_a_search_stays_in_the_address(page: Page, address: str) -> None:
    page.goto(f"{address}/rules/mcr")
    page.locator("#q").fill("knitted")
    page.locator("#q").press("Enter")
    expect(page).to_have_url(re.compile(r"\?q=knitted$"))
    eventually(page, lambda: 0 < len(shown(page)) < 10)
    text = shown(page)
    page.reload()
    shows(page, text)


@pytest.mark.nightly
def test_every_ruleset_is_searched_while_one_types(page: Page, address: str) -> None:
    page.goto(f"{address}/rules")
    page.get_by_label("Find a rule").press_sequentially("thirteen orphans")
    page.locator('a[href="/rules/classical#thirteen-orphans"]').click()
    page.locator("#thirteen-orphans .example svg").first.wait_for()


@EACH
def test_a_rule_is_at_most_three_screens_from_its_place_in_the_contents(
    page: Page, address: str, ruleset: str
) -> None:
    page.goto(f"{address}/rules/{ruleset}")
    contents = page.evaluate("[...document.querySelectorAll('.contents a')].map(a => a.hash)")
    sections = page.evaluate("[...document.querySelectorAll('.rules-body > *')].map(e => e.id)")
    assert contents[1:] == [f"#{section}" for section in sections]
    rows = page.evaluate("[...document.querySelectorAll('details.rule')].map(e => e.id)")
    assert set(every_rule(ruleset)) < set(rows)
    assert max(page.evaluate(SCREENS, row) for row in rows if row in every_rule(ruleset)) < 3
    # Riichi alone leaves more than fifty things to its tables.
    assert max(page.evaluate(SCREENS, row) for row in rows) < (5 if ruleset == "riichi" else 3)
    assert not page.evaluate(OFF_SCREEN)


@pytest.mark.nightly
@EACH
def test_a_tap_in_the_contents_leads_to_its_section_which_is_then_marked(
    page: Page, address: str, ruleset: str
) -> None:
    page.goto(f"{address}/rules/{ruleset}")
    links = page.locator(".contents a:not(.to-search)")
    for number in range(links.count() - 3):
        links.nth(number).click()
        section = page.locator(str(links.nth(number).get_attribute("href")))
        page.wait_for_function(
            "e => e.getAttribute('aria-current')", arg=links.nth(number).element_handle()
        )
        drawn(page)
        box = section.locator("h2").bounding_box()
        strip = page.locator(".contents").bounding_box()
        assert box is not None
        assert strip is not None
        assert 0 <= strip["y"] <= 16
        assert strip["y"] + strip["height"] <= box["y"] < 422
        expect(page.locator(".contents [aria-current]")).to_have_count(1)


@pytest.mark.parametrize(
    "ruleset", ["american", *nightly(ruleset for ruleset in RULESETS if ruleset != "american")]
)
def test_an_example_opens_in_the_scorer_with_its_line(
    page: Page, address: str, ruleset: str
) -> None:
    for rule in every_rule(ruleset)[::9]:
        page.goto(f"{address}/rules/{ruleset}")
        row = page.locator(f"#{rule}")
        expect(row.locator("svg")).to_have_count(0)
        row.locator("summary").click()
        row.locator(".example svg").first.wait_for()
        row.get_by_role("link", name="See it scored").click()
        line = page.locator(f'.lines a[href^="/rules/{ruleset}/{rule}"]').first
        line.wait_for(state="attached")


@pytest.mark.nightly
def test_a_link_to_a_rule_opens_it_below_the_contents(page: Page, address: str) -> None:
    page.goto(f"{address}/rules/mcr?q=kong#half-flush")
    page.locator("#half-flush .example svg").first.wait_for()
    drawn(page)
    box = page.locator("#half-flush").bounding_box()
    assert box is not None
    assert 44 <= box["y"] < 422


@pytest.mark.nightly
def test_on_a_desk_the_contents_stand_beside_the_rules(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{address}/rules/mcr#all-simples")
    page.locator("#all-simples .example svg").first.wait_for()
    expect(page.locator(".contents [aria-current]")).to_have_text("2 points")
    drawn(page)
    column = page.locator(".rules-side").bounding_box()
    rules = page.locator(".rules-body").bounding_box()
    assert column is not None
    assert rules is not None
    assert column["y"] == 0
    assert column["x"] + column["width"] <= rules["x"]
    page.set_viewport_size({"width": 1440, "height": 900})


def test_without_a_script_a_search_finds_and_an_example_is_drawn(
    plain: BrowserContext, address: str
) -> None:
    page = plain.new_page()
    page.goto(f"{address}/rules/mcr")
    page.get_by_label("Find a rule").fill("chicken hand")
    page.get_by_role("button", name="Find").click()
    page.wait_for_url("**/rules/mcr?q=chicken+hand")
    found = page.locator("details.rule:visible")
    expect(found).to_have_count(1)
    expect(found).to_have_id("chicken-hand")
    expect(page.locator("#chicken-hand .example svg:visible")).to_have_count(5)
    page.close()


@pytest.mark.nightly
def test_the_keys_alone_find_and_open_a_rule(page: Page, address: str) -> None:
    page.goto(f"{address}/rules/classical")
    page.locator("#q").focus()
    page.keyboard.type("imperial jade")
    page.locator("#imperial-jade .example svg").first.wait_for()
    page.locator("#imperial-jade summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#imperial-jade .example")).to_be_hidden()


@pytest.mark.parametrize(("language", "ruleset"), in_turn(["fr", "zh", "en"], RULESETS, 1))
def test_at_twice_the_size_nothing_lies_beside_the_screen(
    page: Page, address: str, ruleset: str, language: str
) -> None:
    page.set_viewport_size({"width": 195, "height": 422})
    page.goto(f"{address}/rules/{ruleset}?lang={language}")
    page.evaluate("for (const row of document.querySelectorAll('details')) row.open = true")
    page.wait_for_function("() => !document.querySelector('.rules-body noscript')")
    assert not page.evaluate(OFF_SCREEN)
    page.set_viewport_size({"width": 390, "height": 844})
