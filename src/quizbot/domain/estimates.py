"""Here is what is told of readiness: values alone, so that a view needs no arithmetic library."""

from __future__ import annotations

import math
from dataclasses import dataclass

ENOUGH = 10
"""First answers below which nothing is said: the estimate would be the group's, not theirs."""


@dataclass(frozen=True, slots=True)
class Exam:
    """The exam to be passed: the topics' shares (their sum is 1), its length, and the cut score."""

    shares: tuple[float, ...]
    questions: int
    cut: float

    @property
    def needed(self) -> int:
        """Right answers that pass."""
        return math.ceil(self.cut * self.questions - 1e-9)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share of right answers, 0 to 1: its mean, and the interval that holds it 9 times in 10."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Readiness:
    """The chance of passing now, the expected score, and the expected score in each topic."""

    chance: float
    score: Estimate
    topics: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Studied:
    """How far one person has come in a bank.

    `answers` counts the items answered, by topic in `by_topic`. `readiness` is None below ENOUGH:
    then nothing honest can be said. Its topics are in the order of the bank's.
    """

    answers: int
    by_topic: tuple[int, ...]
    readiness: Readiness | None
