"""Looks at a built site with axe-core, as on a phone: ``python -m tools.site.axe FOLDER``.

It prints what axe finds and exits with 1, or finds nothing. The first page, whose colours all have,
is looked at by night too.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Final, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, sync_playwright

PHONE_VIEWPORT: Final[ViewportSize] = {"width": 390, "height": 844}
PAGES_BY_SCHEME: Final[dict[Literal["light", "dark"], str]] = {
    "light": "**/*.html",
    "dark": "index.html",
}


def page_faults(page: Page, file: Path) -> list[str]:
    """Return what axe finds on a page, and whether it is wider than the screen."""
    page.goto(file.as_uri())
    page.wait_for_load_state()
    results = Axe().run(page).response["violations"]
    found = [f"{fault['id']}: {fault['nodes'][0]['html'][:120]}" for fault in results]
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        found.append("it is wider than the screen")
    return found


def main() -> int:
    """Look at every page; return 1 if there is a fault."""
    site = Path(sys.argv[1]).resolve()
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    count = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for scheme, pages in PAGES_BY_SCHEME.items():
            page = browser.new_page(viewport=PHONE_VIEWPORT, color_scheme=scheme)
            for file in sorted(site.glob(pages)):
                for fault in page_faults(page, file):
                    count += 1
                    print(f"{file.relative_to(site)} ({scheme}): {fault}")
        browser.close()
    return min(count, 1)


if __name__ == "__main__":
    sys.exit(main())
