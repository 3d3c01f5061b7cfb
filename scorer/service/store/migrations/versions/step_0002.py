"""Codes to join a game by, and several keys of a role."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Let a game have several keys of a role, and make the table of codes."""
    # Made anew: SQLite cannot drop a constraint.
    op.create_table(
        "several_keys",
        sa.Column("digest", sa.String(64), primary_key=True),
        _game(),
        sa.Column("role", sa.String(8), nullable=False),
    )
    op.execute("INSERT INTO several_keys SELECT digest, game, role FROM game_keys")
    op.drop_table("game_keys")
    op.rename_table("several_keys", "game_keys")
    op.create_index("game_keys_game", "game_keys", ["game"])
    op.create_table(
        "join_codes",
        _game(primary_key=True),
        sa.Column("role", sa.String(8), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Remove the codes. Several keys of a role stay: the release before reads them."""
    op.drop_table("join_codes")


def _game(*, primary_key: bool = False) -> sa.Column[int]:
    """Return the column of the game to which a row belongs, and with which it is deleted."""
    key = sa.ForeignKey("games.id", ondelete="CASCADE")
    return sa.Column("game", _ID, key, primary_key=primary_key, autoincrement=False, nullable=False)
