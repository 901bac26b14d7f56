"""Which item comes next."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.examples import a_bank, an_item
from quizbot.domain.blueprint import Bank, Topic
from quizbot.domain.drawing import next_daily, pool
from quizbot.domain.item import Difficulty
from quizbot.testing.strategies import banks

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)

CHI_SQUARE_3 = 16.266
"""Upper .001 point of chi-square with 3 degrees of freedom (NIST/SEMATECH handbook, 1.3.6.7.4)."""

WEIGHTS = {"a": 18.0, "b": 22.0, "c": 28.0, "d": 32.0}
EXAM = a_bank(
    *(an_item(f"{topic}{number}", topic=topic) for topic in WEIGHTS for number in range(40)),
    **WEIGHTS,
)


def days(
    bank: Bank, count: int, asked: list[str] | None = None, topics: tuple[str, ...] = ()
) -> list[str]:
    """What a channel is asked on so many days more, one question after the other."""
    asked = list(asked or ())
    for number in range(count):
        item = next_daily(bank, topics, asked, random.Random(f"daily|{number}"))
        assert item is not None
        asked.append(item.id)
    return asked


def kin(bank: Bank, one: str, other: str) -> bool:
    first, second = bank.by_id[one], bank.by_id[other]
    return one == other or one in second.related or other in first.related


@settings(max_examples=50)
@given(banks(min_items=1), st.integers())
def test_no_item_comes_again_before_the_pool_is_used_up(bank: Bank, seed: int) -> None:
    size = len(bank.items)
    asked: list[str] = []
    for number in range(3 * size):
        item = next_daily(bank, (), asked, random.Random(f"{seed}|{number}"))
        assert item is not None
        asked.append(item.id)
    for cycle in (asked[:size], asked[size : 2 * size], asked[2 * size :]):
        assert sorted(cycle) == sorted(bank.by_id)


@settings(max_examples=50)
@given(banks(min_items=1), st.lists(st.text(max_size=4), max_size=20), st.data())
def test_whatever_was_asked_the_same_item_never_comes_twice_in_a_row(
    bank: Bank, strange: list[str], data: st.DataObject
) -> None:
    """The history may name items that are gone, and uneven numbers of those that are here."""
    known = st.lists(st.sampled_from(sorted(bank.by_id)), max_size=20)
    asked = data.draw(st.permutations([*strange, *data.draw(known)]))
    item = next_daily(bank, (), asked, random.Random(1))
    assert item is not None
    if len(bank.items) > 1 and asked:
        assert item.id != asked[-1]


@settings(max_examples=50)
@given(banks(min_items=1), st.data())
def test_only_the_topics_asked_for_are_drawn(bank: Bank, data: st.DataObject) -> None:
    codes = [topic.code for topic in bank.topics]
    topics = tuple(data.draw(st.lists(st.sampled_from(codes), min_size=1)))
    fitting = [item.id for item in bank.items if item.topic in topics]
    item = next_daily(bank, topics, (), random.Random(1))
    assert (item is None) == (not fitting)
    assert item is None or item.id in fitting


@settings(max_examples=50)
@given(banks(), st.text())
def test_the_same_dice_draw_the_same_item(bank: Bank, seed: str) -> None:
    asked = [item.id for item in bank.items][::2]
    drawn = {next_daily(bank, (), asked, random.Random(seed)) for _ in range(3)}
    assert len(drawn) == 1


def test_an_item_added_to_the_bank_comes_soon_and_then_waits_like_the_others() -> None:
    old = [an_item(f"old{number}") for number in range(4)]
    asked = days(a_bank(*old), 12)
    grown = a_bank(*old, an_item("new"), an_item("newer"))
    following = days(grown, 8, asked)[12:]
    assert set(following[:2]) == {"new", "newer"}
    assert sorted(following[2:]) == sorted(grown.by_id)


def test_an_item_asked_by_hand_again_and_again_waits_for_the_others() -> None:
    items = [an_item(letter) for letter in "abcd"]
    following = days(a_bank(*items), 3, ["a", "a", "a"])[3:]
    assert sorted(following) == ["b", "c", "d"]


def test_an_item_taken_out_of_the_bank_is_never_drawn() -> None:
    items = [an_item(letter) for letter in "abcd"]
    following = days(a_bank(*items[:3]), 6, days(a_bank(*items), 6))[6:]
    assert set(following) <= {"a", "b", "c"}


def test_the_last_item_is_not_the_first_of_the_next_turn() -> None:
    bank = a_bank(*(an_item(letter) for letter in "abc"))
    asked = days(bank, 300)
    assert all(before != after for before, after in pairwise(asked))


def test_siblings_rest_a_day_while_there_is_anything_else() -> None:
    bank = a_bank(
        an_item("a", related=("b",)), an_item("b"), an_item("c"), an_item("d"), an_item("e")
    )
    for seed in range(200):
        for last, sibling in (("a", "b"), ("b", "a")):
            item = next_daily(bank, (), [last], random.Random(seed))
            assert item is not None
            assert item.id not in {last, sibling}


def test_where_only_siblings_are_left_one_comes_but_never_the_last_itself() -> None:
    bank = a_bank(an_item("a", related=("b",)), an_item("b"))
    asked = days(bank, 100)
    assert all(before != after for before, after in pairwise(asked))


@settings(max_examples=50)
@given(banks(min_items=1), st.integers(0, 20))
def test_a_sibling_comes_next_only_where_nothing_else_had_its_turn_open(
    bank: Bank, count: int
) -> None:
    asked = days(bank, count + 1)
    item = next_daily(bank, (), asked, random.Random(3))
    assert item is not None
    if kin(bank, item.id, asked[-1]):
        turn = asked[len(asked) // len(bank.items) * len(bank.items) :]
        left = [id_ for id_ in bank.by_id if id_ not in turn]
        assert all(kin(bank, id_, asked[-1]) for id_ in left)


def test_the_only_item_comes_every_day() -> None:
    assert days(a_bank(an_item("a")), 3) == ["a", "a", "a"]


def test_an_empty_pool_has_nothing_to_draw() -> None:
    empty, dice = Bank("bank", "Bank", (), (Topic("a", "A"),)), random.Random(1)
    assert next_daily(empty, (), (), dice) is None
    assert next_daily(EXAM, ("nowhere",), (), dice) is None


def off(drawn: Counter[str]) -> float:
    """How far the topics drawn are from their shares of 18, 22, 28 and 32 in a hundred."""
    count = drawn.total()
    return sum(
        (drawn[topic] - count * weight / 100) ** 2 / (count * weight / 100)
        for topic, weight in WEIGHTS.items()
    )


def test_topics_are_drawn_by_their_share_of_the_exam() -> None:
    draws = [next_daily(EXAM, (), (), random.Random(f"{n}")) for n in range(3000)]
    assert off(Counter(item.topic for item in draws if item)) < CHI_SQUARE_3


def test_over_a_season_a_channel_is_asked_by_the_shares_of_the_exam() -> None:
    """No topic can run dry in forty days, so that each draw is by the shares alone."""
    drawn: Counter[str] = Counter()
    for season in range(60):
        asked: list[str] = []
        for day in range(40):
            item = next_daily(EXAM, (), asked, random.Random(f"{season}|{day}"))
            assert item is not None
            asked.append(item.id)
            drawn[item.topic] += 1
    assert off(drawn) < CHI_SQUARE_3


def test_inside_a_topic_every_item_is_as_likely_as_any_other() -> None:
    bank = a_bank(*(an_item(letter) for letter in "abcd"))
    draws = Counter(
        item.id for n in range(4000) if (item := next_daily(bank, (), (), random.Random(f"{n}")))
    )
    assert sum((draws[letter] - 1000) ** 2 / 1000 for letter in "abcd") < CHI_SQUARE_3


def test_a_topic_without_weight_comes_when_the_others_are_used_up() -> None:
    bank = a_bank(an_item("a", topic="a"), an_item("b", topic="b"), a=1.0, b=0.0)
    assert days(bank, 4) == ["a", "b", "a", "b"]


def test_where_no_topic_has_weight_all_items_are_alike() -> None:
    bank = a_bank(an_item("a", topic="a"), an_item("b", topic="b"), a=0.0, b=0.0)
    first = Counter(days_of[0] for n in range(100) if (days_of := [_first(bank, n)]))
    assert set(first) == {"a", "b"}


def _first(bank: Bank, seed: int) -> str:
    item = next_daily(bank, (), (), random.Random(seed))
    assert item is not None
    return item.id


@pytest.mark.parametrize("difficulty", Difficulty)
def test_a_pool_is_narrowed_by_topic_and_difficulty(difficulty: Difficulty) -> None:
    bank = a_bank(an_item("one", topic="a"), an_item("two", topic="b"), an_item("three", topic="b"))
    medium = difficulty is Difficulty.MEDIUM
    assert pool(bank) == bank.items
    assert [item.id for item in pool(bank, ("b",))] == ["two", "three"]
    assert [item.id for item in pool(bank, ("b",), difficulty)] == (["two", "three"] * medium)


@settings(max_examples=50)
@given(banks())
def test_a_bank_finds_its_items_and_topics(bank: Bank) -> None:
    assert bank.by_id == {item.id: item for item in bank.items}
    assert all(bank.topic(topic.code) == topic for topic in bank.topics)
    assert bank.topic("no such topic") is None
