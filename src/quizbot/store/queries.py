"""Here are the few things that SQLite and PostgreSQL say differently."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

Insert = sqlite.Insert | postgresql.Insert


def is_sqlite(connection: AsyncConnection | Connection) -> bool:
    """Whether the connection leads to SQLite."""
    return connection.dialect.name == "sqlite"


def insert(connection: AsyncConnection, table: Table) -> Any:
    """An INSERT that knows ON CONFLICT, in the connection's dialect."""
    return sqlite.insert(table) if is_sqlite(connection) else postgresql.insert(table)
