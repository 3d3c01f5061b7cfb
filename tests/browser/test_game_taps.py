"""How many taps a hand takes in a game, each counted from the board to the board."""

from __future__ import annotations

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import POINTS, Evening, Phone, Phones, points_of
from tests.nightly import nightly

pytestmark = pytest.mark.browser


def on_the_board(phones: Phones, evening: Evening) -> Phone:
    phone = phones()
    phone.join(evening.play)
    return phone


def entered(phone: Phone) -> None:
    phone.enter()
    playwright.expect(phone.page.locator("#score-hand")).to_have_text("Score hand 2")


@pytest.mark.parametrize("rules", ["classical", *nightly(["british"])])
def test_agreed_points_of_four_players(phones: Phones, address: str, rules: str) -> None:
    """From the board to the settled answer, as the hand before was told: the plate of who has won,
    seven digits, how, and on to three players. The first time the key for digits comes to it."""
    evening = Evening.begun(address, rules)
    phone = on_the_board(phones, evening)
    phone.wins("p2")
    phone.tell_points("S", "E", **POINTS)
    assert phone.taps == 14  # with a digit more
    entered(phone)
    phone.taps = 0
    phone.wins("p3")
    second = {"E": 64, "S": 32, "W": 12, "N": 8}
    phone.tell_points("S", "E", **second)
    phone.says("Bo +")
    assert phone.taps == 12
    phone.enter()
    playwright.expect(phone.page.locator("#score-hand")).to_have_text("Score hand 3")
    assert [points_of(entry) for entry in evening.counts()] == [POINTS, second]


@pytest.mark.nightly
def test_a_drawn_hand(phones: Phones, address: str) -> None:
    phone = on_the_board(phones, Evening.begun(address, "mcr"))
    phone.score_hand()
    phone.tell(winner="nobody")
    entered(phone)
    assert phone.taps == 3


def test_an_agreed_hand_of_mcr(phones: Phones, address: str) -> None:
    phone = on_the_board(phones, Evening.begun(address, "mcr"))
    phone.score_hand()
    phone.tell_agreed("S", "E", S=24)
    entered(phone)
    assert phone.taps == 7


@pytest.mark.nightly
def test_an_ordinary_hand_of_mcr(phones: Phones, address: str) -> None:
    """Two chows and two pungs of one tap each, and what chooses them; the eye, how it was won: from
    the board to the settled answer."""
    evening = Evening.begun(address, "mcr")
    phone = on_the_board(phones, evening)
    phone.wins("p2")
    phone.tell(**{"from": "E"})
    phone.mode("pung", "R 2d")
    phone.mode("chow", "3b 6c")
    phone.keys("5b")
    phone.says("Bo +")
    assert phone.taps == 9
    entered(phone)
    [hand] = evening.counts()
    assert hand["answer"]["scores"]["S"]["total"] > 0


@pytest.mark.nightly
def test_an_ordinary_hand_of_american(phones: Phones, address: str) -> None:
    evening = Evening.begun(address, "american")
    phone = on_the_board(phones, evening)
    phone.score_hand()
    phone.tell(winner="W")
    phone.tell(**{"from": "N"})
    phone.mode("4", "2b J")
    phone.mode("held", "8b")
    phone.mode("3", "F 4c")
    entered(phone)
    assert evening.sheet()["totals"]["p3"] == 100
    assert phone.taps == 12
