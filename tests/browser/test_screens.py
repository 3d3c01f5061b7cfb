"""What a screen shows at once, whatever its size: the score, the keys and the hand; and that
nothing moves while a page comes, however slowly."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from scorer.service.web.forms.own_text import pack_text
from tests.browser.conftest import NO_WORKER
from tests.browser.evening import eventually
from tests.browser.pad import PATIENCE, Keypad, drawn, unfold
from tests.hands.hundred import hundred_hands
from tests.nightly import in_turn, nightly
from tests.pages.examples import HANDS, RULESETS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

pytestmark = pytest.mark.browser

TABLE = (
    "rules=classical&round=E&winner=E&won=self_draw&e.points=64&s.points=8&w.points=4&n.points=2"
)
SIZES = [
    *((390, 844), (360, 640), (844, 390), (667, 375)),
    *((768, 1024), (1024, 768), (1440, 900), (2560, 1440)),
]
PARTS = """names => Object.fromEntries(names.map((name) => {
    const shown = [...document.querySelectorAll(name)].map((e) => e.getBoundingClientRect());
    const [box] = shown.filter(({ width, height }) => width && height);
    return [name, box ? [box.left, box.top, box.right, box.bottom].map(Math.round) : null];
}))"""
SHIFTED = """window.shifted = 0; new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true })"""
# 50 kbit/s with 300 ms a round.
SLOW = {"offline": False, "latency": 300, "downloadThroughput": 6_250, "uploadThroughput": 6_250}
# A whole hand, which asks how it was won; and one that lacks two tiles.
KEYS = {
    "american": (("tile", "F F F 2b 2b 2b 2b 4c 4c 4c 8b 8b"), ("tile", "8b 8b")),
    "taiwanese": (("chow", "1b 4b 7b"), ("chow", "1c 4c"), ("tile", "9d 9d")),
    "": (("chow", "1b 4b 7b"), ("chow", "1c"), ("tile", "9d 9d")),
}

Box = list[int]


def boxes(page: Page) -> dict[str, Box]:
    names = [".kp-bar", ".kp-grid", ".kp-hand", ".kp-seats", ".kp-panel", ".kp-dock", ".kp-card"]
    found: dict[str, Box] = page.evaluate(PARTS, names)
    return found


def overlap(one: Box, other: Box) -> bool:
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > 1
        and min(one[3], other[3]) - max(one[1], other[1]) > 1
    )


def assert_all_in_view(page: Page, what: str, asking: bool = False) -> None:
    """Each part within the screen, and none over another. A question may have the keys' place."""
    size = page.viewport_size
    assert size
    found = boxes(page)
    needed = [".kp-bar", ".kp-card", *([".kp-panel"] if asking else [".kp-grid", ".kp-hand"])]
    for name in needed:
        box = found[name]
        assert box, f"{what}: no {name}"
        top = 0 if name != ".kp-card" else -size["height"]
        bottom = size["height"] if name != ".kp-card" else 10_000
        assert 0 <= box[0] <= box[2] <= size["width"], f"{what}: {name} {box}"
        assert top <= box[1] <= box[3] <= bottom, f"{what}: {name} {box}"
    for one in (".kp-bar", ".kp-grid", ".kp-panel"):
        for other in (".kp-bar", ".kp-grid", ".kp-panel", ".kp-hand"):
            if (
                one != other
                and found[one]
                and found[other]
                and not (asking and other == ".kp-hand")
            ):
                assert not overlap(found[one], found[other]), f"{what}: {one} over {other}"
    seats = found[".kp-seats"]
    if seats and found[".kp-panel"]:
        assert not overlap(seats, found[".kp-panel"]), f"{what}: the seats are covered"
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], what


def at_every_size(page: Page, what: str, asking: bool = False) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        drawn(page)
        assert_all_in_view(page, f"{what} at {width}x{height}", asking)


@pytest.mark.parametrize(("path", "rules"), in_turn(["", "table", "waits"], RULESETS, 2))
def test_score_keys_and_hand_are_in_view_without_scrolling(
    pad: Keypad, path: str, rules: str
) -> None:
    page = pad.page
    pad.open(rules, path)
    if path == "table":
        page.locator('.kp-panel [data-at="winner-S"]').click()
        page.locator('[data-at="chip-worthS"]').click()
    at_every_size(page, "at the beginning")
    for code in ("1b", "2b", "3b", "E", "5d"):
        page.locator(f'.kp-key[data-code="{code}"]').click()
    at_every_size(page, "after five taps")


@pytest.mark.parametrize(
    "rules", ["american", *nightly(rules for rules in RULESETS if rules != "american")]
)
def test_a_question_leaves_the_score_in_view(pad: Keypad, rules: str) -> None:
    page = pad.page
    page.goto(f"{pad.address}/table?rules={rules}")
    page.locator(".kp-panel .kp-choice").first.wait_for()
    at_every_size(page, "who won", asking=True)
    page.goto(f"{pad.address}/?rules={rules}&seat=S&round=E")
    page.locator(".kp-bar").wait_for()
    for mode, codes in KEYS.get(rules, KEYS[""]):
        page.locator(f'.kp-mode[data-mode="{mode}"]').click()
        for code in codes.split():
            page.locator(f'.kp-key[data-code="{code}"]').click()
    page.locator('[data-at="won-self_draw"]').wait_for()
    at_every_size(page, "how it was won", asking=True)


@pytest.mark.parametrize("size", [(390, 844), *nightly([((1440, 900),)])], ids=str)
def test_the_typed_fields_lie_folded_and_open_when_led_to(
    pad: Keypad, size: tuple[int, int]
) -> None:
    page = pad.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    pad.open("classical")
    field = page.get_by_label("Tiles in the hand")
    expect(field).to_be_hidden()
    page.get_by_text("Type instead of tapping").focus()
    page.keyboard.press("Enter")
    field.fill("123b")
    expect(page.locator(".kp-tile")).to_have_count(3)
    pad.open("classical", "table")
    # As this tab had it.
    expect(page.locator("#typed")).to_have_js_property("open", True)


def test_an_error_leads_into_the_fold(pad: Keypad) -> None:
    page = pad.page
    page.goto(f"{pad.address}/?rules=classical&hand=12x&won=self_draw&seat=E&round=E&go=1")
    page.locator(".kp-bar").wait_for()
    field = page.get_by_label("Tiles in the hand")
    expect(field).to_be_hidden()
    page.get_by_role("alert").get_by_role("link", name="Tiles in the hand").click()
    field.wait_for()


@pytest.mark.nightly
def test_without_scripts_the_fields_lie_open(plain: BrowserContext, address: str) -> None:
    page = plain.new_page()
    page.goto(f"{address}/hand")
    expect(page.get_by_label("Tiles in the hand")).to_be_visible()
    expect(page.get_by_text("Type instead of tapping")).to_be_hidden()
    page.close()


@pytest.mark.parametrize(
    ("size", "path"),
    in_turn(
        [(390, 844), (360, 640), (844, 390), (1440, 900)],
        [f"/?{urlencode(HANDS['classical'])}", f"/table?{TABLE}"],
        1,
    ),
    ids=str,
)
def test_nothing_of_a_result_lies_under_its_bar(
    page: Page, address: str, path: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(address + path)
    drawn(page)
    parts = [".figure", ".formula", ".compass", ".plate.at-E", ".next-winds", ".next p"]
    found: dict[str, Box] = page.evaluate(PARTS, [*parts, ".result-bar"])
    top = found[".result-bar"][1]
    assert found[".result-bar"][3] <= size[1]
    for part in parts:
        if found[part]:
            assert found[part][3] <= top, (part, found)


def test_a_result_has_no_keys_until_it_is_corrected(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/?{urlencode(HANDS['classical'])}")
    drawn(page)
    assert not [url for url in asked if url.endswith(("/keypad.js", "/keys.js", "/state.js"))]
    page.get_by_role("link", name="Correct").click()
    page.locator(".kp-grid").wait_for()
    expect(page.locator(".kp-tile")).not_to_have_count(0)
    expect(page.get_by_label("Tiles in the hand")).to_be_hidden()


SHOWN = [
    *("/", "/table", "/waits", "/rules/american", "/card", "/docs"),
    *(f"/?{urlencode(HANDS['classical'])}", f"/table?{TABLE}", "/table?rules=classical&go=1"),
    *(f"/compare?{urlencode(HANDS['mcr'])}", f"/why?{urlencode(HANDS['classical'])}"),
    *("/learn/lessons", "/learn/lessons/british/sum?answer=2"),
    *("/learn", "/learn/train?rules=mcr&level=6&seed=5", "/learn/progress"),
    f"/learn/steps?{urlencode(HANDS['classical'])}&at=3",
    *("/rules/mcr/half-flush", "/rules/mcr/sheet", "/rules/patterns/thirteen-orphans"),
]
SHOWN_BESIDES = [
    *("/?rules=mcr", "/table?rules=mcr", "/?rules=american", "/learn/lessons/mcr/fan"),
    *("/learn/lessons/american/jokers?answer=0", "/learn/lessons/mcr"),
    *("/rules", "/rules/patterns", "/glossary"),
    f"/hands?{urlencode({'rules': 'british', 'own': pack_text(hundred_hands())})}",
]
SHOWN_AT = [(390, 844), (1440, 900)]


def painted(page: Page) -> bool:
    return bool(page.evaluate("performance.getEntriesByType('paint').length > 0"))


class Late:
    """The script of the keys, held back until the page has been painted without it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.held: list[Route] = []
        page.route("**/keypad/keypad.js", self.hold)

    def hold(self, route: Route) -> None:
        self.held.append(route)

    def let_through(self) -> None:
        """Where a page has none its reading comes to an end without them."""
        read = "document.readyState === 'complete'"
        eventually(self.page, lambda: bool(self.held or self.page.evaluate(read)))
        if self.held:
            eventually(self.page, lambda: painted(self.page))
            self.held.pop().continue_()


@pytest.mark.parametrize(
    ("path", "size"),
    [*in_turn(SHOWN, SHOWN_AT, 5), *nightly(product(SHOWN_BESIDES, SHOWN_AT))],
    ids=str,
)
def test_nothing_moves_while_a_page_comes(
    page: Page, address: str, path: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script(SHIFTED)
    late = Late(page)
    page.goto(address + path, wait_until="commit")
    late.let_through()
    page.wait_for_load_state()
    if page.locator("html.kp-on #keypad").count() and not page.locator("#result").count():
        page.locator(".kp-bar").wait_for(state="attached")
    drawn(page)
    assert page.evaluate("window.shifted") == 0


def slow_page(context: BrowserContext) -> Page:
    page = context.new_page()
    session: Any = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW)
    page.add_init_script(NO_WORKER)
    page.add_init_script(SHIFTED)
    return page


@pytest.mark.nightly
@pytest.mark.slow
def test_at_50_kbit_a_second_the_form_is_there_first_and_stays_where_it_is(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)
    page = slow_page(context)
    late = Late(page)
    page.goto(f"{address}/?rules=classical", wait_until="commit")
    field = page.get_by_label("Tiles in the hand")
    # Nobody types before there is something to see; a slow machine may type when all has come.
    eventually(page, lambda: painted(page))
    page.locator("#typed > summary").click()
    field.fill("123b 55d")
    expect(page.locator(".kp-bar"), "the form is there before the keys").to_have_count(0)
    before = field.bounding_box()
    late.let_through()
    page.locator(".kp-bar").wait_for()
    drawn(page)
    expect(field).to_have_value("123b 55d")
    expect(field).to_be_focused()
    assert field.bounding_box() == before
    expect(page.locator(".kp-grid"), "the keys wait until they are asked for").to_be_hidden()
    expect(page.locator(".kp-tile")).to_have_count(5)
    assert page.evaluate("window.shifted") == 0
    context.close()


def test_red_goes_when_it_is_mended_on_the_waits_page_too(pad: Keypad) -> None:
    page = pad.page
    page.goto(f"{pad.address}/waits?rules=classical&hand=12x&seat=E&round=E&go=1")
    unfold(page)
    expect(page.locator(".problems")).to_have_count(1)
    page.get_by_label("Tiles in the hand").fill("123b 567c 234d EEE 9d")
    page.locator(".problems").wait_for(state="detached")
    expect(page.locator(".invalid")).to_have_count(0)
