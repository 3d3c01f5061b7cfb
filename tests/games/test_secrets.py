"""No key of a game is written down: not by the service, nor by gunicorn, nor in an error."""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from flask import Flask

from benchmarks.server import faults
from scorer.service.store.store import DatabaseGameStore
from scorer.service.wsgi.logs import JsonLineFormatter
from tests.games.databases import serving, sqlite
from tests.games.playing import GAMES, NEW, Table, moved


def paths(key: str) -> list[str]:
    """Addresses in which a key stands, of the API and of pages."""
    return [
        *(f"{GAMES}/{key}{rest}" for rest in ("", "/entries", "/export.csv", "/nothing", "?a=b")),
        *(f"/games/{key}{rest}" for rest in ("", "/hand", "/hand?seat=E", "/nothing/at/all")),
        *(f"/fr/games/{key}", f"//games/{key}/hand", f"/games%2F{key}%2Fhand", f"/games//{key}"),
    ]


@pytest.mark.nightly
@pytest.mark.slow
def test_gunicorn_tells_no_key_whatever_it_is_sent(tmp_path: Path) -> None:
    log, access = tmp_path / "log", tmp_path / "access"
    form = (
        "%(r)s %(U)s %(q)s %(f)s %({referer}i)s %({raw_uri}e)s %({location}o)s %({authorization}i)s"
    )
    settings = tmp_path / "gunicorn.py"
    own = {"accesslog": str(access), "access_log_format": form, "loglevel": "debug"}
    usual = (faults.ROOT / "gunicorn.conf.py").read_text()
    loud = "\nlogconfig_dict['loggers']['gunicorn.error']['level'] = 'DEBUG'"
    quiet = "\ndel logconfig_dict['loggers']['gunicorn.access']"
    text = "".join(f"\n{name} = {value!r}" for name, value in own.items())
    settings.write_text(usual + text + loud + quiet)
    wanted = {"GUNICORN_CMD_ARGS": f"-c {settings}", "SCORER_METRICS": "true"}
    with faults.served(sqlite(tmp_path), tmp_path, 1, log, **wanted) as server:
        keys = [*faults.request_json(server.port, "POST", GAMES, NEW)[1]["keys"].values()]
        for key in keys:
            sent = f"GET {GAMES}/- HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {key}\r\n"
            assert b" 200 OK" in spoken(server.port, sent)
            spoken(server.port, sent.replace("HTTP/1.1", "HTTP/9.9"))
            for path in paths(key):
                at = f"https://club.example/games/{key}/hand"
                spoken(server.port, f"GET {path} HTTP/1.1\r\nHost: a\r\nReferer: {at}\r\n")
                spoken(server.port, f"POST {path} HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n")
            for line in (
                *(f"GET /games/{key}/hand HTTP/9.9", f"GET /games/{key}/hand", f"/games/{key} a b"),
                *(f"GE(T /games/{key}/hand HTTP/1.1", f"GET /games/{key}/{'x' * 9000} HTTP/1.1"),
            ):
                spoken(server.port, f"{line}\r\nHost: a\r\n")
        counts = spoken(server.port, "GET /metrics HTTP/1.1\r\nHost: a\r\n")
    written = log.read_text() + access.read_text()
    assert b"scorer_games_begun_total 1" in counts
    assert "/games/*/hand" in access.read_text()
    assert "Bearer *" in access.read_text()
    assert "/games/*/hand" in log.read_text()
    assert not [key for key in keys if key in written or key.encode() in counts]


def spoken(port: int, head: str) -> bytes:
    """What is answered to a header, however wrong it is."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(f"{head}Connection: close\r\n\r\n".encode())
        found = b""
        with suppress(ConnectionResetError):
            while piece := client.recv(65_536):
                found += piece
    return found


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Flask, Table]:
    """An application whose store fails as nobody foresaw, and a game in it."""
    with serving(sqlite(tmp_path), LOG_REQUESTS=True) as app:
        table = Table.begun(app.test_client())

    def fail(_: DatabaseGameStore, key: str, *more: object) -> None:
        raise RuntimeError(f"nobody foresaw this of /games/{key}/hand")

    monkeypatch.setattr(DatabaseGameStore, "load", fail)
    return app, table


def test_an_error_that_nobody_foresaw_tells_no_key(
    broken: tuple[Flask, Table],
    read_log: Callable[[], str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    _, table = broken
    for answer in (table.client.get(table.play), table.write(moved(0))):
        assert answer.status_code == 500
        assert table.play.rpartition("/")[2] not in answer.text
    told = [JsonLineFormatter().format(record) for record in caplog.records]
    assert any("RuntimeError" in line for line in told)
    assert all(isinstance(json.loads(line), dict) for line in told)
    written = read_log() + "".join(told)
    keys = [path.rpartition("/")[2] for path in (table.play, table.watch)]
    assert not [key for key in keys if key in written]
    assert logging.getLogger("scorer.service").isEnabledFor(logging.ERROR)
