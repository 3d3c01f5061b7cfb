"""How many taps a hand takes in a game, each counted from the board to the board."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import POINTS, Evening, Phone, points_of

pytestmark = pytest.mark.browser

Phones = Callable[..., Phone]


def on_the_board(phones: Phones, evening: Evening) -> Phone:
    phone = phones()
    phone.join(evening.play)
    return phone


def entered(phone: Phone) -> None:
    phone.enter()
    playwright.expect(phone.page.locator("#score-hand")).to_have_text("Score hand 2")


@pytest.mark.parametrize("rules", ["classical", "british"])
def test_agreed_points_of_four_players(phones: Phones, address: str, rules: str) -> None:
    """The way there is, digits and all: Score, winner, how, Enter; eight digits; the key for the
    points of each of four, and three changes from player to player."""
    evening = Evening.begun(address, rules)
    phone = on_the_board(phones, evening)
    phone.score_hand()
    phone.tell_agreed("S", "E", **POINTS)
    entered(phone)
    assert [points_of(one) for one in evening.counts()] == [POINTS]
    assert phone.taps == 19


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


def test_an_ordinary_hand_of_mcr(phones: Phones, address: str) -> None:
    """Two chows and two pungs of one tap each, and what chooses them; a pair, how it was won."""
    evening = Evening.begun(address, "mcr")
    phone = on_the_board(phones, evening)
    phone.score_hand()
    phone.tell(winner="S")
    phone.mode("pung", "R 2d")
    phone.mode("chow", "3b 6c")
    phone.keys("5b 5b")
    phone.tell(**{"from": "E"})
    entered(phone)
    [hand] = evening.counts()
    assert hand["answer"]["scores"]["S"]["total"] > 0
    assert phone.taps == 12


def test_an_ordinary_hand_of_american(phones: Phones, address: str) -> None:
    evening = Evening.begun(address, "american")
    phone = on_the_board(phones, evening)
    phone.score_hand()
    phone.tell(winner="W")
    phone.mode("4", "2b J")
    phone.mode("held", "8b")
    phone.mode("3", "F 4c")
    phone.tell(**{"from": "N"})
    entered(phone)
    assert evening.sheet()["totals"]["p3"] == 100
    assert phone.taps == 12
