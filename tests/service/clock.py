"""An event loop whose time passes only where nothing is left to do: what it runs takes none."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class _Selector(selectors.DefaultSelector):
    """Finds what is ready at once, and skips the time until the loop has something to do."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        # Only another thread could bring something to who would wait for ever.
        found = super().select(timeout if timeout is None else 0)
        if not found and timeout:
            self.passed += timeout
        return found


class Loop(asyncio.SelectorEventLoop):
    """The loop."""

    def __init__(self) -> None:
        self.skipping = _Selector()
        super().__init__(self.skipping)

    def time(self) -> float:
        return self.skipping.passed


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end, without waiting for time to pass."""
    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(work)
