"""Here is the fifth schema: questions that people suggest."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0003"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table of suggestions."""
    op.create_table(
        "suggestions",
        sa.Column("id", ID, primary_key=True),
        sa.Column("occasion", sa.Text(), nullable=False),
        sa.Column("learner_id", ID, sa.ForeignKey("learners.id")),
        sa.Column("channel_id", ID, sa.ForeignKey("channels.id")),
        sa.Column("bank", sa.Text(), nullable=False),
        sa.Column("item_id", sa.Text()),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("suggested_at", sa.BigInteger(), nullable=False),
        sa.Column("decided_by", ID, sa.ForeignKey("learners.id")),
        sa.Column("decided_at", sa.BigInteger()),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("tell_after", sa.BigInteger()),
        sa.UniqueConstraint("occasion"),
        sa.UniqueConstraint("bank", "item_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_suggestions_state", "suggestions", ["state", "bank"])
    op.create_index("ix_suggestions_learner_id", "suggestions", ["learner_id"])
    op.create_index("ix_suggestions_tell_after", "suggestions", ["tell_after"])
