"""Classes: their keys, codes, exercises, pupils and answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables."""
    _make_classes()
    _make_exercises_and_answers()


def _make_classes() -> None:
    op.create_table(
        "classes",
        sa.Column("id", _ID, primary_key=True, autoincrement=True),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("stamp", sa.String(16), nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )
    op.create_index("classes_expires_at", "classes", ["expires_at"])
    op.create_table(
        "class_keys",
        sa.Column("digest", sa.String(64), primary_key=True),
        _class(),
        sa.Column("role", sa.String(8), nullable=False),
    )
    op.create_index("class_keys_class", "class_keys", ["class"])
    op.create_table(
        "class_codes",
        _class(primary_key=True),
        sa.Column("role", sa.String(8), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )


def _make_exercises_and_answers() -> None:
    op.create_table(
        "class_exercises",
        _class(primary_key=True),
        _number("n"),
        sa.Column("record", sa.Text, nullable=False),
    )
    op.create_table(
        "pupils",
        _class(primary_key=True),
        _number("n"),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("nickname", sa.String(40), nullable=False),
    )
    op.create_table(
        "attempts",
        _class(primary_key=True),
        *map(_number, ("pupil", "exercise", "n")),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("is_right", sa.Boolean, nullable=False),
        sa.Column("slip", sa.String(20), nullable=False),
        sa.Column("is_shown", sa.Boolean, nullable=False),
        sa.Column("name", sa.String(64), nullable=True),
        sa.Column("asked", sa.String(64), nullable=True),
        sa.UniqueConstraint("class", "name", name="attempts_name"),
    )


def downgrade() -> None:
    """Remove the tables, and with them every class."""
    names = ("attempts", "pupils", "class_exercises", "class_codes", "class_keys", "classes")
    for name in names:
        op.drop_table(name)


def _class(*, primary_key: bool = False) -> sa.Column[int]:
    """Return the column of the class to which a row belongs, and with which it is deleted."""
    key = sa.ForeignKey("classes.id", ondelete="CASCADE")
    return sa.Column(
        "class", _ID, key, primary_key=primary_key, autoincrement=False, nullable=False
    )


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, primary_key=True, autoincrement=False)
