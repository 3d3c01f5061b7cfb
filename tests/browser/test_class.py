"""A class in browsers: a teacher's screen and two pupils, one without a network for a while."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

import pytest
from playwright import sync_api as playwright

from tests.browser.pad import PATIENCE
from tests.browser.test_accessible import faults_by_day_and_night
from tests.browser.test_installable import until
from tests.classes.teaching import CLASSES, NEW, right_answer

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.browser.evening import Phone, Phones

pytestmark = pytest.mark.browser

SMALL = 320


def asked(address: str, document: Any = None) -> Any:
    """What the API answers."""
    body = None if document is None else json.dumps(document).encode()
    request = Request(address, body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=PATIENCE / 1000) as answer:
        return json.load(answer)


class Lesson:
    """A class that has begun, and its exercises."""

    def __init__(self, address: str, **fields: Any) -> None:
        self.address = address
        self.keys = asked(address + CLASSES, {**NEW, **fields})["keys"]
        self.exercises = asked(f"{address}{CLASSES}/{self.keys['join']}")["exercises"]

    def sheet(self) -> Any:
        return asked(f"{self.address}{CLASSES}/{self.keys['teach']}")

    def right(self, number: int) -> dict[str, int]:
        """The right answers to an exercise of numbers, by the names of fields."""
        found = right_answer(self.exercises[number - 1])
        sets = found.pop("arrangement", {})
        return {f"g.{name}": value for name, value in {**found, **sets}.items()}


@pytest.fixture
def lesson(address: str) -> Lesson:
    return Lesson(address)


def small(phones: Phones) -> Phone:
    """A phone of 320 pixels."""
    phone = phones(own=True)
    phone.page.set_viewport_size({"width": SMALL, "height": 568})
    return phone


def fill(page: Page, fields: dict[str, int]) -> None:
    for name, value in fields.items():
        page.locator(f'[data-exercise] [name="{name}"]').fill(str(value))


def joins(phone: Phone, lesson: Lesson, nickname: str) -> Page:
    phone.page.goto(f"{lesson.address}/classes/{lesson.keys['join']}", wait_until="commit")
    phone.page.get_by_label("Your nickname").fill(nickname)
    phone.page.get_by_role("button", name="Begin").tap()
    # Numbers of type "button" are the script's, whichever of the two sent the form.
    phone.page.locator("[data-numbers] button[type='button']").first.wait_for()
    phone.page.locator("#exercise[data-number='1']").wait_for()
    return phone.page


def answer(page: Page) -> None:
    page.get_by_role("button", name="Answer", exact=True).tap()


def numbers(page: Page) -> list[str]:
    return page.locator("[data-numbers] button").all_inner_texts()


def test_two_pupils_answer_and_the_teacher_sees_it_live(phones: Phones, lesson: Lesson) -> None:
    teacher, mei, bo = phones(), phones(own=True), small(phones)
    teacher.visit(f"/classes/{lesson.keys['teach']}")
    first, second = joins(mei, lesson, "Mei"), joins(bo, lesson, "Mei")
    heads = teacher.page.locator(".class-table thead th")
    playwright.expect(heads).to_have_text(["Exercise", "Right", "Mei", "Mei 2"])

    fill(first, lesson.right(1))
    answer(first)
    playwright.expect(first.locator("#graded h2")).to_have_text("All right")
    assert numbers(first) == ["1✓", "2", "3"]
    first.get_by_role("button", name="Next exercise").tap()
    first.locator("#exercise[data-number='2']").wait_for()

    # One without a network goes on answering, and leaves nothing out.
    last = f"caches.match('/classes/{lesson.keys['join']}/exercises/3', {{ ignoreVary: true }})"
    until(second, f"async () => Boolean(await {last})")
    second.context.set_offline(True)
    fill(second, {"g.chows": 0, "g.pungs": 4, "g.kongs": 0, "g.pairs": 1})
    answer(second)
    playwright.expect(second.locator("[data-exercise] .badge")).to_contain_text(
        "waits on this phone"
    )
    second.get_by_role("button", name="Next exercise").tap()
    second.locator("#exercise[data-number='2']").wait_for()
    fill(second, {"g.points": 999})
    answer(second)
    playwright.expect(second.locator("[data-waits]")).to_have_text(
        "2 answers wait for the network."
    )
    assert numbers(second) == ["1…", "2…", "3"]
    assert lesson.sheet()["pupils"][1]["open"] == 3
    second.context.set_offline(False)
    playwright.expect(second.locator("[data-waits]")).to_have_text("")
    assert numbers(second) == ["1✗", "2✗", "3"]

    first.locator("#exercise[data-number='2']").wait_for()
    fill(first, {"g.points": 999})
    answer(first)
    playwright.expect(first.locator("#graded")).to_contain_text("too many")
    sheet = lesson.sheet()
    assert [(row["nickname"], row["answers"]) for row in sheet["pupils"]] == [
        ("Mei", {"1": True, "2": False}),
        ("Mei 2", {"1": False, "2": False}),
    ]
    rows = teacher.page.locator(".class-table tbody th")
    playwright.expect(rows).to_have_text(["Exercise 2", "Exercise 1", "Exercise 3"])
    rows.first.locator("a").tap()
    playwright.expect(teacher.page.locator(".given li")).to_contain_text(["2×"])


def test_a_pupil_who_joins_before_the_script_is_here_is_remembered(
    phones: Phones, lesson: Lesson
) -> None:
    phone = phones(own=True)
    late: list[Route] = []
    phone.page.route("**/class/desk.js", lambda route: late.append(route), times=1)
    page = joins(phone, lesson, "Mei")
    assert late
    fill(page, lesson.right(1))
    page.context.set_offline(True)
    answer(page)
    playwright.expect(page.locator("[data-exercise] .badge")).to_contain_text("waits on this phone")
    page.context.set_offline(False)
    playwright.expect(page.locator("#graded h2")).to_have_text("All right")
    page.reload()
    page.locator("#exercise[data-number='2']").wait_for()
    assert numbers(page) == ["1✓", "2", "3"]
    assert len(lesson.sheet()["pupils"]) == 1


@pytest.mark.nightly
def test_an_answer_is_sent_at_once_though_another_is_on_its_way(
    phones: Phones, lesson: Lesson
) -> None:
    page = joins(phones(), lesson, "Mei")
    on_its_way: list[Route] = []
    page.route("**/answers", lambda route: on_its_way.append(route), times=1)
    fill(page, lesson.right(1))
    with page.expect_request("**/answers"):
        answer(page)
    page.locator("[data-numbers] button").nth(1).tap()
    page.locator("#exercise[data-number='2']").wait_for()
    fill(page, {"g.points": 999})
    answer(page)
    playwright.expect(page.locator("[data-numbers] button").nth(1)).to_have_text("2…")
    on_its_way[0].continue_()
    page.locator("#graded, [data-exercise] .badge").first.wait_for()
    assert page.locator("[data-exercise] .badge").count() == 0
    assert lesson.sheet()["pupils"][0]["answers"] == {"1": True, "2": False}


@pytest.mark.nightly
def test_an_answer_to_a_closed_class_waits_until_it_opens(phones: Phones, lesson: Lesson) -> None:
    page = joins(phones(own=True), lesson, "Mei")
    page.context.set_offline(True)
    fill(page, lesson.right(1))
    answer(page)
    playwright.expect(page.locator("[data-exercise] .badge")).to_contain_text("waits on this phone")
    asked(f"{lesson.address}{CLASSES}/{lesson.keys['teach']}/close", {})
    page.context.set_offline(False)
    playwright.expect(page.locator("[data-waits]")).to_have_text(
        "The class is closed: 1 answer waits on this phone until it is open again."
    )
    assert numbers(page)[0] == "1…"
    asked(f"{lesson.address}{CLASSES}/{lesson.keys['teach']}/open", {})
    playwright.expect(page.locator("[data-waits]")).to_have_text("")
    assert numbers(page)[0] == "1✓"
    assert lesson.sheet()["pupils"][0]["answers"] == {"1": True}


@pytest.mark.nightly
def test_a_second_tap_on_answer_is_no_second_try(phones: Phones, lesson: Lesson) -> None:
    page = joins(phones(), lesson, "Mei")
    on_their_way: list[Route] = []
    page.route("**/answers", lambda route: on_their_way.append(route))
    fill(page, {"g.chows": 0, "g.pungs": 4, "g.kongs": 0, "g.pairs": 1})
    with page.expect_request("**/answers"):
        answer(page)
    answer(page)
    # What is said of it later is said of this exercise, and not of another.
    page.locator("[data-numbers] button").nth(1).tap()
    page.locator("#exercise[data-number='2']").wait_for()
    on_their_way[0].abort()
    page.unroute("**/answers")
    playwright.expect(page.locator("[data-numbers] button").first).to_have_text("1✗")
    assert page.locator("[data-exercise] .badge").count() == 0
    # A try of its own would be told to be wrong twice.
    assert len(on_their_way) == 1


@pytest.mark.nightly
def test_a_reload_goes_on_where_the_pupil_was(phones: Phones, lesson: Lesson) -> None:
    page = joins(phones(), lesson, "Mei")
    fill(page, lesson.right(1))
    answer(page)
    playwright.expect(page.locator("#graded h2")).to_have_text("All right")
    page.reload()
    page.locator("#exercise[data-number='2']").wait_for()
    assert numbers(page) == ["1✓", "2", "3"]
    assert len(lesson.sheet()["pupils"]) == 1


@pytest.mark.nightly
def test_grades_at_the_end_are_shown_when_the_class_is_closed(phones: Phones, address: str) -> None:
    lesson = Lesson(address, reveal="at_end")
    page = joins(phones(), lesson, "Mei")
    fill(page, lesson.right(1))
    answer(page)
    playwright.expect(page.locator("#graded")).to_contain_text("Your answer is stored")
    assert numbers(page)[0] == "1●"
    teacher = phones(own=True)
    teacher.visit(f"/classes/{lesson.keys['teach']}")
    teacher.page.get_by_role("button", name="Close and show the answers").tap()
    teacher.page.get_by_role("button", name="Open again").wait_for()
    page.reload()
    page.locator("#exercise #graded").wait_for()
    assert page.locator("[data-answer]").count() == 0


@pytest.mark.nightly
def test_an_answer_with_a_question_left_out_is_not_sent(phones: Phones, lesson: Lesson) -> None:
    page = joins(phones(), lesson, "Mei")
    answer(page)
    playwright.expect(page.locator("[data-problems]")).to_contain_text("a guess is an answer too")
    assert lesson.sheet()["pupils"][0]["open"] == 3


def test_a_pupil_joins_by_a_code(phones: Phones, lesson: Lesson) -> None:
    teacher, mei = phones(), phones(own=True)
    teacher.visit(f"/classes/{lesson.keys['teach']}")
    teacher.page.get_by_role("button", name="A code to join by").tap()
    code = teacher.page.locator(".join-code").inner_text()
    playwright.expect(teacher.page.locator("[data-expires]")).to_contain_text(":")
    mei.visit("/join")
    mei.page.get_by_label("The six letters of the code").fill(code.lower())
    mei.page.get_by_role("button", name="Join").tap()
    mei.page.get_by_label("Your nickname").wait_for()
    assert lesson.keys["join"] not in mei.page.url


@pytest.mark.nightly
def test_a_pupil_whose_answer_is_lost_joins_once(phones: Phones, lesson: Lesson) -> None:
    phone = phones()
    page = phone.page

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/pupils", lose, times=1)
    phone.visit(f"/classes/{lesson.keys['join']}")
    page.get_by_label("Your nickname").fill("Mei")
    page.get_by_role("button", name="Begin").tap()
    playwright.expect(page.locator("[data-problems]")).to_have_text("No network: try again.")
    page.get_by_role("button", name="Begin").tap()
    page.locator("#exercise[data-number='1']").wait_for()
    fill(page, lesson.right(1))
    answer(page)
    playwright.expect(page.locator("#graded h2")).to_have_text("All right")
    [mei] = lesson.sheet()["pupils"]
    assert (mei["nickname"], mei["right"]) == ("Mei", 1)


@pytest.mark.nightly
def test_a_class_is_answered_by_keyboard_alone(phones: Phones, lesson: Lesson) -> None:
    page = phones().page
    page.goto(f"{lesson.address}/classes/{lesson.keys['join']}")
    page.get_by_label("Your nickname").focus()
    page.keyboard.type("Mei")
    page.keyboard.press("Enter")
    page.locator("#exercise h1:focus").wait_for()
    page.keyboard.press("Tab")
    for value in lesson.right(1).values():
        page.keyboard.type(str(value))
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("#graded:focus").wait_for()
    assert lesson.sheet()["pupils"][0]["right"] == 1


@pytest.mark.nightly
def test_the_pages_of_a_class_have_no_fault_and_fit_a_small_screen(
    phones: Phones, lesson: Lesson
) -> None:
    pupil, teacher = small(phones), small(phones)

    def check(page: Page) -> None:
        assert faults_by_day_and_night(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL

    pupil.visit(f"/classes/{lesson.keys['join']}")
    check(pupil.page)
    page = joins(pupil, lesson, "W" * 20)
    check(page)
    fill(page, {"g.chows": 0, "g.pungs": 4, "g.kongs": 0, "g.pairs": 1})
    answer(page)
    page.locator("#graded").wait_for()
    check(page)
    for _ in range(9):
        document = {"nickname": "W" * 20}
        asked(f"{lesson.address}{CLASSES}/{lesson.keys['join']}/pupils", document)
    for path in ("", "/exercises/1", "/more"):
        teacher.visit(f"/classes/{lesson.keys['teach']}{path}")
        check(teacher.page)
    teacher.visit("/classes/new")
    check(teacher.page)
    teacher.page.get_by_label("Exercises").fill(NEW["set"])
    teacher.page.get_by_role("button", name="Begin the class").tap()
    teacher.page.get_by_text("For the pupils").wait_for()
    check(teacher.page)


def test_a_class_works_without_scripts(plain: playwright.BrowserContext, lesson: Lesson) -> None:
    page = plain.new_page()
    page.goto(f"{lesson.address}/classes/{lesson.keys['join']}")
    page.get_by_label("Your nickname").fill("Mei")
    page.get_by_role("button", name="Begin").tap()
    for name, value in lesson.right(1).items():
        page.locator(f'[name="{name}"]').fill(str(value))
    answer(page)
    playwright.expect(page.locator("#graded h2")).to_have_text("All right")
    page.get_by_role("button", name="Next exercise").tap()
    page.locator("#exercise[data-number='2']").wait_for()
    page.locator('[name="g.points"]').fill("999")
    answer(page)
    page.locator(".class-numbers button").first.tap()
    page.locator("#exercise[data-number='1']").wait_for()
    assert "pupil" not in page.url
    page.close()
    assert lesson.sheet()["pupils"][0]["answers"] == {"1": True, "2": False}
