"""Here are the boards, read from the rollup that the writer keeps."""

from __future__ import annotations

from typing import Any

from sqlalchemy import RowMapping, and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.domain.standing import Standing
from quizbot.refs import ChannelRef
from quizbot.store.channels import Channels
from quizbot.store.tables import learners, standings


class Boards:
    """The standings table. `bank` is a bank's code, or empty for any."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._channels = Channels(connection)

    async def top(self, channel: ChannelRef, bank: str, period: str, limit: int) -> list[Standing]:
        """The first `limit` people who aren't hidden, by points, equal ones by name."""
        found = await self._connection.execute(
            select(standings, learners.c.name)
            .join(learners, learners.c.id == standings.c.learner_id)
            .where(await self._board(channel, bank, period))
            .order_by(standings.c.points.desc(), func.lower(learners.c.name), learners.c.id)
            .limit(limit)
        )
        return [_standing(row) for row in found.mappings()]

    async def own(
        self, channel: ChannelRef, bank: str, period: str, learner_id: int
    ) -> tuple[int, Standing, int | None] | None:
        """One learner's rank, standing, and points missing to the next; None if not shown."""
        board = await self._board(channel, bank, period)
        found = await self._connection.execute(
            select(standings, learners.c.name)
            .join(learners, learners.c.id == standings.c.learner_id)
            .where(board, standings.c.learner_id == learner_id)
        )
        row = found.mappings().one_or_none()
        if row is None:
            return None
        mine = _standing(row)
        above = await self._connection.execute(
            select(func.count(), func.min(standings.c.points)).where(
                board, standings.c.points > mine.points
            )
        )
        ahead, nearest = above.one()
        return int(ahead) + 1, mine, None if nearest is None else int(nearest) - mine.points

    async def players(self, channel: ChannelRef, bank: str, period: str) -> int:
        """How many people the board shows."""
        found = await self._connection.scalar(
            select(func.count())
            .select_from(standings)
            .where(await self._board(channel, bank, period))
        )
        return int(found or 0)

    async def _board(self, channel: ChannelRef, bank: str, period: str) -> Any:
        return and_(
            standings.c.channel_id == await self._channels.find(channel),
            standings.c.bank == bank,
            standings.c.period == period,
            standings.c.hidden.is_(False),
        )


def _standing(row: RowMapping) -> Standing:
    return Standing(row["learner_id"], row["name"], row["points"], row["answered"], row["correct"])
