"""A game on a phone without JavaScript: all of it works by forms and links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import NAMES, POINTS, Evening, Phone, points_of

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser


@pytest.fixture
def phone(plain: BrowserContext, address: str) -> Iterator[Phone]:
    page = plain.new_page()
    yield Phone(page, address)
    page.close()


def type_hand(phone: Phone, winner: str = "S", giver: str = "E") -> None:
    """A hand with agreed points in its form, all but Enter."""
    page = phone.page
    for name, value in (("winner", winner), ("won", "discard"), ("from", giver)):
        page.locator(f"label:has([name={name}][value={value}])").tap()
    for seat, points in POINTS.items():
        page.locator(f"[name='{seat.lower()}.points']").fill(str(points))


def test_a_game_begins_with_its_links(phone: Phone) -> None:
    phone.visit("/games/new?rules=british")
    for row, name in enumerate(NAMES, 1):
        phone.page.locator(f"[name=name{row}]").fill(name)
    phone.press("Begin")
    links = phone.page.locator("a.address")
    playwright.expect(links).to_have_count(2)
    playwright.expect(phone.page.locator(".qr svg")).to_have_count(2)
    play, watch = (link.get_attribute("href") or "" for link in links.all())
    playwright.expect(phone.page.locator(".join-code")).to_have_text(re.compile("[A-Z]{6}"))
    phone.press("To the board", role="link")
    phone.shows_winds("ESWN")
    playwright.expect(phone.page).to_have_url(play)
    phone.tap("#share")
    # An answer that nothing would remember is not asked for.
    playwright.expect(phone.page.locator("#who-first")).to_be_hidden()
    phone.page.goto(watch)
    playwright.expect(phone.page.locator("#score-hand")).to_have_count(0)


def test_a_hand_is_entered_by_its_form(phone: Phone, evening: Evening) -> None:
    phone.open_board(evening.play)
    phone.tap("#score-hand")
    type_hand(phone)
    phone.press("Enter")
    phone.shows({"p1": 1948, "p2": 2128, "p3": 1958, "p4": 1966})
    phone.shows_winds("NESW")
    assert [points_of(entry) for entry in evening.counts()] == [POINTS]


def test_what_is_wrong_is_told_and_what_was_typed_stays(phone: Phone, evening: Evening) -> None:
    phone.visit(f"/games/{evening.play}/hand")
    type_hand(phone)
    phone.page.locator("[name='e.points']").fill("many")
    phone.press("Enter")
    playwright.expect(phone.page.locator(".problems")).to_contain_text("This needs a change")
    playwright.expect(phone.page.locator("[name='e.points']")).to_have_value("many")
    playwright.expect(phone.page.locator("[name='s.points']")).to_have_value("32")
    assert evening.sheet()["version"] == 0


def test_somebody_was_quicker_and_what_was_typed_stays(phone: Phone, evening: Evening) -> None:
    phone.visit(f"/games/{evening.play}/hand")
    type_hand(phone, "W", "S")
    evening.hand()
    phone.press("Enter")
    playwright.expect(phone.page.locator(".problems")).to_contain_text("The game has changed")
    playwright.expect(phone.page.locator(".problems")).to_contain_text("Bo won on Ann’s discard")
    playwright.expect(phone.page.locator("h1")).to_have_text("East 2")
    # Bo is East now: what was typed of a player goes with them.
    for before, seat in zip("ESWN", "nesw", strict=True):
        field = phone.page.locator(f"[name='{seat}.points']")
        playwright.expect(field).to_have_value(str(POINTS[before]))
    playwright.expect(phone.page.locator("[name=winner][value=S]")).to_be_checked()
    assert evening.sheet()["version"] == 1
    phone.press("Enter")
    phone.page.locator(".game-plates").wait_for()
    assert len(evening.counts()) == 2


@pytest.mark.nightly
def test_the_same_form_sent_twice_is_counted_once(phone: Phone, evening: Evening) -> None:
    form: dict[str, str | float | bool] = {
        f"{seat.lower()}.points": str(points) for seat, points in POINTS.items()
    }
    form |= {"winner": "S", "won": "discard", "from": "E", "after": "0", "once": "this-form"}
    for _ in range(2):
        answer = phone.page.request.post(f"{evening.address}/games/{evening.play}/hand", form=form)
        assert (answer.status, answer.url.endswith(evening.play)) == (200, True)
    assert [points_of(entry) for entry in evening.counts()] == [POINTS]


@pytest.mark.nightly
def test_the_last_entry_is_undone(phone: Phone, evening: Evening) -> None:
    evening.hand()
    phone.open_board(evening.play)
    phone.undo_last()
    phone.shows(dict.fromkeys(("p1", "p2", "p3", "p4"), 2000))
    phone.shows_winds("ESWN")


@pytest.mark.nightly
def test_a_hand_is_told_again_by_its_form(phone: Phone, evening: Evening) -> None:
    evening.hand()
    phone.visit(f"/games/{evening.play}/entries/1")
    phone.press("Correct it", role="link")
    playwright.expect(phone.page.locator("[name='s.points']")).to_have_value("32")
    playwright.expect(phone.page.locator("[name=from][value=E]")).to_be_checked()
    phone.page.locator("label:has([name=from][value=W])").tap()
    phone.press("Enter")
    phone.page.locator(".game-plates").wait_for()
    assert [entry["entry"] for entry in evening.counts("replace")] == [1]


def test_a_penalty_shows_what_it_costs_before_it_is_entered(phone: Phone, evening: Evening) -> None:
    phone.open_board(evening.play)
    phone.press("Penalty or points", role="link")
    phone.page.locator("[name='moves.p1']").fill("-50")
    phone.page.locator("[name='moves.p2']").fill("50")
    phone.page.locator("[name=why]").fill("late again")
    phone.press("Show what it does")
    playwright.expect(phone.page.locator("#effect")).to_contain_text("late again")
    playwright.expect(phone.page.locator("#effect td")).to_have_text(
        ["−50", "1950", "+50", "2050", "0", "2000", "0", "2000"]
    )
    assert evening.sheet()["version"] == 0
    phone.press("Enter")
    phone.shows({"p1": 1950, "p2": 2050, "p3": 2000, "p4": 2000})


@pytest.mark.nightly
def test_points_that_do_not_sum_to_zero_are_reported(phone: Phone, evening: Evening) -> None:
    phone.visit(f"/games/{evening.play}/adjust")
    phone.page.locator("[name='moves.p1']").fill("-50")
    phone.press("Show what it does")
    playwright.expect(phone.page.locator(".problems")).to_contain_text("must add up to 0")
    playwright.expect(phone.page.locator("[name='moves.p1']")).to_have_value("-50")
    playwright.expect(phone.page.locator("#effect")).to_have_count(0)


@pytest.mark.nightly
def test_all_are_made_even_at_a_rate(phone: Phone, evening: Evening) -> None:
    evening.write("adjust", moves={"p1": -50, "p2": 50}, why="late again")
    phone.open_board(evening.play)
    phone.press("Settle up", role="link")
    phone.page.locator("[name=rate]").fill("0.05")
    phone.page.locator("[name=currency]").fill("GBP")
    phone.press("Show in money")
    playwright.expect(phone.page.locator(".payments li")).to_have_count(1)
    playwright.expect(phone.page.locator(".payments li")).to_contain_text(
        "Ann pays Bo 50 · 2.50 GBP"
    )


@pytest.mark.nightly
def test_the_sheet_has_every_hand(phone: Phone, evening: Evening) -> None:
    evening.hand()
    evening.write("undo", entry=1)
    evening.hand("E", "S")
    phone.open_board(evening.play)
    phone.press("Score sheet to print", role="link")
    rows = phone.page.locator(".score-paper:has(tfoot) tbody tr")
    playwright.expect(rows).to_have_count(2)
    struck = phone.page.locator(".score-paper tr.struck")
    playwright.expect(struck).to_be_hidden()
    phone.tap("#paper-undone > summary")
    playwright.expect(struck).to_be_visible()
    totals = [f"{total}" for total in evening.sheet()["totals"].values()]
    playwright.expect(phone.page.locator(".score-paper tfoot td")).to_have_text(totals)
