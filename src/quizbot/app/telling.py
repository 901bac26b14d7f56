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
    async with tools.store.begin() as tx:
        round_ = await tx.rounds.get(post.round_id)
        schedule = await tx.schedules.of(post.channel)
        paused = schedule is not None and schedule.paused
        scheduled = post.kind is PostKind.QUESTION and round_.schedule_id is not None
        if schedule is not None and scheduled and not paused:
            await tx.schedules.pause(schedule.id, paused=True, next_due_at=None)
    if scheduled and (schedule is None or paused):
        return
    w = Wording.of("en")
    if post.kind is PostKind.QUESTION:
        key, say = f"refused:{post.id}", notice.refused if scheduled else notice.not_posted
    else:  # what keeps a question from being closed keeps its answer away too: told once
        key = f"refused-after:{post.round_id}"
        say = notice.not_closed if post.kind is PostKind.CLOSING else notice.not_posted
    await _tell(tools, adapters, post, key, say(w, post.channel, problem))


async def undecided(tools: Tools, adapters: Adapters, post: Post, problem: str) -> None:
    """A post may or may not have arrived, and we can't look: say so instead of posting twice."""
    message = notice.undecided(Wording.of("en"), post.channel, problem)
    await _tell(tools, adapters, post, f"undecided:{post.id}", message)


async def given_up(tools: Tools, adapters: Adapters, post: Post, problem: str) -> None:
    """A post was tried for hours and is tried no more."""
    message = notice.not_posted(Wording.of("en"), post.channel, problem)
    await _tell(tools, adapters, post, f"given-up:{post.id}", message)


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
    async with tools.store.read() as tx:
        admin = await tx.schedules.setter(schedule.id)
    await _once(tools, adapters, admin, key, message)


async def _tell(tools: Tools, adapters: Adapters, post: Post, key: str, message: Message) -> None:
    """Tell whoever posted the question by hand, or set the channel's schedule."""
    async with tools.store.read() as tx:
        admin = await tx.rounds.asker(post.round_id)
        schedule = await tx.schedules.of(post.channel)
        if admin is None and schedule is not None:
            admin = await tx.schedules.setter(schedule.id)
    await _once(tools, adapters, admin, key, message)


async def _once(
    tools: Tools, adapters: Adapters, admin: UserRef | None, key: str, message: Message
) -> None:
    """Tell an admin, once; where nobody can be told, the log has it.

    The key is noted first: an admin is rather told not at all (the log tells) than every day.
    """
    async with tools.store.begin() as tx:
        first = await tx.notices.once(key, tools.clock.now())
    log.error("%s: %s", key, message.summary)
    if not first or admin is None or admin.platform not in adapters:
        return
    try:
        await adapters[admin.platform].tell(admin, message)
    except DeliveryError as error:
        log.warning("%s: its admin can't be told: %s", key, error)
