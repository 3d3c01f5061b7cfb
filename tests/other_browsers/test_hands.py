"""A hand is tapped in and settled in every ruleset."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

import scorer
from tests.nightly import nightly
from tests.other_browsers.conftest import one_browser_by_day
from tests.other_browsers.drivers import HEIGHT, WIDTH
from tests.other_browsers.phone import Phone

pytestmark = pytest.mark.browser

DRAWN = (
    "[...document.querySelectorAll('.kp-key use')]"
    ".every((face) => !face.checkVisibility() || face.getBBox().height > 0)"
)


class Hand(NamedTuple):
    """The taps of a hand, and what they come to: in the bar, and in the result."""

    tap: Callable[[Phone], None]
    total: str
    figure: str


def classical(phone: Phone) -> None:
    phone.mode("pung", "E R G P")
    phone.mode("tile", "5d")
    phone.tell("seat-E", "round-E")
    phone.keys("5d")
    phone.tell("won-self_draw")


def british(phone: Phone) -> None:
    phone.keys("E E E")
    phone.mode("pung", "R 8d")
    phone.mode("hidden", "9c")
    phone.mode("tile", "5b")
    phone.tell("seat-S", "round-E")
    phone.keys("5b")
    phone.tell("won-self_draw")


def mcr(phone: Phone) -> None:
    phone.keys("1b 2b 3b 4b 5b 6b 9d F1 S2")
    phone.mode("chow", "7b")
    phone.mode("pung", "E")
    phone.mode("tile", "9d")
    phone.tell("seat-S", "from-W", "round-E")


def american(phone: Phone) -> None:
    phone.mode("4", "2b J")
    phone.mode("tile", "F F F 4c 4c 4c 8b 8b 8b")
    phone.tell("seat-W")
    phone.tap('[data-wait="8b"]')
    phone.tell("from-N")


def riichi(phone: Phone) -> None:
    phone.keys("2b 3b 4b 2c 3c 4c 6d 7d 8d 4d 5d 6d 5b 5b")
    phone.tell("seat-S", "won-self_draw", "round-E")


def hongkong(phone: Phone) -> None:
    phone.keys("P P 4c 5c F1")
    phone.mode("pung", "R G")
    phone.mode("chow", "1b")
    phone.mode("tile", "6c")
    phone.tell("seat-S", "from-W", "round-E")


def zungjung(phone: Phone) -> None:
    phone.keys("P P 4c 5c")
    phone.mode("pung", "R G")
    phone.mode("chow", "1b")
    phone.mode("tile", "6c")
    phone.tell("seat-S", "from-W")


def taiwanese(phone: Phone) -> None:
    phone.keys("P P 4c 5c F1")
    phone.mode("pung", "R G")
    phone.mode("chow", "1b 7d")
    phone.mode("tile", "6c")
    phone.tell("seat-S", "from-W", "round-E")


HANDS = {
    "classical": Hand(classical, "1000", "1000"),
    "british": Hand(british, "544", "544"),
    "mcr": Hand(mcr, "22", "22"),
    "american": Hand(american, "25", "25"),
    "riichi": Hand(riichi, "2000", "2000"),
    "hongkong": Hand(hongkong, "5", "5"),
    "zungjung": Hand(zungjung, "60", "60"),
    "taiwanese": Hand(taiwanese, "4", "4"),
}


def test_every_ruleset_has_its_hand() -> None:
    assert HANDS.keys() == {ruleset["id"] for ruleset in scorer.rulesets()}


@pytest.mark.parametrize(
    "rules", ["riichi", *nightly(rules for rules in HANDS if rules != "riichi")]
)
@one_browser_by_day
def test_a_hand_is_tapped_in_and_settled(phone: Phone, rules: str) -> None:
    phone.go(f"/?rules={rules}")
    phone.until("document.querySelector('.kp-bar')")
    assert phone.js("[innerWidth, innerHeight]") == [WIDTH, HEIGHT]
    phone.until(DRAWN)
    HANDS[rules].tap(phone)
    phone.reads(".kp-total", HANDS[rules].total)
    assert phone.js("document.documentElement.scrollWidth <= innerWidth")
    phone.tap(".kp-bar .main")
    phone.reads(".figure", HANDS[rules].figure)
