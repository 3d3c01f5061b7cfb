"""What phones keep, as it is sent."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import brotli  # type: ignore[import-untyped]
import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient

from scorer.service import create_app
from scorer.service.offline.folder import Folder
from scorer.service.offline.pyodide import MAX_BYTES_BY_FILE

BROTLI = {"Accept-Encoding": "gzip, deflate, br"}
TYPES = {
    "engine.zip": "application/zip",
    "pages.zip": "application/zip",
    "pyodide.mjs": "text/javascript",
    "pyodide.asm.mjs": "text/javascript",
    "pyodide.asm.wasm": "application/wasm",
    "python_stdlib.zip": "application/zip",
    "pyodide-lock.json": "application/json",
}


@pytest.fixture
def manifest(client: FlaskClient) -> dict[str, Any]:
    answer: dict[str, Any] = client.get("/kept/manifest.json").get_json()
    return answer


def offers(app: Flask) -> bool:
    with app.test_request_context():
        return render_template_string("{{ keeps_offline() }}") == "True"


def test_the_manifest_tells_what_there_is(manifest: dict[str, Any], release: str) -> None:
    assert (manifest["release"], manifest["pyodide"]) == (release, "314.0.7")
    assert {file["name"] for file in manifest["files"]} == TYPES.keys()
    assert manifest["bytes"] == sum(file["bytes"] for file in manifest["files"])
    assert manifest["sent"] == sum(file["sent"] for file in manifest["files"])
    for one in manifest["files"]:
        assert one["address"] == f"/kept/{release}/{one['name']}"
        assert len(one["sha256"]) == 64


def test_the_manifest_is_asked_for_again_and_has_an_etag(client: FlaskClient) -> None:
    first = client.get("/kept/manifest.json")
    assert first.headers["Cache-Control"] == "no-cache"
    again = client.get("/kept/manifest.json", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("name", TYPES)
def test_a_file_is_sent_compressed_or_plain_as_it_is_asked_for(
    client: FlaskClient, folder: Folder, release: str, name: str
) -> None:
    plain = (folder.release_folder(release) / name).read_bytes()
    for accepted, encoding in (("gzip, br", "br"), ("gzip", None), ("br;q=0, gzip", None)):
        headers = {"Accept-Encoding": accepted}
        with client.get(f"/kept/{release}/{name}", headers=headers) as answer:
            data = answer.data
        assert answer.mimetype == TYPES[name]
        assert answer.headers.get("Content-Encoding") == encoding
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert int(answer.headers["Content-Length"]) == len(data)
        assert (brotli.decompress(data) if encoding else data) == plain


def test_a_file_is_kept_for_a_year_and_for_any_origin(
    client: FlaskClient, manifest: dict[str, Any]
) -> None:
    for file in manifest["files"]:
        with client.get(file["address"], headers=BROTLI) as answer:
            headers = answer.headers
        assert headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert headers["Access-Control-Allow-Origin"] == "*"
        assert headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert headers["X-Content-Type-Options"] == "nosniff"
        names = [name.lower() for name, _ in headers]
        assert len(names) == len(set(names))
        for name in ("Content-Disposition", "Last-Modified", "Accept-Ranges", "X-Request-ID"):
            assert name not in headers


def test_each_form_has_an_etag_of_its_own(client: FlaskClient, manifest: dict[str, Any]) -> None:
    address = manifest["files"][0]["address"]
    tags = []
    for headers in (BROTLI, {}):
        with client.get(address, headers=headers) as answer:
            tags.append(answer.headers["ETag"])
        again = client.get(address, headers={**headers, "If-None-Match": tags[-1]})
        assert (again.status_code, again.data) == (304, b"")
    assert tags[0] != tags[1]


def test_a_head_tells_the_length(client: FlaskClient, manifest: dict[str, Any]) -> None:
    one = manifest["files"][0]
    answer = client.head(one["address"], headers=BROTLI)
    assert (answer.status_code, answer.data) == (200, b"")
    assert int(answer.headers["Content-Length"]) == one["sent"]


@pytest.mark.parametrize(
    "path",
    [
        "/kept/1.0/engine.zip",
        "/kept/{release}/manifest.json",
        "/kept/{release}/engine.zip.br",
        "/kept/{release}/..%2f{release}%2fengine.zip",
        "/kept/{release}/../{release}/engine.zip",
        "/kept/{release}/",
        "/kept/nothing.json",
        "/kept",
    ],
)
def test_nothing_else_is_there(client: FlaskClient, release: str, path: str) -> None:
    answer = client.get(path.format(release=release))
    assert answer.status_code == 404
    assert "immutable" not in answer.headers.get("Cache-Control", "")


def test_the_library_has_an_address_that_stays(client: FlaskClient, release: str) -> None:
    answer = client.get("/kept/engine.zip", headers={"Origin": "https://club.example"})
    assert (answer.status_code, answer.location) == (302, f"/kept/{release}/engine.zip")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cache-Control"] == "no-cache"


def test_who_may_load_it_from_elsewhere_is_set_as_for_the_api(folder: Folder) -> None:
    settings = {"LOG_REQUESTS": False, "CORS_ORIGINS": "https://club.example"}
    app = create_app({**settings, "OFFLINE_FOLDER": str(folder.path)})
    origins = ("https://club.example", "https://other.example")
    client = app.test_client()
    answers = [client.get("/kept/manifest.json", headers={"Origin": origin}) for origin in origins]
    assert [answer.headers.get("Access-Control-Allow-Origin") for answer in answers] == [
        origins[0],
        None,
    ]
    assert all("Origin" in answer.headers["Vary"] for answer in answers)


def test_where_nothing_is_kept_nothing_is_offered(tmp_path: Path) -> None:
    app = create_app({"LOG_REQUESTS": False, "OFFLINE_FOLDER": str(tmp_path / "none")})
    assert not offers(app)
    for path in ("manifest.json", "engine.zip", "1.0/engine.zip"):
        assert app.test_client().get(f"/kept/{path}").status_code == 404


def test_what_comes_and_goes_is_noticed_while_it_serves(
    app: Flask, folder: Folder, release: str, tmp_path: Path
) -> None:
    assert offers(app)
    away = tmp_path / "away"
    folder.release_folder(release).rename(away)
    assert not offers(app)
    away.rename(folder.release_folder(release))
    assert offers(app)
    folder.remove()
    assert not offers(app)


def test_no_page_is_kept_beyond_what_it_offers(app: Flask, folder: Folder) -> None:
    drawn = app.extensions["page_cache"]
    for _ in range(2):
        app.test_client().get("/")
    assert len(drawn) == 1
    folder.remove()
    app.test_client().get("/")
    assert len(drawn) == 2


def test_the_manifest_is_read_once(
    app: Flask, folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert offers(app)
    monkeypatch.setattr(Folder, "manifest", lambda *_: 1 / 0)
    assert offers(app)


def test_a_file_that_vanished_is_not_found(
    client: FlaskClient, folder: Folder, release: str
) -> None:
    assert client.get("/kept/manifest.json").status_code == 200
    (folder.release_folder(release) / "pages.zip").unlink()
    assert client.get(f"/kept/{release}/pages.zip").status_code == 404


def test_a_folder_may_be_told_from_where_the_server_runs(
    folder: Folder, release: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.path.parent)
    app = create_app({"LOG_REQUESTS": False, "OFFLINE_FOLDER": "offline"})
    with app.test_client().get(f"/kept/{release}/pages.zip") as answer:
        assert answer.status_code == 200


def test_it_is_no_part_of_the_api(client: FlaskClient) -> None:
    assert not [path for path in client.get("/openapi.json").get_json()["paths"] if "kept" in path]


def test_a_setting_that_is_no_path_is_refused() -> None:
    with pytest.raises(ValueError, match="SCORER_OFFLINE_FOLDER is to be the path of a folder"):
        create_app({"OFFLINE_FOLDER": 7})


def test_a_folder_of_digits_is_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORER_OFFLINE_FOLDER", "2026")
    assert create_app({"LOG_REQUESTS": False}).config["OFFLINE_FOLDER"] == "2026"


def test_all_files_of_pyodide_have_a_type_and_a_place(folder: Folder, release: str) -> None:
    assert MAX_BYTES_BY_FILE.keys() < TYPES.keys()
    shutil.copy(folder.release_folder(release) / "manifest.json", folder.path / "copy.json")
    assert json.loads((folder.path / "copy.json").read_text())["pyodide"] == "314.0.7"


def test_only_the_worker_that_scores_may_run_webassembly(client: FlaskClient) -> None:
    worker = client.get("/engine-worker.js")
    assert worker.status_code == 200
    policy = worker.headers["Content-Security-Policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert policy.startswith("default-src 'none'")
    for path in ("/", "/keep", "/service-worker.js", "/nothing", "/static/scorer.js"):
        with client.get(path) as answer:
            assert "unsafe" not in answer.headers.get("Content-Security-Policy", ""), path
