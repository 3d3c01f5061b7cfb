"""The store: games as they are kept, found by their keys alone.

It knows nothing of what a game is: records are JSON, and an entry is the next of its game or none.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from secrets import token_urlsafe
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, bindparam, case, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from scorer.service.games import retention
from scorer.service.games.database import Database
from scorer.service.games.keys import ROLES, Role, digest, new_key
from scorer.service.games.records import Kept, Known, Once, StaleError, Told, UnknownKeyError
from scorer.service.games.tables import answers, entries, game_keys, games

__all__ = ["Store"]

Json = dict[str, Any]

_KNOWN: Final = (
    select(games.c.id, game_keys.c.role, games.c.version, games.c.stamp)
    .join_from(game_keys, games)
    .where(game_keys.c.digest == bindparam("digest"))
)
_OPENED: Final = _KNOWN.add_columns(games.c.record)
_LOCKED: Final = _KNOWN.with_for_update()
"""What a key tells of its game. Made once: a poll is to cost next to nothing."""

_ENTRIES: Final = (
    select(entries.c.record)
    .where(entries.c.game == bindparam("game"), entries.c.n <= bindparam("version"))
    .order_by(entries.c.n)
)
"""The entries up to a version: more may have come since that was read."""

PIECE: Final = 500
"""So many entries go in at once."""


class Store:
    """The games of a database. Everything here raises AwayError where that is away."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def is_there(self) -> bool:
        """Whether the database is there, with its tables up to date."""
        return self.database.prepare()

    def known(self, key: str) -> Known:
        """What a key tells, by one look into an index. Raises UnknownKeyError."""
        with self.database.looking() as connection:
            return _known(_row(connection, _KNOWN, key))

    def opened(self, key: str, name: str | None = None) -> Kept:
        """The game of a key and, with ``name``, what was answered under that. Raises
        UnknownKeyError."""
        with self.database.looking() as connection:
            row = _row(connection, _OPENED, key)
            known = _known(row)
            told = None if name is None else _told(connection, known.game, name)
            kept = connection.execute(_ENTRIES, {"game": known.game, "version": known.version})
            records = kept.scalars().all()
        if len(records) != known.version:
            # Entries are never changed, and only ever go with their game.
            raise UnknownKeyError
        return Kept(known, json.loads(row.record), [json.loads(one) for one in records], told)

    def begin(
        self, record: Mapping[str, Any], entered: Sequence[Mapping[str, Any]], at: int
    ) -> tuple[Known, dict[str, str]]:
        """Keep a new game with these entries; gives its keys by role."""
        keys: dict[str, str] = {role: new_key() for role in ROLES}
        stamp, version = _stamp(), len(entered)
        values = {"record": _text(record), "version": version, "stamp": stamp, "last_at": at}
        with self.database.writing() as connection:
            made = connection.execute(insert(games).values(values).returning(games.c.id))
            game: int = made.scalar_one()
            connection.execute(
                insert(game_keys),
                [{"digest": digest(key), "game": game, "role": role} for role, key in keys.items()],
            )
            _enter(connection, game, entered)
        return Known(game, "play", version, stamp), keys

    def append(
        self, known: Known, record: Mapping[str, Any], at: int, once: Once | None = None
    ) -> Known:
        """Keep the next entry of a game, as it was when ``known`` was read, and with it what its
        writer is answered; gives what is known then. Raises StaleError: nothing is kept."""
        version, stamp = known.version + 1, _stamp()
        moved_on = (
            update(games)
            .where(
                games.c.id == known.game,
                games.c.version == known.version,
                games.c.stamp == known.stamp,
            )
            # A clock that was set back makes no game look older than it is.
            .values(
                version=version,
                stamp=stamp,
                last_at=case((games.c.last_at > at, games.c.last_at), else_=at),
                old_since=None,
            )
        )
        try:
            with self.database.writing() as connection:
                if connection.execute(moved_on).rowcount != 1:
                    raise StaleError
                row = {"game": known.game, "n": version, "record": _text(record)}
                connection.execute(insert(entries).values(row))
                if once is not None:
                    kept = {"game": known.game, "name": once.name, **once.told._asdict()}
                    connection.execute(insert(answers).values(kept))
        except IntegrityError as error:
            raise StaleError from error
        return known._replace(version=version, stamp=stamp)

    def replace_keys(self, key: str, roles: Iterable[Role]) -> dict[str, str]:
        """Give the game of a key to play new keys in place of these; the old ones open nothing any
        more. Raises UnknownKeyError where the key was replaced meanwhile."""
        fresh: dict[str, str] = {role: new_key() for role in roles}
        with self.database.writing() as connection:
            game = _row(connection, _LOCKED, key).id
            for role, made in fresh.items():
                connection.execute(
                    update(game_keys)
                    .where(game_keys.c.game == game, game_keys.c.role == role)
                    .values(digest=digest(made))
                )
        return fresh

    def remove(self, known: Known) -> None:
        """Remove a game with its keys, its entries and its answers."""
        with self.database.writing() as connection:
            connection.execute(delete(games).where(games.c.id == known.game))

    def sweep_now_and_then(self, at: int, days: int) -> None:
        """Remove games in which nobody has written for so many days, once in so many calls."""
        retention.now_and_then(self.database, at, days)


def _row(connection: Connection, query: Select[Any], key: str) -> Row[Any]:
    row = connection.execute(query, {"digest": digest(key)}).one_or_none()
    if row is None:
        raise UnknownKeyError
    return row


def _known(row: Row[Any]) -> Known:
    return Known(row.id, row.role, row.version, row.stamp)


def _told(connection: Connection, game: int, name: str) -> Told | None:
    row = connection.execute(
        select(answers.c.asked, answers.c.answer).where(
            answers.c.game == game, answers.c.name == name
        )
    ).one_or_none()
    return None if row is None else Told(row.asked, row.answer)


def _enter(connection: Connection, game: int, entered: Sequence[Mapping[str, Any]]) -> None:
    rows = [
        {"game": game, "n": n, "record": _text(record)} for n, record in enumerate(entered, start=1)
    ]
    for start in range(0, len(rows), PIECE):
        connection.execute(insert(entries), rows[start : start + PIECE])


def _stamp() -> str:
    return token_urlsafe(6)


def _text(record: Mapping[str, Any]) -> str:
    """A record as text: ASCII alone, so that no database stumbles over a character."""
    return json.dumps(record, separators=(",", ":"))
