"""Here is bringing a database up to date: Alembic's migrations, by one process at a time."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.errors import SchemaTooNew, StoreError
from quizbot.store.connecting import engine, is_there, make_folder, shown, sqlite_path, store_errors

LOCK = 7_105_318_202
"""The number of our advisory lock on PostgreSQL (no meaning, just ours)."""


async def upgrade(url: str) -> None:
    """Bring the database to the newest schema; several processes may call this at once.

    Raises SchemaTooNew where a newer quizbot wrote it, StoreError where it can't be used.
    """
    path = sqlite_path(url)
    if path is not None:
        make_folder(path)
    writing = engine(url, writing=True)
    try:
        with store_errors(shown(url)):
            async with writing.connect() as connection:
                await _locked_upgrade(connection, wait=path is None)
    except CommandError as error:
        raise StoreError(
            f"the database {shown(url)} can't be brought up to date: {error}"
        ) from None
    finally:
        await writing.dispose()


async def require_newest(url: str) -> None:
    """Raise StoreError or SchemaTooNew unless the database has the newest schema."""
    path = sqlite_path(url)
    if path is not None and not is_there(path):
        raise StoreError(f"there is no database {shown(url)}. Make it: quizbot db upgrade")
    reading = engine(url, writing=False)
    try:
        with store_errors(shown(url)):
            async with reading.connect() as connection:
                present = await connection.run_sync(_present)
    finally:
        await reading.dispose()
    _refuse_newer(present)
    if present != newest():
        raise StoreError(f"the database {shown(url)} isn't up to date. Run: quizbot db upgrade")


def newest() -> str:
    """The name of the newest schema."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    if head is None:
        raise StoreError("quizbot was installed without its migrations. Install it again.")
    return head


async def _locked_upgrade(connection: AsyncConnection, *, wait: bool) -> None:
    """The write lock of SQLite, or an advisory lock of PostgreSQL, holds until the commit."""
    async with connection.begin():
        if wait:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    _refuse_newer(_present(connection))
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _present(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _refuse_newer(present: str | None) -> None:
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if present is not None and present not in known:
        raise SchemaTooNew(
            f"the database was written by a newer quizbot (schema {present}, this one knows up to"
            f" {newest()}). Upgrade quizbot."
        )


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return config
