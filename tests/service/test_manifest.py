"""What a phone asks for to keep the pages among its apps."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorer.service import create_app, offline


def test_the_manifest_names_the_app_and_icons_that_are_there(client: FlaskClient) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    told = answer.get_json()
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    assert told["name"]
    assert {(icon["sizes"], icon["purpose"]) for icon in told["icons"]} == {
        *(("any", "any"), ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"))
    }
    for icon in told["icons"]:
        with client.get(icon["src"]) as found:
            assert (found.status_code, found.mimetype) == (200, icon["type"])
            assert len(found.data) < 10_000


def test_an_icon_is_as_large_as_its_name_says() -> None:
    found = list((Path(offline.__file__).parent / "static").glob("icon-*.png"))
    assert len(found) == 4
    for path in found:
        header = path.read_bytes()[:24]
        width, height = (int.from_bytes(header[at : at + 4]) for at in (16, 20))
        assert str(width) == str(height) == path.stem.rpartition("-")[2]


def test_every_page_leads_to_the_manifest(client: FlaskClient) -> None:
    for path in ("/", "/table", "/rules", "/docs", "/offline"):
        assert 'rel="manifest" href="/manifest.webmanifest"' in client.get(path).text


def test_the_colours_are_those_of_the_style() -> None:
    style = (Path(offline.__file__).parent / "static" / "scorer.css").read_text()
    assert f"--paper: {offline.PAPER};" in style


def test_all_that_the_worker_keeps_is_there(client: FlaskClient) -> None:
    with client.application.test_request_context():
        kept = [*offline._files(), *offline._pages(), "/offline"]
    assert len(kept) > 25
    script = client.get("/service-worker.js").text
    for path in kept:
        with client.get(path) as answer:
            assert answer.status_code == 200
        assert f'"{path}"' in script


def test_the_browser_asks_for_the_worker_each_time_and_gets_it_once(client: FlaskClient) -> None:
    first = client.get("/service-worker.js")
    assert first.mimetype == "text/javascript"
    assert first.headers["Cache-Control"] == "no-cache"
    again = client.get("/service-worker.js", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304


def test_a_changed_page_makes_another_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    client = create_app({"LOG_REQUESTS": False}).test_client()
    first = client.get("/service-worker.js")
    monkeypatch.setattr(offline, "_fingerprint", lambda: "another")
    second = client.get("/service-worker.js", headers={"If-None-Match": first.headers["ETag"]})
    assert second.status_code == 200
    assert second.data != first.data
