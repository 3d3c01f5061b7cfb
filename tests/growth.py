"""How work grows with a text: measured, and generously judged, since machines are busy."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

__all__ = ["NOTHING", "grows_too_fast", "seconds"]

DOUBLINGS = 3
MAX_GROWTH = 2.5**DOUBLINGS
"""Twice the text may take two and a half times as long, so eight times the text sixteen times; what
is quadratic takes sixty-four times as long for that."""

NOTHING = 0.01
"""Seconds that are not worth a ratio: a quadratic reader takes many times as long for the longest
of the texts that are tried."""

ROUNDS = 8


def seconds(work: Callable[[], object]) -> float:
    """The processor's time for this."""
    start = process_time()
    work()
    return process_time() - start


def grows_too_fast(
    read: Callable[[str], object], make: Callable[[int], str], most: int, least: int = 16
) -> str:
    """What is wrong if reading takes more than in proportion to the text, whose sizes double from
    ``least`` to ``most``; nothing if it is well."""
    size = least
    while size <= most:
        text = make(size)
        if seconds(lambda: read(text)) > NOTHING:  # noqa: B023
            wrong = _compared(read, make(size >> DOUBLINGS), text)
            if wrong:
                return wrong
        size *= 2
    return ""


def _compared(read: Callable[[str], object], short: str, long: str) -> str:
    shorter = longer = float("inf")
    for _ in range(ROUNDS):
        # Turn by turn, so that whatever else the machine does falls on both.
        shorter = min(shorter, seconds(lambda: read(short)))
        longer = min(longer, seconds(lambda: read(long)))
        if longer <= max(NOTHING, MAX_GROWTH * shorter):
            return ""
    return (
        f"{len(short)} characters take {shorter * 1000:.2f} ms, "
        f"{len(long)} take {longer * 1000:.1f} ms: {long[:40]!r}"
    )
