"""Here is the mock exam: which questions it has, how long it lasts, and how it went."""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from quizbot.domain.blueprint import Bank, Blueprint
from quizbot.domain.concepts import siblings
from quizbot.domain.item import Difficulty, Item

Z_90 = 1.6449
"""The normal deviate that leaves 5% on either side."""

FEW = 5
"""Questions of a topic below which its share says next to nothing."""

NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Share:
    """So many right of so many questions; `low` to `high` holds the true share 9 times in 10."""

    right: int
    asked: int
    low: float
    high: float

    @property
    def of_all(self) -> float:
        """The share that was right, 0 to 1."""
        return self.right / self.asked if self.asked else 0.0

    @property
    def few(self) -> bool:
        """Whether there were too few questions to say much."""
        return self.asked < FEW


@dataclass(frozen=True, slots=True)
class Result:
    """How a mock exam went: in all, what was needed to pass, and by topic in the bank's order."""

    score: Share
    needed: int
    topics: tuple[tuple[str, Share], ...]

    @property
    def passed(self) -> bool:
        """Whether it would have been passed."""
        return self.score.right >= self.needed


def apportioned(
    weights: Mapping[str, float], room: Mapping[str, int], count: int
) -> dict[str, int]:
    """`count` places shared out by weight, none getting more than its `room`.

    The largest remainder method (Hamilton): the whole part of each exact share, then a place each
    for the largest remainders; equal ones in the order of `weights`. What finds no room is shared
    out anew among the others. Fewer than `count` are given where there is no more room at all.
    """
    given = dict.fromkeys(weights, 0)
    left = min(count, sum(room.get(name, 0) for name in weights))
    while left:
        open_ = {name: w for name, w in weights.items() if given[name] < room.get(name, 0)}
        whole = sum(open_.values())
        exact = {n: left * (w / whole if whole else 1 / len(open_)) for n, w in open_.items()}
        first = {name: math.floor(share + 1e-9) for name, share in exact.items()}
        most = sorted(open_, key=lambda name: first[name] - exact[name])
        for name in most[: left - sum(first.values())]:
            first[name] += 1
        for name, places in first.items():
            taken = min(places, room.get(name, 0) - given[name])
            given[name] += taken
            left -= taken
    return given


def paper(
    bank: Bank,
    count: int,
    seen: Mapping[str, datetime],
    avoid: Collection[str],
    rng: random.Random,
) -> tuple[Item, ...]:
    """The questions of a mock exam: by the blueprint's topics, inside a topic by difficulty.

    One of each group of siblings, those never `seen` first, then those seen longest ago; none in
    `avoid`. There may be fewer than `count` where the bank has no more.
    """
    chosen = [
        min(group, key=lambda item: (seen.get(item.id, NEVER), rng.random()))
        for items in siblings(bank).values()
        if (group := [item for item in items if item.id not in avoid])
    ]
    by_topic: dict[str, list[Item]] = {topic.code: [] for topic in bank.topics}
    for item in chosen:
        by_topic.setdefault(item.topic, []).append(item)
    weights = {topic.code: topic.weight for topic in bank.topics}
    room = {code: len(items) for code, items in by_topic.items()}
    places = apportioned(weights, room, count)
    drawn = [
        item
        for code, places_ in places.items()
        for item in _by_difficulty(by_topic[code], places_, seen, rng)
    ]
    rng.shuffle(drawn)
    return tuple(drawn)


def time_limit(blueprint: Blueprint, questions: int, extra: float) -> timedelta:
    """The time for so many questions, in proportion to the whole exam's, to the whole minute.

    `extra` is the share of it that a person is given on top: 0.25 is a quarter more.
    """
    exact = blueprint.time * (questions / blueprint.questions) * (1 + extra)
    return timedelta(minutes=max(1, math.ceil(exact / timedelta(minutes=1) - 1e-9)))


def share(right: int, asked: int) -> Share:
    """So many right of so many, with Wilson's score interval at 90% (Wilson 1927)."""
    if not asked:
        return Share(0, 0, 0.0, 1.0)
    observed, z2 = right / asked, Z_90**2
    middle = (observed + z2 / (2 * asked)) / (1 + z2 / asked)
    spread = math.sqrt(observed * (1 - observed) / asked + z2 / (4 * asked**2))
    half = Z_90 / (1 + z2 / asked) * spread
    return Share(right, asked, max(0.0, middle - half), min(1.0, middle + half))


def result(bank: Bank, answers: Sequence[tuple[str, bool]]) -> Result:
    """How it went. `answers` has a pair a question: its topic's code, and whether it was right.

    Without a blueprint nothing is needed to pass.
    """
    cut = bank.blueprint.cut if bank.blueprint else 0.0
    codes = [topic.code for topic in bank.topics]
    extra = dict.fromkeys(code for code, _ in answers if code not in codes)
    topics = []
    for code in (*codes, *extra):
        mine = [right for topic, right in answers if topic == code]
        if mine:
            topics.append((code, share(sum(mine), len(mine))))
    right = sum(right for _, right in answers)
    needed = math.ceil(cut * len(answers) - 1e-9)
    return Result(share(right, len(answers)), needed, tuple(topics))


def _by_difficulty(
    items: Sequence[Item], count: int, seen: Mapping[str, datetime], rng: random.Random
) -> list[Item]:
    """`count` of `items`, as many easy, medium and hard ones as they themselves have in share."""
    by_label = {label: [i for i in items if i.difficulty is label] for label in Difficulty}
    sizes = {label.value: len(found) for label, found in by_label.items()}
    places = apportioned(sizes, sizes, count)
    drawn = []
    for label, found in by_label.items():
        ordered = sorted(found, key=lambda item: (seen.get(item.id, NEVER), rng.random()))
        drawn += ordered[: places[label.value]]
    return drawn
