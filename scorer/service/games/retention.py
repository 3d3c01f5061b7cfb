"""Games that nobody has written in for long are removed, a few at a time, by whoever writes."""

from __future__ import annotations

import logging
from random import random
from typing import Final

from sqlalchemy import delete, select, update

from scorer.service.games.database import Database
from scorer.service.games.records import AwayError
from scorer.service.games.tables import games

__all__ = ["now_and_then", "sweep"]

_logger = logging.getLogger("scorer.service")

DAY: Final = 86_400
ONE_IN: Final = 50
"""One in so many writers looks for games that are too old."""

AT_ONCE: Final = 20
GRACE: Final = DAY
"""For so many seconds a game must have been too old: a clock that runs ahead for an hour removes
nothing."""


def now_and_then(database: Database, now: int, days: int) -> None:
    """Remove games that are too old, once in so many calls."""
    if days and random() * ONE_IN < 1:
        try:
            sweep(database, now, days)
        except AwayError:
            _logger.info("old games stay for now")


def sweep(database: Database, now: int, days: int, most: int = AT_ONCE) -> int:
    """Mark games whose last entry is more than so many days ago, and remove those that have been
    marked for a day; at most so many of each. Gives how many were removed. Raises AwayError."""
    old = games.c.last_at < now - days * DAY
    doomed = old & (games.c.old_since < now - GRACE)
    fresh = old & games.c.old_since.is_(None)
    with database.writing() as connection:
        ids = connection.execute(select(games.c.id).where(doomed).limit(most)).scalars().all()
        # Asked again: somebody may have written in one since.
        removed = connection.execute(delete(games).where(games.c.id.in_(ids), doomed)).rowcount
        ids = connection.execute(select(games.c.id).where(fresh).limit(most)).scalars().all()
        connection.execute(update(games).where(games.c.id.in_(ids), fresh).values(old_since=now))
        # Marked while a clock ran ahead.
        ahead = games.c.old_since > now
        connection.execute(update(games).where(ahead).values(old_since=None))
    return removed
