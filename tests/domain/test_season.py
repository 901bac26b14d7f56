"""What must be true of a season: its bounds, and that what is told of it is fair."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbot.domain import season
from quizbot.domain.estimates import Estimate
from quizbot.domain.season import Asked, Faced
from quizbot.domain.standing import Standing
from quizbot.testing.strategies import zones

MONTH = date(2026, 12, 1)
_DAYS = st.dates(date(1990, 1, 1), date(2090, 1, 1))


def standings(*points: int) -> list[Standing]:
    """People with these points, A first."""
    return [
        Standing(number, chr(65 + number), earned, 9, 5) for number, earned in enumerate(points)
    ]


def named(*points: int) -> list[tuple[int, str]]:
    shown = season.podium(standings(*points)).shown
    return [(one.rank, one.standing.name) for one in shown]


@pytest.mark.parametrize(
    ("zone", "end"),
    [
        ("UTC", datetime(2027, 1, 1, tzinfo=UTC)),
        ("Asia/Tokyo", datetime(2026, 12, 31, 15, tzinfo=UTC)),
        ("America/New_York", datetime(2027, 1, 1, 5, tzinfo=UTC)),
        ("Pacific/Kiritimati", datetime(2026, 12, 31, 10, tzinfo=UTC)),
    ],
)
def test_a_season_is_a_calendar_month_of_the_zone(zone: str, end: datetime) -> None:
    assert season.ends_at(MONTH, zone) == end


@given(_DAYS, zones())
def test_seasons_follow_each_other_without_a_gap(day: date, zone: str) -> None:
    month = season.month_of(day)
    assert month <= day < season.next_month(month)
    assert season.next_month(month).day == 1
    assert season.ends_at(month, zone) == season.begins_at(season.next_month(month), zone)
    assert season.begins_at(month, zone) < season.ends_at(month, zone)


def test_a_day_that_a_zone_skips_ends_the_month_all_the_same() -> None:
    # Kwajalein skipped 21 August 1993, Samoa 30 December 2011: no month's first day, but near.
    assert season.ends_at(date(2011, 12, 1), "Pacific/Apia") == datetime(
        2011, 12, 31, 10, tzinfo=UTC
    )


def test_three_ranks_are_told() -> None:
    assert named(40, 30, 20, 10) == [(1, "A"), (2, "B"), (3, "C")]


def test_a_tie_makes_up_to_five_of_them() -> None:
    assert named(40, 30, 30, 30, 20) == [(1, "A"), (2, "B"), (2, "C"), (2, "D")]
    assert named(40, 30, 20, 20, 20) == [(1, "A"), (2, "B"), (3, "C"), (3, "D"), (3, "E")]


def test_a_tie_that_does_not_fit_is_left_out_as_a_whole() -> None:
    assert named(40, 30, 20, 20, 20, 20) == [(1, "A"), (2, "B")]


def test_a_crowd_at_the_first_place_is_not_named_by_the_alphabet() -> None:
    found = season.podium(standings(10, 10, 10, 10, 10, 10))
    assert (found.shown, found.crowd) == ((), 10)


def test_nobody_is_named_for_no_points() -> None:
    assert named(10, 0, 0) == [(1, "A")]
    assert season.podium(standings(*[0] * 6)) == season.Podium(())


@given(st.lists(st.integers(0, 30), max_size=12))
def test_the_podium_cuts_no_tie(points: list[int]) -> None:
    everybody = sorted(points, reverse=True)
    found = season.podium(standings(*everybody[: season.NAMED + 1]))
    shown = [one.standing.points for one in found.shown]
    assert len(shown) <= season.NAMED
    assert all(shown.count(one) == everybody.count(one) for one in shown)
    assert shown == everybody[: len(shown)]


def questions(*answered: set[int]) -> list[Asked]:
    return [
        Asked(number, MONTH + timedelta(days=number), people)
        for number, people in enumerate(answered, start=7)
    ]


def test_the_longest_streak_within_the_season_is_kept_after_it_broke() -> None:
    broken = questions({1, 2}, {1}, {1}, set(), set(), set(), {1, 2})
    assert season.streaks(broken) == {1: 3, 2: 1}


def test_freezes_save_a_streak_in_a_season_too() -> None:
    assert season.streaks(questions({1}, set(), set(), {1})) == {1: 2}
    assert season.streaks(questions({1}, set(), set(), set(), {1})) == {1: 1}


def test_the_hardest_question_needs_five_answers() -> None:
    assert season.hardest([Faced(1, 4, 0), Faced(2, 5, 3), Faced(3, 10, 7)]) == Faced(2, 5, 3)
    assert season.hardest([Faced(1, 4, 0)]) is None


def test_a_question_that_everybody_got_right_is_not_hard() -> None:
    assert season.hardest([Faced(1, 9, 9)]) is None


def test_of_equally_hard_questions_the_latest_is_told() -> None:
    assert season.hardest([Faced(1, 10, 5), Faced(2, 6, 3)]) == Faced(2, 6, 3)


@pytest.mark.parametrize(
    ("before", "after", "surely"),
    [
        ((0.50, 0.45, 0.55), (0.70, 0.65, 0.75), True),
        ((0.50, 0.45, 0.55), (0.55, 0.50, 0.60), False),
        ((0.50, 0.30, 0.70), (0.70, 0.50, 0.90), False),
        ((0.70, 0.65, 0.75), (0.50, 0.45, 0.55), False),
    ],
)
def test_improved_is_whose_interval_excludes_nothing_gained(
    before: tuple[float, float, float], after: tuple[float, float, float], *, surely: bool
) -> None:
    gain = season.improvement(Estimate(*before), Estimate(*after))
    assert gain == (pytest.approx(0.2) if surely else None)
