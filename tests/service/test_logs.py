"""The log: who is who for a day, who is not let in, and lines that nobody reads."""

from __future__ import annotations

import io
import json
import logging
import os
import sys

import pytest

from scorer.service import create_app
from scorer.service.wsgi.clients import Marks
from scorer.service.wsgi.logs import Lines, StandardError
from scorer.service.wsgi.masks import masked


def test_a_client_has_a_mark_for_a_day_that_only_the_key_tells() -> None:
    marks = Marks("a key")
    one = marks.of("192.0.2.1", "2026-05-01")
    assert (one, len(one)) == (Marks("a key").of("192.0.2.1", "2026-05-01"), 12)
    others = {
        marks.of("192.0.2.1", "2026-05-02"),
        marks.of("192.0.2.2", "2026-05-01"),
        Marks("another").of("192.0.2.1", "2026-05-01"),
        Marks().of("192.0.2.1", "2026-05-01"),
        Marks().of("192.0.2.1", "2026-05-01"),
    }
    assert len(others | {one}) == 6


def test_the_log_has_the_mark_and_no_address(capsys: pytest.CaptureFixture[str]) -> None:
    client = create_app({"LOG_KEY": "a key"}).test_client()
    client.get("/healthz", environ_base={"REMOTE_ADDR": "192.0.2.1"}).get_data()
    told = capsys.readouterr().err
    assert json.loads(told)["client"] == Marks("a key").of("192.0.2.1")
    assert "192.0.2.1" not in told


def test_an_operator_can_close_the_service_to_a_client_by_its_mark() -> None:
    mark = Marks("a key").of("192.0.2.1")
    app = create_app({"LOG_REQUESTS": False, "LOG_KEY": "a key", "BLOCKED": f"0123456789ab,{mark}"})
    seen = {
        address: app.test_client().get("/", environ_base={"REMOTE_ADDR": address}).status_code
        for address in ("192.0.2.1", "192.0.2.2")
    }
    assert seen == {"192.0.2.1": 403, "192.0.2.2": 200}


@pytest.mark.skipif(sys.platform == "win32", reason="pipes cannot be asked there")
def test_lines_that_a_pipe_does_not_take_are_counted_and_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb", buffering=0) as read, os.fdopen(writer, "w") as written:
        monkeypatch.setattr(sys, "stderr", written)
        log = StandardError()
        for number in range(5000):
            log.write(f"{number} {'x' * 100}\n")
        assert log.dropped > 0
        lost = log.dropped
        kept = read.read(1 << 20).count(b"\n")
        assert kept + lost == 5000
        log.write("after\n")
        told = read.read(1 << 20).decode().splitlines()
        assert json.loads(told[0])["message"].startswith(f"{lost} lines were dropped")
        assert told[1:] == ["after"]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes cannot be asked there")
def test_a_long_line_is_written_whole_where_somebody_reads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb", buffering=0) as read, os.fdopen(writer, "w") as written:
        monkeypatch.setattr(sys, "stderr", written)
        StandardError().write("y" * 30_000 + "\n")
        assert read.read(1 << 20) == b"y" * 30_000 + b"\n"


def test_a_stream_that_is_no_file_is_written_to_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    StandardError().write("a line\n")
    assert stream.getvalue() == "a line\n"


KEY = "Y4wkj0oNbCjqRS7YRO0LsQ"


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        (f"/games/{KEY}", "/games/*"),
        (f"/api/v1/games/{KEY}/entries", "/api/v1/games/*/entries"),
        (f"GET /games/{KEY}?since=3 HTTP/1.1", "GET /games/*?since=3 HTTP/1.1"),
        (f'"https://club.example/games/{KEY}"', '"https://club.example/games/*"'),
        (f"/GAMES/{KEY} and /games/{KEY}x", "/GAMES/* and /games/*"),
        (f"/games%2F{KEY}", "/games%2F*"),
        (f"/games//{KEY}/hand", "/games//*/hand"),
        (f"//games/%2f{KEY}", "//games/%2f*"),
        (f"/games/import{KEY}", "/games/*"),
        ("/api/v1/games/import", "/api/v1/games/import"),
        ("/games/new?x=1", "/games/new?x=1"),
        ("/games", "/games"),
        ("/table", "/table"),
    ],
)
def test_no_key_of_a_game_is_written_down(told: str, kept: str) -> None:
    assert masked(told) == kept


def test_the_log_has_no_key_of_a_game_wherever_it_stood(capsys: pytest.CaptureFixture[str]) -> None:
    app = create_app()
    client = app.test_client()
    told = {"ruleset": "classical", "players": ["Ann", "Bo", "Cy", "Di"]}
    keys = client.post("/api/v1/games", json=told).get_json()["keys"]
    for key in keys.values():
        client.get(f"/api/v1/games/{key}").close()
        client.get(f"/api/v1/games/{key}/nothing").close()
        client.get(f"/games/{key}").close()
        logging.getLogger("scorer.service").warning("refused /games/%s", key)
        line = Lines().format(logging.makeLogRecord({"msg": f"Invalid: GET /games/{key} HTTP/9"}))
        assert key not in line
    written = capsys.readouterr().err
    assert written.count("/api/v1/games/*") == 4
    assert not [key for key in keys.values() if key in written]
