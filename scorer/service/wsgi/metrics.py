"""What the service did, counted for Prometheus; no count is of a single client.

The counts of all processes are in shared memory, a row for each process, so that any of them can
give the sums. (The usual library would need a directory of files, which a read-only container does
not have, and which grows with every process that is replaced.)
"""

from __future__ import annotations

import mmap
from bisect import bisect_left
from collections.abc import Iterator
from threading import Lock

from flask import Flask, Response

__all__ = ["COUNTERS", "Counters", "register"]

COUNTERS = "scorer-counters"
"""Where an application keeps its counters among its extensions."""

ROWS = 64
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)

_DURATION = "scorer_request_duration_seconds"
_MEANINGS = {
    "scorer_requests_total": "Requests answered, by the class of their status.",
    "scorer_refused_total": "Requests and lines of batches refused, by reason.",
    "scorer_connections_given_up_total": "Connections closed on clients that took too long.",
    "scorer_processor_seconds_total": "Seconds of the processor that requests took.",
    "scorer_batch_lines_total": "Lines of batches that were answered.",
    "scorer_games_begun_total": "Games begun or imported.",
    "scorer_games_entries_total": "Entries written in games.",
    "scorer_games_polls_total": "Polls of a sheet that was still the same.",
    "scorer_games_refused_total": "Entries that came too late, and keys that open nothing.",
    "scorer_games_away_total": "Times that the database of games could not be used.",
    _DURATION: "Seconds from a request's arrival to the end of its answer.",
}
_CELLS = (
    *(f'scorer_requests_total{{status="{n}xx"}}' for n in range(1, 6)),
    *(f'scorer_refused_total{{why="{why}"}}' for why in ("client", "batch", "blocked", "streams")),
    *(
        f'scorer_connections_given_up_total{{at="{at}"}}'
        for at in ("header", "body", "answer", "room")
    ),
    "scorer_processor_seconds_total",
    "scorer_batch_lines_total",
    "scorer_games_begun_total",
    "scorer_games_entries_total",
    "scorer_games_polls_total",
    *(f'scorer_games_refused_total{{why="{why}"}}' for why in ("stale", "unknown")),
    "scorer_games_away_total",
    *(f'{_DURATION}_bucket{{le="{bound}"}}' for bound in BOUNDS),
    f'{_DURATION}_bucket{{le="+Inf"}}',
    f"{_DURATION}_sum",
)
_PLACE = {cell: place for place, cell in enumerate(_CELLS)}
_FIRST_BUCKET = _PLACE[f'{_DURATION}_bucket{{le="{BOUNDS[0]}"}}']
_SUM = _PLACE[f"{_DURATION}_sum"]


class Counters:
    """Counts that several processes share. They are made before the processes are forked; then each
    process takes a row."""

    def __init__(self) -> None:
        self._cells = memoryview(mmap.mmap(-1, ROWS * len(_CELLS) * 8)).cast("d")
        self._lock = Lock()
        self._row = 0

    def take_row(self, number: int) -> None:
        """From now on count in the row of this process, whose number is given."""
        self._row = number % ROWS * len(_CELLS)

    def add(self, name: str, amount: float = 1, **label: str) -> None:
        """Add to a count, which may have one label, as ``status="2xx"`` in the text of
        Prometheus."""
        labels = "".join(f'{{{key}="{value}"}}' for key, value in label.items())
        with self._lock:
            self._cells[self._row + _PLACE[f"scorer_{name}_total{labels}"]] += amount

    def answered(self, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        bucket = _FIRST_BUCKET + bisect_left(BOUNDS, seconds)
        with self._lock:
            self._cells[self._row + min(4, max(0, status // 100 - 1))] += 1
            self._cells[self._row + bucket] += 1
            self._cells[self._row + _SUM] += seconds

    def lines(self) -> Iterator[str]:
        """Everything counted, in the text format of Prometheus."""
        totals = [sum(self._cells[place :: len(_CELLS)]) for place in range(len(_CELLS))]
        for place in range(_FIRST_BUCKET + 1, _SUM):
            totals[place] += totals[place - 1]
        seen = ""
        for cell, total in zip(_CELLS, totals, strict=True):
            family = _DURATION if cell.startswith(_DURATION) else cell.partition("{")[0]
            if family != seen:
                seen = family
                kind = "histogram" if family == _DURATION else "counter"
                yield f"# HELP {family} {_MEANINGS[family]}"
                yield f"# TYPE {family} {kind}"
            yield f"{cell} {total:.12g}"
        yield f"{_DURATION}_count {totals[_SUM - 1]:.12g}"


def register(app: Flask) -> Counters:
    """Give the application counters and, if the setting METRICS is on, the page /metrics."""
    counters = app.extensions[COUNTERS] = Counters()
    if app.config["METRICS"]:
        app.add_url_rule("/metrics", "metrics", lambda: _answer(counters))
    return counters


def _answer(counters: Counters) -> Response:
    text = "\n".join(counters.lines()) + "\n"
    answer = Response(text, content_type="text/plain; version=0.0.4; charset=utf-8")
    answer.headers["Cache-Control"] = "no-store"
    return answer
