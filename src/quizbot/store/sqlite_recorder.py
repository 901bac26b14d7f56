"""Here is how a group of answers is written to SQLite: one thread, one connection, one commit."""

from __future__ import annotations

import asyncio
import json
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
from quizbot.store.group import Key, Known, decide, known
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
_LEARNERS = """
SELECT id, hidden FROM learners
WHERE platform <> ? AND id IN (SELECT value FROM json_each(?))
"""
_STANDING = """
SELECT learner_id, response, credit, correct, answered_at, counts, points
FROM attempts WHERE round_id = ? AND learner_id IN (SELECT value FROM json_each(?))
"""
_STREAKS = """
SELECT learner_id, length, last, month, freezes_used, saved
FROM streaks WHERE channel_id = ? AND learner_id IN (SELECT value FROM json_each(?))
"""
_ATTEMPT = "INSERT INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_PUT_STREAK = "INSERT OR REPLACE INTO streaks VALUES (?, ?, ?, ?, ?, ?, ?)"
_BOARD = """
INSERT INTO standings (channel_id, bank, period, learner_id, points, correct, answered, hidden)
VALUES (?, ?, ?, ?, ?, ?, 1, ?)
ON CONFLICT DO UPDATE SET
    points = points + excluded.points,
    correct = correct + excluded.correct,
    answered = answered + 1
"""
_NO_STREAK = Streak()


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
        self._known: dict[int, Known] = {}
        self._hidden: dict[int, bool] = {}
        self._streaks: dict[Key, Streak] = {}
        self._standing: dict[Key, Attempt] = {}
        self._attempts: list[tuple[Any, ...]] = []
        self._changed: set[Key] = set()
        self._boards: list[tuple[Any, ...]] = []

    def record(self, group: Sequence[Attempt]) -> list[Outcome]:
        self._read(group)
        outcomes = [self._one(given) for given in group]
        write = self._connection.executemany
        write(_ATTEMPT, self._attempts)
        write(_PUT_STREAK, [(*key, *_streak_row(self._streaks[key])) for key in self._changed])
        write(_BOARD, self._boards)
        return outcomes

    def _one(self, given: Attempt) -> Outcome:
        asked = self._known.get(given.round_id)
        hidden = self._hidden.get(given.learner_id)
        if asked is None:
            return NotFound(f"there is no round {given.round_id}")
        if hidden is None:
            return NotFound(f"there is no learner {given.learner_id}")
        key = (given.round_id, given.learner_id)
        holder = (asked.channel_id or 0, given.learner_id)
        streak = self._streaks.get(holder, _NO_STREAK)
        standing = self._standing.get(key)
        new = standing is None
        if standing is None:
            standing, after = decide(asked, given, streak)
            self._standing[key] = standing
            self._attempts.append(_row(standing))
            if after is not streak:
                self._streaks[holder] = streak = after
                self._changed.add(holder)
            if standing.counts:
                earned, right = standing.points, standing.score.correct
                self._boards += [
                    (asked.channel_id, bank, period, given.learner_id, earned, right, hidden)
                    for bank, period in asked.boards
                ]
        return Recorded(standing, new, asked.round, streak if asked.channel_id else None)

    def _read(self, group: Sequence[Attempt]) -> None:
        by_round: dict[int, list[int]] = {}
        by_channel: dict[int, list[int]] = {}
        for given in group:
            by_round.setdefault(given.round_id, []).append(given.learner_id)
        for round_id, learners in by_round.items():
            asked = self._round(round_id)
            if asked is None:
                continue
            self._known[round_id] = asked
            if asked.channel_id is not None:
                by_channel.setdefault(asked.channel_id, []).extend(learners)
            for learner_id, *rest in self._rows(_STANDING, round_id, learners):
                self._standing[round_id, learner_id] = _attempt(round_id, learner_id, *rest)
        everybody = json.dumps(list({given.learner_id for given in group}))
        self._hidden = {row[0]: row[1] for row in self._rows(_LEARNERS, FORGOTTEN, everybody)}
        for channel_id, learners in by_channel.items():
            for learner_id, *rest in self._rows(_STREAKS, channel_id, learners):
                self._streaks[channel_id, learner_id] = Streak(*rest)

    def _rows(self, query: str, *values: int | str | list[int]) -> list[sqlite3.Row]:
        bound = [json.dumps(value) if isinstance(value, list) else value for value in values]
        return self._connection.execute(query, bound).fetchall()

    def _round(self, round_id: int) -> Known | None:
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
        return known(round_of(values), values["channel_id"], number)


def _attempt(
    round_id: int,
    learner_id: int,
    response: str,
    credit: float,
    correct: int,
    at: int,
    counts: int,
    points: int,
) -> Attempt:
    score = Score(credit, bool(correct))
    return Attempt(round_id, learner_id, unpack(response), score, instant(at), bool(counts), points)


def _row(kept: Attempt) -> tuple[Any, ...]:
    return (
        kept.round_id,
        kept.learner_id,
        pack(kept.response),
        kept.score.credit,
        kept.score.correct,
        micros(kept.answered_at),
        kept.counts,
        kept.points,
    )


def _streak_row(streak: Streak) -> tuple[Any, ...]:
    return streak.length, streak.last, streak.month, streak.freezes_used, streak.saved
