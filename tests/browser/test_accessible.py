"""Every page, in every state that a player meets, without a fault that axe-core can find."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.pad import Keypad, type_the_classical_example
from tests.browser.page_kinds import KINDRED_PAGES, PAGES, TABLE, UNFOLDED, open_page
from tests.browser.test_page import CARD, EXAMPLE
from tests.nightly import in_turn, nightly
from tests.pages.examples import HANDS, RULESETS

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

PAGES_BESIDES = [
    *KINDRED_PAGES.values(),
    *(f"/?rules={rules}" for rules in RULESETS if rules != "classical"),
    *(f"/table?rules={rules}" for rules in RULESETS if rules != "riichi"),
    "/waits?rules=classical",
    *(f"/?{urlencode(HANDS[rules])}" for rules in RULESETS),
    *(f"/compare?{urlencode(HANDS[rules])}" for rules in RULESETS if rules != "british"),
    *(
        f"/why?{urlencode({**HANDS[rules], 'why': 'no-chows'})}"
        for rules in RULESETS
        if rules != "classical"
    ),
    *(
        f"/learn/train?rules={rules}&level={level}&seed=5"
        for rules in RULESETS
        for level in (1, 2, 3, 6)
    ),
    "/learn/train?rules=mcr&level=9&seed=1",
    *(
        f"/rules/{rules}{sheet}"
        for rules in RULESETS
        for sheet in ("", "/sheet")
        if rules != "american"
    ),
    *("/rules/classical/drawn-from-the-wall", "/rules/american/card-hand", "/rules/mcr/nine-gate"),
    *("/card?card=practice", f"/?{EXAMPLE}&lang=fr"),
    *(f"/table?rules=mcr&lang={language}" for language in ("zh", "fr")),
]
"""The same templates by every ruleset and in every language."""
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
# What axe-core does not look for by itself: that a name holds the words that are seen (WCAG 2.5.3).
BESIDES = {"label-content-name-mismatch": {"enabled": True}}
UNREADABLE_BY_NIGHT = "@media (prefers-color-scheme: dark) { h1 { color: #333 !important; } }"


RUN = """options => axe.run(options).then(({ violations }) => violations.flatMap(
    ({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`)))"""


def faults(page: Page, *rules: str) -> list[str]:
    """What axe-core finds, by all its rules or by these, each with the element that it means."""
    axe = Axe()
    if page.evaluate("!window.axe"):
        page.evaluate(axe.axe_script)
    told = {"runOnly": list(rules)} if rules else {"rules": BESIDES}
    options = {"resultTypes": ["violations"], "selectors": False, "preload": False, **told}
    found: list[str] = page.evaluate(RUN, options)
    return found


def faults_by_day_and_night(page: Page) -> list[str]:
    """By night there are other colours and nothing else."""
    page.emulate_media(color_scheme="light")
    found = faults(page)
    page.emulate_media(color_scheme="dark")
    return found + faults(page, "color-contrast")


@pytest.mark.parametrize(
    ("path", "scheme"),
    [*in_turn(PAGES.values(), SCHEMES, 4), *nightly(product(PAGES_BESIDES, SCHEMES))],
)
def test_a_page_has_no_fault(page: Page, address: str, path: str, scheme: Scheme) -> None:
    page.emulate_media(color_scheme=scheme)
    open_page(page, address + path)
    page.evaluate(UNFOLDED)
    assert faults(page) == []


@pytest.mark.nightly
def test_the_open_menu_has_no_fault(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.locator(".site-more > summary").click()
    page.get_by_role("button", name="Left-handed").wait_for()
    assert faults_by_day_and_night(page) == []


def test_a_fault_would_be_found(page: Page, address: str) -> None:
    page.goto(f"{address}/rules")
    page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    assert any(fault.startswith("label: <input>") for fault in faults(page))
    page.evaluate("rule => document.styleSheets[0].insertRule(rule)", UNREADABLE_BY_NIGHT)
    found = faults_by_day_and_night(page)
    assert [fault for fault in found if fault.startswith("color-contrast: <h1")]
    page.evaluate("document.querySelector('nav a').setAttribute('aria-label', 'Something else')")
    assert any(fault.startswith("label-content-name-mismatch: <a") for fault in faults(page))


def hand_with_a_question(pad: Keypad) -> None:
    pad.open("classical")
    pad.mode("pung", "E R G P")
    pad.keys("5d 5d")
    pad.tell(seat="S")


def waiting_hand(pad: Keypad) -> None:
    type_the_classical_example(pad)
    pad.take_back("5 of dots, the winning tile")
    pad.says("Waits for")


def open_lines(pad: Keypad) -> None:
    type_the_classical_example(pad)
    pad.total("336")
    pad.tap(".kp-result")
    pad.page.locator(".kp-line summary").first.tap()


def circumstances(pad: Keypad) -> None:
    type_the_classical_example(pad)
    pad.chip("with")


def table_of_four(pad: Keypad) -> None:
    type_the_classical_example(pad)
    pad.total("336")
    pad.tap(".kp-result")
    pad.tap('[name="carry"]')
    pad.says("Still to enter")
    pad.tap('[data-at="seat-S"]')


def told_in_part(pad: Keypad) -> None:
    pad.open("classical", "table")
    pad.tell(winner="S")
    pad.tap('[data-at="seat-E"]')
    pad.keys("9c 9c 9c F1")
    pad.tap("#keypad-part")


def digits(pad: Keypad) -> None:
    pad.open("classical", "table")
    pad.tell(winner="S")
    pad.agree(W=24)


def nobody_remembers(pad: Keypad) -> None:
    type_the_classical_example(pad)
    pad.tap('[data-at="unsure"]')
    pad.total("304")


def no_connection(pad: Keypad) -> None:
    type_the_classical_example(pad)
    pad.total("336")
    pad.page.route("**/live/**", lambda route: route.abort())
    pad.take_back("(flower 1)")
    pad.says("No connection")


def on_its_side(pad: Keypad) -> None:
    pad.page.set_viewport_size({"width": 844, "height": 390})
    pad.open("classical", "table")


def at_a_desk(pad: Keypad) -> None:
    pad.page.set_viewport_size({"width": 1440, "height": 900})
    open_lines(pad)


def corrected(pad: Keypad) -> None:
    pad.page.goto(f"{pad.address}/table?{TABLE}")
    pad.page.get_by_role("link", name="Correct").click()
    pad.page.locator(".kp-grid").wait_for()


@pytest.mark.parametrize(
    "state",
    [
        open_lines,
        *nightly(
            [
                corrected,
                no_connection,
                hand_with_a_question,
                table_of_four,
                on_its_side,
                at_a_desk,
                waiting_hand,
                circumstances,
                told_in_part,
            ]
        ),
        *nightly([digits, nobody_remembers]),
    ],
    ids=lambda state: state.__name__.replace("_", " "),
)
def test_the_keypad_has_no_fault(pad: Keypad, state: Callable[[Keypad], None]) -> None:
    state(pad)
    assert faults_by_day_and_night(pad.page) == []
    pad.complaints = [words for words in pad.complaints if "ERR_FAILED" not in words]


def test_a_card_that_was_checked_has_no_fault(page: Page, address: str) -> None:
    for text in (CARD, CARD.replace("8888a", "888a")):
        page.goto(f"{address}/card")
        page.get_by_label("The card’s text").fill(text)
        page.get_by_role("button", name="Check the card").click()
        page.locator("#faults, .printed-hands").first.wait_for()
        assert faults(page) == []


def test_special_hands_while_they_are_typed_have_no_fault(page: Page, address: str) -> None:
    page.goto(f"{address}/hands?rules=british")
    for text in ("Twins: seven pairs  C 500", "Twins: sevn pairs  C 500"):
        page.get_by_label("Special hands, one per line").fill(text)
        page.locator("#faults, .printed-hands").first.wait_for()
        assert faults_by_day_and_night(page) == []
