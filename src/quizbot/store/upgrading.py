"""Here is bringing a database up to date: Alembic's migrations, by one process at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, event, text
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.errors import SchemaTooNew, StoreError
from quizbot.store.connecting import engine, is_there, make_file, shown, sqlite_path, store_errors
from quizbot.store.queries import is_sqlite

LOCK = 7_105_318_202
"""The number of our advisory lock on PostgreSQL (no meaning, just ours)."""


async def upgrade(url: str) -> None:
    """Bring the database to the newest schema; several processes may call this at once.

    Raises SchemaTooNew where a newer quizbot wrote it, StoreError where it can't be used.
    """
    where, path = shown(url), sqlite_path(url)
    if path is not None:
        make_file(path)
    writing = engine(url, writing=True)
    if path is not None:
        event.listen(writing.sync_engine, "connect", _let_tables_be_replaced)
    try:
        with store_errors(where):
            async with writing.connect() as connection:
                await _locked_upgrade(connection, wait=path is None)
    except CommandError as error:
        raise StoreError(f"the database {where} can't be brought up to date: {error}") from None
    finally:
        await writing.dispose()


async def require_newest(url: str) -> None:
    """Raise StoreError or SchemaTooNew unless the database has the newest schema."""
    where, path = shown(url), sqlite_path(url)
    if path is not None and not is_there(path):
        raise StoreError(f"there is no database {where}. Make it: quizbot db upgrade")
    reading = engine(url, writing=False)
    try:
        with store_errors(where):
            async with reading.connect() as connection:
                present = await connection.run_sync(_present)
    finally:
        await reading.dispose()
    _refuse_newer(present)
    if present != newest():
        raise StoreError(f"the database {where} isn't up to date. Run: quizbot db upgrade")


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
    present = _present(connection)
    _refuse_newer(present)
    if present == newest():
        return
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    _refuse_orphans(connection)


def _let_tables_be_replaced(connection: Any, _record: Any) -> None:
    """A batch migration drops a table and renames its copy: references are checked at the end."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys=OFF")
    cursor.close()


def _refuse_orphans(connection: Connection) -> None:
    if not is_sqlite(connection):
        return
    orphan = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if orphan is not None:
        raise StoreError(
            f"a row of the table {orphan[0]} names one of {orphan[2]} that isn't there."
            " Nothing was changed: restore a backup, or report this."
        )


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
