"""The requests that made a game or a class under an Idempotency-Key."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables."""
    _make("game_requests", "game", "games")
    _make("class_requests", "class", "classes")


def _make(name: str, owner: str, table: str) -> None:
    key = sa.ForeignKey(f"{table}.id", ondelete="CASCADE")
    op.create_table(
        name,
        sa.Column(owner, _ID, key, primary_key=True, autoincrement=False, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("asked", sa.String(64), nullable=False),
        sa.Column("salt", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    """Remove the tables. Games and classes stay, under the keys that they have."""
    for name in ("class_requests", "game_requests"):
        op.drop_table(name)
