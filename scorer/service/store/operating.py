"""What an operator does with games without a key: list, count and erase them, make new keys."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, String, cast, delete, func, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from scorer.service.store.addresses import database_url, sqlite_file
from scorer.service.store.database import Database, short_message
from scorer.service.store.engines import make_engine
from scorer.service.store.keys import new_key
from scorer.service.store.migrate import revisions
from scorer.service.store.records import StoreUnavailableError
from scorer.service.store.store import GAME_TABLES
from scorer.service.store.tables import classes, entries, games, join_codes
from scorer.types.terms import Role

WAL_SUFFIX: Final = "-wal"

# An entry's JSON begins with its number and its kind; the rest of it is long, and not decoded here.
_IS_HAND: Final = entries.c.record.like('{"n":' + cast(entries.c.n, String) + ',"kind":"hand",%')


class GameSummary(NamedTuple):
    """A game as its operator sees it.

    Attributes:
        record: How it began: its ruleset, its players and its title among others.
        last_at: The time of the last entry (seconds since 1970).
        stamp: Random, another after each write.
        hands: How many hands were entered, those that were undone included.
        codes: Until when phones may join by a code, by role (seconds since 1970).
    """

    id: int
    record: Mapping[str, Any]
    last_at: int
    stamp: str
    hands: int
    codes: Mapping[str, int]

    @property
    def ruleset(self) -> str:
        """The id of its ruleset."""
        return str(self.record.get("ruleset", ""))


class DatabaseCondition(NamedTuple):
    """The database as its operator sees it.

    Attributes:
        server: Its kind and version, as "sqlite 3.40.1".
        revision: The last migration that was run, and the last one of this release.
        bytes: Its size.
        games: How many games there are, by the id of their ruleset.
        classes: How many classes there are.
        last_at: The time of the last entry of all games; None without games.
    """

    server: str
    revision: tuple[str | None, str | None]
    bytes: int
    games: Mapping[str, int]
    classes: int
    last_at: int | None


class Operator:
    """Whoever has the database of a server, and no keys.

    Every method may raise StoreUnavailableError.
    """

    def __init__(self, address: str) -> None:
        self._database = Database(database_url(address))

    def games(self, now: int, ids: Sequence[int] = ()) -> list[GameSummary]:
        """Return the games of these ids, by default all."""
        with self._opened(self._database.reading) as connection:
            return _game_summaries(connection, now, ids)

    def erase(self, doomed: Iterable[GameSummary]) -> int:
        """Erase games with all that belongs to them, but for those written in since they were read.

        Returns how many were erased.
        """
        with self._opened(self._database.writing) as connection:
            return sum(
                connection.execute(
                    delete(games).where(games.c.id == game.id, games.c.stamp == game.stamp)
                ).rowcount
                for game in doomed
            )

    def replace_keys(self, game: int, roles: Iterable[Role]) -> dict[str, str] | None:
        """Replace all keys of these roles by one each; return these, None without such a game."""
        fresh: dict[str, str] = {role: new_key() for role in roles}
        with self._opened(self._database.writing) as connection:
            locked = select(games.c.id).where(games.c.id == game).with_for_update()
            if connection.execute(locked).one_or_none() is None:
                return None
            GAME_TABLES.replace_keys(connection, game, fresh)
        return fresh

    @contextmanager
    def _opened(
        self, transaction: Callable[[], AbstractContextManager[Connection]]
    ) -> Iterator[Connection]:
        """Open a transaction, and close the database after it."""
        try:
            _require_current(self._database.url)
            with transaction() as connection:
                yield connection
        finally:
            self._database.close()


def _require_current(url: URL) -> None:
    """Raise StoreUnavailableError unless the database is there with the tables of this release.

    Otherwise whoever looks would create or migrate it, beside a server of another release.
    """
    file = sqlite_file(url)
    if file is not None and not file.exists():
        raise StoreUnavailableError(f"there is no file {file}; DATABASE_URL names another")
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            current, newest = revisions(connection)
    except SQLAlchemyError as error:
        raise StoreUnavailableError(short_message(error)) from error
    finally:
        engine.dispose()
    if current is None:
        raise StoreUnavailableError("it has no tables yet: start the server once")
    if current != newest:
        raise StoreUnavailableError(
            f"its tables are of another release ({current}): start this server once"
        )


def _game_summaries(connection: Connection, now: int, ids: Sequence[int]) -> list[GameSummary]:
    """Return the games of these ids, by default all."""
    wanted = select(games.c.id, games.c.record, games.c.last_at, games.c.stamp)
    if ids:
        wanted = wanted.where(games.c.id.in_(ids))
    hands = select(entries.c.game, func.count()).where(_IS_HAND).group_by(entries.c.game)
    counted: dict[int, int] = dict(map(tuple, connection.execute(hands)))
    codes: dict[int, dict[str, int]] = {}
    for row in connection.execute(select(join_codes).where(join_codes.c.expires_at > now)):
        codes.setdefault(row.game, {})[row.role] = row.expires_at
    return [
        GameSummary(
            *(row.id, json.loads(row.record), row.last_at, row.stamp),
            *(counted.get(row.id, 0), codes.get(row.id, {})),
        )
        for row in connection.execute(wanted.order_by(games.c.id))
    ]


def count_by_ruleset(found: Iterable[str]) -> dict[str, int]:
    """Return how often each ruleset occurs, the most frequent first."""
    return dict(Counter(found).most_common())


def database_condition(database: Database) -> DatabaseCondition:
    """Return the condition of the database. Raises StoreUnavailableError."""
    with database.reading() as connection:
        records = connection.execute(select(games.c.record)).scalars()
        count = select(func.count()).select_from(classes)
        return DatabaseCondition(
            server=server_version(connection),
            revision=revisions(connection),
            bytes=_database_bytes(database, connection),
            games=count_by_ruleset(str(json.loads(record).get("ruleset")) for record in records),
            classes=connection.execute(count).scalar_one(),
            last_at=connection.execute(select(func.max(games.c.last_at))).scalar_one(),
        )


def server_version(connection: Connection) -> str:
    """Return the kind and the version of the database, as "postgresql 15.6"."""
    version: Sequence[object] = connection.dialect.server_version_info or ()
    return f"{connection.dialect.name} {'.'.join(map(str, version))}".rstrip()


def _database_bytes(database: Database, connection: Connection) -> int:
    """Return the bytes of the database: of a file with what is not written back into it yet."""
    file = sqlite_file(database.url)
    if file is not None:
        parts = (file, file.with_name(file.name + WAL_SUFFIX))
        return sum(part.stat().st_size for part in parts if part.exists())
    if connection.dialect.name != "postgresql":
        return 0
    size: int = connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one()
    return size
