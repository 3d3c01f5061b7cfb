"""Each browser is started once; each test has a server at an address of its own, and so nothing of
the tests before it is kept for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.browser.hall import Server
from tests.games.databases import serving, sqlite
from tests.nightly import nightly
from tests.other_browsers.drivers import Driver, firefox, webkit
from tests.other_browsers.phone import Phone

BROWSERS: dict[str, Callable[[Path], AbstractContextManager[Driver]]] = {
    "firefox": firefox,
    "webkit": webkit,
}


# That of the iPhone, which is the least like Chromium.
one_browser_by_day = pytest.mark.parametrize(
    "driver", ["webkit", *nightly(name for name in BROWSERS if name != "webkit")], indirect=True
)


@pytest.fixture(scope="package", params=BROWSERS)
def driver(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    with BROWSERS[request.param](tmp_path_factory.mktemp(request.param)) as started:
        yield started


@pytest.fixture(scope="package")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with serving(sqlite(tmp_path_factory.mktemp("games")), CLIENT_SECONDS=0) as made:
        yield made


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    started = Server(app)
    yield started
    started.stop()


@pytest.fixture
def phone(driver: Driver, server: Server) -> Iterator[Phone]:
    """A phone without complaints when the test is over."""
    # Else one crash would fail every test after it, and each second try.
    driver.revive()
    held = Phone(driver, server.address)
    first, *others = driver.windows()
    assert not others
    yield held
    held.collect()
    for handle in driver.windows():
        if handle != first:
            driver.use_window(handle)
            driver.close_window()
    driver.use_window(first)
    # Whatever is loaded behind a page that is left: no page depends on it.
    assert [words for words in held.complaints if "favicon" not in words] == []
