"""Here is an empty store on each database, and what tests put into it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

import pytest
import pytest_asyncio

from quizbot.domain.item import Item, Option, Order
from quizbot.domain.mode import DAILY, Tells
from quizbot.domain.round import Attempt, Round, attempt
from quizbot.domain.schedule import Schedule
from quizbot.refs import ChannelRef, PostRef
from quizbot.store.store import Store
from quizbot.store.upgrading import upgrade
from quizbot.store.values import Learner, PostKind, Recorded

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
TODAY = NOON.date()
HERE = ChannelRef("memory", "", "here")
ITEM = Item(
    bank="rivers",
    id="longest",
    stem="Which is longer?",
    options=(Option("a", "Rhine", "short"), Option("b", "Volga", "long")),
    key=frozenset({"b"}),
    topic="length",
    order=Order.FIXED,
)


@dataclass
class Shop:
    """A store with something in it."""

    store: Store
    url: str

    async def learner(self, name: str) -> Learner:
        from quizbot.refs import UserRef

        return await self.store.learner(UserRef("memory", "", name.lower()), name)

    async def schedule(self, channel: ChannelRef = HERE) -> Schedule:
        schedule = Schedule(
            id=0,
            channel=channel,
            bank="rivers",
            at=time(12),
            zone="UTC",
            weekdays=frozenset(range(7)),
            closes_after=timedelta(hours=8),
        )
        async with self.store.begin() as tx:
            return await tx.schedules.put(schedule, set_by=None, next_due_at=NOON)

    async def round(
        self,
        day: date = TODAY,
        *,
        channel: ChannelRef = HERE,
        scheduled: bool = True,
        sent: bool = True,
        hours: int = 8,
    ) -> Round:
        """A channel's round of that day, open from noon, its question posted."""
        opens_at = datetime.combine(day, time(12), UTC)
        schedule = await self.schedule(channel) if scheduled else None
        round_ = Round(
            id=0,
            bank="rivers",
            item_id="longest",
            revision="",
            order=("a", "b"),
            mode=DAILY,
            tells=Tells.AT_ONCE,
            opens_at=opens_at,
            closes_at=opens_at + timedelta(hours=hours),
            channel=channel,
            schedule_id=schedule.id if schedule else None,
            day=day,
            zone="Europe/Berlin",
        )
        kind = schedule.id if schedule else "now"
        async with self.store.begin() as tx:
            revision = await tx.items.keep(ITEM, None)
            kept, _ = await tx.rounds.add(
                replace(round_, revision=revision), occasion=f"{channel.channel}:{kind}:{day}"
            )
            post = await tx.posts.owe(kept.id, PostKind.QUESTION, channel, opens_at)
            if sent:
                await tx.posts.sent(post.id, PostRef(channel, f"m{kept.id}"))
        return kept

    async def answer(
        self, round_: Round, name: str, *, right: bool = True, after: timedelta = timedelta(hours=1)
    ) -> Recorded:
        learner = await self.learner(name)
        response = frozenset({"b" if right else "a"})
        given = attempt(round_, ITEM, learner.id, response, round_.opens_at + after)
        return await self.store.record(given)

    async def stands(self, round_: Round, name: str) -> Attempt | None:
        learner = await self.learner(name)
        async with self.store.read() as tx:
            return await tx.attempts.of(round_.id, learner.id)


@pytest_asyncio.fixture
async def shop(database_url: str) -> AsyncIterator[Shop]:
    await upgrade(database_url)
    store = await Store.open(database_url)
    yield Shop(store, database_url)
    await store.close()


@pytest.fixture
def store(shop: Shop) -> Store:
    return shop.store
