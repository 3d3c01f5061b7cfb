"""Recorded games over HTTP and on the page that imports games."""

from __future__ import annotations

import gzip
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorer.game import begin
from scorer.service.games import opening
from scorer.service.web.pictures import drawing
from tests.games.playing import GAMES, NEW, Table, codes, moved

REAL = Path(__file__).parents[1] / "logs" / "real"
MJLOG = (REAL / "liable.mjlog").read_bytes()
JSON = (REAL / "double-ron.json").read_bytes()
IMPORT = "/games/import"
PAGE = {"Accept": "text/html"}


@pytest.mark.parametrize(
    ("body", "kind", "hands"),
    [
        (JSON, "application/json", 1),
        (MJLOG, "application/xml", 5),
        (MJLOG, "text/xml; charset=utf-8", 5),
        (gzip.compress(MJLOG), "application/gzip", 5),
        (gzip.compress(JSON), "application/octet-stream", 1),
    ],
)
def test_a_log_becomes_a_game(app: Flask, body: bytes, kind: str, hands: int) -> None:
    client = app.test_client()
    answer = client.post(f"{GAMES}/import", data=body, content_type=kind)
    told = answer.get_json()
    assert (answer.status_code, told["log"]["hands"], told["log"]["agree"]) == (201, hands, hands)
    sheet = client.get(f"{GAMES}/{told['keys']['watch']}").get_json()
    assert sheet["totals"] == told["totals"]
    assert (sheet["ruleset"], sheet["preset"], sheet["state"]["over"]) == ("riichi", "tenhou", True)
    exported = client.get(f"{GAMES}/{told['keys']['play']}/export.json").get_json()
    assert client.post(f"{GAMES}/import", json=exported).get_json()["totals"] == told["totals"]


@pytest.mark.parametrize("time", ["yesterday", "2026-13-01T00:00:00Z", "2026-11-28T12:00:00+99:99"])
def test_an_export_with_another_kind_of_time_is_refused_there(app: Flask, time: str) -> None:
    table = Table.begun(app.test_client())
    table.write(moved(0))
    exported = table.now("/export.json")
    exported["began"]["at"] = time
    answer = table.client.post(f"{GAMES}/import", json=exported)
    assert (answer.status_code, codes(answer)) == (422, [("/began/at", "bad_value")])
    exported = table.now("/export.json")
    exported["entries"][0]["at"] = time
    answer = table.client.post(f"{GAMES}/import", json=exported)
    assert (answer.status_code, codes(answer)) == (422, [("/entries/0/at", "bad_value")])


@pytest.mark.parametrize(
    "time",
    [
        *("yesterday", "2026-13-01T00:00:00Z", "0000-00-00T00:00:00Z"),
        *("2026-11-28T12:00:00+99:99", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59"),
    ],
)
def test_a_game_that_an_earlier_release_imported_shows_its_sheet(app: Flask, time: str) -> None:
    game = begin(NEW, at=time)
    with app.app_context():
        keys = opening.store().begin(game.as_record(), [], 0)[1]
    client = app.test_client()
    sheet = client.get(f"/games/{keys['play']}/sheet")
    assert (sheet.status_code, time[:10] in sheet.text) == (200, True)
    picture = client.get(f"/games/{keys['play']}/standings.png")
    assert picture.status_code == (200 if drawing.is_available() else 404)


def test_a_difference_is_answered_with_the_game(app: Flask) -> None:
    body = JSON.replace("跳満12000点".encode(), "満貫8000点".encode())
    answer = app.test_client().post(f"{GAMES}/import", data=body, content_type="application/json")
    (difference,) = answer.get_json()["log"]["differences"]
    assert difference == {
        "hand": 1,
        "deal": "South 4",
        "honba": 0,
        "pointer": "/log/0",
        "what": "value",
        "player": "p1",
        "detail": "A: points of the hand 8000 in the log, 12000 here",
    }


def test_a_difference_is_in_the_language_of_the_request(app: Flask) -> None:
    body = JSON.replace("跳満12000点".encode(), "満貫8000点".encode())
    answer = app.test_client().post(
        f"{GAMES}/import",
        data=body,
        content_type="application/json",
        headers={"Accept-Language": "fr"},
    )
    (difference,) = answer.get_json()["log"]["differences"]
    assert answer.headers["Content-Language"] == "fr"
    assert difference["deal"] == "Sud 4"
    assert difference["detail"].endswith("points de la main 8000 dans le journal, 12\u202f000 ici")


@pytest.mark.parametrize(
    ("body", "kind", "status", "found"),
    [
        (b'{"log": [[]]}', "application/json", 422, [("/log/0", "bad_value")]),
        (b"<!DOCTYPE a><a/>", "application/xml", 422, [("", "bad_value")]),
        (b"\x1f\x8b", "application/gzip", 422, [("", "bad_value")]),
        (b"", "application/xml", 422, [("", "bad_value")]),
        (MJLOG, "application/json", 400, []),
        (MJLOG, "text/plain", 415, []),
    ],
)
def test_what_is_no_log_is_refused(
    app: Flask, body: bytes, kind: str, status: int, found: list[tuple[str, str]]
) -> None:
    answer = app.test_client().post(f"{GAMES}/import", data=body, content_type=kind)
    assert answer.status_code == status
    assert not found or codes(answer) == found


def file_of(body: bytes) -> dict[str, Any]:
    return {"file": (BytesIO(body), "game")}


FILES = [(JSON, 1), (MJLOG, 5), (gzip.compress(MJLOG), 5), (gzip.compress(JSON), 1)]


@pytest.mark.parametrize(("body", "hands"), FILES, ids=range(len(FILES)))
def test_a_page_makes_a_game_of_a_log(app: Flask, body: bytes, hands: int) -> None:
    client = app.test_client()
    answer = client.post(IMPORT, data=file_of(body), headers=PAGE)
    assert answer.status_code == 201
    assert f"{hands} of {hands} hands agree with the log" in answer.text
    play = re.findall(r'class="address" href="[^"]*(/games/[\w-]+)"', answer.text)[0]
    assert client.get(play, headers=PAGE).status_code == 200


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "<b>South 4</b> A: points of the hand 8000 in the log, 12\u202f000 here"),
        ("fr", "<b>Sud 4</b> A\u00a0: points de la main 8000 dans le journal, 12\u202f000 ici"),
        ("zh", "<b>南4局</b> A：和牌点数牌谱为8000，这里为12000"),
    ],
)
def test_a_page_names_differences_in_its_language(app: Flask, language: str, said: str) -> None:
    body = JSON.replace("跳満12000点".encode(), "満貫8000点".encode())
    client = app.test_client()
    answer = client.post(f"{IMPORT}?lang={language}", data=file_of(body), headers=PAGE)
    assert said in answer.text


def test_a_page_makes_a_game_of_an_export(table: Table) -> None:
    table.write(moved(0))
    exported = table.client.get(f"{table.play}/export.json").data
    answer = table.client.post(IMPORT, data=file_of(exported), headers=PAGE)
    assert answer.status_code == 201
    assert "agree with the log" not in answer.text


def test_a_file_that_is_sent_twice_makes_one_game(table: Table) -> None:
    table.write(moved(0))
    exported = table.client.get(f"{table.play}/export.json").data
    page = table.client.get(IMPORT, headers=PAGE).text
    once = re.search(r'name="once" data-making value="([^"]+)"', page)
    assert once

    def links(body: bytes) -> list[str]:
        data = {**file_of(body), "once": once[1]}
        answer = table.client.post(IMPORT, data=data, headers=PAGE)
        found: list[str] = re.findall(r'class="address" href="[^"]*(/games/[\w-]+)"', answer.text)
        return found

    first = links(exported)
    assert len(first) == 2
    assert links(exported) == first
    assert links(exported + b" ") != first


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (None, "Choose a file"),
        (b"", "Choose a file"),
        (b"what", "neither an exported game nor a log"),
        (b"[]", "JSON object"),
        (b"<a/>", "that of a log is mjloggm"),
    ],
)
def test_a_page_says_what_is_wrong_with_a_file(app: Flask, body: bytes | None, said: str) -> None:
    data = {} if body is None else file_of(body)
    answer = app.test_client().post(IMPORT, data=data, headers=PAGE)
    assert (answer.status_code, said in answer.text) == (422, True)


def test_the_page_is_found_from_the_games(app: Flask) -> None:
    client = app.test_client()
    assert f'href="{IMPORT}"' in client.get("/games", headers=PAGE).text
    assert 'enctype="multipart/form-data"' in client.get(IMPORT, headers=PAGE).text


def test_another_site_imports_nothing(app: Flask) -> None:
    headers = {**PAGE, "Sec-Fetch-Site": "cross-site"}
    assert app.test_client().post(IMPORT, data=file_of(JSON), headers=headers).status_code == 403
