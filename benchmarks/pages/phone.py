"""The pages on a phone: from the last tap to the answer, and the first view on a slow line.

Starts the service itself and drives Chromium at 390 x 844:
``python benchmarks/pages/phone.py``. A slow phone is one whose processor is slowed down four
times, its line 1.6 Mbit/s with 150 ms a round.
"""

from __future__ import annotations

import os
import shutil
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tests.service.running import free_port

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
TAPS = 25
VIEWS = 5
SLOWER = 4
LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
HAND = (
    "rules=classical&hand=123b+55d&set1=EEE&set2=7777c&set2is=concealed&set3=234d"
    "&tile=5d&won=self_draw&seat=E&round=E"
)
# From a tap on a flower's key to the new total in the bar, as the page's own clock has it.
TAP = """code => new Promise(done => {
  const total = document.querySelector('.kp-total');
  const began = performance.now();
  new MutationObserver((_, watch) => {
    if (!total.textContent) return;
    watch.disconnect();
    requestAnimationFrame(() => done(performance.now() - began));
  }).observe(total, { childList: true, characterData: true, subtree: true });
  document.querySelector(`.kp-key[data-code="${code}"]`).click();
})"""


@contextmanager
def service() -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "-b", f"127.0.0.1:{port}", "wsgi:app"]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait()


def slowed(context: BrowserContext, page: Page) -> None:
    phone = context.new_cdp_session(page)
    phone.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    phone.send("Network.enable")
    phone.send("Network.emulateNetworkConditions", LINE)


def answers(browser: Browser, address: str, slow: bool) -> list[float]:
    """Milliseconds from a tap to its answer, of which the keypad waits 80 for a further tap."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    page = context.new_page()
    page.goto(f"{address}/?{HAND}")
    open_keys(page, address)
    if slow:
        slowed(context, page)
    took = time_taps(page)
    context.close()
    return took


def open_keys(page: Page, address: str) -> None:
    """Open the keypad on a hand whose win is chosen there."""
    page.goto(f"{address}/?{HAND.replace('&won=self_draw', '')}")
    page.evaluate("document.querySelector('[name=won][value=self_draw]').checked = true")


def time_taps(page: Page) -> list[float]:
    """Return the milliseconds from each of ``TAPS`` taps to its answer."""
    page.locator(".kp-key").first.wait_for(state="attached")
    codes = [f"{kind}{number}" for kind in "FS" for number in range(1, 5)]
    took = []
    for tap in range(TAPS):
        if tap % len(codes) == 0:
            page.locator('#form [name="flowers"]').evaluate("e => { e.value = ''; }")
        took.append(page.evaluate(TAP, codes[tap % len(codes)]))
    return took


def first_view(browser: Browser, address: str, slow: bool) -> tuple[float, int, int]:
    """Milliseconds until the keys can be tapped, bytes on the wire, requests; nothing kept."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    page = context.new_page()
    if slow:
        slowed(context, page)
    weights: list[int] = []

    def weigh(request: object) -> None:
        sizes = request.sizes()  # type: ignore[attr-defined]
        weights.append(sizes["responseBodySize"] + sizes["responseHeadersSize"])

    page.on("requestfinished", weigh)
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.locator(".kp-bar").wait_for()
    took = (time.perf_counter() - began) * 1000
    page.wait_for_load_state("networkidle")
    context.close()
    return took, sum(weights), len(weights)


def main() -> None:
    from playwright.sync_api import sync_playwright

    with service() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for slow, name in ((False, "this machine"), (True, "slow phone")):
            took = sorted(answers(browser, address, slow))
            median, worst = statistics.median(took), took[int(len(took) * 0.9)]
            print(f"{name}: a tap is answered in {median:.0f} ms, nine of ten in {worst:.0f} ms")
            views = [first_view(browser, address, slow) for _ in range(VIEWS)]
            usual = statistics.median(view[0] for view in views)
            _, weight, requests = views[-1]
            print(f"{name}: first view {usual:.0f} ms, {weight / 1000:.1f} kB, {requests} requests")
        browser.close()


if __name__ == "__main__":
    main()
