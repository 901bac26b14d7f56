"""What must be true of a database's schema."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

from quizbot.errors import SchemaTooNew, StoreError
from quizbot.store.columns import metadata
from quizbot.store.connecting import engine
from quizbot.store.store import Store
from quizbot.store.upgrading import upgrade


async def test_the_migrations_make_what_the_tables_say(database_url: str) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    await upgrade(database_url)
    reading = engine(database_url, writing=False)
    async with reading.connect() as connection:
        assert await connection.run_sync(differences) == []
    await reading.dispose()


async def test_several_may_upgrade_at_once_and_again(database_url: str) -> None:
    await asyncio.gather(*(upgrade(database_url) for _ in range(4)))
    await upgrade(database_url)
    store = await Store.open(database_url)
    await store.check()
    await store.close()


async def test_a_newer_schema_is_refused_in_words(database_url: str) -> None:
    await upgrade(database_url)
    writing = engine(database_url, writing=True)
    async with writing.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await writing.dispose()
    with pytest.raises(SchemaTooNew, match="newer quizbot"):
        await upgrade(database_url)
    with pytest.raises(SchemaTooNew, match="Upgrade quizbot"):
        await Store.open(database_url)


async def test_an_empty_database_names_the_command(database_url: str) -> None:
    with pytest.raises(StoreError, match="quizbot db upgrade"):
        await Store.open(database_url)


async def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    path.write_text("these are notes, and quite a few of them " * 50)
    with pytest.raises(StoreError, match=r"notes\.db.*another file"):
        await upgrade(f"sqlite:///{path}")
    assert path.read_text().startswith("these are notes")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StoreError, match="can't be made"):
        asyncio.run(upgrade(f"sqlite:///{tmp_path / 'data' / 'q.db'}"))


async def test_a_server_that_is_down_is_told_without_the_password() -> None:
    with pytest.raises(StoreError, match="Start the database server") as raised:
        await upgrade("postgresql://quizbot:secret@127.0.0.1:1/quizbot")
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgresql://quizbot:secret@host:port/quizbot", "postgresql://USER:PASSWORD@HOST/NAME"),
        ("mysql://quizbot:secret@host/quizbot", "driver"),
        ("sqlite:///:memory:", "needs a file"),
        ("sqlite:////dev/null/quizbot.db", "Make it by hand"),
        ("", "QUIZBOT_DATABASE_URL"),
    ],
    ids=["port", "another kind", "memory", "no folder", "empty"],
)
async def test_an_address_that_leads_nowhere_says_how_to_mend_it(url: str, words: str) -> None:
    with pytest.raises(StoreError, match=words) as raised:
        await upgrade(url)
    assert "secret" not in str(raised.value)
