"""Here are the attempts: read here; written by the writer alone."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from sqlalchemy import RowMapping, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.domain.round import Attempt
from quizbot.domain.scoring import Score
from quizbot.domain.standing import Tally
from quizbot.store.tables import attempts, rounds


class Attempts:
    """The attempts table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def of(self, round_id: int, learner_id: int) -> Attempt | None:
        """The learner's attempt that stands, or None."""
        found = await self._connection.execute(
            select(attempts).where(
                attempts.c.round_id == round_id, attempts.c.learner_id == learner_id
            )
        )
        row = found.mappings().one_or_none()
        return None if row is None else attempt_of(row)

    async def tally(self, round_id: int) -> Tally:
        """How the round was answered in time."""
        found = await self._connection.execute(
            select(attempts.c.response, attempts.c.correct, func.count().label("people"))
            .where(attempts.c.round_id == round_id, attempts.c.counts.is_(True))
            .group_by(attempts.c.response, attempts.c.correct)
        )
        by_option: Counter[str] = Counter()
        answered = correct = 0
        for response, right, people in found:
            by_option.update(dict.fromkeys(unpack(response), people))
            answered += people
            correct += people if right else 0
        return Tally(dict(by_option), answered, correct)

    async def answered(self, round_id: int) -> int:
        """How many people answered in time."""
        return int(
            await self._connection.scalar(
                select(func.count())
                .select_from(attempts)
                .where(attempts.c.round_id == round_id, attempts.c.counts.is_(True))
            )
            or 0
        )

    async def seen(self, learner_id: int, bank: str) -> dict[str, datetime]:
        """The bank's items that the learner has answered, and when last."""
        latest = func.max(attempts.c.answered_at, type_=attempts.c.answered_at.type)
        found = await self._connection.execute(
            select(rounds.c.item_id, latest)
            .join(rounds, rounds.c.id == attempts.c.round_id)
            .where(attempts.c.learner_id == learner_id, rounds.c.bank == bank)
            .group_by(rounds.c.item_id)
        )
        return {row[0]: row[1] for row in found}


def pack(response: frozenset[str]) -> str:
    """A response as it is stored: its option ids in order, with commas between."""
    return ",".join(sorted(response))


def unpack(stored: str) -> frozenset[str]:
    """A stored response."""
    return frozenset(stored.split(",")) if stored else frozenset()


def attempt_of(row: RowMapping) -> Attempt:
    """The attempt in a row."""
    return Attempt(
        round_id=row["round_id"],
        learner_id=row["learner_id"],
        response=unpack(row["response"]),
        score=Score(credit=row["credit"], correct=row["correct"]),
        answered_at=row["answered_at"],
        counts=row["counts"],
        points=row["points"],
    )
