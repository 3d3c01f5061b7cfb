"""The keypad on a phone's screen: hands tapped in and scored as they are tapped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Request, ViewportSize

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

PHONE: ViewportSize = {"width": 390, "height": 844}
SMALLEST = """() => [...document.querySelectorAll('.keypad button')]
  .filter((e) => e.checkVisibility())
  .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect().height])
  .filter(([, height]) => height < 44)"""
OUTSIDE = """() => [...document.querySelectorAll('.kp-key')]
  .filter((e) => e.checkVisibility())
  .map((e) => e.getBoundingClientRect())
  .filter((box) => box.left < 0 || box.right > innerWidth || box.bottom > innerHeight).length"""

pytestmark = pytest.mark.browser


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    opened = browser.new_context(viewport=PHONE, has_touch=True)
    yield opened
    opened.close()


class Keypad:
    """The page in the player's hand; every tap is counted."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address, self.taps = page, address, 0
        self.complaints: list[str] = []
        page.set_default_timeout(10_000)
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, rules: str) -> None:
        self.page.goto(f"{self.address}/?rules={rules}")
        self.page.locator(".kp-bar").wait_for()

    def tap(self, selector: str) -> None:
        self.page.locator(selector).tap()
        self.taps += 1

    def keys(self, codes: str) -> None:
        for code in codes.split():
            self.tap(f'.kp-key[data-code="{code}"]')

    def mode(self, name: str, codes: str = "") -> None:
        self.tap(f'.kp-mode[data-mode="{name}"]')
        self.keys(codes)

    def tell(self, **answers: str) -> None:
        for name, value in answers.items():
            self.tap(f'.kp-panel [data-at="{name}-{value}"]')

    def chip(self, name: str) -> None:
        self.tap(f'[data-at="chip-{name}"]')

    def says(self, words: str) -> None:
        playwright.expect(self.page.locator(".kp-say")).to_contain_text(words)

    def total(self, figure: str) -> None:
        playwright.expect(self.page.locator(".kp-total")).to_have_text(figure)
        playwright.expect(self.page.locator(".kp-pending")).to_have_count(0)

    def value(self, name: str) -> str:
        return self.page.locator(f'#form [name="{name}"]').input_value()


@pytest.fixture
def pad(context: BrowserContext, address: str) -> Iterator[Keypad]:
    keypad = Keypad(context.new_page(), address)
    yield keypad
    expected = re.compile("422|ERR_INTERNET_DISCONNECTED")
    assert [words for words in keypad.complaints if not expected.search(words)] == []


def lines(pad: Keypad) -> list[str]:
    pad.tap(".kp-result")
    return [text.replace("\n", " ") for text in pad.page.locator(".kp-lines li").all_inner_texts()]


def tap_the_classical_example(pad: Keypad) -> None:
    pad.open("classical")
    pad.keys("1b 2b 3b")
    pad.mode("pung", "E")
    pad.mode("hidden", "7c")
    pad.mode("chow", "2d")
    pad.keys("F1 S2")
    pad.mode("tile", "5d")
    pad.says("1 tile short")
    pad.tell(seat="E", round="E")
    pad.says("Waits for 5 of dots")
    pad.keys("5d")
    pad.tell(won="discard")
    pad.tell(**{"from": "S"})
    pad.chip("with")
    pad.tell(**{"with": "last_discard"})
    pad.tap(".kp-done")


def test_the_classical_example_is_tapped_in_and_settled(pad: Keypad) -> None:
    tap_the_classical_example(pad)
    pad.total("336")
    assert pad.taps == 21
    pad.says("The others pay 672 each")
    assert pad.value("hand") == "123b 55d"
    assert pad.value("tile") == "5d"
    assert pad.value("set2") == "7777c"
    assert pad.value("set2is") == "concealed"
    found = lines(pad)
    assert "Concealed minor kong 16" in found
    assert "Final draw or discard 1 double" in found
    pad.page.get_by_role("button", name="Score", exact=True).tap()
    assert pad.page.locator(".figure").inner_text() == "336"


def test_a_british_hand_is_tapped_in_and_settled(pad: Keypad) -> None:
    pad.open("british")
    pad.keys("E E E")
    pad.mode("pung", "R 8d")
    pad.mode("hidden", "9c")
    pad.mode("tile", "5b")
    pad.tell(seat="S", round="E")
    pad.says("Waits for 5 of bamboo")
    pad.keys("5b")
    pad.tell(won="self_draw")
    pad.total("544")
    pad.says("The others pay 544 each")


def test_a_chinese_official_hand_is_tapped_in_and_settled(pad: Keypad) -> None:
    pad.open("mcr")
    pad.keys("1b 2b 3b 4b 5b 6b 9d F1 S2")
    pad.mode("chow", "7b")
    pad.mode("pung", "E")
    pad.mode("tile", "9d")
    pad.tell(won="discard")
    pad.tell(**{"from": "W"})
    pad.tell(seat="S", round="E")
    pad.total("22")
    pad.says("West pays 30; North and East pay 8 each")
    assert "Flower Tiles × 2 2" in lines(pad)


def test_an_american_hand_with_an_exposed_joker_is_tapped_in_and_settled(pad: Keypad) -> None:
    pad.open("american")
    pad.mode("4", "2b J")
    assert pad.value("set1") == "222b J"
    pad.mode("tile", "F F F 4c 4c 4c 8b 8b 8b")
    pad.tell(seat="W")
    pad.says("Waits for 8 of bamboo")
    pad.tap('[data-at="wait-8b"]')
    pad.tell(won="discard")
    pad.tell(**{"from": "N"})
    pad.total("25")
    pad.says("North pays 50; East and South pay 25 each")


def test_a_hand_that_did_not_win_is_scored_at_thirteen_tiles(pad: Keypad) -> None:
    pad.open("classical")
    pad.mode("pung", "E 8d 9c")
    pad.mode("tile", "5b 6b 7b 2c")
    pad.tell(seat="E", round="E")
    pad.chip("won")
    pad.tell(won="no")
    pad.total("40")
    pad.keys("2c")
    pad.says("1 tile too many for a hand that did not win")


def test_jokers_have_a_key_where_a_goulash_makes_them_wild(pad: Keypad) -> None:
    pad.open("british")
    joker = pad.page.locator('.kp-key[data-code="J"]')
    assert not joker.is_visible()
    pad.page.locator("#field-preset").evaluate("e => { e.closest('details').open = true; }")
    pad.page.get_by_label("Goulash").select_option("blanks")
    playwright.expect(joker).to_have_accessible_name("joker, 4 left")
    assert joker.is_visible()


def test_an_ordinary_hand_takes_at_most_twelve_taps(pad: Keypad) -> None:
    tap_the_classical_example(pad)
    pad.tap(".kp-new")
    pad.taps = 0
    pad.mode("chow", "2d 5c")
    pad.mode("pung", "G 8b")
    pad.keys("9c 9c")
    pad.tell(won="discard")
    pad.tell(**{"from": "W"})
    pad.total("44")
    pad.says("The others pay 88 each")
    assert pad.taps == 10


def test_a_placed_tile_or_set_is_taken_back(pad: Keypad) -> None:
    pad.open("classical")
    pad.keys("1b 5d")
    pad.mode("pung", "E")
    pad.page.get_by_role("button", name="5 of dots: take it back").tap()
    assert pad.value("hand") == "1b"
    pad.page.get_by_role("button", name="exposed pung").tap()
    assert pad.value("set1") == ""


def test_undo_and_redo_go_through_the_taps(pad: Keypad) -> None:
    pad.open("classical")
    pad.keys("1b")
    pad.mode("pung", "E")
    for hand, pung in (("1b", ""), ("", "")):
        pad.tap(".kp-undo")
        assert (pad.value("hand"), pad.value("set1")) == (hand, pung)
    playwright.expect(pad.page.locator(".kp-undo")).to_have_attribute("aria-disabled", "true")
    for hand, pung in (("1b", ""), ("1b", "EEE")):
        pad.tap(".kp-redo")
        assert (pad.value("hand"), pad.value("set1")) == (hand, pung)


def test_a_key_is_spent_when_its_tiles_are(pad: Keypad) -> None:
    pad.open("classical")
    key = pad.page.locator('.kp-key[data-code="5b"]')
    playwright.expect(key).to_have_accessible_name("5 of bamboo, 4 left")
    pad.keys("5b 5b")
    playwright.expect(key).to_have_accessible_name("5 of bamboo, 2 left")
    pad.mode("pung")
    playwright.expect(key).to_be_disabled()
    pad.mode("tile", "5b 5b")
    playwright.expect(key).to_have_accessible_name("5 of bamboo, none left")
    playwright.expect(key).to_be_disabled()
    key.dispatch_event("click")
    assert pad.value("hand") == "5555b"


def test_of_american_tiles_there_are_eight_jokers_and_flowers(pad: Keypad) -> None:
    pad.open("american")
    for code, name in (("J", "joker"), ("F", "flower")):
        key = pad.page.locator(f'.kp-key[data-code="{code}"]')
        playwright.expect(key).to_have_accessible_name(f"{name}, 8 left")
    assert pad.page.locator('.kp-key[data-code="F1"]').count() == 0
    pad.mode("5", "2b")
    assert pad.value("set1") == "2222b J"


def test_no_ruleset_shows_a_key_that_it_has_not(pad: Keypad) -> None:
    for rules, keys in (("classical", 42), ("british", 42), ("mcr", 42), ("american", 36)):
        pad.open(rules)
        assert pad.page.locator(".kp-key[data-code]:visible").count() == keys
        assert pad.page.evaluate(OUTSIDE) == 0
        assert pad.page.evaluate(SMALLEST) == []
        missing = "() => [...document.querySelectorAll('.kp-key use')].filter((e) => !document"
        assert pad.page.evaluate(f"{missing}.querySelector(e.getAttribute('href'))).length") == 0


def test_the_winning_tile_is_the_last_and_can_be_changed(pad: Keypad) -> None:
    pad.open("classical")
    pad.mode("pung", "E R G P")
    pad.keys("5d 5d")
    assert pad.value("tile") == "5d"
    pad.tap(".kp-undo")
    assert pad.value("tile") == ""
    pad.tap(".kp-redo")
    pad.open("mcr")
    pad.mode("chow", "1b 1c 1d")
    pad.mode("tile", "4c 5c 6c 9d 9d")
    pad.page.get_by_role("button", name="4 of characters: make it the winning tile").tap()
    assert pad.value("tile") == "4c"
    won = pad.page.get_by_role("button", name="4 of characters, the winning tile: take it back")
    playwright.expect(won).to_contain_text("won")
    won.tap()
    assert pad.value("hand") == "56c 99d"


def test_a_whole_hand_takes_no_more_tiles(pad: Keypad) -> None:
    pad.open("classical")
    pad.mode("pung", "E R G P")
    pad.keys("5d 5d 5d")
    assert pad.value("hand") == "55d"
    pad.says("The hand is whole")


def test_typing_changes_the_drawn_hand(pad: Keypad) -> None:
    pad.open("classical")
    pad.page.get_by_label("Tiles in the hand").fill("B12 3s Wh 🀀")
    assert pad.page.locator(".kp-tile").count() == 5
    pad.says("9 tiles short")
    pad.page.get_by_label("Tiles in the hand").fill("12x")
    pad.says("“12x” has no suit")


def test_a_reload_keeps_the_hand_and_new_hand_clears_it(pad: Keypad) -> None:
    tap_the_classical_example(pad)
    pad.total("336")
    pad.page.reload()
    pad.total("336")
    assert pad.value("flowers") == "F1 S2"
    pad.open("mcr")
    assert pad.value("hand") == ""
    pad.open("classical")
    pad.total("336")
    pad.tap(".kp-new")
    assert pad.value("hand") == ""
    pad.says("A new hand")
    playwright.expect(pad.page.locator('[data-at="chip-seat"]')).to_have_text("You: East")
    pad.tap(".kp-undo")
    pad.total("336")


def test_a_settled_hand_makes_room_for_the_next(pad: Keypad) -> None:
    tap_the_classical_example(pad)
    pad.page.get_by_role("button", name="Score", exact=True).tap()
    pad.page.locator(".figure").wait_for()
    pad.open("classical")
    assert pad.value("hand") == ""
    pad.tap(".kp-undo")
    pad.total("336")


def test_the_phone_remembers_rules_and_seats(pad: Keypad) -> None:
    pad.open("british")
    pad.chip("seat")
    pad.tell(seat="W")
    pad.page.locator("details", has=pad.page.locator("#field-preset")).evaluate("e => e.open = 1")
    pad.page.get_by_label("Preset").select_option("bmja")
    pad.page.goto(f"{pad.address}/")
    pad.page.wait_for_url("**/?rules=british")
    playwright.expect(pad.page.locator('[data-at="chip-seat"]')).to_have_text("You: West")
    playwright.expect(pad.page.locator('[data-at="chip-rules"]')).to_have_text("House rules: 1")
    assert pad.value("preset") == "bmja"


def test_a_lost_connection_is_told_and_mended(pad: Keypad, context: BrowserContext) -> None:
    tap_the_classical_example(pad)
    pad.total("336")
    context.set_offline(True)
    pad.page.get_by_role("button", name="(flower 1): take it back").tap()
    pad.says("No connection: the hand is kept")
    assert pad.page.locator(".kp-total").inner_text() == ""
    context.set_offline(False)
    pad.total("304")


def test_an_answer_that_comes_too_late_is_dropped(pad: Keypad) -> None:
    tap_the_classical_example(pad)
    pad.total("336")
    pad.page.route("**/api/v1/score", lambda route: None)  # no answer
    pad.page.get_by_role("button", name="(flower 1): take it back").tap()
    pad.page.wait_for_timeout(400)
    pad.page.unroute("**/api/v1/score")
    pad.page.get_by_role("button", name="(season 2): take it back").tap()
    pad.total("272")


def test_the_keypad_works_by_keyboard(pad: Keypad) -> None:
    pad.open("classical")
    pad.page.locator('.kp-key[data-code="1b"]').focus()
    for key in ("Enter", "Tab", "Space", "Tab", "Enter"):
        pad.page.keyboard.press(key)
    assert pad.value("hand") == "123b"
    pad.page.get_by_role("button", name="2 of bamboo: take it back").focus()
    pad.page.keyboard.press("Enter")
    assert pad.value("hand") == "13b"
    assert pad.page.evaluate("document.activeElement.className") == "kp-tile"


def test_what_changes_is_spoken(pad: Keypad) -> None:
    tap_the_classical_example(pad)
    spoken = pad.page.locator(".keypad [role=status]")
    playwright.expect(spoken).to_have_text("336 points. The others pay 672 each")


def test_at_double_size_nothing_runs_over_the_edge(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 195, "height": 422})
    page.goto(f"{address}/")
    page.locator('.kp-key[data-code="1b"]').click()
    assert page.locator('#form [name="hand"]').input_value() == "1b"
    assert page.evaluate("document.documentElement.scrollWidth") <= 195
    page.close()


def test_without_javascript_there_is_only_the_form(browser: Browser, address: str) -> None:
    opened = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = opened.new_page()
    page.goto(f"{address}/")
    assert not page.locator("#keypad").is_visible()
    page.get_by_label("Tiles in the hand").fill("55d")
    for row, tiles in enumerate(("EEE", "RRR", "GGG", "PPP"), 1):
        page.get_by_label(f"Set {row}", exact=True).fill(tiles)
    page.get_by_role("textbox", name="Winning tile").fill("5d")
    page.get_by_role("radio", name="Drew it").check()
    for group in ("Your seat", "Wind of the round"):
        page.get_by_role("radiogroup", name=group).get_by_role("radio", name="East").check()
    page.get_by_role("button", name="Score", exact=True).click()
    assert page.locator(".figure").inner_text() == "1000"
    opened.close()


def test_the_first_view_is_small(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    sizes: dict[str, int] = {}

    def weigh(request: Request) -> None:
        told = request.sizes()
        sizes[request.url] = told["responseBodySize"] + told["responseHeadersSize"]

    page.on("requestfinished", weigh)
    page.goto(f"{address}/", wait_until="networkidle")
    page.locator(".kp-bar").wait_for()
    assert len(sizes) >= 8
    assert sum(sizes.values()) <= 50_000, sizes
