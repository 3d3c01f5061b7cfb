"""Words of every language in the keys, tabs, buttons and the navigation of a small phone."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from scorer.service.i18n.languages import LANGUAGES
from tests.browser.page_kinds import TABLE
from tests.nightly import in_turn
from tests.pages.examples import HANDS

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

pytestmark = pytest.mark.browser

SMALL: ViewportSize = {"width": 360, "height": 640}
FORMS = ("", "table", "waits")
TIGHT = r"""() => {
  const found = [];
  const shown = (e) => e.offsetParent && e.checkVisibility() && e.getBoundingClientRect().width > 1
    && getComputedStyle(e).visibility !== 'hidden' && getComputedStyle(e).clipPath === 'none';
  const words = (e) => e.textContent.trim().replace(/\s+/g, ' ').slice(0, 40);
  const rows = (rects) => new Set(rects.map((r) => Math.round(r.top))).size;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const nav = all('header > nav a');
  if (rows(nav.map((e) => e.getBoundingClientRect())) > 1)
    found.push(`the navigation takes two rows: ${nav.map(words).join(' ')}`);
  if (document.documentElement.scrollWidth > innerWidth)
    found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const e of all('.won-mark'))
    if (e.getBoundingClientRect().width > e.parentElement.getBoundingClientRect().width)
      found.push(`the mark “${words(e)}” is wider than its tile`);
  for (const e of all('button, .button, header nav a')) {
    const box = e.getBoundingClientRect();
    const border = parseFloat(getComputedStyle(e).borderLeftWidth);
    const say = (why) => found.push(`${e.className || e.tagName} “${words(e)}” ${why}`);
    if (e.scrollWidth > e.clientWidth && getComputedStyle(e).display !== 'inline')
      say(`is ${e.scrollWidth} wide, in ${e.clientWidth}`);
    const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.data.trim() || !shown(node.parentElement)) continue;
      for (const word of node.data.matchAll(/[^\s⺀-鿿＀-￯]+/g)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (rows([...range.getClientRects()]) > 1) say(`breaks ${word[0]}`);
      }
      range.selectNodeContents(node);
      const sides = [...range.getClientRects()].filter((r) => r.width)
        .flatMap((r) => [r.left - box.left, box.right - r.right]);
      const room = Math.min(...sides) - border;
      if (room < (border ? 1 : 0)) say(`has ${room.toFixed(1)} px beside it`);
    }
  }
  return found;
}"""


@pytest.mark.parametrize(("language", "rules"), in_turn(LANGUAGES, HANDS, 1))
def test_words_stay_within_their_keys_on_a_small_phone(
    page: Page, address: str, rules: str, language: str
) -> None:
    """Nothing runs over its edge, no word is broken, and the navigation takes one row."""
    page.set_viewport_size(SMALL)
    forms = [f"/{name}?rules={rules}" for name in FORMS]
    results = [f"/?{urlencode(HANDS[rules])}", *([f"/table?{TABLE}"] if rules in TABLE else [])]
    found = {}
    for path in (*forms, f"/rules/{rules}?", *results):
        page.goto(f"{address}{path}&lang={language}")
        if path in forms:
            page.locator(".kp-bar").wait_for()
        found[path] = page.evaluate(TIGHT)
        page.locator(".site-more > summary").click()
        found[f"{path}, the menu open"] = page.evaluate(TIGHT)
    assert {path: tight for path, tight in found.items() if tight} == {}
