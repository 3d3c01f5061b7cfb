"""The scorer kept on the phone answers without a server, also when the browser has begun anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.hall import Server
from tests.games.databases import serving, sqlite
from tests.other_browsers.drivers import firefox
from tests.other_browsers.phone import Phone

pytestmark = pytest.mark.browser

HAND = "/?rules=mcr&hand=123b+456b+99d&set1=789b&set2=EEE&tile=9d&won=discard&from=W&seat=S&round=E"


@pytest.fixture
def server(offline_folder: Path, tmp_path: Path) -> Iterator[Server]:
    """A server that has the scorer to give."""
    settings = {"OFFLINE_FOLDER": str(offline_folder), "CLIENT_SECONDS": 0}
    with serving(sqlite(tmp_path), **settings) as app:
        started = Server(app)
        yield started
        started.stop()


def keep_the_scorer(phone: Phone) -> None:
    phone.go("/keep?lang=en")
    phone.tap("[data-keep]")
    phone.until("document.querySelector('#keep').dataset.state === 'kept'")


def scores_by_itself(phone: Phone) -> None:
    phone.go(f"{HAND}&go=1")
    phone.reads(".figure", "20")
    assert phone.js("document.documentElement.dataset.engine"), "not scored by this phone"


@pytest.mark.nightly
def test_the_scorer_is_kept_and_answers_without_a_server(phone: Phone, server: Server) -> None:
    keep_the_scorer(phone)
    server.stop()
    scores_by_itself(phone)
    phone.driver.use_window(phone.driver.open_window())
    scores_by_itself(phone)
    phone.complaints.clear()


@pytest.mark.nightly
def test_firefox_begins_anew_without_a_server(tmp_path: Path, server: Server) -> None:
    with firefox(tmp_path / "profile") as driver:
        keep_the_scorer(Phone(driver, server.address))
        driver.quit()
    server.stop()
    with firefox(tmp_path / "profile") as driver:
        scores_by_itself(Phone(driver, server.address))
