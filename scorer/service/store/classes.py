"""Classes stored in a database and found by their keys: exercises, pupils, and their answers.

Records are opaque JSON here. After ``CLASS_LIFETIME_DAYS`` a class opens to nobody, and is removed
with all that belongs to it.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from secrets import token_urlsafe
from typing import Any, Final, NamedTuple, get_args

from sqlalchemy import Connection, Row, Select, bindparam, delete, func, insert, select, update

from scorer.documents.schemas.fields import JOINER_REMOVAL
from scorer.service.store.database import Database
from scorer.service.store.joining import SharedTables
from scorer.service.store.keys import derived_keys, key_hash, new_key
from scorer.service.store.lazy_json import record_as_json
from scorer.service.store.records import IdempotentRequest, JoinCode, UnknownKeyError
from scorer.service.store.retention import DAY_SECONDS, remove_expired_classes, sweep_sometimes
from scorer.service.store.tables import (
    attempts,
    class_codes,
    class_exercises,
    class_keys,
    class_requests,
    classes,
    pupils,
)
from scorer.types.classes import MAX_NICKNAME_LENGTH
from scorer.types.terms import ClassRole, Slip

Json = dict[str, Any]

CLASS_LIFETIME_DAYS: Final = 30
MAX_PUPILS: Final = 60
MAX_ATTEMPTS: Final = 20
"""How often a pupil may answer one exercise."""
MAX_KEYS_PER_CLASS_ROLE: Final = 4 * MAX_PUPILS
"""How many keys of one role a class may have: a pupil may join with more than one phone."""

CLASS_STORE: Final = "scorer-classes"
"""The key of the store in the extensions of an application."""
PUPIL_ROLE: Final = "pupil"
"""What the secret of a pupil is derived for, as keys are for their role."""
_ROLES: Final[tuple[ClassRole, ...]] = get_args(ClassRole)
CLASS_TABLES: Final = SharedTables(
    "class", class_keys, class_codes, class_requests, _ROLES, MAX_KEYS_PER_CLASS_ROLE
)
_SELECT_BY_KEY: Final = (
    select(
        classes.c.id,
        class_keys.c.role,
        *(classes.c.is_open, classes.c.version, classes.c.stamp, classes.c.expires_at),
        classes.c.record,
    )
    .join_from(class_keys, classes)
    .where(class_keys.c.digest == bindparam("digest"), classes.c.expires_at > bindparam("at"))
)


class ClosedError(Exception):
    """The class is closed and takes no answers."""


class UnknownPupilError(LookupError):
    """The class has no pupil with this secret."""


class TooManyPupilsError(Exception):
    """The class has as many pupils as it may have."""


class TooManyAttemptsError(Exception):
    """The pupil has answered this exercise as many times as allowed."""


class ClassRef(NamedTuple):
    """A class as found by a key.

    Attributes:
        number: Its id.
        role: The role of the key.
        is_open: Whether it takes answers.
        version: A number that grows with every change.
        stamp: Random, and the same as long as the class lives.
        expires_at: When it is removed (seconds since 1970).
        record: Its title and when it shows answers.
    """

    number: int
    role: ClassRole
    is_open: bool
    version: int
    stamp: str
    expires_at: int
    record: Json

    @property
    def tag(self) -> str:
        """An ETag, unique to what this key shows; pupils see no results."""
        if self.role == "teach":
            return f"{self.version}-{self.stamp}"
        return f"{'open' if self.is_open else 'closed'}-{self.stamp}"


class Pupil(NamedTuple):
    """A pupil: their number in the class, and their nickname."""

    number: int
    nickname: str


class Attempt(NamedTuple):
    """An answer to an exercise.

    Attributes:
        answer: What was answered.
        is_right: Whether all of it is right.
        slip: The kind of slip; "" if it is right.
        is_shown: Whether the pupil saw the grade at once.
    """

    answer: Mapping[str, Any]
    is_right: bool
    slip: Slip | str
    is_shown: bool


class StoredAttempt(NamedTuple):
    """An answer as stored: of which request it is, and the answer."""

    request_hash: str
    attempt: Attempt


class Result(NamedTuple):
    """How a pupil answered an exercise: the first answer, and how many there are."""

    pupil: int
    exercise: int
    first: Attempt
    tries: int


class ClassStore:
    """A store of classes. Every method may raise StoreUnavailableError."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def begin(
        self,
        record: Mapping[str, Any],
        exercises: Sequence[Mapping[str, Any]],
        at: int,
        once: IdempotentRequest | None = None,
    ) -> tuple[ClassRef, dict[str, str]]:
        """Store a new class; return it and its keys by role. Removes classes that expired.

        Raises AlreadyBegunError if a class was made under the Idempotency-Key of ``once``.
        """
        expires_at, stamp = at + CLASS_LIFETIME_DAYS * DAY_SECONDS, token_urlsafe(6)
        values = {"record": record_as_json(record), "version": 0, "stamp": stamp, "is_open": True}
        with CLASS_TABLES.making(self.database, once) as connection:
            remove_expired_classes(connection, at)
            made = insert(classes).values(**values, expires_at=expires_at).returning(classes.c.id)
            number: int = connection.execute(made).scalar_one()
            keys = CLASS_TABLES.issue_keys(connection, number, once)
            rows = [
                {"class": number, "n": n, "record": record_as_json(exercise)}
                for n, exercise in enumerate(exercises, start=1)
            ]
            connection.execute(insert(class_exercises), rows)
        return ClassRef(number, "teach", True, 0, stamp, expires_at, dict(record)), keys

    def find(self, key: str, at: int) -> ClassRef:
        """Return the class of a key. Raises UnknownKeyError."""
        with self.database.reading_without_transaction() as connection:
            row = connection.execute(
                _SELECT_BY_KEY, {"digest": key_hash(key), "at": at}
            ).one_or_none()
        if row is None:
            raise UnknownKeyError
        return ClassRef(*row[:-1], record=json.loads(row.record))

    def exercises(self, class_ref: ClassRef) -> list[Json]:
        """Return the exercises in order."""
        wanted = select(class_exercises.c.record).where(
            class_exercises.c["class"] == class_ref.number
        )
        with self.database.reading_without_transaction() as connection:
            rows = connection.execute(wanted.order_by(class_exercises.c.n)).scalars().all()
        if not rows:  # removed meanwhile
            raise UnknownKeyError
        return [json.loads(row) for row in rows]

    def exercise(self, class_ref: ClassRef, number: int) -> Json | None:
        """Return the exercise of this number, the first being 1."""
        wanted = select(class_exercises.c.record).where(
            class_exercises.c["class"] == class_ref.number, class_exercises.c.n == number
        )
        with self.database.reading_without_transaction() as connection:
            row = connection.execute(wanted).scalar_one_or_none()
        return None if row is None else json.loads(row)

    def add_pupil(
        self, class_ref: ClassRef, nickname: str, once: IdempotentRequest | None = None
    ) -> tuple[str, str]:
        """Add a pupil; return the secret of their phone, and the nickname made distinct.

        With ``once`` the secret follows from the request: the same again gets the same pupil.

        Raises:
            ClosedError: If the class is closed.
            TooManyPupilsError: If it has as many pupils as it may have.
            UnknownKeyError: If it was removed meanwhile.
        """
        secret = (
            new_key()
            if once is None
            else derived_keys(class_ref.stamp, once.full_name, (PUPIL_ROLE,))[PUPIL_ROLE]
        )
        with self.database.writing() as connection:
            if once is not None:
                # The class is locked first: the same pupil may come twice at once.
                _lock_class(connection, class_ref)
                known = connection.execute(_select_pupil(class_ref, secret)).one_or_none()
                if known is not None:
                    return secret, known.nickname
            _advance_class(connection, class_ref)
            taken = _select_pupils(connection, class_ref)
            if len(taken) >= MAX_PUPILS:
                raise TooManyPupilsError
            distinct = _distinct_nickname(nickname, [pupil.nickname for pupil in taken])
            row = {"class": class_ref.number, "n": len(taken) + 1, "digest": key_hash(secret)}
            connection.execute(insert(pupils).values(**row, nickname=distinct))
        return secret, distinct

    def pupil(self, class_ref: ClassRef, secret: str) -> Pupil:
        """Return the pupil whose phone has this secret. Raises UnknownPupilError."""
        with self.database.reading_without_transaction() as connection:
            row = connection.execute(_select_pupil(class_ref, secret)).one_or_none()
        if row is None:
            raise UnknownPupilError
        return Pupil(row.n, row.nickname)

    def stored_attempt(self, class_ref: ClassRef, name: str) -> StoredAttempt | None:
        """Return the answer that was stored under this Idempotency-Key."""
        with self.database.reading_without_transaction() as connection:
            return _select_attempt(connection, class_ref, name)

    def add_attempt(
        self,
        class_ref: ClassRef,
        pupil: Pupil,
        exercise: int,
        attempt: Attempt,
        once: IdempotentRequest | None,
    ) -> StoredAttempt | None:
        """Store an answer, unless one is stored under its Idempotency-Key, which is returned.

        Raises:
            ClosedError: If the class is closed.
            TooManyAttemptsError: If the pupil has answered the exercise as many times as allowed.
            UnknownKeyError: If the class was removed meanwhile.
        """
        with self.database.writing() as connection:
            if once is not None:
                # The class is locked first: the same answer may come twice at once.
                _lock_class(connection, class_ref)
                stored = _select_attempt(connection, class_ref, once.name)
                if stored is not None:
                    return stored
            _advance_class(connection, class_ref)
            mine = (attempts.c["class"] == class_ref.number) & (attempts.c.pupil == pupil.number)
            mine &= attempts.c.exercise == exercise
            count = select(func.count()).select_from(attempts).where(mine)
            tries: int = connection.execute(count).scalar_one()
            if tries >= MAX_ATTEMPTS:
                raise TooManyAttemptsError
            row: Json = {"class": class_ref.number, "pupil": pupil.number, "exercise": exercise}
            row |= {"n": tries + 1, "answer": record_as_json(attempt.answer), "slip": attempt.slip}
            row |= {"is_right": attempt.is_right, "is_shown": attempt.is_shown}
            if once is not None:
                row |= {"name": once.name, "asked": once.request_hash}
            connection.execute(insert(attempts).values(row))
        return None

    def results(
        self, class_ref: ClassRef, pupil: Pupil | None = None
    ) -> tuple[list[Pupil], list[Result]]:
        """Return the pupils in the order in which they came, and what they answered.

        With ``pupil``, what this one answered.
        """
        counted = (
            select(attempts.c.pupil, attempts.c.exercise, func.count().label("tries"))
            .where(attempts.c["class"] == class_ref.number)
            .group_by(attempts.c.pupil, attempts.c.exercise)
            .subquery()
        )
        same = (counted.c.pupil == attempts.c.pupil) & (counted.c.exercise == attempts.c.exercise)
        first = (attempts.c["class"] == class_ref.number) & (attempts.c.n == 1)
        if pupil is not None:
            first &= attempts.c.pupil == pupil.number
        wanted = (
            select(
                *(attempts.c.pupil, attempts.c.exercise, attempts.c.answer, attempts.c.is_right),
                *(attempts.c.slip, attempts.c.is_shown, counted.c.tries),
            )
            .join_from(attempts, counted, same)
            .where(first)
        )
        with self.database.reading() as connection:
            known = _select_pupils(connection, class_ref)
            rows = connection.execute(wanted).all()
        return known, [
            Result(row.pupil, row.exercise, _attempt_of_row(row), row.tries) for row in rows
        ]

    def set_open(self, class_ref: ClassRef, *, is_open: bool) -> ClassRef:
        """Open or close a class; return it as it is now. Raises UnknownKeyError."""
        later = update(classes).where(classes.c.id == class_ref.number)
        changed = later.values(is_open=is_open, version=classes.c.version + 1)
        with self.database.writing() as connection:
            version = connection.execute(changed.returning(classes.c.version)).scalar_one_or_none()
        if version is None:
            raise UnknownKeyError
        return class_ref._replace(is_open=is_open, version=version)

    def open_code(self, class_ref: ClassRef, role: ClassRole, at: int) -> JoinCode:
        """Return a new code to join in this role; the one before it stops working."""
        return CLASS_TABLES.open_code(self.database, class_ref.number, role, at)

    def join(self, code: str, at: int) -> dict[str, str]:
        """Return a further key of the class of this code, by its role.

        Raises:
            UnknownCodeError: If no class has the code, or it has expired.
            TooManyKeysError: If the class has no room for a further key.
        """
        return CLASS_TABLES.join(self.database, code, at)

    def remove(self, class_ref: ClassRef) -> None:
        """Remove a class with its keys, exercises, pupils and answers."""
        with self.database.writing() as connection:
            connection.execute(delete(classes).where(classes.c.id == class_ref.number))

    def sweep_now_and_then(self, at: int, days: int) -> None:
        """Remove classes that expired, and games without an entry for ``days``, now and then."""
        sweep_sometimes(self.database, at, days)


def _lock_class(connection: Connection, class_ref: ClassRef) -> None:
    wanted = select(classes.c.id).where(classes.c.id == class_ref.number).with_for_update()
    if connection.execute(wanted).one_or_none() is None:
        raise UnknownKeyError


def _advance_class(connection: Connection, class_ref: ClassRef) -> None:
    """Note that the class changes, which others then wait for. Raises ClosedError."""
    changed = update(classes).where(classes.c.id == class_ref.number, classes.c.is_open)
    counted = changed.values(version=classes.c.version + 1)
    if connection.execute(counted).rowcount == 1:
        return
    _lock_class(connection, class_ref)
    raise ClosedError


def _select_pupil(class_ref: ClassRef, secret: str) -> Select[tuple[int, str]]:
    return select(pupils.c.n, pupils.c.nickname).where(
        pupils.c["class"] == class_ref.number, pupils.c.digest == key_hash(secret)
    )


def _select_pupils(connection: Connection, class_ref: ClassRef) -> list[Pupil]:
    wanted = select(pupils.c.n, pupils.c.nickname).where(pupils.c["class"] == class_ref.number)
    return [Pupil(*row) for row in connection.execute(wanted.order_by(pupils.c.n))]


def _select_attempt(connection: Connection, class_ref: ClassRef, name: str) -> StoredAttempt | None:
    wanted = select(attempts).where(
        attempts.c["class"] == class_ref.number, attempts.c.name == name
    )
    row = connection.execute(wanted).one_or_none()
    return None if row is None else StoredAttempt(row.asked, _attempt_of_row(row))


def _attempt_of_row(row: Row[*tuple[Any, ...]]) -> Attempt:
    return Attempt(json.loads(row.answer), row.is_right, row.slip, row.is_shown)


def _distinct_nickname(nickname: str, taken: Iterable[str]) -> str:
    """Return a nickname that no other pupil has, also not in other letters that look the same."""
    known = {_fold_name(name) for name in taken}
    distinct, number = nickname, 1
    while _fold_name(distinct) in known:
        number += 1
        end = f" {number}"
        distinct = nickname[: MAX_NICKNAME_LENGTH - len(end)].rstrip() + end
    return distinct


def _fold_name(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name.translate(JOINER_REMOVAL)).casefold()
    return " ".join(plain.split())
