"""The tables of games. ``migrations`` creates them; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

_ID = BigInteger().with_variant(Integer, "sqlite")


def _game(*, primary_key: bool = False) -> Column[int]:
    """Return the column of the game to which a row belongs, and with which it is deleted."""
    key = ForeignKey("games.id", ondelete="CASCADE")
    return Column("game", _ID, key, primary_key=primary_key, autoincrement=False, nullable=False)


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

game_keys = Table(
    "game_keys",
    metadata,
    Column("digest", String(64), primary_key=True),
    _game(),
    Column("role", String(8), nullable=False),
    Index("game_keys_game", "game"),
)
"""The hash of a key, its game, and its role: ``play`` or ``watch``. A game has several keys of a
role: one from its beginning, and one for each phone that joined by a code."""

join_codes = Table(
    "join_codes",
    metadata,
    _game(primary_key=True),
    Column("role", String(8), primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("expires_at", BigInteger, nullable=False),
)
"""The code by which phones join a game in a role: its hash, and when it expires (seconds since
1970)."""

entries = Table(
    "entries",
    metadata,
    _game(primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("record", Text, nullable=False),
)
"""An entry of a game (JSON). The primary key prevents overwriting."""

answers = Table(
    "answers",
    metadata,
    _game(primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("asked", String(64), nullable=False),
    Column("answer", Text, nullable=False),
)
"""The answer given under an Idempotency-Key, and the hash of its request (``asked``)."""
