"""All faces at several sizes, by day, by night and without corner letters, to be looked at:
``python -m tools.tile_sheet sheet.png``."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from scorer.service import create_app
from scorer.service.web.drawing.tiles_shown import BACK_SYMBOL, tile_corner_key, tile_corner_texts
from tests.browser.conftest import SHELL
from tools import tile_faces

SIZES = (26, 40, 64, 96)
STYLES = tile_faces.FILE.parent / "styles"
SHEET = """body { margin: 0; padding: 8px; background: var(--card); } div { margin-bottom: 6px; }
.face { display: inline-block; margin: 0 3px 4px 0; vertical-align: top; }"""


def page() -> str:
    """The sheet as one document, with the style of the pages."""
    style = "".join((STYLES / f"{name}.css").read_text("utf-8") for name in ("base", "tiles"))
    with create_app().test_request_context():
        letters = dict(tile_corner_texts())
    lines = []
    for size in SIZES:
        tiles = []
        for code in tile_faces.faces():
            letter = "" if code == BACK_SYMBOL else letters[tile_corner_key(code)]
            drawn = f'<use href="#{code}"/><g class="corner"><text>{letter}</text></g>'
            tiles.append(f'<svg class="face" viewBox="0 0 60 80" width="{size}">{drawn}</svg>')
        lines.append(f"<div>{''.join(tiles)}</div>")
    sprite = tile_faces.sprite().replace("<svg ", '<svg class="symbols" width="0" height="0" ', 1)
    return f"<!doctype html><style>{style}{SHEET}</style>{sprite}{''.join(lines)}"


def main(path: Path) -> None:
    """Write the sheet by day; by night and without letters beside it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=SHELL)
        view = browser.new_page(viewport={"width": 1240, "height": 100}, device_scale_factor=2)
        view.set_content(page())
        view.screenshot(path=path, full_page=True)
        view.emulate_media(color_scheme="dark")
        view.screenshot(path=path.with_stem(f"{path.stem}-dark"), full_page=True)
        view.emulate_media(color_scheme="light")
        view.evaluate("document.documentElement.dataset.indices = 'none'")
        view.screenshot(path=path.with_stem(f"{path.stem}-none"), full_page=True)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
