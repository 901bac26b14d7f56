"""The schedule in every zone there is, against local time worked out another way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.local_time import MINUTE, around, first_showing, minute_by_minute, stretches
from quizbot.domain.schedule import LATE_EVENING, Schedule, due, next_due
from quizbot.refs import ChannelRef
from quizbot.testing.strategies import instants, known_zones, schedules, wall_times, zones

EVERY_DAY = frozenset(range(7))
DAY = timedelta(days=1)

Change = tuple[str, datetime, timedelta, timedelta]
"""A zone, the instant at which its clocks are changed, the offset before and after."""


def daily(at: time, zone: str) -> Schedule:
    channel = ChannelRef("memory", "", "general")
    return Schedule(1, channel, "bank", at, zone, EVERY_DAY, closes_after=timedelta(hours=8))


@cache
def changes() -> tuple[Change, ...]:
    """The clock changes of 1990 to 2036 in every zone: what zones share stands here once."""
    found: dict[tuple[datetime, timedelta, timedelta], str] = {}
    for zone in known_zones():
        pieces = stretches(zone)
        for before, after in pairwise(pieces):
            if 1990 <= after.start.year <= 2036:
                found.setdefault((after.start, before.offset, after.offset), zone)
    return tuple((zone, *change) for change, zone in sorted(found.items()))


@cache
def kinds() -> tuple[Change, ...]:
    """The latest change of each kind: same offsets, same time of the day."""
    return tuple({(c[1].time(), c[2], c[3]): c for c in changes()}.values())


def telling_times(change: datetime, before: timedelta, after: timedelta) -> set[time]:
    """The times of day at which a change may go wrong: those skipped or repeated, and midnight."""
    walls = (
        change + before,
        change + after,
        change + (before + after) / 2,
        change + before - MINUTE,
    )
    return {wall.time().replace(second=0) for wall in walls} | {time(0), time(23, 59)}


def walk(schedule: Schedule, start: datetime, end: datetime) -> Iterator[datetime]:
    """The instants at which a bot that always runs would ask."""
    now = next_due(schedule, start)
    while now is not None and now <= end:
        yield now
        now = next_due(schedule, now)


def expected(schedule: Schedule, start: datetime, end: datetime) -> dict[date, datetime]:
    """The scheduled days that exist there, and when each one's question is due."""
    pieces = around(schedule.zone, start - 4 * DAY, end + 4 * DAY)
    days = [start.date() + offset * DAY for offset in range(-2, (end - start).days + 3)]
    shown = {
        day: first_showing(pieces, day, schedule.at)
        for day in days
        if day.weekday() in schedule.weekdays
    }
    return {day: at for day, at in shown.items() if at is not None and start < at <= end}


def test_every_day_has_its_question_once_around_every_kind_of_clock_change() -> None:
    sample = random.Random(2026).sample(changes(), 60)
    for zone, change, before, after in (*kinds(), *sample):
        start, end = change - 1.2 * DAY, change + 1.2 * DAY
        for at in telling_times(change, before, after):
            schedule = daily(at, zone)
            asked = list(walk(schedule, start, end))
            assert asked == sorted(set(asked)), (zone, change, at)
            assert asked == list(expected(schedule, start, end).values()), (zone, change, at)


def test_what_is_due_is_right_at_every_hour_around_every_kind_of_clock_change() -> None:
    for zone, change, before, after in kinds():
        for at in telling_times(change, before, after):
            schedule = daily(at, zone)
            for hours in (-0.5, 0.25, 1.1, 25):
                now = change + timedelta(hours=hours)
                occurrence = due(schedule, now)
                found = (occurrence.day, occurrence.at) if occurrence else None
                assert found == latest_by(schedule, now), (zone, now, at)


def test_minute_by_minute_a_clock_shows_the_time_when_the_question_comes() -> None:
    """Brute force on a sample: look at the clock each minute, and ask when it first shows `at`."""
    for zone, change, before, after in random.Random(2026).sample(kinds(), 15):
        start, end = change - 1.5 * DAY, change + 1.5 * DAY
        clock = list(minute_by_minute(zone, start, end))
        days = {wall.date() for _, wall in clock}
        for at in telling_times(change, before, after):
            shown: dict[date, datetime] = {}
            for now, wall in clock[1:]:
                today = datetime.combine(wall.date(), at)
                for target in (today, today - DAY):
                    if target.date() in days and clock[0][1] < target <= wall:
                        shown.setdefault(target.date(), now)
            asked = list(walk(daily(at, zone), clock[0][0], clock[-1][0]))
            assert asked == sorted(shown.values()), (zone, change, at)


@settings(max_examples=60)
@given(schedules(), st.integers(1990, 2035), st.integers(0, 364))
def test_one_question_each_scheduled_day_over_half_a_year(
    schedule: Schedule, year: int, day_of_year: int
) -> None:
    start = datetime(year, 1, 1, tzinfo=UTC) + day_of_year * DAY
    end = start + 180 * DAY
    asked = list(walk(schedule, start, end))
    assert all(before < after for before, after in pairwise(asked))
    assert asked == list(expected(schedule, start, end).values())


def latest_by(schedule: Schedule, now: datetime) -> tuple[date, datetime] | None:
    """The question that is due, by the words of the rule."""
    past = expected(schedule, now - 4 * DAY, now)
    if not past:
        return None
    day, at = list(past.items())[-1]
    (piece,) = (piece for piece in around(schedule.zone, now, now) if piece.start <= now)
    its_day_is_over = day < (now + piece.offset).date()
    return None if its_day_is_over and now - at > LATE_EVENING else (day, at)


@settings(max_examples=150)
@given(st.data(), wall_times(), st.timedeltas(-2 * DAY, 2 * DAY))
def test_what_is_due_around_a_clock_change_is_the_latest_while_it_is_fresh(
    data: st.DataObject, at: time, away: timedelta
) -> None:
    zone, change, before, after = data.draw(st.sampled_from(changes()))
    telling = st.sampled_from(sorted(telling_times(change, before, after)))
    schedule = daily(data.draw(telling | st.just(at)), zone)
    now = change + away
    occurrence = due(schedule, now)
    found = (occurrence.day, occurrence.at) if occurrence else None
    assert found == latest_by(schedule, now)


@settings(max_examples=60)
@given(st.data(), zones(), wall_times())
def test_with_downtime_each_day_is_asked_once_at_most_and_in_order(
    data: st.DataObject, zone: str, at: time
) -> None:
    """A bot that is up at some instants only: it claims what is due, as the store does."""
    schedule = daily(at, zone)
    now = data.draw(instants(2007, 2030))
    claimed: list[date] = []
    for pause in data.draw(st.lists(st.timedeltas(timedelta(0), 3 * DAY), max_size=20)):
        occurrence = due(schedule, now)
        if occurrence is not None and occurrence.day not in claimed:
            claimed.append(occurrence.day)
        now += pause
    assert claimed == sorted(claimed)
