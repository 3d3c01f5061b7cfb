"""The example of docs/offline.md in a real browser, as a page of another origin."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from werkzeug.serving import make_server
from werkzeug.wrappers import Response

import scorer
from scorer.service import create_app
from tests.browser.conftest import whole
from tests.offline.test_library import TOLD, example

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@contextmanager
def served(app: Callable[..., Any]) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, whole(app), threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join(timeout=5)
    server.server_close()


@pytest.mark.nightly
def test_a_static_page_of_another_origin_scores_a_hand(
    browser: Browser, offline_folder: Path
) -> None:
    app = create_app({"LOG_REQUESTS": False, "OFFLINE_FOLDER": str(offline_folder)})
    with served(app) as service:
        page_of_theirs = example().replace("https://mahjong.example", service)
        with served(Response(page_of_theirs, mimetype="text/html")) as theirs:
            page = browser.new_page()
            faults: list[str] = []
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on("console", lambda told: faults.append(told.text))
            page.goto(theirs)
            page.wait_for_function(
                "() => document.querySelector('#said').textContent != 'One moment…'", timeout=90_000
            )
            assert page.inner_text("#said") == scorer.score(TOLD)["formula"], faults
            page.close()
