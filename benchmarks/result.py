"""Here is one figure of a benchmark."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """A ratio to a limit measured in the same run, and the goal that it should meet.

    `spread` is the least and the greatest ratio of the runs; `ratio` is their median. With
    `at_least`, more is better.
    """

    name: str
    ratio: float
    goal: float
    at_least: bool
    spread: tuple[float, float]

    @property
    def met(self) -> bool:
        """Whether the median meets the goal."""
        return self.ratio >= self.goal if self.at_least else self.ratio <= self.goal


def measured(
    name: str, ratio: Callable[[], float], *, goal: float, at_least: bool, runs: int
) -> Result:
    """Take the ratio `runs` times."""
    ratios = sorted(ratio() for _ in range(runs))
    return Result(name, statistics.median(ratios), goal, at_least, (ratios[0], ratios[-1]))
