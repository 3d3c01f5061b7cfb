"""What a phone at the table receives while others enter the hands of an evening."""

from __future__ import annotations

import pytest
from playwright import sync_api as playwright

from scorer.rules import BOOKS
from tests.browser.evening import Evening, Phone, Phones, agreed, eventually

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

HANDS = 16
MAX_BYTES = 60_000
COPIES = """async () => {
    const found = {};
    for (const name of await caches.keys()) {
        if (!name.endsWith("-seen")) continue;
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) {
            found[new URL(url).pathname] = await (await cache.match(url)).text();
        }
    }
    return found;
}"""


def document(ruleset: str, number: int) -> dict[str, object]:
    """A hand: each player wins in turn, every other time on the discard of the next."""
    winner, giver = ("ESWN"[(number + further) % 4] for further in (0, 1))
    hand = agreed(winner, giver if number % 2 else "")
    players = hand["players"]
    if ruleset == "riichi":
        players[winner]["agreed"] = {"han": 3, "fu": 30}
    else:
        players[winner]["points"] = 8 if ruleset == "hongkong" else 40
    if BOOKS[ruleset].payments.losers_score:
        for player in players.values():
            player.setdefault("points", 8)
    return hand


def weighs(phone: Phone, weights: list[int]) -> None:
    """From here on counts the bodies that this phone receives."""

    def finished(request: playwright.Request) -> None:
        weights.append(request.sizes()["responseBodySize"])

    phone.page.on("requestfinished", finished)


def until_kept(phone: Phone, key: str, version: int) -> None:
    """Waits until this phone has copies of the board and of the form at this version."""
    mark = f'data-version="{version}"'

    def is_kept() -> bool:
        copies = phone.page.evaluate(COPIES)
        return all(mark in copies.get(f"/games/{key}{page}", "") for page in ("", "/hand"))

    eventually(phone.page, is_kept)


@pytest.mark.parametrize("ruleset", BOOKS)
def test_an_evening_is_60_kb_beyond_the_first_page(
    phones: Phones, address: str, ruleset: str
) -> None:
    evening = Evening.begun(address, ruleset)
    phone = phones(service_workers="allow")
    phone.visit("/games")
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    phone.join(evening.play)
    weights: list[int] = []
    weighs(phone, weights)
    hands = 0
    while hands < HANDS and not evening.sheet()["state"]["over"]:
        evening.write("hand", document=document(ruleset, hands))
        hands += 1
        phone.shows(evening.sheet()["totals"])
        until_kept(phone, evening.play, hands)
    assert hands >= 8
    assert 0 < sum(weights) <= MAX_BYTES, weights
