"""Here are the schedules, one a channel, and when each is due next."""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import RowMapping, Select, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.domain.mode import Tells
from quizbot.domain.schedule import Schedule
from quizbot.errors import NotFound
from quizbot.refs import ChannelRef, UserRef
from quizbot.store.channels import Channels
from quizbot.store.queries import insert
from quizbot.store.tables import channels, schedules
from quizbot.store.values import packed


class Schedules:
    """The schedules table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._channels = Channels(connection)

    async def put(
        self, schedule: Schedule, *, set_by: UserRef | None, next_due_at: datetime | None
    ) -> Schedule:
        """Store the schedule in the place of its channel's; returned with its id."""
        values = {
            "bank": schedule.bank,
            "topics": json.dumps(schedule.topics),
            "at": schedule.at,
            "zone": schedule.zone,
            "weekdays": json.dumps(sorted(schedule.weekdays)),
            "closes_after": int(schedule.closes_after.total_seconds()),
            "tells": schedule.tells.value,
            "paused": schedule.paused,
            "set_by": packed(set_by) if set_by else None,
            "next_due_at": next_due_at,
        }
        channel_id = await self._channels.of(schedule.channel)
        await self._connection.execute(
            insert(self._connection, schedules)
            .values(channel_id=channel_id, **values)
            .on_conflict_do_update(index_elements=["channel_id"], set_=values)
        )
        stored = await self.of(schedule.channel)
        if stored is None:
            raise AssertionError("the schedule was just stored")
        return stored

    async def of(self, channel: ChannelRef) -> Schedule | None:
        """The channel's schedule, or None."""
        found = await self._connection.execute(
            _joined().where(
                channels.c.platform == channel.platform,
                channels.c.workspace == channel.workspace,
                channels.c.channel == channel.channel,
            )
        )
        row = found.mappings().one_or_none()
        return None if row is None else _schedule(row)

    async def get(self, schedule_id: int) -> Schedule:
        """The schedule of that id. Raises NotFound."""
        found = await self._connection.execute(_joined().where(schedules.c.id == schedule_id))
        row = found.mappings().one_or_none()
        if row is None:
            raise NotFound(f"there is no schedule {schedule_id}")
        return _schedule(row)

    async def setter(self, schedule_id: int) -> UserRef | None:
        """Who set the schedule; None where nobody did or that person was forgotten."""
        found = await self._connection.scalar(
            select(schedules.c.set_by).where(schedules.c.id == schedule_id)
        )
        return UserRef(*json.loads(found)) if found else None

    async def remove(self, channel: ChannelRef) -> bool:
        """Remove the channel's schedule; whether there was one."""
        channel_id = await self._channels.find(channel)
        gone = await self._connection.execute(
            delete(schedules).where(schedules.c.channel_id == channel_id)
        )
        return gone.rowcount > 0

    async def pause(self, schedule_id: int, *, paused: bool, next_due_at: datetime | None) -> None:
        """Pause the schedule, or let it go on from `next_due_at`."""
        await self._connection.execute(
            update(schedules)
            .where(schedules.c.id == schedule_id)
            .values(paused=paused, next_due_at=next_due_at)
        )

    async def due(
        self, now: datetime, limit: int, besides: Collection[int] = ()
    ) -> list[tuple[int, datetime]]:
        """The ids of schedules due by `now` with their planned instants, oldest first.

        Only ids: a row that can't be read fails alone, when it is fetched with `get`.
        """
        found = await self._connection.execute(
            select(schedules.c.id, schedules.c.next_due_at)
            .where(schedules.c.next_due_at <= now, schedules.c.id.not_in(besides))
            .order_by(schedules.c.next_due_at, schedules.c.id)
            .limit(limit)
        )
        return [(row.id, row.next_due_at) for row in found]

    async def next_due_at(self, schedule_id: int) -> datetime | None:
        """When the schedule is due next; None while paused or gone."""
        found: datetime | None = await self._connection.scalar(
            select(schedules.c.next_due_at).where(schedules.c.id == schedule_id)
        )
        return found

    async def plan(self, schedule_id: int, next_due_at: datetime | None) -> None:
        """Note when the schedule is due next."""
        await self._connection.execute(
            update(schedules).where(schedules.c.id == schedule_id).values(next_due_at=next_due_at)
        )

    async def digests(self, now: datetime, limit: int) -> list[tuple[int, datetime | None]]:
        """The ids of schedules whose weekly digest is due by `now`, with its planned instant.

        None: none was planned yet. The longest due come first.
        """
        at = schedules.c.next_digest_at
        found = await self._connection.execute(
            select(schedules.c.id, at)
            .where(or_(at.is_(None), at <= now))
            .order_by(at, schedules.c.id)
            .limit(limit)
        )
        return [(row.id, row.next_digest_at) for row in found]

    async def move_digest(
        self, schedule_id: int, planned: datetime | None, later: datetime
    ) -> bool:
        """Plan the next digest. False where another replica has moved it from `planned`."""
        at = schedules.c.next_digest_at
        moved = await self._connection.execute(
            update(schedules)
            .where(schedules.c.id == schedule_id, at.is_not_distinct_from(planned))
            .values(next_digest_at=later)
        )
        return moved.rowcount > 0

    async def nearest(self, place: ChannelRef, bank: str, limit: int) -> list[Schedule]:
        """The schedules of a bank in the workspace of `place`, those due next first."""
        found = await self._connection.execute(
            _joined()
            .where(
                channels.c.platform == place.platform,
                channels.c.workspace == place.workspace,
                schedules.c.bank == bank,
                schedules.c.next_due_at.is_not(None),
            )
            .order_by(schedules.c.next_due_at, schedules.c.id)
            .limit(limit)
        )
        return [_schedule(row) for row in found.mappings()]

    async def earliest(self, after: datetime) -> datetime | None:
        """The next instant later than `after` at which any schedule is due."""
        found: datetime | None = await self._connection.scalar(
            select(func.min(schedules.c.next_due_at, type_=schedules.c.next_due_at.type)).where(
                schedules.c.next_due_at > after
            )
        )
        return found


def _joined() -> Select[tuple[object, ...]]:
    return select(schedules, channels.c.platform, channels.c.workspace, channels.c.channel).join(
        channels, channels.c.id == schedules.c.channel_id
    )


def _schedule(row: RowMapping) -> Schedule:
    return Schedule(
        id=row["id"],
        channel=ChannelRef(row["platform"], row["workspace"], row["channel"]),
        bank=row["bank"],
        at=row["at"],
        zone=row["zone"],
        weekdays=frozenset(json.loads(row["weekdays"])),
        closes_after=timedelta(seconds=row["closes_after"]),
        tells=Tells(row["tells"]),
        topics=tuple(json.loads(row["topics"])),
        paused=row["paused"],
    )
