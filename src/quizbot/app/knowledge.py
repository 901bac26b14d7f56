"""Here is what the tutor knows of a learner in a bank: answers, memories, cards, the plan."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time

from quizbot.app.tools import Tools, place, words
from quizbot.domain import schedule as calendar
from quizbot.domain.blueprint import Bank
from quizbot.domain.concepts import Concept, concepts
from quizbot.domain.gain import Mind, mind
from quizbot.domain.history import Answer
from quizbot.domain.review import Card, Plan, cards
from quizbot.ports import Caller
from quizbot.store.plans import StoredPlan
from quizbot.store.store import Transaction


@dataclass(frozen=True, slots=True)
class Knowledge:
    """One learner and one bank. `history` has the oldest answer first."""

    learner_id: int
    concepts: tuple[Concept, ...]
    history: tuple[Answer, ...]
    plan: Plan

    @property
    def mind(self) -> Mind:
        """What the learner remembers."""
        return mind(self.concepts, self.history)

    @property
    def cards(self) -> dict[str, Card]:
        """The learner's review cards by the codes of their concepts."""
        return cards(self.concepts, self.history, self.plan, learner_id=self.learner_id)


async def knowledge(tx: Transaction, learner_id: int, bank: Bank, now: datetime) -> Knowledge:
    """What is known of the learner in the bank."""
    history = await tx.histories.of(learner_id, bank.code, now)
    stored = await tx.plans.of(learner_id, bank.code)
    return Knowledge(learner_id, concepts(bank), tuple(history), plan_of(stored))


async def bank_of(tools: Tools, caller: Caller, code: str | None) -> Bank:
    """The bank with that code; else the one that the caller answered last, or their channel's.

    Raises UserError where there is none such, or none at all.
    """
    w = words(caller)
    if code is None:
        async with tools.store.read() as tx:
            learner = await tx.learners.find(caller.user)
            last = await tx.histories.last_bank(learner.id) if learner else None
            schedule = await tx.schedules.of(place(caller))
        likely = (last, schedule.bank if schedule else None)
        served = tools.library.catalog.banks
        code = next((one for one in likely if one in served), None)
    return tools.bank(code, w)


def plan_of(stored: StoredPlan) -> Plan:
    """The plan as the rules want it: the exam's day begins at midnight where the learner lives."""
    if stored.exam_on is None:
        return Plan(stored.retention)
    return Plan(stored.retention, calendar.instant(stored.exam_on, time.min, stored.zone))
