"""What small phones show of a game lies whole in its place: totals, payments, the winning tile, the
names of deals."""

from __future__ import annotations

from functools import partial

import pytest
from playwright import sync_api as playwright

from scorer.service.i18n.languages import LANGUAGES
from tests.browser.evening import Evening, Json, Phone, Phones, eventually
from tests.nightly import nightly

pytestmark = pytest.mark.browser

NAMES = ("Maximiliana", "Bo", "Cy", "Di")
AGREED = {"win": {"by": "discard", "from": "S"}, "agreed": {"han": 2, "fu": 30}}
EAST_WINS: dict[str, Json] = {
    "classical": {
        "players": {
            "E": {"points": 16, "win": {"by": "discard", "from": "S"}},
            **{seat: {"points": 8} for seat in "SWN"},
        }
    },
    "riichi": {"players": {"E": AGREED, **{seat: {} for seat in "SWN"}}},
}
REPEATED = {
    "classical": {"en": ("East 1", "repeat 1"), "fr": ("Est 1", "reprise 1"), "zh": ("连庄1次",)},
    "riichi": {"en": ("East 1", "1 honba"), "fr": ("Est 1", "1 honba"), "zh": ("1本场",)},
}
BROKEN = """([elements, parts]) => elements.flatMap((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.data.replaceAll('\\u00a0', ' ');
      for (const part of parts) {
        const at = text.indexOf(part);
        if (at < 0) continue;
        range.setStart(node, at);
        range.setEnd(node, at + part.length);
        const rows = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (rows.size > 1) found.push(`${text}: ${part}`);
      }
    }
    return found;
})"""
TOO_WIDE = """(elements) => elements.filter((e) => e.offsetParent && e.scrollWidth > e.clientWidth)
    .map((e) => `${e.textContent}: ${e.scrollWidth} in ${e.clientWidth}`)"""
TOO_HIGH = "(card) => card.scrollHeight - card.clientHeight"


def is_whole(phone: Phone) -> bool:
    """Whether the card of the hand has nothing to scroll to."""
    return bool(phone.page.locator(".kp-card").evaluate(TOO_HIGH) <= 0)


def begun(phone: Phone, rules: str, language: str, hands: int = 0) -> Evening:
    """A game in this language, whose dealer has won its hands, on the board of this phone."""
    evening = Evening.begun(phone.address, rules, players=NAMES)
    for _ in range(hands):
        evening.write("hand", document=EAST_WINS[rules])
    phone.visit(f"/games?lang={language}")
    phone.join(evening.play)
    return evening


def size(phone: Phone, width: int, height: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": height})


def unbroken(phone: Phone, selector: str, parts: tuple[str, ...]) -> None:
    """Each of these words stands on one line wherever these elements say it."""
    shown = phone.page.locator(selector)
    assert any(
        part in text.replace("\u00a0", " ") for text in shown.all_inner_texts() for part in parts
    )
    elements = shown.element_handles()
    assert phone.page.evaluate(BROKEN, [elements, list(parts)]) == []


@pytest.mark.parametrize("language", ["zh", *nightly(["en", "fr"])])
def test_what_four_players_hold_and_pay_in_riichi(phones: Phones, language: str) -> None:
    """A total on one line of its plate; payments beside Enter, and the keys of three yakuman."""
    phone = phones()
    begun(phone, "riichi", language)
    totals = phone.page.locator(".plate-total")
    heights = []
    for width in (320, 360, 390):
        size(phone, width, 640)
        heights += totals.evaluate_all("(all) => all.map((e) => e.offsetHeight)")
        assert totals.evaluate_all(TOO_WIDE) == []
    assert max(heights) < 40
    phone.wins("p1")
    phone.tell(won="self_draw")
    phone.use_points()
    phone.tap('[data-amount="yakuman 1"]')
    phone.says("+48")
    small = phone.page.locator(".kp-result, .kp-digit")
    for width, height in ((320, 640), (360, 640), (390, 844), (844, 390)):
        size(phone, width, height)
        assert small.evaluate_all(TOO_WIDE) == [], width
        if width == 360:
            unbroken(phone, ".kp-say", ("48000", "48\u202f000"))


@pytest.mark.parametrize("language", ["fr", *nightly(["en", "zh"])])
def test_the_winning_tile_of_a_phone_on_its_side(phones: Phones, language: str) -> None:
    """The whole hand is in sight: its card has nothing to scroll to."""
    phone = phones()
    begun(phone, "classical", language)
    phone.wins("p2")
    phone.tell(**{"from": "E"})
    phone.keys("2b 3b 4b 2c 3c 4c 6d 7d 8d 4c 5c 6c 5d 5d")
    phone.page.locator(".kp-winning").wait_for()
    for width, height in ((844, 390), (740, 360), (667, 375)):
        size(phone, width, height)
        # The keys take their places once the page hears of its new size.
        eventually(phone.page, partial(is_whole, phone))


@pytest.mark.parametrize("rules", ["classical", *nightly(["riichi"])])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_a_repeated_deal(phones: Phones, language: str, rules: str) -> None:
    """On the board its parts are not broken; what corrects it is named whole."""
    phone = phones()
    begun(phone, rules, language, hands=2)
    parts = REPEATED[rules][language]
    for width in (320, 360):
        size(phone, width, 640)
        unbroken(phone, ".game-actions .button", parts)
        unbroken(phone, ".last-hand .eyebrow", parts)
    phone.tap("#correct-last")
    phone.page.locator(".kp-bar").wait_for()
    heading = phone.page.locator(".sheet-form > h1")
    for width in (320, 360, 390):
        size(phone, width, 640)
        assert heading.evaluate_all(TOO_WIDE) == [], width
        unbroken(phone, ".sheet-form > h1", parts)
        playwright.expect(heading).to_be_in_viewport(ratio=1)
