"""What is told besides hands: undone, told again, penalties, names, the end of the evening."""

from __future__ import annotations

import csv

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import (
    AFTER,
    POINTS,
    START,
    UNSETTLED,
    Evening,
    Phone,
    Phones,
    agreed,
    points_of,
)
from tests.nightly import nightly

pytestmark = pytest.mark.browser


def test_the_last_entry_is_undone_and_the_undo_too(phone: Phone) -> None:
    phone.undo_last()
    phone.shows(START)
    phone.shows_winds("ESWN")
    playwright.expect(phone.page.locator("#score-hand")).to_have_attribute("data-hand", "1")
    phone.undo_last()
    phone.shows(AFTER)
    phone.shows_winds("NESW")


@pytest.mark.nightly
def test_an_older_hand_is_undone_from_the_list(phone: Phone, evening: Evening) -> None:
    evening.hand("E", "S")
    phone.tap("#hands > summary")
    playwright.expect(phone.page.locator("#hands li")).to_have_count(2)
    phone.tap(f"#entry-1 form button:not({UNSETTLED})")
    folded = phone.page.locator("#undone")
    playwright.expect(folded).to_contain_text("Show what was corrected")
    playwright.expect(phone.page.locator("#entry-1")).to_be_hidden()
    phone.tap("#undone > summary")
    playwright.expect(phone.page.locator("#entry-1")).to_contain_text("undone")
    playwright.expect(phone.page.locator("#entry-1")).to_have_class("struck")
    assert [entry["n"] for entry in evening.counts()] == [2]
    phone.shows(evening.sheet()["totals"])


def test_a_hand_is_told_again_with_what_was_told(phone: Phone, evening: Evening) -> None:
    phone.tap("#hands > summary")
    phone.press("Correct it", role="link")
    phone.page.locator(".kp-bar").wait_for()
    playwright.expect(phone.page.locator("h1")).to_have_text("Correct East 1")
    phone.field("s.points", "32")
    phone.tap('[data-at="seat-S"]')
    phone.tap('[data-digit="back"]')
    phone.tap('[data-digit="6"]')
    phone.enter()
    evening.reaches(phone, 2)
    [again] = evening.counts("replace")
    assert (again["entry"], points_of(again)) == (1, {**POINTS, "S": 36})
    phone.shows(evening.sheet()["totals"])
    playwright.expect(phone.page.locator("#score-hand")).to_have_attribute("data-hand", "2")


def test_the_pencil_of_a_corrected_hand_shows_what_it_was(phone: Phone, evening: Evening) -> None:
    evening.write("replace", entry=1, document=agreed("S", "E", **{**POINTS, "S": 36}))
    phone.visit(f"/games/{evening.play}/sheet")
    rows = phone.page.locator(".score-paper tbody tr")
    playwright.expect(rows.nth(1)).to_contain_text("✎")
    playwright.expect(rows.nth(2)).to_be_hidden()
    phone.tap(".score-paper .corrected > summary")
    playwright.expect(rows.nth(2)).to_be_visible()
    playwright.expect(rows.nth(2).locator("td")).to_have_text(["−52", "+128", "−42", "−34"])
    phone.tap(".score-paper .corrected > summary")
    playwright.expect(rows.nth(2)).to_be_hidden()


@pytest.mark.nightly
def test_a_warning_tells_where_the_deal_would_have_moved_otherwise(
    phone: Phone, evening: Evening
) -> None:
    evening.hand("E", "S")
    players = {"E": {"points": 40, "win": {"by": "self_draw"}}}
    others = {seat: {"points": 2} for seat in "SWN"}
    evening.write("replace", entry=1, document={"players": {**players, **others}})
    note = phone.page.locator("p.note", has_text="Check what happened")
    playwright.expect(note).to_be_visible()


@pytest.mark.nightly
@pytest.mark.parametrize("rules", ["british", *nightly(["classical", "mcr"])])
def test_a_penalty_is_told_by_its_name_with_its_effect_first(
    phones: Phones, address: str, rules: str
) -> None:
    evening = Evening.begun(address, rules)
    before = evening.sheet()["totals"]
    phone = phones()
    phone.join(evening.play)
    phone.press("Penalty or points", role="link")
    event = {"mcr": "minor_foul"}.get(rules, "false_mahjong")
    phone.page.locator("label:has([name=who][value=p3])").tap()
    phone.page.locator("#field-event").select_option(event)
    playwright.expect(phone.page.locator(".penalties > div:visible")).to_have_count(1)
    if rules == "mcr":
        # The first of them costs nothing yet.
        phone.page.locator(".penalties > div:visible input").fill("2")
    phone.press("What would it cost?")
    effect = phone.page.locator("#effect")
    playwright.expect(effect).to_contain_text("Cy:")
    playwright.expect(effect.locator("td:last-child")).to_have_count(4)
    shown = [
        int(text.replace("−", "-")) for text in effect.locator("td:last-child").all_inner_texts()
    ]
    assert evening.sheet()["totals"] == before
    assert shown != [*before.values()]
    assert shown[2] < before["p3"]
    phone.press("Enter")
    phone.page.locator(".game-plates").wait_for()
    phone.shows(dict(zip(before, shown, strict=True)))
    assert [*evening.sheet()["totals"].values()] == shown


@pytest.mark.nightly
def test_a_name_changes_on_every_phone(phone: Phone, phones: Phones, evening: Evening) -> None:
    other = phones()
    other.join(evening.play)
    phone.press("Names, seats and winds", role="link")
    phone.page.locator("[name='name.p4']").fill("Eve")
    phone.press("Change the names")
    for one in (phone, other):
        playwright.expect(one.plate("p4").locator(".plate-name")).to_have_text("Eve")
        one.shows(AFTER)


@pytest.mark.nightly
def test_the_seats_are_set_where_the_table_says_otherwise(phone: Phone, evening: Evening) -> None:
    phone.press("Names, seats and winds", role="link")
    for seat, player in {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}.items():
        phone.page.locator(f"[name='seat.{seat}']").select_option(player)
    phone.page.locator("[name=round]").select_option("S")
    phone.press("Set the table")
    phone.shows_winds("ESWN")
    playwright.expect(phone.page.locator(".game-middle")).to_contain_text(
        "Wind of the round: South"
    )
    assert evening.sheet()["state"]["prevailing"] == "S"


def test_the_evening_is_finished_and_goes_on_after_an_undo(phone: Phone) -> None:
    phone.press("Finish, export, remove", role="link")
    phone.press("Finish the evening")
    playwright.expect(phone.page.locator("#result-title")).to_have_text("The result")
    playwright.expect(phone.page.locator(".ranking li").first).to_contain_text("Bo")
    playwright.expect(phone.page.locator("#score-hand")).to_have_count(0)
    phone.undo_last()
    playwright.expect(phone.page.locator("#score-hand")).to_have_attribute("data-hand", "2")
    playwright.expect(phone.page.locator("#result-title")).to_have_count(0)


@pytest.mark.nightly
def test_the_transfers_make_all_even(phone: Phone, evening: Evening) -> None:
    phone.press("Settle up", role="link")
    paid = phone.page.locator(".payments li")
    playwright.expect(paid).to_contain_text(["Ann pays Bo 52", "Cy pays Bo 42", "Di pays Bo 34"])
    phone.page.locator("[name=rate]").fill("0,5")
    phone.page.locator("[name=currency]").fill("EUR")
    phone.press("Show in money")
    playwright.expect(paid.first).to_contain_text("26.00 EUR")


@pytest.mark.nightly
def test_the_game_is_taken_along_as_a_table(phone: Phone) -> None:
    phone.press("Finish, export, remove", role="link")
    with phone.page.expect_download() as started:
        phone.press("Table (CSV)", role="link")
    rows = [*csv.reader(started.value.path().read_text("utf-8-sig").splitlines())]
    assert {"Ann", "Bo", "Cy", "Di"} <= set(rows[0])
    assert "1948" in rows[-1] or "-52" in rows[-1]


@pytest.mark.nightly
def test_an_entry_tells_by_whom_it_is(phone: Phone, phones: Phones, evening: Evening) -> None:
    other = phones()
    other.join(evening.play)
    phone.holds("p3")
    playwright.expect(phone.plate("p3")).to_have_attribute("data-place", "0")
    playwright.expect(phone.plate("p4")).to_have_attribute("data-place", "1")
    phone.hand("E", "S", E=40, S=2, W=2, N=2)
    for one in (phone, other):
        playwright.expect(one.page.locator(".last-hand .by")).to_have_text("entered by Cy")
    assert evening.counts()[-1]["by"] == "Cy"
    phone.page.reload()
    playwright.expect(phone.page.locator("#who-am-i")).to_have_value("p3")
    playwright.expect(phone.plate("p3")).to_have_attribute("data-place", "0")


@pytest.mark.nightly
def test_a_hand_tells_who_paid_whom_and_why(phone: Phone) -> None:
    phone.page.locator(".last-hand a").tap()
    page = phone.page
    playwright.expect(page.locator("#result")).to_contain_text("Bo won")
    playwright.expect(page.locator(".payments").first).to_contain_text("Ann pays Bo")


@pytest.mark.nightly
def test_what_was_tapped_in_is_kept_until_the_hand_is_entered(
    phone: Phone, evening: Evening
) -> None:
    phone.score_hand()
    phone.tell(winner="S", won="self_draw")
    phone.mode("pung", "R")
    phone.page.reload()
    phone.page.locator(".kp-set").wait_for()
    phone.field("s.set1", "RRR")
    phone.visit(f"/games/{evening.play}/adjust")
    phone.join(evening.play)
    phone.score_hand()
    playwright.expect(phone.page.locator(".kp-set")).to_have_count(1)
