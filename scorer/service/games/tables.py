"""The tables of games. ``migrations`` makes them; a test compares the two."""

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
    UniqueConstraint,
)

__all__ = ["answers", "entries", "game_keys", "games", "metadata"]

metadata = MetaData()

_ID = BigInteger().with_variant(Integer, "sqlite")


def _game(*, primary_key: bool = False) -> Column[int]:
    """The game to which a row belongs, and with which it goes."""
    kept = ForeignKey("games.id", ondelete="CASCADE")
    return Column("game", _ID, kept, primary_key=primary_key, autoincrement=False, nullable=False)


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
"""A game: how it was begun (JSON), how many entries it has, and a ``stamp`` that every write
replaces. ``last_at`` is when the last was written (seconds since 1970), ``old_since`` when it was
first found to be older than games are kept."""

game_keys = Table(
    "game_keys",
    metadata,
    Column("digest", String(64), primary_key=True),
    _game(),
    Column("role", String(8), nullable=False),
    UniqueConstraint("game", "role"),
)
"""The hash of a key, the game that it opens, and whether it is to ``play`` or to ``watch``."""

entries = Table(
    "entries",
    metadata,
    _game(primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("record", Text, nullable=False),
)
"""An entry of a game (JSON). The primary key alone sees to it that none is overwritten."""

answers = Table(
    "answers",
    metadata,
    _game(primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("asked", String(64), nullable=False),
    Column("answer", Text, nullable=False),
)
"""What a writer was answered under its Idempotency-Key, and the hash of what it asked."""
