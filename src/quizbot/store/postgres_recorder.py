"""Here is how a group of answers is written to PostgreSQL: one transaction, statements for many.

Replicas may write the same learner's answers at once. Attempts are inserted first, in the order of
their keys; where two replicas have the same one, the second waits and then finds it there. Streaks
and boards follow in the order of their keys too, so that groups don't wait for each other in a
circle; should they still, the group is tried again.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import TextClause, select, tuple_
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from quizbot.domain.round import Attempt
from quizbot.domain.standing import Streak
from quizbot.errors import NotFound
from quizbot.store import postgres_statements as sql
from quizbot.store.attempts import attempt_of, pack
from quizbot.store.columns import micros
from quizbot.store.connecting import store_errors
from quizbot.store.group import Key, Known, decide, known
from quizbot.store.numbering import give_number
from quizbot.store.rounds import joined_rounds, round_of
from quizbot.store.tables import attempts, rounds
from quizbot.store.values import FORGOTTEN, Recorded
from quizbot.store.writer import Outcome

log = logging.getLogger(__name__)

TRIES = 5
AGAIN = frozenset({"40001", "40P01"})
"""SQL states of a serialization failure and a deadlock."""


class PostgresRecorder:
    """Writes groups over one pooled connection each."""

    def __init__(self, engine: AsyncEngine, where: str) -> None:
        self._engine = engine
        self._where = where

    async def record(self, group: Sequence[Attempt]) -> list[Outcome]:
        """One outcome for each attempt, after the commit. Raises StoreError for the group."""
        with store_errors(self._where):
            for tries in range(1, TRIES + 1):
                try:
                    async with self._engine.begin() as connection:
                        return await _Group(connection).record(group)
                except DBAPIError as error:
                    state = getattr(error.orig, "sqlstate", None)
                    if state not in AGAIN or tries == TRIES:
                        raise
                    log.info("a group of %d answers met another one: again", len(group))
        raise AssertionError("every try returns or raises")

    async def close(self) -> None:
        """Nothing is kept open between groups."""


class _Group:
    """One group in its transaction."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._then: dict[Key, Streak] = {}  # the learner's streak after each new attempt

    async def record(self, group: Sequence[Attempt]) -> list[Outcome]:
        asked = await self._rounds({attempt.round_id for attempt in group})
        hidden = await self._learners({attempt.learner_id for attempt in group})
        first: dict[Key, Attempt] = {}
        for attempt in group:
            if attempt.round_id in asked and attempt.learner_id in hidden:
                first.setdefault(_key(attempt), attempt)
        new = await self._insert(asked, first)
        held = await self._streaks(asked, first.values())
        kept = await self._score(asked, hidden, [first[key] for key in first if key in new], held)
        standing = kept | await self._standing([key for key in first if key not in new])
        outcomes: list[Outcome] = []
        told: set[Key] = set()
        for attempt in group:
            key = _key(attempt)
            if key not in first:
                outcomes.append(_unknown(attempt, asked))
                continue
            round_ = asked[attempt.round_id]
            streak = self._then.get(key) or held.get((round_.channel_id or 0, attempt.learner_id))
            outcomes.append(
                Recorded(
                    standing[key],
                    new=key in new and key not in told,
                    round=round_.round,
                    streak=streak if round_.channel_id else None,
                )
            )
            told.add(key)
        return outcomes

    async def _rounds(self, ids: Iterable[int]) -> dict[int, Known]:
        query = joined_rounds().where(rounds.c.id.in_(sorted(ids)))
        rows = (await self._connection.execute(query)).mappings().all()
        late = sorted(row["id"] for row in rows if row["schedule_id"] and row["number"] is None)
        if late:
            for round_id in late:
                await give_number(self._connection, round_id)
            rows = (await self._connection.execute(query)).mappings().all()
        return {row["id"]: known(round_of(row), row["channel_id"], row["number"]) for row in rows}

    async def _learners(self, ids: Iterable[int]) -> dict[int, bool]:
        """Whether each learner is hidden; those who are unknown or forgotten are missing.

        Nobody is hidden, shown or forgotten from here until the commit.
        """
        found = await self._connection.execute(
            sql.LEARNERS, {"ids": sorted(ids), "forgotten": FORGOTTEN}
        )
        return {row[0]: row[1] for row in found}

    async def _insert(self, asked: dict[int, Known], first: dict[Key, Attempt]) -> set[Key]:
        """Insert the attempts that aren't there yet; the keys of those."""
        if not first:
            return set()
        rows = [_row(decide(asked[key[0]], first[key], Streak())[0]) for key in sorted(first)]
        made = await self._connection.execute(sql.ATTEMPT, sql.columns(rows))
        return {(round_id, learner_id) for round_id, learner_id in made}

    async def _streaks(
        self, asked: dict[int, Known], given: Iterable[Attempt]
    ) -> dict[Key, Streak]:
        """The streaks that the group may touch, locked until its commit."""
        keys = sorted(
            {
                (channel_id, attempt.learner_id)
                for attempt in given
                if (channel_id := asked[attempt.round_id].channel_id) is not None
            }
        )
        if not keys:
            return {}
        await self._connection.execute(sql.NEW_STREAKS, sql.columns(keys))
        found = await self._connection.execute(sql.STREAKS, sql.columns(keys))
        return {(row[0], row[1]): Streak(*row[2:]) for row in found}

    async def _score(
        self,
        asked: dict[int, Known],
        hidden: dict[int, bool],
        new: Sequence[Attempt],
        held: dict[Key, Streak],
    ) -> dict[Key, Attempt]:
        """Give the new attempts their points, and bring streaks and boards up to date."""
        kept: dict[Key, Attempt] = {}
        changed: set[Key] = set()
        boards: dict[tuple[int, str, str, int], list[int]] = defaultdict(lambda: [0, 0, 0])
        for attempt in new:
            round_ = asked[attempt.round_id]
            key = (round_.channel_id or 0, attempt.learner_id)
            streak = held.get(key, Streak())
            scored, after = decide(round_, attempt, streak)
            kept[_key(attempt)] = scored
            self._then[_key(attempt)] = after
            if after != streak:
                held[key] = after
                changed.add(key)
            for bank, period in round_.boards if scored.counts else ():
                sums = boards[key[0], bank, period, attempt.learner_id]
                sums[0] += scored.points
                sums[1] += 1
                sums[2] += scored.score.correct
        await self._write(
            sql.POINTS,
            [(one.round_id, one.learner_id, one.points) for one in kept.values() if one.points],
        )
        await self._write(sql.PUT_STREAK, [(*key, *_streak(held[key])) for key in sorted(changed)])
        await self._write(
            sql.BOARD, [(*key, *sums, hidden[key[3]]) for key, sums in sorted(boards.items())]
        )
        return kept

    async def _write(self, statement: TextClause, rows: Sequence[Sequence[Any]]) -> None:
        if rows:
            await self._connection.execute(statement, sql.columns(rows))

    async def _standing(self, keys: Sequence[Key]) -> dict[Key, Attempt]:
        if not keys:
            return {}
        found = await self._connection.execute(
            select(attempts).where(tuple_(attempts.c.round_id, attempts.c.learner_id).in_(keys))
        )
        return {_key(attempt): attempt for attempt in map(attempt_of, found.mappings())}


def _key(attempt: Attempt) -> Key:
    return attempt.round_id, attempt.learner_id


def _row(attempt: Attempt) -> tuple[Any, ...]:
    """The attempt as it is inserted; its points follow once the streak is known."""
    return (
        attempt.round_id,
        attempt.learner_id,
        pack(attempt.response),
        attempt.score.credit,
        attempt.score.correct,
        micros(attempt.answered_at),
        attempt.counts,
        0,
    )


def _streak(streak: Streak) -> tuple[int, int, str, int, int]:
    return streak.length, streak.last, streak.month, streak.freezes_used, streak.saved


def _unknown(attempt: Attempt, asked: dict[int, Known]) -> NotFound:
    if attempt.round_id not in asked:
        return NotFound(f"there is no round {attempt.round_id}")
    return NotFound(f"there is no learner {attempt.learner_id}")
