"""Riichi sticks, tapped on the plates of the board during the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import Evening, Phone, Phones
from tests.browser.test_game_taps import on_the_board

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser
BEGIN = 30_000


def tap_stick(phone: Phone, player: str) -> None:
    phone.tap(f'.game-plate[data-player="{player}"] .plate-stick')


def lies(phone: Phone, words: str, *players: str) -> None:
    """In the middle lies what these words say, put down by these players, who have less."""
    playwright.expect(phone.page.locator(".game-middle")).to_have_text(words)
    playwright.expect(phone.page.locator(".sticks-down .stick-down")).to_have_count(len(players))
    four = ("p1", "p2", "p3", "p4")
    phone.shows({player: BEGIN - 1000 * (player in players) for player in four})


def names_in_riichi(phone: Phone, names: str) -> None:
    playwright.expect(phone.page.locator('[data-at="chip-p.riichi"]')).to_have_text(names)


@pytest.mark.parametrize("size", [(360, 740)])
def test_sticks_lie_in_the_middle_and_go_into_the_entry(
    phones: Phones, address: str, size: tuple[int, int]
) -> None:
    evening = Evening.begun(address, "riichi")
    phone = on_the_board(phones, evening)
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    for player in ("p2", "p3", "p4"):
        tap_stick(phone, player)
    lies(phone, "Wind of the round: EastEEast 1 · 3 sticks", "p2", "p3", "p4")
    tap_stick(phone, "p4")
    lies(phone, "Wind of the round: EastEEast 1 · 2 sticks", "p2", "p3")
    phone.page.reload()
    lies(phone, "Wind of the round: EastEEast 1 · 2 sticks", "p2", "p3")
    phone.taps = 0
    phone.wins("p2")
    phone.tell(**{"from": "E"})
    names_in_riichi(phone, "In riichi: Bo, Cy")
    phone.use_points()
    playwright.expect(phone.page.locator("[data-declared]")).to_have_attribute(
        "aria-pressed", "true"
    )
    phone.tap('[data-amount="han 2"]')
    phone.tap('[data-amount="fu 30"]')
    phone.enter()
    playwright.expect(phone.page.locator("#score-hand")).to_have_attribute("data-hand", "2")
    # One of them brings the keys for han and fu, the first time.
    assert phone.taps == 6
    [hand] = evening.counts()
    players = hand["document"]["players"]
    assert players["S"]["win"]["with"] == ["riichi"]
    assert [seat for seat in players if players[seat].get("riichi")] == ["W"]
    playwright.expect(phone.page.locator('.plate-stick[aria-pressed="true"]')).to_have_count(0)
    phone.shows({"p1": BEGIN - 2000, "p2": BEGIN + 3000, "p3": BEGIN - 1000, "p4": BEGIN})


@pytest.mark.nightly
def test_what_the_form_says_of_riichi_is_on_the_board(phones: Phones, address: str) -> None:
    """Told or taken back in the form, the sticks of the board follow; a draw knows who waits."""
    evening = Evening.begun(address, "riichi")
    phone = on_the_board(phones, evening)
    tap_stick(phone, "p3")
    phone.wins("p2")
    phone.tell(**{"from": "E"})
    phone.chip("p.riichi")
    phone.tell_seats("NW")
    playwright.expect(phone.page.locator('.kp-panel [data-at="N"]')).to_have_attribute(
        "aria-pressed", "true"
    )
    phone.join(evening.play)
    lies(phone, "Wind of the round: EastEEast 1 · 1 stick", "p4")
    phone.tap("#nobody-won")
    phone.page.locator(".kp-bar").wait_for()
    phone.tell_seats(["E"])
    phone.told("p.tenpai", "Tenpai: Ann, Di")
    phone.enter()
    playwright.expect(phone.page.locator("#score-hand")).to_have_attribute("data-hand", "2")
    assert evening.sheet()["totals"] == {"p1": 31_500, "p2": 28_500, "p3": 28_500, "p4": 30_500}


@pytest.mark.nightly
def test_sticks_are_those_of_one_hand(phones: Phones, address: str) -> None:
    """A hand that another phone enters takes the sticks along; a correction asks the form."""
    evening = Evening.begun(address, "riichi")
    phone = on_the_board(phones, evening)
    tap_stick(phone, "p2")
    drawn = {"players": {seat: {"tenpai": True} for seat in "ESWN"}}
    evening.write("hand", document=drawn)
    playwright.expect(phone.page.locator("#score-hand")).to_have_attribute("data-hand", "2")
    lies(phone, "Wind of the round: EastEEast 1 · 1 honba")
    tap_stick(phone, "p3")
    lies(phone, "Wind of the round: EastEEast 1 · 1 honba · 1 stick", "p3")
    phone.tap("#correct-last")
    phone.page.locator(".kp-bar").wait_for()
    names_in_riichi(phone, "In riichi: –")


@pytest.mark.nightly
def test_without_scripts_and_for_who_watches_there_are_no_keys_for_sticks(
    phones: Phones, plain: BrowserContext, address: str
) -> None:
    evening = Evening.begun(address, "riichi")
    page = plain.new_page()
    page.goto(f"{address}/games/{evening.play}")
    assert page.locator(".plate-stick").count() == 4
    assert page.locator(".plate-stick:visible").count() == 0
    page.close()
    watching = phones()
    watching.join(evening.watch)
    assert watching.page.locator(".plate-stick").count() == 0
    other = on_the_board(phones, Evening.begun(address))
    assert other.page.locator(".plate-stick").count() == 0
