"""``scorer serve`` as it is started at a terminal."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from urllib.request import urlopen

import pytest

from scorer.service.server.serve import reachable_host
from tests.service.running import free_port

PROGRAM = [sys.executable, "-c", "from scorer.cli.main import main; main()", "serve", "--port"]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="gunicorn needs fork")

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def start() -> Iterator[Start]:
    started: list[subprocess.Popen[str]] = []

    def begin(port: int, *before: str) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        words = [*before, *PROGRAM, str(port)]
        started.append(
            subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
        )
        return started[-1]

    yield begin
    for process in started:
        process.terminate()
        process.communicate(timeout=120)


def listening(process: subprocess.Popen[str]) -> str:
    """What it says once it listens."""
    assert process.stdout
    return process.stdout.readline()


def answering(process: subprocess.Popen[str], port: int) -> None:
    """Wait until it answers."""
    listening(process)
    with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=120) as answer:
        assert answer.status == 200


def test_it_says_where_it_is(start: Start, port: int) -> None:
    assert f"http://127.0.0.1:{port}" in listening(start(port))


def test_a_port_that_is_taken_is_reported_at_once(start: Start, port: int) -> None:
    with socket.create_server(("127.0.0.1", port)):
        process = start(port)
        said, wrong = process.communicate(timeout=120)
    assert (process.returncode, said) == (1, "")
    assert wrong.splitlines() == [
        f"Error: cannot listen at 127.0.0.1:{port}: Address already in use; --port tells another"
    ]


def test_a_host_that_is_not_here_is_reported_at_once(start: Start, port: int) -> None:
    done = subprocess.run(
        [*PROGRAM, str(port), "--host", "192.0.2.1"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert "cannot listen at 192.0.2.1" in done.stderr


# Whoever runs the tests may have asked not to stop (nohup), and children inherit that.
AS_USUAL = "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_DFL); " + (
    "os.execvp(sys.argv[1], sys.argv[1:])"
)


def test_it_stops_when_the_terminal_is_closed(start: Start, port: int) -> None:
    process = start(port, sys.executable, "-c", AS_USUAL)
    answering(process, port)
    process.send_signal(signal.SIGHUP)
    process.communicate(timeout=120)
    assert process.returncode == 0


def test_it_goes_on_without_the_terminal_where_that_was_asked(start: Start, port: int) -> None:
    process = start(port, "sh", "-c", 'trap "" HUP; exec "$@"', "sh")
    answering(process, port)
    process.send_signal(signal.SIGHUP)
    time.sleep(1)
    assert process.poll() is None
    with socket.create_connection(("127.0.0.1", port), timeout=120):
        pass


def test_phones_are_given_an_address_of_this_machine(start: Start, port: int) -> None:
    address = reachable_host("0.0.0.0")
    process = start(port, "sh", "-c", 'exec "$@" --host 0.0.0.0', "sh")
    assert f"http://{address}:{port} " in listening(process)
    with socket.create_connection((address, port), timeout=120):
        pass
    assert reachable_host("127.0.0.1") == "127.0.0.1"
