"""A game without a network: what is entered waits on the phone, and is counted once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import NAMES, POINTS, Evening, Phone, Phones, eventually, points_of
from tests.browser.test_installable import until
from tests.nightly import nightly

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Route

pytestmark = pytest.mark.browser

SECOND = {"E": 22, "S": 40, "W": 18, "N": 10}
WAITS = "entry waits on this phone for the network"
KEPT = """async path => Boolean(await caches.match(path, {ignoreVary: true}))"""


@pytest.fixture
def phone(installed: BrowserContext, address: str) -> Phone:
    return Phone(installed.new_page(), address)


def ready(phone: Phone, evening: Evening) -> None:
    """The board and the form of the next hand are kept, as one hand of the evening has them."""
    phone.join(evening.play)
    phone.score_hand()
    for path in ("", "/hand"):
        until(phone.page, f"({KEPT})('/games/{evening.play}{path}')")
    phone.join(evening.play)


def waits(phone: Phone, number: int = 1) -> None:
    words = f"1 {WAITS}" if number == 1 else f"{number} entries wait on this phone"
    playwright.expect(phone.waiting).to_contain_text(words)


def arrived(phone: Phone, evening: Evening, *told: dict[str, int]) -> None:
    """Nothing waits any more, and these hands count, each once and in this order."""
    evening.reaches(phone, len(told))
    playwright.expect(phone.waiting).to_be_hidden()
    assert [points_of(entry) for entry in evening.counts()] == [*told]
    assert evening.sheet()["version"] == len(told)
    phone.shows(evening.sheet()["totals"])


def test_a_hand_entered_without_a_network_waits_outlives_its_page_and_is_sent(
    phone: Phone, evening: Evening
) -> None:
    ready(phone, evening)
    context = phone.page.context
    context.set_offline(True)
    phone.hand("S", "E", **POINTS)
    waits(phone)
    playwright.expect(phone.page.locator("[data-kept-note]")).to_contain_text("No network")
    assert evening.sheet()["version"] == 0
    phone.page.reload()
    waits(phone)
    phone.page.close()
    later = Phone(context.new_page(), phone.address)
    later.join(evening.play)
    waits(later)
    context.set_offline(False)
    arrived(later, evening, POINTS)


@pytest.mark.nightly
def test_two_hands_wait_and_are_sent_in_their_order(phone: Phone, evening: Evening) -> None:
    """The second names Cy and Bo, whose winds follow from the first: Bo is East by then."""
    ready(phone, evening)
    phone.page.context.set_offline(True)
    phone.hand("S", "E", **POINTS)
    waits(phone)
    phone.hand("W", "S", **SECOND)
    waits(phone, 2)
    rows = phone.waiting.locator("li")
    playwright.expect(rows).to_have_text([re.compile(r"East\s1: "), "Hand 2: Cy won"])
    phone.page.context.set_offline(False)
    arrived(phone, evening, POINTS, {"N": 22, "E": 40, "S": 18, "W": 10})
    second = evening.counts()[1]
    assert second["seats"] == {"E": "p2", "S": "p3", "W": "p4", "N": "p1"}
    assert second["document"]["players"]["S"]["win"] == {"by": "discard", "from": "E"}


@pytest.mark.nightly
def test_after_a_hand_that_waits_players_are_called_by_their_names_alone(
    phone: Phone, evening: Evening
) -> None:
    ready(phone, evening)
    phone.page.context.set_offline(True)
    phone.hand("S", "E", **POINTS)
    phone.score_hand()
    playwright.expect(phone.page.locator("[data-by-name]")).to_be_visible()
    playwright.expect(phone.page.locator("h1")).to_have_text("Hand 2")
    choice = phone.page.locator('.kp-panel [data-at="winner-W"]')
    playwright.expect(choice).to_have_text("Cy")
    playwright.expect(phone.page.locator('[data-at="seat-W"] span')).to_have_text("Cy")
    phone.tell_agreed("W", "S", **SECOND)
    phone.says("Payments follow when the waiting hands are scored")


@pytest.mark.nightly
def test_a_plate_opens_the_hand_that_comes_next_with_its_player(
    phone: Phone, evening: Evening
) -> None:
    """The form of hand 1 that a plate once opened is not brought for hand 2."""
    phone.join(evening.play)
    phone.wins("p2")
    evening.hand(points=POINTS)
    phone.join(evening.play)
    until(phone.page, f"({KEPT})('/games/{evening.play}/hand')")
    eventually(phone.page, lambda: "East 2" in kept_form(phone, evening))
    phone.page.context.set_offline(True)
    phone.wins("p3")
    playwright.expect(phone.page.locator("h1")).to_have_text("East 2")
    phone.told("winner", "Winner: Cy")
    playwright.expect(phone.page.locator("[data-by-name]")).to_be_hidden()


def kept_form(phone: Phone, evening: Evening) -> str:
    text: str = phone.page.evaluate(
        "async path => (await (await caches.match(path, {ignoreVary: true}))?.text()) ?? ''",
        f"/games/{evening.play}/hand",
    )
    return text.replace("\u00a0", " ")


@pytest.mark.nightly
def test_two_hands_of_an_mcr_game_without_a_network_move_what_they_name(
    phone: Phone, address: str
) -> None:
    """Bo wins 30 from Ann, then Cy 20 from Di: by name, whoever is East by then."""
    evening = Evening.begun(address, "mcr")
    ready(phone, evening)
    phone.page.context.set_offline(True)
    phone.hand("S", "E", S=30)
    phone.hand("W", "N", W=20)
    waits(phone, 2)
    phone.page.context.set_offline(False)
    evening.reaches(phone, 2)
    first, second = evening.counts()
    assert first["moves"] == {"p1": -38, "p2": 54, "p3": -8, "p4": -8}
    assert second["moves"] == {"p1": -8, "p2": -8, "p3": 44, "p4": -28}


@pytest.mark.nightly
def test_where_five_play_it_is_asked_who_does_not_sit_in_a_hand_after_one_that_waits(
    phone: Phone, address: str
) -> None:
    """Bo wins the first hand, so Ann rests in the second and Eve has come in as North."""
    evening = Evening.begun(address, "british", players=[*NAMES, "Eve"])
    ready(phone, evening)
    phone.page.context.set_offline(True)
    phone.hand("S", "E", **POINTS)
    phone.score_hand()
    phone.page.locator("[data-by-name] select").select_option("p1")
    playwright.expect(phone.page.locator('[data-at="seat-E"] span')).to_have_text("Eve")
    phone.tell_agreed("E", "W", **SECOND)
    phone.enter()
    waits(phone, 2)
    phone.page.context.set_offline(False)
    evening.reaches(phone, 2)
    second = evening.counts()[1]
    assert second["seats"] == {"E": "p2", "S": "p3", "W": "p4", "N": "p5"}
    assert second["document"]["players"]["N"]["win"] == {"by": "discard", "from": "S"}
    assert points_of(second) == {"N": 22, "E": 40, "S": 18, "W": 10}


@pytest.mark.nightly
def test_an_undo_without_a_network_waits_too(phone: Phone, evening: Evening) -> None:
    evening.hand(points=POINTS)
    ready(phone, evening)
    phone.page.context.set_offline(True)
    phone.undo_last()
    waits(phone)
    phone.page.context.set_offline(False)
    playwright.expect(phone.waiting).to_be_hidden()
    assert evening.counts() == []
    phone.shows(dict.fromkeys(("p1", "p2", "p3", "p4"), 2000))


@pytest.mark.nightly
def test_somebody_else_was_quicker_while_the_network_was_away(
    phone: Phone, evening: Evening
) -> None:
    ready(phone, evening)
    phone.page.context.set_offline(True)
    phone.hand("S", "E", **SECOND)
    waits(phone)
    evening.hand(points=POINTS)
    phone.page.context.set_offline(False)
    playwright.expect(phone.waiting).to_contain_text("The game has changed")
    phone.press("Theirs is right: drop mine")
    arrived(phone, evening, POINTS)


class Lossy:
    """A way on which answers are lost, so many of them, after the server has heard."""

    def __init__(self, lost: int) -> None:
        self.lost, self.seen = lost, 0

    def __call__(self, route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        self.seen += 1
        if self.seen > self.lost:
            return route.continue_()
        assert route.fetch().status == 201
        return route.abort()


@pytest.mark.parametrize("lost", [1, *nightly([2])])
def test_a_hand_whose_answer_was_lost_is_sent_again_and_counted_once(
    phones: Phones, evening: Evening, lost: int
) -> None:
    phone, way = phones(), Lossy(lost)
    phone.join(evening.play)
    phone.page.route("**/hand", way)
    phone.hand("S", "E", **POINTS)
    eventually(phone.page, lambda: way.seen == lost + 1)
    arrived(phone, evening, POINTS)
    assert way.seen == lost + 1


@pytest.mark.nightly
def test_a_hand_whose_answer_was_lost_is_counted_once_though_others_went_on(
    phones: Phones, evening: Evening
) -> None:
    phone, way = phones(), Lossy(1)
    phone.join(evening.play)
    phone.page.route("**/hand", way)
    phone.score_hand()
    phone.tell_agreed("S", "E", **POINTS)
    phone.page.route("**/api/v1/**", lambda route: route.abort())
    phone.enter()
    eventually(phone.page, lambda: evening.sheet()["version"] == 1)
    evening.hand("E", "S", SECOND)
    phone.page.unroute("**/api/v1/**")
    arrived(phone, evening, POINTS, SECOND)


@pytest.mark.nightly
def test_a_server_that_is_away_for_a_while_gets_the_hand_later(
    phones: Phones, evening: Evening
) -> None:
    phone = phones()
    phone.join(evening.play)
    answers = [503, 502, 429]

    def away(route: Route) -> None:
        if route.request.method == "POST" and answers:
            return route.fulfill(status=answers.pop(0), body="away")
        return route.continue_()

    phone.page.route("**/hand", away)
    phone.hand("S", "E", **POINTS)
    eventually(phone.page, lambda: not answers)
    arrived(phone, evening, POINTS)
