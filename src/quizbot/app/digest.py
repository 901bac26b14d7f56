"""Here is the weekly digest: how a channel's questions fared, told to whoever set its schedule."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from datetime import datetime, time, timedelta

from quizbot.app.insights import digest
from quizbot.app.tools import Tools
from quizbot.domain import schedule as calendar
from quizbot.domain.schedule import Schedule
from quizbot.errors import DeliveryError, NotFound
from quizbot.ports import Adapter
from quizbot.store.analysis import Scope

log = logging.getLogger(__name__)

MONDAY, AT = 0, time(8)
A_WEEK = timedelta(days=7)
BATCH = 20
PATIENCE = timedelta(seconds=10)
EVERY = timedelta(minutes=1)
FRESH = timedelta(days=1)
"""How late a digest may come: after a longer downtime the next one tells enough."""

Adapters = Mapping[str, Adapter]


async def run(tools: Tools, adapters: Adapters) -> None:
    """Send digests until cancelled, beside the clock's other work: a digest may wait."""
    while True:
        try:
            while await send(tools, adapters):
                pass
        except Exception:  # the database may be away: it is tried again
            log.exception("the digests could not be sent")
        await asyncio.sleep(EVERY.total_seconds())


async def send(tools: Tools, adapters: Adapters) -> int:
    """Send a batch of the digests that are due; how many schedules were looked at."""
    async with tools.store.read() as tx:
        due = await tx.schedules.digests(tools.clock.now(), BATCH)
    for schedule_id, planned in due:
        try:
            await _one(tools, adapters, schedule_id, planned)
        except (DeliveryError, TimeoutError) as error:
            log.info("schedule %s: its admin can't be sent the digest: %s", schedule_id, error)
        except Exception:  # one channel's fault stops no other
            log.exception("schedule %s: its digest could not be sent", schedule_id)
    return len(due)


def next_digest(schedule: Schedule, after: datetime) -> datetime:
    """The first Monday morning of the channel's zone that is later than `after`."""
    today = calendar.local_day(after, schedule.zone)
    days = (today + timedelta(days=number) for number in range(15))
    instants = (calendar.instant(day, AT, schedule.zone) for day in days if day.weekday() == MONDAY)
    return next(at for at in instants if at is not None and at > after)


async def _one(
    tools: Tools, adapters: Adapters, schedule_id: int, planned: datetime | None
) -> None:
    """Plan the next digest first: one is rather lost than sent twice. A new schedule waits."""
    now = tools.clock.now()
    try:
        async with tools.store.begin() as tx:
            schedule = await tx.schedules.get(schedule_id)
            later = next_digest(schedule, now)
            if not await tx.schedules.move_digest(schedule_id, planned, later):
                return
            admin = await tx.schedules.setter(schedule_id)
    except NotFound:
        return  # switched off meanwhile
    adapter = adapters.get(admin.platform) if admin else None
    stale = planned is None or now - planned >= FRESH
    if admin is None or adapter is None or stale or schedule.channel.is_direct:
        return
    message = await digest(tools, Scope(schedule.bank, schedule.channel), now - A_WEEK)
    if message is not None:
        async with asyncio.timeout(PATIENCE.total_seconds()):
            await adapter.tell(admin, message)
