"""Here is how Alembic runs a migration: on the connection that `upgrade` holds."""

from __future__ import annotations

from alembic import context

from quizbot.store.columns import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transaction_per_migration=False,
)
context.run_migrations()
