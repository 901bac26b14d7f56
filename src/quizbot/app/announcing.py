"""Here is telling people of suggestions: admins that some wait, authors what became of theirs.

Who has to be told stands in the database, so that a crash or a platform that is down loses nothing
but time. It is noted first that somebody is told: rather not told than told twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from quizbot.app.suggesting import outcome
from quizbot.app.tools import Tools
from quizbot.domain.schedule import Schedule, instant, local_day
from quizbot.domain.suggestion import State
from quizbot.errors import DeliveryError, Unreachable
from quizbot.ports import Adapter
from quizbot.refs import ChannelRef, UserRef
from quizbot.store.store import Transaction
from quizbot.store.suggestions import Suggestion
from quizbot.view import curation
from quizbot.view.wording import Wording

log = logging.getLogger(__name__)

BATCH = 50
PATIENCE = timedelta(seconds=10)
AGAIN, GIVEN_UP = timedelta(minutes=5), timedelta(days=1)
"""When an author is tried again whose platform is down, and for how long."""

DAY = timedelta(days=1)

Adapters = Mapping[str, Adapter]


async def announce(tools: Tools, adapters: Adapters) -> int:
    """Tell a batch of those who have to be told by now; for how many that is settled."""
    async with tools.store.read() as tx:
        ripe = await tx.suggestions.ripe(tools.clock.now(), BATCH)
    settled = 0
    new: dict[ChannelRef | None, list[Suggestion]] = {}
    for one in ripe:
        if one.state is State.WAITING:
            new.setdefault(one.channel, []).append(one)
        else:
            settled += await _author(tools, adapters, one)
    for channel, waiting in new.items():
        settled += await _admin(tools, adapters, channel, waiting)
    return settled


async def _author(tools: Tools, adapters: Adapters, decided: Suggestion) -> bool:
    """Tell an author what became of the suggestion; whether that is settled.

    Raises nothing but cancellation.
    """
    try:
        async with tools.store.begin() as tx:
            if not await tx.suggestions.plan(decided, None) or decided.learner_id is None:
                return True
            author = (await tx.learners.get(decided.learner_id)).user
        message = outcome(Wording.of("en"), decided, tools.bank_title(decided.bank))
        async with asyncio.timeout(PATIENCE.total_seconds()):
            if author.platform in adapters:
                await adapters[author.platform].tell(author, message)
    except Unreachable as error:
        log.info("suggestion %s: its author is told later: %s", decided.id, error)
        await _later(tools, decided)
    except (DeliveryError, TimeoutError) as error:
        log.warning("suggestion %s: its author can't be told: %s", decided.id, error)
    except Exception:
        log.exception("suggestion %s: its author could not be told", decided.id)
        return False
    return True


async def _later(tools: Tools, decided: Suggestion) -> None:
    """Tell the author once more in a while, unless that has been tried for long."""
    now = tools.clock.now()
    if decided.decided_at is None or now - decided.decided_at > GIVEN_UP:
        return
    async with tools.store.begin() as tx:
        left = await tx.suggestions.get(decided.id)
        await tx.suggestions.plan(left, now + AGAIN)


async def _admin(
    tools: Tools, adapters: Adapters, channel: ChannelRef | None, new: Sequence[Suggestion]
) -> bool:
    """Tell the channel's admin that suggestions wait; whether that is settled.

    Raises nothing but cancellation.
    """
    try:
        async with tools.store.begin() as tx:
            schedule = await _schedule(tx, channel, new[0].bank)
            admin = await tx.schedules.setter(schedule.id) if schedule else None
            if schedule is None or admin is None or not await _decides(tools, tx, admin, schedule):
                log.info("%d suggestions wait; no admin is known to tell", len(new))
                await _plan(tx, new, None)
                return True
            now = tools.clock.now()
            day = local_day(now, schedule.zone)
            known = await tx.learners.find(admin)
            whose = f"learner:{known.id}" if known else f"schedule:{schedule.id}"
            if not await tx.notices.once(f"suggestions:{whose}:{day}", now):
                await _plan(tx, new, _tomorrow(schedule, now))
                return True
            await _plan(tx, new, None)
            waiting = len(await tx.suggestions.queue(tools.library.catalog.banks))
        async with asyncio.timeout(PATIENCE.total_seconds()):
            if admin.platform in adapters:
                await adapters[admin.platform].tell(admin, curation.news(Wording.of("en"), waiting))
    except (DeliveryError, TimeoutError) as error:
        log.warning("suggestions wait, and an admin can't be told: %s", error)
    except Exception:
        log.exception("suggestions wait, and an admin could not be told")
        return False
    return True


async def _schedule(tx: Transaction, channel: ChannelRef | None, bank: str) -> Schedule | None:
    """The channel's schedule, else the bank's next one in the same workspace."""
    if channel is None:
        return None
    own = None if channel.is_direct else await tx.schedules.of(channel)
    if own is not None:
        return own
    near = await tx.schedules.nearest(channel, bank, BATCH)
    return next((one for one in near if not one.channel.is_direct), None)


async def _decides(tools: Tools, tx: Transaction, admin: UserRef, schedule: Schedule) -> bool:
    """Whether that admin may decide on suggestions."""
    named = admin.user in tools.admins
    return named or not await tx.channels.has_other_workspace(schedule.channel)


async def _plan(tx: Transaction, new: Sequence[Suggestion], later: datetime | None) -> None:
    for one in new:
        await tx.suggestions.plan(one, later)


def _tomorrow(schedule: Schedule, now: datetime) -> datetime:
    """The next day, at the time of the channel's question."""
    day = local_day(now, schedule.zone) + DAY
    return instant(day, schedule.at, schedule.zone) or now + DAY
