"""Here is the seventh schema: when a schedule's admin is sent the weekly digest next."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and its index."""
    op.add_column("schedules", sa.Column("next_digest_at", sa.BigInteger()))
    op.create_index("ix_schedules_next_digest_at", "schedules", ["next_digest_at"])
