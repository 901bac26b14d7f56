"""Here is the clock's work: opening what is due, closing what is over, refreshing counts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from datetime import datetime, timedelta

from quizbot.app import announcing, daily, exam_ending, nudging, season, shelving, telling
from quizbot.app.counts import EVERY
from quizbot.app.posting import recount
from quizbot.app.tools import Tools
from quizbot.errors import DeliveryError, NotFound, Unreachable
from quizbot.ports import Adapter

log = logging.getLogger(__name__)

BATCH = 200
SHORTEST, LONGEST = timedelta(seconds=1), timedelta(seconds=15)
"""Between two looks at the database: another replica's changes are seen after the longer one."""

PATIENCE = timedelta(seconds=10)

Adapters = Mapping[str, Adapter]


async def tick(tools: Tools, adapters: Adapters) -> int:
    """Open every question that is due, settle every one that is over, tell of seasons, remind.

    Returns how many there were. What fails is logged and left where it is: it is tried again at
    the next tick.
    """
    await shelving.shelve(tools)
    await shelving.retire(tools)
    opened = await _open(tools, adapters)
    settled = await _settle(tools) + await season.close(tools)
    ended = await exam_ending.watch(tools, adapters)
    told = await announcing.announce(tools, adapters) + await nudging.nudge(tools, adapters)
    return opened + settled + ended + told


async def run(tools: Tools, adapters: Adapters) -> None:
    """Tick until cancelled."""
    ear = tools.bell.listen()
    while True:
        try:
            began = tools.clock.now()
            if await tick(tools, adapters):
                tools.bell.ring()
            pause = await _pause(tools, began)
        except Exception:  # the database may be away: the clock goes on and tries again
            log.exception("the scheduler could not do its round")
            pause = LONGEST
        await ear.wait(pause)


async def refresh_counts(tools: Tools, adapters: Adapters) -> None:
    """Show the present number of answers in the messages of questions just answered."""
    async with asyncio.TaskGroup() as group:
        for round_id in tools.counts.take(tools.clock.now()):
            group.create_task(_refresh(tools, adapters, round_id))


async def run_counts(tools: Tools, adapters: Adapters) -> None:
    """Refresh counts until cancelled."""
    while True:
        await refresh_counts(tools, adapters)
        await asyncio.sleep(EVERY.total_seconds())


async def _open(tools: Tools, adapters: Adapters) -> int:
    """Open what is due, batch after batch; one bad schedule stops no other."""
    opened, failed = 0, set[int]()
    while True:
        async with tools.store.read() as tx:
            due = await tx.schedules.due(tools.clock.now(), BATCH, failed)
        for schedule_id, planned in due:
            try:
                await _open_one(tools, adapters, schedule_id, planned)
            except Exception:
                log.exception("schedule %s: its question could not be opened", schedule_id)
                failed.add(schedule_id)
            else:
                opened += 1
        if len(due) < BATCH or len(failed) >= BATCH:
            return opened


async def _open_one(tools: Tools, adapters: Adapters, schedule_id: int, planned: datetime) -> None:
    try:
        async with tools.store.read() as tx:
            schedule = await tx.schedules.get(schedule_id)
    except NotFound:
        return  # switched off meanwhile
    opening = await daily.open_due(tools, schedule, planned)
    if opening is not None and opening.round_ is None:
        await telling.bank_fails(tools, adapters, schedule.id)


async def _settle(tools: Tools) -> int:
    """Settle what is over, batch after batch; one bad round stops no other."""
    settled, failed = 0, set[int]()
    while True:
        async with tools.store.read() as tx:
            over = await tx.rounds.closing(tools.clock.now(), BATCH, failed)
        for round_id in over:
            try:
                await daily.settle(tools, round_id)
            except Exception:
                log.exception("round %s: could not be closed", round_id)
                failed.add(round_id)
            else:
                settled += 1
        if len(over) < BATCH or len(failed) >= BATCH:
            return settled


async def _refresh(tools: Tools, adapters: Adapters, round_id: int) -> None:
    """Show one count. Raises nothing but cancellation: a count is never worth stopping for."""
    try:
        async with asyncio.timeout(PATIENCE.total_seconds()), tools.counts.turn(round_id):
            counted = await recount(tools, round_id)
            adapter = adapters.get(counted[0].channel.platform) if counted else None
            if counted is not None and adapter is not None:
                await adapter.edit(*counted)
    except Unreachable as error:
        log.info("round %s: its count is shown a little later: %s", round_id, error)
        tools.counts.touch(round_id)
    except (DeliveryError, TimeoutError) as error:
        log.info("round %s: its count could not be shown: %s", round_id, error)
    except Exception:
        log.exception("round %s: its count could not be shown", round_id)


async def _pause(tools: Tools, began: datetime) -> timedelta:
    """The time until something falls due after `began`: what failed waits for the longest."""
    async with tools.store.read() as tx:
        instants = (
            await tx.schedules.earliest(began),
            await tx.rounds.earliest_close(began),
            await tx.plans.earliest(began),
            await tx.suggestions.earliest(began),
            await tx.seasons.earliest(began),
        )
    waits = [at - tools.clock.now() for at in instants if at is not None]
    return max(SHORTEST, min([LONGEST, *waits]))
