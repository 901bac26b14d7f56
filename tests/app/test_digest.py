"""The weekly digest of those who set a channel's schedule."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.people import Person, token
from quizbot.app import digest
from quizbot.testing.flat import flat
from quizbot.testing.house import DAILY, House
from quizbot.testing.recording import RecordingAdapter

FORM = {
    "at": ("09:00",),
    "zone": ("UTC",),
    "weekdays": tuple("0123456"),
    "bank": ("capitals",),
    "topics": (),
    "hours": ("8",),
    "tells": ("at_once",),
}
DAY, WEEK = timedelta(days=1), timedelta(days=7)


@pytest.fixture
def ada(house: House) -> Person:
    return Person(house, "Ada", admin=True)


async def a_week(house: House, adapter: RecordingAdapter, *, answered: bool = True) -> None:
    """Seven days of questions, from Monday morning to the next Monday at eight."""
    await digest.send(house.tools, house.adapters)
    for _ in range(7):
        await house.pass_time(timedelta(hours=1))
        if answered:
            asked = adapter.posts[-1].message
            for name in ("Ben", "Cleo"):
                await Person(house, name).presses(token(asked, "A"))
        await house.pass_time(timedelta(hours=23))


async def digests(house: House, adapter: RecordingAdapter) -> list[str]:
    while await digest.send(house.tools, house.adapters):
        pass
    return [flat(message) for _, message in adapter.told if "Your week" in message.summary]


async def test_it_comes_on_monday_morning_and_once(
    house: House, ada: Person, adapter: RecordingAdapter
) -> None:
    await ada.sends("daily_form", FORM)
    await a_week(house, adapter)
    (told,) = await digests(house, adapter)
    assert "Capitals" in told
    assert "2 people" in told
    house.clock.advance(DAY)
    assert len(await digests(house, adapter)) == 1


async def test_it_names_nobody(house: House, ada: Person, adapter: RecordingAdapter) -> None:
    await ada.sends("daily_form", FORM)
    await a_week(house, adapter)
    (told,) = await digests(house, adapter)
    assert "Ben" not in told
    assert "Cleo" not in told


async def test_where_nobody_answered_none_comes(
    house: House, ada: Person, adapter: RecordingAdapter
) -> None:
    await ada.sends("daily_form", FORM)
    await a_week(house, adapter, answered=False)
    assert await digests(house, adapter) == []


async def test_after_a_long_downtime_the_next_one_tells(
    house: House, ada: Person, adapter: RecordingAdapter
) -> None:
    await ada.sends("daily_form", FORM)
    await a_week(house, adapter)
    house.clock.advance(2 * DAY)
    assert await digests(house, adapter) == []
    house.clock.advance(5 * DAY)
    assert len(await digests(house, adapter)) == 0
    assert adapter.told == []


async def test_an_admin_who_takes_no_messages_stops_no_other(
    house: House, ada: Person, adapter: RecordingAdapter
) -> None:
    await ada.sends("daily_form", FORM)
    await a_week(house, adapter)
    adapter.shut = True
    assert await digests(house, adapter) == []


@pytest.mark.parametrize(
    ("zone", "after", "monday"),
    [
        ("UTC", datetime(2026, 12, 7, 7, tzinfo=UTC), datetime(2026, 12, 7, 8, tzinfo=UTC)),
        ("UTC", datetime(2026, 12, 7, 8, tzinfo=UTC), datetime(2026, 12, 14, 8, tzinfo=UTC)),
        (
            "Asia/Tokyo",
            datetime(2026, 12, 6, 22, tzinfo=UTC),
            datetime(2026, 12, 6, 23, tzinfo=UTC),
        ),
        (
            "Europe/Berlin",
            datetime(2026, 3, 24, tzinfo=UTC),
            datetime(2026, 3, 30, 6, tzinfo=UTC),
        ),
    ],
)
def test_it_is_monday_where_the_channel_is(zone: str, after: datetime, monday: datetime) -> None:
    assert digest.next_digest(replace(DAILY, zone=zone), after) == monday
