"""The service as it runs for real, for a test to speak to."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]

GUNICORN = [sys.executable, "-m", "gunicorn", "wsgi:app"]
SERVE = [sys.executable, "-c", "from scorer.cli.main import main; main()", "serve", "--port"]

PATIENCE = 180
"""Seconds that a service may take, on a machine that does other things too."""

Answered = tuple[int, str, bytes]


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def running(
    command: list[str], home: Path, log: Path, settings: Mapping[str, str] = {}
) -> Iterator[int]:
    """The port of a service in one process, which logs into a file and ends with the block."""
    port = free_port()
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(home),
        "PORT": str(port),
        "WEB_CONCURRENCY": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        **settings,
    }
    told = [*command, str(port)] if command is SERVE else command
    with log.open("wb") as stderr:
        process = subprocess.Popen(
            told, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=stderr
        )
    try:
        wait_for(port)
        yield port
    finally:
        process.terminate()
        assert process.wait(PATIENCE) == 0


def wait_for(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(OSError):
            if asked(port, "GET", "/readyz")[0] == 200:
                return
        time.sleep(0.1)
    raise AssertionError("the service did not answer")


def asked(
    port: int, method: str, path: str, body: bytes | None = None, kind: str = "application/json"
) -> Answered:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request(method, path, body, {"Content-Type": kind} if body is not None else {})
        answer = connection.getresponse()
        return answer.status, answer.headers["Content-Type"], answer.read()
    finally:
        connection.close()


def connected(port: int, *, small: bool = False) -> socket.socket:
    """A connection; a small one takes little of an answer that it does not read."""
    client = socket.socket()
    if small:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(PATIENCE)
    client.connect(("127.0.0.1", port))
    return client


def all_of(client: socket.socket) -> bytes:
    """What comes until the connection is closed."""
    found = b""
    with suppress(ConnectionError):
        while piece := client.recv(65_536):
            found += piece
    return found
