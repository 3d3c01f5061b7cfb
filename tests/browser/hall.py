"""A hall without a signal: a server out of reach, and a phone that keeps the scorer."""

from __future__ import annotations

import json
import shutil
import threading
import time
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import brotli  # type: ignore[import-untyped]
from flask import Flask
from werkzeug.serving import BaseWSGIServer, make_server

from scorer.service.offline.folder import PAGES_ARCHIVE
from tests.browser.conftest import whole

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

READY = 90_000
"""Milliseconds within which a phone has the scorer, on a machine that does other things too."""


class Server:
    """A server that can be out of reach, or keep everybody waiting; it remembers what was asked."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.open = threading.Event()
        self.asked: list[str] = []
        self.server: BaseWSGIServer | None = None
        self.port = 0
        self.open.set()
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def answer(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        self.asked.append(environ["PATH_INFO"])
        self.open.wait(READY / 1000)
        return whole(self.app)(environ, start)

    def start(self) -> None:
        if self.server is None:
            self.server = make_server("127.0.0.1", self.port, self.answer, threaded=True)
            self.port = self.server.port
            threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        if self.server is not None:
            self.server.shutdown()
            self.server.server_close()
            self.server = None


class FaultyServer(Server):
    """The same; ``faults`` has for a part of an address what becomes of each answer under it."""

    def __init__(self, app: Flask) -> None:
        self.faults: dict[str, Callable[[bytes], bytes | None]] = {}
        super().__init__(app)

    def answer(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        fault = next((act for part, act in self.faults.items() if part in path), None)
        if fault is None:
            return super().answer(environ, start)
        told: list[Any] = []
        environ.pop("HTTP_ACCEPT_ENCODING", None)
        body = b"".join(super().answer(environ, lambda *given: told.append(given)))
        altered = fault(body)
        if altered is None:
            start("500 Internal Server Error", [("Content-Length", "0")])
            return [b""]
        # The length stays that of the whole: less is an answer that has broken off.
        start(*told[0])
        return [altered]


def fails(_: bytes) -> None:
    """An answer that is an error of the server's."""


def breaks_off(body: bytes) -> bytes:
    return body[: len(body) // 2]


def alters(body: bytes) -> bytes:
    """As many bytes, one of them another."""
    middle = len(body) // 2
    return body[:middle] + bytes([body[middle] ^ 1]) + body[middle + 1 :]


def state(page: Page) -> str:
    return page.locator("#keep").get_attribute("data-state") or ""


def until_state(page: Page, *wanted: str) -> None:
    places = ", ".join(f'#keep[data-state="{one}"]' for one in wanted)
    page.locator(places).wait_for(timeout=READY)


MADE_BY = "document.documentElement.dataset.engine"
"""The release of the scorer that has made a page on the phone itself."""


def by_the_server(page: Page, address: str) -> None:
    """Open a page as often as the phone is quicker than the server: it waits for less than a
    second, and a busy machine takes longer."""
    deadline = time.monotonic() + READY / 1000
    page.goto(address)
    while page.evaluate(MADE_BY):
        assert time.monotonic() < deadline, "the server never answered in time"
        page.goto(address)


def keep_the_scorer(page: Page, address: str) -> None:
    """Brought by one tap, and begun."""
    page.goto(f"{address}/keep")
    page.locator("[data-keep]").tap()
    until_state(page, "kept")


def from_a_cold_start(context: BrowserContext) -> Page:
    """Nothing of the phone's pages is open or running, as after a night."""
    page = context.new_page()
    page.goto("about:blank")
    for other in context.pages:
        if other is not page:
            other.close()
    session = context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    session.detach()
    return page


def as_release(folder: Path, old: str, new: str) -> None:
    """Beside what is kept of a release, the same as of another."""
    shutil.copytree(folder / old, folder / new)
    pages = folder / new / PAGES_ARCHIVE
    with ZipFile(pages) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    with ZipFile(pages, "w") as archive:
        for name, data in held.items():
            archive.writestr(name, data.replace(old.encode(), new.encode()))
    packed = brotli.compress(pages.read_bytes(), quality=1)
    Path(f"{pages}.br").write_bytes(packed)
    manifest = json.loads((folder / new / "manifest.json").read_text())
    manifest["release"] = new
    for file in manifest["files"]:
        if file["name"] == PAGES_ARCHIVE:
            data = pages.read_bytes()
            told = {"bytes": len(data), "sent": len(packed), "sha256": sha256(data).hexdigest()}
            file.update(told)
    (folder / new / "manifest.json").write_text(json.dumps(manifest))
