"""Learning on a phone: from home to the first graded answer, what was missed comes back, sets."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from scorer import drill, problem
from tests.browser.test_page import EXAMPLE

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

PROBLEM = "/learn/train?rules=british&level=3&seed=5"


def checked(page: Page) -> None:
    """Wait until the answer is graded, and the script of that page has remembered it."""
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#graded")).to_be_visible()
    page.wait_for_load_state()


def answer_wrong(page: Page) -> None:
    """Counts everything as one, which is right of hardly anything."""
    for field in page.locator("form#answer input[type=text]").all():
        field.fill("1")
    checked(page)


def answer_right(page: Page, level: int, seed: int) -> None:
    told = problem({"ruleset": "british", "level": level, "seed": seed})["answer"]
    for name, number in {**told["tally"], "total": told["total"]}.items():  # type: ignore[typeddict-item]
        field = page.locator(f"[name='g.{name}']")
        if field.count():
            field.fill(str(number))
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#graded h2")).to_have_text("All right")
    page.wait_for_load_state()


def test_a_new_player_is_graded_after_few_taps(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="Learn", exact=True).click()
    page.get_by_role("link", name="The sets").first.click()
    expect(page.get_by_role("button", name="Check")).to_be_visible()
    for field in page.locator("form#answer input[type=text]").all():
        field.fill("1")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#graded")).to_be_in_viewport()
    expect(page.locator(".grades li")).not_to_have_count(0)


def test_what_was_missed_comes_back_and_is_learned(page: Page, address: str) -> None:
    page.goto(address + PROBLEM)
    answer_wrong(page)
    page.goto(f"{address}/learn")
    expect(page.locator("[data-due]")).to_be_hidden()
    page.evaluate(
        """() => { const told = JSON.parse(localStorage.getItem("scorer.learned"));
        for (const card of Object.values(told.cards)) card.due = 1;
        localStorage.setItem("scorer.learned", JSON.stringify(told)); }"""
    )
    page.reload()
    page.get_by_role("link", name="Try again what you missed").click()
    expect(page).to_have_url(address + PROBLEM)
    page.goto(f"{address}/learn/train?rules=british&level=3&seed=9")
    expect(page.locator("[data-following]").first).to_have_attribute("href", PROBLEM)
    page.get_by_role("link", name="Another").click()
    page.wait_for_url(address + PROBLEM)
    answer_right(page, 3, 5)
    page.goto(f"{address}/learn")
    expect(page.locator("[data-due]")).to_be_hidden()


@pytest.mark.nightly
def test_checked_again_it_counts_no_more_and_progress_is_kept(page: Page, address: str) -> None:
    page.goto(address + PROBLEM)
    answer_wrong(page)
    answer_right(page, 3, 5)
    page.goto(f"{address}/learn/progress?rules=british")
    expect(page.locator("[data-summary]")).to_have_text(
        "0 of 1 exercises all right; 0 to try again now"
    )
    page.goto(f"{address}/learn/train?rules=british&level=3&seed=6")
    answer_right(page, 3, 6)
    page.goto(f"{address}/learn/progress?rules=british")
    expect(page.locator("[data-summary]")).to_contain_text("1 of 2")
    expect(page.locator(".progress meter:visible")).not_to_have_count(0)


@pytest.mark.nightly
def test_progress_is_exported_imported_and_forgotten(
    page: Page, address: str, tmp_path: Path
) -> None:
    page.goto(address + PROBLEM)
    answer_wrong(page)
    page.goto(f"{address}/learn/progress?rules=british")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Export").click()
    file = tmp_path / "progress.json"
    waiting.value.save_as(file)
    assert PROBLEM in json.loads(file.read_text())["cards"]
    page.get_by_role("button", name="Forget all").click()
    expect(page.locator("[data-said]")).to_have_text("Forgotten.")
    expect(page.locator("[data-summary]")).to_contain_text("No exercise")
    bad = tmp_path / "bad.json"
    bad.write_text('{"version": 1, "cards": {"https://example.org": {}}}')
    page.locator("[data-import] input").set_input_files(bad)
    expect(page.locator("[data-said]")).to_contain_text("nothing was changed")
    page.locator("[data-import] input").set_input_files(file)
    expect(page.locator("[data-said]")).to_have_text("Imported.")
    expect(page.locator("[data-summary]")).to_contain_text("0 of 1")


@pytest.mark.nightly
def test_a_balance_below_zero_is_told_with_keys_for_numbers(page: Page, address: str) -> None:
    page.goto(f"{address}/learn/train?rules=mcr&level=6&seed=5")
    field = page.locator("input[data-signed]").first
    field.fill("24")
    field.locator("xpath=following-sibling::button").click()
    expect(field).to_have_value("-24")
    field.locator("xpath=following-sibling::button").click()
    expect(field).to_have_value("24")


def test_a_set_grows_from_result_to_result_and_is_gone_through(page: Page, address: str) -> None:
    page.goto(f"{address}/?{EXAMPLE}")
    page.locator("#more > summary").click()
    page.get_by_role("link", name="Make an exercise of it").click()
    page.get_by_text("Share it with others").click()
    page.get_by_role("link", name="Put it into an exercise set").click()
    page.wait_for_url("**/learn/set/new?**")
    page.goto(address + PROBLEM)
    page.get_by_text("Share it with others").click()
    page.get_by_role("link", name="Put it into an exercise set").click()
    page.wait_for_url("**/learn/set/new?**")
    lines = page.locator("[data-lines]").input_value().split("\n")
    assert [line.partition("?")[0] for line in lines] == ["/learn/exercise/hand", "/learn/train"]
    page.get_by_label("Title").fill("Tuesday")
    page.get_by_role("button", name="Make the set").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tuesday")
    page.wait_for_function("() => localStorage.getItem('scorer.set') === null")
    page.get_by_role("link", name="Begin").click()
    answer_wrong(page)
    page.get_by_role("link", name="Next").first.click()
    expect(page).to_have_url(re.compile("n=2$"))


def test_steps_are_answered_or_shown(page: Page, address: str) -> None:
    page.goto(f"{address}/?{EXAMPLE}")
    page.locator("#more > summary").click()
    page.get_by_role("link", name="Step by step").click()
    page.get_by_label("The sets and the pair").fill("20")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".step.right")).to_have_count(1)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".step").nth(1)).to_contain_text("Flower")
    page.get_by_role("link", name="Show all").click()
    expect(page.locator("#at")).to_have_count(0)


DRILL = "/learn/drill?rules=riichi&part=waits&seed=3"


def learned(page: Page) -> object:
    return page.evaluate("JSON.parse(localStorage.getItem('scorer.learned')).answered")


def test_an_answer_that_is_gone_back_to_counts_once(page: Page, address: str) -> None:
    page.goto(f"{address}{DRILL}")
    page.get_by_role("button", name="8", exact=True).click()
    expect(page.locator(".verdict-wrong")).to_be_visible()
    page.wait_for_function("() => localStorage.getItem('scorer.learned.last')")
    page.locator("[data-next]").press("Enter")
    page.wait_for_function("() => localStorage.getItem('scorer.learned.last') === ''")
    page.go_back()
    page.reload()
    page.wait_for_function("() => history.state?.counted")
    assert learned(page) == {"riichi": [0, 1]}

    page.goto(f"{address}{PROBLEM}")
    answer_wrong(page)
    page.wait_for_function("() => localStorage.getItem('scorer.learned.last')")
    page.goto(f"{address}/learn/train?rules=british&level=3&seed=6")
    page.wait_for_function("() => localStorage.getItem('scorer.learned.last') === ''")
    page.go_back()
    page.reload()
    page.wait_for_function("() => history.state?.counted")
    assert learned(page) == {"riichi": [0, 1], "british": [0, 1]}


@pytest.mark.nightly
def test_a_missed_drill_comes_back_on_this_phone_with_the_session(page: Page, address: str) -> None:
    right = drill({"ruleset": "riichi", "part": "waits", "seed": 3})["answer"]
    # The script that takes the time is loaded behind the page.
    page.goto(f"{address}{DRILL}&on=waits&timed=1", wait_until="networkidle")
    page.get_by_role("button", name="8", exact=True).click()
    expect(page.locator(".verdict-wrong")).to_be_visible()
    expect(page.locator(".verdict")).to_contain_text("second")
    page.wait_for_function("() => localStorage.getItem('scorer.learned.last')")
    result = page.evaluate("JSON.parse(localStorage.getItem('scorer.learned'))")
    assert [*result["cards"]] == [DRILL]
    assert result["answered"]["riichi"] == [0, 1]
    page.evaluate(
        """(told) => { for (const card of Object.values(told.cards)) card.due = 1;
        localStorage.setItem("scorer.learned", JSON.stringify(told)); }""",
        result,
    )
    page.goto(f"{address}/learn/drill?rules=riichi&part=waits&seed=9&on=waits&answer=4&n=1&ok=0")
    link = page.locator("[data-next]")
    expect(link).to_have_attribute("href", re.compile(re.escape(DRILL) + "&on=waits&n=2&ok=0"))
    link.press("Enter")
    page.get_by_role("button", name=str(right), exact=True).click()
    expect(page.locator(".verdict-right")).to_be_visible()
    expect(page.locator(".drill-score")).to_contain_text("1 of 3 right")
