"""Here is a season: a calendar month of a channel, and what is told of it once it is over."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from quizbot.domain.estimates import Estimate
from quizbot.domain.schedule import instant
from quizbot.domain.standing import Ranked, Standing, Streak, advance, ranked

PLACES, NAMED = 3, 5
"""The ranks that are told, and how many people at most."""

ENOUGH_FACED = 5
"""Answers below which nothing is said of how hard a question was."""

TO_TAIL = 1.6449
"""Standard deviations from the mean of a normal distribution to its 5% and 95% quantiles."""


@dataclass(frozen=True, slots=True)
class Podium:
    """The first of a season. `crowd`: the points of more than NAMED people who share first place.

    Then nobody is named: the alphabet doesn't decide who is.
    """

    shown: tuple[Ranked, ...]
    crowd: int = 0


@dataclass(frozen=True, slots=True)
class Asked:
    """A scheduled question of the season: its number in the channel, its day, who answered."""

    number: int
    day: date
    answered: Collection[int]


@dataclass(frozen=True, slots=True)
class Faced:
    """How the season's people did on an item: `round_id` is its latest round."""

    round_id: int
    answered: int
    correct: int

    @property
    def share(self) -> float:
        """The share of right answers."""
        return self.correct / self.answered


def month_of(day: date) -> date:
    """The season that holds `day`, by its first day."""
    return day.replace(day=1)


def next_month(month: date) -> date:
    """The first day of the season after it."""
    return month_of(month + timedelta(days=31))


def begins_at(month: date, zone: str) -> datetime:
    """The instant at which the season begins on the clocks of `zone`."""
    for offset in range(3):  # a zone may skip a day
        found = instant(month + timedelta(days=offset), time.min, zone)
        if found is not None:
            return found
    raise ValueError(f"{zone} has no beginning of {month}")


def ends_at(month: date, zone: str) -> datetime:
    """The instant at which the season is over on the clocks of `zone`."""
    return begins_at(next_month(month), zone)


def podium(standings: Sequence[Standing]) -> Podium:
    """The first three ranks, of whoever has points: five people at most.

    `standings` has those with most points: NAMED + 1, where there are as many. A tie that doesn't
    fit is left out as a whole.
    """
    placed = [one for one in ranked(standings) if one.standing.points > 0 and one.rank <= PLACES]
    if len(placed) <= NAMED:
        return Podium(tuple(placed))
    cut = placed[NAMED].rank
    shown = tuple(one for one in placed if one.rank < cut)
    return Podium(shown, crowd=0 if shown else placed[0].standing.points)


def streaks(questions: Sequence[Asked]) -> Mapping[int, int]:
    """The longest streak of each learner within the season, freezes included.

    `questions` are in the order of their numbers. Everybody begins the season without a streak.
    """
    running: dict[int, Streak] = {}
    longest: dict[int, int] = {}
    for asked in questions:
        for learner_id in asked.answered:
            streak = advance(running.get(learner_id, Streak()), asked.number, asked.day)
            running[learner_id] = streak
            longest[learner_id] = max(longest.get(learner_id, 0), streak.length)
    return longest


def hardest(faced: Sequence[Faced]) -> Faced | None:
    """The item with the lowest share right, from ENOUGH_FACED answers on; of equals the latest.

    None where no item has as many, or everybody was right.
    """
    known = [one for one in faced if one.answered >= ENOUGH_FACED and one.correct < one.answered]
    return min(known, key=lambda one: (one.share, -one.round_id), default=None)


def improvement(before: Estimate, after: Estimate) -> float | None:
    """How much better somebody has become, where its interval excludes 0; else None.

    The two estimates rest partly on the same answers and so vary together: taking them as
    independent makes the interval of their difference wider than it is, never narrower.
    """
    gain = after.mean - before.mean
    spread = math.hypot(_deviation(before), _deviation(after))
    return gain if gain - TO_TAIL * spread > 0 else None


def _deviation(estimate: Estimate) -> float:
    return (estimate.high - estimate.low) / (2 * TO_TAIL)
