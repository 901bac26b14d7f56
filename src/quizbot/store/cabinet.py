"""Here is the cabinet: small texts that adapters keep under a name, some for a while only."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.store.queries import insert
from quizbot.store.tables import cabinet


class CabinetTable:
    """The cabinet table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, name: str, now: datetime) -> str | None:
        """What is kept under the name, or None where nothing is (any more)."""
        found: str | None = await self._connection.scalar(
            select(cabinet.c.value).where(
                cabinet.c.name == name, or_(cabinet.c.until.is_(None), cabinet.c.until > now)
            )
        )
        return found

    async def put(self, name: str, value: str, until: datetime | None, now: datetime) -> None:
        """Keep `value` in the place of what was there; what ended is thrown away."""
        await self._connection.execute(delete(cabinet).where(cabinet.c.until <= now))
        values = {"value": value, "until": until}
        await self._connection.execute(
            insert(self._connection, cabinet)
            .values(name=name, **values)
            .on_conflict_do_update(index_elements=["name"], set_=values)
        )

    async def remove(self, name: str) -> bool:
        """Throw away what is kept under the name: True for the one caller that did it."""
        gone = await self._connection.execute(delete(cabinet).where(cabinet.c.name == name))
        return gone.rowcount > 0
