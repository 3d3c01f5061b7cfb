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

from .running import GUNICORN, SERVE, asked, connected, running

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="gunicorn needs fork"),
]

EACH = [GUNICORN, pytest.param(SERVE, marks=pytest.mark.nightly)]
"""By day one of the two ways to start the same server."""
SECONDS = 1.5
SETTINGS = {
    "SCORER_BODY_SECONDS": str(SECONDS),
    "SCORER_ANSWER_SECONDS": str(SECONDS),
    "SCORER_BATCH_MAX_STREAMS": "1",
}
# Machines that test are busy; a client that is never given up takes longer than this, by what it
# sends alone.
LATE = 25.0
# Clients that have so long hold up whoever waits for them until the test itself gives up.
PATIENT = {
    **SETTINGS,
    **{f"SCORER_{part}_SECONDS": "600" for part in ("BODY", "ANSWER")},
}
BODY = json.dumps(SCORE).encode()
JSON = b"Host: here\r\nContent-Type: application/json\r\n"
HEAD = b"POST /api/v1/score HTTP/1.1\r\n" + JSON + b"Content-Length: %d\r\n\r\n"
MANY_LINES = (BODY + b"\n") * 4000
BATCH = (
    b"POST /api/v1/score/batch HTTP/1.1\r\nHost: here\r\nContent-Type: text/plain\r\n"
    b"Content-Length: %d\r\n\r\n" % len(MANY_LINES)
) + MANY_LINES


@pytest.fixture(scope="module", params=EACH, ids=["gunicorn", "serve"])
def port(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    where = tmp_path_factory.mktemp("stalling")
    with running(request.param, where, where / "log", SETTINGS) as found:
        yield found


@pytest.fixture(scope="module", params=EACH, ids=["gunicorn", "serve"])
def patient(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[int]:
    """A service that gives nobody up while a test goes on."""
    where = tmp_path_factory.mktemp("patient")
    with running(request.param, where, where / "log", PATIENT) as found:
        yield found


def scores(port: int) -> None:
    """A normal score is answered, however long the others take."""
    status, _, body = asked(port, "POST", "/api/v1/score", BODY)
    assert (status, json.loads(body)["total"]) == (200, 336)


def test_sixty_four_stalled_headers_change_nothing_for_others(patient: int) -> None:
    with ExitStack() as stack:
        for _ in range(64):
            stack.enter_context(connected(patient)).sendall(b"GET / HTTP/1.1\r\nHo")
        scores(patient)


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


def test_a_body_that_drips_has_one_deadline_for_all_of_it(port: int) -> None:
    with connected(port) as client:
        client.sendall(HEAD % 500)
        assert dripped(client, b"{" * 200) < LATE


def test_chunks_that_drip_have_one_deadline_for_all_of_them(port: int) -> None:
    head = b"POST /api/v1/score HTTP/1.1\r\n" + JSON + b"Transfer-Encoding: chunked\r\n\r\n"
    with connected(port) as client:
        client.sendall(head)
        assert dripped(client, b"1\r\n{\r\n" * 40) < LATE


def test_clients_that_never_finish_a_body_hold_up_nobody(patient: int) -> None:
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(connected(patient)).sendall(HEAD % 500 + b"{")
        scores(patient)


def test_clients_that_do_not_read_their_answers_hold_up_nobody(patient: int) -> None:
    with ExitStack() as stack:
        for _ in range(20):
            client = stack.enter_context(connected(patient, small=True))
            client.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: here\r\n\r\n" * 10)
        scores(patient)


def test_clients_that_stay_after_the_last_answer_hold_up_nobody(patient: int) -> None:
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(connected(patient)).sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
        scores(patient)


def test_clients_that_do_not_read_their_batches_hold_up_no_other(port: int) -> None:
    lines = BODY + b"\n"
    with ExitStack() as stack:
        for _ in range(4):
            client = stack.enter_context(connected(port, small=True))
            client.sendall(BATCH)
        until = time.monotonic() + 60
        while asked(port, "POST", "/api/v1/score/batch", lines, "text/plain")[0] != 200:
            assert time.monotonic() < until
            time.sleep(0.05)
        scores(port)
