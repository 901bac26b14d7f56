"""Here is what the tutor knows of a learner in a bank: answers, memories, cards, the plan."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time

from quizbot.domain import schedule
from quizbot.domain.blueprint import Bank
from quizbot.domain.concepts import Concept, concepts
from quizbot.domain.gain import Mind, mind
from quizbot.domain.history import Answer
from quizbot.domain.review import Card, Plan, cards
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


def plan_of(stored: StoredPlan) -> Plan:
    """The plan as the rules want it: the exam's day begins at midnight where the learner lives."""
    if stored.exam_on is None:
        return Plan(stored.retention)
    return Plan(stored.retention, schedule.instant(stored.exam_on, time.min, stored.zone))
