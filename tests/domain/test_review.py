"""When a concept comes again."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbot.domain.concepts import Concept
from quizbot.domain.history import Answer, Grade
from quizbot.domain.review import Card, Plan, Review, card, cards, due

START = datetime(2026, 12, 7, 9, tzinfo=UTC)
DAY = timedelta(days=1)
GRADES = {"A": Grade.AGAIN, "H": Grade.HARD, "G": Grade.GOOD}

# (interval in days, stability, difficulty) after each review, each given when it is due: computed
# with FSRS 6.3.2's default weights, without short steps and fuzz.
PUBLISHED = {
    ("GGGGG", 0.8): [
        (8, 2.3065, 2.1181),
        (75, 22.7682, 2.1112),
        (521, 157.2391, 2.1043),
        (2762, 832.8244, 2.0975),
        (11761, 3546.7134, 2.0906),
    ],
    ("GGGGG", 0.9): [
        (2, 2.3065, 2.1181),
        (11, 10.9643, 2.1112),
        (46, 46.2802, 2.1043),
        (163, 162.8622, 2.0975),
        (497, 497.4472, 2.0906),
    ],
    ("AGGGG", 0.95): [
        (1, 0.212, 6.4133),
        (1, 1.8868, 6.4021),
        (2, 4.4748, 6.3909),
        (4, 9.1065, 6.3798),
        (7, 17.3795, 6.3686),
    ],
    ("GGAGG", 0.9): [
        (2, 2.3065, 2.1181),
        (11, 10.9643, 2.1112),
        (2, 1.5383, 7.3922),
        (5, 4.8763, 7.3801),
        (12, 12.3117, 7.3679),
    ],
    ("HGGG", 0.9): [
        (1, 1.2931, 5.1122),
        (5, 4.546, 5.1023),
        (17, 16.5513, 5.0924),
        (50, 50.1916, 5.0825),
    ],
    ("AAAA", 0.9): [
        (1, 0.212, 6.4133),
        (1, 0.1009, 8.8063),
        (1, 0.055, 9.5929),
        (1, 0.0334, 9.8514),
    ],
}


def made(reviews: list[Review], plan: Plan = Plan()) -> Card:  # noqa: B008 (frozen)
    return card(reviews, plan, learner_id=1, concept="c")


def a_run(grades: str, plan: Plan) -> list[Card]:
    """The cards after each of `grades`, given whenever the card is due."""
    cards: list[Card] = []
    reviews: list[Review] = []
    for letter in grades:
        at = cards[-1].due if cards else START
        reviews.append(Review(at, GRADES[letter]))
        cards.append(made(reviews, plan))
    return cards


@pytest.mark.parametrize(("grades", "retention"), list(PUBLISHED))
def test_it_comes_when_fsrs_says(grades: str, retention: float) -> None:
    cards = a_run(grades, Plan(retention))
    found = [
        ((c.due - c.last_review).days, round(c.stability, 4), round(c.difficulty, 4)) for c in cards
    ]
    assert found == PUBLISHED[grades, retention]


def test_the_grade_is_the_worse_of_the_verdict_and_the_learner_s_own_word() -> None:
    right, wrong = Answer("i", True, START), Answer("i", False, START)
    assert right.grade is Grade.GOOD
    assert replace(right, mark=Grade.HARD).grade is Grade.HARD
    assert replace(right, mark=Grade.AGAIN).grade is Grade.AGAIN
    assert replace(wrong, mark=Grade.HARD).grade is Grade.AGAIN


def test_siblings_share_one_card() -> None:
    concepts = (Concept("a", "t", 0.5, {"a": 0.25, "b": 0.25}), Concept("c", "t", 0.5, {"c": 0.5}))
    history = [Answer("a", True, START), Answer("b", False, START + DAY), Answer("x", True, START)]
    found = cards(concepts, history, Plan(), learner_id=1)
    assert list(found) == ["a"]
    assert found["a"].last_review == START + DAY
    assert found["a"].lapses == 1


def test_any_zone_may_be_given() -> None:
    berlin = START.astimezone(ZoneInfo("Europe/Berlin"))
    assert made([Review(berlin, Grade.GOOD)]) == made([Review(START, Grade.GOOD)])


@given(
    st.lists(st.sampled_from(list(Grade)), min_size=1, max_size=6),
    st.integers(2, 200),
    st.integers(1, 10_000),
)
def test_nothing_is_due_after_the_exam(grades: list[Grade], days: int, learner_id: int) -> None:
    plan = Plan(0.8, START + days * DAY)
    reviews: list[Review] = []
    at = START
    for grade in grades:
        reviews.append(Review(at, grade))
        made_ = card(reviews, plan, learner_id=learner_id, concept="c")
        at = made_.due
        assert at <= START + days * DAY
        assert at > made_.last_review
        if at >= START + days * DAY:
            break


def test_cards_for_the_exam_are_spread_over_its_last_days() -> None:
    cards = a_run("GGGG", Plan(0.9))
    reviews = [Review(one.last_review, Grade.GOOD) for one in cards]
    exam_at = reviews[-1].at + 60 * DAY
    plan = Plan(0.9, exam_at)
    days = {(exam_at - card(reviews, plan, learner_id=n, concept="c").due).days for n in range(200)}
    assert min(days) >= 1
    assert max(days) <= 7
    assert len(days) >= 5


def test_after_the_exam_it_counts_no_more() -> None:
    past = Plan(exam_at=START - DAY)
    assert made([Review(START, Grade.GOOD)], past) == made([Review(START, Grade.GOOD)])
    assert past.wanted(START) == 0.9
    assert Plan(exam_at=START + DAY).wanted(START) == 0.75


def test_the_likeliest_forgotten_comes_first() -> None:
    cards = {
        "fresh": made([Review(START, Grade.GOOD)]),
        "shaky": made([Review(START, Grade.AGAIN)]),
        "later": made([Review(START + 9 * DAY, Grade.GOOD)]),
    }
    assert due(cards, START + 10 * DAY) == ["shaky", "fresh"]


def test_the_fourth_lapse_makes_a_leech() -> None:
    cards = a_run("AAAAA", Plan())
    assert [c.lapses for c in cards] == [0, 1, 2, 3, 4]
    assert [c.leech for c in cards] == [False] * 4 + [True]


@pytest.mark.parametrize("wrong", [0.4, 1.0])
def test_a_retention_out_of_range_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match=r"0\.5 to 0\.99"):
        Plan(wrong)


def test_a_card_without_a_review_is_refused() -> None:
    with pytest.raises(ValueError, match="begins with a review"):
        made([])
