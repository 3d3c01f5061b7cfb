"""A game that several phones share, for the tests that play it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from playwright import sync_api as playwright

from scorer.service.web.labels import number
from tests.browser.pad import PATIENCE, Keypad

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

Json = dict[str, Any]

NAMES = ("Ann", "Bo", "Cy", "Di")
POINTS = {"E": 16, "S": 32, "W": 12, "N": 14}
START = {"p1": 2000, "p2": 2000, "p3": 2000, "p4": 2000}
"""What the players of a classical game begin with."""
AFTER = {"p1": 1948, "p2": 2128, "p3": 1958, "p4": 1966}
"""What the players of a classical game hold after a hand of these points, which South has won."""
BOARD_SCRIPT = "body > .unseen[role=status]"
"""What only the script of the board brings."""
UNSETTLED = "[data-settling] button, [data-settling=moved] a"
"""The buttons of a board that has just changed, which take no tap."""


def asked(address: str, told: object = None) -> tuple[int, Json]:
    """What a program is answered that is no browser: the status, and the JSON."""
    data = None if told is None else json.dumps(told).encode()
    request = Request(address, data, {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=PATIENCE / 1000) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        with error:
            return error.code, json.load(error)


def eventually(page: Page, holds: Callable[[], bool], within: float = PATIENCE) -> None:
    """Waits while the page goes on, until this holds."""
    deadline = time.monotonic() + within / 1000
    while not holds():
        assert time.monotonic() < deadline, "it never held"
        page.wait_for_timeout(75)


@dataclass(frozen=True)
class Evening:
    """A game, as who has its keys knows it."""

    address: str
    play: str
    watch: str

    @classmethod
    def begun(cls, address: str, ruleset: str = "classical", **told: object) -> Evening:
        wanted = {"title": "Tuesday", "ruleset": ruleset, "players": NAMES, **told}
        status, answer = asked(f"{address}/api/v1/games", wanted)
        assert status == 201, answer
        return cls(address, answer["keys"]["play"], answer["keys"]["watch"])

    def sheet(self) -> Json:
        status, answer = asked(f"{self.address}/api/v1/games/{self.play}")
        assert status == 200, answer
        return answer

    def write(self, kind: str, **told: object) -> Json:
        """An entry of another phone, after all that is there."""
        entry = {"kind": kind, "after": self.sheet()["version"], **told}
        status, answer = asked(f"{self.address}/api/v1/games/{self.play}/entries", entry)
        assert status == 201, answer
        return answer

    def hand(self, winner: str = "S", giver: str = "E", points: Mapping[str, int] = POINTS) -> Json:
        """A hand of another phone with agreed points, won on a discard."""
        return self.write("hand", document=agreed(winner, giver, **points))

    def counts(self, kind: str = "hand") -> list[Json]:
        """The entries of this kind that are in force, in their order."""
        entries = self.sheet()["entries"]
        return [
            entry
            for entry in entries
            if entry["kind"] == kind and entry["undone_by"] is None and entry["replaced_by"] is None
        ]

    def reaches(self, phone: Phone, version: int) -> None:
        """Waits until the server has so many entries, which this phone sends."""
        eventually(phone.page, lambda: self.sheet()["version"] >= version)


def agreed(winner: str, giver: str = "", **points: int) -> Json:
    """The document of a hand with agreed points, which its winner drew if nobody gave the tile."""
    players: dict[str, Json] = {seat: {"points": told} for seat, told in points.items()}
    for seat in "ESWN":
        players.setdefault(seat, {})
    if winner != "nobody":
        won = {"by": "discard", "from": giver} if giver else {"by": "self_draw"}
        players[winner]["win"] = won
    return {"players": players}


def points_of(entry: Mapping[str, Any]) -> dict[str, int]:
    """The points that a hand was told with, by seat."""
    players = entry["document"]["players"]
    return {seat: one["points"] for seat, one in players.items() if "points" in one}


class Phone(Keypad):
    """A phone on the page of a game."""

    def __init__(self, page: Page, address: str) -> None:
        super().__init__(page, address)
        self.text = page.get_by_text

    def visit(self, path: str) -> None:
        self.page.goto(f"{self.address}{path}")

    def open_board(self, key: str) -> None:
        """Open the game of a link, as its board."""
        self.visit(f"/games/{key}")
        self.page.locator(".game-plates").wait_for()

    def join(self, key: str) -> None:
        """Open the game of a link, and wait until the phone remembers it, which takes scripts."""
        self.open_board(key)
        self.page.locator(BOARD_SCRIPT).wait_for(state="attached")

    @property
    def key(self) -> str:
        """The key in the address."""
        return self.page.url.partition("/games/")[2].partition("/")[0]

    def plate(self, player: str) -> Locator:
        return self.page.locator(f'.game-plate[data-player="{player}"]')

    def shows(self, totals: Mapping[str, int]) -> None:
        """The board holds these totals now, or soon."""
        shown = self.page.locator(".game-plate .plate-total")
        wanted = [number(total) for total in totals.values()]
        playwright.expect(shown).to_have_text(wanted, timeout=PATIENCE)

    def shows_winds(self, winds: str) -> None:
        """The winds of the players as they were named: ESWN for the first hand."""
        shown = self.page.locator(".game-plate .plate-wind")
        playwright.expect(shown).to_have_text([*winds], timeout=PATIENCE)

    def tap(self, selector: str) -> None:
        """Tap what is found, once nothing has just moved there."""
        found = self.page.locator(selector)
        found.and_(self.page.locator(f":not({UNSETTLED})")).tap()
        self.taps += 1

    def press(self, name: str, *, exact: bool = True, role: Any = "button") -> None:
        """Tap what is called so; its last, where the page has several."""
        found = self.page.get_by_role(role, name=name, exact=exact)
        found.and_(self.page.locator(f":not({UNSETTLED})")).last.tap()
        self.taps += 1

    def undo_last(self) -> None:
        """Undo the last entry of the board, or redo what it undid."""
        self.tap(f"#undo-last:not({UNSETTLED})")

    def score_hand(self) -> None:
        self.open_keypad("#score-hand")

    def wins(self, player: str) -> None:
        """The plate of who has won is tapped."""
        self.open_keypad(f'.game-plate[data-player="{player}"] a')

    def open_keypad(self, selector: str) -> None:
        """Tap a way to the keypad; once more, as players do, if a note came up just then: what it
        moved takes no tap for half a second."""
        keypad = self.page.locator(".kp-bar")
        self.tap(selector)
        try:
            keypad.wait_for(timeout=PATIENCE / 6)
        except playwright.TimeoutError:
            if self.page.locator(".game-plates").is_visible():
                self.page.locator(selector).tap()
            keypad.wait_for()

    def tell_points(self, winner: str, giver: str = "", **points: int) -> None:
        """How it was won, and points from player to player, first of who has won."""
        first = max("ESWN".find(winner), 0)
        order = [seat for seat in "ESWNESW"[first : first + 4] if seat in points]
        self.tell(**({"from": giver} if giver else {"won": "self_draw"}))
        self.use_points()
        for seat in order:
            self.points(points[seat])
            # A key for a loser's points goes on by itself.
            if seat != order[-1] and self.page.locator(".kp-digits").is_visible():
                self.tap('[data-digit="done"]')

    def tell_agreed(self, winner: str, giver: str = "", **points: int) -> None:
        """A hand with agreed points on its page, all but Enter."""
        self.tell(winner=winner)
        # What is counted in comes up with it.
        chosen = self.page.locator(f'#form [name="winner"][value="{winner}"]')
        playwright.expect(chosen).to_be_checked()
        if points:
            self.tell_points(winner, giver, **points)

    def tell_seats(self, seats: Iterable[str]) -> None:
        """Each of these seats, of a question that is open."""
        for seat in seats:
            self.tap(f'.kp-panel [data-at="{seat}"]')

    def told(self, question: str, name: str) -> None:
        """The chip or the strip names what was answered, as "Winner: Bo"."""
        chip = self.page.locator(f'[data-at="chip-{question}"]')
        playwright.expect(chip).to_have_accessible_name(name)

    def enter(self) -> None:
        self.tap(".kp-bar .main")

    def hand(self, winner: str, giver: str = "", **points: int) -> None:
        """A hand with agreed points, from the board and back to it."""
        self.score_hand()
        self.tell_agreed(winner, giver, **points)
        self.enter()
        self.page.locator(".game-plates").wait_for()

    @property
    def waiting(self) -> Locator:
        """Where the board says what waits on this phone."""
        return self.page.locator("#waiting")

    def holds(self, player: str) -> None:
        """Who holds this phone."""
        self.page.locator("#who-am-i").select_option(player)


Phones = Callable[..., Phone]
"""Makes phones, as the fixture of that name does."""
