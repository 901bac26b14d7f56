"""A study group's answers as the readiness model wants them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from domain.examples import a_bank, an_item
from quizbot.domain.blueprint import Bank, Blueprint, Topic
from quizbot.domain.concepts import concepts
from quizbot.domain.gain import mind, topic_to_study
from quizbot.domain.history import Answer
from quizbot.domain.studying import exam_of, studied

NOW = datetime(2026, 12, 7, tzinfo=UTC)
BANK = a_bank(
    *(an_item(f"{topic}{n}", topic=topic) for topic in ("x", "y") for n in range(12)), x=3, y=1
)


def answers(topic: str, count: int, *, right: bool, days_ago: int = 1) -> list[Answer]:
    return [Answer(f"{topic}{n}", right, NOW - timedelta(days=days_ago)) for n in range(count)]


def test_nothing_is_said_below_ten_items() -> None:
    nine = [(1, answer) for answer in answers("x", 9, right=True)]
    found = studied(BANK, nine + nine, 1, NOW)
    assert (found.answers, found.by_topic, found.readiness) == (9, (9, 0), None)


def test_from_ten_items_on_it_is() -> None:
    group = [(1, answer) for answer in answers("x", 10, right=True)]
    found = studied(BANK, group, 1, NOW)
    assert found.readiness is not None
    assert found.readiness.topics[0].mean > found.readiness.topics[1].mean


def test_only_the_first_answer_to_an_item_counts() -> None:
    first = [(1, answer) for answer in answers("x", 12, right=False, days_ago=2)]
    again = [(1, answer) for answer in answers("x", 12, right=True)]
    assert studied(BANK, first + again, 1, NOW) == studied(BANK, first, 1, NOW)


def test_items_that_left_the_bank_are_left_out() -> None:
    group = [(1, answer) for answer in answers("x", 12, right=True)]
    gone = [(1, Answer("gone", False, NOW)), (2, Answer("gone", True, NOW))]
    assert studied(BANK, gone + group, 1, NOW) == studied(BANK, group, 1, NOW)


def test_others_answers_show_how_hard_an_item_is() -> None:
    mine = [(1, answer) for answer in answers("x", 12, right=True)]
    easy = [(p, answer) for p in range(2, 30) for answer in answers("x", 12, right=True)]
    hard = [(p, answer) for p in range(2, 30) for answer in answers("x", 12, right=False)]
    among = [studied(BANK, mine + others, 1, NOW).readiness for others in (easy, hard)]
    assert among[0] is not None
    assert among[1] is not None
    assert among[0].score.mean != pytest.approx(among[1].score.mean, abs=0.02)


def test_the_exam_is_the_blueprint_s() -> None:
    topics = (Topic("x", "X", 30), Topic("y", "Y", 10))
    plan = Blueprint(topics, 40, timedelta(hours=1), 0.65)
    exam = exam_of(Bank("b", "B", BANK.items, topics, plan))
    assert (exam.shares, exam.questions, exam.needed) == ((0.75, 0.25), 40, 26)
    assert exam_of(BANK).shares == (0.75, 0.25)


def test_topics_without_weight_share_alike() -> None:
    flat = Bank("b", "B", BANK.items, (Topic("x", "X", 0), Topic("y", "Y", 0)))
    assert exam_of(flat).shares == (0.5, 0.5)


def test_an_empty_bank_is_refused() -> None:
    with pytest.raises(ValueError, match="no items"):
        studied(Bank("b", "B", (), ()), [], 1, NOW)


def test_what_to_study_is_the_topic_that_most_of_the_best_questions_are_on() -> None:
    all_ = concepts(BANK)
    nothing = mind(all_, [])
    assert topic_to_study(all_, nothing, now=NOW, exam_at=None, questions=12) == ("x", 12)
    known = mind(all_, answers("x", 12, right=True, days_ago=1) * 3)
    topic = topic_to_study(all_, known, now=NOW, exam_at=None, questions=12)
    assert topic is not None
    assert topic[0] == "y"
    assert topic_to_study((), nothing, now=NOW, exam_at=None, questions=12) is None
