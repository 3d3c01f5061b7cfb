"""The counters of an application that nobody watches; ``metrics`` has those that count."""

from __future__ import annotations

from typing import Final

COUNTERS_EXTENSION: Final = "scorer-counters"
"""Where an application keeps its counters among its extensions."""


class NullCounters:
    """Counts nothing: the counters of an application that nobody watches."""

    def add(self, name: str, amount: float = 1, **label: str) -> None:
        """Add to a counter, which may have one label, as ``status="2xx"``."""

    def answered(self, status: int, seconds: float) -> None:
        """Count a request that was answered."""
