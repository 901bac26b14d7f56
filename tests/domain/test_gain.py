"""Which question helps most."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.examples import a_bank, an_item
from quizbot.domain.concepts import Concept, concepts
from quizbot.domain.gain import Levels, mind, most_gain
from quizbot.domain.history import Answer

START = datetime(2026, 12, 7, tzinfo=UTC)
EXAM = START + timedelta(days=30)


def concept(code: str, *more: str, topic: str = "t", share: float = 0.1) -> Concept:
    return Concept(code, topic, share, dict.fromkeys((code, *more), 0.25))


def at(day: float) -> datetime:
    return START + timedelta(days=day)


def answered(item: str, day: float, *, right: bool = True) -> Answer:
    return Answer(item, right, at(day))


def chosen(
    known_concepts: tuple[Concept, ...],
    history: list[Answer],
    *,
    day: float,
    avoid: tuple[str, ...] = (),
) -> str | None:
    known = mind(known_concepts, history)
    rng = random.Random(1)
    return most_gain(known_concepts, known, now=at(day), exam_at=EXAM, avoid=avoid, rng=rng)


def test_siblings_share_a_concept_and_its_topic_s_weight() -> None:
    bank = a_bank(
        an_item("a", topic="x", related=("c",)),
        an_item("b", topic="x"),
        an_item("c", topic="x"),
        an_item("d", topic="y", options=2),
        x=30,
        y=10,
    )
    assert concepts(bank) == (
        Concept("a", "x", 0.375, {"a": 0.25, "c": 0.25}),
        Concept("b", "x", 0.375, {"b": 0.25}),
        Concept("d", "y", 0.25, {"d": 0.5}),
    )


def test_choosing_two_of_five_is_guessed_once_in_ten() -> None:
    assert an_item(options=5, key="ab").guess == pytest.approx(0.1)


def test_what_was_just_asked_waits() -> None:
    pool = (concept("a", "b"), concept("c"))
    assert chosen(pool, [answered("a", 5.0, right=False)], day=5.1) == "c"


def test_where_nothing_else_is_left_it_is_asked_all_the_same() -> None:
    pool = (concept("a", "b"),)
    assert chosen(pool, [answered("a", 5.0, right=False)], day=5.1) == "b"
    assert chosen(pool, [], day=5.1, avoid=("a", "b")) is None


def test_the_fresh_wording_of_a_concept_comes_first() -> None:
    pool = (concept("a", "b"),)
    asked = [answered("b", 1.0)]
    assert chosen(pool, asked, day=9) == "a"
    assert chosen(pool, [*asked, answered("a", 4.0)], day=9) == "b"


def test_of_two_equal_concepts_the_one_with_the_greater_share_is_asked() -> None:
    assert chosen((concept("a"), concept("b", share=0.2)), [], day=0) == "b"


def test_what_was_shown_to_be_known_is_not_what_helps_most() -> None:
    pool = (concept("known"), concept("new"))
    asked = [answered("known", float(day)) for day in (0, 5, 20)]
    assert chosen(pool, asked, day=25) == "new"


def test_the_level_starts_where_people_start_and_follows_the_answers() -> None:
    """By hand: (0 + 4·.4)/4; then (1 + 1.6)/5 = .52 in all, (1 + 4·.52)/5 in the topic."""
    assert Levels({}, {}).of("t") == pytest.approx(0.4)
    assert Levels({"t": 1.0}, {"t": 1}).of("t") == pytest.approx(0.616)
    assert Levels({"t": 1.0}, {"t": 1}).of("other") == pytest.approx(0.52)


@given(
    st.lists(st.tuples(st.sampled_from("abcdefx"), st.booleans(), st.floats(0, 1)), max_size=30),
    st.sets(st.sampled_from("abcdef")),
)
def test_what_is_to_be_avoided_is_never_asked(
    steps: list[tuple[str, bool, float]], avoid: set[str]
) -> None:
    pool = (concept("a", "b"), concept("c", topic="u"), concept("d", "e", "f"))
    day, history = 0.0, []
    for item, right, later in steps:
        day += later
        history.append(answered(item, day, right=right))
    found = chosen(pool, history, day=day, avoid=tuple(avoid))
    assert (found is None) == (len(avoid) == 6)
    assert found not in avoid
