"""Games, their keys, their entries, and the answers that a writer may ask for again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("id", _ID, primary_key=True, autoincrement=True),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("stamp", sa.String(16), nullable=False),
        sa.Column("last_at", sa.BigInteger, nullable=False),
        sa.Column("old_since", sa.BigInteger, nullable=True),
    )
    op.create_index("games_last_at", "games", ["last_at"])
    op.create_table(
        "game_keys",
        sa.Column("digest", sa.String(64), primary_key=True),
        _game(),
        sa.Column("role", sa.String(8), nullable=False),
        sa.UniqueConstraint("game", "role"),
    )
    op.create_table(
        "entries",
        _game(primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("record", sa.Text, nullable=False),
    )
    op.create_table(
        "answers",
        _game(primary_key=True),
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("asked", sa.String(64), nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Remove the tables, and with them every game."""
    for name in ("answers", "entries", "game_keys", "games"):
        op.drop_table(name)


def _game(*, primary_key: bool = False) -> sa.Column[int]:
    """Return the game to which a row belongs, and with which it goes."""
    kept = sa.ForeignKey("games.id", ondelete="CASCADE")
    return sa.Column(
        "game", _ID, kept, primary_key=primary_key, autoincrement=False, nullable=False
    )
