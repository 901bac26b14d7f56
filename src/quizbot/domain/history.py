"""Here is what a learner has answered so far, as the tutor's rules want it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Grade(StrEnum):
    """How a recall went. A right answer is never graded easy by itself."""

    AGAIN = "again"
    HARD = "hard"
    GOOD = "good"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the past to the item with that id.

    `mark` is what the learner said of it afterwards: HARD "I guessed", AGAIN "explain it again".
    """

    item: str
    correct: bool
    at: datetime
    mark: Grade | None = None

    @property
    def grade(self) -> Grade:
        """How the recall went: the learner's own word where it is worse than the verdict."""
        if not self.correct or self.mark is Grade.AGAIN:
            return Grade.AGAIN
        return Grade.HARD if self.mark is Grade.HARD else Grade.GOOD
