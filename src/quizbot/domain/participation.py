"""Here is participation over time: how many people answered, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import dropwhile

DAY, WEEK = timedelta(days=1), timedelta(weeks=1)
DAILY_STEPS = 14
"""A span of at most as many days is told day by day, a longer one by weeks."""
STEPS = 12
"""About how many steps a longer span has."""


@dataclass(frozen=True, slots=True)
class Activity:
    """What happened in the step of time that begins at `begins`.

    `people` answered at least one question in it, `answers` were given, all in time.
    """

    begins: datetime
    people: int
    answers: int


@dataclass(frozen=True, slots=True)
class Span:
    """The time from `begins` until `ends`, looked at in steps of whole days or weeks."""

    begins: datetime
    ends: datetime

    def __post_init__(self) -> None:
        if self.begins >= self.ends:
            raise ValueError("a span ends after it begins")

    @property
    def step(self) -> timedelta:
        """How long a step is."""
        length = self.ends - self.begins
        if length <= DAILY_STEPS * DAY:
            return DAY
        return max(1, -(-length // (STEPS * WEEK))) * WEEK

    def steps(self) -> Iterator[datetime]:
        """When each step begins; the last one may reach beyond the end."""
        begins = self.begins
        while begins < self.ends:
            yield begins
            begins += self.step


@dataclass(frozen=True, slots=True)
class Participation:
    """Who took part: `people` in all, and what happened step by step, each as long as `step`."""

    people: int
    step: timedelta
    activity: tuple[Activity, ...]

    def since_the_first(self) -> Participation:
        """The same without the steps before anybody took part; one is left at least."""
        *before, last = self.activity
        return replace(self, activity=(*dropwhile(lambda one: not one.people, before), last))
