"""The pictures of the documentation, and of every kind of page in light and dark: ``python -m
tools.pictures`` writes them, with Chromium.

Kinds of pages are shown in the fonts of the extra ``pictures``, and compared with their pictures at
night (``tests/browser/test_page_pictures.py``).

Beside those of the documentation it writes what each was made from, as digests: the page as the
service sends it, the styles that fit it and, where something is tapped, what its scripts say and
the styles of the classes that they name. ``tests/test_pictures.py`` compares these with what the
service sends now, without a browser.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from bs4 import BeautifulSoup
from flask.testing import FlaskClient
from playwright.sync_api import sync_playwright

from scorer.rules import BOOKS
from scorer.service import create_app
from tests.browser.conftest import FLAGS, SHELL
from tools import page_pictures, published
from tools.fonts import pinned_fonts
from tools.screenshots import SIZES, STATES, Shot, take_shots

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "screenshots"
DIGESTS_FILE: Final = FOLDER / "made-from.json"
COMMAND: Final = "python -m tools.pictures"
PICTURES: Final[Mapping[str, Shot]] = {
    "hand-phone": Shot("live-score", "phone", "light"),
    "result-phone-dark": Shot("hand-result", "phone", "dark"),
    "table-phone": Shot("quick-losers", "phone", "light"),
    "hand-desk": Shot("live-score", "desk", "light"),
}
HIDDEN_SELECTOR: Final = (
    "script, template, noscript, input[type=hidden], [hidden], details:not([open]) > :not(summary)"
)
RELEASE_PATTERN: Final = re.compile(r"/static/[^/\"]+/")
TEXT_PATTERN: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`')
"""A text in a script; all of ours are in double quotes or backquotes."""

SENTENCE_PATTERN: Final = re.compile(r'\bn?_\(\s*("(?:[^"\\\n]|\\.)*")')
"""A sentence in a script, which it says in the reader's language."""

WORD_PATTERN: Final = re.compile(r"[A-Za-z][\w-]*")

Digests = dict[str, str]


def main() -> None:
    """Take every picture, and write what those of the documentation were made from."""
    made: dict[str, Digests] = {}
    for name, picture in take_shots(PICTURES):
        picture_path(name).write_bytes(picture)
        made[name] = {"picture": digest(picture), **source_digests(PICTURES[name])}
    DIGESTS_FILE.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    old = {*page_pictures.FOLDER.iterdir()}
    with pinned_fonts() as fonts, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=SHELL, args=FLAGS.split(), env={**fonts})
        for name, picture in page_pictures.take_pictures(browser):
            page_pictures.picture_path(name).write_bytes(picture)
            old.discard(page_pictures.picture_path(name))
        browser.close()
    for gone in old:
        gone.unlink()


def picture_path(name: str) -> Path:
    """Return where a picture is."""
    return FOLDER / f"{name}.webp"


def recorded_digests() -> dict[str, Digests]:
    """Return what each picture was made from, as the command wrote it."""
    found: dict[str, Digests] = json.loads(DIGESTS_FILE.read_text(encoding="utf-8"))
    return found


def digest(data: bytes | str) -> str:
    """Return the first half of the SHA-256 of some bytes, or of a text in UTF-8."""
    return sha256(data.encode() if isinstance(data, str) else data).hexdigest()[:32]


def source_digests(shot: Shot) -> Digests:
    """Return the digests of what a picture is made from, by kind."""
    state = STATES[shot.state]
    html = fetched_text(state.path)
    page = BeautifulSoup(html, "html.parser")
    files = sorted(linked_files(page, "script, [rel=modulepreload]"))
    scripts = "\n".join(map(fetched_text, files))
    styles = "\n".join(map(fetched_text, linked_files(page, "link[rel=stylesheet]")))
    taps = inspect.getsource(state.taps)
    tapped = not taps.rstrip().endswith("pass")
    words = frozenset(
        WORD_PATTERN.findall("\n".join([html, *script_texts(scripts)] if tapped else [html]))
    )
    found = {
        "state": f"{shot} {SIZES[shot.size]} {taps}",
        "page": visible_html(page),
        "styles": "\n".join(matching_style_rules(styles, words)),
        "tiles": fetched_text("/static/tiles.svg"),
    }
    if tapped:
        found["scripts"] = "\n".join(sorted(set(SENTENCE_PATTERN.findall(scripts))))
    return {kind: digest(text) for kind, text in found.items()}


@cache
def client() -> FlaskClient:
    return create_app({"LOG_REQUESTS": False}).test_client()


@cache
def fetched_text(path: str) -> str:
    """Return what the service sends, with files named as in every release."""
    response = client().get(path)
    assert response.status_code == 200, path
    return RELEASE_PATTERN.sub("/static/", response.text)


def linked_files(page: BeautifulSoup, selector: str) -> list[str]:
    """Return the addresses of the files that these elements name."""
    named = (element.get("src") or element.get("href") for element in page.select(selector))
    return [str(path) for path in named if path]


def script_texts(script: str) -> list[str]:
    """Return each text in a script once, without the values within it."""
    return sorted({re.sub(r"\$\{[^{}]*\}", "${}", text) for text in TEXT_PATTERN.findall(script)})


def visible_html(page: BeautifulSoup) -> str:
    """Return the body of a page without what its picture does not show: what is closed or hidden,
    and rulesets that are not published."""
    body = BeautifulSoup(str(page.body), "html.parser")
    new = [id for id in BOOKS if id not in published.published_ids()]
    for element in body.select(", ".join((HIDDEN_SELECTOR, *(f'[value="{id}"]' for id in new)))):
        element.decompose()
    return re.sub(r"\s+", " ", str(body))


def matching_style_rules(sheet: str, words: frozenset[str]) -> Iterator[str]:
    """Yield the rules of a style sheet that may apply: all classes and ids of one of their
    selectors are among the words of the page. A rule within ``@media`` stands alone, behind what
    ``@media`` says."""
    heads: list[str] = []
    for text, brace in re.findall(r"([^{}]*)([{}])", sheet):
        if brace == "{":
            heads.append(text.strip())
            continue
        if text.strip() and "@media print" not in heads and selectors_may_match(heads[-1], words):
            yield f"{' '.join(heads)} {text.strip()}"
        heads.pop()


def selectors_may_match(selectors: str, words: frozenset[str]) -> bool:
    """Tests if one of these selectors has no class and no id that a page does not have."""
    required = re.sub(r":not\([^()]*\)", "", selectors).split(",")
    return any(words.issuperset(re.findall(r"[.#]([A-Za-z][\w-]*)", each)) for each in required)


if __name__ == "__main__":
    main()
