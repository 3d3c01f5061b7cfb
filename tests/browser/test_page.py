"""The page in a real browser on a phone's screen, with JavaScript and without."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.pad import unfold
from tests.nightly import nightly

if TYPE_CHECKING:
    from playwright.sync_api import Page

EXAMPLE = (
    "rules=classical&hand=123b+55d&set1=EEE&set2=7777c&set2is=concealed&set3=234d&flowers=F1+S2"
    "&tile=5d&won=discard&from=S&with=last_discard&seat=E&round=E"
)
MCR = (
    "rules=mcr&hand=147b+258c+369d+234b+55d&flowers=F1+S2&tile=4b&won=discard&from=W&seat=S&round=E"
)
MCR_TABLE = (
    "rules=mcr&round=E&winner=S&won=discard&from=W&s.points=122&x.minor_foul=N"
    "&x.minor_foul.number=3&e.standing=1000&s.standing=-1400&w.standing=200&n.standing=200"
)
AMERICAN = "rules=american&seat=W&won=discard&from=N&tile=8b&hand=FFF+2222b+444"
AMERICAN_TABLE = (
    "rules=american&winner=W&won=discard&from=N&w.hand=FFF+2222b+444c+8888b&w.tile=8b"
    "&x.misnamed_discard=N&x.misnamed_discard.for_mahjong=yes"
)
CARD = "@name Tiny\n[2468]\nFFF 2222a 444b 8888a X 35\n"
SMALL_TARGETS = """() => [...document.querySelectorAll(
    'button:not(.default), select, input:not([type=hidden]), summary, .button, nav a')]
  .filter((e) => e.checkVisibility() && !e.closest('.check'))
  .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect().height])
  .filter(([, height]) => height < 44)"""

pytestmark = pytest.mark.browser


WITH_AND_WITHOUT = [
    pytest.param(True, id="with JavaScript"),
    pytest.param(False, id="without JavaScript"),
]


@pytest.fixture(
    params=[True, pytest.param(False, marks=pytest.mark.nightly)],
    ids=["with JavaScript", "without JavaScript"],
)
def phone(request: pytest.FixtureRequest) -> Iterator[Page]:
    page: Page = (
        request.getfixturevalue("page")
        if request.param
        else request.getfixturevalue("plain").new_page()
    )
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    page.close()
    assert [words for words in complaints if "422" not in words] == []


def choose(page: Page, group: str, choice: str) -> None:
    page.get_by_role("radiogroup", name=group).get_by_role("radio", name=choice).check()


def type_the_example(page: Page) -> None:
    unfold(page)
    page.get_by_label("Tiles in the hand").fill("123b 55d")
    page.get_by_label("Set 1", exact=True).fill("EEE")
    page.get_by_label("Set 2", exact=True).fill("7777c")
    page.get_by_label("How set 2 was made").select_option("concealed")
    page.get_by_label("Set 3", exact=True).fill("234d")
    page.get_by_label("Flowers and seasons").fill("F1 S2")
    choose(page, "How was it won?", "Discard")
    choose(page, "Whose tile was it?", "South")
    page.get_by_role("textbox", name="Winning tile").fill("5d")
    page.get_by_text("Anything special about the win?").first.click()
    page.locator("[name=with][value=last_discard]").check()
    choose(page, "Your seat", "East")
    choose(page, "Wind of the round", "East")


@pytest.mark.parametrize("phone", WITH_AND_WITHOUT, indirect=True)
def test_the_example_is_typed_scored_and_shared(phone: Page, address: str) -> None:
    phone.goto(f"{address}/hand")
    type_the_example(phone)
    phone.get_by_role("button", name="Score", exact=True).click()
    expect(phone.locator(".figure")).to_have_text("336")
    payments = phone.locator("#result .payments").text_content() or ""
    for seat in ("South", "West", "North"):
        assert f"{seat} pays you 672" in payments
    expect(phone.locator(".net")).to_contain_text("2016")
    expect(phone.locator(".tile-won")).to_have_count(1)
    shared = phone.get_by_label("Address of this result").input_value()
    phone.goto(shared)
    expect(phone.locator(".figure")).to_have_text("336")


@pytest.mark.nightly
def test_a_chinese_official_hand_typed_on_a_phone_scores(phone: Page, address: str) -> None:
    phone.goto(f"{address}/?rules=mcr")
    unfold(phone)
    phone.get_by_label("Tiles in the hand").fill("123b 456b 99d")
    phone.get_by_label("Set 1", exact=True).fill("789b")
    phone.get_by_label("Set 2", exact=True).fill("EEE")
    phone.get_by_role("textbox", name="Winning tile").fill("9d")
    choose(phone, "How was it won?", "Discard")
    choose(phone, "Your seat", "South")
    choose(phone, "Wind of the round", "East")
    phone.get_by_role("button", name="Score", exact=True).click()
    expect(phone.get_by_role("alert")).to_contain_text("who discarded")
    choose(phone, "Who discarded it", "West")
    phone.get_by_role("button", name="Score", exact=True).click()
    expect(phone.locator(".figure")).to_have_text("20")
    expect(phone.locator(".score")).to_contain_text("Reaches the minimum of 8")
    phone.locator("#reasons > summary").click()
    aside = phone.locator("details.aside")
    expect(aside.get_by_text("Short Straight").first).to_be_hidden()
    aside.locator("summary").click()
    expect(aside.get_by_text("Short Straight").first).to_be_visible()


@pytest.mark.nightly
def test_the_table_asks_for_the_hand_of_the_winner_alone(phone: Page, address: str) -> None:
    phone.goto(f"{address}/table?rules=mcr")
    unfold(phone)
    expect(phone.locator(".only-if-won:visible")).to_have_count(0)
    choose(phone, "Who won?", "South")
    expect(phone.locator(".only-if-won:visible")).to_have_attribute("id", "player-S")
    phone.locator("#player-S").get_by_label("Agreed points").fill("22")
    choose(phone, "How was it won?", "Drew it")
    choose(phone, "Wind of the round", "East")
    phone.get_by_role("button", name="Settle", exact=True).click()
    expect(phone.locator(".payments").first).to_contain_text("North pays South 30")


def test_an_own_card_is_typed_mended_and_scores(phone: Page, address: str) -> None:
    phone.goto(f"{address}/card")
    phone.get_by_label("The card’s text").fill(CARD.replace("8888a", "888a"))
    phone.get_by_role("button", name="Check the card").click()
    expect(phone.get_by_role("alert")).to_contain_text("Line 3")
    expect(phone.get_by_label("The card’s text")).to_have_value(re.compile(r"\b888a"))
    phone.get_by_label("The card’s text").fill(CARD)
    phone.get_by_role("button", name="Check the card").click()
    expect(phone.locator(".printed-hands .tile")).to_have_count(14)
    phone.wait_for_load_state()
    phone.get_by_role("button", name="Score hands with this card").click()
    unfold(phone)
    phone.get_by_label("Tiles on the rack").fill("FFF 2222b 444c 8888b")
    phone.get_by_role("textbox", name="Winning tile").fill("8b")
    choose(phone, "How was it won?", "Discard")
    choose(phone, "Who discarded it?", "North")
    choose(phone, "Your seat", "West")
    phone.get_by_role("button", name="Score", exact=True).click()
    expect(phone.locator(".figure")).to_have_text("70")
    phone.get_by_role("link", name="Settle the table").click()
    phone.get_by_role("link", name="Correct").click()
    phone.get_by_role("button", name="Settle", exact=True).click()
    expect(phone.locator(".payments").first).to_contain_text("North pays West 140")


@pytest.mark.nightly
def test_the_browser_keeps_the_card_until_told_otherwise(page: Page, address: str) -> None:
    page.goto(f"{address}/card")
    page.get_by_label("The card’s text").fill(CARD)
    page.get_by_role("button", name="Check the card").click()
    page.locator(".printed-hands").wait_for()
    # What keeps the card is a script.
    page.wait_for_load_state()
    page.get_by_role("button", name="Score hands with this card").click()
    page.goto(f"{address}/waits?rules=american")
    expect(page.locator("[data-card-name]")).to_have_text("Tiny")
    unfold(page)
    page.get_by_label("Tiles on the rack").fill("FFF 2222b 444c 888b")
    choose(page, "Your seat", "West")
    page.get_by_role("button", name="Show the waits").click()
    expect(page.locator(".worth").first).to_have_text("70")
    page.get_by_role("link", name="Correct").click()
    page.get_by_role("button", name="Use the practice card").click()
    expect(page.locator("[data-card-name]")).to_have_text("Practice Card")
    page.goto(f"{address}/?rules=american")
    expect(page.locator("[data-card-name]")).to_have_text("Practice Card")
    page.get_by_role("button", name="Use Tiny").click()
    expect(page.locator("[data-card-name]")).to_have_text("Tiny")
    page.goto(f"{address}/card")
    expect(page.get_by_label("The card’s text")).to_have_value(CARD)
    page.get_by_role("button", name="Forget the card").click()
    expect(page.get_by_role("button", name="Forget the card")).to_be_hidden()
    page.goto(f"{address}/?rules=american")
    expect(page.locator("[data-card-name]")).to_have_text("Practice Card")


@pytest.mark.nightly
def test_a_fault_leads_to_its_line(page: Page, address: str) -> None:
    page.goto(f"{address}/card")
    page.get_by_label("The card’s text").fill(f"{CARD}FFF X 25\n")
    page.get_by_role("button", name="Check the card").click()
    link = page.get_by_role("link", name="Line 4")
    link.wait_for()
    page.wait_for_load_state()
    link.click()
    selected = """() => {
        const area = document.querySelector('textarea');
        return area.value.slice(area.selectionStart, area.selectionEnd) === 'FFF X 25';
    }"""
    page.wait_for_function(selected)


def test_enter_in_a_field_scores_under_the_chosen_rules(phone: Page, address: str) -> None:
    phone.goto(f"{address}/?rules=british")
    unfold(phone)
    phone.get_by_label("Tiles in the hand").fill("11x")
    phone.get_by_label("Tiles in the hand").press("Enter")
    expect(phone.get_by_label("Tiles in the hand")).to_have_attribute("aria-invalid", "true")
    expect(phone.get_by_label("Tiles in the hand")).to_have_value("11x")
    pressed = phone.locator(".tab[aria-pressed=true]")
    expect(pressed).to_have_attribute("value", "british")


def test_changing_the_ruleset_keeps_what_was_typed(phone: Page, address: str) -> None:
    phone.goto(f"{address}/hand")
    type_the_example(phone)
    phone.locator(".rulesets summary").click()
    phone.get_by_role("button", name="British").click()
    expect(phone.locator(".tab[aria-pressed=true]")).to_have_attribute("value", "british")
    expect(phone.get_by_label("Tiles in the hand")).to_have_value("123b 55d")
    expect(phone.get_by_label("Set 2", exact=True)).to_have_value("7777c")


def test_an_error_is_summed_up_and_leads_to_its_field(phone: Page, address: str) -> None:
    phone.goto(f"{address}/?go=1&hand=12x&won=no&seat=E&round=E")
    alert = phone.get_by_role("alert")
    alert.get_by_role("link").first.click()
    expect(phone).to_have_url(re.compile("#field-hand$"))


@pytest.mark.parametrize(
    "path",
    [
        *(f"/?{MCR}", f"/table?{MCR_TABLE}", "/rules/american"),
        *nightly(["/", f"/waits?{EXAMPLE}", "/rules", "/?go=1", "/card", f"/?{AMERICAN}b+8888b"]),
        *nightly([f"/?{EXAMPLE}", "/table", "/rules/classical", f"/waits?{MCR}", "/rules/mcr"]),
        *nightly([f"/?{AMERICAN}c+8888b", f"/waits?{AMERICAN}c+8888b"]),
        *nightly([f"/table?{AMERICAN_TABLE}", "/card?card=practice"]),
    ],
)
def test_nothing_is_wider_than_the_phone_or_too_small_to_tap(
    page: Page, address: str, path: str
) -> None:
    page.goto(address + path)
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(SMALL_TARGETS) == []
