"""Here is telling an admin, once, that something needs a hand."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from quizbot.app.tools import Tools
from quizbot.errors import DeliveryError
from quizbot.message import Message
from quizbot.ports import Adapter
from quizbot.refs import UserRef
from quizbot.store.values import Post, PostKind
from quizbot.view import notice
from quizbot.view.wording import Wording

log = logging.getLogger(__name__)

Adapters = Mapping[str, Adapter]


async def refused(tools: Tools, adapters: Adapters, post: Post, problem: str) -> None:
    """A channel takes no posts any more: pause its schedule and tell whoever set it."""
    if post.kind is not PostKind.QUESTION:
        return
    async with tools.store.begin() as tx:
        schedule = await tx.schedules.of(post.channel)
        if schedule is None or schedule.paused:
            return
        await tx.schedules.pause(schedule.id, paused=True, next_due_at=None)
    message = notice.refused(Wording.of("en"), post.channel.channel, problem)
    await _tell(tools, adapters, schedule.id, f"refused:{post.id}", message)


async def undecided(tools: Tools, adapters: Adapters, post: Post, problem: str) -> None:
    """A post may or may not have arrived, and we can't look: say so instead of posting twice."""
    async with tools.store.read() as tx:
        schedule = await tx.schedules.of(post.channel)
    if schedule is not None:
        message = notice.undecided(Wording.of("en"), post.channel.channel, problem)
        await _tell(tools, adapters, schedule.id, f"undecided:{post.id}", message)


async def bank_fails(tools: Tools, adapters: Adapters, schedule_id: int) -> None:
    """A schedule's bank has nothing to draw or isn't there: tell whoever set it."""
    async with tools.store.read() as tx:
        schedule = await tx.schedules.get(schedule_id)
    w = Wording.of("en")
    bank = tools.library.catalog.banks.get(schedule.bank)
    if bank is None:
        message = notice.bank_missing(w, schedule.bank)
    else:
        message = notice.bank_empty(w, bank.title)
    key = f"bank:{schedule.id}:{schedule.bank}:{','.join(schedule.topics)}"
    await _tell(tools, adapters, schedule.id, key, message)


async def _tell(
    tools: Tools, adapters: Adapters, schedule_id: int, key: str, message: Message
) -> None:
    """Tell whoever set the schedule; where nobody can be told, the log has it.

    The key is noted first: an admin is rather told not at all (the log tells) than every day.
    """
    async with tools.store.begin() as tx:
        first = await tx.notices.once(key, tools.clock.now())
        admin: UserRef | None = await tx.schedules.setter(schedule_id)
    log.error("schedule %s: %s", schedule_id, message.summary)
    if not first or admin is None or admin.platform not in adapters:
        return
    try:
        await adapters[admin.platform].tell(admin, message)
    except DeliveryError as error:
        log.warning("schedule %s: its admin can't be told: %s", schedule_id, error)
