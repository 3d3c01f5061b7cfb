"""Remove games without a recent entry, and classes that expired, while somebody writes."""

from __future__ import annotations

import logging
from random import random
from typing import Final

from sqlalchemy import Connection, delete, select, update

from scorer.service.store.database import Database
from scorer.service.store.records import StoreUnavailableError
from scorer.service.store.tables import classes, games

_logger = logging.getLogger("scorer.service")

DAY_SECONDS: Final = 86_400
SWEEP_ODDS: Final = 50
"""One in so many writes looks for old games."""

MAX_SWEPT_GAMES: Final = 20
GRACE_SECONDS: Final = DAY_SECONDS
"""Seconds for which a game must have been too old, so that a clock ahead by an hour removes
nothing."""


def sweep_sometimes(database: Database, now: int, days: int) -> None:
    """Remove games that are too old and classes that expired, at a random fraction of the calls.

    With 0 ``days`` games stay.
    """
    if random() * SWEEP_ODDS < 1:
        try:
            with database.writing() as connection:
                remove_expired_classes(connection, now)
            if days:
                sweep_games(database, now, days)
        except StoreUnavailableError:
            _logger.info("old games stay for now")


def remove_expired_classes(connection: Connection, now: int) -> int:
    """Remove the classes that have expired, with all that belongs to them; return how many."""
    return connection.execute(delete(classes).where(classes.c.expires_at <= now)).rowcount


def sweep_games(database: Database, now: int, days: int, most: int = MAX_SWEPT_GAMES) -> int:
    """Mark games without an entry for ``days``, and remove those marked for a day.

    At most ``most`` of each. Returns how many were removed. Raises StoreUnavailableError.
    """
    old = games.c.last_at < now - days * DAY_SECONDS
    doomed = old & (games.c.old_since < now - GRACE_SECONDS)
    fresh = old & games.c.old_since.is_(None)
    with database.writing() as connection:
        ids = connection.execute(select(games.c.id).where(doomed).limit(most)).scalars().all()
        # The condition again: a game may have got an entry meanwhile.
        removed = connection.execute(delete(games).where(games.c.id.in_(ids), doomed)).rowcount
        ids = connection.execute(select(games.c.id).where(fresh).limit(most)).scalars().all()
        connection.execute(update(games).where(games.c.id.in_(ids), fresh).values(old_since=now))
        # Marked while the clock was ahead.
        ahead = games.c.old_since > now
        connection.execute(update(games).where(ahead).values(old_since=None))
    return removed
