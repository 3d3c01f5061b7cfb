"""A screen on the wall: the totals a fifth of the height, the last hand with its tiles, awake."""

from __future__ import annotations

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import Evening, Phones, agreed

pytestmark = pytest.mark.browser

WON = {"concealed": "99d", "melds": [{"tiles": tiles} for tiles in ("222b", "EEE", "555c", "777d")]}
HAND = {
    "players": {
        "E": {"hand": {**WON, "winning_tile": "9d"}, "win": {"by": "discard", "from": "S"}},
        **{seat: {"points": 8} for seat in "SWN"},
    }
}
AWAKE = """
window.asked = [];
const wakeLock = { request: async (kind) => asked.push(kind) };
Object.defineProperty(navigator, "wakeLock", { value: wakeLock });
Element.prototype.requestFullscreen = async function () { asked.push(this.localName); };
"""
SIZES = ((390, 844), (844, 390), (768, 1024), (1280, 800))
LONG = ["Wilhelmina Featherstonehaugh-Cholmondeley"[:40], "Bo", "Cy", "Maximilian-Alexander O’Shea"]
BOXES = """[...document.querySelectorAll(".quarter")].map((quarter) => {
  const outer = quarter.getBoundingClientRect();
  const inner = quarter.querySelector(".quarter-total").getBoundingClientRect();
  const across = inner.left >= outer.left && inner.right <= outer.right;
  return across && inner.top >= outer.top && inner.bottom <= outer.bottom;
})"""


@pytest.mark.parametrize("size", SIZES)
def test_the_totals_are_a_fifth_of_the_height_and_fit(
    phones: Phones, address: str, size: tuple[int, int]
) -> None:
    width, height = size
    evening = Evening.begun(address, players=LONG)
    evening.write("hand", document=HAND)
    evening.write("adjust", moves={"p1": -112_000, "p2": 112_000}, why="all that was owed")
    page = phones().page
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{address}/games/{evening.watch}/wall")
    # The shorter numbers are as large as may be, the longer ones as there is room for.
    largest = page.locator(".quarter:not(.long) .quarter-total").first
    size_of = float(largest.evaluate("e => getComputedStyle(e).fontSize").removesuffix("px"))
    assert size_of == pytest.approx(min(0.2 * height, 0.135 * width), abs=1)
    assert page.evaluate(BOXES) == [True] * 4
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    playwright.expect(page.locator(".wall-tiles .tile")).to_have_count(14)
    last = page.locator(".wall-last").bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= height
    playwright.expect(page.locator(".site")).to_be_hidden()
    playwright.expect(page.locator("[role=status]")).to_have_count(1)


def test_the_first_tap_fills_the_screen_and_keeps_it_awake_and_hands_come_by_themselves(
    phones: Phones, address: str
) -> None:
    evening = Evening.begun(address)
    phone = phones()
    page = phone.page
    page.add_init_script(AWAKE)
    phone.visit(f"/games/{evening.watch}/wall")
    assert page.evaluate("asked") == []
    places = page.locator(".quarter")
    playwright.expect(places).to_have_count(4)
    page.locator(".wall-middle").tap()
    page.wait_for_function("() => asked.length === 2")
    assert sorted(page.evaluate("asked")) == ["html", "screen"]
    evening.write("hand", document=agreed("S", "E", E=16, S=32, W=12, N=14))
    playwright.expect(page.locator(".wall-words")).to_contain_text("Bo won on Ann’s discard")
    playwright.expect(page.locator(".quarter-total")).to_have_text(["1948", "2128", "1958", "1966"])
    playwright.expect(page.locator("[role=status]")).to_contain_text("Bo won on Ann’s discard")
    # The winds have moved on, the players have not.
    playwright.expect(page.locator(".quarter.dealer .whole-name")).to_have_text("Bo")
    where = [place.get_attribute("data-place") for place in places.all()]
    names = page.locator(".whole-name").all_inner_texts()
    assert dict(zip(names, where, strict=True)) == {"Ann": "0", "Bo": "1", "Cy": "2", "Di": "3"}
