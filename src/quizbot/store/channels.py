"""Here are the channels that quizbot has met, by their number in the database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.refs import ChannelRef
from quizbot.store.queries import insert
from quizbot.store.tables import channels


class Channels:
    """The channels table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def find(self, channel: ChannelRef) -> int | None:
        """The channel's number, or None where quizbot hasn't met it."""
        found = await self._connection.scalar(
            select(channels.c.id).where(
                channels.c.platform == channel.platform,
                channels.c.workspace == channel.workspace,
                channels.c.channel == channel.channel,
            )
        )
        return None if found is None else int(found)

    async def of(self, channel: ChannelRef) -> int:
        """The channel's number, given now if it is new."""
        found = await self.find(channel)
        if found is not None:
            return found
        await self._connection.execute(
            insert(self._connection, channels)
            .values(platform=channel.platform, workspace=channel.workspace, channel=channel.channel)
            .on_conflict_do_nothing()
        )
        made = await self.find(channel)
        if made is None:
            raise AssertionError(f"{channel} was just stored")
        return made

    async def has_other_workspace(self, channel: ChannelRef) -> bool:
        """Whether quizbot has met a workspace of the platform besides that of `channel`."""
        other = await self._connection.scalar(
            select(channels.c.id)
            .where(
                channels.c.platform == channel.platform,
                channels.c.workspace.not_in(["", channel.workspace]),
            )
            .limit(1)
        )
        return other is not None


def on_server(place: ChannelRef) -> Select[Any]:
    """The numbers of all channels on the server of `place`, without private conversations."""
    return select(channels.c.id).where(
        channels.c.platform == place.platform,
        channels.c.workspace == place.workspace,
        channels.c.channel.not_like("@%"),
    )
