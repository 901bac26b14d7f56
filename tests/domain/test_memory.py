"""What is remembered, and what a question does to it."""

from __future__ import annotations

import fsrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbot.domain import memory
from quizbot.domain.memory import Memory, relearnt, retention, strengthened, unseen

CHANCES = st.floats(0.01, 0.97)
STABILITIES = st.floats(0.1, 3000)
DAYS = st.floats(0, 400)
GUESSES = st.floats(0.05, 0.5)


def test_the_weights_are_those_that_fsrs_ships() -> None:
    shipped = fsrs.Scheduler().parameters
    growth = memory.GROWTH, memory.GROWTH_FADES, memory.GROWTH_BY_FORGETTING
    lapse = (
        memory.LAPSE,
        memory.LAPSE_BY_DIFFICULTY,
        memory.LAPSE_BY_STABILITY,
        memory.LAPSE_BY_RECALL,
    )
    assert growth == shipped[8:11]
    assert lapse == shipped[11:15]
    assert shipped[20] == memory.DECAY


@pytest.mark.parametrize(
    ("days", "left"), [(0, 1.0), (1, 0.9468), (2, 0.9095), (7, 0.8083), (30, 0.6675), (90, 0.5678)]
)
def test_it_is_forgotten_as_fsrs_tells(days: int, left: float) -> None:
    """FSRS 6.3.2's retrievability after one Good, whose stability is 2.3065 days."""
    assert retention(days, 2.3065) == pytest.approx(left, abs=5e-5)


@given(STABILITIES)
def test_after_its_stability_nine_of_ten_are_left(stability: float) -> None:
    assert retention(stability, stability) == pytest.approx(0.9)


@given(STABILITIES, CHANCES, CHANCES)
def test_a_harder_success_strengthens_more(stability: float, one: float, other: float) -> None:
    less, more = sorted((one, other))
    assert strengthened(stability, less) >= strengthened(stability, more) >= stability


@given(STABILITIES, CHANCES)
def test_an_explanation_lasts_some_days(stability: float, recall: float) -> None:
    assert relearnt(stability, recall) >= memory.LEARNT_LASTS


@given(CHANCES, GUESSES, DAYS)
def test_a_right_answer_tells_of_more_than_a_wrong_one(
    level: float, guess: float, day: float
) -> None:
    before = unseen(level, day)
    right = before.asked(right=True, guess=guess, day=day)
    wrong = before.asked(right=False, guess=guess, day=day)
    assert right.known >= wrong.known
    assert right.recall(day + 3) > wrong.recall(day + 3)


def test_a_lucky_guess_is_worth_less_where_guessing_is_easy() -> None:
    """By hand: .4·.97 / (.4·.97 + .6·g) is .7212 for g = 1/4 and .5640 for g = 1/2."""
    before = unseen(0.4, 0)
    quarter = before.asked(right=True, guess=0.25, day=0)
    half = before.asked(right=True, guess=0.5, day=0)
    assert quarter.known == pytest.approx(0.7212 + 0.2788 * 0.75, abs=1e-4)
    assert half.known == pytest.approx(0.5640 + 0.4360 * 0.75, abs=1e-4)


@given(st.builds(Memory, CHANCES, STABILITIES, st.just(0.0)), DAYS, DAYS)
def test_nobody_is_ever_sure(known: Memory, day: float, further: float) -> None:
    assert 0 < known.recall(day + further) <= known.recall(day) <= 0.97
