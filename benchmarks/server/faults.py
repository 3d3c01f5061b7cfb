"""Eight writers, and workers that are killed while they write, or other harm (harms.py): is every
entry that was acknowledged there once, and is there no gap?

``python -m benchmarks.server.harms`` plays rounds. Each is a game of its own.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tests.service.running import free_port

ROOT = Path(__file__).parents[2]
GAMES = "/api/v1/games"
NEW = {"title": "faults", "ruleset": "classical", "players": ["Ann", "Bo", "Cy", "Di"]}
WRITERS = 8
MAX_FAULT_SECONDS = 60.0

Json = dict[str, Any]
Harm = Callable[[], int]


@dataclass
class Server:
    """gunicorn with some workers."""

    port: int
    process: subprocess.Popen[bytes]

    def workers(self) -> list[int]:
        number = self.process.pid
        children = Path(f"/proc/{number}/task/{number}/children").read_text()
        return [int(child) for child in children.split()]


@dataclass
class Round:
    """What came of a round."""

    harmed: int = 0
    retried: int = 0
    stale: int = 0
    acknowledged: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def kill_one_of(servers: Sequence[Server]) -> int:
    """Kill a worker of one of them, as if the power were cut for it alone."""
    found = random.choice(servers).workers()
    if not found:
        return 0
    with suppress(ProcessLookupError):
        os.kill(random.choice(found), signal.SIGKILL)
    return 1


@contextmanager
def served(
    database: str,
    home: Path,
    workers: int = 2,
    log: Path | None = None,
    app: str = "wsgi:app",
    **settings: str,
) -> Iterator[Server]:
    """A service over this database."""
    port = free_port()
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(home),
        "PORT": str(port),
        "WEB_CONCURRENCY": str(workers),
        "DATABASE_URL": database,
        "SCORER_CLIENT_SECONDS": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        **settings,
    }
    command = [sys.executable, "-m", "gunicorn", app]
    with (log or Path(os.devnull)).open("wb") as stderr:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=stderr)
        try:
            server = Server(port, process)
            _wait_for(server)
            yield server
        finally:
            process.terminate()
            process.wait(30)


def request_json(
    port: int, method: str, path: str, body: object = None, **headers: str
) -> tuple[int, Json]:
    """What a server answers; raises OSError or HTTPException where it does not."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        sent = None if body is None else json.dumps(body)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if sent is not None:
            headers["Content-Type"] = "application/json"
        connection.request(method, path, sent, headers)
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text else {}
    finally:
        connection.close()


def _wait_for(server: Server) -> None:
    until = time.monotonic() + MAX_FAULT_SECONDS
    while time.monotonic() < until:
        with suppress(OSError, http.client.HTTPException):
            if request_json(server.port, "GET", "/readyz")[0] == 200:
                return
        time.sleep(0.05)
    raise RuntimeError("the service did not answer")


def _until_answered(servers: Sequence[Server], method: str, path: str, body: object = None) -> Json:
    until = time.monotonic() + MAX_FAULT_SECONDS
    while time.monotonic() < until:
        with suppress(OSError, http.client.HTTPException):
            status, answer = request_json(random.choice(servers).port, method, path, body)
            if status < 300:
                return answer
        time.sleep(0.02)
    raise RuntimeError(f"{method} {path} was never answered")


def play(
    servers: Sequence[Server], entries: int = 5, pause: float = 0.4, harm: Harm | None = None
) -> Round:
    """One round: each writer writes so many entries; harm is done after each pause and at least one
    more acknowledged entry, and a worker is killed where it is not said what harm."""
    found = Round()
    do_harm = harm or partial(kill_one_of, servers)
    made = _until_answered(servers, "POST", GAMES, NEW)
    path = f"{GAMES}/{made['keys']['play']}"
    done = threading.Event()

    def go_wrong() -> None:
        before = -1
        while not done.wait(pause * random.uniform(0.5, 1.5)):
            # On a busy machine workers that are killed by the clock alone never begin to answer.
            if len(found.acknowledged) > before:
                before = len(found.acknowledged)
                found.harmed += do_harm()

    wrong = threading.Thread(target=go_wrong)
    wrong.start()
    try:
        with ThreadPoolExecutor(WRITERS) as pool:
            for written in [
                pool.submit(_write, servers, path, n, entries, found) for n in range(WRITERS)
            ]:
                written.result()
    finally:
        done.set()
        wrong.join()
    found.wrong += _faults(_until_answered(servers, "GET", path), entries, found)
    return found


def _write(servers: Sequence[Server], path: str, writer: int, entries: int, found: Round) -> None:
    """Write so many entries, each until it is acknowledged, under one name."""
    seen = 0
    for number in range(entries):
        why = f"{writer}-{number}"
        until = time.monotonic() + MAX_FAULT_SECONDS
        while why not in found.acknowledged:
            if time.monotonic() > until:
                raise RuntimeError(f"{why} was never acknowledged")
            body = {"after": seen, "kind": "adjust", "moves": {"p1": -1, "p2": 1}, "why": why}
            try:
                port = random.choice(servers).port
                status, answer = request_json(
                    port, "POST", f"{path}/entries", body, Idempotency_Key=why
                )
            except (OSError, http.client.HTTPException):
                found.retried += 1
                time.sleep(0.02)
                continue
            if status == 201:
                found.acknowledged[why] = answer["entry"]["n"]
                seen = max(seen, answer["version"])
            elif status == 409:
                found.stale += 1
                seen = answer["version"]
            elif status in (502, 503):
                found.retried += 1
                time.sleep(0.05)
            else:
                raise RuntimeError(f"{status}: {answer}")


def _faults(sheet: Json, entries: int, found: Round) -> list[str]:
    """What is wrong with a sheet after a round."""
    numbers = [entry["n"] for entry in sheet["entries"]]
    by_name = [entry["why"] for entry in sheet["entries"]]
    wrong = []
    if numbers != list(range(1, sheet["version"] + 1)):
        wrong.append(f"a gap: {numbers}")
    if len(set(by_name)) != len(by_name):
        wrong.append(f"twice: {sorted(by_name)}")
    if len(by_name) != WRITERS * entries:
        wrong.append(f"{len(by_name)} entries of {WRITERS * entries}")
    for name, number in found.acknowledged.items():
        if by_name[number - 1 : number] != [name]:
            wrong.append(f"{name} was acknowledged as {number}")
    return wrong
