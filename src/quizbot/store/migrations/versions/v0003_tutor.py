"""Here is the third schema: what the tutor remembers beside answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables of marks, plans and exam sheets, and the index of sessions by their end."""
    op.create_table(
        "marks",
        sa.Column("round_id", ID, sa.ForeignKey("rounds.id"), primary_key=True),
        sa.Column("learner_id", ID, sa.ForeignKey("learners.id"), primary_key=True),
        sa.Column("mark", sa.Text(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_marks_learner", "marks", ["learner_id"])
    op.create_table(
        "plans",
        sa.Column("learner_id", ID, sa.ForeignKey("learners.id"), primary_key=True),
        sa.Column("bank", sa.Text(), primary_key=True),
        sa.Column("exam_on", sa.Date()),
        sa.Column("retention", sa.Float()),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("nudge_at", sa.Time()),
        sa.Column("next_nudge_at", sa.BigInteger()),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_plans_next_nudge_at", "plans", ["next_nudge_at"])
    op.create_table(
        "sheets",
        sa.Column("round_id", ID, sa.ForeignKey("rounds.id"), primary_key=True),
        sa.Column("response", sa.Text(), nullable=False),
        sa.Column("flagged", sa.Boolean(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_sessions_ending", "sessions", ["finished_at", "ends_at"])
