"""Here is how a group of answers is written to SQLite: one thread, one connection, one commit."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import date
from functools import partial
from typing import Any

from quizbot.domain.round import Attempt
from quizbot.domain.scoring import Score
from quizbot.domain.standing import Streak
from quizbot.errors import NotFound
from quizbot.store import sqlite_statements as sql
from quizbot.store.attempts import pack, unpack
from quizbot.store.columns import instant, micros
from quizbot.store.connecting import raw_sqlite, store_errors
from quizbot.store.group import Key, Known, decide, known
from quizbot.store.own_thread import OwnThread
from quizbot.store.recent import Recent
from quizbot.store.rounds import round_of
from quizbot.store.values import FORGOTTEN, Recorded
from quizbot.store.writer import Outcome

Rounds = Recent[int, tuple[tuple[int | None, int | None], Known]]
"""Rounds as they were last, beside what of them may change: the close and the number."""

_NO_STREAK = Streak()


class SqliteRecorder:
    """Writes groups in a thread of its own. `turn` keeps other writers of this process away."""

    def __init__(self, path: str, turn: asyncio.Lock) -> None:
        self._path = path
        self._turn = turn
        self._thread = OwnThread("quizbot-writer")
        self._connection: sqlite3.Connection | None = None
        self._rounds: Rounds = Recent()

    async def record(self, group: Sequence[Attempt]) -> list[Outcome]:
        """One outcome for each attempt, after the commit. Raises StoreError for the group."""
        async with self._turn:
            with store_errors(self._path):
                return await self._thread.do(partial(self._record, group))

    async def close(self) -> None:
        """Close the connection and end the thread."""
        await self._thread.do(self._disconnect)
        self._thread.end()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _record(self, group: Sequence[Attempt]) -> list[Outcome]:
        connection = self._connection
        if connection is None:
            connection = self._connection = raw_sqlite(self._path)
        try:
            connection.execute("BEGIN IMMEDIATE")
            outcomes = _Group(connection, self._rounds).record(group)
            connection.execute("COMMIT")
        except BaseException:
            self._disconnect()  # which rolls back, whatever state the connection is in
            raise
        return outcomes


class _Group:
    """One group in its transaction: what was read, and what will be written at its end."""

    def __init__(self, connection: sqlite3.Connection, rounds: Rounds) -> None:
        self._connection = connection
        self._rounds = rounds
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
        write(sql.ATTEMPT, self._attempts)
        write(sql.PUT_STREAK, [(*key, *_streak_row(self._streaks[key])) for key in self._changed])
        write(sql.BOARD, self._boards)
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
        by_round: dict[int, set[int]] = {}
        by_channel: dict[int, set[int]] = {}
        for given in group:
            by_round.setdefault(given.round_id, set()).add(given.learner_id)
        for round_id, people in by_round.items():
            asked = self._round(round_id)
            if asked is None:
                continue
            self._known[round_id] = asked
            if asked.channel_id is not None:
                by_channel.setdefault(asked.channel_id, set()).update(people)
            for learner_id, *rest in self._rows(sql.STANDING, people, round_id):
                self._standing[round_id, learner_id] = _attempt(round_id, learner_id, *rest)
        everybody = {given.learner_id for given in group}
        self._hidden = {row[0]: row[1] for row in self._rows(sql.LEARNERS, everybody, FORGOTTEN)}
        for channel_id, people in by_channel.items():
            for learner_id, *rest in self._rows(sql.STREAKS, people, channel_id):
                self._streaks[channel_id, learner_id] = Streak(*rest)

    def _rows(self, query: str, asked: Iterable[int], value: int | str) -> list[sqlite3.Row]:
        return self._connection.execute(query, (json.dumps(list(asked)), value)).fetchall()

    def _round(self, round_id: int) -> Known | None:
        """The round as it stands now; only what may change is read again."""
        now = self._connection.execute(sql.NOW, (round_id,)).fetchone()
        if now is None:
            return None
        seen = self._rounds.get(round_id)
        if seen is not None and seen[0] == tuple(now):
            return seen[1]
        row = self._connection.execute(sql.ROUND, (round_id,)).fetchone()
        if row["number"] is None and row["schedule_id"] is not None:
            self._connection.execute(sql.NUMBER, (round_id,))
            row = self._connection.execute(sql.ROUND, (round_id,)).fetchone()
        asked = _known(row)
        self._rounds.put(round_id, ((row["closes_at"], row["number"]), asked))
        return asked


def _known(row: sqlite3.Row) -> Known:
    values = dict(row)
    for name in ("opens_at", "closes_at"):
        values[name] = None if values[name] is None else instant(values[name])
    values["day"] = date.fromisoformat(values["day"]) if values["day"] else None
    return known(round_of(values), values["channel_id"], values["number"])


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
