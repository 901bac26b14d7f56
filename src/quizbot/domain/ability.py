"""Here is how able people are and how hard items are, learnt together from first answers.

The model is a hierarchical Rasch model with a guessing floor. A person answers an item right with
probability c + (1 - c) / (1 + exp(-κ (θ - b))): θ is the person's ability in the item's topic, a
general part and a part of the topic's own; b is the item's difficulty; c is the chance of a guess;
κ = 1 / √(1 + π v / 8) flattens the curve where one side is known only up to a variance v (the
integral of a logistic over a normal: MacKay 1992). Both are estimated by Fisher scoring towards
their posterior mode. A person's block of the information matrix is an arrow (one general part, the
topics independent given it), so each step is solved in closed form.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

ROUNDS = 30
CLOSE_ENOUGH = 1e-3
PERSON_STEP, ITEM_STEP = 1.5, 1.0
"""The longest step at once, in logits: far from the mode a full one may overshoot."""

TINY = 1e-9


@dataclass(frozen=True, slots=True)
class Spread:
    """A standard deviation in logits as believed before any answer, worth `weight` observations."""

    sd: float
    weight: float

    def updated(self, squares: Floats) -> float:
        """The variance after `squares`: each a squared deviation plus its own uncertainty."""
        seen = self.weight * self.sd**2 + float(squares.sum())
        return seen / (self.weight + squares.size)


@dataclass(frozen=True, slots=True)
class Prior:
    """What is believed before anybody has answered, in logits.

    `mean` and `mean_sd` are of a group's average; `between` of people, `topics` of the topics
    within a person, `labels` of items around their author's label.
    """

    mean: float = 0.4
    mean_sd: float = 0.7
    between: Spread = Spread(1.0, 4)
    topics: Spread = Spread(0.5, 12)
    labels: Spread = Spread(0.6, 20)


@dataclass(frozen=True, slots=True, eq=False)
class ItemPool:
    """A bank as arrays, an entry an item.

    `topic` is the index of its topic out of `topics`, `label` its author's difficulty (-1 easy,
    0 medium, 1 hard), `guess` the chance of hitting the key blindly.
    """

    topic: Indices
    label: Floats
    guess: Floats
    topics: int

    @property
    def size(self) -> int:
        """How many items there are."""
        return len(self.topic)


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """First answers, an entry each: who (from 0), which item, right (0 or 1), weight (0 to 1)."""

    person: Indices
    item: Indices
    right: Floats
    weight: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """A quantity by index: its most likely value, and the variance around it."""

    value: Floats
    variance: Floats

    def flattening(self) -> Floats:
        """κ of this uncertainty."""
        return flattening(self.variance)


@dataclass(frozen=True, slots=True, eq=False)
class Arrow:
    """What a person's answers tell: information of each topic, its precision, the general one's.

    `topics` and `precision` have a row a person and a column a topic; `general` an entry a person.
    """

    topics: Floats
    precision: Floats
    general: Floats

    @property
    def share(self) -> Floats:
        """How far a topic's part gives way where the general part rises by one."""
        return self.topics / self.precision


@dataclass(frozen=True, slots=True, eq=False)
class Scales:
    """The group's mean ability and its variance, and the three variances, learnt so far."""

    mean: float
    mean_variance: float
    between: float
    topics: float
    labels: float


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """A study group as its answers show it.

    `general` has an entry a person, `by_topic` a row a person. `items` are the difficulties.
    `without` has an entry an answer: the item's difficulty as everybody *else* shows it, since an
    answer must not soften the item by which it is judged.
    """

    pool: ItemPool
    answers: Answers
    general: Floats
    by_topic: Floats
    arrow: Arrow
    items: Known
    without: Known
    scales: Scales


def flattening(variance: Floats) -> Floats:
    """κ: by how much an uncertainty of that variance flattens a logistic curve."""
    return np.asarray(1 / np.sqrt(1 + np.pi * variance / 8))


def logistic(x: Floats) -> Floats:
    """1 / (1 + exp(-x)), without overflow."""
    return np.asarray(0.5 * (1 + np.tanh(0.5 * x)))


def chance(guess: Floats, gap: Floats, kappa: Floats) -> Floats:
    """The chance of a right answer where ability stands `gap` logits over difficulty."""
    return guess + (1 - guess) * logistic(gap * kappa)


def fit(answers: Answers, pool: ItemPool, people: int, prior: Prior) -> Group:
    """Learn the abilities of `people` and the difficulties of `pool` from their first answers.

    Works without any answer too: then everybody is as the prior says.
    """
    group = _beginning(answers, pool, people, prior)
    for round_ in range(ROUNDS):
        before = group.general
        for _ in range(2 if round_ else 4):
            group = _people(group)
        group = _items(group)
        group = _rescaled(group, prior)
        if round_ > 2 and np.abs(group.general - before).max(initial=0) < CLOSE_ENOUGH:
            break
    return group


def _beginning(answers: Answers, pool: ItemPool, people: int, prior: Prior) -> Group:
    scales = Scales(
        prior.mean,
        prior.mean_sd**2,
        prior.between.sd**2,
        prior.topics.sd**2,
        prior.labels.sd**2,
    )
    items = Known(pool.label.astype(float), np.full(pool.size, scales.labels))
    nothing = np.zeros((people, pool.topics))
    return Group(
        pool=pool,
        answers=answers,
        general=np.full(people, prior.mean),
        by_topic=nothing,
        arrow=_arrow(nothing, scales),
        items=items,
        without=Known(items.value[answers.item], items.variance[answers.item]),
        scales=scales,
    )


def _arrow(information: Floats, scales: Scales) -> Arrow:
    precision = information + 1 / scales.topics
    general = (information - information**2 / precision).sum(axis=1) + 1 / scales.between
    return Arrow(information, precision, general)


def _pulls(group: Group, difficulty: Floats, kappa: Floats) -> tuple[Floats, Floats]:
    """Each answer's score (the slope of its log likelihood in ability) and Fisher information."""
    answers, guess = group.answers, group.pool.guess[group.answers.item]
    topic = group.pool.topic[answers.item]
    ability = group.general[answers.person] + group.by_topic[answers.person, topic]
    risen = logistic((ability - difficulty) * kappa)
    right = guess + (1 - guess) * risen
    slope = (1 - guess) * risen * (1 - risen) * kappa
    spread = np.maximum(right * (1 - right), TINY)
    score = answers.weight * (answers.right - right) * slope / spread
    return score, answers.weight * slope**2 / spread


def _people(group: Group) -> Group:
    """One step of everybody's abilities, the items held."""
    scales, shape = group.scales, group.by_topic.shape
    topic = group.pool.topic[group.answers.item]
    cell = group.answers.person * shape[1] + topic
    score, information = _pulls(group, group.without.value, group.without.flattening())
    scores = np.bincount(cell, score, group.by_topic.size).reshape(shape)
    told = np.bincount(cell, information, group.by_topic.size).reshape(shape)
    arrow = _arrow(told.astype(float), scales)
    pull = scores - group.by_topic / scales.topics
    whole = scores.sum(axis=1) - (group.general - scales.mean) / scales.between
    step = _clipped((whole - (arrow.share * pull).sum(axis=1)) / arrow.general, PERSON_STEP)
    bend = _clipped((pull - arrow.topics * step[:, None]) / arrow.precision, PERSON_STEP)
    return replace(group, general=group.general + step, by_topic=group.by_topic + bend, arrow=arrow)


def _items(group: Group) -> Group:
    """One step of all the difficulties, the people held; and each one without each answer."""
    pool, item = group.pool, group.answers.item
    topic = pool.topic[item]
    arrow = group.arrow
    variance = 1 / arrow.precision + (1 - arrow.share) ** 2 / arrow.general[:, None]
    theirs = flattening(variance[group.answers.person, topic])
    score, information = _pulls(group, group.items.value[item], theirs)
    precision = np.bincount(item, information, pool.size) + 1 / group.scales.labels
    away = (group.items.value - pool.label) / group.scales.labels
    pull = np.bincount(item, score, pool.size) + away
    value = group.items.value - _clipped(pull / precision, ITEM_STEP)
    rest = np.maximum(precision[item] - information, 1e-6)
    return replace(
        group,
        items=Known(value, 1 / precision),
        without=Known(value[item] + score / rest, 1 / rest),
    )


def _rescaled(group: Group, prior: Prior) -> Group:
    """The group's mean and the three variances as its people and items now show them."""
    arrow, old = group.arrow, group.scales
    general = 1 / arrow.general
    bends = 1 / arrow.precision + arrow.share**2 * general[:, None]
    anchor = 1 / prior.mean_sd**2
    held = anchor + len(general) / old.between
    mean = (prior.mean * anchor + float(group.general.sum()) / old.between) / held
    learnt = np.clip(1 - general / old.between, 0, 1)
    scales = Scales(
        mean=mean,
        mean_variance=1 / (anchor + float(learnt.sum()) / old.between),
        between=prior.between.updated((group.general - mean) ** 2 + general),
        topics=prior.topics.updated(group.by_topic**2 + bends),
        labels=prior.labels.updated(
            (group.items.value - group.pool.label) ** 2 + group.items.variance
        ),
    )
    return replace(group, scales=scales)


def _clipped(step: Floats, longest: float) -> Floats:
    return np.clip(step, -longest, longest)
