"""Here are the plans: what learners work towards, and when they want to be reminded."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time

from sqlalchemy import RowMapping, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.store.queries import insert
from quizbot.store.tables import plans


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """A learner's plan for a bank.

    `exam_on` is a day of the calendar in `zone`, `nudge_at` a time of its clock: when the learner
    is reminded of due reviews, None: never. `retention`, 0 to 1, is None where it wasn't chosen.
    """

    learner_id: int
    bank: str
    exam_on: date | None = None
    retention: float | None = None
    zone: str = "UTC"
    nudge_at: time | None = None


class Plans:
    """The plans table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def of(self, learner_id: int, bank: str) -> StoredPlan:
        """The learner's plan for the bank; an empty one where there is none."""
        found = await self._connection.execute(
            select(plans).where(plans.c.learner_id == learner_id, plans.c.bank == bank)
        )
        row = found.mappings().one_or_none()
        return StoredPlan(learner_id, bank) if row is None else _plan(row)

    async def put(self, plan: StoredPlan, *, next_nudge_at: datetime | None) -> None:
        """Store the plan in the place of the one for that learner and bank."""
        values = {
            "exam_on": plan.exam_on,
            "retention": plan.retention,
            "zone": plan.zone,
            "nudge_at": plan.nudge_at,
            "next_nudge_at": next_nudge_at,
        }
        await self._connection.execute(
            insert(self._connection, plans)
            .values(learner_id=plan.learner_id, bank=plan.bank, **values)
            .on_conflict_do_update(index_elements=["learner_id", "bank"], set_=values)
        )

    async def due(self, now: datetime, limit: int) -> list[tuple[StoredPlan, datetime]]:
        """The plans whose reminder is due by `now`, with its planned instant, oldest first."""
        found = await self._connection.execute(
            select(plans)
            .where(plans.c.next_nudge_at <= now)
            .order_by(plans.c.next_nudge_at, plans.c.learner_id, plans.c.bank)
            .limit(limit)
        )
        return [(_plan(row), row["next_nudge_at"]) for row in found.mappings()]

    async def move(self, plan: StoredPlan, planned: datetime, later: datetime | None) -> bool:
        """Plan the next reminder. False where another replica has moved it from `planned`."""
        moved = await self._connection.execute(
            update(plans)
            .where(
                plans.c.learner_id == plan.learner_id,
                plans.c.bank == plan.bank,
                plans.c.next_nudge_at == planned,
            )
            .values(next_nudge_at=later)
        )
        return moved.rowcount > 0

    async def earliest(self, after: datetime) -> datetime | None:
        """The next instant later than `after` at which a reminder is due."""
        at = plans.c.next_nudge_at
        found: datetime | None = await self._connection.scalar(
            select(func.min(at, type_=at.type)).where(at > after)
        )
        return found


def _plan(row: RowMapping) -> StoredPlan:
    return StoredPlan(
        row["learner_id"],
        row["bank"],
        row["exam_on"],
        row["retention"],
        row["zone"],
        row["nudge_at"],
    )
