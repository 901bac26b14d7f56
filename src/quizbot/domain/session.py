"""Here is the session: a run of rounds for one person."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from quizbot.domain.item import Difficulty
from quizbot.domain.mode import Mode


@dataclass(frozen=True, slots=True)
class Session:
    """A run of rounds for one person.

    `length` is how many questions it has in all. `topic` and `difficulty` narrow the draw; None:
    any. `ends_at` is the time limit; None: there is none.
    """

    id: int
    learner_id: int
    mode: Mode
    bank: str
    topic: str | None
    difficulty: Difficulty | None
    length: int
    started_at: datetime
    ends_at: datetime | None = None
    finished_at: datetime | None = None

    def __post_init__(self) -> None:
        if self.length < 1:
            raise ValueError("a session has at least one question")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a session has come: questions asked, answered, and answered right."""

    asked: int
    answered: int
    correct: int


def is_over(session: Session, progress: Progress, now: datetime) -> bool:
    """Whether the session has nothing more to ask."""
    if session.finished_at is not None or progress.answered >= session.length:
        return True
    return session.ends_at is not None and now >= session.ends_at
