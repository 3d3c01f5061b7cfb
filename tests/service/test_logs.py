"""The log: who is who for a day, who is not let in, and lines that nobody reads."""

from __future__ import annotations

import json
import logging
import os
import select
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import BinaryIO

import pytest

from scorer.service import create_app
from scorer.service.wsgi import logs
from scorer.service.wsgi.clients import ClientMarks
from scorer.service.wsgi.logs import JsonLineFormatter
from scorer.service.wsgi.masks import masked


def test_a_client_has_a_mark_for_a_day_that_only_the_key_tells() -> None:
    marks = ClientMarks("a key")
    one = marks.of("192.0.2.1", "2026-05-01")
    assert (one, len(one)) == (ClientMarks("a key").of("192.0.2.1", "2026-05-01"), 12)
    others = {
        marks.of("192.0.2.1", "2026-05-02"),
        marks.of("192.0.2.2", "2026-05-01"),
        ClientMarks("another").of("192.0.2.1", "2026-05-01"),
        ClientMarks().of("192.0.2.1", "2026-05-01"),
        ClientMarks().of("192.0.2.1", "2026-05-01"),
    }
    assert len(others | {one}) == 6


def test_the_log_has_the_mark_and_no_address(read_log: Callable[[], str]) -> None:
    client = create_app({"LOG_KEY": "a key"}).test_client()
    client.get("/healthz", environ_base={"REMOTE_ADDR": "192.0.2.1"}).get_data()
    told = read_log()
    assert json.loads(told)["client"] == ClientMarks("a key").of("192.0.2.1")
    assert "192.0.2.1" not in told


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Iterator[BinaryIO]:
    """Where standard error is read."""
    reader, writer = os.pipe()
    monkeypatch.setattr(logs, "STDERR", writer)
    with os.fdopen(reader, "rb", buffering=0) as read:
        yield read
        os.close(writer)


def test_lines_that_nobody_reads_are_dropped_counted_and_told(
    pipe: BinaryIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "EXIT_TIMEOUT_SECONDS", 0.1)
    log = logs.QueuedLineHandler()
    until = time.monotonic() + 60
    for number in range(5000):
        log.enqueue(f"{number} {'x' * 100}")
        # Its thread has filled the pipe and waits: what it drops from now on, it cannot say.
        while number == 2500 and select.select((), (logs.STDERR,), (), 0)[1]:
            assert time.monotonic() < until
            time.sleep(0.01)
    log.flush()  # gives up
    assert log.dropped > 0
    written = b""
    until = time.monotonic() + 60
    while _counted(written) + log.dropped != 5000 and time.monotonic() < until:
        written += pipe.read(1 << 20)
    lost = log.dropped
    log.enqueue("after")
    log.flush()
    told, after = pipe.read(1 << 20).decode().splitlines()
    assert json.loads(told)["message"].startswith(f"{lost} lines were dropped")
    assert after == "after"
    assert log.dropped == 0


def _counted(written: bytes) -> int:
    """The lines that were written, and those of which it is written that they were dropped."""
    lines = written.split(b"\n")[:-1]
    told = [json.loads(line)["message"] for line in lines if line.startswith(b"{")]
    return len(lines) - len(told) + sum(int(message.split()[0]) for message in told)


@pytest.mark.parametrize("blocking", [True, False])
def test_a_long_line_is_written_whole(pipe: BinaryIO, blocking: bool) -> None:
    os.set_blocking(logs.STDERR, blocking)
    logs.QueuedLineHandler().enqueue("y" * 300_000)
    read = b""
    while not read.endswith(b"\n"):
        read += pipe.read(1 << 20)
    assert read == b"y" * 300_000 + b"\n"


PROGRAM = """
import logging, os, sys
from scorer.service.wsgi import logs
logs.log_as_json()
logging.getLogger("scorer.service").warning("before")
{fork}
for number in range(500):
    logs.log_request(str(number), "GET", "/", 200, 1.0, str)
logging.getLogger("scorer.service").warning("the last")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
@pytest.mark.parametrize("fork", ["", "child = os.fork()"])
def test_no_line_is_lost_or_written_twice_at_the_end_of_a_process(fork: str) -> None:
    # Its thread has ended before the fork; the system may still count it, and Python warn.
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", PROGRAM.format(fork=fork)]
    done = subprocess.run(command, stderr=subprocess.PIPE, check=True)
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    counts = Counter(line.get("message") or line["request_id"] for line in lines)
    each = 2 if fork else 1
    assert counts.pop("before") == 1
    assert counts == {"the last": each, **{str(number): each for number in range(500)}}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="files are not pipes there")
def test_a_process_ends_although_nobody_reads_its_log() -> None:
    program = PROGRAM.format(fork="") + "logs._line_handler.enqueue('z' * 100_000)\n"
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        assert process.wait(60) == 0


KEY = "Y4wkj0oNbCjqRS7YRO0LsQ"


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        (f"/games/{KEY}", "/games/*"),
        (f"/api/v1/games/{KEY}/entries", "/api/v1/games/*/entries"),
        (f"/classes/{KEY}/exercises/3", "/classes/*/exercises/3"),
        (f"/api/v1/classes/{KEY}/answers", "/api/v1/classes/*/answers"),
        (f"/classes%2F{KEY}", "/classes%2F*"),
        ("/api/v1/classes/join", "/api/v1/classes/join"),
        ("/classes/new?s=1", "/classes/new?s=1"),
        (f"GET /games/{KEY}?since=3 HTTP/1.1", "GET /games/*?since=3 HTTP/1.1"),
        (f'"https://club.example/games/{KEY}"', '"https://club.example/games/*"'),
        (f"/GAMES/{KEY} and /games/{KEY}x", "/GAMES/* and /games/*"),
        (f"/games%2F{KEY}", "/games%2F*"),
        (f"/games//{KEY}/hand", "/games//*/hand"),
        (f"//games/%2f{KEY}", "//games/%2f*"),
        (f"/games/import{KEY}", "/games/*"),
        ("/api/v1/games/import", "/api/v1/games/import"),
        ("/games/new?x=1", "/games/new?x=1"),
        (f"Authorization: Bearer {KEY}", "Authorization: Bearer *"),
        (f"{{'Authorization': 'bearer  {KEY}'}}", "{'Authorization': 'bearer  *'}"),
        ("/games", "/games"),
        ("/table", "/table"),
    ],
)
def test_no_key_of_a_game_is_written_down(told: str, kept: str) -> None:
    assert masked(told) == kept


def test_the_log_has_no_key_of_a_game_wherever_it_stood(read_log: Callable[[], str]) -> None:
    app = create_app()
    client = app.test_client()
    document = {"ruleset": "classical", "players": ["Ann", "Bo", "Cy", "Di"]}
    keys = client.post("/api/v1/games", json=document).get_json()["keys"]
    for key in keys.values():
        client.get(f"/api/v1/games/{key}").close()
        client.get(f"/api/v1/games/{key}/nothing").close()
        client.get(f"/games/{key}").close()
        client.get(f"/game/{key}/hand").close()
        client.get(f"/games/%2e%2e/{key}").close()
        logging.getLogger("scorer.service").warning("refused /games/%s", key)
        line = JsonLineFormatter().format(
            logging.makeLogRecord({"msg": f"Invalid: GET /games/{key} HTTP/9"})
        )
        assert key not in line
    written = read_log()
    assert written.count("/api/v1/games/*") == 4
    assert written.count('"/game/*/hand"') == 2
    assert not [key for key in keys.values() if key in written]


def test_a_line_that_cannot_be_made_does_not_end_the_log(read_log: Callable[[], str]) -> None:
    def mark(day: str) -> str:
        raise ValueError(day)

    logs.log_request("1", "GET", "/", 200, 1.0, mark)
    logs.log_request("2", "GET", "/", 200, 1.0, str)
    first, second = map(json.loads, read_log().splitlines())
    assert (first["level"], first["message"][:10]) == ("ERROR", "ValueError")
    assert second["request_id"] == "2"
