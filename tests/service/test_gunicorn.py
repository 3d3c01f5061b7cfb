"""The service as it runs for real: gunicorn with gunicorn.conf.py, and nowhere to write."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.service.api.examples import SCORE

from .running import GUNICORN, PATIENCE, all_of, asked, connected, running

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="gunicorn needs fork"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    home = tmp_path_factory.mktemp("home")
    log = tmp_path_factory.mktemp("log") / "stderr"
    home.chmod(0o500)
    try:
        with running(GUNICORN, home, log) as port:
            yield port, log
            # Who may write everywhere, as root may, has games there, and nothing else.
        found = {path.name for path in home.rglob("*") if path.is_file()}
        assert {name.partition("-")[0] for name in found} <= {"games.sqlite3"}
    finally:
        home.chmod(0o700)


def test_a_hand_is_scored(server: tuple[int, Path]) -> None:
    status, _, body = asked(server[0], "POST", "/api/v1/score", json.dumps(SCORE).encode())
    assert (status, json.loads(body)["total"]) == (200, 336)


@pytest.mark.parametrize("size", [200_000, 3_000_000, 16_000_000])
def test_a_client_sees_why_its_huge_body_was_refused(server: tuple[int, Path], size: int) -> None:
    status, kind, body = asked(server[0], "POST", "/api/v1/score", b" " * size)
    assert (status, kind) == (413, "application/problem+json")
    assert json.loads(body)["status"] == 413


def test_a_connection_lives_on_after_a_refusal(server: tuple[int, Path]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server[0], timeout=PATIENCE)
    for body, expected in ((b" " * 300_000, 413), (json.dumps(SCORE).encode(), 200)) * 2:
        connection.request("POST", "/api/v1/score", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == expected
    connection.close()


def test_a_batch_is_streamed(server: tuple[int, Path]) -> None:
    body = f"{json.dumps(SCORE)}\n".encode() * 2000
    connection = http.client.HTTPConnection("127.0.0.1", server[0], timeout=PATIENCE)
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
    deadline = time.monotonic() + PATIENCE
    while b'"/healthz"' not in server[1].read_bytes() and time.monotonic() < deadline:
        time.sleep(0.05)
    # The last may be half written yet.
    whole = server[1].read_text().rpartition("\n")[0]
    lines = [json.loads(line) for line in whole.splitlines()]
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
    with socket.create_connection(("127.0.0.1", server[0]), timeout=PATIENCE) as client:
        client.sendall(head + body)
        answer = client.recv(65_536)
    assert answer.startswith(b"HTTP/1.1 400")


def said(port: int, raw_request: bytes) -> bytes:
    """Everything that is answered to what is sent at once on one connection, until it is closed."""
    with connected(port) as client:
        client.sendall(raw_request)
        return all_of(client)


CLOSE = b"Connection: close\r\n"
LAST = b"GET /nope HTTP/1.1\r\nHost: here\r\n" + CLOSE + b"\r\n"


def test_requests_that_are_sent_at_once_are_answered_in_their_order(
    server: tuple[int, Path],
) -> None:
    paths = ["/healthz", "/nope", "/readyz", "/healthz"]
    text = "".join(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n" for path in paths)
    answer = said(server[0], text.encode() + LAST)
    found = [part[:3] for part in answer.split(b"HTTP/1.1 ")[1:]]
    assert found == [b"200", b"404", b"200", b"200", b"404"]


HEAD = b"POST /api/v1/score HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
BODY = json.dumps(SCORE).encode()


def test_a_client_that_asks_first_is_told_to_go_on(server: tuple[int, Path]) -> None:
    with connected(server[0]) as client:
        asks = b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(BODY)
        client.sendall(HEAD + CLOSE + asks)
        assert client.recv(1024) == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.sendall(BODY)
        answer = all_of(client)
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert answer.count(b"HTTP/1.1") == 1


def test_chunks_are_read_and_what_follows_them_is_the_next_request(
    server: tuple[int, Path],
) -> None:
    half = len(BODY) // 2
    chunks = b"".join(b"%x;a=b\r\n%b\r\n" % (len(x), x) for x in (BODY[:half], BODY[half:]))
    head = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
    trailer = b"0\r\nX-Trailer: 1\r\n\r\n"
    answer = said(server[0], head + chunks + trailer + head + chunks + b"0\r\n\r\n" + LAST)
    assert [part[:3] for part in answer.split(b"HTTP/1.1 ")[1:]] == [b"200", b"200", b"404"]


@pytest.mark.parametrize("size", [200_000, 20_000_000])
def test_chunks_that_go_on_and_on_are_too_large(server: tuple[int, Path], size: int) -> None:
    chunk = b"%x\r\n%b\r\n" % (50_000, b" " * 50_000)
    with connected(server[0]) as client:
        client.sendall(HEAD + CLOSE + b"Transfer-Encoding: chunked\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            for _ in range(size // 50_000):
                client.sendall(chunk)
            client.sendall(b"0\r\n\r\n")
        answer = all_of(client)
    # One that goes on for too long is cut off; a client that reads only then may miss the answer.
    assert answer.startswith(b"HTTP/1.1 413 ") or (not answer and size > 16_000_000)


@pytest.mark.parametrize(
    "raw_request",
    [
        HEAD + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        HEAD + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
        HEAD + b"Content-Length : 2\r\n\r\n{}",
        HEAD + b"Content-Length: +2\r\n\r\n{}",
        HEAD + b"Transfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        HEAD + b"A: b\nContent-Length: 2\r\n\r\n{}",
    ],
)
def test_a_request_whose_end_is_in_doubt_ends_the_connection(
    server: tuple[int, Path], raw_request: bytes
) -> None:
    after = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"
    answer = said(server[0], raw_request + after)
    assert answer[9:12] in (b"400", b"501")
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"ip=127" not in server[1].read_bytes()


CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
SMUGGLED = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"


@pytest.mark.parametrize(
    "raw_request",
    [
        HEAD + b"Content-Length: %b\r\n\r\n{}" % (b"9" * 30),
        HEAD + b"Content-Length: 2, 2\r\n\r\n{}",
        HEAD + b"Content-Length: 2_0\r\n\r\n{}",
        HEAD + b"Content-Length: \xb2\r\n\r\n{}",
        HEAD + b"Content-Length:\r\n 2\r\n\r\n{}",
        HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        CHUNKED + b"zz\r\n{}\r\n0\r\n\r\n",
        CHUNKED + b"0x2\r\n{}\r\n0\r\n\r\n",
        CHUNKED + b"2 \r\n{}\r\n0\r\n\r\n",
        CHUNKED + b"2;a\nb\r\n{}\r\n0\r\n\r\n",
        CHUNKED + b"2;a=\x00\r\n{}\r\n0\r\n\r\n",
        CHUNKED + b"2\n{}\n0\n\n",
        CHUNKED + b"2\r\n{}0\r\n\r\n",
        CHUNKED + b"2\r\n{}!\r\n0\r\n\r\n",
        CHUNKED + b"2\r\n{}\r\n0\r\nA: b\nC: d\r\n\r\n",
        CHUNKED + b"%b\r\n{}\r\n0\r\n\r\n" % (b"f" * 17),
    ],
)
@pytest.mark.parametrize("path", [b"/api/v1/score", b"/nope"])
def test_nothing_behind_a_message_in_doubt_becomes_a_request(
    server: tuple[int, Path], raw_request: bytes, path: bytes
) -> None:
    """The client leaves the connection open, and the server closes it. At ``/nope`` nobody reads
    the body."""
    raw_request = raw_request.replace(b"/api/v1/score", path, 1)
    with connected(server[0]) as client:
        client.sendall(raw_request + SMUGGLED)
        answer = all_of(client)
    assert answer[9:12] in (b"400", b"404", b"408", b"413", b"501")
    assert answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize(
    "raw_request",
    [
        HEAD + b"Content-Length: %040d\r\n\r\n%b" % (len(BODY), BODY),
        CHUNKED + b"%09x\r\n%b\r\n000\r\n\r\n" % (len(BODY), BODY),
        CHUNKED + b"%X ;a=b\r\n%b\r\n0\r\nA: b\r\n\r\n" % (len(BODY), BODY),
    ],
    ids=["leading zeros", "nine hex digits", "an extension and a trailer"],
)
def test_what_is_valid_is_read_and_what_follows_is_the_next_request(
    server: tuple[int, Path], raw_request: bytes
) -> None:
    answer = said(server[0], raw_request + SMUGGLED)
    assert [part[:3] for part in answer.split(b"HTTP/1.1 ")[1:]] == [b"200", b"200"]
    assert b'"total":336' in answer.replace(b" ", b"")


def test_a_header_that_never_ends_is_too_large(server: tuple[int, Path]) -> None:
    told = b"GET / HTTP/1.1\r\nHost: here\r\n" + b"A: b\r\n" * 11_000
    assert said(server[0], told).startswith(b"HTTP/1.1 431 ")


def test_without_a_host_there_is_no_answer_and_no_header_says_where_we_live(
    server: tuple[int, Path],
) -> None:
    assert said(server[0], b"GET / HTTP/1.1\r\n" + CLOSE + b"\r\n").startswith(b"HTTP/1.1 400 ")
    assert said(server[0], b"GET / HTTP/1.0\r\n\r\n")[9:12] == b"200"
    told = b"GET /club/docs HTTP/1.0\r\nSCRIPT_NAME: /club\r\n\r\n"
    assert said(server[0], told)[9:12] == b"404"
    told = b"GET / HTTP/1.0\r\nSCRIPT_NAME: /club\r\nX-Forwarded-Prefix: /club\r\n\r\n"
    assert b"/club" not in said(server[0], told)


@pytest.mark.nightly
def test_a_log_that_nobody_reads_holds_up_nobody(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with running(GUNICORN, tmp_path, pipe) as port:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            # A pipe takes 64 KiB, a line has more than two hundred bytes, and a thousand may wait.
            for _ in range(2000):
                connection.request("GET", "/healthz")
                assert connection.getresponse().read()
            connection.close()
            assert b'"/healthz"' in os.read(reader, 1 << 20)
            read = b""
            until = time.monotonic() + PATIENCE
            while b"lines were dropped" not in read and time.monotonic() < until:
                with contextlib.suppress(BlockingIOError):
                    read += os.read(reader, 1 << 20)
                asked(port, "GET", "/healthz")
                time.sleep(0.05)
            assert b"lines were dropped" in read
    finally:
        os.close(reader)
