"""Games stored in a database and found by their keys.

Records are opaque JSON here; an entry is stored only as the next one of its game.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from secrets import token_urlsafe
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Row,
    Select,
    bindparam,
    case,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from scorer.service.store import retention
from scorer.service.store.codes import MAX_KEYS_PER_GAME_ROLE
from scorer.service.store.database import Database
from scorer.service.store.joining import SharedTables
from scorer.service.store.keys import GAME_ROLES, derived_keys, key_hash, new_key
from scorer.service.store.lazy_json import decode_record, record_as_json
from scorer.service.store.records import (
    GameRef,
    GameStore,
    IdempotentAnswer,
    IdempotentRequest,
    JoinCode,
    StaleError,
    StoredAnswer,
    StoredGame,
    UnknownKeyError,
)
from scorer.service.store.tables import (
    answers,
    entries,
    game_keys,
    game_requests,
    games,
    join_codes,
)
from scorer.types.terms import Role

_SELECT_BY_KEY: Final = (
    select(games.c.id, game_keys.c.role, games.c.version, games.c.stamp)
    .join_from(game_keys, games)
    .where(game_keys.c.digest == bindparam("digest"))
)
_SELECT_WITH_RECORD: Final = _SELECT_BY_KEY.add_columns(games.c.record)
_SELECT_AND_LOCK: Final = _SELECT_BY_KEY.with_for_update()
"""Queries by key, built once: polls must be cheap."""

_SELECT_ENTRIES: Final = (
    select(entries.c.record)
    .where(entries.c.game == bindparam("game"), entries.c.n <= bindparam("version"))
    .order_by(entries.c.n)
)
"""The entries up to a version: more may have been added since it was read."""

GAME_TABLES: Final = SharedTables(
    "game", game_keys, join_codes, game_requests, GAME_ROLES, MAX_KEYS_PER_GAME_ROLE
)

ROWS_PER_INSERT: Final = 500
"""The most entries of one INSERT."""


class DatabaseGameStore(GameStore):
    """A ``GameStore`` in a database. What a method does is said there."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def is_available(self) -> bool:
        return self.database.prepare()

    def find(self, key: str) -> GameRef:
        with self.database.reading_without_transaction() as connection:
            return _game_ref(_key_row(connection, _SELECT_BY_KEY, key))

    def load(self, key: str, name: str | None = None) -> StoredGame:
        with self.database.reading_without_transaction() as connection:
            row = _key_row(connection, _SELECT_WITH_RECORD, key)
            game_ref = _game_ref(row)
            answer = None if name is None else _stored_answer(connection, game_ref.game, name)
            rows = connection.execute(
                _SELECT_ENTRIES, {"game": game_ref.game, "version": game_ref.version}
            )
            records = rows.scalars().all()
        if len(records) != game_ref.version:
            # Entries never change: the game was removed meanwhile.
            raise UnknownKeyError
        return StoredGame(
            game_ref, json.loads(row.record), [decode_record(r) for r in records], answer
        )

    def begin(
        self,
        record: Mapping[str, Any],
        new_entries: Sequence[Mapping[str, Any]],
        at: int,
        once: IdempotentRequest | None = None,
    ) -> tuple[GameRef, dict[str, str]]:
        stamp, version = _random_stamp(), len(new_entries)
        values = {
            "record": record_as_json(record),
            "version": version,
            "stamp": stamp,
            "last_at": at,
        }
        with GAME_TABLES.making(self.database, once) as connection:
            result = connection.execute(insert(games).values(values).returning(games.c.id))
            game: int = result.scalar_one()
            keys = GAME_TABLES.issue_keys(connection, game, once)
            _insert_entries(connection, game, new_entries)
        return GameRef(game, "play", version, stamp), keys

    def append(
        self,
        game_ref: GameRef,
        record: Mapping[str, Any],
        at: int,
        once: IdempotentAnswer | None = None,
    ) -> GameRef:
        version, stamp = game_ref.version + 1, _random_stamp()
        is_same = (games.c.version == game_ref.version) & (games.c.stamp == game_ref.stamp)
        advance = (
            update(games)
            .where(games.c.id == game_ref.game, is_same)
            # A clock that was set back must not make a game look older.
            .values(
                version=version,
                stamp=stamp,
                last_at=case((games.c.last_at > at, games.c.last_at), else_=at),
                old_since=None,
            )
        )
        try:
            with self.database.writing() as connection:
                if connection.execute(advance).rowcount != 1:
                    raise StaleError
                row = {"game": game_ref.game, "n": version, "record": record_as_json(record)}
                connection.execute(insert(entries).values(row))
                if once is not None:
                    request_hash, text = once.answer
                    row = {"game": game_ref.game, "name": once.name}
                    row |= {"asked": request_hash, "answer": text}
                    connection.execute(insert(answers).values(row))
        except IntegrityError as error:
            raise StaleError from error
        return game_ref._replace(version=version, stamp=stamp)

    def replace_keys(
        self, key: str, roles: Iterable[Role], once: IdempotentRequest | None = None
    ) -> dict[str, str]:
        fresh: dict[str, str] = (
            {role: new_key() for role in roles}
            if once is None
            else derived_keys(key, once.full_name, roles)
        )
        with self.database.writing() as connection:
            # Locked first: the same request may come twice at once.
            found = connection.execute(_SELECT_AND_LOCK, {"digest": key_hash(key)}).one_or_none()
            if once is not None and GAME_TABLES.has_keys(connection, fresh):
                return fresh
            if found is None:
                raise UnknownKeyError
            GAME_TABLES.replace_keys(connection, found.id, fresh)
        return fresh

    def open_code(self, game_ref: GameRef, role: Role, at: int) -> JoinCode:
        return GAME_TABLES.open_code(self.database, game_ref.game, role, at)

    def join(self, code: str, at: int) -> dict[str, str]:
        return GAME_TABLES.join(self.database, code, at)

    def remove(self, game_ref: GameRef) -> None:
        with self.database.writing() as connection:
            connection.execute(delete(games).where(games.c.id == game_ref.game))

    def sweep_now_and_then(self, at: int, days: int) -> None:
        retention.sweep_sometimes(self.database, at, days)


def _key_row(connection: Connection, query: Select[Any], key: str) -> Row[Any]:
    row = connection.execute(query, {"digest": key_hash(key)}).one_or_none()
    if row is None:
        raise UnknownKeyError
    return row


def _game_ref(row: Row[Any]) -> GameRef:
    return GameRef(row.id, row.role, row.version, row.stamp)


def _stored_answer(connection: Connection, game: int, name: str) -> StoredAnswer | None:
    row = connection.execute(
        select(answers.c.asked, answers.c.answer).where(
            answers.c.game == game, answers.c.name == name
        )
    ).one_or_none()
    return None if row is None else StoredAnswer(row.asked, row.answer)


def _insert_entries(
    connection: Connection, game: int, records: Sequence[Mapping[str, Any]]
) -> None:
    rows = [
        {"game": game, "n": n, "record": record_as_json(record)}
        for n, record in enumerate(records, start=1)
    ]
    for start in range(0, len(rows), ROWS_PER_INSERT):
        connection.execute(insert(entries), rows[start : start + ROWS_PER_INSERT])


def _random_stamp() -> str:
    return token_urlsafe(6)
