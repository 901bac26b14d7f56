"""Here is what the writer decides for each answer of a group, the same on every database.

All of it happens inside the group's one transaction: what was read there holds until its commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from quizbot.domain.round import Attempt, Round
from quizbot.domain.scoring import points
from quizbot.domain.standing import Period, Streak, advance, period_key

Key = tuple[int, int]
"""(round id, learner id) of an attempt, or (channel id, learner id) of a streak."""

BoardRow = tuple[int, str, str, int, int, int]
"""channel id, bank, period, learner id, points to add, right answers to add."""


@dataclass(frozen=True, slots=True)
class Known:
    """A round as it stands in the transaction; `number` is its place in its channel."""

    round: Round
    channel_id: int | None
    number: int | None

    @property
    def scores(self) -> bool:
        """Whether answers in time count for a board."""
        return self.round.mode.scores and self.channel_id is not None


def decide(known: Known, attempt: Attempt, streak: Streak) -> tuple[Attempt, Streak]:
    """The attempt as it is kept, and the learner's streak after it.

    In time is what comes before the closing time that holds in this transaction. A question of a
    schedule goes on with the streak; one posted by hand earns the present streak's bonus.
    """
    counts = not known.round.closed(attempt.answered_at)
    attempt = replace(attempt, counts=counts, points=0)
    if not counts or not known.scores:
        return attempt, streak
    before = streak.length
    if known.number is not None and known.round.day is not None:
        streak = advance(streak, known.number, known.round.day)
        before = streak.length - 1
    return replace(attempt, points=points(attempt.score, before)), streak


def board_rows(known: Known, attempt: Attempt) -> Iterator[BoardRow]:
    """What the attempt adds to boards: the channel's, for its bank and for any, by period."""
    if not attempt.counts or not known.scores or known.channel_id is None:
        return
    day = known.round.day or attempt.answered_at.date()
    for period in Period:
        key = period_key(period, day)
        for bank in ("", known.round.bank):
            yield (
                known.channel_id,
                bank,
                key,
                attempt.learner_id,
                attempt.points,
                int(attempt.score.correct),
            )
