"""Here is reminding those who asked for it that reviews are due: once a day, never when none is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from datetime import datetime, timedelta

from quizbot.app.knowledge import knowledge
from quizbot.app.planning import next_nudge
from quizbot.app.tools import Tools
from quizbot.domain.review import due
from quizbot.errors import DeliveryError
from quizbot.ports import Adapter
from quizbot.store.plans import StoredPlan
from quizbot.view import plan as view
from quizbot.view.wording import Wording

log = logging.getLogger(__name__)

BATCH = 50
PATIENCE = timedelta(seconds=10)
FRESH = timedelta(hours=3)
"""How late a reminder may come: after a longer downtime it waits for the next day."""

Adapters = Mapping[str, Adapter]


async def nudge(tools: Tools, adapters: Adapters) -> int:
    """Send a batch of the reminders that are due; how many there were."""
    async with tools.store.read() as tx:
        ripe = await tx.plans.due(tools.clock.now(), BATCH)
    async with asyncio.TaskGroup() as group:
        for plan, planned in ripe:
            group.create_task(_one(tools, adapters, plan, planned))
    return len(ripe)


async def _one(tools: Tools, adapters: Adapters, plan: StoredPlan, planned: datetime) -> None:
    """Send one reminder. Raises nothing but cancellation: one person's fault stops no other's.

    The next one is planned first: a reminder is rather lost than sent twice.
    """
    try:
        now = tools.clock.now()
        async with tools.store.begin() as tx:
            if not await tx.plans.move(plan, planned, next_nudge(plan, now)):
                return
        if now - planned < FRESH:
            async with asyncio.timeout(PATIENCE.total_seconds()):
                await _tell(tools, adapters, plan, now)
    except (DeliveryError, TimeoutError) as error:
        log.info("learner %s can't be reminded: %s", plan.learner_id, error)
    except Exception:
        log.exception("learner %s could not be reminded", plan.learner_id)


async def _tell(tools: Tools, adapters: Adapters, plan: StoredPlan, now: datetime) -> None:
    bank = tools.library.catalog.banks.get(plan.bank)
    async with tools.store.read() as tx:
        learner = await tx.learners.get(plan.learner_id)
        adapter = adapters.get(learner.user.platform)
        if bank is None or adapter is None:
            return
        known = await knowledge(tx, learner.id, bank, now)
    waiting = len(due(known.cards, now))
    if waiting:
        message = view.nudge(Wording.of("en"), bank.code, bank.title, waiting)
        await adapter.tell(learner.user, message)
