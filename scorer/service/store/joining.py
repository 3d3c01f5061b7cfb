"""Keys and codes of what is shared: a game or a class. The store has only their hashes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from sqlalchemy import Connection, Table, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from scorer.service.store.codes import SECONDS, new_code
from scorer.service.store.database import Database
from scorer.service.store.keys import digest, new_key
from scorer.service.store.records import (
    JoinCode,
    TooManyKeysError,
    UnknownCodeError,
    UnknownKeyError,
)

TRIES: Final = 3


class Shared(NamedTuple):
    """The tables of what several phones share, each under a key of its own.

    Attributes:
        owner: The column that holds the id of what is shared.
        keys: The table of keys.
        codes: The table of codes to join by.
        most_keys: How many keys of one role it may have.
    """

    owner: str
    keys: Table
    codes: Table
    most_keys: int

    def add_keys(self, connection: Connection, number: int, keys: Mapping[str, str]) -> None:
        """Store keys, by role, of the shared thing with this id."""
        rows = [
            {"digest": digest(key), self.owner: number, "role": role} for role, key in keys.items()
        ]
        connection.execute(insert(self.keys), rows)

    def open_code(self, database: Database, number: int, role: str, at: int) -> JoinCode:
        """Return a new code to join in this role; the one before it stops working.

        Raises UnknownKeyError if what is shared was removed meanwhile.
        """
        table = self.codes
        before = (table.c[self.owner] == number) & (table.c.role == role)
        row = {self.owner: number, "role": role, "expires_at": at + SECONDS}
        for _ in range(TRIES):
            code = new_code()
            try:
                with database.writing() as connection:
                    connection.execute(delete(table).where(before))
                    connection.execute(insert(table).values(digest=digest(code), **row))
            except IntegrityError:
                # Another has this code, or another phone was quicker.
                continue
            return JoinCode(code, at + SECONDS)
        raise UnknownKeyError

    def join(self, database: Database, code: str, at: int) -> dict[str, str]:
        """Return a further key, by its role.

        Raises:
            UnknownCodeError: If nothing has the code, or it has expired.
            TooManyKeysError: If there is no room for a further key.
        """
        table, owner = self.codes, self.codes.c[self.owner]
        wanted = select(owner.label("number"), table.c.role, table.c.expires_at).where(
            table.c.digest == digest(code)
        )
        with database.writing() as connection:
            row = connection.execute(wanted.with_for_update()).one_or_none()
            if row is None or row.expires_at <= at:
                raise UnknownCodeError
            keys = self.keys
            of_role = (keys.c[self.owner] == row.number) & (keys.c.role == row.role)
            count = select(func.count()).select_from(keys).where(of_role)
            if connection.execute(count).scalar_one() >= self.most_keys:
                raise TooManyKeysError
            joined = {row.role: new_key()}
            self.add_keys(connection, row.number, joined)
        return joined
