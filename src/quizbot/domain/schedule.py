"""Here is the schedule: when a channel's question is due, clock changes and downtime included."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import takewhile
from zoneinfo import ZoneInfo

from quizbot.domain.mode import Tells
from quizbot.refs import ChannelRef

LATE_EVENING = timedelta(hours=1)
"""How long after its instant a question may still come although its day is over."""

_BACK = timedelta(days=2)
"""How far back to look from today: a zone may have skipped yesterday, and the day before counts."""

_HORIZON = 18
"""Days to look at from there. A clock may just have gone back over midnight, so that tomorrow's
question has been; and a week after it a zone may skip that weekday. The next one is in reach."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """When and from what a channel gets its question.

    `at` is the wall-clock time in the IANA zone `zone`; `weekdays` counts from Monday = 0.
    `topics` narrows the bank; empty: all. `closes_after` is how long a question stays open (see
    `closing`).
    """

    id: int
    channel: ChannelRef
    bank: str
    at: time
    zone: str
    weekdays: frozenset[int]
    closes_after: timedelta
    tells: Tells = Tells.AT_ONCE
    topics: tuple[str, ...] = ()
    paused: bool = False

    def __post_init__(self) -> None:
        if not self.weekdays or not self.weekdays <= frozenset(range(7)):
            raise ValueError("a schedule needs weekdays from 0 (Monday) to 6 (Sunday)")
        if self.closes_after <= timedelta():
            raise ValueError("a round closes some time after it opens")


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One day's question of a schedule: the channel's calendar day, and the instant it is due."""

    day: date
    at: datetime


def instant(day: date, at: time, zone: str) -> datetime | None:
    """The UTC instant at which a clock in `zone` first shows `at` on `day`.

    A time that comes twice means its first coming. A time that the clock skips means the first
    instant after the gap. None where `zone` skips the whole day (Samoa, 30 December 2011).
    """
    tz = ZoneInfo(zone)
    if _resolve(datetime.combine(day, time.min), tz).astimezone(tz).date() > day:
        return None
    return _resolve(datetime.combine(day, at), tz)


def occurrences(schedule: Schedule, first: date) -> Iterator[Occurrence]:
    """The schedule's questions of two weeks and a half from the day `first` on, in their order."""
    for offset in range(_HORIZON):
        day = first + timedelta(days=offset)
        if day.weekday() in schedule.weekdays:
            at = instant(day, schedule.at, schedule.zone)
            if at is not None:
                yield Occurrence(day, at)


def upcoming(schedule: Schedule, after: datetime) -> Iterator[Occurrence]:
    """The questions due later than `after` in the next two weeks; none while paused."""
    if schedule.paused:
        return
    first = local_day(after, schedule.zone) - _BACK
    yield from (o for o in occurrences(schedule, first) if o.at > after)


def next_due(schedule: Schedule, after: datetime) -> datetime | None:
    """The first instant later than `after` at which a question is due; None while paused."""
    return next((o.at for o in upcoming(schedule, after)), None)


def due(schedule: Schedule, now: datetime) -> Occurrence | None:
    """The question that shall be posted at `now`, or None.

    It is the latest one due by `now`, so that downtime never piles them up; and only until its
    day is over in the channel's zone (or for an hour, for one due late in the evening): a question
    of yesterday isn't asked today. Where clocks go back over midnight, the day that had begun
    isn't over.
    """
    if schedule.paused:
        return None
    today = local_day(now, schedule.zone)
    past = list(takewhile(lambda o: o.at <= now, occurrences(schedule, today - _BACK)))
    if not past:
        return None
    latest = past[-1]
    fresh = latest.day >= today or now - latest.at <= LATE_EVENING
    return latest if fresh else None


def closing(schedule: Schedule, occurrence: Occurrence, now: datetime) -> datetime:
    """When the question of `occurrence`, opened at `now`, closes.

    A question that comes late keeps its closing time, so that it doesn't run into the next one;
    but it stays open for half of its usual time at least.
    """
    usual = occurrence.at + schedule.closes_after
    return max(usual, now + schedule.closes_after / 2)


def local_day(now: datetime, zone: str) -> date:
    """The calendar day in `zone` at the instant `now`. Raises ValueError where `now` is naive."""
    if now.tzinfo is None:
        raise ValueError(f"{now} has no time zone; give an instant in UTC")
    return now.astimezone(ZoneInfo(zone)).date()


def _resolve(wall: datetime, tz: ZoneInfo) -> datetime:
    before = wall.replace(tzinfo=tz, fold=0).astimezone(UTC)
    if before.astimezone(tz).replace(tzinfo=None) == wall:
        return before
    return _end_of_gap(wall, tz)


def _end_of_gap(wall: datetime, tz: ZoneInfo) -> datetime:
    """The first instant after the gap that `wall` falls into, to the second.

    In a gap, fold=1 reads the wall clock with the offset after it and so lies before the change;
    fold=0 lies after it. Halve the way between the two.
    """
    low = wall.replace(tzinfo=tz, fold=1).astimezone(UTC)
    high = wall.replace(tzinfo=tz, fold=0).astimezone(UTC)
    old = low.astimezone(tz).utcoffset()
    while high - low > timedelta(seconds=1):
        middle = low + (high - low) / 2
        if middle.astimezone(tz).utcoffset() == old:
            low = middle
        else:
            high = middle
    return high.replace(microsecond=0)
