"""The scorer kept on a phone: what is brought, how soon it begins, how soon it answers.

    SCORER_OFFLINE_FOLDER=… python benchmarks/pages/offline.py [--hands 50] [--times 3]

Starts the service itself, over the folder of ``scorer offline add``, and drives Chromium at
390 x 844: once at the speed of this machine, once four times slower. Chromium slows down the main
thread of a page alone, and Python runs in the thread of a service worker: so all processes of
pages and workers are stopped for three parts of four of the time, in periods of 20 ms, by SIGSTOP.

* kept: from the tap on /keep until it says so, over the loopback;
* opened: the server is gone, the worker was ended; from the address until there are keys;
* first: from the same moment until a hand (POST /live/score, as the keypad asks) is answered, with
  the memory that was kept (warm) and without it (cold);
* later: each another hand; tapped: from a tap to the new total in the bar, of which the keypad
  waits 10 ms for a further tap.

Memory is what the processes of pages and workers have for themselves (PSS). It ends with 1 where a
bar is missed: a warm first hand within 6 s on the slow phone, later ones within 150 ms of the tap.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.pages.phone import CHROMIUM, HAND, SLOWER, open_keys, service, time_taps

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

FIRST_WITHIN = 6000.0
LATER_WITHIN = 150.0
PATIENCE = 300_000
PERIOD = 0.02
FORM = "/?rules=classical"
ASK = """async (body) => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const began = performance.now();
  const answer = await fetch('/live/score', { method: 'POST', headers, body });
  await answer.json();
  if (!answer.headers.get('X-Scorer-Engine')) throw new Error('not from this phone');
  return performance.now() - began;
}"""
FORGET_MEMORY = """async () => {
  for (const name of await caches.keys()) await (await caches.open(name)).delete('/kept/memory');
}"""
MEMORY = """async () => {
  const found = await caches.match('/kept/memory');
  return found ? (await found.arrayBuffer()).byteLength : 0;
}"""
BROUGHT = "fetch('/kept/manifest.json').then((answer) => answer.json())"


class Measured(NamedTuple):
    """What was measured on a phone: milliseconds and bytes."""

    sent: int
    room: int
    kept: float
    opened: list[float]
    warm: list[float]
    cold: list[float]
    later: list[float]
    tapped: list[float]
    before: int
    after: int


def renderers() -> list[int]:
    """The processes of pages and workers, of the browser that this one has begun."""
    parents, found = {}, []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(place.name)] = int(
                (place / "stat").read_text().rpartition(")")[2].split()[1]
            )
            if b"--type=renderer" in (place / "cmdline").read_bytes():
                found.append(int(place.name))

    def is_ours(number: int) -> bool:
        return number == os.getpid() or (number in parents and is_ours(parents[number]))

    return [number for number in found if is_ours(number)]


def memory() -> int:
    """Bytes that those processes have for themselves."""
    found = 0
    for number in renderers():
        with suppress(OSError):
            rollup = Path(f"/proc/{number}/smaps_rollup").read_text()
            found += int(re.findall(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)[0]) * 1024
    return found


@contextmanager
def slower(rate: float) -> Iterator[None]:
    """Let those processes run one part in so many of the time."""
    ended = threading.Event()

    def hold() -> None:
        looked, found = 0.0, []
        while not ended.is_set():
            if time.monotonic() - looked > 0.5:
                looked, found = time.monotonic(), renderers()
            for what, share in ((signal.SIGSTOP, 1 - 1 / rate), (signal.SIGCONT, 1 / rate)):
                for number in found:
                    with suppress(ProcessLookupError):
                        os.kill(number, what)
                time.sleep(PERIOD * share)

    holding = threading.Thread(target=hold, daemon=True)
    if rate > 1:
        holding.start()
    try:
        yield
    finally:
        ended.set()
        if rate > 1:
            holding.join()


def ended_worker(context: BrowserContext) -> Page:
    """A new page of a phone on which nothing runs."""
    page = context.new_page()
    for other in context.pages:
        if other is not page:
            other.close()
    session = context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    session.detach()
    return page


def hand(number: int) -> str:
    """A hand that was not asked for before."""
    return HAND.replace("234d", f"{number % 7 + 1}{number % 7 + 2}{number % 7 + 3}b") + (
        f"&flowers=F{number % 4 + 1}+S{number // 4 % 4 + 1}"
    )


def first_hand(context: BrowserContext, address: str, number: int) -> tuple[float, float]:
    """Milliseconds from the address to the keys, and to the first answer."""
    page = ended_worker(context)
    began = time.perf_counter()
    page.goto(f"{address}{FORM}", wait_until="commit")
    page.locator(".kp-bar").wait_for()
    opened = time.perf_counter()
    page.evaluate(ASK, hand(number))
    return (opened - began) * 1000, (time.perf_counter() - began) * 1000


def taps(page: Page, address: str) -> list[float]:
    """Milliseconds from a tap to its answer, as benchmarks/pages/phone.py has them."""
    open_keys(page, address)
    return time_taps(page)


def measured(browser: Browser, rate: float, hands: int, times: int) -> Measured:
    """What a phone takes that brings the scorer, and then has no network."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    with slower(rate):
        with service() as address:
            page = context.new_page()
            page.goto(f"{address}/keep")
            page.locator('#keep[data-state="asks"]').wait_for()
            manifest = page.evaluate(BROUGHT)
            began = time.perf_counter()
            page.locator("[data-keep]").tap()
            page.locator('#keep[data-state="kept"], #keep .badge.warn:visible').first.wait_for()
            kept = (time.perf_counter() - began) * 1000
            assert page.locator('#keep[data-state="kept"]').count(), page.inner_text("#keep")
            room = manifest["bytes"] + page.evaluate(MEMORY)
        opened, warm = zip(
            *(first_hand(context, address, number) for number in range(times)), strict=True
        )
        page = ended_worker(context)
        page.goto("about:blank")
        before = memory()
        first_hand(context, address, times)
        page = context.pages[-1]
        later = [page.evaluate(ASK, hand(number)) for number in range(hands)]
        tapped = taps(page, address)
        after = memory()
        cold = []
        for number in range(times):
            context.pages[-1].evaluate(FORGET_MEMORY)
            cold.append(first_hand(context, address, number)[1])
            context.pages[-1].wait_for_timeout(500)
    context.close()
    return Measured(
        manifest["sent"], room, kept, list(opened), list(warm), cold, later, tapped, before, after
    )


def line(name: str, times: list[float]) -> None:
    print(f"{name:8} median {statistics.median(times):7.0f} ms   worst {max(times):7.0f} ms")


def main() -> None:
    """Measure at both speeds, and say whether the bars are reached."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=50)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--rates", type=float, nargs="*", default=[1, SLOWER])
    options = parser.parse_args()
    right = True
    with sync_playwright() as driver:
        for rate in options.rates:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            load = os.getloadavg()[0]
            found = measured(browser, rate, options.hands, options.times)
            browser.close()
            print(
                f"-- {rate:g} times slower; load {load:.1f} before, {os.getloadavg()[0]:.1f} after"
            )
            print(f"brought {found.sent / 1e6:.1f} MB, kept as {found.room / 1e6:.1f} MB")
            print(f"memory  {found.before / 1e6:.0f} MB before, {found.after / 1e6:.0f} MB after")
            for name in ("opened", "warm", "cold", "later", "tapped"):
                line(name, getattr(found, name))
            line("kept", [found.kept])
            right &= max(found.warm) <= FIRST_WITHIN
            right &= statistics.median(found.tapped) <= LATER_WITHIN
    sys.exit(not right)


if __name__ == "__main__":
    main()
