"""Here is what analysis asks of the answers: who chose what first, and how many took part when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    RowMapping,
    and_,
    distinct,
    func,
    or_,
    select,
    true,
    type_coerce,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.domain.participation import Activity, Span
from quizbot.domain.scoring import Response
from quizbot.refs import ChannelRef
from quizbot.store.attempts import unpack
from quizbot.store.channels import Channels
from quizbot.store.columns import MICROSECOND, micros
from quizbot.store.tables import attempts, rounds


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose answers are looked at.

    With a `channel`, those given there, and the private ones of people who have answered there.
    """

    bank: str
    channel: ChannelRef | None = None


@dataclass(frozen=True, slots=True)
class FirstAnswer:
    """A learner's first answer ever to an item, given to this revision of it."""

    learner_id: int
    item_id: str
    revision: str
    response: Response
    correct: bool
    answered_at: datetime


class Analysis:
    """Questions about many answers at once."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._channels = Channels(connection)

    async def first_answers(self, scope: Scope, since: datetime | None = None) -> list[FirstAnswer]:
        """The first answers to the bank's items, oldest first, from `since` on.

        Whoever answered an item before, elsewhere or earlier or in an older wording, has no first
        answer to it any more; whoever first answered late, when all was told, has none at all.
        """
        order = (attempts.c.answered_at, attempts.c.round_id)
        key = (attempts.c.learner_id, rounds.c.item_id)
        nth = func.row_number().over(partition_by=key, order_by=order).label("nth")
        numbered = (
            select(attempts, rounds.c.item_id, rounds.c.revision, rounds.c.channel_id, nth)
            .join(rounds, rounds.c.id == attempts.c.round_id)
            .where(rounds.c.bank == scope.bank)
            .subquery()
        )
        found = await self._connection.execute(
            select(numbered)
            .where(
                numbered.c.nth == 1,
                numbered.c.counts.is_(True),
                await self._within(scope, numbered.c.channel_id, numbered.c.learner_id),
                true() if since is None else numbered.c.answered_at >= since,
            )
            .order_by(numbered.c.answered_at, numbered.c.round_id, numbered.c.learner_id)
        )
        return [_first_answer(row) for row in found.mappings()]

    async def activity(self, scope: Scope, span: Span) -> list[Activity]:
        """Participation in every step of the span; repeats count as well as first answers."""
        at = type_coerce(attempts.c.answered_at, BigInteger)
        step = (at - micros(span.begins)) // (span.step // MICROSECOND)
        found = await self._connection.execute(
            select(step, func.count(distinct(attempts.c.learner_id)), func.count())
            .join(rounds, rounds.c.id == attempts.c.round_id)
            .where(
                rounds.c.bank == scope.bank,
                attempts.c.counts.is_(True),
                attempts.c.answered_at >= span.begins,
                attempts.c.answered_at < span.ends,
                await self._within(scope, rounds.c.channel_id, attempts.c.learner_id),
            )
            .group_by(step)
        )
        took_part = {int(row[0]): (int(row[1]), int(row[2])) for row in found}
        return [
            Activity(begins, *took_part.get(number, (0, 0)))
            for number, begins in enumerate(span.steps())
        ]

    async def people(self, scope: Scope, since: datetime | None = None) -> int:
        """How many people answered in time, from `since` on."""
        found = await self._connection.scalar(
            select(func.count(distinct(attempts.c.learner_id)))
            .join(rounds, rounds.c.id == attempts.c.round_id)
            .where(
                rounds.c.bank == scope.bank,
                attempts.c.counts.is_(True),
                await self._within(scope, rounds.c.channel_id, attempts.c.learner_id),
                true() if since is None else attempts.c.answered_at >= since,
            )
        )
        return int(found or 0)

    async def _within(
        self, scope: Scope, channel_id: ColumnElement[int], learner_id: ColumnElement[int]
    ) -> ColumnElement[bool]:
        """Whether an answer to a round of that channel (none: in private) is in the scope."""
        if scope.channel is None:
            return true()
        here = await self._channels.find(scope.channel)
        seen_here = (
            select(attempts.c.learner_id)
            .join(rounds, rounds.c.id == attempts.c.round_id)
            .where(rounds.c.channel_id == here)
        )
        return or_(channel_id == here, and_(channel_id.is_(None), learner_id.in_(seen_here)))


def _first_answer(row: RowMapping) -> FirstAnswer:
    return FirstAnswer(
        learner_id=row["learner_id"],
        item_id=row["item_id"],
        revision=row["revision"],
        response=unpack(row["response"]),
        correct=row["correct"],
        answered_at=row["answered_at"],
    )
