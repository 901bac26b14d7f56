"""Here are the sessions: runs of rounds for one person."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping, case, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.domain.item import Difficulty
from quizbot.domain.mode import MODES
from quizbot.domain.session import Progress, Session
from quizbot.errors import NotFound
from quizbot.store.queries import insert
from quizbot.store.tables import attempts, rounds, sessions


class Sessions:
    """The sessions table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def start(self, session: Session, *, occasion: str) -> Session:
        """Store the session of an occasion; the first one stands."""
        await self._connection.execute(
            insert(self._connection, sessions)
            .values(
                occasion=occasion,
                learner_id=session.learner_id,
                mode=session.mode.name,
                bank=session.bank,
                topic=session.topic,
                difficulty=session.difficulty.value if session.difficulty else None,
                length=session.length,
                started_at=session.started_at,
                ends_at=session.ends_at,
                finished_at=session.finished_at,
            )
            .on_conflict_do_nothing(index_elements=["occasion"])
        )
        made = await self.made_by(occasion)
        if made is None:
            raise AssertionError("the session was just stored")
        return made

    async def made_by(self, occasion: str) -> Session | None:
        """The session of that occasion, or None."""
        return await self._one(select(sessions).where(sessions.c.occasion == occasion))

    async def get(self, session_id: int) -> Session:
        """The session of that id. Raises NotFound."""
        found = await self._one(select(sessions).where(sessions.c.id == session_id))
        if found is None:
            raise NotFound(f"there is no session {session_id}")
        return found

    async def open_of(self, learner_id: int, mode: str) -> Session | None:
        """The learner's newest unfinished session in that mode, or None."""
        return await self._one(
            select(sessions)
            .where(
                sessions.c.learner_id == learner_id,
                sessions.c.mode == mode,
                sessions.c.finished_at.is_(None),
            )
            .order_by(sessions.c.id.desc())
            .limit(1)
        )

    async def past(self, learner_id: int, mode: str, bank: str, limit: int) -> list[Session]:
        """The learner's finished sessions of that mode in the bank, the newest first."""
        found = await self._connection.execute(
            select(sessions)
            .where(
                sessions.c.learner_id == learner_id,
                sessions.c.mode == mode,
                sessions.c.bank == bank,
                sessions.c.finished_at.is_not(None),
            )
            .order_by(sessions.c.id.desc())
            .limit(limit)
        )
        return [_session(row) for row in found.mappings()]

    async def ending(self, by: datetime, limit: int) -> list[Session]:
        """Unfinished sessions whose time limit is at `by` or before, the earliest first."""
        found = await self._connection.execute(
            select(sessions)
            .where(sessions.c.finished_at.is_(None), sessions.c.ends_at <= by)
            .order_by(sessions.c.ends_at, sessions.c.id)
            .limit(limit)
        )
        return [_session(row) for row in found.mappings()]

    async def finish(self, session_id: int, at: datetime) -> None:
        """Note that the session is over; the first time stands."""
        await self._connection.execute(
            update(sessions)
            .where(sessions.c.id == session_id, sessions.c.finished_at.is_(None))
            .values(finished_at=at)
        )

    async def progress(self, session_id: int) -> Progress:
        """How many questions were put, answered, and answered right."""
        right = case((attempts.c.correct.is_(True), 1), else_=0)
        found = await self._connection.execute(
            select(
                func.count(rounds.c.id),
                func.count(attempts.c.round_id),
                func.coalesce(func.sum(right), 0),
            )
            .select_from(rounds)
            .outerjoin(
                attempts,
                (attempts.c.round_id == rounds.c.id)
                & (attempts.c.learner_id == rounds.c.learner_id),
            )
            .where(rounds.c.session_id == session_id)
        )
        asked, answered, correct = found.one()
        return Progress(int(asked), int(answered), int(correct))

    async def _one(self, query: Any) -> Session | None:
        found = await self._connection.execute(query)
        row = found.mappings().one_or_none()
        return None if row is None else _session(row)


def _session(row: RowMapping) -> Session:
    return Session(
        id=row["id"],
        learner_id=row["learner_id"],
        mode=MODES[row["mode"]],
        bank=row["bank"],
        topic=row["topic"],
        difficulty=Difficulty(row["difficulty"]) if row["difficulty"] else None,
        length=row["length"],
        started_at=row["started_at"],
        ends_at=row["ends_at"],
        finished_at=row["finished_at"],
    )
