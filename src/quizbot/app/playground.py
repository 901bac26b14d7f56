"""Here is what makes the playground ready to play: a channel with a question every day."""

from __future__ import annotations

from datetime import time, timedelta

from quizbot.app.tools import Tools
from quizbot.domain.schedule import Schedule
from quizbot.refs import ChannelRef

CHANNEL = ChannelRef("web", "", "general")


async def ensure_schedule(tools: Tools) -> None:
    """Give the playground's channel a daily question the first time a database sees it.

    It is due from midnight UTC, so that today's is posted at once. Switched off later, it stays
    off.
    """
    bank = tools.library.catalog.default
    if bank is None:
        return
    now = tools.clock.now()
    schedule = Schedule(
        id=0,
        channel=CHANNEL,
        bank=bank.code,
        at=time(),
        zone="UTC",
        weekdays=frozenset(range(7)),
        closes_after=timedelta(hours=24),
    )
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    async with tools.store.begin() as tx:
        if await tx.notices.once("playground:schedule", now):
            await tx.schedules.put(schedule, set_by=None, next_due_at=midnight)
