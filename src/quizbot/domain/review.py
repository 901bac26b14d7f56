"""Here is spaced review: when a concept should be asked again, by FSRS (PyPI `fsrs`).

A card is never stored: it is what its learner's answers to the concept make of it. So an answer
that is scored anew, or an item that is withdrawn, moves the cards by itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

import fsrs

from quizbot.domain.concepts import Concept
from quizbot.domain.history import Answer, Grade

LEECH = 4
"""Lapses that make a leech: another repetition won't help, another explanation may."""

A_DAY = 20
"""Reviews a day where nothing else is asked for."""

DAY = timedelta(days=1)
LATEST = timedelta(days=1)
"""How long before the exam the last review is due at the latest."""

SPREAD = 0.1
"""The share of the time before the exam over which cards that would fall after it are spread."""


_RATINGS = {
    Grade.AGAIN: fsrs.Rating.Again,
    Grade.HARD: fsrs.Rating.Hard,
    Grade.GOOD: fsrs.Rating.Good,
}


@dataclass(frozen=True, slots=True)
class Review:
    """One recall of a concept."""

    at: datetime
    grade: Grade


@dataclass(frozen=True, slots=True)
class Plan:
    """What a learner works towards in a bank.

    `retention` is the share of cards to be remembered when they come due, 0 to 1; None: 0.9, or
    0.75 with an exam ahead, when there is a budget of days. `exam_at` is the exam's instant.
    """

    retention: float | None = None
    exam_at: datetime | None = None

    def __post_init__(self) -> None:
        if self.retention is not None and not 0.5 <= self.retention <= 0.99:
            raise ValueError(f"a retention is from 0.5 to 0.99, not {self.retention}")

    def wanted(self, now: datetime) -> float:
        """The retention that is aimed at."""
        if self.retention is not None:
            return self.retention
        return 0.75 if self.ahead(now) else 0.9

    def ahead(self, now: datetime) -> datetime | None:
        """The exam's instant while it lies ahead, else None."""
        return self.exam_at if self.exam_at and self.exam_at > now else None


@dataclass(frozen=True, slots=True)
class Card:
    """FSRS's memory of one learner and one concept.

    `stability` in days, `difficulty` from 1 to 10, `lapses` counts failures after the first time.
    """

    due: datetime
    last_review: datetime
    stability: float
    difficulty: float
    lapses: int

    @property
    def leech(self) -> bool:
        """Whether repeating it in this way has failed too often."""
        return self.lapses >= LEECH

    def recall(self, now: datetime) -> float:
        """The chance of recalling it now, 0 to 1, by whole days."""
        return float(_scheduler(0.9).get_card_retrievability(_fsrs(self), now.astimezone(UTC)))


def cards(
    concepts: Sequence[Concept], history: Sequence[Answer], plan: Plan, *, learner_id: int
) -> dict[str, Card]:
    """The learner's cards by their concepts' codes: of those that were ever asked."""
    owner = {item: concept.code for concept in concepts for item in concept.guesses}
    reviews: dict[str, list[Review]] = {}
    for answer in history:
        if answer.item in owner:
            reviews.setdefault(owner[answer.item], []).append(Review(answer.at, answer.grade))
    return {
        code: card(given, plan, learner_id=learner_id, concept=code)
        for code, given in reviews.items()
    }


def card(reviews: Sequence[Review], plan: Plan, *, learner_id: int, concept: str) -> Card:
    """The card that `reviews`, oldest first, make.

    It is never due after the exam: one that would be is brought forward to one of the last days
    before, which one depends on learner and concept, so that they don't all come at once.

    Raises ValueError where there is no review.
    """
    if not reviews:
        raise ValueError("a card begins with a review")
    last = reviews[-1].at.astimezone(UTC)
    scheduler = _scheduler(plan.wanted(last))
    made = fsrs.Card(card_id=0, due=reviews[0].at.astimezone(UTC))
    for review in reviews:
        made, _ = scheduler.review_card(made, _RATINGS[review.grade], review.at.astimezone(UTC))
    if made.stability is None or made.difficulty is None:
        raise AssertionError("a reviewed card has its numbers")
    exam_at = plan.ahead(last)
    return Card(
        due=_before(made.due, last, exam_at, learner_id, concept) if exam_at else made.due,
        last_review=last,
        stability=made.stability,
        difficulty=made.difficulty,
        lapses=sum(review.grade is Grade.AGAIN for review in reviews[1:]),
    )


def due(cards: Mapping[str, Card], now: datetime) -> list[str]:
    """The codes of the cards that are due, the likeliest forgotten first."""
    ripe = [(card.recall(now), code) for code, card in cards.items() if card.due <= now]
    return [code for _, code in sorted(ripe)]


def _before(
    due_at: datetime, last: datetime, exam_at: datetime, learner_id: int, concept: str
) -> datetime:
    window = max((exam_at - last) * SPREAD, 2 * DAY)
    latest = exam_at - LATEST - window * _portion(learner_id, concept)
    return min(due_at, max(latest, min(last + DAY, exam_at)))


def _portion(learner_id: int, concept: str) -> float:
    """A number from 0 to 1 that is always the same for a learner and a concept."""
    digest = hashlib.blake2b(f"{learner_id}|{concept}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") / 2**32


@cache
def _scheduler(retention: float) -> fsrs.Scheduler:
    """FSRS without its own short steps (a quiz asks days apart) and without random fuzz."""
    return fsrs.Scheduler(
        desired_retention=retention, learning_steps=(), relearning_steps=(), enable_fuzzing=False
    )


def _fsrs(card_: Card) -> fsrs.Card:
    return fsrs.Card(
        card_id=0,
        state=fsrs.State.Review,
        stability=card_.stability,
        difficulty=card_.difficulty,
        due=card_.due,
        last_review=card_.last_review,
    )
