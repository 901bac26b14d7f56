"""Here are the tables, as the newest migration leaves them."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Date,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    Time,
    UniqueConstraint,
)

from quizbot.store.columns import Id, Instant, metadata

channels = Table(
    "channels",
    metadata,
    Column("id", Id, primary_key=True),
    Column("platform", Text, nullable=False),
    Column("workspace", Text, nullable=False),
    Column("channel", Text, nullable=False),
    UniqueConstraint("platform", "workspace", "channel"),
    sqlite_autoincrement=True,
)

learners = Table(
    "learners",
    metadata,
    Column("id", Id, primary_key=True),
    Column("platform", Text, nullable=False),
    Column("workspace", Text, nullable=False),
    Column("user", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("hidden", Boolean, nullable=False),
    Column("alias", Text),
    UniqueConstraint("platform", "workspace", "user"),
    sqlite_autoincrement=True,
)

items = Table(
    "items",
    metadata,
    Column("bank", Text, primary_key=True),
    Column("item_id", Text, primary_key=True),
    Column("revision", Text, primary_key=True),
    Column("content", Text, nullable=False),
)

figures = Table(
    "figures",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

schedules = Table(
    "schedules",
    metadata,
    Column("id", Id, primary_key=True),
    Column("channel_id", Id, ForeignKey("channels.id"), nullable=False, unique=True),
    Column("bank", Text, nullable=False),
    Column("topics", Text, nullable=False),
    Column("at", Time, nullable=False),
    Column("zone", Text, nullable=False),
    Column("weekdays", Text, nullable=False),
    Column(
        "closes_after", Integer, CheckConstraint("closes_after > 0", name="later"), nullable=False
    ),
    Column("tells", Text, nullable=False),
    Column("paused", Boolean, nullable=False),
    Column("set_by", Text),
    Column("next_due_at", Instant, index=True),
    Column("next_digest_at", Instant, index=True),
    sqlite_autoincrement=True,
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", Id, primary_key=True),
    Column("occasion", Text, nullable=False, unique=True),
    Column("learner_id", Id, ForeignKey("learners.id"), nullable=False, index=True),
    Column("mode", Text, nullable=False),
    Column("bank", Text, nullable=False),
    Column("topic", Text),
    Column("difficulty", Text),
    Column("length", Integer, nullable=False),
    Column("started_at", Instant, nullable=False),
    Column("ends_at", Instant),
    Column("finished_at", Instant),
    Index("ix_sessions_ending", "finished_at", "ends_at"),
    sqlite_autoincrement=True,
)

rounds = Table(
    "rounds",
    metadata,
    Column("id", Id, primary_key=True),
    Column("occasion", Text, nullable=False, unique=True),
    Column("bank", Text, nullable=False),
    Column("item_id", Text, nullable=False),
    Column("revision", Text, nullable=False),
    Column("shown", Text, nullable=False),
    Column("mode", Text, nullable=False),
    Column("tells", Text, nullable=False),
    Column("opens_at", Instant, nullable=False),
    Column("closes_at", Instant),
    Column("channel_id", Id, ForeignKey("channels.id")),
    Column("learner_id", Id, ForeignKey("learners.id")),
    Column("session_id", Id, ForeignKey("sessions.id"), index=True),
    Column("schedule_id", Id),
    Column("asked_by", Text),
    Column("day", Date),
    Column("zone", Text, nullable=False),
    Column("number", Integer),
    Column("settled", Boolean, nullable=False),
    ForeignKeyConstraint(
        ["bank", "item_id", "revision"], ["items.bank", "items.item_id", "items.revision"]
    ),
    CheckConstraint("(channel_id IS NULL) <> (learner_id IS NULL)", name="audience"),
    UniqueConstraint("channel_id", "number"),
    Index("ix_rounds_open", "settled", "closes_at"),
    Index("ix_rounds_channel", "channel_id", "opens_at"),
    sqlite_autoincrement=True,
)

attempts = Table(
    "attempts",
    metadata,
    Column("round_id", Id, ForeignKey("rounds.id"), primary_key=True),
    Column("learner_id", Id, ForeignKey("learners.id"), primary_key=True),
    Column("response", Text, nullable=False),
    Column("credit", Float, nullable=False),
    Column("correct", Boolean, nullable=False),
    Column("answered_at", Instant, nullable=False),
    Column("counts", Boolean, nullable=False),
    Column("points", Integer, nullable=False),
    Index("ix_attempts_learner", "learner_id"),
    sqlite_with_rowid=False,
)

streaks = Table(
    "streaks",
    metadata,
    Column("channel_id", Id, ForeignKey("channels.id"), primary_key=True),
    Column("learner_id", Id, ForeignKey("learners.id"), primary_key=True),
    Column("length", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("month", Text, nullable=False),
    Column("freezes_used", Integer, nullable=False),
    Column("saved", Integer, nullable=False),
    sqlite_with_rowid=False,
)

standings = Table(
    "standings",
    metadata,
    Column("channel_id", Id, ForeignKey("channels.id"), primary_key=True),
    Column("bank", Text, primary_key=True),
    Column("period", Text, primary_key=True),
    Column("learner_id", Id, ForeignKey("learners.id"), primary_key=True),
    Column("points", Integer, nullable=False),
    Column("answered", Integer, nullable=False),
    Column("correct", Integer, nullable=False),
    Column("hidden", Boolean, nullable=False),
    Index("ix_standings_board", "channel_id", "bank", "period", "hidden", "points"),
    Index("ix_standings_learner", "learner_id"),
    sqlite_with_rowid=False,
)

posts = Table(
    "posts",
    metadata,
    Column("id", Id, primary_key=True),
    Column("round_id", Id, ForeignKey("rounds.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("channel_id", Id, ForeignKey("channels.id"), nullable=False),
    Column("state", Text, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("try_after", Instant, nullable=False),
    Column("message", Text),
    Column("sent_in", Text),
    Column("problem", Text, nullable=False),
    UniqueConstraint("round_id", "kind"),
    Index("ix_posts_due", "state", "try_after"),
    sqlite_autoincrement=True,
)

seasons = Table(
    "seasons",
    metadata,
    Column("id", Id, primary_key=True),
    Column("channel_id", Id, ForeignKey("channels.id"), nullable=False),
    Column("month", Date, nullable=False),
    Column("ends_at", Instant, nullable=False),
    Column("told", Boolean, nullable=False),
    UniqueConstraint("channel_id", "month"),
    Index("ix_seasons_over", "told", "ends_at"),
    sqlite_autoincrement=True,
)

cabinet = Table(
    "cabinet",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    Column("until", Instant),
)

notices = Table(
    "notices",
    metadata,
    Column("key", Text, primary_key=True),
    Column("told_at", Instant, nullable=False),
)

marks = Table(
    "marks",
    metadata,
    Column("round_id", Id, ForeignKey("rounds.id"), primary_key=True),
    Column("learner_id", Id, ForeignKey("learners.id"), primary_key=True),
    Column("mark", Text, nullable=False),
    Index("ix_marks_learner", "learner_id"),
    sqlite_with_rowid=False,
)

plans = Table(
    "plans",
    metadata,
    Column("learner_id", Id, ForeignKey("learners.id"), primary_key=True),
    Column("bank", Text, primary_key=True),
    Column("exam_on", Date),
    Column("retention", Float),
    Column("zone", Text, nullable=False),
    Column("nudge_at", Time),
    Column("next_nudge_at", Instant, index=True),
    sqlite_with_rowid=False,
)

sheets = Table(
    "sheets",
    metadata,
    Column("round_id", Id, ForeignKey("rounds.id"), primary_key=True),
    Column("response", Text, nullable=False),
    Column("flagged", Boolean, nullable=False),
    Column("changed_at", Instant, nullable=False),
)

suggestions = Table(
    "suggestions",
    metadata,
    Column("id", Id, primary_key=True),
    Column("occasion", Text, nullable=False, unique=True),
    Column("learner_id", Id, ForeignKey("learners.id"), index=True),
    Column("channel_id", Id, ForeignKey("channels.id")),
    Column("bank", Text, nullable=False),
    Column("item_id", Text),
    Column("content", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("suggested_at", Instant, nullable=False),
    Column("decided_by", Id, ForeignKey("learners.id")),
    Column("decided_at", Instant),
    Column("reason", Text, nullable=False),
    Column("tell_after", Instant, index=True),
    UniqueConstraint("bank", "item_id"),
    Index("ix_suggestions_state", "state", "bank"),
    sqlite_autoincrement=True,
)
