"""Here are the learners: who they are on their platform, and whether they are hidden."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping, Table, case, delete, null, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.errors import NotFound
from quizbot.refs import ChannelRef, UserRef
from quizbot.store.channels import Channels
from quizbot.store.queries import insert
from quizbot.store.rounds import still_secret
from quizbot.store.suggesters import forget_suggestions, suggestions_of
from quizbot.store.tables import (
    attempts,
    channels,
    learners,
    marks,
    plans,
    posts,
    rounds,
    schedules,
    sessions,
    standings,
    streaks,
)
from quizbot.store.values import FORGOTTEN, Learner, PostState, packed


class Learners:
    """The learners table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, learner_id: int) -> Learner:
        """The learner of that id. Raises NotFound."""
        row = await self._one(learners.c.id == learner_id)
        if row is None:
            raise NotFound(f"there is no learner {learner_id}")
        return row

    async def find(self, user: UserRef) -> Learner | None:
        """The learner who is `user`, or None."""
        return await self._one(
            (learners.c.platform == user.platform)
            & (learners.c.workspace == user.workspace)
            & (learners.c.user == user.user)
        )

    async def of(self, user: UserRef, *, name: str) -> Learner:
        """The learner who is `user`, stored now if new, and known by `name` from now on."""
        await self._connection.execute(
            insert(self._connection, learners)
            .values(
                platform=user.platform,
                workspace=user.workspace,
                user=user.user,
                name=name,
                hidden=False,
            )
            .on_conflict_do_update(
                index_elements=["platform", "workspace", "user"], set_={"name": name}
            )
        )
        found = await self.find(user)
        if found is None:
            raise AssertionError(f"{user} was just stored")
        return found

    async def set_hidden(self, learner_id: int, *, hidden: bool) -> None:
        """Hide the learner from every board, or show them again."""
        for table, column in ((learners, learners.c.id), (standings, standings.c.learner_id)):
            await self._connection.execute(
                update(table).where(column == learner_id).values(hidden=hidden)
            )

    async def set_alias(self, learner_id: int, alias: str | None) -> None:
        """Show the learner under this name; None: under the platform's."""
        await self._connection.execute(
            update(learners).where(learners.c.id == learner_id).values(alias=alias)
        )

    async def export(self, learner_id: int, now: datetime) -> dict[str, Any]:
        """Everything stored about the person, ready for JSON. Raises NotFound.

        Whether an answer is right is left open where its question tells that at its close only.
        """
        learner = await self.get(learner_id)
        secret = still_secret(now)
        given = await self._connection.execute(
            select(
                rounds.c.bank,
                rounds.c.item_id,
                rounds.c.mode,
                attempts.c.response,
                case((secret, null()), else_=attempts.c.correct).label("correct"),
                case((secret, null()), else_=attempts.c.points).label("points"),
                attempts.c.counts,
                attempts.c.answered_at,
            )
            .join(rounds, rounds.c.id == attempts.c.round_id)
            .where(attempts.c.learner_id == learner_id)
            .order_by(attempts.c.answered_at, rounds.c.id)
        )
        held = await self._connection.execute(
            select(channels.c.channel, streaks.c.length, streaks.c.freezes_used, streaks.c.month)
            .join(channels, channels.c.id == streaks.c.channel_id)
            .where(streaks.c.learner_id == learner_id)
        )
        practised = await self._connection.execute(
            select(
                sessions.c.mode,
                sessions.c.bank,
                sessions.c.length,
                sessions.c.started_at,
                sessions.c.finished_at,
            ).where(sessions.c.learner_id == learner_id)
        )
        return {
            "platform": learner.user.platform,
            "workspace": learner.user.workspace,
            "user": learner.user.user,
            "name": learner.name,
            "hidden": learner.hidden,
            "alias": learner.alias,
            "answers": [_plain(row) for row in given.mappings()],
            "streaks": [_plain(row) for row in held.mappings()],
            "sessions": [_plain(row) for row in practised.mappings()],
            "plans": await self._of(plans, learner_id),
            "marks": await self._of(marks, learner_id),
            "suggestions": await suggestions_of(self._connection, learner_id),
        }

    async def forget(self, learner_id: int, now: datetime) -> None:
        """Forget the person. Their answers stay as anonymous numbers of their questions.

        The row becomes that of an anonymous learner, so that the statistics of items stay whole;
        so does their private conversation with the bot. Answers to questions that are still open
        go altogether: nobody could tell that the same person answers again. Raises NotFound.
        """
        learner = await self.get(learner_id)
        await self._connection.execute(  # first: the writer of another replica waits from here on
            update(learners)
            .where(learners.c.id == learner_id)
            .values(
                platform=FORGOTTEN,
                workspace="",
                user=str(learner_id),
                name="",
                hidden=True,
                alias=None,
            )
        )
        still_open = select(rounds.c.id).where(
            rounds.c.channel_id.is_not(None),
            or_(rounds.c.closes_at.is_(None), rounds.c.closes_at > now),
        )
        await self._connection.execute(
            delete(attempts).where(
                attempts.c.learner_id == learner_id, attempts.c.round_id.in_(still_open)
            )
        )
        for table in (standings, streaks, marks, plans):
            await self._connection.execute(delete(table).where(table.c.learner_id == learner_id))
        await forget_suggestions(self._connection, learner_id)
        await self._connection.execute(
            update(schedules).where(schedules.c.set_by == packed(learner.user)).values(set_by=None)
        )
        await self._connection.execute(
            update(rounds).where(rounds.c.asked_by == packed(learner.user)).values(asked_by=None)
        )
        await self._forget_conversation(ChannelRef.direct(learner.user), learner_id)

    async def _forget_conversation(self, direct: ChannelRef, learner_id: int) -> None:
        channel_id = await Channels(self._connection).find(direct)
        if channel_id is None:
            return
        await self._connection.execute(
            delete(schedules).where(schedules.c.channel_id == channel_id)
        )
        await self._connection.execute(
            update(posts)
            .where(posts.c.channel_id == channel_id)
            .values(message=None, sent_in=None, problem="", state=PostState.REFUSED.value)
        )
        await self._connection.execute(
            update(channels)
            .where(channels.c.id == channel_id)
            .values(platform=FORGOTTEN, workspace="", channel=f"@{learner_id}")
        )

    async def _of(self, table: Table, learner_id: int) -> list[dict[str, Any]]:
        found = await self._connection.execute(
            select(table).where(table.c.learner_id == learner_id)
        )
        return [_plain(row) for row in found.mappings()]

    async def _one(self, condition: Any) -> Learner | None:
        found = await self._connection.execute(select(learners).where(condition))
        row = found.mappings().one_or_none()
        return None if row is None else _learner(row)


def _learner(row: RowMapping) -> Learner:
    user = UserRef(row["platform"], row["workspace"], row["user"])
    return Learner(row["id"], user, row["name"], hidden=row["hidden"], alias=row["alias"])


def _plain(row: RowMapping) -> dict[str, Any]:
    return {
        str(key): value.isoformat() if hasattr(value, "isoformat") else value
        for key, value in row.items()
    }
