"""What must be true of the steps in which participation is told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbot.domain.participation import DAILY_STEPS, DAY, STEPS, Activity, Participation, Span

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


@given(st.timedeltas(timedelta(seconds=1), timedelta(days=4000)))
def test_the_steps_cover_the_span_and_are_few(length: timedelta) -> None:
    span = Span(NOW - length, NOW)
    steps = list(span.steps())
    assert steps[0] == span.begins
    assert steps[-1] < NOW <= steps[-1] + span.step
    assert len(steps) <= max(DAILY_STEPS, STEPS)


@pytest.mark.parametrize(("days", "step"), [(7, 1), (14, 1), (30, 7), (84, 7), (85, 14)])
def test_short_spans_go_by_days_and_long_ones_by_weeks(days: int, step: int) -> None:
    assert Span(NOW - timedelta(days=days), NOW).step == timedelta(days=step)


def test_a_span_ends_after_it_begins() -> None:
    with pytest.raises(ValueError, match="after"):
        Span(NOW, NOW)


def test_steps_before_the_first_person_are_left_out_and_one_remains() -> None:
    steps = [Activity(NOW + n * DAY, people, people) for n, people in enumerate([0, 0, 2, 0])]
    assert Participation(2, DAY, tuple(steps)).since_the_first().activity == tuple(steps[2:])
    assert Participation(0, DAY, tuple(steps[:2])).since_the_first().activity == (steps[1],)
