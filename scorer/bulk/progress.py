"""A progress bar on a terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self


class Progress:
    """How many parts are done, as a bar on standard error while it is a terminal."""

    def __init__(self, parts: int, *, shown: bool) -> None:
        self.parts = parts
        self.done = 0
        self.rows = 0
        self._start = time.monotonic()
        self._shown = shown and sys.stderr.isatty()

    def __enter__(self) -> Self:
        self._show()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self._shown:
            print(file=sys.stderr, flush=True)

    def add(self, rows: int) -> None:
        """Note that a part of so many rows is done."""
        self.done += 1
        self.rows += rows
        self._show()

    def _show(self) -> None:
        if not self._shown:
            return
        filled = 30 * self.done // max(self.parts, 1)
        rate = self.rows / max(time.monotonic() - self._start, 1e-9)
        bar = "#" * filled + "-" * (30 - filled)
        state = f"{self.done} of {self.parts} parts, {self.rows:,} rows, {rate:,.0f} a second"
        print(f"\r[{bar}] {state}", end="", file=sys.stderr, flush=True)
