"""What the service did, counted for Prometheus; no count is of a single client.

Where PROMETHEUS_MULTIPROC_DIR names a folder, as ``gunicorn.conf.py`` sees to, any process gives
the sums of all of them.
"""

from __future__ import annotations

import os
from typing import Final

from flask import Flask, Response
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

from scorer.service.wsgi.caching import no_store
from scorer.service.wsgi.counters import COUNTERS_EXTENSION, NullCounters

SECONDS_BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
FOLDER_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"

COUNTER_DESCRIPTIONS: Final[dict[str, tuple[str, dict[str, tuple[str, ...]]]]] = {
    "requests": (
        "Requests answered, by the class of their status.",
        {"status": ("1xx", "2xx", "3xx", "4xx", "5xx")},
    ),
    "refused": (
        "Requests and lines of batches refused, by reason.",
        {"why": ("client", "batch", "streams")},
    ),
    "processor_seconds": ("Seconds of the processor that requests took.", {}),
    "batch_lines": ("Lines of batches that were answered.", {}),
    "games_begun": ("Games begun or imported.", {}),
    "games_entries": ("Entries written in games.", {}),
    "games_polls": ("Polls of a sheet that was still the same.", {}),
    "games_refused": (
        "Entries that came too late, and keys that open nothing.",
        {"why": ("stale", "unknown")},
    ),
    "classes_begun": ("Classes begun.", {}),
    "classes_answers": ("Answers of pupils in classes.", {}),
    "games_away": ("Times that the database of games could not be used.", {}),
}
"""The counters by name, each with its meaning and the values of its label, if it has one."""


class Counters(NullCounters):
    """Counters for Prometheus, all of which exist from the start."""

    def __init__(self) -> None:
        disable_created_metrics()
        self._registry = CollectorRegistry()
        self._counters = {
            name: Counter(f"scorer_{name}", meaning, [*labels], registry=self._registry)
            for name, (meaning, labels) in COUNTER_DESCRIPTIONS.items()
        }
        for name, (_, labels) in COUNTER_DESCRIPTIONS.items():
            for label, values in labels.items():
                for value in values:
                    self._counters[name].labels(**{label: value})
        self._durations = Histogram(
            "scorer_request_duration_seconds",
            "Seconds from a request's arrival to the end of its answer.",
            buckets=SECONDS_BOUNDS,
            registry=self._registry,
        )

    def add(self, name: str, amount: float = 1, **label: str) -> None:
        """Add to a counter, which may have one label, as ``status="2xx"``."""
        counter = self._counters[name]
        (counter.labels(**label) if label else counter).inc(amount)

    def answered(self, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        self.add("requests", status=f"{min(5, max(1, status // 100))}xx")
        self._durations.observe(seconds)

    def text(self) -> bytes:
        """Return everything counted, of all processes, in the text format of Prometheus."""
        registry = self._registry
        if FOLDER_VARIABLE in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)
        return generate_latest(registry)


def register(app: Flask) -> NullCounters:
    """Give the application counters and the page /metrics if the setting METRICS is on."""
    if not app.config["METRICS"]:
        app.extensions[COUNTERS_EXTENSION] = NullCounters()
        return NullCounters()
    counters = app.extensions[COUNTERS_EXTENSION] = Counters()
    app.add_url_rule("/metrics", "metrics", lambda: _metrics_response(counters))
    return counters


def _metrics_response(counters: Counters) -> Response:
    return no_store(Response(counters.text(), content_type=CONTENT_TYPE_LATEST))
