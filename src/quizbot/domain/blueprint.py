"""Here is the bank: its items, and the blueprint that says what its exam is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property

from quizbot.domain.item import Item


@dataclass(frozen=True, slots=True)
class Topic:
    """A section of the exam. `weight` is its share, in whatever unit all the topics share."""

    code: str
    title: str
    weight: float = 1.0

    def __post_init__(self) -> None:
        if self.weight < 0:
            raise ValueError(f"topic {self.code}: a weight can't be negative")


@dataclass(frozen=True, slots=True)
class Blueprint:
    """What an exam is made of: `cut` is the share of right answers that passes, 0 to 1."""

    topics: tuple[Topic, ...]
    questions: int
    time: timedelta
    cut: float

    def __post_init__(self) -> None:
        if self.questions < 1 or self.time <= timedelta() or not 0 < self.cut <= 1:
            raise ValueError("an exam has questions, some time, and a cut score over 0 up to 1")


@dataclass(frozen=True)
class Bank:
    """A set of items under one code.

    `topics` are the blueprint's where there is one, else those that the items name, equal in
    weight. Items are in the order of the files.
    """

    code: str
    title: str
    items: tuple[Item, ...]
    topics: tuple[Topic, ...]
    blueprint: Blueprint | None = None
    figures: dict[str, bytes] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def by_id(self) -> dict[str, Item]:
        """The items by their ids."""
        return {item.id: item for item in self.items}

    def topic(self, code: str) -> Topic | None:
        """The topic with that code, or None."""
        return next((topic for topic in self.topics if topic.code == code), None)
