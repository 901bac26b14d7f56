"""Here is what admins were told, so that they are told once."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.store.queries import insert
from quizbot.store.tables import notices


class Notices:
    """The notices table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def once(self, key: str, at: datetime) -> bool:
        """True the first time that this key is told."""
        made = await self._connection.execute(
            insert(self._connection, notices)
            .values(key=key, told_at=at)
            .on_conflict_do_nothing()
            .returning(notices.c.key)
        )
        return made.scalar_one_or_none() is not None
