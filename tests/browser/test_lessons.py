"""The first lessons by phone: tapped through, remembered, without a fault, nothing too wide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from scorer.learn.lessons import LESSONS
from tests.browser.test_accessible import faults_by_day_and_night
from tests.nightly import in_turn, nightly

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser

TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"
TICKS = ".lesson-tick:not([hidden])"


def test_the_first_answer_is_graded_after_three_taps_from_home(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.get_by_role("link", name="Learn", exact=True).tap()
    page.get_by_role("link", name="First lessons").first.tap()
    page.get_by_role("button", name="Yes").tap()
    page.get_by_text("Right.").wait_for()


@pytest.mark.nightly
def test_a_whole_ruleset_is_tapped_through_and_remembered(page: Page, address: str) -> None:
    lessons = LESSONS["british"]
    page.goto(f"{address}/learn/lessons/british")
    page.get_by_role("link", name="Begin").tap()
    for lesson in lessons:
        page.wait_for_url(f"**/{lesson.id}")
        right = lesson.question.right_index()
        if lesson is lessons[0]:
            page.locator("button[name=answer]").nth(1 - right).tap()
            page.locator(".verdict-wrong").wait_for()
        page.locator("button[name=answer]").nth(right).tap()
        page.locator(".verdict-right").wait_for()
        # What remembers it is a script.
        page.wait_for_load_state()
        onward = page.get_by_role("navigation", name="What next?").get_by_role("link")
        if lesson is not lessons[-1]:
            onward.tap()
    expect(onward).to_have_attribute("href", "/hand?rules=british")
    for _ in range(2):
        page.goto(f"{address}/learn/lessons/british")
        page.get_by_text("12 of 12 done").wait_for()
        expect(page.locator(TICKS)).to_have_count(len(lessons))


@pytest.mark.nightly
def test_who_comes_back_begins_where_they_stopped(page: Page, address: str) -> None:
    first, second = LESSONS["mcr"][:2]
    page.goto(f"{address}/learn/lessons/mcr/{first.id}?answer={first.question.right_index()}")
    page.locator(".verdict-right").wait_for()
    page.goto(f"{address}/learn/lessons")
    page.get_by_text("1 of 12 done").wait_for()
    expect(page.get_by_role("link", name="Go on")).to_have_count(1)
    page.locator("[data-lessons=mcr] [data-begin]").tap()
    page.wait_for_url(f"**/mcr/{second.id}")


@pytest.mark.nightly
def test_storage_that_holds_something_else_does_no_harm(page: Page, address: str) -> None:
    page.goto(f"{address}/learn/lessons")
    for kept in ("{", '{"a": 1}', "7", "null"):
        page.evaluate("kept => localStorage.setItem('scorer.learn.lessons', kept)", kept)
        page.reload()
        expect(page.locator(TICKS)).to_have_count(0)


def test_without_scripts_a_tap_is_graded_too(plain: BrowserContext, address: str) -> None:
    page = plain.new_page()
    page.goto(f"{address}/learn/lessons/classical/tiles")
    page.get_by_role("button", name="No").tap()
    page.get_by_text("Not so.").wait_for()
    page.get_by_role("button", name="Yes").tap()
    page.get_by_text("Right.").wait_for()
    page.close()


@pytest.mark.parametrize(
    "path",
    [
        "/american/jokers?answer=0",
        *nightly(["", "/nothing", "/classical/tiles", "/mcr/fan?lang=zh"]),
        *nightly(["/american", "/classical/sets", "/classical/fishing", "/mcr/sum?answer=2"]),
        *nightly(["/classical/worth-it?answer=1", "/british/payments?answer=1"]),
        *nightly(["/british/tiles?answer=x&lang=fr"]),
    ],
)
def test_a_page_of_lessons_has_no_fault(page: Page, address: str, path: str) -> None:
    page.goto(f"{address}/learn/lessons{path}")
    for details in page.locator("main details:visible").all():
        details.evaluate("e => { e.open = true; }")
    assert faults_by_day_and_night(page) == []


@pytest.mark.parametrize(("language", "ruleset"), in_turn(["zh", "en", "fr"], LESSONS, 1))
def test_no_lesson_is_wider_than_a_small_phone(
    page: Page, address: str, ruleset: str, language: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    for lesson in LESSONS[ruleset]:
        page.goto(f"{address}/learn/lessons/{ruleset}/{lesson.id}?lang={language}&answer=0")
        assert not page.evaluate(TOO_WIDE), lesson.id
