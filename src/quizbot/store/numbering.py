"""Here is how a scheduled question gets its number in its channel, once."""

from __future__ import annotations

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.store.queries import is_sqlite
from quizbot.store.tables import channels, rounds


async def give_number(connection: AsyncConnection, round_id: int) -> None:
    """Number the round in its channel, from 1, unless it has one or no schedule made it."""
    found = await connection.execute(
        select(rounds.c.channel_id).where(
            rounds.c.id == round_id, rounds.c.number.is_(None), rounds.c.schedule_id.is_not(None)
        )
    )
    channel_id = found.scalar_one_or_none()
    if channel_id is None:
        return
    if not is_sqlite(connection):
        await connection.execute(
            select(channels.c.id).where(channels.c.id == channel_id).with_for_update()
        )
    highest = select(func.coalesce(func.max(rounds.c.number), 0) + 1).where(
        rounds.c.channel_id == channel_id
    )
    await connection.execute(
        update(rounds)
        .where(rounds.c.id == round_id, rounds.c.number.is_(None))
        .values(number=highest.scalar_subquery())
    )
