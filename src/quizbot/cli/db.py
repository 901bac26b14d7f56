"""Here is `quizbot db …`."""

from __future__ import annotations

import asyncio

import typer

from quizbot.cli.ending import errors, load_settings, told
from quizbot.store.upgrading import upgrade as upgrade_store

app = typer.Typer(help="Care for the database.", no_args_is_help=True)


@app.callback()
def _db() -> None:
    """Care for the database."""


@app.command("upgrade")
def upgrade() -> None:
    """Bring the database up to date (`quizbot run` does it by itself)."""
    with told():
        settings = load_settings()
        asyncio.run(upgrade_store(settings.database_url))
        errors.print("The database is up to date.")
