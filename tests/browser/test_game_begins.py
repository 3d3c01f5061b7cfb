"""A game begins, and its board shows who sits where."""

from __future__ import annotations

import re

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import BOARD_SCRIPT, NAMES, Evening, Phone, Phones
from tests.nightly import nightly

pytestmark = pytest.mark.browser

RULESETS = {"british": 3000, "mcr": 0, "classical": 2000}


def begin(phone: Phone, ruleset: str, names: tuple[str, ...] = NAMES) -> None:
    """From the page of games to the board."""
    phone.visit("/games")
    phone.press("Begin a game", role="link")
    phone.tap(".rulesets summary")
    phone.tap(f'.tab[value="{ruleset}"]')
    # The page that the ruleset leads to, before anything is typed into it.
    phone.page.locator(f'.tab[value="{ruleset}"][aria-pressed=true]').wait_for(state="attached")
    phone.page.wait_for_load_state()
    for row, name in enumerate(names, 1):
        phone.page.locator(f"[name=name{row}]").fill(name)
    phone.press("Begin")
    phone.press("To the board", role="link")
    phone.page.locator(".game-plates").wait_for()
    # Its script is there: the phone knows the game.
    phone.page.locator(BOARD_SCRIPT).wait_for(state="attached")


@pytest.mark.parametrize("ruleset", ["british", *nightly(["mcr", "classical"])])
def test_a_game_begins_in_five_taps_and_the_names(phones: Phones, ruleset: str) -> None:
    phone = phones()
    begin(phone, ruleset)
    assert phone.taps == 5
    phone.shows_winds("ESWN")
    phone.shows(dict.fromkeys(("p1", "p2", "p3", "p4"), RULESETS[ruleset]))
    for row, name in enumerate(NAMES, 1):
        playwright.expect(phone.plate(f"p{row}").locator(".plate-name")).to_have_text(name)
    dealers = phone.page.locator(".game-plate.dealer")
    playwright.expect(dealers).to_have_count(1)
    playwright.expect(dealers).to_contain_text("Ann")
    playwright.expect(dealers).to_contain_text("East, dealer")
    playwright.expect(phone.page.locator("#score-hand")).to_have_attribute("data-hand", "1")


@pytest.mark.nightly
def test_the_phone_knows_its_games_and_has_the_names_for_the_next(phones: Phones) -> None:
    phone = phones()
    begin(phone, "british")
    key = phone.key
    phone.visit("/games")
    here = phone.page.locator(".games-here a")
    playwright.expect(here).to_have_count(1)
    playwright.expect(here).to_contain_text("Ann, Bo, Cy, DiBritish · ")
    # The date as it is written in words.
    assert re.search(r"· [A-Z][a-z]+ \d+, \d{4}$", here.inner_text())
    here.tap()
    phone.page.locator(".game-plates").wait_for()
    assert phone.key == key
    phone.visit("/games/new?rules=mcr")
    for row, name in enumerate(NAMES, 1):
        playwright.expect(phone.page.locator(f"[name=name{row}]")).to_have_value(name)
    phone.press("Begin")
    phone.press("To the board", role="link")
    playwright.expect(phone.page.locator(".game-head .eyebrow")).to_contain_text("MCR")
    playwright.expect(phone.plate("p4")).to_contain_text("Di")


@pytest.mark.nightly
def test_names_already_typed_stay_when_the_ruleset_is_changed(phones: Phones) -> None:
    phone = phones()
    phone.visit("/games/new?rules=classical")
    phone.page.locator("[name=name1]").fill("Zoe")
    phone.tap(".rulesets summary")
    phone.tap('.tab[value="british"]')
    playwright.expect(phone.page.locator("[name=name1]")).to_have_value("Zoe")


def test_two_names_that_are_the_same_are_reported_beside_the_field(phones: Phones) -> None:
    phone = phones()
    phone.visit("/games/new?rules=classical")
    for row, name in enumerate(("Ann", "Bo", "Ann", "Di"), 1):
        phone.page.locator(f"[name=name{row}]").fill(name)
    phone.press("Begin")
    playwright.expect(phone.page.locator(".field.invalid [name=name3]")).to_have_value("Ann")
    playwright.expect(phone.page.locator(".problems")).to_contain_text(
        "different name; two players are called"
    )


@pytest.mark.nightly
def test_a_game_is_joined_by_the_link_that_somebody_sent(phones: Phones) -> None:
    one, other = phones(), phones()
    begin(one, "british")
    other.visit("/games")
    other.page.locator("[name=link]").fill(f"{one.address}/games/{one.key}")
    other.press("Open the game")
    playwright.expect(other.plate("p2")).to_contain_text("Bo")
    playwright.expect(other.page.locator("#score-hand")).to_be_visible()


def test_a_new_game_shows_how_the_other_phones_join(phones: Phones) -> None:
    one, other = phones(), phones()
    one.visit("/games/new?rules=british")
    for row, name in enumerate(NAMES, 1):
        one.page.locator(f"[name=name{row}]").fill(name)
    one.press("Begin")
    one.page.wait_for_url("**/share")
    code = one.page.locator(".join-code b")
    playwright.expect(code).to_have_text(re.compile("[A-Z]{6}"))
    playwright.expect(one.page.get_by_role("timer")).to_contain_text("It expires in 9:")
    playwright.expect(one.page.locator(".qr svg")).to_be_visible()
    # All of it is on the first screen.
    board = one.page.get_by_role("link", name="To the board")
    playwright.expect(board).to_be_in_viewport()
    other.visit("/join")
    other.page.get_by_label("The six letters of the code").fill(code.inner_text())
    other.press("Join")
    other.page.locator('html.of-script [data-me="p2"]').tap()
    playwright.expect(other.page.locator("#who-am-i")).to_have_value("p2")


@pytest.mark.nightly
def test_a_code_and_a_question_do_not_move_the_way_to_the_board(phones: Phones) -> None:
    phone = phones()
    held: list[playwright.Route] = []

    def hold(route: playwright.Route) -> None:
        held.append(route)

    phone.page.route("**/codes", hold)
    phone.visit("/games/new?rules=british")
    for row, name in enumerate(NAMES, 1):
        phone.page.locator(f"[name=name{row}]").fill(name)
    phone.press("Begin")
    on = phone.page.get_by_role("link", name="To the board")
    code = phone.page.locator(".join-code")
    playwright.expect(phone.page.locator("#who-first")).to_be_visible()
    playwright.expect(code).to_be_hidden()
    before = on.bounding_box()
    assert before
    [route] = held
    route.continue_()
    playwright.expect(code).to_be_visible()
    playwright.expect(code).to_have_text(re.compile(r"^[A-Z0-9]{6}$"))
    assert on.bounding_box() == before


def test_the_phone_that_begins_a_game_may_say_who_holds_it(phones: Phones) -> None:
    """Once, beside the code; whoever goes on to the board without an answer loses nothing."""
    phone = phones()
    phone.visit("/games/new?rules=british")
    for row, name in enumerate(NAMES, 1):
        phone.page.locator(f"[name=name{row}]").fill(name)
    phone.press("Begin")
    question = phone.page.get_by_role("heading", name="Who are you?")
    playwright.expect(question).to_be_visible()
    # On the first screen, as the code and the way to the board are.
    playwright.expect(phone.page.get_by_role("button", name="Cy")).to_be_in_viewport()
    phone.press("To the board", role="link")
    playwright.expect(phone.page.locator("#who-am-i")).to_have_value("")
    phone.tap("#share")
    for player, name in (("p2", "Bo"), ("p3", "Cy")):
        phone.press(name)
        chosen = phone.page.locator("#who-first [aria-pressed=true]")
        playwright.expect(chosen).to_have_attribute("data-me", player)
    phone.press("To the board", role="link")
    playwright.expect(phone.page.locator("#who-am-i")).to_have_value("p3")
    playwright.expect(phone.plate("p3")).to_have_attribute("data-place", "0")
    phone.tap("#share")
    phone.page.locator(".join-code").wait_for()
    playwright.expect(question).to_be_hidden()
    phone.press("To the board", role="link")
    evening = Evening(phone.address, phone.key, "")
    phone.hand("S", "E", E=16, S=32, W=12, N=14)
    [hand] = evening.counts()
    assert hand["by"] == "Cy"


@pytest.mark.nightly
def test_the_link_of_a_game_goes_to_the_phones_own_list(phones: Phones) -> None:
    phone = phones()
    phone.page.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    begin(phone, "british")
    phone.tap("#share")
    phone.press("Share", role="link")
    shared = phone.page.evaluate("window.shared")
    assert shared["url"] == f"{phone.address}/games/{phone.key}"


def test_share_and_who_holds_the_phone_stand_above_the_chart(phones: Phones) -> None:
    phone = phones()
    begin(phone, "british")
    phone.hand("S", "E", E=16, S=32, W=12, N=14)
    for width in (320, 390):
        phone.page.set_viewport_size({"width": width, "height": 844})
        chart = phone.page.locator("svg.chart").bounding_box()
        assert chart
        for part in ("#share", "#who-am-i"):
            box = phone.page.locator(part).bounding_box()
            assert box
            assert box["y"] + box["height"] <= chart["y"]
            assert box["height"] >= 44
