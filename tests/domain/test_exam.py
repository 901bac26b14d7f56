"""Which questions a mock exam has, and how it went."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.examples import a_bank, an_item
from quizbot.domain.blueprint import Bank, Blueprint
from quizbot.domain.exam import apportioned, paper, result, share, time_limit
from quizbot.domain.item import Difficulty

NOW = datetime(2026, 12, 7, tzinfo=UTC)
WEIGHTS = {"a": 13.0, "b": 14.0, "c": 18.0, "d": 20.0, "e": 22.0, "f": 13.0}
BANK = a_bank(
    *(
        replace(an_item(f"{topic}{n}", topic=topic), difficulty=list(Difficulty)[n % 3])
        for topic in WEIGHTS
        for n in range(30)
    ),
    **WEIGHTS,
)


def exam(bank: Bank = BANK, questions: int = 50, cut: float = 0.7) -> Bank:
    plan = Blueprint(bank.topics, questions, timedelta(hours=2), cut)
    return replace(bank, blueprint=plan)


def drawn(bank: Bank = BANK, count: int = 50, seed: int = 1, **more: object) -> list[str]:
    seen: dict[str, datetime] = dict(more.get("seen", {}))  # type: ignore[call-overload]
    avoid: set[str] = set(more.get("avoid", ()))  # type: ignore[call-overload]
    return [item.id for item in paper(bank, count, seen, avoid, random.Random(seed))]


def test_the_places_of_a_parliament_are_shared_out() -> None:
    """The textbook case of the largest remainder: 100 seats, 43,560 votes and so on by hand."""
    votes = {
        "yellows": 47_000,
        "whites": 16_000,
        "reds": 15_900,
        "greens": 12_000,
        "blues": 6_000,
        "pinks": 3_100,
    }
    seats = apportioned(votes, dict.fromkeys(votes, 10), 10)
    assert list(seats.values()) == [5, 2, 1, 1, 1, 0]


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.floats(0, 50), min_size=1),
    st.lists(st.integers(0, 20), min_size=6, max_size=6),
    st.integers(0, 60),
)
def test_every_place_is_given_and_none_beyond_its_room(
    weights: dict[str, float], sizes: list[int], count: int
) -> None:
    room = dict(zip("abcdef", sizes, strict=True))
    places = apportioned(weights, room, count)
    assert sum(places.values()) == min(count, sum(room[name] for name in weights))
    assert all(places[name] <= room[name] for name in weights)


@given(st.lists(st.integers(1, 60), min_size=1, max_size=6), st.integers(0, 60))
def test_with_room_enough_each_share_is_exact_to_rounding(weights: list[int], count: int) -> None:
    named = {str(number): float(weight) for number, weight in enumerate(weights)}
    places = apportioned(named, dict.fromkeys(named, 100), count)
    for number, weight in enumerate(weights):
        exact = Fraction(weight * count, sum(weights))
        assert abs(places[str(number)] - exact) < 1


def test_a_paper_follows_the_blueprint() -> None:
    counts = Counter(item[0] for item in drawn())
    assert [counts[topic] for topic in WEIGHTS] == [7, 7, 9, 10, 11, 6]


def test_inside_a_topic_it_follows_the_difficulty() -> None:
    levels = Counter(BANK.by_id[item].difficulty for item in drawn(count=180 // 2))
    assert max(levels.values()) - min(levels.values()) <= 6


def test_the_same_seed_gives_the_same_paper_and_another_another() -> None:
    assert drawn(seed=1) == drawn(seed=1)
    assert drawn(seed=1) != drawn(seed=2)


def test_no_two_siblings_are_in_one_paper() -> None:
    bank = a_bank(*(an_item(f"q{n}", related=(f"q{n ^ 1}",)) for n in range(20)))
    items = drawn(bank, 20)
    assert len(items) == 10
    assert {int(item[1:]) // 2 for item in items} == set(range(10))


def test_what_was_never_seen_comes_first_then_what_was_seen_longest_ago() -> None:
    bank = a_bank(*(an_item(f"q{n}") for n in range(10)))
    seen = {f"q{n}": NOW + timedelta(days=n) for n in range(8)}
    assert set(drawn(bank, 4, seen=seen)) == {"q8", "q9", "q0", "q1"}


def test_what_is_to_be_avoided_is_not_asked() -> None:
    avoid = {f"a{n}" for n in range(30)}
    items = drawn(avoid=avoid)
    assert len(items) == 50
    assert not avoid & set(items)


def test_the_time_is_in_proportion_and_extra_time_on_top() -> None:
    plan = exam().blueprint
    assert plan is not None
    assert time_limit(plan, 50, 0) == timedelta(hours=2)
    assert time_limit(plan, 10, 0) == timedelta(minutes=24)
    assert time_limit(plan, 50, 0.25) == timedelta(minutes=150)
    assert time_limit(plan, 1, 0) == timedelta(minutes=3)


@pytest.mark.parametrize(
    ("right", "asked", "low", "high"),
    [(8, 10, 0.540793, 0.931442), (0, 10, 0.0, 0.212942), (35, 50, 0.585400, 0.794066)],
)
def test_the_interval_is_wilson_s(right: int, asked: int, low: float, high: float) -> None:
    """Computed with scipy 1.17's binomtest(...).proportion_ci(0.9, "wilson")."""
    found = share(right, asked)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)
    for end in (found.low, found.high):
        if 0 < end < 1:
            off = abs(right / asked - end) / (end * (1 - end) / asked) ** 0.5
            assert off == pytest.approx(1.6449, abs=1e-4)


def test_an_exam_is_passed_from_its_cut_on() -> None:
    answers = [("a", True)] * 35 + [("b", False)] * 15
    passed = result(exam(), answers)
    assert (passed.needed, passed.passed) == (35, True)
    assert [(code, one.right, one.asked) for code, one in passed.topics] == [
        ("a", 35, 35),
        ("b", 0, 15),
    ]
    assert not result(exam(), [*answers[1:], ("b", False)]).passed


def test_a_topic_that_left_the_bank_is_counted_all_the_same() -> None:
    found = result(exam(), [("gone", True), ("a", False)])
    assert [code for code, _ in found.topics] == ["a", "gone"]
    assert found.score.right == 1
    assert found.topics[0][1].few
