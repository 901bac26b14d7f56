"""Here is how ready a person is: the chance of passing the exam, and how sure that is.

The posterior of `ability` is drawn from (Gaussian draws around its mode, widened, then weighted by
the exact posterior: importance sampling, Geweke 1989) and each draw is carried through the exam.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from quizbot.domain.ability import Floats, Group, Known, chance
from quizbot.domain.estimates import Estimate, Exam, Readiness

HALF_LIFE = 60.0
"""Days after which an answer counts half: what it showed may be forgotten, or learnt since."""

DRAWS = 2000
WIDENED = 1.25
INFLATED = 1.3
"""By how much people are taken to differ more than their group's answers show (the prior)."""

OTHER_EXAM = 0.25
"""Standard deviation, in logits, of how much harder or easier the real exam is than the bank."""

TAILS = (0.05, 0.95)
_ABILITIES = np.linspace(-6, 6, 121)


@dataclass(frozen=True, slots=True, eq=False)
class Curves:
    """Expected share right on a random item of each topic, by ability: a row a topic."""

    by_topic: Floats

    def at(self, abilities: Floats) -> Floats:
        """The expected shares at `abilities` (a column a topic), in the same shape."""
        columns = [
            np.interp(abilities[:, topic], _ABILITIES, curve)
            for topic, curve in enumerate(self.by_topic)
        ]
        return np.stack(columns, axis=1)


def age_weight(days: float) -> float:
    """What an answer given `days` ago still counts, 0 to 1."""
    return float(2 ** (-max(days, 0) / HALF_LIFE))


def curves(group: Group) -> Curves:
    """The curves of the group's bank; a topic without items takes those of the whole bank."""
    pool, kappa = group.pool, group.items.flattening()
    gap = _ABILITIES - group.items.value[:, None]
    each = chance(pool.guess[:, None], gap, kappa[:, None])
    rows = []
    for topic in range(pool.topics):
        mine = pool.topic == topic
        rows.append(each[mine if mine.any() else slice(None)].mean(axis=0))
    return Curves(np.stack(rows))


def readiness(group: Group, person: int, exam: Exam, curves_: Curves) -> Readiness:
    """How ready `person` is for `exam`, whose topics are those of the group's bank in their order.

    The same answers always give the same numbers: the draws are fixed.
    """
    abilities, weights = _posterior(group, person)
    shares = np.asarray(exam.shares)
    by_topic = curves_.at(abilities)
    shift = OTHER_EXAM * _normals(group.pool.topics + 2)[:, -1]
    there = curves_.at(abilities + shift[:, None])
    mean = exam.questions * (there @ shares)
    sd = np.sqrt(exam.questions * ((there * (1 - there)) @ shares))
    passes = _normal_below((mean - (exam.needed - 0.5)) / np.maximum(sd, 1e-9))
    return Readiness(
        chance=float(weights @ passes),
        score=_estimate(by_topic @ shares, weights),
        topics=tuple(_estimate(column, weights) for column in by_topic.T),
    )


def _posterior(group: Group, person: int) -> tuple[Floats, Floats]:
    """Draws of a person's abilities (a row a draw, a column a topic) and their weights (sum 1)."""
    scales, arrow = group.scales, group.arrow
    normals = _normals(group.pool.topics + 2)
    prior = scales.between * INFLATED + scales.mean_variance
    precision = arrow.general[person] - 1 / scales.between + 1 / prior
    away = WIDENED * normals[:, 0] / np.sqrt(precision)
    general = group.general[person] + away
    bend = (
        group.by_topic[person]
        - arrow.share[person] * away[:, None]
        + WIDENED * normals[:, 1:-1] / np.sqrt(arrow.precision[person])
    )
    abilities = general[:, None] + bend
    exact = (
        _likelihood(group, person, abilities)
        - (general - scales.mean) ** 2 / (2 * prior)
        - (bend**2).sum(axis=1) / (2 * scales.topics)
    )
    drawn = -(normals[:, :-1] ** 2).sum(axis=1) / 2
    weights = np.exp(exact - drawn - (exact - drawn).max())
    return abilities, weights / weights.sum()


def _likelihood(group: Group, person: int, abilities: Floats) -> Floats:
    """The log likelihood of a person's answers at each draw."""
    mine = np.flatnonzero(group.answers.person == person)
    item, right = group.answers.item[mine], group.answers.right[mine]
    seen = Known(group.without.value[mine], group.without.variance[mine])
    gap = abilities[:, group.pool.topic[item]] - seen.value
    expected = chance(group.pool.guess[item], gap, seen.flattening())
    given = np.where(right > 0, expected, 1 - expected)
    return np.asarray((group.answers.weight[mine] * np.log(given)).sum(axis=1))


@lru_cache(maxsize=8)
def _normals(columns: int) -> Floats:
    """Fixed antithetic normal draws: every second half mirrors the first, so their mean is 0."""
    half = np.random.default_rng(20140).normal(size=(DRAWS // 2, columns))
    return np.concatenate((half, -half))


def _normal_below(x: Floats) -> Floats:
    """Φ: the share of a standard normal below `x`."""
    return np.array([0.5 * math.erfc(-one / math.sqrt(2)) for one in x.tolist()])


def _estimate(values: Floats, weights: Floats) -> Estimate:
    order = np.argsort(values)
    below = np.cumsum(weights[order]) - weights[order] / 2
    low, high = np.interp(TAILS, below, values[order])
    return Estimate(float(weights @ values), float(low), float(high))
