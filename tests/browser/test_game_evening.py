"""Whole evenings, tapped in by four phones in turn: after each entry all boards show what the game
itself comes to when it is told the same. At the end the game equals one written over HTTP."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Any, NamedTuple

import pytest
from playwright import sync_api as playwright

from scorer import game as games
from scorer.rules import BOOKS
from tests.browser.evening import NAMES, Evening, Phone, Phones, agreed

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AT = "2026-11-21T19:00:00Z"
WINNERS = "SENWWSE"
PLAYERS = ("p1", "p2", "p3", "p4")


class Hands(NamedTuple):
    """The hands of an evening: how many, and what their winners agree on in turn."""

    number: int
    worth: tuple[int, ...]


EVENINGS = {
    "classical": Hands(11, (32, 40, 8, 64)),
    "british": Hands(11, (26, 48, 10, 100)),
    "mcr": Hands(16, (8, 24, 12, 88)),
    "american": Hands(11, (25, 30, 50, 75)),
    "hongkong": Hands(16, (3, 7, 5, 13)),
    "zungjung": Hands(16, (5, 40, 30, 320)),
    "taiwanese": Hands(16, (21, 23, 25, 40)),
    "classical/dmjl": Hands(11, (44, 88, 28, 500)),
    "classical/buzzard_2000": Hands(11, (64, 66, 132, 600)),
}
"""By ruleset, or ruleset and preset: all of a session, where a session has an end of so many;
elsewhere enough to undo, correct and fine. Riichi's hands, of han and fu, are in
test_game_hanchan.py."""
LOSERS = ({"E": 4, "S": 2, "W": 0, "N": 8}, {"E": 6, "S": 8, "W": 2, "N": 4})


def begun_with(rules: str) -> dict[str, str]:
    """The ruleset, and the preset where one is named after it."""
    return dict(zip(("ruleset", "preset"), rules.split("/"), strict=False))


class Played:
    """The evening as the game itself has it, beside the phones that tell it."""

    def __init__(self, rules: str, phones: Sequence[Phone]) -> None:
        self.worth, self.begun_with, self.phones = EVENINGS[rules], begun_with(rules), phones
        self.game = games.begin({**self.begun_with, "players": [*NAMES]}, at=AT)
        self.written: list[dict[str, Any]] = []
        self.turn = cycle(phones)

    def told(self, kind: str, **told: Any) -> None:
        """All boards show what this entry leads to."""
        self.written.append({"kind": kind, **told})
        self.game = games.append_entry(self.game, self.written[-1], at=AT)
        sheet = games.sheet(self.game)
        seat_of = {one: seat for seat, one in sheet["state"]["seats"].items()}
        for phone in self.phones:
            phone.shows(sheet["totals"])
            phone.shows_winds("".join(seat_of[player] for player in PLAYERS))

    def hands(self) -> Iterator[tuple[str, str, dict[str, int]]]:
        """Who wins each hand, from whom, and the points."""
        number, worth = self.worth
        for n in range(number):
            winner = WINNERS[n % len(WINNERS)]
            if n % 6 == 4:
                yield "nobody", "", {}
                continue
            giver = "" if n % 3 == 2 else "ESWN"[("ESWN".index(winner) + 1 + n % 3) % 4]
            scores = BOOKS[self.begun_with["ruleset"]].payments.losers_score
            losers = {s: p for s, p in LOSERS[n % 2].items() if s != winner} if scores else {}
            yield winner, giver, {winner: worth[n % len(worth)], **losers}

    def play(self, winner: str, giver: str, points: dict[str, int]) -> None:
        phone = next(self.turn)
        phone.hand(winner, giver, **points)
        self.told("hand", document=agreed(winner, giver, **points))

    def undo(self) -> None:
        next(self.turn).undo_last()
        self.told("undo", entry=self.game.version)

    def tell_again(self, giver: str) -> None:
        """The last hand was won from somebody else."""
        phone, entry = next(self.turn), self.game.entry(self.game.version)
        if not phone.page.locator("#hands[open]").count():
            phone.tap("#hands > summary")
        phone.page.get_by_role("link", name="Correct it").first.tap()
        phone.page.locator(".kp-bar").wait_for()
        phone.chip("won")
        phone.tell(**{"from": giver})
        phone.enter()
        phone.page.locator(".game-plates").wait_for()
        document = entry.payload["document"]
        winner = next(seat for seat, one in document["players"].items() if one.get("win"))
        players = {**document["players"]}
        players[winner] = {**players[winner], "win": {"by": "discard", "from": giver}}
        self.told("replace", entry=entry.n, document={"players": players})

    def fine(self) -> None:
        """The third player gives fifty to the others' first."""
        phone = next(self.turn)
        phone.press("Penalty or points", role="link")
        phone.page.locator("[name='moves.p1']").fill("50")
        phone.page.locator("[name='moves.p3']").fill("-50")
        phone.press("Show what it does")
        phone.press("Enter")
        phone.page.locator(".game-plates").wait_for()
        self.told("adjust", moves={"p1": 50, "p3": -50})

    def close(self) -> None:
        phone = next(self.turn)
        phone.visit(f"/games/{phone.key}/more")
        phone.press("Finish the evening")
        phone.page.locator(".game-plates").wait_for()
        self.told("close")


def over_http(address: str, played: Played) -> Evening:
    """The same evening, written by a program."""
    evening = Evening.begun(address, **played.begun_with)
    for entry in played.written:
        evening.write(**entry)
    return evening


def told_of(evening: Evening) -> list[Any]:
    """Where the game stands, and what each entry has come to."""
    sheet = evening.sheet()
    parts = ("kind", "seats", "prevailing", "moves", "replaced_by", "undone_by")
    entries = [{part: entry.get(part) for part in parts} for entry in sheet["entries"]]
    nets = [entry.get("answer", {}).get("net") for entry in sheet["entries"]]
    return [sheet["state"], sheet["totals"], sheet["result"], sheet["warnings"], entries, nets]


@pytest.mark.nightly
@pytest.mark.parametrize("rules", EVENINGS)
def test_an_evening_of_four_phones(phones: Phones, address: str, rules: str) -> None:
    evening = Evening.begun(address, **begun_with(rules))
    four = [phones() for _ in NAMES]
    for phone in four:
        phone.join(evening.play)
    played = Played(rules, four)
    for number, hand in enumerate(played.hands(), 1):
        played.play(*hand)
        if number == 3:
            played.undo()
            played.play(*hand)
        elif number == 7:
            played.tell_again("N")
        elif number == 9:
            played.fine()
    played.close()
    assert evening.sheet()["totals"] == games.sheet(played.game)["totals"]
    assert told_of(evening) == told_of(over_http(address, played))
    leader = max(NAMES, key=lambda name: evening.sheet()["totals"][f"p{NAMES.index(name) + 1}"])
    for phone in four:
        playwright.expect(phone.page.locator(".ranking li").first).to_contain_text(leader)
        playwright.expect(phone.page.locator("#score-hand")).to_have_count(0)
