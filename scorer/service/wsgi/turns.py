"""Which request is next when there are more than the processor can work on."""

from __future__ import annotations

from asyncio import CancelledError, Future, get_running_loop
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count

__all__ = ["Turns"]


class Turns:
    """So many places. Of the tasks that wait for one, the one that needs it for the least time gets
    the next that is free."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[tuple[float, int, Future[None]]] = []
        self._count = count()

    @asynccontextmanager
    async def place(self, seconds: float) -> AsyncIterator[None]:
        """Wait for a place and hold it; it is likely to be needed for so many seconds."""
        await self._enter(seconds)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, seconds: float) -> None:
        if self._free:
            self._free -= 1
            return
        turn: Future[None] = get_running_loop().create_future()
        heappush(self._waiting, (seconds, next(self._count), turn))
        try:
            await turn
        except CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave()
            raise

    def _leave(self) -> None:
        while self._waiting:
            *_, turn = heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
