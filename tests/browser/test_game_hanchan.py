"""A whole hanchan of riichi, tapped in by four phones in turn: wins by han and fu, deposits, draws,
repeated deals, until the session is over; all boards show what the game itself comes to."""

from __future__ import annotations

from itertools import cycle
from typing import Any, NamedTuple

import pytest
from playwright import sync_api as playwright

from scorer import game as games
from tests.browser.evening import NAMES, Evening, Phone, Phones

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AT = "2026-11-21T19:00:00Z"
PLAYERS = ("p1", "p2", "p3", "p4")


class Told(NamedTuple):
    """A hand: who won (nobody: ""), from whom (drawn: ""), the han and fu, who was in riichi, and
    who waited at a draw."""

    winner: str = ""
    giver: str = ""
    han: int = 0
    fu: int = 0
    riichi: str = ""
    waiting: str = ""

    def document(self) -> dict[str, Any]:
        """What a program would tell of it."""
        players: dict[str, Any] = {seat: {} for seat in "ESWN"}
        for seat in self.riichi:
            if seat != self.winner:
                players[seat]["riichi"] = True
        for seat in self.waiting:
            players[seat]["tenpai"] = True
        if self.winner:
            won: dict[str, Any] = {"by": "discard", "from": self.giver}
            won = won if self.giver else {"by": "self_draw"}
            if self.winner in self.riichi:
                won["with"] = ["riichi"]
            agreed = {"han": self.han} | ({"fu": self.fu} if self.fu else {})
            players[self.winner] |= {"win": won, "agreed": agreed}
        return {"players": players}


HANCHAN = (
    Told("S", "E", 3, 40, riichi="SW"),
    Told(waiting="EW", riichi="W"),
    Told("E", "", 2, 30, riichi="E"),
    Told("N", "S", 1, 30),
    Told("W", "", 5),
    Told("S", "W", 4, 30),
    Told("W", "N", 6, riichi="WN"),
    Told(),
    Told("E", "S", 1, 40),
    Told("S", "", 2, 40),
    Told("N", "E", 8),
)
"""East and south: eight deals, of which two are repeated and one follows a draw."""


def tap_in(phone: Phone, hand: Told) -> None:
    """From the board and back to it."""
    phone.score_hand()
    phone.tell(winner=hand.winner or "nobody")
    if hand.winner:
        phone.tell(**({"from": hand.giver} if hand.giver else {"won": "self_draw"}))
        # A game goes on as its last hand was told.
        if not phone.page.locator(".kp-digits").is_visible():
            phone.tap("#keypad-points")
        phone.tap(f'[data-amount="han {hand.han}"]')
        if hand.fu:
            phone.tap(f'[data-amount="fu {hand.fu}"]')
    else:
        # Who waits is asked by itself.
        phone.tell_seats(hand.waiting or ["nobody"])
        phone.press("Done")
    if hand.riichi:
        phone.chip("p.riichi")
        phone.tell_seats(hand.riichi)
        phone.press("Done")
    phone.enter()
    phone.page.locator(".game-plates").wait_for()


@pytest.mark.nightly
def test_a_hanchan_of_four_phones(phones: Phones, address: str) -> None:
    evening = Evening.begun(address, "riichi", preset="tenhou")
    four = [phones() for _ in NAMES]
    for phone in four:
        phone.join(evening.play)
    document = {"ruleset": "riichi", "preset": "tenhou", "players": [*NAMES]}
    game = games.begin(document, at=AT)
    for phone, hand in zip(cycle(four), HANCHAN, strict=False):
        assert not games.sheet(game)["state"]["over"]
        tap_in(phone, hand)
        game = games.append_entry(game, {"kind": "hand", "document": hand.document()}, at=AT)
        sheet = games.sheet(game)
        seat_of = {one: seat for seat, one in sheet["state"]["seats"].items()}
        for other in four:
            other.shows(sheet["totals"])
            if not sheet["state"]["over"]:
                other.shows_winds("".join(seat_of[player] for player in PLAYERS))
    assert games.sheet(game)["state"]["over"]
    assert evening.sheet()["totals"] == games.sheet(game)["totals"]
    for phone in four:
        playwright.expect(phone.page.locator("#score-hand")).to_have_count(0)
