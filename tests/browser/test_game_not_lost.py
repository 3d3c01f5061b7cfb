"""Nothing that was entered is lost, doubled, or put into another game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import NAMES, POINTS, Evening, Phone, Phones, asked, eventually
from tests.browser.test_game_alone import begin, tell
from tests.browser.test_game_alone import phone as alone
from tests.browser.test_game_away import arrived, ready, waits

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Route

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

__all__ = ["alone"]
SECOND = {"E": 22, "S": 40, "W": 18, "N": 10}
TOO_MUCH = "99999999999"


@pytest.fixture
def offline(installed: BrowserContext, evening: Evening) -> Phone:
    """A phone on the board of a game, without a network."""
    phone = Phone(installed.new_page(), evening.address)
    ready(phone, evening)
    installed.set_offline(True)
    return phone


@pytest.fixture
def away(offline: Phone) -> Phone:
    """The same, when it has entered one hand."""
    offline.hand("S", "E", **POINTS)
    waits(offline)
    return offline


def test_a_second_tap_on_enter_is_no_second_entry(phones: Phones, evening: Evening) -> None:
    phone = phones()
    phone.visit(f"/games/{evening.play}/adjust")
    phone.page.locator("#field-moves-p1").fill("30")
    phone.page.locator("#field-moves-p2").fill("-30")
    phone.press("Show what it does")
    phone.page.locator("#effect").wait_for()
    held: list[Route] = []
    phone.page.route("**/adjust", lambda route: held.append(route))
    with phone.page.expect_request("**/adjust"):
        phone.press("Enter")
    phone.press("Enter")
    phone.page.wait_for_timeout(300)
    for route in held:
        route.continue_()
    phone.page.unroute("**/adjust")
    phone.page.locator(".game-plates").wait_for()
    assert [entry["moves"]["p1"] for entry in evening.counts("adjust")] == [30]
    assert evening.sheet()["version"] == 1


ANSWERS = pytest.mark.parametrize(
    ("answer", "counted"),
    [("Mine is the next hand: enter it too", 1), ("Theirs is right: drop mine", 0)],
)


@ANSWERS
def test_a_hand_behind_one_that_came_second_is_not_asked_about_again(
    away: Phone, evening: Evening, answer: str, counted: int
) -> None:
    away.hand("W", "S", **SECOND)
    waits(away, 2)
    evening.hand()
    away.page.context.set_offline(False)
    away.press(answer)
    playwright.expect(away.waiting).to_be_hidden()
    assert len(evening.counts()) == 2 + counted
    away.shows(evening.sheet()["totals"])


@ANSWERS
def test_a_hand_entered_while_a_question_is_open_comes_after_its_answer(
    away: Phone, evening: Evening, answer: str, counted: int
) -> None:
    evening.hand()
    evening.hand("E", "S")
    away.page.context.set_offline(False)
    playwright.expect(away.waiting).to_contain_text("The game has changed")
    playwright.expect(away.page.locator("#score-hand")).to_have_attribute("data-hand", "3")
    away.hand("W", "S", **SECOND)
    playwright.expect(away.waiting.locator("ul").first).to_contain_text("Hand 4")
    away.press(answer)
    playwright.expect(away.waiting).to_be_hidden()
    assert len(evening.counts()) == 3 + counted
    away.shows(evening.sheet()["totals"])


@pytest.fixture
def wrong(offline: Phone) -> Phone:
    """A phone without a network, whose first hand waits and will be refused."""
    offline.score_hand()
    offline.tell_agreed("S", "E", **POINTS)
    east_holds(offline, TOO_MUCH)
    offline.enter()
    waits(offline)
    return offline


@pytest.fixture
def refused(wrong: Phone) -> Phone:
    """The same when it has been refused, and a second hand waits behind it."""
    wrong.hand("W", "S", **SECOND)
    waits(wrong, 2)
    wrong.page.context.set_offline(False)
    asks(wrong)
    return wrong


def asks_about_it(phone: Phone) -> None:
    playwright.expect(phone.waiting).to_contain_text("This entry was not accepted")


def asks(phone: Phone) -> None:
    asks_about_it(phone)
    playwright.expect(phone.waiting).to_contain_text("Hand 2")


def answers(phone: Phone) -> None:
    """The page says what is wrong."""
    playwright.expect(phone.page.locator(".problems")).to_be_visible()


def other_tab(phone: Phone, evening: Evening) -> Phone:
    """Another tab of the phone, on the board with the same question."""
    other = Phone(phone.page.context.new_page(), phone.address)
    other.join(evening.play)
    asks(other)
    return other


def correct_it(phone: Phone, points: str) -> None:
    """As the keys do when all is mended: the page says no more what was wrong."""
    east_holds(phone, points)
    phone.page.evaluate("document.querySelector('.problems')?.remove()")
    phone.enter()


def both_count(phone: Phone, evening: Evening) -> None:
    # By the second hand Bo is East: it names its players.
    arrived(phone, evening, POINTS, {"E": 40, "S": 18, "W": 10, "N": 22})


def test_a_hand_that_is_corrected_stays_before_those_that_wait(
    refused: Phone, evening: Evening
) -> None:
    refused.press("Correct it")
    answers(refused)
    playwright.expect(refused.page.locator("[data-by-name]")).to_be_hidden()
    # Whoever leaves that page has lost nothing.
    refused.open_board(evening.play)
    asks(refused)
    refused.press("Correct it")
    correct_it(refused, "88888888888")
    answers(refused)
    playwright.expect(refused.page.locator("[name='e.points']")).to_have_value("88888888888")
    correct_it(refused, str(POINTS["E"]))
    both_count(refused, evening)


def test_a_hand_that_is_corrected_while_another_tab_shows_the_game_keeps_its_place(
    refused: Phone, evening: Evening
) -> None:
    refused.press("Correct it")
    answers(refused)
    other_tab(refused, evening)
    refused.page.bring_to_front()
    correct_it(refused, str(POINTS["E"]))
    both_count(refused, evening)


def test_a_correction_of_a_hand_that_counts_meanwhile_is_asked_about(
    refused: Phone, evening: Evening
) -> None:
    refused.press("Correct it")
    answers(refused)
    other = other_tab(refused, evening)
    other.press("Correct it")
    correct_it(other, str(POINTS["E"]))
    both_count(other, evening)
    refused.page.bring_to_front()
    correct_it(refused, str(POINTS["E"]))
    playwright.expect(refused.waiting).to_contain_text("The game has changed")
    assert evening.sheet()["version"] == 2


def test_a_correction_that_is_refused_is_kept(wrong: Phone, evening: Evening) -> None:
    wrong.page.context.set_offline(False)
    asks_about_it(wrong)
    wrong.press("Correct it")
    correct_it(wrong, "88888888888")
    answers(wrong)
    wrong.open_board(evening.play)
    asks_about_it(wrong)


def east_holds(phone: Phone, points: str) -> None:
    """As the field of the form has it, whatever the keys would admit."""
    phone.page.locator(".kp-bar").wait_for()
    field = phone.page.locator("#form [name='e.points']")
    field.evaluate("(field, points) => { field.value = points; }", points)


def test_what_waits_stays_in_sight_where_the_links_were_replaced(
    away: Phone, evening: Evening
) -> None:
    status, answer = asked(f"{evening.address}/api/v1/games/{evening.play}/keys", {"play": True})
    assert status == 200, answer
    away.page.context.set_offline(False)
    playwright.expect(away.page.locator("#game")).to_contain_text("or has new links")
    playwright.expect(away.waiting).to_contain_text("This entry was not accepted")
    playwright.expect(away.waiting).to_contain_text("East 1")
    # Nor does it go for a page that does not come.
    away.page.context.set_offline(True)
    address = away.page.url
    away.press("Correct it")
    playwright.expect(away.waiting).to_contain_text("No network: try again.")
    away.page.context.set_offline(False)
    away.press("Correct it")
    playwright.expect(away.waiting.locator(".unreached")).to_have_text(
        "This game has been removed, or has new links."
    )
    assert away.page.url == address
    playwright.expect(away.waiting).to_contain_text("East 1")


def test_two_tabs_of_a_game_make_it_once(alone: Phone) -> None:
    begin(alone)
    tell(alone, "S", "E", **POINTS)
    context = alone.page.context
    other = context.new_page()
    other.goto(alone.page.url)
    playwright.expect(other.locator("[data-hands] li")).to_have_count(1)
    held: list[Route] = []
    context.route("**/games/new", lambda route: held.append(route))
    context.set_offline(False)
    eventually(other, lambda: len(held) > 0)
    giving = held[0].request.frame.page
    [waiting] = {alone.page, other} - {giving}
    waiting.reload()
    playwright.expect(waiting.locator("[data-hands] li")).to_have_count(1)
    waiting.wait_for_timeout(500)
    assert len(held) == 1
    held[0].continue_()
    context.unroute("**/games/new")
    for tab in (giving, waiting):
        playwright.expect(tab).not_to_have_url(re.compile("/games/alone"))
    # The other tab goes to the list, or to the board where it does not see yet what this one has
    # stored: browsers' storage reaches other processes a little later.
    [board] = {tab.url: tab for tab in (giving, waiting) if not tab.url.endswith("/games")}.values()
    evening = Evening(alone.address, Phone(board, alone.address).key, "")
    evening.reaches(alone, 1)
    assert len(evening.counts()) == 1


def test_names_that_the_server_refuses_begin_no_game(alone: Phone) -> None:
    page = alone.page
    alone.visit("/games/new?rules=mcr")

    def names(*typed: str) -> None:
        for row, name in enumerate([*typed, "", ""][:4], 1):
            page.locator(f"[name=name{row}]").fill(name)

    def says(field: str, words: str) -> None:
        alone.press("Begin")
        message = "(field) => field.validationMessage"
        eventually(page, lambda: page.locator(f"[name={field}]").evaluate(message) == words)

    names("Ann", "Bo", "Cy")
    says("name4", "Enter the names of 4 players.")
    names("Ann", "Ann", "Bo", "Cy")
    says("name4", "Two players are called Ann: change one of the names.")
    names(*NAMES)
    alone.press("Begin")
    page.wait_for_url("**/games/alone#*")


def test_a_game_that_the_server_refuses_is_corrected_with_its_hands(alone: Phone) -> None:
    page = alone.page
    alone.visit("/games/new?rules=classical")
    for row, name in enumerate(NAMES, 1):
        page.locator(f"[name=name{row}]").fill(name)
    page.get_by_text("House rules, title, start").tap()
    page.locator("#field-start").fill("a lot")
    alone.press("Begin")
    page.wait_for_url("**/games/alone#*")
    tell(alone, "S", "E", **POINTS)
    page.context.set_offline(False)
    page.locator("[data-refused]").get_by_role("link", name="Correct it").tap()
    playwright.expect(page.locator("[name=name4]")).to_have_value("Di")
    # Still wrong: the page of the server says it, and has what was typed into it.
    page.locator("#field-start").fill("more")
    page.locator("[name=name4]").fill("Dee")
    alone.press("Begin")
    playwright.expect(page.locator("#new-game .invalid")).to_have_count(1)
    playwright.expect(page.locator("[name=name4]")).to_have_value("Dee")
    playwright.expect(page.locator("#field-start")).to_have_value("more")
    page.locator("#field-start").fill("2000")
    alone.press("Begin")
    page.wait_for_url("**/share")
    evening = Evening(alone.address, alone.key, "")
    alone.join(evening.play)
    evening.reaches(alone, 1)
    assert len(evening.counts()) == 1
    assert [player["name"] for player in evening.sheet()["players"]] == ["Ann", "Bo", "Cy", "Dee"]
    alone.visit("/games")
    playwright.expect(page.locator(".games-here a[href*=alone]")).to_have_count(0)
