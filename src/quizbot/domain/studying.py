"""Here is a study group's answers as the readiness model wants them, and what to study next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

import numpy as np

from quizbot.domain.ability import Answers, ItemPool, Prior, fit
from quizbot.domain.blueprint import Bank
from quizbot.domain.estimates import ENOUGH, Exam, Readiness, Studied
from quizbot.domain.history import Answer
from quizbot.domain.item import Difficulty
from quizbot.domain.readiness import age_weight, curves, readiness

LABELS = {Difficulty.EASY: -1.0, Difficulty.MEDIUM: 0.0, Difficulty.HARD: 1.0}
DAY_SECONDS = 86_400.0


def exam_of(bank: Bank) -> Exam:
    """The bank's exam; without a blueprint one of 50 questions that nobody passes or fails."""
    weights = [topic.weight for topic in bank.topics]
    whole = sum(weights)
    shares = tuple(weight / whole if whole else 1 / len(weights) for weight in weights)
    plan = bank.blueprint
    return Exam(shares, plan.questions if plan else 50, plan.cut if plan else 1.0)


def studied(
    bank: Bank, group: Sequence[tuple[int, Answer]], learner_id: int, now: datetime
) -> Studied:
    """How ready a learner is, in the light of the whole group's answers, oldest first."""
    return studied_each(bank, group, [learner_id], now)[learner_id]


def studied_each(
    bank: Bank, group: Sequence[tuple[int, Answer]], learners: Sequence[int], now: datetime
) -> dict[int, Studied]:
    """How ready each of `learners` is, in the light of the whole group's answers, oldest first.

    `group` are pairs of a learner's id and an answer. Only the first answer to an item counts:
    repeats would show what was remembered of the question. Items that the bank doesn't have any
    more are left out. Raises ValueError where the bank has no item.
    """
    if not bank.items:
        raise ValueError(f"the bank {bank.code} has no items")
    first: dict[tuple[int, str], Answer] = {}
    for person, answer in group:
        if answer.item in bank.by_id:
            first.setdefault((person, answer.item), answer)
    given: dict[int, Counter[str]] = {learner_id: Counter() for learner_id in learners}
    for person, item in first:
        if person in given:
            given[person][bank.by_id[item].topic] += 1
    enough = [person for person, topics in given.items() if topics.total() >= ENOUGH]
    found = _readiness(bank, first, enough, now) if enough else {}
    return {
        person: Studied(
            topics.total(), tuple(topics[topic.code] for topic in bank.topics), found.get(person)
        )
        for person, topics in given.items()
    }


def _readiness(
    bank: Bank, first: Mapping[tuple[int, str], Answer], wanted: Sequence[int], now: datetime
) -> dict[int, Readiness]:
    numbers = {item.id: number for number, item in enumerate(bank.items)}
    people = {person: number for number, person in enumerate(dict.fromkeys(p for p, _ in first))}
    answers = Answers(
        person=np.array([people[person] for person, _ in first], dtype=np.intp),
        item=np.array([numbers[item] for _, item in first], dtype=np.intp),
        right=np.array([answer.correct for answer in first.values()], dtype=float),
        weight=np.array([_weight(answer, now) for answer in first.values()]),
    )
    fitted = fit(answers, _pool(bank), len(people), Prior())
    exam, curves_ = exam_of(bank), curves(fitted)
    return {person: readiness(fitted, people[person], exam, curves_) for person in wanted}


def _weight(answer: Answer, now: datetime) -> float:
    return age_weight((now - answer.at).total_seconds() / DAY_SECONDS)


def _pool(bank: Bank) -> ItemPool:
    topics = {topic.code: number for number, topic in enumerate(bank.topics)}
    return ItemPool(
        topic=np.array([topics[item.topic] for item in bank.items], dtype=np.intp),
        label=np.array([LABELS[item.difficulty] for item in bank.items]),
        guess=np.array([item.guess for item in bank.items]),
        topics=len(bank.topics),
    )
