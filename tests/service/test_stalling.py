"""Clients that stall, drip or do not read are given up in time, and hold up nobody meanwhile."""

from __future__ import annotations

import json
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from scorer.service.api.examples import SCORE

from .running import GUNICORN, SERVE, all_of, asked, connected, running

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="gunicorn needs fork"),
]

SECONDS = 1.5
SETTINGS = {
    "SCORER_HEADER_SECONDS": str(SECONDS),
    "SCORER_BODY_SECONDS": str(SECONDS),
    "SCORER_ANSWER_SECONDS": str(SECONDS),
    "SCORER_BATCH_MAX_STREAMS": "1",
    "GUNICORN_CMD_ARGS": "--worker-connections 100",
}
# Machines that test are busy; a client that is never given up takes longer than any of this.
LATE = 10.0
BODY = json.dumps(SCORE).encode()
JSON = b"Host: here\r\nContent-Type: application/json\r\n"
HEAD = b"POST /api/v1/score HTTP/1.1\r\n" + JSON + b"Content-Length: %d\r\n\r\n"
MANY_LINES = (BODY + b"\n") * 4000
BATCH = (
    b"POST /api/v1/score/batch HTTP/1.1\r\nHost: here\r\nContent-Type: text/plain\r\n"
    b"Content-Length: %d\r\n\r\n" % len(MANY_LINES)
) + MANY_LINES


@pytest.fixture(scope="module", params=[GUNICORN, SERVE], ids=["gunicorn", "serve"])
def port(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    where = tmp_path_factory.mktemp("stalling")
    with running(request.param, where, where / "log", SETTINGS) as found:
        yield found


def scored(port: int) -> float:
    """How many seconds a normal score takes."""
    began = time.monotonic()
    status, _, body = asked(port, "POST", "/api/v1/score", BODY)
    assert (status, json.loads(body)["total"]) == (200, 336)
    return time.monotonic() - began


def test_sixty_four_stalled_headers_change_nothing_for_others(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(64):
            stack.enter_context(connected(port)).sendall(b"GET / HTTP/1.1\r\nHo")
        # Before any of them is given up.
        assert scored(port) < SECONDS


@pytest.mark.parametrize("began", [b"", b"GET / HTTP/1.1\r\nHo"], ids=["nothing", "a part"])
def test_a_stalled_header_is_given_up(port: int, began: bytes) -> None:
    with connected(port) as client:
        since = time.monotonic()
        client.sendall(began)
        answer = all_of(client)
        assert 0.5 * SECONDS < time.monotonic() - since < LATE
    assert answer.startswith(b"HTTP/1.1 408 ") if began else answer == b""


def dripped(client: socket.socket, data: bytes) -> float:
    """Send a byte in a tenth of a second, and tell after how many seconds that was ended."""
    since = time.monotonic()
    client.settimeout(SECONDS / 10)
    for byte in data:
        try:
            client.sendall(bytes([byte]))
            if client.recv(65_536).startswith(b"HTTP/1.1 408 "):
                return time.monotonic() - since
        except TimeoutError:
            continue
        except ConnectionError:
            break
    return time.monotonic() - since


def test_a_header_that_drips_has_one_deadline_for_all_of_it(port: int) -> None:
    with connected(port) as client:
        assert dripped(client, b"GET / HTTP/1.1\r\nHost: " + b"a" * 200) < LATE


def test_a_body_that_drips_has_one_deadline_for_all_of_it(port: int) -> None:
    with connected(port) as client:
        client.sendall(HEAD % 500)
        assert dripped(client, b"{" * 200) < LATE


def test_chunks_that_drip_have_one_deadline_for_all_of_them(port: int) -> None:
    head = b"POST /api/v1/score HTTP/1.1\r\n" + JSON + b"Transfer-Encoding: chunked\r\n\r\n"
    with connected(port) as client:
        client.sendall(head)
        assert dripped(client, b"1\r\n{\r\n" * 40) < LATE


def test_clients_that_never_finish_a_body_hold_up_nobody(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(connected(port)).sendall(HEAD % 500 + b"{")
        assert scored(port) < SECONDS


def test_clients_that_do_not_read_their_answers_hold_up_nobody(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(20):
            client = stack.enter_context(connected(port, small=True))
            client.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: here\r\n\r\n" * 10)
        assert scored(port) < LATE
        assert scored(port) < SECONDS


def test_clients_that_stay_after_the_last_answer_hold_up_nobody(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(connected(port)).sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
        assert scored(port) < SECONDS


def test_a_client_that_does_not_read_its_batch_is_given_up_and_its_place_is_free(port: int) -> None:
    lines = BODY + b"\n"
    with connected(port, small=True) as client:
        client.sendall(BATCH)
        # Asked for before it has the place, another batch could take it, and this one be refused.
        assert client.recv(12) == b"HTTP/1.1 200"
        seen = set()
        until = time.monotonic() + 30
        while time.monotonic() < until:
            status = asked(port, "POST", "/api/v1/score/batch", lines, "text/plain")[0]
            seen.add(status)
            if seen == {200, 429} and status == 200:
                break
            time.sleep(0.05)
        assert seen == {200, 429}
        client.settimeout(20)
        assert not all_of(client).endswith(b"0\r\n\r\n")


def test_where_there_is_no_room_the_longest_waiting_makes_some(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    where = tmp_path_factory.mktemp("full")
    few = {"GUNICORN_CMD_ARGS": "--worker-connections 10"}
    with running(GUNICORN, where, where / "log", few) as port, ExitStack() as stack:
        stalled = [stack.enter_context(connected(port)) for _ in range(25)]
        for client in stalled:
            client.sendall(b"GET / HTTP/1.1\r\nHo")
        assert scored(port) < LATE
        assert all_of(stalled[0]) == b""
        # The last that came still has its time.
        stalled[-1].settimeout(0.2)
        with pytest.raises(TimeoutError):
            stalled[-1].recv(1)
