"""Keys and codes of what is shared: a game or a class. The store has only their hashes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from sqlalchemy import Connection, Table, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from scorer.service.store.codes import CODE_SECONDS, new_code
from scorer.service.store.database import Database
from scorer.service.store.keys import derived_keys, key_hash, new_key
from scorer.service.store.records import (
    AlreadyBegunError,
    IdempotentRequest,
    IssuedKeys,
    JoinCode,
    StoreUnavailableError,
    TooManyKeysError,
    UnknownCodeError,
    UnknownKeyError,
)

MAX_CODE_ATTEMPTS: Final = 3


class SharedTables(NamedTuple):
    """The tables of what several phones share, each under a key of its own.

    Attributes:
        id_column: The column that holds the id of what is shared.
        keys: The table of keys.
        codes: The table of codes to join by.
        requests: The table of the requests that made it under an Idempotency-Key.
        roles: The roles of its first keys.
        most_keys: How many keys of one role it may have.
    """

    id_column: str
    keys: Table
    codes: Table
    requests: Table
    roles: Sequence[str]
    most_keys: int

    @contextmanager
    def making(self, database: Database, once: IdempotentRequest | None) -> Iterator[Connection]:
        """Open a transaction in which something is made, with its first keys.

        Raises AlreadyBegunError if something was made under the Idempotency-Key of ``once``.
        """
        try:
            with database.writing() as connection:
                yield connection
        except IntegrityError as error:
            if once is None:
                raise
            self._require_first(database, once)
            raise StoreUnavailableError(
                "what was made under this Idempotency-Key is gone"
            ) from error

    def issue_keys(
        self, connection: Connection, number: int, once: IdempotentRequest | None
    ) -> dict[str, str]:
        """Store the first keys of the shared thing with this id, and return them by role."""
        if once is None:
            keys = {role: new_key() for role in self.roles}
        else:
            salt = new_key()
            keys = derived_keys(salt, once.name, self.roles)
            row = {self.id_column: number, "digest": key_hash(once.name), "salt": salt}
            connection.execute(insert(self.requests).values(asked=once.request_hash, **row))
        self.add_keys(connection, number, keys)
        return keys

    def _require_first(self, database: Database, once: IdempotentRequest) -> None:
        table = self.requests
        wanted = select(table.c.asked, table.c.salt).where(table.c.digest == key_hash(once.name))
        with database.reading_without_transaction() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is not None:
            keys = derived_keys(row.salt, once.name, self.roles)
            raise AlreadyBegunError(IssuedKeys(row.asked, keys))

    def add_keys(self, connection: Connection, number: int, keys: Mapping[str, str]) -> None:
        """Store keys, by role, of the shared thing with this id."""
        rows = [
            {"digest": key_hash(key), self.id_column: number, "role": role}
            for role, key in keys.items()
        ]
        connection.execute(insert(self.keys), rows)

    def has_keys(self, connection: Connection, keys: Mapping[str, str]) -> bool:
        """Tests if all of these keys open something."""
        digests = [key_hash(key) for key in keys.values()]
        count = select(func.count()).select_from(self.keys).where(self.keys.c.digest.in_(digests))
        return connection.execute(count).scalar_one() == len(digests)

    def replace_keys(self, connection: Connection, number: int, keys: Mapping[str, str]) -> None:
        """Store keys, by role, instead of all of these roles, and close the codes of the roles."""
        for table in (self.keys, self.codes):
            of_roles = (table.c[self.id_column] == number) & table.c.role.in_(keys)
            connection.execute(delete(table).where(of_roles))
        self.add_keys(connection, number, keys)

    def open_code(self, database: Database, number: int, role: str, at: int) -> JoinCode:
        """Return a new code to join in this role; the one before it stops working.

        Raises UnknownKeyError if what is shared was removed meanwhile.
        """
        table = self.codes
        before = (table.c[self.id_column] == number) & (table.c.role == role)
        row = {self.id_column: number, "role": role, "expires_at": at + CODE_SECONDS}
        for _ in range(MAX_CODE_ATTEMPTS):
            code = new_code()
            try:
                with database.writing() as connection:
                    connection.execute(delete(table).where(before))
                    connection.execute(insert(table).values(digest=key_hash(code), **row))
            except IntegrityError:
                # Another has this code, or another phone was quicker.
                continue
            return JoinCode(code, at + CODE_SECONDS)
        raise UnknownKeyError

    def join(self, database: Database, code: str, at: int) -> dict[str, str]:
        """Return a further key, by its role.

        Raises:
            UnknownCodeError: If nothing has the code, or it has expired.
            TooManyKeysError: If there is no room for a further key.
        """
        table, owner = self.codes, self.codes.c[self.id_column]
        wanted = select(owner.label("number"), table.c.role, table.c.expires_at).where(
            table.c.digest == key_hash(code)
        )
        with database.writing() as connection:
            row = connection.execute(wanted.with_for_update()).one_or_none()
            if row is None or row.expires_at <= at:
                raise UnknownCodeError
            keys = self.keys
            of_role = (keys.c[self.id_column] == row.number) & (keys.c.role == row.role)
            count = select(func.count()).select_from(keys).where(of_role)
            if connection.execute(count).scalar_one() >= self.most_keys:
                raise TooManyKeysError
            joined = {row.role: new_key()}
            self.add_keys(connection, row.number, joined)
        return joined
