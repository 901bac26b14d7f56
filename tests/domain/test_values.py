"""Values refuse nonsense when they are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from quizbot.domain.blueprint import Blueprint, Topic
from quizbot.domain.mode import DAILY, PRACTICE, Tells
from quizbot.domain.round import Round
from quizbot.domain.schedule import local_day
from quizbot.domain.scoring import Score
from quizbot.domain.session import Session
from quizbot.message import Action, Choice, Menu

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
EXAM = Blueprint((Topic("a", "A"),), questions=50, time=timedelta(hours=2), cut=0.7)
PUT = Round(1, "b", "i", "r", ("a", "b"), DAILY, Tells.AT_ONCE, NOON, NOON)
RUN = Session(1, 1, PRACTICE, "b", None, None, 5, NOON)
MENU = Menu(Action("answer"), "Choose", (Choice("a", "A"), Choice("b", "B")), 1, 2, "Send")


@pytest.mark.parametrize(
    "nonsense",
    [
        lambda: Topic("a", "A", weight=-1),
        lambda: replace(EXAM, questions=0),
        lambda: replace(EXAM, time=timedelta()),
        lambda: replace(EXAM, cut=70),
        lambda: replace(EXAM, cut=0),
        lambda: Score(credit=1.5, correct=True),
        lambda: Score(credit=-0.1, correct=False),
        lambda: replace(PUT, closes_at=NOON - timedelta(seconds=1)),
        lambda: replace(RUN, length=0),
        lambda: replace(MENU, most=3),
        lambda: replace(MENU, least=2, most=1),
        lambda: local_day(NOON.replace(tzinfo=None), "UTC"),
    ],
)
def test_nonsense_is_refused(nonsense: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        nonsense()
