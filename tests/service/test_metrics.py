"""Counts for Prometheus: off unless wanted, of all processes, and with nothing of a client."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorer.service import create_app
from scorer.service.wsgi.counters import COUNTERS_EXTENSION
from scorer.service.wsgi.metrics import Counters


def counted(counters: Counters) -> dict[str, float]:
    lines = [
        line.rsplit(" ", 1)
        for line in counters.text().decode().splitlines()
        if not line.startswith("#")
    ]
    return {name: float(value) for name, value in lines}


def test_there_are_none_unless_they_are_wanted() -> None:
    assert create_app({"LOG_REQUESTS": False}).test_client().get("/metrics").status_code == 404


def test_requests_are_counted_by_status_and_time() -> None:
    app = create_app({"LOG_REQUESTS": False, "METRICS": True})
    client = app.test_client()
    for path in ("/healthz", "/healthz", "/nope"):
        client.get(path).get_data()
    client.post("/api/v1/score/batch", data="{}\n{}\n", content_type="text/plain").get_data()
    answer = client.get("/metrics", environ_base={"REMOTE_ADDR": "192.0.2.77"})
    assert answer.content_type.startswith("text/plain; version=")
    assert "192.0.2" not in answer.text
    found = counted(app.extensions[COUNTERS_EXTENSION])
    assert found['scorer_requests_total{status="2xx"}'] == 4
    assert found['scorer_requests_total{status="4xx"}'] == 1
    assert found["scorer_batch_lines_total"] == 2
    assert found["scorer_request_duration_seconds_count"] == 5
    assert found['scorer_request_duration_seconds_bucket{le="+Inf"}'] == 5
    assert found["scorer_processor_seconds_total"] > 0


def test_every_line_is_in_the_format_and_every_family_is_told_once() -> None:
    counters = Counters()
    counters.answered(200, 0.02)
    counters.answered(503, 60)
    counters.answered(42, 0)
    lines = counters.text().decode().splitlines()
    families = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(families) == len(set(families)) == sum(line.startswith("# HELP") for line in lines)
    found = counted(counters)
    assert found['scorer_request_duration_seconds_bucket{le="0.01"}'] == 1
    assert found['scorer_request_duration_seconds_bucket{le="0.025"}'] == 2
    assert found['scorer_request_duration_seconds_bucket{le="5.0"}'] == 2
    assert found["scorer_request_duration_seconds_count"] == 3
    assert found["scorer_request_duration_seconds_sum"] == pytest.approx(60.02)


SUMS = """
import os
from scorer.service.wsgi.metrics import Counters
counters = Counters()
counters.add("refused", why="client")
if not os.fork():
    counters.add("refused", 2, why="client")
    os._exit(0)
os.wait()
print(counters.text().decode())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes part by fork")
def test_the_counts_of_all_processes_are_added_up(tmp_path: Path) -> None:
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", SUMS], env=environment, capture_output=True, text=True, check=True
    )
    assert 'scorer_refused_total{why="client"} 3.0' in done.stdout
