"""Here is the sixth schema: the channels' seasons, each told of once, and people's aliases."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table of seasons and the column of aliases."""
    op.add_column("learners", sa.Column("alias", sa.Text()))
    op.create_table(
        "seasons",
        sa.Column("id", ID, primary_key=True),
        sa.Column("channel_id", ID, sa.ForeignKey("channels.id"), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.UniqueConstraint("channel_id", "month"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_seasons_over", "seasons", ["told", "ends_at"])
