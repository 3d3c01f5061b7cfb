"""How many scores a second come through gunicorn, beside an empty endpoint with the same schema.

    python -m benchmarks.server.rates [--rounds 3] [--seconds 5] [--connections 16]

Both are served by one process with gunicorn.conf.py and asked by ``wrk``, turn by turn. Prints the
rates, the longest hundredth, and the processor time of a request, which others on the machine
change least.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from flask import Flask

from benchmarks.server.faults import Server, served
from benchmarks.server.service import BODY, empty_app
from scorer.documents.schemas.declared import schema_of
from scorer.service.settings import DEFAULTS
from scorer.types import ScoreRequest
from scorer.types.records import read_record

EMPTY = "benchmarks.server.rates:empty()"
TICKS = os.sysconf("SC_CLK_TCK")


class Rate(NamedTuple):
    """What one round gave."""

    a_second: float
    p99: str
    microseconds: float


def empty() -> Flask:
    """The empty endpoint, with the limits of the service."""
    app = empty_app(schema_of(read_record(ScoreRequest))())
    app.config.update(DEFAULTS)

    @app.get("/readyz")
    def ready() -> dict[str, str]:
        return {}

    return app


def processor_seconds(server: Server) -> float:
    """The processor time of the workers of a server."""
    seconds = 0.0
    for worker in server.workers():
        fields = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()
        seconds += (int(fields[11]) + int(fields[12])) / TICKS
    return seconds


def measure(server: Server, script: Path, options: argparse.Namespace) -> Rate:
    """Ask one server for some seconds."""
    address = f"http://127.0.0.1:{server.port}/api/v1/score"
    how = ["-t1", f"-c{options.connections}", f"-d{options.seconds}", "-s", str(script)]
    before = processor_seconds(server)
    done = subprocess.run(
        ["wrk", *how, "--latency", address], capture_output=True, text=True, check=True
    )
    spent = processor_seconds(server) - before
    if "Non-2xx" in done.stdout:
        raise RuntimeError(done.stdout)
    found = re.search(r"99%\s+(\S+).*?(\d+) requests in.*?Requests/sec:\s+(\S+)", done.stdout, re.S)
    if found is None:
        raise RuntimeError(done.stdout)
    return Rate(float(found[3]), found[1], spent / int(found[2]) * 1e6)


@contextmanager
def both() -> Iterator[dict[str, Server]]:
    """The service and the empty endpoint."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        home = Path(folder)
        database = f"sqlite:///{home}/games.sqlite3"
        apps = {"score": "wsgi:app", "empty, same schema": EMPTY}
        yield {
            name: stack.enter_context(served(database, home, workers=1, app=app))
            for name, app in apps.items()
        }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--connections", type=int, default=16)
    options = parser.parse_args()
    if shutil.which("wrk") is None:
        sys.exit("wrk is needed: apt-get install wrk")
    ratios = []
    with TemporaryDirectory() as folder, both() as servers:
        script = Path(folder) / "score.lua"
        kind = 'wrk.headers["Content-Type"] = "application/json"'
        script.write_text(f'wrk.method = "POST"\n{kind}\nwrk.body = [==[{BODY.decode()}]==]\n')
        for _ in range(options.rounds):
            rates = {name: measure(server, script, options) for name, server in servers.items()}
            for name, rate in rates.items():
                print(
                    f"{name:20} {rate.a_second:8.0f} /s   p99 {rate.p99:>9}   "
                    f"{rate.microseconds:6.0f} µs of the processor a request",
                    flush=True,
                )
            score, nothing = rates.values()
            ratios.append(score.a_second / nothing.a_second)
    load = os.getloadavg()[0]
    print(f"{median(ratios):.2f} of the empty endpoint's rate, {time.ctime()}, load {load:.1f}")


if __name__ == "__main__":
    main()
