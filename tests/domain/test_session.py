"""When a run of questions is over."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from quizbot.domain.mode import EXAM
from quizbot.domain.session import Progress, Session, is_over

START = datetime(2026, 11, 30, 12, tzinfo=UTC)
END = START + timedelta(hours=2)
EXAM_OF_FIVE = Session(
    id=1,
    learner_id=2,
    mode=EXAM,
    bank="bank",
    topic=None,
    difficulty=None,
    length=5,
    started_at=START,
    ends_at=END,
)


@pytest.mark.parametrize(("answered", "over"), [(0, False), (4, False), (5, True), (6, True)])
def test_a_session_is_over_when_all_is_answered(answered: int, over: bool) -> None:
    assert is_over(EXAM_OF_FIVE, Progress(5, answered, 0), START) is over


@pytest.mark.parametrize(
    ("now", "over"),
    [(START, False), (END - timedelta(microseconds=1), False), (END, True)],
)
def test_a_session_is_over_when_its_time_is(now: datetime, over: bool) -> None:
    assert is_over(EXAM_OF_FIVE, Progress(1, 0, 0), now) is over


def test_a_question_asked_but_not_answered_keeps_a_session_open() -> None:
    assert not is_over(EXAM_OF_FIVE, Progress(asked=5, answered=4, correct=4), START)


def test_a_session_without_limit_waits_for_ever() -> None:
    patient = replace(EXAM_OF_FIVE, ends_at=None)
    assert not is_over(patient, Progress(1, 0, 0), datetime.max.replace(tzinfo=UTC))


def test_a_finished_session_is_over_whatever_is_left() -> None:
    assert is_over(replace(EXAM_OF_FIVE, finished_at=START), Progress(1, 0, 0), START)
