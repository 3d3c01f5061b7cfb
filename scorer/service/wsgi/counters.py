"""What an application counts; ``metrics`` has the counters of one that is watched."""

from __future__ import annotations

from typing import Final

from flask import current_app

COUNTERS_EXTENSION: Final = "scorer-counters"
"""Where an application keeps its counters among its extensions."""


class NullCounters:
    """Counts nothing: the counters of an application that nobody watches."""

    def add(self, name: str, amount: float = 1, **label: str) -> None:
        """Add to a counter, which may have one label, as ``status="2xx"``."""

    def answered(self, status: int, seconds: float) -> None:
        """Count a request that was answered."""


def counters() -> NullCounters:
    """Return the counters of the application."""
    found: NullCounters = current_app.extensions[COUNTERS_EXTENSION]
    return found
