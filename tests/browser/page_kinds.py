"""Every kind of page, once in each of its states: what axe-core checks, and what
``tools.page_pictures`` takes pictures of."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from scorer.service.web.learn.sets import ExerciseSet, pack_set
from tests.browser.evening import Evening, asked
from tests.browser.test_page import AMERICAN_TABLE, EXAMPLE, MCR_TABLE
from tests.classes.teaching import CLASSES, NEW
from tests.pages.examples import HANDS

if TYPE_CHECKING:
    from playwright.sync_api import Page

TABLE = (
    "rules=classical&round=E&winner=E&won=self_draw&e.points=64&s.points=8&w.points=4&n.points=2"
)
WAITS = "rules=classical&hand=123b+5d&set1=EEE&set2=RRR&set3=234d&seat=E&round=E&go=1"
NOBODY_KNOWS = "rules=classical&hand=123b+567c+234d+EEE+99d&tile=%3F&won=self_draw&seat=S&round=E"
GRADED = "rules=british&level=3&seed=5&check=1&hint=2&g.points=1&g.doubles=1&g.total=1"
A_SET = pack_set(ExerciseSet("Tuesday", [f"h?{EXAMPLE}", "p?rules=british&level=2&seed=3"]))
PAGES = {
    "first": "/",
    "hand": "/?rules=classical",
    "table": "/table?rules=riichi",
    "waits": "/waits?rules=american",
    "wrong hand": f"/?{EXAMPLE.replace('123b+55d', '12x')}",
    "american table": f"/table?{AMERICAN_TABLE}",
    "waits of a hand": f"/waits?{WAITS}",
    "compare": f"/compare?{urlencode(HANDS['british'])}",
    "why": f"/why?{urlencode({**HANDS['classical'], 'why': 'no-chows'})}",
    "undecided": f"/?{NOBODY_KNOWS}",
    "learn": "/learn",
    "exercise": f"/learn/train?{GRADED}",
    "steps": f"/learn/steps?{EXAMPLE}&at=3&s.0=4",
    "progress": "/learn/progress?rules=mcr",
    "drill": "/learn/drill?rules=riichi&part=sets&seed=3",
    "timed drill": "/learn/drill?rules=riichi&part=totals&seed=3&answer=x&timed=1",
    "drill answered": "/learn/drill?rules=classical&part=payments&seed=3&answer=1&n=2&ok=1",
    "new set": "/learn/set/new",
    "set": f"/learn/set?s={A_SET}",
    "set printed": f"/learn/set/print?s={A_SET}&answers=1",
    "rulesets": "/rules",
    "ruleset": "/rules/american",
    "score sheet": "/rules/american/sheet",
    "rule": "/rules/mcr/half-flush",
    "pattern": "/rules/patterns/thirteen-orphans",
    "glossary": "/glossary",
    "card": "/card",
    "not found": "/nowhere",
    "no network": "/offline",
    "keep": "/keep",
    "result zh": f"/?{EXAMPLE}&lang=zh",
}
"""Each template of pages without a game, in each of its states."""
KINDRED_PAGES = {
    "table result": f"/table?{TABLE}",
    "fouls result": f"/table?{MCR_TABLE}",
    "wrong table": "/table?rules=classical&go=1",
    "wrong set": "/learn/set?s=1abc",
    "patterns": "/rules/patterns",
    "errors": "/docs/errors",
    "docs": "/docs",
}
"""Pages with the template of another."""
LESSON_PAGES = {
    "lessons": "/learn/lessons",
    "lesson": "/learn/lessons/british/sum?answer=2",
    "special hands": "/hands?rules=british",
    "evenings": "/games/evenings",
}
"""Pages that tests of their own bring through axe-core."""
LONG_NAMES = [
    "Wilhelmina Featherstonehaugh-Cholmondeley"[:40],
    *("Bo", "Cy", "Maximilian-Alexander O’Shea"),
]
GAME_PAGES = {
    "start": "/games",
    "new": "/games/new?rules=british",
    "alone": "/games/alone",
    "import": "/games/import",
    "privacy": "/games/privacy",
    "join": "/join",
    "board": "/games/{play}",
    "watched": "/games/{watch}",
    "watched more": "/games/{watch}/more",
    "hand": "/games/{play}/hand",
    "again": "/games/{play}/hand/1",
    "entry": "/games/{play}/entries/1",
    "adjust": "/games/{play}/adjust",
    "table": "/games/{play}/table",
    "more": "/games/{play}/more",
    "share": "/games/{play}/share",
    "watched share": "/games/{watch}/share",
    "who": "/games/{play}/who",
    "settle up": "/games/{play}/settle-up?rate=0.05&currency=GBP",
    "wrong rate": "/games/{play}/settle-up?rate=much",
    "sheet": "/games/{play}/sheet",
    "wall": "/games/{watch}/wall",
    "board zh": "/games/{play}?lang=zh",
    "board fr": "/games/{play}?lang=fr",
    "over": "/games/{over}",
    "goulash": "/games/{american}",
}
KINDRED_GAME_PAGES = (
    *("watched more", "watched share", "again", "wrong rate", "board zh", "board fr", "goulash"),
)
"""Pages of a game of which another with the same template is among them."""
CLASS_PAGES = {
    "new": "/classes/new",
    "join": "/classes/{join}",
    "results": "/classes/{teach}",
    "answers": "/classes/{teach}/exercises/1",
    "more": "/classes/{teach}/more",
}
UNFOLDED = """() => { for (const one of document.querySelectorAll("main details")) {
    if (one.checkVisibility()) one.open = true; } }"""


def game_keys(address: str) -> dict[str, str]:
    """Begin a game with an entry of each kind, one that is over, and another ruleset's, and return
    their keys."""
    evening = Evening.begun(
        address, "british", players=LONG_NAMES, title="The long Tuesday evening"
    )
    evening.hand(points={"E": 16, "S": 1000, "W": 12, "N": 14})
    evening.hand("E", "S")
    evening.write("adjust", moves={"p1": -12_000, "p2": 12_000}, why="all that was owed")
    evening.write("undo", entry=2)
    evening.write("players", players={"p3": "Cynthia"})
    over = Evening.begun(address, "mcr")
    over.hand(points={"S": 24})
    over.write("close")
    american = Evening.begun(address, "american")
    american.write("hand", document={"players": {seat: {} for seat in "ESWN"}})
    return {
        **{"play": evening.play, "watch": evening.watch},
        **{"over": over.play, "american": american.play},
    }


def class_keys(address: str) -> dict[str, str]:
    """Begin a class with a pupil, and return its keys."""
    status, begun = asked(f"{address}{CLASSES}", NEW)
    assert status == 201, begun
    keys: dict[str, str] = begun["keys"]
    asked(f"{address}{CLASSES}/{keys['join']}/pupils", {"nickname": "Mei"})
    return keys


def open_page(page: Page, url: str) -> None:
    """Open a page, and wait until its keys are there and what its script does at once is done."""
    page.goto(url)
    if page.locator("html.kp-on #keypad").count() and not page.locator("#result").count():
        page.locator(".kp-bar").wait_for(state="attached")
    if url.endswith(GAME_PAGES["alone"]):
        # Where no game was begun it leads to where one is.
        page.wait_for_url("**/games")
