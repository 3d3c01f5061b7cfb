"""The tables of games and classes. ``migrations`` creates them; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

_ID = BigInteger().with_variant(Integer, "sqlite")


def _game_column(*, primary_key: bool = False) -> Column[int]:
    """Return the column of the game to which a row belongs, and with which it is deleted."""
    return _owner_column("game", "games", primary_key=primary_key)


def _class_column(*, primary_key: bool = False) -> Column[int]:
    """Return the column of the class to which a row belongs, and with which it is deleted."""
    return _owner_column("class", "classes", primary_key=primary_key)


def _owner_column(name: str, table: str, *, primary_key: bool) -> Column[int]:
    key = ForeignKey(f"{table}.id", ondelete="CASCADE")
    return Column(name, _ID, key, primary_key=primary_key, autoincrement=False, nullable=False)


def _keys_table(name: str, owner: Column[int]) -> Table:
    """Return a table of hashed keys, each with what it opens and in which role."""
    digest = Column("digest", String(64), primary_key=True)
    role = Column("role", String(8), nullable=False)
    return Table(name, metadata, digest, owner, role, Index(f"{name}_{owner.name}", owner.name))


def _codes_table(name: str, owner: Column[int]) -> Table:
    """Return a table of hashed codes to join by, one for each role."""
    return Table(
        name,
        metadata,
        owner,
        Column("role", String(8), primary_key=True),
        Column("digest", String(64), nullable=False, unique=True),
        Column("expires_at", BigInteger, nullable=False),
    )


def _requests_table(name: str, owner: Column[int]) -> Table:
    """Return a table of the requests that made something under an Idempotency-Key."""
    return Table(
        name,
        metadata,
        owner,
        Column("digest", String(64), nullable=False, unique=True),
        Column("asked", String(64), nullable=False),
        Column("salt", String(32), nullable=False),
    )


games = Table(
    "games",
    metadata,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("record", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("stamp", String(16), nullable=False),
    Column("last_at", BigInteger, nullable=False),
    Column("old_since", BigInteger, nullable=True),
    Index("games_last_at", "last_at"),
)
"""A game: how it began (JSON), its number of entries, and a random ``stamp`` of the last write.
``last_at`` is the time of the last entry (seconds since 1970), ``old_since`` when the game was
first found to be too old."""

game_keys = _keys_table("game_keys", _game_column())
"""The hash of a key, its game, and its role: ``play`` or ``watch``. A game has several keys of a
role: one from its beginning, and one for each phone that joined by a code."""

join_codes = _codes_table("join_codes", _game_column(primary_key=True))
"""The code by which phones join a game in a role: its hash, and when it expires (seconds since
1970)."""

game_requests = _requests_table("game_requests", _game_column(primary_key=True))
"""The request that made a game: the hash of its Idempotency-Key, the hash of the request
(``asked``), and the salt with which the Idempotency-Key gives the keys of the game again."""

entries = Table(
    "entries",
    metadata,
    _game_column(primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("record", Text, nullable=False),
)
"""An entry of a game (JSON). The primary key prevents overwriting."""

answers = Table(
    "answers",
    metadata,
    _game_column(primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("asked", String(64), nullable=False),
    Column("answer", Text, nullable=False),
)
"""The answer given under an Idempotency-Key, and the hash of its request (``asked``)."""

classes = Table(
    "classes",
    metadata,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("record", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("stamp", String(16), nullable=False),
    Column("is_open", Boolean, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Index("classes_expires_at", "expires_at"),
)
"""A class: its title and when it shows answers (JSON), and a ``version`` that grows with every
change. After ``expires_at`` (seconds since 1970) it opens to nobody, and is removed."""

class_keys = _keys_table("class_keys", _class_column())
"""The hash of a key, its class, and its role: ``teach`` or ``join``."""

class_codes = _codes_table("class_codes", _class_column(primary_key=True))
"""The code by which phones join a class in a role: its hash, and when it expires (seconds since
1970)."""

class_requests = _requests_table("class_requests", _class_column(primary_key=True))
"""The request that made a class, as in ``game_requests``."""

class_exercises = Table(
    "class_exercises",
    metadata,
    _class_column(primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("record", Text, nullable=False),
)
"""An exercise of a class (JSON); the first is 1."""

pupils = Table(
    "pupils",
    metadata,
    _class_column(primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("digest", String(64), nullable=False, unique=True),
    Column("nickname", String(40), nullable=False),
)
"""A pupil of a class: the hash of the phone's secret, and the nickname. Nothing else is known."""

attempts = Table(
    "attempts",
    metadata,
    _class_column(primary_key=True),
    Column("pupil", Integer, primary_key=True, autoincrement=False),
    Column("exercise", Integer, primary_key=True, autoincrement=False),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("answer", Text, nullable=False),
    Column("is_right", Boolean, nullable=False),
    Column("slip", String(20), nullable=False),
    Column("is_shown", Boolean, nullable=False),
    Column("name", String(64), nullable=True),
    Column("asked", String(64), nullable=True),
    UniqueConstraint("class", "name", name="attempts_name"),
)
"""An answer of a pupil (JSON); the first counts. ``is_shown`` says whether the reply showed the
grade; ``name`` and ``asked`` are the Idempotency-Key and the hash of the request."""
