"""Here are the exam sheets: what is chosen and flagged in an exam that isn't handed in yet."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.domain.scoring import Response
from quizbot.store.attempts import pack, unpack
from quizbot.store.queries import insert
from quizbot.store.tables import rounds, sheets


@dataclass(frozen=True, slots=True)
class Sheet:
    """One question's line on the sheet. An empty response: nothing chosen yet."""

    response: Response
    flagged: bool
    changed_at: datetime


class Sheets:
    """The sheets table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def of_session(self, session_id: int) -> dict[int, Sheet]:
        """The lines of an exam's sheet by round."""
        found = await self._connection.execute(
            select(sheets)
            .join(rounds, rounds.c.id == sheets.c.round_id)
            .where(rounds.c.session_id == session_id)
        )
        return {
            row["round_id"]: Sheet(unpack(row["response"]), row["flagged"], row["changed_at"])
            for row in found.mappings()
        }

    async def put(self, round_id: int, sheet: Sheet) -> None:
        """Write the line of a round in the place of the one before."""
        values = {
            "response": pack(sheet.response),
            "flagged": sheet.flagged,
            "changed_at": sheet.changed_at,
        }
        await self._connection.execute(
            insert(self._connection, sheets)
            .values(round_id=round_id, **values)
            .on_conflict_do_update(index_elements=["round_id"], set_=values)
        )

    async def clear(self, session_id: int) -> None:
        """Throw the sheet away, after its lines have become attempts."""
        mine = select(rounds.c.id).where(rounds.c.session_id == session_id)
        await self._connection.execute(delete(sheets).where(sheets.c.round_id.in_(mine)))
