"""What a phone asks for to keep the pages among its apps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import scorer
from scorer.service import create_app
from scorer.service.offline import service_worker
from scorer.service.web import files, static_files


def test_the_manifest_names_the_app_and_icons_that_are_there(client: FlaskClient) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    body = answer.get_json()
    assert (body["start_url"], body["scope"], body["display"]) == ("/", "/", "standalone")
    assert body["name"]
    assert {(icon["sizes"], icon["purpose"]) for icon in body["icons"]} == {
        *(("any", "any"), ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"))
    }
    for icon in body["icons"]:
        with client.get(icon["src"]) as found:
            assert (found.status_code, found.mimetype) == (200, icon["type"])
            assert len(found.data) < 10_000


def test_an_icon_is_as_large_as_its_name_says() -> None:
    found = list((Path(service_worker.__file__).parents[1] / "static").glob("icon-*.png"))
    assert len(found) == 4
    for path in found:
        header = path.read_bytes()[:24]
        width, height = (int.from_bytes(header[at : at + 4]) for at in (16, 20))
        assert str(width) == str(height) == path.stem.rpartition("-")[2]


def test_every_page_leads_to_the_manifest(client: FlaskClient) -> None:
    for path in ("/", "/table", "/rules", "/docs", "/offline"):
        assert 'rel="manifest" href="/manifest.webmanifest"' in client.get(path).text


def test_the_colours_are_those_of_the_style() -> None:
    style = (
        Path(service_worker.__file__).parents[1] / "static" / "styles" / "base.css"
    ).read_text()
    assert f"--paper: {service_worker.PAPER_COLOUR};" in style


@pytest.mark.slow
def test_all_that_the_worker_keeps_is_there(client: FlaskClient) -> None:
    with client.application.test_request_context():
        kept = [
            *service_worker._addresses_of_files(files.page_files()),
            *service_worker._offline_page_paths(),
            "/offline",
        ]
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
    monkeypatch.setattr(files, "_release_digest", lambda revision: "another")
    second = client.get("/service-worker.js", headers={"If-None-Match": first.headers["ETag"]})
    assert second.status_code == 200
    assert second.data != first.data


@pytest.mark.parametrize("name", ["/service-worker.js", "/engine-worker.js"])
def test_what_phones_may_keep_makes_another_worker(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The operator has turned /keep on or off, within one release."""
    client = create_app({"LOG_REQUESTS": False}).test_client()
    monkeypatch.setattr(service_worker, "keeps_offline", lambda: True)
    first = client.get(name)
    known = {"If-None-Match": first.headers["ETag"]}
    assert client.get(name, headers=known).status_code == 304
    monkeypatch.setattr(service_worker, "keeps_offline", lambda: False)
    second = client.get(name, headers=known)
    wanted = 200 if name.startswith("/service") else 404
    assert second.status_code == wanted
    assert second.data != first.data


def test_a_file_of_this_release_is_kept_for_a_year(client: FlaskClient) -> None:
    with client.application.test_request_context():
        addresses = service_worker._addresses_of_files(files.page_files())
    for address in addresses:
        with client.get(address) as found:
            told = found.cache_control
            assert (told.public, told.max_age, told.immutable) == (True, 31_536_000, True)
    for address in (addresses[0], addresses[-1]):
        with client.get(address) as found:
            known = {"If-None-Match": str(found.headers.get("ETag", ""))}
        with client.get(address, headers=known) as again:
            assert (again.status_code, again.cache_control.immutable) == (304, True)


@pytest.mark.parametrize("release", ["0.0.9.another", "9.0", "{now}"])
@pytest.mark.parametrize("name", ["keypad/form.js", "styles/pages.css", "words/fr.js", "no.js"])
def test_a_file_of_another_release_is_not_there_and_nobody_keeps_that(
    client: FlaskClient, release: str, name: str
) -> None:
    """In the midst of an update the file of this release would be kept as that of another."""
    with client.application.test_request_context():
        now = files.release()
    with client.get(f"/static/{release.format(now=now)}/{name}") as found:
        if release == "{now}" and name != "no.js":
            assert found.status_code == 200
        else:
            assert (found.status_code, found.headers["Cache-Control"]) == (404, "no-store")


def test_every_page_names_its_files_by_the_release(client: FlaskClient) -> None:
    for path in ("/", "/table?rules=american", "/rules", "/docs", "/docs/errors", "/offline"):
        named = re.findall(r'(?:src|href)="(/static/[^"#]+)["#]', client.get(path).text)
        with client.application.test_request_context():
            kept = {
                *service_worker._addresses_of_files(files.page_files()),
                files.file_address("icon-apple-180.png"),
            }
        assert named
        assert set(named) <= kept


def test_a_changed_file_has_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    client = create_app({"LOG_REQUESTS": False}).test_client()
    first = client.get("/hand").text
    monkeypatch.setattr(files, "_release_digest", lambda revision: "another")
    second = client.get("/hand").text
    assert "/keypad/keypad.js" in first
    changed = f"/static/{scorer.__version__}.another/keypad/keypad.js"
    assert changed not in first
    assert changed in second


def test_a_file_is_there_in_the_folder_of_this_release_and_of_none(client: FlaskClient) -> None:
    with client.get("/static/keypad/form.js") as found:
        plain = found.data
    with client.application.test_request_context():
        now = files.file_address("keypad/form.js")
    with client.get(now) as found:
        assert found.data == plain
    for address in ("/static/0.0.9/nothing.js", "/static/later/keypad/form.js", "/static/0.0.9/"):
        assert client.get(address).status_code == 404


def test_every_part_of_the_style_is_sent_once_in_its_order(client: FlaskClient) -> None:
    folder = Path(service_worker.__file__).parents[1] / "static" / "styles"
    sent = {path.stem for path in folder.glob("*.css")} - {"docs"}
    sent |= {f"keypad/{path.stem}" for path in (folder / "keypad").glob("*.css")}
    assert sorted(sent) == sorted(part for parts in files.STYLE_SHEETS.values() for part in parts)
    for name, parts in files.STYLE_SHEETS.items():
        text = client.get(f"/static/{name}").text
        found = [
            text.find(static_files.minify_sheet((folder / f"{part}.css").read_text()).strip())
            for part in parts
        ]
        assert -1 not in found
        assert found == sorted(found)
