"""Here are the histories: all that people have answered in a bank, oldest first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, and_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.domain.history import Answer, Grade
from quizbot.refs import UserRef
from quizbot.store.rounds import still_secret
from quizbot.store.tables import attempts, learners, marks, rounds

GROUP_LIMIT = 100_000
"""Answers of a workspace that are looked at, the newest ones: beyond, older ones tell little."""


@dataclass(frozen=True, slots=True)
class GroupAnswer:
    """Somebody's answer to an item of the bank."""

    learner_id: int
    answer: Answer


class Histories:
    """Attempts with what is known of their rounds."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def of(self, learner_id: int, bank: str, now: datetime) -> list[Answer]:
        """The learner's answers to the bank's items, without those whose verdict is held back."""
        found = await self._connection.execute(
            _answers(bank, now)
            .where(attempts.c.learner_id == learner_id)
            .order_by(attempts.c.answered_at, attempts.c.round_id)
        )
        return [_answer(row) for row in found]

    async def last_bank(self, learner_id: int) -> str | None:
        """The code of the bank in which the learner answered last, or None."""
        found: str | None = await self._connection.scalar(
            select(rounds.c.bank)
            .join(attempts, attempts.c.round_id == rounds.c.id)
            .where(attempts.c.learner_id == learner_id)
            .order_by(attempts.c.answered_at.desc(), attempts.c.round_id.desc())
            .limit(1)
        )
        return found

    async def of_group(self, user: UserRef, bank: str, now: datetime) -> list[GroupAnswer]:
        """The answers of everybody in the workspace of `user`, likewise."""
        newest = (
            _answers(bank, now)
            .join(learners, learners.c.id == attempts.c.learner_id)
            .where(learners.c.platform == user.platform, learners.c.workspace == user.workspace)
            .order_by(
                attempts.c.answered_at.desc(),
                attempts.c.round_id.desc(),
                attempts.c.learner_id.desc(),
            )
            .limit(GROUP_LIMIT)
        )
        found = (await self._connection.execute(newest)).all()
        return [GroupAnswer(row.learner_id, _answer(row)) for row in reversed(found)]


def _answers(bank: str, now: datetime) -> Select[Any]:
    own = and_(marks.c.round_id == attempts.c.round_id, marks.c.learner_id == attempts.c.learner_id)
    return (
        select(
            attempts.c.learner_id,
            rounds.c.item_id,
            attempts.c.correct,
            attempts.c.answered_at,
            marks.c.mark,
        )
        .select_from(attempts)
        .join(rounds, rounds.c.id == attempts.c.round_id)
        .outerjoin(marks, own)
        .where(rounds.c.bank == bank, ~still_secret(now))
    )


def _answer(row: Any) -> Answer:
    mark = Grade(row.mark) if row.mark else None
    return Answer(row.item_id, bool(row.correct), row.answered_at, mark)
