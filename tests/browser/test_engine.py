"""The scorer kept on a phone: hands, tables and games without a network, from a cold start."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import pytest
from playwright import sync_api as playwright

import scorer
from scorer.service.api.examples import SCORE
from tests.browser import test_keypad as hands
from tests.browser import test_keypad_table as tables
from tests.browser.conftest import forget, new_phone
from tests.browser.evening import NAMES, POINTS, Evening, Phone, eventually, points_of
from tests.browser.hall import (
    MADE_BY,
    Server,
    by_the_server,
    from_a_cold_start,
    keep_the_scorer,
    until_state,
)
from tests.browser.pad import Keypad
from tests.browser.test_installable import until
from tests.browser.test_page import AMERICAN, AMERICAN_TABLE, EXAMPLE, MCR, MCR_TABLE
from tests.games.databases import serving, sqlite

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser

HERE = "scored on this phone by release"
SECOND = {"E": 22, "S": 40, "W": 18, "N": 10}
THIRD = {"E": 8, "S": 12, "W": 64, "N": 4}
MARKS = ' data-engine="[^"]*"|<p class="kept-note".*?</p>'
# The server alone draws pictures.
PICTURES = (
    r'\s*<meta (property="og:image"|name="twitter:card") [^>]*>|\s*<a [^>]*data-picture>.*?</a>'
)
KEPT_IN = """(await (await caches.match('/offline')).text()).includes('<html lang="{}')"""
BRITISH = (
    "rules=british&hand=EEE+55b&set1=RRR&set2=888d&set3=9999c&set3is=concealed&tile=5b"
    "&won=self_draw&seat=S&round=E"
)
RESULTS = [
    *(f"/?{told}&go=1" for told in (EXAMPLE, BRITISH, MCR, AMERICAN)),
    f"/why?{MCR}&why=seven-pairs",
    *(f"/table?{told}&go=1" for told in (MCR_TABLE, AMERICAN_TABLE)),
    *(f"/compare?{EXAMPLE}&go=1", "/waits?rules=mcr&hand=123b+456b+99d+55c&set1=EEE&go=1"),
    *("/rules/british", "/learn/lessons", "/learn/lessons/british/sum?answer=2"),
    f"/learn/steps?{EXAMPLE}&at=9",
    "/learn/train?rules=british&level=3&seed=5&check=1&g.points=1&g.doubles=1&g.total=1",
    "/learn/train?rules=mcr&level=6&seed=5",
]
TAPPED = [
    tables.test_the_classical_example_is_tapped_in_and_settled_with_the_others_points,
    hands.test_the_classical_example_is_tapped_in_and_settled,
    hands.test_a_british_hand_is_tapped_in_and_settled,
    hands.test_a_chinese_official_hand_is_tapped_in_and_settled,
    hands.test_an_american_hand_with_an_exposed_joker_is_tapped_in_and_settled,
    tables.test_the_british_example_is_tapped_in_with_a_hand_of_each_kind,
    tables.test_only_the_winner_is_asked_where_losers_do_not_score,
    tables.test_an_american_hand_is_tapped_in_and_settled,
]
"""Each ruleset's worked example, by the tests that tap it in with a network."""


class Hall(NamedTuple):
    """A phone that keeps the scorer, and the server that it has it from."""

    server: Server
    context: BrowserContext

    @property
    def address(self) -> str:
        return self.server.address

    def leave(self) -> Page:
        """The network is gone, and the phone is opened."""
        self.server.stop()
        return from_a_cold_start(self.context)

    def come_back(self) -> None:
        self.server.start()
        self.server.open.set()


@pytest.fixture(scope="module")
def whole_hall(
    whole_browser: Browser, offline_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Hall]:
    settings = {"OFFLINE_FOLDER": str(offline_folder), "CLIENT_SECONDS": 0}
    with serving(sqlite(tmp_path_factory.mktemp("games")), **settings) as app:
        hall = Hall(Server(app), new_phone(whole_browser, service_workers="allow"))
        page = hall.context.new_page()
        keep_the_scorer(page, hall.address)
        page.close()
        yield hall
        hall.context.close()
        hall.server.open.set()
        hall.server.stop()


@pytest.fixture
def hall(whole_hall: Hall) -> Iterator[Hall]:
    """The same for every test, with nothing of hands and games on it."""
    whole_hall.come_back()
    whole_hall.context.clear_cookies()
    page = whole_hall.context.new_page()
    page.goto(f"{whole_hall.address}/keep?lang=en")
    until(page, f"async () => {KEPT_IN.format('en')}")
    forget(page, whole_hall.address, "indexeddb")
    page.evaluate(
        "for (const name of Object.keys(localStorage)) "
        "if (name !== 'scorer.engine') delete localStorage[name]"
    )
    yield whole_hall
    whole_hall.come_back()
    for opened in whole_hall.context.pages:
        opened.close()


@pytest.fixture
def pad(hall: Hall) -> Iterator[Keypad]:
    keypad = Keypad(hall.leave(), hall.address)
    yield keypad
    expected = re.compile("422|ERR_CONNECTION_REFUSED")
    assert [words for words in keypad.complaints if not expected.search(words)] == []


@pytest.mark.nightly
@pytest.mark.parametrize("tapped", TAPPED)
def test_a_worked_example_is_tapped_in_without_a_network(
    pad: Keypad, tapped: Callable[[Keypad], None]
) -> None:
    tapped(pad)


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["fr", "en", "zh"])
def test_results_are_explained_as_by_the_server(hall: Hall, language: str) -> None:
    def pages(page: Page) -> list[str]:
        found = []
        for path in RESULTS:
            answer = page.goto(f"{hall.address}{path}")
            assert answer is not None
            found.append(re.sub(MARKS, "", answer.text()))
        return found

    online = hall.context.new_page()
    online.goto(f"{hall.address}/?lang={language}")
    until(online, f"async () => {KEPT_IN.format(language)}")
    there = pages(online)
    page = hall.leave()
    assert pages(page) == [re.sub(PICTURES, "", shown) for shown in there]
    assert page.evaluate(MADE_BY)
    assert page.evaluate("document.documentElement.lang").startswith(language)
    answers_programs(page)


@pytest.mark.nightly
def test_an_answer_tells_who_made_it(pad: Keypad, hall: Hall) -> None:
    hands.test_a_british_hand_is_tapped_in_and_settled(pad)
    pad.tap(".kp-result")
    playwright.expect(pad.page.locator(".kp-answer .note").first).to_contain_text(
        HERE, ignore_case=True
    )
    pad.page.get_by_role("button", name="Score", exact=True).tap()
    playwright.expect(pad.page.locator(".kept-note")).to_contain_text(HERE)
    hall.come_back()
    by_the_server(pad.page, pad.page.url)
    playwright.expect(pad.page.locator(".figure")).to_have_text("544")
    playwright.expect(pad.page.locator(".kept-note")).to_have_text("")


@pytest.mark.nightly
def test_the_scorer_outlives_a_reload_and_its_worker(hall: Hall) -> None:
    page = hall.leave()
    for _ in range(3):
        page.goto(f"{hall.address}/?{EXAMPLE}&go=1")
        playwright.expect(page.locator(".figure")).to_have_text("336")
        page.reload()
        playwright.expect(page.locator(".figure")).to_have_text("336")
        page = from_a_cold_start(hall.context)


@pytest.mark.nightly
def test_what_is_wrong_is_said_beside_its_field(hall: Hall) -> None:
    page = hall.leave()
    page.goto(f"{hall.address}/?rules=mcr&hand=12x&go=1")
    playwright.expect(page.locator(".problems")).to_contain_text("x")
    page.goto(f"{hall.address}/?rules=chess&hand=%00%F0&go=1")
    playwright.expect(page.locator("h1")).to_be_visible()


@pytest.mark.nightly
def test_with_a_network_the_server_answers_and_a_slow_one_keeps_nobody_waiting(
    hall: Hall,
) -> None:
    page = hall.context.new_page()
    by_the_server(page, f"{hall.address}/?{EXAMPLE}&go=1")
    playwright.expect(page.locator(".figure")).to_have_text("336")
    hall.server.open.clear()
    page.goto(f"{hall.address}/?{EXAMPLE}&go=1")
    playwright.expect(page.locator(".figure")).to_have_text("336")
    assert page.evaluate(MADE_BY)
    hall.server.open.set()


def answers_programs(page: Page) -> None:
    """The phone answers a document as the API does."""
    answer = page.evaluate(
        """async (told) => {
            const body = JSON.stringify(told);
            const headers = { 'Content-Type': 'application/json' };
            const answer = await fetch('/api/v1/score', { method: 'POST', body, headers });
            return [answer.status, answer.headers.get('X-Scorer-Engine'), await answer.json()];
        }""",
        SCORE,
    )
    assert (answer[0], answer[2]["total"]) == (200, scorer.score(SCORE)["total"])
    assert answer[1] == page.evaluate(MADE_BY)


@pytest.fixture
def evening(hall: Hall) -> Evening:
    return Evening.begun(hall.address)


def kept_game(page: Page, evening: Evening) -> None:
    kept = f"(await caches.match('/games/{evening.play}/kept'))"
    until(page, f"async () => Boolean({kept})")


HANDS = [("S", "E", POINTS), ("W", "S", SECOND), ("W", "N", THIRD)]


def three_hands(phone: Phone) -> None:
    for winner, giver, points in HANDS:
        phone.hand(winner, giver, **points)


def told_totals(phone: Phone) -> list[str]:
    return phone.page.locator(".plate-total").all_inner_texts()


def shows_totals(phone: Phone, totals: list[str]) -> None:
    playwright.expect(phone.page.locator(".plate-total")).to_have_text(totals)


def left_with_a_game(hall: Hall, evening: Evening) -> Phone:
    """A phone without a network that has seen the game."""
    online = Phone(hall.context.new_page(), hall.address)
    online.join(evening.play)
    kept_game(online.page, evening)
    return Phone(hall.leave(), hall.address)


@pytest.mark.nightly
def test_a_worked_example_a_document_and_a_hand_of_a_game_without_a_network(
    hall: Hall, evening: Evening
) -> None:
    phone = left_with_a_game(hall, evening)
    tables.test_the_classical_example_is_tapped_in_and_settled_with_the_others_points(phone)
    answers_programs(phone.page)
    expected = re.compile("422|ERR_CONNECTION_REFUSED")
    assert [words for words in phone.complaints if not expected.search(words)] == []
    hands_count_at_once_and_again_on_the_server(hall, evening, phone, 1)


@pytest.mark.nightly
def test_three_hands_of_a_game_count_at_once_and_again_on_the_server(
    hall: Hall, evening: Evening
) -> None:
    phone = left_with_a_game(hall, evening)
    hands_count_at_once_and_again_on_the_server(hall, evening, phone, 3)


def hands_count_at_once_and_again_on_the_server(
    hall: Hall, evening: Evening, phone: Phone, number: int
) -> None:
    phone.join(evening.play)
    for winner, giver, points in HANDS[:number]:
        phone.hand(winner, giver, **points)
    words = "1 entry waits" if number == 1 else f"{number} entries wait"
    playwright.expect(phone.waiting).to_contain_text(words)
    here = told_totals(phone)
    assert len(set(here)) > 1
    phone.page.reload()
    shows_totals(phone, here)
    hall.come_back()
    evening.reaches(phone, number)
    playwright.expect(phone.waiting).to_be_hidden()
    wanted = [points for _, _, points in HANDS[:number]]
    assert [points_of(entry) for entry in evening.counts()] == wanted
    shows_totals(phone, here)
    playwright.expect(phone.page.locator("html[data-engine]")).to_have_count(0)
    playwright.expect(phone.page.locator(".kept-note")).to_be_empty()


@pytest.mark.nightly
def test_an_undo_counts_at_once_too(hall: Hall, evening: Evening) -> None:
    evening.hand()
    online = Phone(hall.context.new_page(), hall.address)
    online.join(evening.play)
    kept_game(online.page, evening)
    phone = Phone(hall.leave(), hall.address)
    phone.join(evening.play)
    phone.undo_last()
    phone.shows(dict.fromkeys(("p1", "p2", "p3", "p4"), 2000))
    hall.come_back()
    evening.reaches(phone, 2)
    assert evening.counts() == []


@pytest.mark.nightly
def test_what_the_server_scores_otherwise_is_told(hall: Hall, evening: Evening) -> None:
    online = Phone(hall.context.new_page(), hall.address)
    online.join(evening.play)
    kept_game(online.page, evening)
    phone = Phone(hall.leave(), hall.address)
    phone.join(evening.play)
    phone.hand("S", "E", **POINTS)
    playwright.expect(phone.waiting).to_contain_text("1 entry waits")
    phone.page.evaluate(OTHER_MOVES, evening.play)
    hall.come_back()
    playwright.expect(phone.waiting).to_contain_text("The server’s score differs from this phone’s")
    playwright.expect(phone.waiting).to_contain_text("This phone: Ann +7")
    phone.press("Seen")
    playwright.expect(phone.waiting).to_be_hidden()
    phone.page.reload()
    phone.page.locator(".game-plates").wait_for()
    playwright.expect(phone.waiting).to_be_hidden()


OTHER_MOVES = """async (game) => {
    const { src } = document.querySelector('script[src*="game/page.js"]');
    const { waiting, update } = await import(src.replace('page.js', 'queue.js'));
    for (const entry of await waiting(game)) await update(entry, { moves: { p1: 7, p2: -7 } });
}"""


@pytest.mark.nightly
def test_a_game_begun_on_the_phone_is_played_there_and_comes_to_the_server(hall: Hall) -> None:
    phone = Phone(hall.leave(), hall.address)
    phone.visit("/games/new?rules=classical")
    for row, name in enumerate(NAMES, 1):
        phone.page.locator(f"[name=name{row}]").fill(name)
    phone.press("Begin")
    phone.page.wait_for_url("**/games/alone-*")
    phone.page.locator(".game-plates").wait_for()
    three_hands(phone)
    here = told_totals(phone)
    phone = Phone(from_a_cold_start(hall.context), hall.address)
    phone.visit("/games")
    phone.page.locator(".games-here a").first.tap()
    phone.page.locator(".game-plates").wait_for()
    shows_totals(phone, here)
    hall.come_back()
    eventually(phone.page, lambda: not phone.key.startswith("alone"))
    evening = Evening(hall.address, phone.key, "")
    evening.reaches(phone, 3)
    assert [points_of(entry) for entry in evening.counts()] == [POINTS, SECOND, THIRD]
    shows_totals(phone, here)


@pytest.mark.nightly
def test_a_hand_that_is_refused_on_the_phone_says_why(hall: Hall, evening: Evening) -> None:
    online = Phone(hall.context.new_page(), hall.address)
    online.join(evening.play)
    kept_game(online.page, evening)
    phone = Phone(hall.leave(), hall.address)
    phone.join(evening.play)
    phone.score_hand()
    phone.tell_agreed("S", "E", **POINTS)
    phone.page.locator("#form").evaluate(
        "form => { form.elements['e.points'].value = '99999999999'; }"
    )
    phone.enter()
    playwright.expect(phone.waiting).to_contain_text("not accepted")
    assert evening.address


@pytest.mark.nightly
def test_removed_it_is_as_before(whole_browser: Browser, hall: Hall) -> None:
    context = new_phone(whole_browser, service_workers="allow")
    page = context.new_page()
    keep_the_scorer(page, hall.address)
    page.locator("[data-remove]").tap()
    until_state(page, "asks")
    names = page.evaluate("caches.keys()")
    assert not [name for name in names if name.startswith("scorer-engine")]
    until(
        page,
        "async () => (await navigator.serviceWorker.ready).active.scriptURL"
        ".endsWith('/service-worker.js')",
    )
    hall.server.stop()
    page.goto(f"{hall.address}/?{EXAMPLE}&go=1")
    playwright.expect(page.locator("h1")).to_have_text("No network")
    context.close()
