"""Here are the seasons: which months of which channels are over, and what was answered in them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import ColumnElement, and_, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.domain.season import next_month
from quizbot.errors import NotFound
from quizbot.refs import ChannelRef
from quizbot.store.channels import Channels
from quizbot.store.queries import insert
from quizbot.store.tables import attempts, channels, learners, posts, rounds, seasons
from quizbot.store.values import PostKind, PostState

AROUND = timedelta(days=2)
"""How far from its calendar month in UTC a question of the season may be opened."""


@dataclass(frozen=True, slots=True)
class Season:
    """A channel's month, named by its first day."""

    id: int
    channel: ChannelRef
    month: date


@dataclass(frozen=True, slots=True)
class SeasonRound:
    """A question of a season that was posted. `number`: its place in the channel, if it has one."""

    id: int
    bank: str
    item_id: str
    revision: str
    number: int | None
    day: date


@dataclass(frozen=True, slots=True)
class SeasonAnswer:
    """An answer in time to a question of a season."""

    round_id: int
    learner_id: int
    correct: bool
    hidden: bool


class Seasons:
    """The seasons table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._channels = Channels(connection)

    async def begin(self, channel: ChannelRef, month: date, ends_at: datetime) -> None:
        """The channel has a question in this season: it isn't over before `ends_at`."""
        new = insert(self._connection, seasons).values(
            channel_id=await self._channels.of(channel), month=month, ends_at=ends_at, told=False
        )
        await self._connection.execute(
            new.on_conflict_do_update(
                index_elements=["channel_id", "month"],
                set_={"ends_at": new.excluded.ends_at},
                where=and_(seasons.c.told.is_(False), seasons.c.ends_at < new.excluded.ends_at),
            )
        )

    async def over(self, now: datetime, limit: int, besides: Collection[int] = ()) -> list[int]:
        """Up to `limit` seasons that are over by `now` and haven't been dealt with.

        Only their ids: a row that can't be read fails alone, when it is fetched with `get`.
        """
        found = await self._connection.scalars(
            select(seasons.c.id)
            .where(
                seasons.c.told.is_(False),
                seasons.c.ends_at <= now,
                seasons.c.id.not_in(besides),
            )
            .order_by(seasons.c.ends_at, seasons.c.id)
            .limit(limit)
        )
        return list(found)

    async def get(self, season_id: int) -> Season:
        """The season of that id. Raises NotFound."""
        found = await self._connection.execute(
            select(seasons.c.month, channels.c.platform, channels.c.workspace, channels.c.channel)
            .join(channels, channels.c.id == seasons.c.channel_id)
            .where(seasons.c.id == season_id)
        )
        row = found.one_or_none()
        if row is None:
            raise NotFound(f"there is no season {season_id}")
        return Season(season_id, ChannelRef(row.platform, row.workspace, row.channel), row.month)

    async def earliest(self, after: datetime) -> datetime | None:
        """The next instant later than `after` at which a season is over."""
        found: datetime | None = await self._connection.scalar(
            select(func.min(seasons.c.ends_at, type_=seasons.c.ends_at.type)).where(
                seasons.c.told.is_(False), seasons.c.ends_at > after
            )
        )
        return found

    async def tell(self, season_id: int) -> bool:
        """Mark the season as dealt with: True for the one caller that did it."""
        done = await self._connection.execute(
            update(seasons)
            .where(seasons.c.id == season_id, seasons.c.told.is_(False))
            .values(told=True)
        )
        return done.rowcount > 0

    async def rounds(self, channel: ChannelRef, month: date) -> list[SeasonRound]:
        """The questions of the channel's month that were posted, oldest first."""
        sent = and_(
            posts.c.round_id == rounds.c.id,
            posts.c.kind == PostKind.QUESTION.value,
            posts.c.state == PostState.SENT.value,
        )
        found = await self._connection.execute(
            select(
                rounds.c.id,
                rounds.c.bank,
                rounds.c.item_id,
                rounds.c.revision,
                rounds.c.number,
                rounds.c.day,
            )
            .join(posts, sent)
            .where(
                rounds.c.channel_id == await self._channels.find(channel),
                *_within(month),
            )
            .order_by(rounds.c.opens_at, rounds.c.id)
        )
        return [SeasonRound(*row) for row in found]

    async def answers(self, of: Sequence[SeasonRound]) -> list[SeasonAnswer]:
        """Who answered these rounds in time."""
        found = await self._connection.execute(
            select(
                attempts.c.round_id, attempts.c.learner_id, attempts.c.correct, learners.c.hidden
            )
            .join(learners, learners.c.id == attempts.c.learner_id)
            .where(_of(of), attempts.c.counts.is_(True))
        )
        return [SeasonAnswer(*row) for row in found]

    async def answered(self, of: Sequence[SeasonRound]) -> bool:
        """Whether anybody answered one of these rounds in time."""
        found = await self._connection.scalar(
            select(attempts.c.round_id).where(_of(of), attempts.c.counts.is_(True)).limit(1)
        )
        return found is not None


def _of(of: Sequence[SeasonRound]) -> ColumnElement[bool]:
    return attempts.c.round_id.in_([one.id for one in of])


def _within(month: date) -> tuple[ColumnElement[bool], ...]:
    """The month's days; the instants beside them are there for the index."""
    after = next_month(month)
    return (
        rounds.c.day >= month,
        rounds.c.day < after,
        rounds.c.opens_at > _midnight(month) - AROUND,
        rounds.c.opens_at < _midnight(after) + AROUND,
    )


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
