"""Here are the databases that tests run on: a SQLite file, a PostgreSQL database."""

from __future__ import annotations

import os
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

SERVER = "QUIZBOT_TEST_POSTGRES_URL"


@pytest_asyncio.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
async def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """An empty database, on each kind in turn."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'quizbot.db'}"
        return
    server = os.environ.get(SERVER)
    if not server:
        pytest.skip(f"no PostgreSQL server: set {SERVER}=postgresql://USER@HOST/NAME")
    asyncpg = pytest.importorskip("asyncpg")
    name = f"quizbot_test_{uuid.uuid4().hex}"
    connection = await asyncpg.connect(server)
    try:
        await connection.execute(f'CREATE DATABASE "{name}"')
        yield f"{server.rpartition('/')[0]}/{name}"
    finally:
        await connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        await connection.close()
