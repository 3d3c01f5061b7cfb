"""Processes are ended and replaced while clients ask: no request is lost."""

from __future__ import annotations

import http.client
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from scorer.service.api.examples import SCORE
from tests.nightly import many

from .running import GUNICORN, running

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="gunicorn needs fork"),
]

BODY = json.dumps(SCORE).encode()
CLIENTS = 6


@contextmanager
def served(where: Path) -> Iterator[tuple[int, int]]:
    """The port of a service, and the number of its first process."""
    pid = where / "pid"
    settings = {"GUNICORN_CMD_ARGS": f"--pid {pid}", "WEB_CONCURRENCY": "2"}
    with running(GUNICORN, where, where / "log", settings) as port:
        yield port, int(pid.read_text())


def asks_until(done: threading.Event, port: int) -> int:
    """Score on one connection for as long as the server keeps it, then on the next."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    count = 0
    while not done.is_set():
        connection.request("POST", "/api/v1/score", BODY, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        assert json.loads(answer.read())["total"] == 336
        count += 1
        done.wait(0.01)
    connection.close()
    return count


def workers(master: int) -> set[str]:
    return set(Path(f"/proc/{master}/task/{master}/children").read_text().split())


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="there is no /proc")
def test_no_request_is_lost_while_processes_are_replaced(tmp_path: Path) -> None:
    done = threading.Event()
    with served(tmp_path) as (port, master), ThreadPoolExecutor(CLIENTS) as pool:
        asking = [pool.submit(asks_until, done, port) for _ in range(CLIENTS)]
        try:
            for _ in range(2):
                before = workers(master)
                os.kill(master, signal.SIGHUP)
                until = time.monotonic() + 60
                while before & workers(master) or not workers(master):
                    assert time.monotonic() < until
                    time.sleep(0.1)
        finally:
            done.set()
        assert all(client.result() > 0 for client in asking)


@pytest.mark.more_at_night
def test_a_batch_that_is_answered_is_answered_to_its_end(tmp_path: Path) -> None:
    lines = many(1000, 3000)
    with served(tmp_path) as (port, master):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        kind = {"Content-Type": "application/x-ndjson"}
        connection.request("POST", "/api/v1/score/batch", (BODY + b"\n") * lines, kind)
        answer = connection.getresponse()
        first = answer.readline()
        os.kill(master, signal.SIGTERM)
        totals = [json.loads(line)["total"] for line in (first, *answer)]
        assert totals == [336] * lines
        connection.close()
