"""Streaks: days answered in a row, saved by two freezes a month."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbot.domain.standing import FREEZES_A_MONTH, Streak, advance

DECEMBER_1 = date(2026, 12, 1)
DAY = timedelta(days=1)

Answers = list[tuple[int, date]]
"""(number of the question in its channel, day on which it came), in the order of answering."""


def day_of(number: int) -> date:
    """The day of a channel that asks every day, its first question on 1 December."""
    return DECEMBER_1 + (number - 1) * DAY


def after(*numbers: int) -> Streak:
    streak = Streak()
    for number in numbers:
        streak = advance(streak, number, day_of(number))
    return streak


def test_the_first_answer_begins_a_streak() -> None:
    assert after(1) == Streak(length=1, last=1, month="2026-12")


def test_who_comes_late_to_a_channel_has_missed_nothing() -> None:
    assert after(250) == Streak(length=1, last=250, month="2027-08")


def test_each_question_answered_in_a_row_adds_a_day() -> None:
    assert after(1, 2, 3, 4).length == 4
    assert after(1, 2, 3, 4).freezes_used == 0


def test_a_day_without_question_breaks_nothing() -> None:
    """Questions are counted, not days: the platform was down from the 3rd to the 20th."""
    streak = advance(after(1, 2), 3, date(2026, 12, 20))
    assert (streak.length, streak.freezes_used, streak.saved) == (3, 0, 0)


@pytest.mark.parametrize(("following", "saved"), [(3, 0), (4, 1), (5, 2)])
def test_two_freezes_save_a_streak_and_are_told(following: int, saved: int) -> None:
    streak = after(1, 2, following)
    assert (streak.length, streak.saved, streak.freezes_used) == (3, saved, saved)


def test_a_third_missed_question_begins_it_anew_and_costs_no_freeze() -> None:
    assert after(1, 2, 6) == Streak(length=1, last=6, month="2026-12")


def test_freezes_are_used_up_one_by_one() -> None:
    assert after(1, 3, 5) == Streak(3, last=5, month="2026-12", freezes_used=2, saved=1)
    assert after(1, 3, 5, 7) == Streak(1, last=7, month="2026-12", freezes_used=2)


def test_a_saved_day_is_told_once() -> None:
    assert after(1, 3).saved == 1
    assert after(1, 3, 4).saved == 0


def test_a_new_month_brings_new_freezes() -> None:
    used_up = after(1, 3, 5, *range(6, 32))
    assert used_up.freezes_used == FREEZES_A_MONTH
    january = advance(used_up, 34, date(2027, 1, 3))
    assert (january.length, january.freezes_used, january.saved) == (30, 2, 2)


def test_a_question_of_the_month_before_gives_no_freezes_back() -> None:
    """Two schedules of one channel may stand in zones whose months begin at different instants."""
    used_up = advance(advance(advance(Streak(), 1, DECEMBER_1), 3, DECEMBER_1), 5, DECEMBER_1)
    assert used_up.freezes_used == FREEZES_A_MONTH
    elsewhere = advance(used_up, 6, DECEMBER_1 - DAY)
    assert (elsewhere.length, elsewhere.freezes_used) == (4, FREEZES_A_MONTH)
    assert advance(elsewhere, 8, DECEMBER_1).length == 1


def test_an_older_question_that_is_still_open_adds_its_day() -> None:
    assert after(1, 2, 4, 3).length == 4
    assert after(1, 2, 4, 3).last == 4
    assert after(1, 2, 4, 3, 5).length == 5
    assert after(1, 2, 4, 3).saved == 0


def simulated(answers: Answers) -> tuple[int, int]:
    """(length, freezes used in the current month), told as a story of marks on a wall.

    Every question gets a mark: answered, frozen, or none; the streak is the answered ones since
    the last one without a mark. Older questions count for the streak that runs.
    """
    run: list[int] = []
    freezes: Counter[tuple[int, int]] = Counter()
    month = (0, 0)
    newest = 0
    for number, day in answers:
        if number < newest:
            run.append(number)
            continue
        month = max(month, (day.year, day.month))
        between = [missed for missed in range(newest + 1, number) if run]
        if freezes[month] + len(between) <= 2:
            freezes[month] += len(between)
            run.append(number)
        else:
            run = [number]
        newest = number
    return len(run), freezes[month]


@st.composite
def lives(draw: st.DrawFn) -> Answers:
    """What one learner answers of a channel's questions; neighbours may be open together."""
    days: list[date] = []
    day = draw(st.dates(date(2026, 1, 1), date(2026, 12, 31)))
    for pause in draw(st.lists(st.integers(0, 12), min_size=1, max_size=40)):
        day += (pause if pause > 8 else 1) * DAY
        days.append(day)
    answered = [number for number in range(1, len(days) + 1) if draw(st.integers(0, 4))]
    for position in range(len(answered) - 1):
        if draw(st.integers(0, 5)) == 0:
            pair = slice(position, position + 2)
            answered[pair] = answered[pair][::-1]
    return [(number, days[number - 1]) for number in answered]


@given(lives())
def test_a_streak_is_what_a_simulation_says(answers: Answers) -> None:
    streak = Streak()
    for number, day in answers:
        streak = advance(streak, number, day)
    assert (streak.length, streak.freezes_used) == simulated(answers)


@given(lives())
def test_a_streak_is_never_negative_nor_longer_than_the_answers(answers: Answers) -> None:
    streak = Streak()
    for count, (number, day) in enumerate(answers, start=1):
        before, streak = streak, advance(streak, number, day)
        assert 1 <= streak.length <= count
        assert streak.length in {1, before.length + 1}
        assert 0 <= streak.saved <= streak.freezes_used <= FREEZES_A_MONTH
        assert streak.last == max(before.last, number)


@given(lives())
def test_whoever_misses_nothing_uses_no_freeze(answers: Answers) -> None:
    streak = Streak()
    for number, (_, day) in enumerate(sorted(answers), start=1):
        streak = advance(streak, number, day)
    assert streak.length == len(answers)
    assert streak.freezes_used == 0
