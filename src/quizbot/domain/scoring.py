"""Here is how a response is scored, and what a right answer is worth."""

from __future__ import annotations

from dataclasses import dataclass

from quizbot.domain.item import Item

Response = frozenset[str]
"""The ids of the options that the learner chose; empty: omitted."""

RIGHT_POINTS = 10
STREAK_POINTS = 2
STREAK_DAYS = 5


@dataclass(frozen=True, slots=True)
class Score:
    """What a response is worth: `credit` from 0 to 1; `correct` only where nothing is amiss."""

    credit: float
    correct: bool

    def __post_init__(self) -> None:
        if not 0 <= self.credit <= 1:
            raise ValueError(f"credit is from 0 to 1, not {self.credit}")


def score(item: Item, response: Response) -> Score:
    """Score `response` against the key of `item`.

    All or nothing, as certification exams do. Where the item gives partial credit, the credit is
    max(0, hits - false alarms) / keys, so that choosing every option never earns it all.

    Raises ValueError where `response` names an option that `item` does not have.
    """
    strangers = response - {option.id for option in item.options}
    if strangers:
        raise ValueError(f"{item.id} has no option {', '.join(sorted(strangers))}")
    correct = response == item.key
    if not item.partial_credit:
        return Score(credit=float(correct), correct=correct)
    hits, false_alarms = len(response & item.key), len(response - item.key)
    return Score(credit=max(0, hits - false_alarms) / len(item.key), correct=correct)


def points(scored: Score, streak: int) -> int:
    """Points of a daily round: 10 for a right answer, and 2 for each day of the streak up to 5.

    `streak` counts the days answered in a row *before* this one. A wrong answer costs nothing;
    partial credit earns its share of the 10 and no more.
    """
    bonus = STREAK_POINTS * min(streak, STREAK_DAYS) if scored.correct else 0
    return round(RIGHT_POINTS * scored.credit) + bonus
