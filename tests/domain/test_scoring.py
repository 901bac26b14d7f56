"""What a response is worth."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.examples import an_item, bare_items
from quizbot.domain.item import Item
from quizbot.domain.scoring import Score, points, score

RIGHT, WRONG = Score(1.0, correct=True), Score(0.0, correct=False)


def subsets(item: Item) -> st.SearchStrategy[frozenset[str]]:
    return st.frozensets(st.sampled_from([option.id for option in item.options]))


@given(bare_items(), st.data())
def test_only_the_key_itself_is_right(item: Item, data: st.DataObject) -> None:
    response = data.draw(subsets(item))
    assert score(item, response).correct == (response == item.key)
    assert score(item, item.key) == RIGHT


@given(bare_items(partial_credit=False), st.data())
def test_it_is_all_or_nothing(item: Item, data: st.DataObject) -> None:
    response = data.draw(subsets(item))
    assert score(item, response).credit == (1.0 if response == item.key else 0.0)


@given(bare_items())
def test_choosing_everything_is_never_right(item: Item) -> None:
    everything = frozenset(option.id for option in item.options)
    earned = score(item, everything)
    assert earned.credit < 1.0
    assert not earned.correct


@given(bare_items())
def test_an_omitted_answer_earns_nothing(item: Item) -> None:
    assert score(item, frozenset()) == WRONG


@pytest.mark.parametrize(
    ("response", "credit"),
    [
        ("abc", Fraction(1)),
        ("ab", Fraction(2, 3)),
        ("a", Fraction(1, 3)),
        ("abd", Fraction(1, 3)),
        ("ade", Fraction(0)),
        ("de", Fraction(0)),
        ("abcd", Fraction(2, 3)),
        ("abcde", Fraction(1, 3)),
        ("", Fraction(0)),
    ],
)
def test_partial_credit_is_hits_less_false_alarms_by_the_keys(
    response: str, credit: Fraction
) -> None:
    item = an_item(options=5, key="abc", partial_credit=True)
    assert score(item, frozenset(response)).credit == pytest.approx(float(credit))


@given(bare_items(partial_credit=True), st.data())
def test_partial_credit_lies_between_nothing_and_everything(
    item: Item, data: st.DataObject
) -> None:
    response = data.draw(subsets(item))
    earned = score(item, response)
    assert 0.0 <= earned.credit <= 1.0
    assert (earned.credit == 1.0) == earned.correct


@given(bare_items(partial_credit=True), st.data())
def test_one_more_right_option_never_costs_and_one_more_wrong_one_never_pays(
    item: Item, data: st.DataObject
) -> None:
    response = data.draw(subsets(item))
    added = data.draw(st.sampled_from([option.id for option in item.options]))
    before, after = score(item, response - {added}), score(item, response | {added})
    if added in item.key:
        assert after.credit >= before.credit
    else:
        assert after.credit <= before.credit


@given(bare_items(partial_credit=True))
def test_guessing_the_right_number_of_options_earns_no_more_than_its_share(item: Item) -> None:
    """The mean credit of a blind guess is at most the share that a hypergeometric draw hits."""
    ids = [option.id for option in item.options]
    guesses = [frozenset(guess) for guess in combinations(ids, item.choose)]
    mean = sum(score(item, guess).credit for guess in guesses) / len(guesses)
    assert mean <= item.choose / len(ids) + 1e-9


@given(bare_items())
def test_where_one_option_is_the_key_partial_credit_changes_nothing(item: Item) -> None:
    single = replace(item, key=frozenset({item.options[0].id}), partial_credit=False)
    for option in single.options:
        response = frozenset({option.id})
        assert score(single, response) == score(replace(single, partial_credit=True), response)


def test_an_option_that_the_item_does_not_have_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"item has no option x, y"):
        score(an_item(), frozenset("ayx"))


@pytest.mark.parametrize(
    ("streak", "worth"), [(0, 10), (1, 12), (2, 14), (3, 16), (4, 18), (5, 20), (6, 20), (365, 20)]
)
def test_a_right_answer_is_worth_ten_and_two_for_each_of_five_days(streak: int, worth: int) -> None:
    assert points(RIGHT, streak) == worth


@pytest.mark.parametrize("streak", [0, 1, 5, 365])
def test_a_wrong_answer_is_worth_nothing_and_costs_nothing(streak: int) -> None:
    assert points(WRONG, streak) == 0


@given(st.integers(1, 9), st.integers(0, 400))
def test_partial_credit_earns_its_share_of_the_ten_and_no_bonus(keys: int, streak: int) -> None:
    for hits in range(keys):
        earned = points(Score(hits / keys, correct=False), streak)
        assert abs(Fraction(earned) - Fraction(10 * hits, keys)) <= Fraction(1, 2)
        assert 0 <= earned < points(RIGHT, streak)
