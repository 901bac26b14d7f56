"""Local time worked out anew, to check the schedule by: only from what a clock shows at an instant.

Nothing here asks `zoneinfo` which instant a wall-clock time is, nor uses `fold`: a zone is a row of
stretches of constant offset, found by asking what its clock shows and halving.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
PROBE = timedelta(days=20)
"""No zone's clocks are changed twice in so short a time (Cairo in the Ramadan of 2010: a month)."""

FIRST_YEAR, LAST_YEAR = 1989, 2037


@dataclass(frozen=True)
class Stretch:
    """From `start` until before `end`, clocks show UTC plus `offset`."""

    start: datetime
    end: datetime
    offset: timedelta


@cache
def stretches(zone: str) -> tuple[Stretch, ...]:
    """The zone from FIRST_YEAR to LAST_YEAR. Clocks were changed at whole minutes then."""
    tz = ZoneInfo(zone)
    start, end = datetime(FIRST_YEAR, 1, 1, tzinfo=UTC), datetime(LAST_YEAR + 1, 1, 1, tzinfo=UTC)
    result: list[Stretch] = []
    for change in (*_changes(tz, start, end), end):
        result.append(Stretch(start, change, _offset(tz, start)))
        start = change
    return tuple(result)


def around(zone: str, start: datetime, end: datetime) -> tuple[Stretch, ...]:
    """The stretches of the zone that reach into the time from `start` to `end`."""
    return tuple(piece for piece in stretches(zone) if piece.start <= end and start < piece.end)


def first_showing(pieces: tuple[Stretch, ...], day: date, at: time) -> datetime | None:
    """When a clock first shows `at` on `day`; after a gap, where the clock skips that; else None.

    None where the clock never shows that day.
    """
    if not _shown(pieces, day):
        return None
    wall = datetime.combine(day, at, tzinfo=UTC)
    for piece in pieces:
        at_that_offset = wall - piece.offset
        if piece.start <= at_that_offset < piece.end:
            return at_that_offset
    return next(piece.start for piece in pieces if piece.start + piece.offset > wall)


def minute_by_minute(
    zone: str, start: datetime, end: datetime
) -> Iterator[tuple[datetime, datetime]]:
    """Every minute from `start` to `end`, and what a clock in `zone` shows then."""
    tz = ZoneInfo(zone)
    for number in range(int((end - start) / MINUTE)):
        now = start + number * MINUTE
        yield now, now.astimezone(tz).replace(tzinfo=None)


def _shown(pieces: tuple[Stretch, ...], day: date) -> bool:
    begins = datetime.combine(day, time.min, tzinfo=UTC)
    return any(
        piece.start + piece.offset < begins + DAY and begins < piece.end + piece.offset
        for piece in pieces
    )


def _changes(tz: ZoneInfo, start: datetime, end: datetime) -> Iterator[datetime]:
    old = _offset(tz, start)
    while start < end:
        probe = min(start + PROBE, end)
        new = _offset(tz, probe)
        if new != old:
            yield _first_change(tz, start, probe)
        start, old = probe, new


def _first_change(tz: ZoneInfo, low: datetime, high: datetime) -> datetime:
    old = _offset(tz, low)
    while high - low > MINUTE:
        middle = low + (high - low) // MINUTE // 2 * MINUTE
        if _offset(tz, middle) == old:
            low = middle
        else:
            high = middle
    return high


def _offset(tz: ZoneInfo, now: datetime) -> timedelta:
    offset = now.astimezone(tz).utcoffset()
    assert offset is not None
    return offset
