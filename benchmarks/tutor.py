"""Here is the tutor behind the interfaces of the two gates: its readiness estimate, its choice.

`python -m benchmarks` doesn't run it: the gates are programs of their own (see docs/tutor.md).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from quizbot.domain.ability import Answers, ItemPool, Prior, fit
from quizbot.domain.concepts import Concept
from quizbot.domain.estimates import Exam
from quizbot.domain.gain import mind, most_gain
from quizbot.domain.history import Answer
from quizbot.domain.readiness import curves, readiness

START = datetime(2026, 1, 1, tzinfo=UTC)
Choose = Callable[[list[tuple[int, bool, float]], Any, float], int]


def estimate(log: Any, bank: Any, learners: Sequence[int]) -> list[tuple[float, float, float]]:
    """The chance of passing and the 90% interval of the expected score, for each of `learners`.

    `log` is (who, item, right), arrays of first answers; `bank` has topic, label, options, weights,
    exam_length and pass_mark.
    """
    who, item, right = (np.asarray(column) for column in log)
    pool = ItemPool(bank.topic, bank.label, 1 / bank.options, len(bank.weights))
    answers = Answers(
        who.astype(np.intp), item.astype(np.intp), right.astype(float), np.ones(len(right))
    )
    exam = Exam(tuple(bank.weights.tolist()), bank.exam_length, bank.pass_mark)
    group = fit(answers, pool, len(learners), Prior())
    shapes = curves(group)
    seen = (readiness(group, person, exam, shapes) for person in learners)
    return [(one.chance, one.score.low, one.score.high) for one in seen]


def make() -> Choose:
    """A choice of questions for one learner: `choose(history, bank, now)` gives an item's number.

    `history` lists (item, right, day); `bank` has topic, concept, options, weights and exam_day.
    """
    rng = random.Random(5)  # noqa: S311 (no secret)
    made: list[tuple[Concept, ...]] = []

    def choose(history: list[tuple[int, bool, float]], bank: Any, now: float) -> int:
        if not made:
            made.append(_concepts(bank))
        answers = [Answer(str(item), bool(right), _at(day)) for item, right, day in history]
        item = most_gain(
            made[0],
            mind(made[0], answers),
            now=_at(now),
            exam_at=_at(bank.exam_day),
            avoid=(),
            rng=rng,
        )
        if item is None:
            raise ValueError("the bank has no items")
        return int(item)

    return choose


def _at(day: float) -> datetime:
    return START + timedelta(days=day)


def _concepts(bank: Any) -> tuple[Concept, ...]:
    items: dict[int, dict[str, float]] = {}
    for item, (concept, options) in enumerate(zip(bank.concept, bank.options, strict=True)):
        items.setdefault(int(concept), {})[str(item)] = 1 / int(options)
    topics = {int(c): int(t) for c, t in zip(bank.concept, bank.topic, strict=True)}
    counts = np.bincount(list(topics.values()), minlength=len(bank.weights))
    return tuple(
        Concept(str(c), str(topics[c]), float(bank.weights[topics[c]] / counts[topics[c]]), guesses)
        for c, guesses in sorted(items.items())
    )
