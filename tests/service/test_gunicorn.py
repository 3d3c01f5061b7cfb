"""The service as it runs for real: gunicorn with gunicorn.conf.py, and nowhere to write."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.service.examples import SCORE

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="gunicorn needs fork")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    home = tmp_path_factory.mktemp("home")
    log = tmp_path_factory.mktemp("log") / "stderr"
    home.chmod(0o500)
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(home),
        "PORT": str(port),
        "WEB_CONCURRENCY": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    with log.open("wb") as stderr:
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "wsgi:app"], cwd=ROOT, env=environment, stderr=stderr
        )
    try:
        _wait_for(port)
        yield port, log
        assert list(home.iterdir()) == []
    finally:
        process.terminate()
        assert process.wait(20) == 0
        home.chmod(0o700)


def _wait_for(port: int) -> None:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        try:
            if asked(port, "GET", "/readyz")[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("gunicorn did not answer")


def asked(
    port: int, method: str, path: str, body: bytes | None = None, kind: str = "application/json"
) -> tuple[int, str, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request(method, path, body, {"Content-Type": kind} if body is not None else {})
        answer = connection.getresponse()
        return answer.status, answer.headers["Content-Type"], answer.read()
    finally:
        connection.close()


def test_a_hand_is_scored(server: tuple[int, Path]) -> None:
    status, _, body = asked(server[0], "POST", "/api/v1/score", json.dumps(SCORE).encode())
    assert (status, json.loads(body)["total"]) == (200, 336)


@pytest.mark.parametrize("size", [200_000, 3_000_000, 16_000_000])
def test_a_client_sees_why_its_huge_body_was_refused(server: tuple[int, Path], size: int) -> None:
    status, kind, body = asked(server[0], "POST", "/api/v1/score", b" " * size)
    assert (status, kind) == (413, "application/problem+json")
    assert json.loads(body)["status"] == 413


def test_a_connection_lives_on_after_a_refusal(server: tuple[int, Path]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server[0], timeout=10)
    for body, expected in ((b" " * 300_000, 413), (json.dumps(SCORE).encode(), 200)) * 2:
        connection.request("POST", "/api/v1/score", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == expected
    connection.close()


def test_a_batch_is_streamed(server: tuple[int, Path]) -> None:
    body = f"{json.dumps(SCORE)}\n".encode() * 2000
    connection = http.client.HTTPConnection("127.0.0.1", server[0], timeout=30)
    connection.request(
        "POST", "/api/v1/score/batch", body, {"Content-Type": "application/x-ndjson"}
    )
    answer = connection.getresponse()
    assert answer.headers["Transfer-Encoding"] == "chunked"
    totals = [json.loads(line)["total"] for line in answer]
    assert totals == [336] * 2000
    connection.close()


def test_the_log_is_json_line_by_line(server: tuple[int, Path]) -> None:
    asked(server[0], "GET", "/healthz?mine")
    deadline = time.monotonic() + 5
    while b'"/healthz"' not in server[1].read_bytes() and time.monotonic() < deadline:
        time.sleep(0.05)
    lines = [json.loads(line) for line in server[1].read_text().splitlines()]
    assert {"scorer.request", "gunicorn.error"} <= {line["logger"] for line in lines}
    assert all({"time", "level"} <= line.keys() for line in lines)
    assert any(line.get("path") == "/healthz" for line in lines)


@pytest.mark.parametrize(
    "body",
    [b"ZZ\r\n{}\r\n0\r\n\r\n", b"-3\r\n{}\r\n0\r\n\r\n", b"2\r\n{}0\r\n\r\n"],
    ids=["no size", "a negative size", "no line end after a chunk"],
)
def test_chunks_that_cannot_be_read_are_a_bad_request(
    server: tuple[int, Path], body: bytes
) -> None:
    head = (
        b"POST /api/v1/score HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server[0]), timeout=20) as client:
        client.sendall(head + body)
        client.shutdown(socket.SHUT_WR)
        answer = client.recv(65_536)
    assert answer.startswith(b"HTTP/1.1 400")


def test_clients_that_never_finish_a_body_are_given_up(server: tuple[int, Path]) -> None:
    """There are four threads; five silent clients would hold them for ever."""
    head = (
        b"POST /api/v1/score HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
        b"Content-Length: 500\r\n\r\n{"
    )
    silent = [socket.create_connection(("127.0.0.1", server[0]), timeout=30) for _ in range(5)]
    try:
        for client in silent:
            client.sendall(head)
        asker = http.client.HTTPConnection("127.0.0.1", server[0], timeout=25)
        asker.request("GET", "/healthz")
        assert asker.getresponse().status == 200
        asker.close()
    finally:
        for client in silent:
            client.close()
