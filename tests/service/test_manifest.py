"""What a phone asks for to keep the pages among its apps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorer.service import create_app
from scorer.service.web import files, offline


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
    found = list((Path(offline.__file__).parents[1] / "static").glob("icon-*.png"))
    assert len(found) == 4
    for path in found:
        header = path.read_bytes()[:24]
        width, height = (int.from_bytes(header[at : at + 4]) for at in (16, 20))
        assert str(width) == str(height) == path.stem.rpartition("-")[2]


def test_every_page_leads_to_the_manifest(client: FlaskClient) -> None:
    for path in ("/", "/table", "/rules", "/docs", "/offline"):
        assert 'rel="manifest" href="/manifest.webmanifest"' in client.get(path).text


def test_the_colours_are_those_of_the_style() -> None:
    style = (Path(offline.__file__).parents[1] / "static" / "styles" / "base.css").read_text()
    assert f"--paper: {offline.PAPER};" in style


def test_all_that_the_worker_keeps_is_there(client: FlaskClient) -> None:
    with client.application.test_request_context():
        kept = [*offline._addresses(files.needed()), *offline._pages(), "/offline"]
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
    monkeypatch.setattr(files, "_fingerprint", lambda: "another")
    second = client.get("/service-worker.js", headers={"If-None-Match": first.headers["ETag"]})
    assert second.status_code == 200
    assert second.data != first.data


def test_a_file_of_this_release_is_kept_for_a_year(client: FlaskClient) -> None:
    with client.application.test_request_context():
        addresses = offline._addresses(files.needed())
    for address in addresses:
        with client.get(address) as found:
            told = found.cache_control
            assert (told.public, told.max_age, told.immutable) == (True, 31_536_000, True)
    with client.application.test_request_context():
        now = files.release()
    for address in (addresses[0], addresses[-1]):
        with client.get(address.replace(now, "0.0.9.another")) as found:
            assert found.headers["Cache-Control"].endswith("max-age=3600")
            known = {"If-None-Match": str(found.headers.get("ETag", ""))}
        with client.get(address, headers=known) as again:
            assert (again.status_code, again.cache_control.immutable) == (304, True)


def test_every_page_names_its_files_by_the_release(client: FlaskClient) -> None:
    for path in ("/", "/table?rules=american", "/rules", "/docs", "/docs/errors", "/offline"):
        named = re.findall(r'(?:src|href)="(/static/[^"#]+)["#]', client.get(path).text)
        with client.application.test_request_context():
            kept = {*offline._addresses(files.needed()), files.address("icon-apple-180.png")}
        assert named
        assert set(named) <= kept


def test_a_changed_file_has_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    client = create_app({"LOG_REQUESTS": False}).test_client()
    first = client.get("/").text
    monkeypatch.setattr(files, "_fingerprint", lambda: "another")
    second = client.get("/").text
    assert "/keypad/keypad.js" in first
    assert "/static/0.1.0.another/keypad/keypad.js" not in first
    assert "/static/0.1.0.another/keypad/keypad.js" in second


def test_a_file_is_there_in_the_folder_of_any_release_and_of_none(client: FlaskClient) -> None:
    with client.get("/static/keypad/form.js") as found:
        plain = found.data
    with client.application.test_request_context():
        now = files.address("keypad/form.js")
    for address in (now, "/static/0.0.9.another/keypad/form.js"):
        with client.get(address) as found:
            assert found.data == plain
    for address in ("/static/0.0.9/nothing.js", "/static/later/keypad/form.js", "/static/0.0.9/"):
        assert client.get(address).status_code == 404


def test_every_part_of_the_style_is_sent_once_in_its_order(client: FlaskClient) -> None:
    folder = Path(offline.__file__).parents[1] / "static" / "styles"
    sent = {path.stem for path in folder.glob("*.css")} - {"docs"}
    sent |= {f"keypad/{path.stem}" for path in (folder / "keypad").glob("*.css")}
    assert sorted(sent) == sorted(part for parts in files.SHEETS.values() for part in parts)
    for name, parts in files.SHEETS.items():
        text = client.get(f"/static/{name}").text
        found = [
            text.find(files.short((folder / f"{part}.css").read_text()).strip()) for part in parts
        ]
        assert -1 not in found
        assert found == sorted(found)
