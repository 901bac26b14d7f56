"""Here is what the writer decides for each answer of a group, the same on every database.

All of it happens inside the group's one transaction: what was read there holds until its commit.
"""

from __future__ import annotations

from dataclasses import dataclass

from quizbot.domain.round import Attempt, Round
from quizbot.domain.scoring import points
from quizbot.domain.standing import Period, Streak, advance, period_key

Key = tuple[int, int]
"""(round id, learner id) of an attempt, or (channel id, learner id) of a streak."""


@dataclass(frozen=True, slots=True)
class Known:
    """A round as it stands in the transaction.

    `number` is its place in its channel. `boards` are the (bank, period) pairs of the channel's
    boards that its answers count on: for its bank and for any, by period; none for a round that
    isn't scored.
    """

    round: Round
    channel_id: int | None
    number: int | None
    boards: tuple[tuple[str, str], ...]


def known(round_: Round, channel_id: int | None, number: int | None) -> Known:
    """The round with the boards that its answers count on."""
    if channel_id is None or not round_.mode.scores:
        return Known(round_, channel_id, number, ())
    day = round_.day or round_.opens_at.date()
    keys = [period_key(period, day) for period in Period]
    boards = tuple((bank, key) for bank in ("", round_.bank) for key in keys)
    return Known(round_, channel_id, number, boards)


def decide(asked: Known, given: Attempt, streak: Streak) -> tuple[Attempt, Streak]:
    """The attempt as it is kept, and the learner's streak after it.

    In time is what comes before the closing time that holds in this transaction. A question of a
    schedule goes on with the streak; one posted by hand earns the present streak's bonus.
    """
    counts = not asked.round.closed(given.answered_at)
    earned = 0
    if counts and asked.boards:
        before = streak.length
        if asked.number is not None and asked.round.day is not None:
            streak = advance(streak, asked.number, asked.round.day)
            before = streak.length - 1
        earned = points(given.score, before)
    kept = Attempt(
        given.round_id,
        given.learner_id,
        given.response,
        given.score,
        given.answered_at,
        counts,
        earned,
    )
    return kept, streak
