"""When a channel's question is due. Instants are published facts about zones, given in UTC."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbot.domain.schedule import (
    Occurrence,
    Schedule,
    closing,
    due,
    instant,
    local_day,
    next_due,
    occurrences,
)
from quizbot.refs import ChannelRef
from quizbot.testing.strategies import instants, schedules, wall_times, zones

EVERY_DAY = frozenset(range(7))
WORKDAYS = frozenset(range(5))
FRIDAY = 4
NINE = time(9)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def in_zone(text: str, zone: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def daily(at: time, zone: str, weekdays: frozenset[int] = EVERY_DAY) -> Schedule:
    channel = ChannelRef("memory", "", "general")
    return Schedule(1, channel, "bank", at, zone, weekdays, closes_after=timedelta(hours=8))


@pytest.mark.parametrize(
    ("day", "at", "zone", "due_at"),
    [
        # Berlin: 02:00 becomes 03:00 at 01:00 UTC, and 03:00 becomes 02:00 at 01:00 UTC
        ("2026-03-28", "02:30", "Europe/Berlin", "2026-03-28 01:30"),
        ("2026-03-29", "01:59", "Europe/Berlin", "2026-03-29 00:59"),
        ("2026-03-29", "02:00", "Europe/Berlin", "2026-03-29 01:00"),
        ("2026-03-29", "02:30", "Europe/Berlin", "2026-03-29 01:00"),
        ("2026-03-29", "03:00", "Europe/Berlin", "2026-03-29 01:00"),
        ("2026-03-29", "03:01", "Europe/Berlin", "2026-03-29 01:01"),
        ("2026-10-25", "01:59", "Europe/Berlin", "2026-10-24 23:59"),
        ("2026-10-25", "02:30", "Europe/Berlin", "2026-10-25 00:30"),
        ("2026-10-25", "03:00", "Europe/Berlin", "2026-10-25 02:00"),
        # New York: at 07:00 UTC in spring, at 06:00 UTC in autumn
        ("2025-03-09", "02:15", "America/New_York", "2025-03-09 07:00"),
        ("2025-11-02", "01:15", "America/New_York", "2025-11-02 05:15"),
        ("2025-11-02", "02:00", "America/New_York", "2025-11-02 07:00"),
        # Lord Howe: half an hour, between +10:30 and +11
        ("2025-10-05", "02:15", "Australia/Lord_Howe", "2025-10-04 15:30"),
        ("2025-10-05", "02:30", "Australia/Lord_Howe", "2025-10-04 15:30"),
        ("2025-04-06", "01:45", "Australia/Lord_Howe", "2025-04-05 14:45"),
        ("2025-04-06", "02:00", "Australia/Lord_Howe", "2025-04-05 15:30"),
        # São Paulo until 2018 and Beirut: midnight itself is skipped
        ("2017-10-15", "00:00", "America/Sao_Paulo", "2017-10-15 03:00"),
        ("2017-10-15", "00:30", "America/Sao_Paulo", "2017-10-15 03:00"),
        ("2018-02-17", "23:30", "America/Sao_Paulo", "2018-02-18 01:30"),
        ("2018-02-18", "00:00", "America/Sao_Paulo", "2018-02-18 03:00"),
        ("2022-03-27", "00:00", "Asia/Beirut", "2022-03-26 22:00"),
        ("2022-03-27", "00:59", "Asia/Beirut", "2022-03-26 22:00"),
        # Casablanca: back to +00 for Ramadan 2025, forth again to +01 after it
        ("2025-02-23", "02:30", "Africa/Casablanca", "2025-02-23 01:30"),
        ("2025-02-24", "02:30", "Africa/Casablanca", "2025-02-24 02:30"),
        ("2025-04-06", "02:30", "Africa/Casablanca", "2025-04-06 02:00"),
        ("2025-04-07", "02:30", "Africa/Casablanca", "2025-04-07 01:30"),
        # the first and the last places on Earth, and odd offsets
        ("2026-01-01", "00:00", "Pacific/Kiritimati", "2025-12-31 10:00"),
        ("2026-01-01", "00:00", "Etc/GMT+12", "2026-01-01 12:00"),
        ("2026-06-01", "09:00", "Asia/Kathmandu", "2026-06-01 03:15"),
        ("2026-06-01", "09:00", "Asia/Kolkata", "2026-06-01 03:30"),
        # Scoresbysund since 2024: the gap reaches from 23:00 to midnight
        ("2025-03-29", "23:30", "America/Scoresbysund", "2025-03-30 01:00"),
        ("2025-03-30", "00:00", "America/Scoresbysund", "2025-03-30 01:00"),
        # Caracas: half an hour in the night of 1 May 2016; Pyongyang: of 5 May 2018
        ("2016-05-01", "02:45", "America/Caracas", "2016-05-01 07:00"),
        ("2018-05-04", "23:45", "Asia/Pyongyang", "2018-05-04 15:00"),
        # Samoa: Thursday 29 and Saturday 31 December 2011 lie side by side
        ("2011-12-29", "23:59", "Pacific/Apia", "2011-12-30 09:59"),
        ("2011-12-31", "00:00", "Pacific/Apia", "2011-12-30 10:00"),
    ],
)
def test_the_instant_is_the_first_time_a_clock_there_shows_it(
    day: str, at: str, zone: str, due_at: str
) -> None:
    assert instant(date.fromisoformat(day), time.fromisoformat(at), zone) == utc(due_at)


@pytest.mark.parametrize(
    ("day", "zone"),
    [
        ("2011-12-30", "Pacific/Apia"),
        ("2011-12-30", "Pacific/Fakaofo"),
        ("1994-12-31", "Pacific/Kiritimati"),
        ("1993-08-21", "Pacific/Kwajalein"),
    ],
)
@pytest.mark.parametrize("at", [time(0), NINE, time(23, 59)])
def test_a_day_that_a_zone_skips_has_no_question(day: str, zone: str, at: time) -> None:
    skipped = date.fromisoformat(day)
    assert instant(skipped, at, zone) is None
    assert instant(skipped - timedelta(days=1), at, zone) is not None
    assert instant(skipped + timedelta(days=1), at, zone) is not None


@given(st.dates(date(1975, 1, 1), date(2037, 12, 31)), wall_times(), zones())
def test_instants_are_in_utc_and_of_whole_seconds(day: date, at: time, zone: str) -> None:
    due_at = instant(day, at, zone)
    if due_at is not None:
        assert due_at.tzinfo is UTC
        assert due_at.microsecond == 0


def test_in_spring_the_question_comes_an_hour_sooner_and_in_autumn_once() -> None:
    schedule = daily(time(2, 30), "Europe/Berlin")
    assert next_due(schedule, utc("2026-03-28 12:00")) == utc("2026-03-29 01:00")
    assert next_due(schedule, utc("2026-03-29 01:00")) == utc("2026-03-30 00:30")
    assert next_due(schedule, utc("2026-10-24 12:00")) == utc("2026-10-25 00:30")
    assert next_due(schedule, utc("2026-10-25 00:30")) == utc("2026-10-26 01:30")


def test_only_the_scheduled_weekdays_have_a_question() -> None:
    friday_noon = utc("2026-11-27 12:00")
    assert next_due(daily(NINE, "UTC", WORKDAYS), friday_noon) == utc("2026-11-30 09:00")
    assert due(daily(NINE, "UTC", WORKDAYS), utc("2026-11-28 09:30")) is None
    assert due(daily(NINE, "UTC", WORKDAYS), utc("2026-11-30 09:30")) is not None


def test_weekdays_are_those_of_the_channel() -> None:
    """Sunday 19:00 UTC is Monday 09:00 on Kiritimati."""
    mondays = daily(NINE, "Pacific/Kiritimati", frozenset({0}))
    assert next_due(mondays, utc("2026-11-28 00:00")) == utc("2026-11-29 19:00")


def test_a_weekly_question_goes_on_after_a_week_whose_day_was_skipped() -> None:
    """Samoa had no Friday 30 December 2011: the next Friday's is the one of 6 January."""
    fridays = daily(NINE, "Pacific/Apia", frozenset({FRIDAY}))
    asked = in_zone("2011-12-23 09:00", "Pacific/Apia")
    following = in_zone("2012-01-06 09:00", "Pacific/Apia")
    for after in (asked, asked + timedelta(hours=1), asked + timedelta(days=3)):
        assert next_due(fridays, after) == following


@given(schedules(), instants())
def test_there_is_always_a_next_question(schedule: Schedule, after: datetime) -> None:
    following = next_due(schedule, after)
    assert following is not None
    assert after < following <= after + timedelta(days=16)


def test_the_next_question_is_later_than_now_to_the_microsecond() -> None:
    schedule, due_at = daily(NINE, "UTC"), utc("2026-11-30 09:00")
    assert next_due(schedule, due_at - timedelta(microseconds=1)) == due_at
    assert next_due(schedule, due_at) == due_at + timedelta(days=1)


@given(schedules(paused=True), instants())
def test_a_paused_schedule_has_no_question(schedule: Schedule, now: datetime) -> None:
    assert next_due(schedule, now) is None
    assert due(schedule, now) is None


@pytest.mark.parametrize(
    ("now", "day"),
    [
        ("2026-11-30 08:59:59.999999", None),
        ("2026-11-30 09:00", "2026-11-30"),
        ("2026-11-30 09:00:01", "2026-11-30"),
        ("2026-11-30 15:00", "2026-11-30"),
        ("2026-11-30 23:59:59", "2026-11-30"),
        ("2026-12-01 00:00", None),
        ("2026-12-01 08:59", None),
        ("2026-12-01 09:00", "2026-12-01"),
    ],
)
def test_a_late_question_is_asked_while_its_day_lasts(now: str, day: str | None) -> None:
    occurrence = due(daily(NINE, "UTC"), utc(now))
    assert (occurrence.day.isoformat() if occurrence else None) == day


@pytest.mark.parametrize(
    ("now", "day"),
    [
        ("2026-11-30 23:45", "2026-11-30"),
        ("2026-12-01 00:10", "2026-11-30"),
        ("2026-12-01 00:30", "2026-11-30"),
        ("2026-12-01 00:30:01", None),
        ("2026-12-01 12:00", None),
    ],
)
def test_a_question_of_late_evening_is_asked_for_an_hour(now: str, day: str | None) -> None:
    occurrence = due(daily(time(23, 30), "UTC"), utc(now))
    assert (occurrence.day.isoformat() if occurrence else None) == day


def test_late_evening_is_the_channels_evening() -> None:
    schedule = daily(time(23, 30), "America/New_York")
    occurrence = due(schedule, in_zone("2026-12-01 00:10", "America/New_York"))
    assert occurrence is not None
    assert occurrence.day == date(2026, 11, 30)
    assert occurrence.at == utc("2026-12-01 04:30")


def test_a_question_of_late_evening_survives_a_skipped_day() -> None:
    """In Samoa 23:30 on Thursday and 00:10 on Saturday were forty minutes apart."""
    schedule = daily(time(23, 30), "Pacific/Apia")
    occurrence = due(schedule, utc("2011-12-30 10:10"))
    assert occurrence is not None
    assert (occurrence.day, occurrence.at) == (date(2011, 12, 29), utc("2011-12-30 09:30"))


def test_a_question_asked_in_a_gap_at_midnight_is_asked_though_its_day_is_over() -> None:
    """Scoresbysund went from 23:00 on the 29th to midnight: 23:30 never was."""
    schedule = daily(time(23, 30), "America/Scoresbysund")
    occurrence = due(schedule, utc("2025-03-30 01:20"))
    assert occurrence is not None
    assert (occurrence.day, occurrence.at) == (date(2025, 3, 29), utc("2025-03-30 01:00"))


def test_when_midnight_comes_twice_the_new_days_question_is_not_lost() -> None:
    """Newfoundland went from 00:01 back to 23:01 of the day before, on 29 October 2006.

    The question of 00:00 on the 29th was due a minute earlier, and a restart comes in between.
    """
    schedule = daily(time(0), "America/St_Johns")
    assert local_day(utc("2006-10-29 02:29:59"), "America/St_Johns") == date(2006, 10, 28)
    assert local_day(utc("2006-10-29 02:30:30"), "America/St_Johns") == date(2006, 10, 29)
    assert local_day(utc("2006-10-29 02:40"), "America/St_Johns") == date(2006, 10, 28)
    for now in ("2006-10-29 02:30", "2006-10-29 02:40", "2006-10-29 03:40"):
        occurrence = due(schedule, utc(now))
        assert occurrence is not None
        assert (occurrence.day, occurrence.at) == (date(2006, 10, 29), utc("2006-10-29 02:30"))


def test_a_day_that_had_begun_before_the_clock_went_back_far_is_not_over() -> None:
    """Casey went from 02:00 on 5 March 2010 back to 23:00 on the 4th: 00:30 was 90 minutes ago."""
    schedule = daily(time(0, 30), "Antarctica/Casey")
    for now in ("2010-03-04 13:30", "2010-03-04 15:00", "2010-03-04 15:59", "2010-03-05 15:59"):
        occurrence = due(schedule, utc(now))
        assert occurrence is not None
        assert (occurrence.day, occurrence.at) == (date(2010, 3, 5), utc("2010-03-04 13:30"))
    assert due(schedule, utc("2010-03-05 16:00")) is None


def test_downtime_never_piles_questions_up() -> None:
    """After a fortnight down there is one question to ask: today's."""
    schedule = daily(NINE, "Europe/Berlin")
    back = in_zone("2026-11-30 11:00", "Europe/Berlin")
    occurrence = due(schedule, back)
    assert occurrence is not None
    assert occurrence.day == date(2026, 11, 30)
    assert next_due(schedule, back) == in_zone("2026-12-01 09:00", "Europe/Berlin")


def test_after_downtime_over_a_day_without_question_there_is_none_to_ask() -> None:
    schedule = daily(NINE, "UTC", frozenset({FRIDAY}))
    assert due(schedule, utc("2026-11-28 10:00")) is None


def test_a_clock_that_goes_back_names_the_same_question_again() -> None:
    """So that the store, where (schedule, day) is unique, asks it once."""
    schedule = daily(NINE, "UTC")
    first = due(schedule, utc("2026-11-30 09:00:05"))
    assert due(schedule, utc("2026-11-30 08:59:58")) is None
    assert due(schedule, utc("2026-11-30 09:00:02")) == first


@given(schedules(), instants())
def test_what_is_due_is_never_of_the_future_nor_of_another_weekday(
    schedule: Schedule, now: datetime
) -> None:
    occurrence = due(schedule, now)
    if occurrence is not None:
        assert occurrence.at <= now
        assert occurrence.day.weekday() in schedule.weekdays


@given(schedules(), instants())
def test_at_its_instant_every_question_is_due(schedule: Schedule, after: datetime) -> None:
    following = next_due(schedule, after)
    assert following is not None
    occurrence = due(schedule, following)
    assert occurrence is not None
    assert occurrence.at == following


def test_occurrences_name_the_channels_days() -> None:
    first, second, *_ = occurrences(daily(NINE, "UTC", frozenset({0, 2})), date(2026, 11, 29))
    assert (first.day, first.at) == (date(2026, 11, 30), utc("2026-11-30 09:00"))
    assert (second.day, second.at) == (date(2026, 12, 2), utc("2026-12-02 09:00"))


def test_the_local_day_is_that_of_the_zone() -> None:
    now = utc("2026-12-31 11:00")
    assert local_day(now, "Pacific/Kiritimati") == date(2027, 1, 1)
    assert local_day(now, "Etc/GMT+12") == date(2026, 12, 30)


@pytest.mark.parametrize("weekdays", [frozenset(), frozenset({7}), frozenset({-1, 0})])
def test_weekdays_are_some_of_seven(weekdays: frozenset[int]) -> None:
    with pytest.raises(ValueError, match="weekdays"):
        daily(NINE, "UTC", weekdays)


@pytest.mark.parametrize("closes_after", [timedelta(), timedelta(seconds=-1)])
def test_a_round_closes_after_it_opens(closes_after: timedelta) -> None:
    with pytest.raises(ValueError, match="closes"):
        replace(daily(NINE, "UTC"), closes_after=closes_after)


@pytest.mark.parametrize(
    ("opened", "closes"),
    [
        ("2026-12-01 09:00", "2026-12-01 17:00"),
        ("2026-12-01 11:30", "2026-12-01 17:00"),
        ("2026-12-01 13:00", "2026-12-01 17:00"),
        ("2026-12-01 16:00", "2026-12-01 20:00"),
        ("2026-12-01 23:00", "2026-12-02 03:00"),
    ],
)
def test_a_late_question_keeps_its_close_but_stays_open_half_its_time(
    opened: str, closes: str
) -> None:
    nine = Occurrence(date(2026, 12, 1), utc("2026-12-01 09:00"))
    assert closing(daily(NINE, "UTC"), nine, utc(opened)) == utc(closes)
