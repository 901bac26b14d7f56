"""Here are the modes of asking, as values: when a learner is told, may change, and what counts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Tells(StrEnum):
    """When a learner learns whether the answer was right."""

    AT_ONCE = "at_once"
    AT_CLOSE = "at_close"
    AT_END = "at_end"


@dataclass(frozen=True, slots=True)
class Mode:
    """A way of asking.

    `may_change`: the last answer before the end stands, else the first. `scores`: the answer
    counts for boards and streaks.
    """

    name: str
    tells: Tells
    may_change: bool
    scores: bool


DAILY = Mode("daily", tells=Tells.AT_ONCE, may_change=False, scores=True)
PRACTICE = Mode("practice", tells=Tells.AT_ONCE, may_change=False, scores=False)
EXAM = Mode("exam", tells=Tells.AT_END, may_change=True, scores=False)
REVIEW = Mode("review", tells=Tells.AT_ONCE, may_change=False, scores=False)

MODES = {mode.name: mode for mode in (DAILY, PRACTICE, EXAM, REVIEW)}
