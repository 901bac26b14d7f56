"""The round and the attempt: shown once in one order, answered in time or not."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.examples import an_item, bare_items
from quizbot.domain.item import Item, Order
from quizbot.domain.mode import DAILY, EXAM, MODES, PRACTICE, REVIEW, Tells
from quizbot.domain.round import Round, attempt, shown_order
from quizbot.domain.scoring import score
from quizbot.testing.strategies import instants, responses, rounds

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
TICK = timedelta(microseconds=1)

CHI_SQUARE_23 = 49.728
"""Upper .001 point of chi-square with 23 degrees of freedom (NIST/SEMATECH handbook, 1.3.6.7.4)."""


def a_round(closes_at: datetime | None) -> Round:
    return Round(
        id=17,
        bank="bank",
        item_id="item",
        revision="0" * 16,
        order=("c", "a", "d", "b"),
        mode=DAILY,
        tells=Tells.AT_ONCE,
        opens_at=NOON - timedelta(hours=8),
        closes_at=closes_at,
    )


@given(bare_items(), st.integers())
def test_every_option_is_shown_once(item: Item, seed: int) -> None:
    shown = shown_order(item, random.Random(seed))
    assert sorted(shown) == sorted(option.id for option in item.options)


@given(bare_items(), st.integers())
def test_a_fixed_order_stays_as_it_was_written(item: Item, seed: int) -> None:
    fixed = replace(item, order=Order.FIXED)
    assert shown_order(fixed, random.Random(seed)) == tuple(option.id for option in item.options)


@given(bare_items(), st.text())
def test_the_same_dice_show_the_same_order(item: Item, seed: str) -> None:
    assert shown_order(item, random.Random(seed)) == shown_order(item, random.Random(seed))


def test_every_order_is_as_likely_as_any_other() -> None:
    item, draws = an_item(options=4), 12_000
    seen = Counter(shown_order(item, random.Random(f"order|{draw}")) for draw in range(draws))
    expected = draws / 24
    off = sum((seen[order] - expected) ** 2 / expected for order in permutations("abcd"))
    assert off < CHI_SQUARE_23


def test_the_place_of_an_option_does_not_tell_the_key() -> None:
    key_a, key_d = an_item(key="a"), an_item(key="d")
    for seed in range(50):
        assert shown_order(key_a, random.Random(seed)) == shown_order(key_d, random.Random(seed))


def test_letters_are_those_of_the_stored_order() -> None:
    round_ = a_round(None)
    assert [round_.letter(option_id) for option_id in "cadb"] == list("ABCD")


@given(bare_items(), st.data())
def test_no_two_options_share_a_letter(item: Item, data: st.DataObject) -> None:
    round_ = data.draw(rounds(item))
    letters = [round_.letter(option_id) for option_id in round_.order]
    assert letters == sorted(set(letters))


@pytest.mark.parametrize(
    ("now", "closed"),
    [
        (NOON - timedelta(hours=1), False),
        (NOON - TICK, False),
        (NOON, True),
        (NOON + TICK, True),
        (NOON + timedelta(days=400), True),
    ],
)
def test_a_round_is_closed_from_its_closing_time_on(now: datetime, closed: bool) -> None:
    assert a_round(NOON).closed(now) is closed


def test_a_round_without_closing_time_never_closes() -> None:
    assert not a_round(None).closed(datetime.max.replace(tzinfo=UTC))


@pytest.mark.parametrize(("late", "counts"), [(-TICK, True), (timedelta(), False), (TICK, False)])
def test_a_late_answer_does_not_count_but_is_scored(late: timedelta, counts: bool) -> None:
    given_ = attempt(a_round(NOON), an_item(), 5, frozenset("a"), NOON + late)
    assert given_.counts is counts
    assert given_.score.correct


@given(bare_items(), instants(), st.integers(1, 10**9), st.data())
def test_an_attempt_is_of_that_round_that_learner_and_that_moment(
    item: Item, now: datetime, learner_id: int, data: st.DataObject
) -> None:
    round_, response = data.draw(rounds(item)), data.draw(responses(item))
    given_ = attempt(round_, item, learner_id, response, now)
    assert (given_.round_id, given_.learner_id) == (round_.id, learner_id)
    assert (given_.response, given_.answered_at) == (response, now)
    assert given_.score == score(item, response)
    assert given_.counts == (round_.closes_at is None or now < round_.closes_at)
    assert given_.points == 0


@pytest.mark.parametrize("response", ["", "a", "abc", "abcd"])
def test_more_or_fewer_options_than_asked_for_are_refused(response: str) -> None:
    with pytest.raises(ValueError, match="asks for 2 options"):
        attempt(a_round(None), an_item(key="ab"), 5, frozenset(response), NOON)


def test_an_option_of_another_item_is_refused() -> None:
    with pytest.raises(ValueError, match="no option x"):
        attempt(a_round(None), an_item(), 5, frozenset("x"), NOON)


@given(bare_items(), st.data())
def test_pressing_every_button_is_no_answer(item: Item, data: st.DataObject) -> None:
    round_ = data.draw(rounds(item))
    with pytest.raises(ValueError, match="asks for"):
        attempt(round_, item, 5, frozenset(round_.order), round_.opens_at)


def test_only_the_daily_question_scores_and_only_the_exam_may_be_changed() -> None:
    assert [mode for mode in MODES.values() if mode.scores] == [DAILY]
    assert [mode for mode in MODES.values() if mode.may_change] == [EXAM]


def test_everything_but_the_exam_tells_at_once() -> None:
    assert {mode.tells for mode in (DAILY, PRACTICE, REVIEW)} == {Tells.AT_ONCE}
    assert EXAM.tells is Tells.AT_END


def test_modes_are_found_by_their_names() -> None:
    assert all(MODES[mode.name] is mode for mode in (DAILY, PRACTICE, EXAM, REVIEW))
