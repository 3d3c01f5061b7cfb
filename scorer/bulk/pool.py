"""Run a function over many items in a pool of processes, with the results in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TypeVar

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")

ITEMS_AHEAD_PER_WORKER = 2
"""How many items a process may be ahead of what was taken, so that endless inputs have an end."""


def worker_count(workers: int | None) -> int:
    """Return how many processes are to work: ``workers``, or one for each core if it is None.

    Raises ValueError for less than one.
    """
    if workers is None:
        return cores()
    if workers < 1:
        raise ValueError(f"workers must be at least 1, not {workers}")
    return workers


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def map_in_order(
    function: Callable[[ItemT], ResultT], items: Iterable[ItemT], workers: int
) -> Iterator[ResultT]:
    """Yield ``function(item)`` for each item, in order.

    One worker is this process. More are a pool, which takes at most ``ITEMS_AHEAD_PER_WORKER``
    items for each process before their results are wanted, and ends when the iterator is closed.
    """
    if workers == 1:
        yield from map(function, items)
        return
    pending: deque[Future[ResultT]] = deque()
    with ProcessPoolExecutor(workers) as pool:
        try:
            for item in items:
                pending.append(pool.submit(function, item))
                if len(pending) >= ITEMS_AHEAD_PER_WORKER * workers:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()
