"""Workers are killed while eight write: every acknowledged entry is there, once, and without a gap.
``python -m benchmarks.server.harms`` plays a hundred such rounds."""

from __future__ import annotations

import json
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from benchmarks.server import faults
from tests.games.databases import sqlite
from tests.nightly import nightly

pytestmark = pytest.mark.slow

KILLED = 4


@pytest.mark.nightly
@pytest.mark.parametrize("address", ["sqlite", *nightly(["postgresql"])], indirect=True)
def test_workers_are_killed_and_nothing_acknowledged_is_lost(address: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with faults.served(address, tmp_path, log=log) as server:
        killed = 0
        # A fast machine may write a whole round before the first worker is killed.
        for _ in range(20):
            found = faults.play([server], entries=4, pause=0.3)
            assert found.wrong == []
            killed += found.harmed
            if killed >= KILLED:
                break
    assert killed >= KILLED
    # Nobody who reads the log can play, nor watch.
    lines = [json.loads(line) for line in log.read_text().splitlines() if line[0] == "{"]
    paths = {line["path"] for line in lines if "path" in line}
    assert {path for path in paths if "/games/" in path} == {
        "/api/v1/games/*",
        "/api/v1/games/*/entries",
    }


@pytest.mark.nightly
@pytest.mark.parametrize("address", ["postgresql", "sqlite"], indirect=True)
def test_two_servers_over_one_database_are_one(address: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        servers = [stack.enter_context(faults.served(address, tmp_path, 1)) for _ in range(2)]
        found = faults.play(servers, entries=4, pause=0.5)
        assert found.wrong == []
        until = time.monotonic() + 60
        while any(not server.workers() for server in servers) and time.monotonic() < until:
            time.sleep(0.1)


@pytest.mark.nightly
def test_an_access_log_that_is_wanted_has_no_key(tmp_path: Path) -> None:
    log, access = tmp_path / "log", tmp_path / "access"
    form = "%(r)s %(U)s %(f)s %({referer}i)s %({raw_uri}e)s %({location}o)s"
    settings = tmp_path / "gunicorn.py"
    usual = (faults.ROOT / "gunicorn.conf.py").read_text()
    own = {"logconfig_dict": {}, "accesslog": str(access), "access_log_format": form}
    settings.write_text(usual + "".join(f"\n{name} = {value!r}" for name, value in own.items()))
    wanted = {"GUNICORN_CMD_ARGS": f"-c {settings}"}
    with faults.served(sqlite(tmp_path), tmp_path, 1, log, **wanted) as server:
        path = "/api/v1/games"
        keys = faults.request_json(server.port, "POST", path, faults.NEW)[1]["keys"]
        for key in keys.values():
            at = f"https://club.example/games/{key}"
            assert faults.request_json(server.port, "GET", f"{path}/{key}", Referer=at)[0] == 200
    written = log.read_text() + access.read_text()
    assert "club.example/games/*" in written
    assert not [key for key in keys.values() if key in written]


def test_the_game_in_the_documentation_can_be_played(tmp_path: Path) -> None:
    text = (faults.ROOT / "docs" / "games.md").read_text(encoding="utf-8")
    blocks = [block.partition("```")[0] for block in text.split("```sh\n")[1:]]
    script = next(block for block in blocks if "curl" in block)
    with faults.served(sqlite(tmp_path), tmp_path, 1) as server:
        site = f"http://127.0.0.1:{server.port}"
        played = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script.replace("http://127.0.0.1:8000", site)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
    assert played.returncode == 0, played.stderr
    exported = json.loads((tmp_path / "game.json").read_text())
    assert [entry["kind"] for entry in exported["entries"]] == ["hand", "adjust", "undo", "close"]
    assert played.stdout.count('"n":1,') >= 2
