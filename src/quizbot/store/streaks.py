"""Here are the streaks: how many of a channel's questions each learner answered in a row."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.domain.standing import Streak
from quizbot.refs import ChannelRef
from quizbot.store.channels import Channels
from quizbot.store.tables import streaks


class Streaks:
    """The streaks table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._channels = Channels(connection)

    async def of(self, channel: ChannelRef, learner_id: int) -> Streak:
        """The learner's streak in the channel; an empty one where there is none yet."""
        found = await self._connection.execute(
            select(streaks).where(
                streaks.c.channel_id == await self._channels.find(channel),
                streaks.c.learner_id == learner_id,
            )
        )
        row = found.mappings().one_or_none()
        if row is None:
            return Streak()
        return Streak(row["length"], row["last"], row["month"], row["freezes_used"], row["saved"])
