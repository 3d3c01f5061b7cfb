"""The keypad on a phone's screen: hands tapped in and scored as they are tapped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

import scorer
from tests.browser.conftest import new_phone
from tests.browser.evening import eventually
from tests.browser.pad import Keypad, lines, tap_the_classical_example, type_the_classical_example
from tests.nightly import in_turn, nightly
from tests.pages.examples import RULESETS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Request


SMALLEST = """() => [...document.querySelectorAll('.keypad button')]
  .filter((e) => e.checkVisibility())
  .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect().height])
  .filter(([, height]) => height < 44)"""
DRAWN = """what => [...document.querySelectorAll(what)].every((use) => use.getBBox().height > 0)"""
OUTSIDE = """() => [...document.querySelectorAll('.kp-key')]
  .filter((e) => e.checkVisibility())
  .map((e) => e.getBoundingClientRect())
  .filter((box) => box.left < 0 || box.right > innerWidth || box.bottom > innerHeight).length"""

pytestmark = pytest.mark.browser


def test_the_classical_example_is_tapped_in_and_settled(pad: Keypad) -> None:
    tap_the_classical_example(pad)
    pad.total("336")
    assert pad.taps == 20
    pad.says("The others pay you 672 each")
    pad.field("hand", "123b 55d")
    pad.field("tile", "5d")
    pad.field("set2", "7777c")
    pad.field("set2is", "concealed")
    found = lines(pad)
    assert "Concealed minor kong 16" in found
    assert "Final draw or discard 1 double" in found
    pad.page.get_by_role("button", name="Score", exact=True).tap()
    playwright.expect(pad.page.locator(".figure")).to_have_text("336")


@pytest.mark.nightly
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
    pad.says("The others pay you 544 each")
    assert pad.taps == 14


@pytest.mark.nightly
def test_a_chinese_official_hand_is_tapped_in_and_settled(pad: Keypad) -> None:
    pad.open("mcr")
    pad.keys("1b 2b 3b 4b 5b 6b 9d F1 S2")
    pad.mode("chow", "7b")
    pad.mode("pung", "E")
    pad.mode("tile", "9d")
    pad.tell(seat="S")
    pad.tell(**{"from": "W"})
    pad.tell(round="E")
    pad.total("22")
    pad.says("North and East pay you 8 each")
    assert pad.taps == 18
    assert "Flower Tiles × 2 2" in lines(pad)


@pytest.mark.nightly
def test_an_american_hand_with_an_exposed_joker_is_tapped_in_and_settled(pad: Keypad) -> None:
    pad.open("american")
    pad.mode("4", "2b J")
    pad.field("set1", "222b J")
    pad.mode("tile", "F F F 4c 4c 4c 8b 8b 8b")
    pad.tell(seat="W")
    pad.says("Waits for 8 of bamboo")
    pad.tap('[data-wait="8b"]')
    pad.tell(**{"from": "N"})
    pad.total("25")
    pad.says("North pays you 50; East and South pay you 25 each")
    assert pad.taps == 16


@pytest.mark.nightly
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


@pytest.mark.nightly
def test_jokers_have_a_key_where_a_goulash_makes_them_wild(pad: Keypad) -> None:
    pad.open("british")
    joker = pad.page.locator('.kp-key[data-code="J"]')
    playwright.expect(joker).to_be_hidden()
    pad.unfold()
    pad.page.locator("#field-preset").evaluate("e => { e.closest('details').open = true; }")
    pad.page.get_by_label("Goulash").select_option("blanks")
    playwright.expect(joker).to_have_accessible_name("joker, 4 left")
    playwright.expect(joker).to_be_visible()


@pytest.mark.nightly
def test_an_ordinary_hand_takes_at_most_twelve_taps(pad: Keypad) -> None:
    type_the_classical_example(pad)
    pad.tap(".kp-new")
    pad.taps = 0
    pad.mode("chow", "2d 5c")
    pad.mode("pung", "G 8b")
    pad.keys("9c 9c")
    pad.tell(**{"from": "W"})
    pad.total("44")
    pad.says("The others pay you 88 each")
    assert pad.taps == 9


def test_undo_and_redo_go_through_the_taps_and_a_tile_or_set_is_taken_back(pad: Keypad) -> None:
    pad.open("classical")
    pad.keys("1b")
    pad.mode("pung", "E")
    for hand, pung in (("1b", ""), ("", "")):
        pad.tap(".kp-undo")
        pad.field("hand", hand)
        pad.field("set1", pung)
    playwright.expect(pad.page.locator(".kp-undo")).to_have_attribute("aria-disabled", "true")
    for hand, pung in (("1b", ""), ("1b", "EEE")):
        pad.tap(".kp-redo")
        pad.field("hand", hand)
        pad.field("set1", pung)
    pad.page.reload()
    pad.tap(".kp-undo")
    pad.field("hand", "1b")
    pad.field("set1", "")
    pad.tap(".kp-redo")
    pad.field("hand", "1b")
    pad.field("set1", "EEE")
    pad.mode("tile", "5d")
    pad.take_back("5 of dots")
    pad.field("hand", "1b")
    pad.take_back("exposed pung, east wind")
    pad.field("set1", "")


@pytest.mark.nightly
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
    pad.field("hand", "5555b")


@pytest.mark.nightly
def test_of_american_tiles_there_are_eight_jokers_and_flowers(pad: Keypad) -> None:
    pad.open("american")
    for code, name in (("J", "joker"), ("F", "flower")):
        key = pad.page.locator(f'.kp-key[data-code="{code}"]')
        playwright.expect(key).to_have_accessible_name(f"{name}, 8 left")
    playwright.expect(pad.page.locator('.kp-key[data-code="F1"]')).to_have_count(0)
    pad.mode("5", "2b")
    pad.field("set1", "2222b J")


@pytest.mark.nightly
def test_no_ruleset_shows_a_key_that_it_has_not(pad: Keypad) -> None:
    for rules in RULESETS:
        pad.open(rules)
        ruleset = scorer.ruleset(rules)
        flowers = 8 if ruleset["bonus_tiles"] else 1 if ruleset["hand_of"] == "card" else 0
        keys = 34 + flowers + (1 if ruleset["jokers"] else 0)
        playwright.expect(pad.page.locator(".kp-key[data-code]:visible")).to_have_count(keys)
        assert pad.page.evaluate(OUTSIDE) == 0
        assert pad.page.evaluate(SMALLEST) == []
        pad.page.wait_for_function(DRAWN, arg=".kp-key:not([hidden]) use")


@pytest.mark.nightly
def test_a_corner_tells_the_tile_before_its_face_has_come(pad: Keypad) -> None:
    pad.page.route("**/tiles.svg", lambda route: route.abort())
    pad.open("classical")
    pad.page.wait_for_function(DRAWN, arg=".kp-key .corner")
    assert not pad.page.evaluate(DRAWN, ".kp-key use:not(.corner)")
    pad.complaints.clear()


@pytest.mark.nightly
def test_corner_letters_are_switched_off_and_stay_so(pad: Keypad) -> None:
    pad.open("classical")
    pad.keys("1b E")
    corners = pad.page.locator(".kp-key .corner >> visible=true")
    playwright.expect(corners).to_have_count(42)
    pad.chip("indices")
    playwright.expect(corners).to_have_count(0)
    pad.page.reload()
    pad.page.wait_for_function(DRAWN, arg=".kp-key use:not(.corner)")
    playwright.expect(corners).to_have_count(0)
    pad.page.goto(f"{pad.address}/card?card=practice")
    playwright.expect(pad.page.locator(".face .corner").first).to_be_hidden()
    pad.open("classical")
    pad.chip("indices")
    playwright.expect(corners).to_have_count(42)


@pytest.mark.nightly
def test_the_winning_tile_is_the_last_and_can_be_changed(pad: Keypad) -> None:
    pad.open("classical")
    pad.mode("pung", "E R G P")
    pad.keys("5d 5d")
    pad.field("tile", "5d")
    pad.tap(".kp-undo")
    pad.field("tile", "")
    pad.tap(".kp-redo")
    pad.open("mcr")
    pad.mode("chow", "1b 1c 1d")
    pad.mode("tile", "4c 5c 6c 9d 9d")
    pad.page.get_by_role("button", name="4 of characters: make it the winning tile").tap()
    pad.field("tile", "4c")
    playwright.expect(pad.page.locator(".kp-winning")).to_contain_text("Won with 4 of characters")
    pad.tap(".kp-back")
    pad.field("hand", "56c 99d")


@pytest.mark.nightly
def test_a_winning_tile_that_nobody_remembers_is_told(pad: Keypad) -> None:
    type_the_classical_example(pad)
    pad.total("336")
    pad.page.locator('[name="tile"]').evaluate("e => { e.value = ''; }")
    pad.page.get_by_role("button", name="1 of bamboo: make it the winning tile").tap()
    pad.tap('[data-at="unsure"]')
    pad.field("tile", "?")
    playwright.expect(pad.page.locator(".kp-winning")).to_contain_text("Nobody remembers")
    pad.total("304")
    pad.tap(".kp-result")
    playwright.expect(pad.page.locator(".kp-answer")).to_contain_text(
        "If it had been won with 5 of"
    )
    pad.page.get_by_role("button", name="5 of dots: make it the winning tile").first.tap()
    pad.field("tile", "5d")
    pad.total("336")


def test_a_tap_chooses_and_held_down_it_takes_back(pad: Keypad) -> None:
    pad.open("classical")
    pad.keys("1b 5d")
    tile = pad.page.get_by_role("button", name="1 of bamboo", exact=True)
    for chosen in ("true", "false"):
        tile.tap()
        playwright.expect(tile).to_have_attribute("aria-pressed", chosen)
    pad.field("hand", "1b 5d")
    tile.dispatch_event("pointerdown")
    playwright.expect(tile).to_have_count(0)
    pad.field("hand", "5d")
    pad.tap(".kp-back")
    pad.field("hand", "")


@pytest.mark.nightly
def test_a_whole_hand_takes_no_more_tiles(pad: Keypad) -> None:
    pad.open("classical")
    pad.mode("pung", "E R G P")
    pad.keys("5d 5d")
    key = pad.page.locator('.kp-key[data-code="5d"]')
    playwright.expect(key).to_be_disabled()
    key.dispatch_event("click")
    pad.field("hand", "55d")
    pad.says("The hand is complete")


def test_typing_changes_the_drawn_hand_and_half_a_tile_takes_no_other_away(pad: Keypad) -> None:
    pad.open("classical")
    pad.unfold()
    pad.page.get_by_label("Tiles in the hand").fill("B12 3s Wh 🀀")
    playwright.expect(pad.page.locator(".kp-tile")).to_have_count(5)
    pad.says("9 tiles short")
    pad.page.get_by_label("Tiles in the hand").fill("12x")
    pad.says("“x” is not a suit")
    drawn = pad.page.locator(".kp-tile")
    pad.page.get_by_label("Tiles in the hand").fill("123b 4")
    playwright.expect(drawn).to_have_count(3)
    playwright.expect(pad.page.locator(".kp-unread")).to_have_text("As typed: 4")
    pad.says("“4” has no suit")
    pad.page.get_by_label("Tiles in the hand").fill("123b 4c")
    playwright.expect(drawn).to_have_count(4)
    playwright.expect(pad.page.locator(".kp-unread")).to_have_count(0)


@pytest.mark.nightly
def test_what_cannot_be_read_outlives_a_tap(pad: Keypad) -> None:
    pad.open("classical")
    pad.unfold()
    pad.page.get_by_label("Tiles in the hand").fill("12x 123b 4")
    pad.page.locator(".kp-toggle").tap()
    pad.take_back("2 of bamboo")
    pad.field("hand", "13b 12x 4")
    pad.keys("5d")
    pad.field("hand", "13b 5d 12x 4")


@pytest.mark.nightly
def test_a_chip_that_is_answered_looks_it(pad: Keypad) -> None:
    pad.open("classical")
    pad.keys("1b")

    def look(*styles: str) -> None:
        for name, style in zip(("seat", "round", "won"), styles, strict=True):
            chip = pad.page.locator(f'[data-at="chip-{name}"]')
            playwright.expect(chip).to_have_css("border-top-style", style)

    look("dashed", "dashed", "dashed")
    for name, answer in (("seat", "E"), ("won", "robbed_kong")):
        pad.chip(name)
        pad.tell(**{name: answer})
    # Whose kong it was is still to be told.
    look("solid", "dashed", "dashed")
    pad.unfold()
    pad.page.locator('#form [name="from"][value="S"]').check(force=True)
    look("solid", "dashed", "solid")


@pytest.mark.nightly
def test_on_its_side_a_question_is_seen_whole(pad: Keypad) -> None:
    pad.page.set_viewport_size({"width": 844, "height": 390})
    pad.open("classical")
    pad.chip("seat")
    pad.page.locator('[data-at="seat-N"]').wait_for()
    cut = "e => e.scrollHeight - e.clientHeight"
    assert pad.page.locator(".kp-panel").evaluate(cut) == 0
    for seat in "ESWN":
        pad.page.locator(f'[data-at="seat-{seat}"]').tap(trial=True)


@pytest.mark.parametrize(("language", "path"), in_turn(["en", "fr", "zh"], ["", "table"], 1))
def test_no_word_of_the_bar_touches_the_edge_of_its_button(
    context: BrowserContext, pad: Keypad, address: str, language: str, path: str
) -> None:
    context.add_cookies([{"name": "lang", "value": language, "url": address}])
    pad.open("classical", path)
    room = """e => {
      const words = document.createRange();
      words.selectNodeContents(e);
      const [inner, outer] = [words.getBoundingClientRect(), e.getBoundingClientRect()];
      return Math.min(inner.left - outer.left, outer.right - inner.right);
    }"""
    assert pad.page.locator(".kp-toggle").evaluate(room) >= 4


@pytest.mark.nightly
def test_a_flower_of_another_ruleset_is_one_of_the_cards_eight(pad: Keypad) -> None:
    pad.open("classical")
    pad.keys("F1")
    pad.page.locator(".rulesets summary").tap()
    pad.page.get_by_role("button", name="American").tap()
    pad.page.wait_for_url("**to=american**")
    pad.page.locator(".kp-bar").wait_for()
    key = pad.page.locator('.kp-key[data-code="F"]')
    playwright.expect(key).to_have_accessible_name("flower, 7 left")
    pad.keys("F 2b")
    pad.take_back("flower")
    pad.field("hand", "F 2b")
    playwright.expect(key).to_have_accessible_name("flower, 7 left")


def test_the_total_is_spoken_a_reload_keeps_the_hand_and_new_hand_clears_it(pad: Keypad) -> None:
    type_the_classical_example(pad)
    pad.total("336")
    spoken = pad.page.locator(".keypad [role=status]")
    playwright.expect(spoken).to_have_text("336 points. The others pay you 672 each")
    pad.page.reload()
    pad.total("336")
    pad.field("flowers", "F1 S2")
    pad.open("mcr")
    pad.field("hand", "")
    pad.open("classical")
    pad.total("336")
    pad.tap(".kp-new")
    pad.field("hand", "")
    pad.says("A new hand")
    playwright.expect(pad.page.locator('[data-at="chip-seat"]')).to_have_text("You: East")
    pad.tap(".kp-undo")
    pad.total("336")


@pytest.mark.nightly
def test_a_settled_hand_makes_room_for_the_next(pad: Keypad) -> None:
    type_the_classical_example(pad)
    pad.page.get_by_role("button", name="Score", exact=True).tap()
    pad.page.locator(".figure").wait_for()
    pad.open("classical")
    pad.field("hand", "")
    pad.tap(".kp-undo")
    pad.total("336")


def test_the_phone_remembers_rules_and_seats(pad: Keypad) -> None:
    pad.open("british")
    pad.chip("seat")
    pad.tell(seat="W")
    pad.unfold()
    pad.page.locator("#field-preset").evaluate("e => { e.closest('details').open = true; }")
    pad.page.locator("#field-preset").select_option("bmja")
    pad.page.goto(f"{pad.address}/hand")
    pad.page.wait_for_url("**/hand?rules=british")
    playwright.expect(pad.page.locator('[data-at="chip-seat"]')).to_have_text("You: West")
    playwright.expect(pad.page.locator('[data-at="chip-rules"]')).to_have_text("House rules: 1")
    pad.field("preset", "bmja")


def test_a_lost_connection_is_told_and_an_answer_that_comes_too_late_is_dropped(
    pad: Keypad, context: BrowserContext
) -> None:
    type_the_classical_example(pad)
    pad.total("336")
    context.set_offline(True)
    pad.take_back("(flower 1)")
    pad.says("No connection: the hand is kept")
    playwright.expect(pad.page.locator(".kp-total")).to_have_text("")
    context.set_offline(False)
    pad.total("304")
    pad.tap(".kp-undo")
    pad.total("336")
    pad.page.route("**/live/score", lambda route: None)  # no answer
    with pad.page.expect_request("**/live/score"):
        pad.take_back("(flower 1)")
    pad.page.unroute("**/live/score")
    pad.take_back("(season 2)")
    pad.total("272")


def test_a_lost_connection_is_tried_again_by_itself(pad: Keypad) -> None:
    """A phone may say that it is on line before its network answers."""
    type_the_classical_example(pad)
    pad.total("336")
    pad.page.route("**/live/score", lambda route: route.abort("internetdisconnected"))
    pad.take_back("(flower 1)")
    pad.says("No connection: the hand is kept")
    with pad.page.expect_request("**/live/score"):
        pad.page.evaluate("dispatchEvent(new Event('online'))")
    pad.says("No connection: the hand is kept")
    pad.page.unroute("**/live/score")
    pad.total("304")


def test_the_keypad_works_by_keyboard(pad: Keypad) -> None:
    pad.open("classical")
    pad.page.locator('.kp-key[data-code="1b"]').focus()
    for key in ("Enter", "Tab", "Space", "Tab", "Enter"):
        pad.page.keyboard.press(key)
    pad.field("hand", "123b")
    pad.page.get_by_role("button", name="2 of bamboo", exact=True).focus()
    pad.page.keyboard.press("Enter")
    pad.page.keyboard.press("Backspace")
    pad.field("hand", "13b")
    playwright.expect(pad.page.locator(".kp-tile:focus")).to_have_count(1)
    pad.tap(".kp-new")
    pad.field("hand", "")
    pad.page.locator('.kp-key[data-code="9d"]').focus()
    pad.page.keyboard.type("123bES7cF1")
    pad.field("hand", "123b E S 7c")
    pad.field("flowers", "F1")


@pytest.mark.nightly
@pytest.mark.parametrize("path", ["/table", *nightly(["/waits", "/hand", "/?rules=american"])])
def test_at_double_size_nothing_runs_over_the_edge(page: Page, address: str, path: str) -> None:
    page.set_viewport_size({"width": 195, "height": 422})
    page.goto(address + path)
    if path == "/table":
        page.locator('[data-at="winner-E"]').click()
    page.locator('.kp-key[data-code="1b"]').click()
    field = "e.hand" if path == "/table" else "hand"
    playwright.expect(page.locator(f'#form [name="{field}"]')).to_have_value("1b")
    assert page.evaluate("document.documentElement.scrollWidth") <= 195


@pytest.mark.nightly
def test_without_javascript_there_is_only_the_form(plain: BrowserContext, address: str) -> None:
    page = plain.new_page()
    page.goto(f"{address}/hand")
    playwright.expect(page.locator("#keypad")).to_be_hidden()
    page.get_by_label("Tiles in the hand").fill("55d")
    for row, tiles in enumerate(("EEE", "RRR", "GGG", "PPP"), 1):
        page.get_by_label(f"Set {row}", exact=True).fill(tiles)
    page.get_by_role("textbox", name="Winning tile").fill("5d")
    page.get_by_role("radio", name="Drew it").check()
    for group in ("Your seat", "Wind of the round"):
        page.get_by_role("radiogroup", name=group).get_by_role("radio", name="East").check()
    page.get_by_role("button", name="Score", exact=True).click()
    playwright.expect(page.locator(".figure")).to_have_text("1000")
    page.close()


def test_the_first_view_is_small(browser: Browser, address: str) -> None:
    phone = new_phone(browser)
    page = phone.new_page()
    sizes: dict[str, int] = {}

    def weigh(request: Request) -> None:
        told = request.sizes()
        sizes[request.url] = told["responseBodySize"] + told["responseHeadersSize"]

    page.on("requestfinished", weigh)
    page.goto(f"{address}/hand")
    page.locator(".kp-bar").wait_for()
    # The faces of the tiles come last.
    page.wait_for_function(DRAWN, arg=".kp-key:not([hidden]) use")
    assert 8 <= len(sizes) <= 27
    assert sum(sizes.values()) <= 60_000, sizes
    phone.close()


@pytest.mark.nightly
def test_sets_that_are_not_laid_out_take_one_tap_each(pad: Keypad) -> None:
    type_the_classical_example(pad)
    pad.tap(".kp-new")
    pad.taps = 0
    pad.mode("held")
    pad.mode("chow", "2d 5c 1b")
    pad.mode("pung", "8b")
    pad.keys("9c 9c")
    pad.tell(won="self_draw")
    pad.total("44")
    pad.field("hand", "123888b 5679c 234d 9c")
    pad.field("set1", "")
    assert pad.taps == 10


@pytest.mark.nightly
def test_a_flower_is_one_tap_more(pad: Keypad) -> None:
    type_the_classical_example(pad)
    pad.tap(".kp-new")
    pad.taps = 0
    pad.mode("chow", "2d 5c")
    pad.mode("pung", "G 8b")
    pad.keys("9c 9c F3")
    pad.tell(won="self_draw")
    pad.total("56")
    assert pad.taps == 10


def test_a_line_unfolds_to_its_reason_and_lights_its_tiles(pad: Keypad) -> None:
    type_the_classical_example(pad)
    pad.total("336")
    pad.tap(".kp-result")
    line = pad.page.locator(".kp-line", has_text="Concealed minor kong")
    line.locator("summary").tap()
    playwright.expect(line).to_contain_text(
        "Classical Chinese Mahjong Rules (Redux), Scoring, points"
    )
    lit = pad.page.locator(".kp-lit")
    playwright.expect(lit).to_have_count(1)
    playwright.expect(lit).to_contain_text("concealed kong")
    pad.page.locator(".kp-line", has_text="Only possible tile").locator("summary").tap()
    playwright.expect(lit).to_have_class("kp-tile kp-lit")
    playwright.expect(pad.page.locator(".kp-line[open]")).to_have_count(1)
    playwright.expect(pad.page.locator(".kp-grid")).to_be_hidden()
    pad.tap(".kp-result")
    playwright.expect(lit).to_have_count(0)
    playwright.expect(pad.page.locator(".kp-grid")).to_be_visible()


@pytest.mark.nightly
def test_the_seats_lie_as_their_players_sit(pad: Keypad) -> None:
    pad.open("classical")
    pad.mode("pung", "E R G P")
    pad.keys("5d 5d")
    pad.tell(seat="S")
    for seat, place in zip("WNE", ("right", "across", "left"), strict=True):
        answer = pad.page.locator(f'.kp-compass [data-at="from-{seat}"]')
        playwright.expect(answer).to_have_attribute("data-place", place)
    drew = pad.page.locator('.kp-compass [data-place="near"]')
    playwright.expect(drew).to_have_text("South drew it")


@pytest.mark.nightly
def test_only_what_can_be_is_asked(pad: Keypad) -> None:
    pad.open("classical")
    pad.mode("pung", "E R G")
    pad.mode("tile", "1b 2b 3b 5d 5d")
    pad.tell(seat="S", won="self_draw", round="E")
    pad.chip("with")
    asked = pad.page.locator('.kp-panel [data-at^="with-"]')
    playwright.expect(asked).to_have_count(1)
    playwright.expect(asked).to_have_attribute("data-at", "with-last_tile_draw")
    pad.tap(".kp-done")
    pad.take_back("exposed pung, green dragon")
    pad.mode("kong", "G")
    pad.chip("with")
    playwright.expect(asked).to_have_count(2)
    pad.tap('[data-at="with-kong_replacement"]')
    pad.tap(".kp-done")
    pad.chip("with")
    playwright.expect(asked).to_have_count(1)
    pad.tap(".kp-done")


@pytest.mark.nightly
def test_the_keys_can_lie_for_the_left_hand(pad: Keypad) -> None:
    pad.open("classical")
    main, undo = pad.page.locator(".kp-bar .main"), pad.page.locator(".kp-undo")

    def lie(on_the_left: bool) -> None:
        def hold() -> bool:
            boxes = [part.bounding_box() for part in (main, undo)]
            return all(box and (box["x"] < 195) == on_the_left for box in boxes)

        eventually(pad.page, hold)

    lie(on_the_left=False)
    pad.chip("side")
    lie(on_the_left=True)
    pad.page.reload()
    pad.page.locator(".kp-bar").wait_for()
    lie(on_the_left=True)


@pytest.mark.parametrize(
    ("language", "short", "paid", "line"),
    [
        ("zh", "差1张", "其余每家付你672", "中张暗杠 16"),
        *nightly(
            [
                (
                    "fr",
                    "1 tuile manquante",
                    "Les autres vous paient 672 chacun",
                    "Kong mineur caché 16",
                )
            ]
        ),
    ],
    ids=["zh", "fr"],
)
def test_the_keypad_speaks_the_language_of_the_page(
    context: BrowserContext,
    pad: Keypad,
    address: str,
    language: str,
    short: str,
    paid: str,
    line: str,
) -> None:
    context.add_cookies([{"name": "lang", "value": language, "url": address}])
    tap_the_classical_example(pad, short=short, waits="")
    pad.says(paid)
    pad.total("336")
    assert line in lines(pad)
    pad.page.locator(".kp-bar .main").tap()
    playwright.expect(pad.page.locator(".figure")).to_have_text("336")
