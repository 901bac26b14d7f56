"""Boards: which period a day belongs to, and fair ranks."""

from __future__ import annotations

import calendar
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbot.domain.standing import Period, Standing, period_key, ranked

SUNDAY = 6
DAYS = st.dates(date(1990, 1, 1), date(2100, 12, 31))


def has(learner_id: int, points: int, name: str = "") -> Standing:
    return Standing(learner_id, name or f"learner {learner_id}", points, answered=1, correct=1)


@pytest.mark.parametrize(
    ("day", "week"),
    [
        ("2026-11-30", "week-2026-11-30"),  # a Monday
        ("2026-12-06", "week-2026-11-30"),  # the Sunday after
        ("2026-12-07", "week-2026-12-07"),
        ("2026-12-31", "week-2026-12-28"),
        ("2027-01-01", "week-2026-12-28"),  # the year's end inside ISO week 53
        ("2027-01-03", "week-2026-12-28"),
        ("2027-01-04", "week-2027-01-04"),
        ("2028-02-29", "week-2028-02-28"),
    ],
)
def test_a_week_begins_on_monday_and_has_its_name(day: str, week: str) -> None:
    assert period_key(Period.WEEK, date.fromisoformat(day)) == week


@pytest.mark.parametrize(
    ("day", "week"),
    [
        ("2026-11-28", "week-2026-11-22"),  # a Saturday
        ("2026-11-29", "week-2026-11-29"),  # the Sunday after
        ("2026-12-05", "week-2026-11-29"),
        ("2027-01-02", "week-2026-12-27"),
    ],
)
def test_a_week_may_begin_on_sunday(day: str, week: str) -> None:
    assert period_key(Period.WEEK, date.fromisoformat(day), week_starts_on=SUNDAY) == week


@given(DAYS)
def test_weeks_from_monday_are_iso_weeks(day: date) -> None:
    year, week, _ = day.isocalendar()
    monday = date.fromisocalendar(year, week, 1)
    assert period_key(Period.WEEK, day) == f"week-{monday.isoformat()}"


@given(DAYS, st.integers(0, 6))
def test_weeks_are_the_rows_of_a_printed_calendar(day: date, week_starts_on: int) -> None:
    month = calendar.Calendar(week_starts_on).monthdatescalendar(day.year, day.month)
    (row,) = (row for row in month if day in row)
    named = {period_key(Period.WEEK, other, week_starts_on=week_starts_on) for other in row}
    assert named == {f"week-{row[0].isoformat()}"}


@given(DAYS, st.integers(0, 6))
def test_each_day_either_continues_a_week_or_begins_one(day: date, week_starts_on: int) -> None:
    keys = [
        period_key(Period.WEEK, other, week_starts_on=week_starts_on)
        for other in (day - timedelta(days=1), day)
    ]
    assert (keys[0] != keys[1]) == (day.weekday() == week_starts_on)


@pytest.mark.parametrize(
    ("day", "month"),
    [
        ("2026-11-30", "month-2026-11"),
        ("2026-12-01", "month-2026-12"),
        ("2026-12-31", "month-2026-12"),
        ("2027-01-01", "month-2027-01"),
        ("2028-02-29", "month-2028-02"),
        ("2028-03-01", "month-2028-03"),
    ],
)
def test_a_month_is_the_calendars(day: str, month: str) -> None:
    assert period_key(Period.MONTH, date.fromisoformat(day)) == month


@given(DAYS, DAYS)
def test_all_time_never_ends(day: date, other: date) -> None:
    assert period_key(Period.ALL, day) == period_key(Period.ALL, other)


@given(DAYS)
def test_periods_of_different_kinds_never_share_a_name(day: date) -> None:
    assert len({period_key(period, day) for period in Period}) == len(Period)


def test_equal_points_share_a_rank_and_the_next_one_is_skipped() -> None:
    board = ranked([has(1, 10), has(2, 30), has(3, 20), has(4, 20)])
    assert [(entry.rank, entry.standing.learner_id) for entry in board] == [
        (1, 2),
        (2, 3),
        (2, 4),
        (4, 1),
    ]


def test_equal_people_stand_by_name_and_then_by_id_whoever_came_first() -> None:
    people = [has(9, 5, "zoe"), has(8, 5, "Ada"), has(7, 5, "ada"), has(3, 5, "Émile")]
    expected = [7, 8, 9, 3]
    for order in (people, people[::-1]):
        assert [entry.standing.learner_id for entry in ranked(order)] == expected
        assert {entry.rank for entry in ranked(order)} == {1}


def test_nobody_makes_an_empty_board() -> None:
    assert ranked([]) == ()


STANDINGS = st.lists(
    st.builds(
        Standing, st.integers(1, 10**6), st.text(max_size=5), st.integers(0, 8), *[st.just(1)] * 2
    ),
    unique_by=lambda standing: standing.learner_id,
    max_size=30,
)


@given(STANDINGS)
def test_a_rank_is_one_more_than_the_number_of_better_people(standings: list[Standing]) -> None:
    board = ranked(standings)
    for entry in board:
        better = sum(other.points > entry.standing.points for other in standings)
        assert entry.rank == better + 1
    assert sorted(map(id, standings)) == sorted(id(entry.standing) for entry in board)


@given(STANDINGS, st.data())
def test_the_order_of_arrival_never_matters(standings: list[Standing], data: st.DataObject) -> None:
    assert ranked(data.draw(st.permutations(standings))) == ranked(standings)
