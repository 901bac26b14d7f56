"""Here is the first schema: everything that a channel's daily question needs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables and their indexes."""
    op.create_table(
        "channels",
        sa.Column("id", ID, primary_key=True),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.UniqueConstraint("platform", "workspace", "channel"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "learners",
        sa.Column("id", ID, primary_key=True),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.UniqueConstraint("platform", "workspace", "user"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "items",
        sa.Column("bank", sa.Text(), primary_key=True),
        sa.Column("item_id", sa.Text(), primary_key=True),
        sa.Column("revision", sa.Text(), primary_key=True),
        sa.Column("content", sa.Text(), nullable=False),
    )
    op.create_table(
        "figures",
        sa.Column("digest", sa.Text(), primary_key=True),
        sa.Column("data", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "schedules",
        sa.Column("id", ID, primary_key=True),
        sa.Column("channel_id", ID, sa.ForeignKey("channels.id"), nullable=False, unique=True),
        sa.Column("bank", sa.Text(), nullable=False),
        sa.Column("topics", sa.Text(), nullable=False),
        sa.Column("at", sa.Time(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("weekdays", sa.Text(), nullable=False),
        sa.Column(
            "closes_after",
            sa.Integer(),
            sa.CheckConstraint("closes_after > 0", name="later"),
            nullable=False,
        ),
        sa.Column("tells", sa.Text(), nullable=False),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.Column("set_by", sa.Text()),
        sa.Column("next_due_at", sa.BigInteger()),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sessions",
        sa.Column("id", ID, primary_key=True),
        sa.Column("occasion", sa.Text(), nullable=False, unique=True),
        sa.Column("learner_id", ID, sa.ForeignKey("learners.id"), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("bank", sa.Text(), nullable=False),
        sa.Column("topic", sa.Text()),
        sa.Column("difficulty", sa.Text()),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger()),
        sa.Column("finished_at", sa.BigInteger()),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "rounds",
        sa.Column("id", ID, primary_key=True),
        sa.Column("occasion", sa.Text(), nullable=False, unique=True),
        sa.Column("bank", sa.Text(), nullable=False),
        sa.Column("item_id", sa.Text(), nullable=False),
        sa.Column("revision", sa.Text(), nullable=False),
        sa.Column("shown", sa.Text(), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("tells", sa.Text(), nullable=False),
        sa.Column("opens_at", sa.BigInteger(), nullable=False),
        sa.Column("closes_at", sa.BigInteger()),
        sa.Column("channel_id", ID, sa.ForeignKey("channels.id")),
        sa.Column("learner_id", ID, sa.ForeignKey("learners.id")),
        sa.Column("session_id", ID, sa.ForeignKey("sessions.id")),
        sa.Column("schedule_id", ID),
        sa.Column("day", sa.Date()),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer()),
        sa.Column("settled", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["bank", "item_id", "revision"], ["items.bank", "items.item_id", "items.revision"]
        ),
        sa.CheckConstraint("(channel_id IS NULL) <> (learner_id IS NULL)", name="audience"),
        sa.UniqueConstraint("channel_id", "number"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "attempts",
        sa.Column("round_id", ID, sa.ForeignKey("rounds.id"), primary_key=True),
        sa.Column("learner_id", ID, sa.ForeignKey("learners.id"), primary_key=True),
        sa.Column("response", sa.Text(), nullable=False),
        sa.Column("credit", sa.Float(), nullable=False),
        sa.Column("correct", sa.Boolean(), nullable=False),
        sa.Column("answered_at", sa.BigInteger(), nullable=False),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "streaks",
        sa.Column("channel_id", ID, sa.ForeignKey("channels.id"), primary_key=True),
        sa.Column("learner_id", ID, sa.ForeignKey("learners.id"), primary_key=True),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("month", sa.Text(), nullable=False),
        sa.Column("freezes_used", sa.Integer(), nullable=False),
        sa.Column("saved", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "standings",
        sa.Column("channel_id", ID, sa.ForeignKey("channels.id"), primary_key=True),
        sa.Column("bank", sa.Text(), primary_key=True),
        sa.Column("period", sa.Text(), primary_key=True),
        sa.Column("learner_id", ID, sa.ForeignKey("learners.id"), primary_key=True),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("answered", sa.Integer(), nullable=False),
        sa.Column("correct", sa.Integer(), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "posts",
        sa.Column("id", ID, primary_key=True),
        sa.Column("round_id", ID, sa.ForeignKey("rounds.id"), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("channel_id", ID, sa.ForeignKey("channels.id"), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("try_after", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.Text()),
        sa.Column("sent_in", sa.Text()),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.UniqueConstraint("round_id", "kind"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "notices",
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("told_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_schedules_next_due_at", "schedules", ["next_due_at"])
    op.create_index("ix_sessions_learner_id", "sessions", ["learner_id"])
    op.create_index("ix_rounds_session_id", "rounds", ["session_id"])
    op.create_index("ix_rounds_open", "rounds", ["settled", "closes_at"])
    op.create_index("ix_rounds_channel", "rounds", ["channel_id", "opens_at"])
    op.create_index("ix_attempts_learner", "attempts", ["learner_id"])
    op.create_index(
        "ix_standings_board", "standings", ["channel_id", "bank", "period", "hidden", "points"]
    )
    op.create_index("ix_standings_learner", "standings", ["learner_id"])
    op.create_index("ix_posts_due", "posts", ["state", "try_after"])
