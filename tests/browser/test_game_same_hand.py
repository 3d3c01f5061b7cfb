"""Two phones tell the same hand: one counts, and the other is asked what was meant."""

from __future__ import annotations

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import NAMES, POINTS, Evening, Phone, Phones, points_of

pytestmark = pytest.mark.browser

THEIRS = POINTS
MINUS = "\N{MINUS SIGN}"
MINE = {"E": 18, "S": 32, "W": 12, "N": 14}


@pytest.fixture
def slower(phones: Phones, evening: Evening) -> Phone:
    """The phone whose hand came second, on its board."""
    quick, slow = phones(), phones()
    for phone in (quick, slow):
        phone.join(evening.play)
        phone.score_hand()
    quick.tell_agreed("S", "E", **THEIRS)
    slow.tell_agreed("S", "E", **MINE)
    quick.enter()
    evening.reaches(quick, 1)
    slow.enter()
    slow.page.locator(".game-plates").wait_for()
    return slow


def settled(phone: Phone) -> None:
    playwright.expect(phone.waiting).to_be_hidden()


def ones_own_replaces_what_came_first(slower: Phone, evening: Evening) -> None:
    slower.press("Mine is right: let it replace theirs")
    settled(slower)
    playwright.expect(slower.page.locator("#score-hand")).to_have_attribute("data-hand", "2")
    [replaced] = evening.counts("replace")
    assert (replaced["entry"], points_of(replaced)) == (1, MINE)
    assert evening.counts() == []
    slower.shows({"p1": 1956, "p2": 2128, "p3": 1954, "p4": 1962})


def test_one_counts_and_the_other_is_shown_what_came_first_and_replaces_it(
    slower: Phone, evening: Evening
) -> None:
    playwright.expect(slower.waiting).to_contain_text("The game has changed")
    playwright.expect(slower.waiting).to_contain_text("Bo won on Ann’s discard: 32 points")
    playwright.expect(slower.waiting).to_contain_text("Your entry, still waiting: East 1: Ann −44")
    assert [points_of(entry) for entry in evening.counts()] == [THEIRS]
    slower.page.reload()
    playwright.expect(slower.waiting).to_contain_text("The game has changed")
    assert evening.sheet()["version"] == 1
    ones_own_replaces_what_came_first(slower, evening)


@pytest.mark.nightly
def test_what_came_first_is_right_and_ones_own_is_dropped(slower: Phone, evening: Evening) -> None:
    slower.press("Theirs is right: drop mine")
    settled(slower)
    slower.page.reload()
    slower.page.locator("#score-hand").wait_for()
    settled(slower)
    assert [points_of(entry) for entry in evening.counts()] == [THEIRS]
    assert evening.sheet()["version"] == 1


@pytest.mark.nightly
def test_ones_own_is_the_next_hand_of_the_players_whom_it_names(
    slower: Phone, evening: Evening
) -> None:
    """The deal has passed: Bo, who won, is East now, and it is shown what that comes to."""
    way = slower.page.locator(".way-on", has_text="Mine is the next hand")
    shown = " ".join(way.locator("span").inner_text().split())
    slower.press("Mine is the next hand: enter it too")
    settled(slower)
    playwright.expect(slower.page.locator("#score-hand")).to_have_attribute("data-hand", "3")
    first, second = evening.counts()
    assert points_of(first) == THEIRS
    assert second["seats"] == {"E": "p2", "S": "p3", "W": "p4", "N": "p1"}
    assert points_of(second) == {"N": 18, "E": 32, "S": 12, "W": 14}
    assert second["document"]["players"]["E"]["win"] == {"by": "discard", "from": "N"}
    assert shown == in_words(second["moves"])
    slower.shows(evening.sheet()["totals"])


def in_words(moves: dict[str, int]) -> str:
    named = dict(zip(("p1", "p2", "p3", "p4"), NAMES, strict=True))
    signed = (
        f"{named[one]} {'+' if points > 0 else MINUS}{abs(points)}"
        for one, points in moves.items()
        if points
    )
    return ", ".join(signed)


@pytest.mark.nightly
def test_a_penalty_stays_with_who_made_it(phones: Phones, evening: Evening) -> None:
    """Cy's false mahjong was shown; another phone enters a hand, and the deal passes."""
    phone = phones()
    phone.visit(f"/games/{evening.play}/adjust")
    phone.page.locator(".segment", has_text="Cy").tap()
    phone.page.locator("#field-event").select_option("false_mahjong")
    phone.press("What would it cost?")
    playwright.expect(phone.page.locator("#effect")).to_contain_text("Cy: False mahjong")
    evening.hand(points=POINTS)
    phone.press("Enter")
    playwright.expect(phone.waiting).to_contain_text("The game has changed")
    way = phone.page.locator(".way-on", has_text="Enter mine too")
    shown = " ".join(way.locator("span").inner_text().split())
    assert "Cy \N{MINUS SIGN}" in shown
    phone.press("Enter mine too")
    settled(phone)
    [penalty] = evening.counts("adjust")
    assert shown == in_words(penalty["moves"])
    assert min(penalty["moves"], key=lambda one: penalty["moves"][one]) == "p3"


@pytest.mark.nightly
def test_three_entries_that_came_first_are_all_shown(phones: Phones, evening: Evening) -> None:
    phone = phones()
    phone.join(evening.play)
    phone.score_hand()
    phone.tell_agreed("S", "E", **MINE)
    evening.hand(points=THEIRS)
    evening.write("adjust", moves={"p1": -50, "p2": 50}, why="late again")
    evening.hand("E", "S", THEIRS)
    phone.enter()
    phone.page.locator(".game-plates").wait_for()
    rows = phone.waiting.locator("li:has(a)")
    playwright.expect(rows).to_have_count(3)
    playwright.expect(rows.nth(1)).to_contain_text("late again")
    playwright.expect(rows.nth(0)).to_contain_text("Bo won")


@pytest.mark.nightly
def test_a_phone_that_was_beaten_twice_is_asked_twice(phones: Phones, evening: Evening) -> None:
    phone = phones()
    phone.join(evening.play)
    phone.score_hand()
    phone.tell_agreed("S", "E", **MINE)
    evening.hand(points=THEIRS)
    phone.enter()
    playwright.expect(phone.waiting).to_contain_text("The game has changed")
    evening.hand("E", "S", THEIRS)
    phone.press("Mine is the next hand: enter it too")
    playwright.expect(phone.waiting).to_contain_text("Bo won on Cy’s discard")
    assert len(evening.counts()) == 2
    phone.press("Theirs is right: drop mine")
    settled(phone)
    assert len(evening.counts()) == 2
