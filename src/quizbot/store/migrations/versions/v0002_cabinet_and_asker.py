"""Here is the second schema: the cabinet of adapters, and who asked a question by hand."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table and the column."""
    op.add_column("rounds", sa.Column("asked_by", sa.Text()))
    op.create_table(
        "cabinet",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger()),
    )
