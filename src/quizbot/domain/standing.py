"""Here are boards and streaks: whose points count where, ranks with fair ties, days in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

FREEZES_A_MONTH = 2
MONDAY = 0


class Period(StrEnum):
    """The time that a board covers."""

    WEEK = "week"
    MONTH = "month"
    ALL = "all"


class Scope(StrEnum):
    """Where the answers were given that a board counts."""

    CHANNEL = "channel"
    SERVER = "server"


def period_key(period: Period, day: date, *, week_starts_on: int = MONDAY) -> str:
    """The name of the period of that kind which holds `day`, a day of the channel's calendar.

    `week_starts_on` counts from Monday = 0. Weeks are named by their first day.
    """
    match period:
        case Period.WEEK:
            first = day - timedelta(days=(day.weekday() - week_starts_on) % 7)
            return f"week-{first.isoformat()}"
        case Period.MONTH:
            return f"month-{day.isoformat()[:7]}"
        case Period.ALL:
            return "all"


@dataclass(frozen=True, slots=True)
class Standing:
    """What one learner has on a board."""

    learner_id: int
    name: str
    points: int
    answered: int
    correct: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """A standing and its rank from 1."""

    rank: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class Board:
    """The top of a board, and the asker's own place on it.

    `own` is None for somebody who hasn't scored in the period or is `hidden`. `to_next` are the
    points missing to the next higher rank, None at the top. `players` counts everyone shown.
    """

    top: tuple[Ranked, ...]
    own: Ranked | None
    to_next: int | None
    players: int
    hidden: bool = False


def ranked(standings: Sequence[Standing]) -> tuple[Ranked, ...]:
    """Standard competition ranking (1, 2, 2, 4) by points; equal people by name, never by speed."""
    ordered = sorted(standings, key=lambda s: (-s.points, s.name.casefold(), s.learner_id))
    result: list[Ranked] = []
    for position, standing in enumerate(ordered, start=1):
        tied = result and result[-1].standing.points == standing.points
        result.append(Ranked(result[-1].rank if tied else position, standing))
    return tuple(result)


@dataclass(frozen=True, slots=True)
class Streak:
    """How many of a channel's scheduled questions a learner answered in a row.

    Questions are counted by their number in the channel (from 1), given when one is posted: a day
    on which none came breaks nothing. `last` is the number last answered, 0 for none. `month`
    (`2026-12`) is the month that `freezes_used` counts for. `saved` says how many freezes the last
    answer used, so that the learner is told.
    """

    length: int = 0
    last: int = 0
    month: str = ""
    freezes_used: int = 0
    saved: int = 0


def advance(streak: Streak, number: int, day: date) -> Streak:
    """The streak after answering the channel's question `number`, which came on `day`.

    A missed question uses up a freeze, of which there are two a month; without one left the streak
    begins anew. A question older than the last answered (both were open) just adds its day. Of two
    schedules in different zones one may still be in the month before: freezes stay used up.
    """
    month = max(streak.month, day.isoformat()[:7])
    used = streak.freezes_used if streak.month == month else 0
    if number <= streak.last:
        return replace(streak, length=streak.length + 1, saved=0)
    missed = number - streak.last - 1 if streak.length else 0
    if missed > FREEZES_A_MONTH - used:
        return Streak(length=1, last=number, month=month, freezes_used=used)
    return Streak(streak.length + 1, number, month, used + missed, saved=missed)


@dataclass(frozen=True, slots=True)
class Tally:
    """How a round was answered: people by option chosen (each of several), answers, right ones."""

    by_option: dict[str, int]
    answered: int
    correct: int
