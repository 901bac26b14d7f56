"""Here are the posts: what is owed to channels, who is delivering it, and what became of it."""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, and_, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.errors import NotFound
from quizbot.refs import ChannelRef, PostRef
from quizbot.store.channels import Channels
from quizbot.store.numbering import give_number
from quizbot.store.queries import insert, is_sqlite
from quizbot.store.tables import channels, posts
from quizbot.store.values import FORGOTTEN, Post, PostKind, PostState


class Posts:
    """The posts table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._channels = Channels(connection)

    async def owe(self, round_id: int, kind: PostKind, channel: ChannelRef, at: datetime) -> Post:
        """Note a debt to a channel; noted twice it is one."""
        await self._connection.execute(
            insert(self._connection, posts)
            .values(
                round_id=round_id,
                kind=kind.value,
                channel_id=await self._channels.of(channel),
                state=PostState.OWED.value,
                tries=0,
                try_after=at,
                problem="",
            )
            .on_conflict_do_nothing(index_elements=["round_id", "kind"])
        )
        post = await self.of(round_id, kind)
        if post is None:
            raise NotFound(f"there is no round {round_id}")
        return post

    async def lease(
        self, now: datetime, lease: timedelta, limit: int, platforms: Collection[str]
    ) -> list[Post]:
        """Take up to `limit` posts to deliver, each for the time of `lease`.

        Posts that are owed and may be tried by `now`, and those whose lease ended without a word.
        No two callers get the same one. An edit or a reveal waits until its question is sent.
        """
        chosen = (
            select(posts.c.id)
            .join(channels, channels.c.id == posts.c.channel_id)
            .where(_may_be_tried(), posts.c.try_after <= now, channels.c.platform.in_(platforms))
            .order_by(posts.c.try_after, posts.c.id)
            .limit(limit)
        )
        if not is_sqlite(self._connection):
            chosen = chosen.with_for_update(skip_locked=True, of=posts)
        # As a table of its own, so that PostgreSQL takes the rows once and no more than `limit`.
        ids = select(chosen.cte("chosen").c.id)
        taken = await self._connection.scalars(
            update(posts)
            .where(posts.c.id.in_(ids))
            .values(state=PostState.SENDING.value, tries=posts.c.tries + 1, try_after=now + lease)
            .returning(posts.c.id)
        )
        found = await self._connection.execute(
            _joined().where(posts.c.id.in_(list(taken))).order_by(posts.c.id)
        )
        return [_post(row) for row in found.mappings()]

    async def sent(self, post_id: int, post: PostRef) -> None:
        """The post stands there. A scheduled question gets its number in the channel now.

        Where the conversation was forgotten meanwhile, nothing is written down of it.
        """
        where = json.dumps([post.channel.platform, post.channel.workspace, post.channel.channel])
        await self._connection.execute(
            update(posts)
            .where(posts.c.id == post_id, posts.c.channel_id.not_in(_forgotten()))
            .values(state=PostState.SENT.value, message=post.message, sent_in=where, problem="")
        )
        found = await self._connection.execute(
            select(posts.c.round_id, posts.c.kind).where(posts.c.id == post_id)
        )
        round_id, kind = found.one()
        if kind == PostKind.QUESTION.value:
            await give_number(self._connection, round_id)

    async def retry(self, post_id: int, at: datetime, problem: str) -> None:
        """Owe the post again, from the instant `at`."""
        await self._end(post_id, state=PostState.OWED.value, try_after=at, problem=problem)

    async def refused(self, post_id: int, problem: str) -> None:
        """It will never be posted."""
        await self._end(post_id, state=PostState.REFUSED.value, problem=problem)

    async def undecided(self, post_id: int, problem: str) -> None:
        """It may have been posted, and nobody can tell."""
        await self._end(post_id, state=PostState.UNDECIDED.value, problem=problem)

    async def of(self, round_id: int, kind: PostKind) -> Post | None:
        """The round's post of that kind, or None."""
        found = await self._connection.execute(
            _joined().where(posts.c.round_id == round_id, posts.c.kind == kind.value)
        )
        row = found.mappings().one_or_none()
        return None if row is None else _post(row)

    async def earliest(self) -> datetime | None:
        """The next instant at which a post may be tried, or a lease ends."""
        found: datetime | None = await self._connection.scalar(
            select(func.min(posts.c.try_after, type_=posts.c.try_after.type)).where(_may_be_tried())
        )
        return found

    async def _end(self, post_id: int, **values: object) -> None:
        """End a lease; one that ran out never overwrites what another worker sent meanwhile."""
        await self._connection.execute(
            update(posts)
            .where(posts.c.id == post_id, posts.c.state == PostState.SENDING.value)
            .values(**values)
        )


def _forgotten() -> Select[Any]:
    return select(channels.c.id).where(channels.c.platform == FORGOTTEN)


def _may_be_tried() -> ColumnElement[bool]:
    """Owed or being sent; an edit or a reveal only once its question stands."""
    question = posts.alias("question")
    stands = exists().where(
        question.c.round_id == posts.c.round_id,
        question.c.kind == PostKind.QUESTION.value,
        question.c.state == PostState.SENT.value,
    )
    return and_(
        posts.c.state.in_([PostState.OWED.value, PostState.SENDING.value]),
        or_(posts.c.kind == PostKind.QUESTION.value, stands),
    )


def _joined() -> Select[Any]:
    return select(posts, channels.c.platform, channels.c.workspace, channels.c.channel).join(
        channels, channels.c.id == posts.c.channel_id
    )


def _post(row: RowMapping) -> Post:
    sent = None
    if row["message"] is not None:
        sent = PostRef(ChannelRef(*json.loads(row["sent_in"])), row["message"])
    return Post(
        id=row["id"],
        round_id=row["round_id"],
        kind=PostKind(row["kind"]),
        channel=ChannelRef(row["platform"], row["workspace"], row["channel"]),
        state=PostState(row["state"]),
        tries=row["tries"],
        try_after=row["try_after"],
        sent=sent,
        problem=row["problem"],
    )
