"""Two phones tell the same hand: one counts, and the other is asked what was meant."""

from __future__ import annotations

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import POINTS, Evening, Phone, Phones, points_of

pytestmark = pytest.mark.browser

THEIRS = POINTS
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
    quick.page.locator("#score-hand").wait_for()
    slow.enter()
    slow.page.locator(".game-plates").wait_for()
    return slow


def settled(phone: Phone) -> None:
    playwright.expect(phone.waiting).to_be_hidden()


def test_one_counts_and_the_other_is_shown_what_came_first(slower: Phone, evening: Evening) -> None:
    playwright.expect(slower.waiting).to_contain_text("Somebody was quicker")
    playwright.expect(slower.waiting).to_contain_text("Bo won on Ann’s discard: 32 points")
    playwright.expect(slower.waiting).to_contain_text("Yours, which waits: Hand 1: Ann −44")
    assert [points_of(one) for one in evening.counts()] == [THEIRS]
    slower.page.reload()
    playwright.expect(slower.waiting).to_contain_text("Somebody was quicker")
    assert evening.sheet()["version"] == 1


def test_what_came_first_is_right_and_ones_own_is_dropped(slower: Phone, evening: Evening) -> None:
    slower.press("Theirs is right: drop mine")
    settled(slower)
    slower.page.reload()
    slower.page.locator("#score-hand").wait_for()
    settled(slower)
    assert [points_of(one) for one in evening.counts()] == [THEIRS]
    assert evening.sheet()["version"] == 1


def test_ones_own_is_the_next_hand(slower: Phone, evening: Evening) -> None:
    slower.press("Mine is the next hand: enter it too")
    settled(slower)
    playwright.expect(slower.page.locator("#score-hand")).to_have_text("Score hand 3")
    first, second = evening.counts()
    assert (points_of(first), points_of(second)) == (THEIRS, MINE)
    assert second["seats"]["E"] == "p2", "under the winds of the next hand"
    slower.shows(evening.sheet()["totals"])


def test_ones_own_replaces_what_came_first(slower: Phone, evening: Evening) -> None:
    slower.press("Mine is right: let it replace theirs")
    settled(slower)
    playwright.expect(slower.page.locator("#score-hand")).to_have_text("Score hand 2")
    [replaced] = evening.counts("replace")
    assert (replaced["entry"], points_of(replaced)) == (1, MINE)
    assert evening.counts() == []
    slower.shows({"p1": 1956, "p2": 2128, "p3": 1954, "p4": 1962})


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


def test_a_phone_that_was_beaten_twice_is_asked_twice(phones: Phones, evening: Evening) -> None:
    phone = phones()
    phone.join(evening.play)
    phone.score_hand()
    phone.tell_agreed("S", "E", **MINE)
    evening.hand(points=THEIRS)
    phone.enter()
    playwright.expect(phone.waiting).to_contain_text("Somebody was quicker")
    evening.hand("E", "S", THEIRS)
    phone.press("Mine is the next hand: enter it too")
    playwright.expect(phone.waiting).to_contain_text("Bo won on Cy’s discard")
    assert len(evening.counts()) == 2
    phone.press("Theirs is right: drop mine")
    settled(phone)
    assert len(evening.counts()) == 2
