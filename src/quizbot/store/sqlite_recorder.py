"""Here is how a group of answers is written to SQLite: one thread, one connection, one commit."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any

from quizbot.domain.round import Attempt
from quizbot.domain.scoring import Score
from quizbot.domain.standing import Streak
from quizbot.errors import NotFound
from quizbot.store.attempts import pack, unpack
from quizbot.store.connecting import raw_sqlite, store_errors
from quizbot.store.group import BoardRow, Key, Known, board_rows, decide
from quizbot.store.learners import FORGOTTEN
from quizbot.store.rounds import round_of
from quizbot.store.tables import instant, micros
from quizbot.store.values import Recorded
from quizbot.store.writer import Outcome

_ROUND = """
SELECT r.*, c.platform, c.workspace, c.channel
FROM rounds r LEFT JOIN channels c ON c.id = r.channel_id WHERE r.id = ?
"""
_NUMBER = """
UPDATE rounds SET number = (
    SELECT coalesce(max(o.number), 0) + 1 FROM rounds o WHERE o.channel_id = rounds.channel_id
) WHERE id = ? AND number IS NULL RETURNING number
"""
_LEARNER = "SELECT platform FROM learners WHERE id = ?"
_STANDING = """
SELECT response, credit, correct, answered_at, counts, points
FROM attempts WHERE round_id = ? AND learner_id = ?
"""
_ATTEMPT = "INSERT INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_STREAK = """
SELECT length, last, month, freezes_used, saved FROM streaks WHERE channel_id = ? AND learner_id = ?
"""
_PUT_STREAK = "INSERT OR REPLACE INTO streaks VALUES (?, ?, ?, ?, ?, ?, ?)"
_BOARD = """
INSERT INTO standings
    (channel_id, bank, period, learner_id, points, correct, answered, hidden)
VALUES (?, ?, ?, ?, ?, ?, 1, (SELECT hidden FROM learners WHERE id = ?))
ON CONFLICT DO UPDATE SET
    points = points + excluded.points,
    correct = correct + excluded.correct,
    answered = answered + 1
"""


class SqliteRecorder:
    """Writes groups in a thread of its own. `turn` keeps other writers of this process away."""

    def __init__(self, path: str, turn: asyncio.Lock) -> None:
        self._path = path
        self._turn = turn
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="quizbot-writer")
        self._connection: sqlite3.Connection | None = None

    async def record(self, group: Sequence[Attempt]) -> list[Outcome]:
        """One outcome for each attempt, after the commit. Raises StoreError for the group."""
        loop = asyncio.get_running_loop()
        async with self._turn:
            with store_errors(self._path):
                return await loop.run_in_executor(self._thread, self._record, group)

    async def close(self) -> None:
        """Close the connection and end the thread."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._disconnect)
        self._thread.shutdown()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _record(self, group: Sequence[Attempt]) -> list[Outcome]:
        connection = self._connection
        if connection is None:
            connection = self._connection = raw_sqlite(self._path)
        connection.execute("BEGIN IMMEDIATE")
        try:
            outcomes = _Group(connection).record(group)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            self._disconnect()
            raise
        return outcomes


class _Group:
    """One group in its transaction: what was read, and what will be written at its end."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._known: dict[int, Known | None] = {}
        self._learners: dict[int, bool] = {}
        self._streaks: dict[Key, Streak] = {}
        self._changed: set[Key] = set()
        self._given: dict[Key, Attempt] = {}
        self._boards: list[tuple[Any, ...]] = []

    def record(self, group: Sequence[Attempt]) -> list[Outcome]:
        outcomes = [self._one(attempt) for attempt in group]
        execute = self._connection.executemany
        execute(_ATTEMPT, [_row(attempt) for attempt in self._given.values()])
        execute(_PUT_STREAK, [(*key, *_streak_row(self._streaks[key])) for key in self._changed])
        execute(_BOARD, self._boards)
        return outcomes

    def _one(self, attempt: Attempt) -> Outcome:
        known = self._round(attempt.round_id)
        if known is None:
            return NotFound(f"there is no round {attempt.round_id}")
        if not self._exists(attempt.learner_id):
            return NotFound(f"there is no learner {attempt.learner_id}")
        key = (attempt.round_id, attempt.learner_id)
        standing = self._given.get(key) or self._standing(attempt)
        streak = self._streak(known, attempt.learner_id)
        if standing is not None:
            return Recorded(standing, new=False, round=known.round, streak=streak)
        kept, after = decide(known, attempt, streak or Streak())
        self._given[key] = kept
        if streak is not None and known.channel_id is not None and after != streak:
            self._streaks[known.channel_id, attempt.learner_id] = streak = after
            self._changed.add((known.channel_id, attempt.learner_id))
        rows: list[BoardRow] = list(board_rows(known, kept))
        self._boards.extend((*row, attempt.learner_id) for row in rows)
        return Recorded(kept, new=True, round=known.round, streak=streak)

    def _round(self, round_id: int) -> Known | None:
        if round_id not in self._known:
            self._known[round_id] = self._read_round(round_id)
        return self._known[round_id]

    def _read_round(self, round_id: int) -> Known | None:
        row = self._connection.execute(_ROUND, (round_id,)).fetchone()
        if row is None:
            return None
        values = dict(row)
        for name in ("opens_at", "closes_at"):
            values[name] = None if values[name] is None else instant(values[name])
        values["day"] = date.fromisoformat(values["day"]) if values["day"] else None
        number = values["number"]
        if number is None and values["schedule_id"] is not None:
            ((number,),) = self._connection.execute(_NUMBER, (round_id,)).fetchall()
        return Known(round_of(values), values["channel_id"], number)

    def _exists(self, learner_id: int) -> bool:
        if learner_id not in self._learners:
            row = self._connection.execute(_LEARNER, (learner_id,)).fetchone()
            self._learners[learner_id] = row is not None and row["platform"] != FORGOTTEN
        return self._learners[learner_id]

    def _standing(self, attempt: Attempt) -> Attempt | None:
        key = (attempt.round_id, attempt.learner_id)
        row = self._connection.execute(_STANDING, key).fetchone()
        if row is None:
            return None
        response, credit, correct, at, counts, points = row
        score = Score(credit, bool(correct))
        return Attempt(*key, unpack(response), score, instant(at), bool(counts), points)

    def _streak(self, known: Known, learner_id: int) -> Streak | None:
        if known.channel_id is None:
            return None
        key = (known.channel_id, learner_id)
        if key not in self._streaks:
            row = self._connection.execute(_STREAK, key).fetchone()
            self._streaks[key] = Streak(*row) if row else Streak()
        return self._streaks[key]


def _row(attempt: Attempt) -> tuple[Any, ...]:
    return (
        attempt.round_id,
        attempt.learner_id,
        pack(attempt.response),
        attempt.score.credit,
        attempt.score.correct,
        micros(attempt.answered_at),
        attempt.counts,
        attempt.points,
    )


def _streak_row(streak: Streak) -> tuple[Any, ...]:
    return streak.length, streak.last, streak.month, streak.freezes_used, streak.saved
