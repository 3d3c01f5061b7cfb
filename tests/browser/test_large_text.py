"""Text at 200 %, a phone of 320 px, one that lies, names of 40 characters: nothing is cut, nothing
runs over the edge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.evening import Evening
from tests.browser.pad import drawn

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

LONG = (
    "Wilhelmina Featherstonehaugh-Cholmondele",
    "Maximiliana Featherstonehaugh of Bexhill",
    "Donaudampfschifffahrtsgesellschaftskapit",
    "Di",
)
assert {len(name) for name in LONG[:3]} == {40}
SIZES = {
    # What is left of a phone for text at 200 %.
    "large text": (195, 422),
    "small": (320, 568),
    "lies": (844, 390),
}
PAGES = {
    "board": "/games/{play}",
    "hand": "/games/{play}/hand?winner=p1",
    "draw": "/games/{play}/hand?winner=nobody",
    "again": "/games/{play}/hand/1",
    "entry": "/games/{play}/entries/1",
    "sheet": "/games/{play}/sheet",
    "who": "/games/{play}/who",
    "share": "/games/{play}/share",
    "adjust": "/games/{play}/adjust",
    "names": "/games/{play}/table",
    "settle up": "/games/{play}/settle-up",
    "join": "/join",
    "class": "/classes/new",
    "result": "/?rules=riichi&hand=234b+234c+678d+456c+5d&tile=5d&won=self_draw&seat=E&round=E",
}
FOUND = """() => {
  const found = [], wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) found.push(`the page is ${wide} wide`);
  // What scrolls, and what has a short form whose whole is its name.
  const apart = '.unseen, .scroll, svg, .kp-chips, .kp-strip, .kp-whose, .kp-head, .back, '
    + 'select, input, textarea';
  for (const e of document.querySelectorAll('body *')) {
    if (e.closest(apart) || !e.checkVisibility({ visibilityProperty: true })) continue;
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    const style = getComputedStyle(e), box = e.getBoundingClientRect();
    if (!own || box.width <= 1 || style.clipPath !== 'none') continue;
    const name = `${e.tagName}.${e.className} “${e.textContent.trim().slice(0, 30)}”`;
    const say = (what) => found.push(`${name} ${what}`);
    if (wide > innerWidth && box.right > innerWidth) say(`ends at ${box.right}`);
    if (style.display === 'inline') continue;
    if (e.scrollWidth > e.clientWidth + 1) say(`is ${e.scrollWidth} wide in ${e.clientWidth}`);
    const hides = style.overflowY !== 'visible' && style.overflowY !== 'auto';
    if (hides && e.scrollHeight > e.clientHeight + 1)
      say(`is ${e.scrollHeight} high in ${e.clientHeight}`);
  }
  return found;
}"""
OPEN = "for (const e of document.querySelectorAll('details.more, details.fold')) e.open = true"


@pytest.fixture(scope="module")
def keys(address: str) -> dict[str, str]:
    evening = Evening.begun(address, "riichi", players=LONG, title="The long Tuesday evening")
    players: dict[str, object] = {"E": {}, "W": {}, "N": {}}
    win = {"agreed": {"han": 2, "fu": 30}, "win": {"by": "discard", "from": "E"}}
    evening.write("hand", document={"players": {**players, "S": win}})
    evening.write("hand", document={"players": {**players, "S": {"tenpai": True, "riichi": True}}})
    evening.write("adjust", moves={"p1": -12_000, "p2": 12_000}, why="all that was owed")
    return {"play": evening.play}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_nothing_is_cut_and_nothing_runs_over_the_edge(
    page: Page, address: str, keys: dict[str, str], language: str, size: str
) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    tight = {}
    for name, path in PAGES.items():
        whole = path.format(**keys)
        page.goto(f"{address}{whole}{'&' if '?' in whole else '?'}lang={language}")
        drawn(page)
        if "/hand" in path:
            page.locator(".kp-bar").wait_for()
            drawn(page)
            bar = page.locator(".kp-bar").bounding_box()
            assert bar
            assert bar["y"] + bar["height"] <= height, f"{name}: Enter is below the screen"
        page.evaluate(OPEN)
        found = page.evaluate(FOUND)
        if found:
            tight[name] = found
    assert not tight, "\n".join(f"{name}: {words}" for name, all in tight.items() for words in all)
