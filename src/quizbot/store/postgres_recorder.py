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

from sqlalchemy import bindparam, select, tuple_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from quizbot.domain.round import Attempt
from quizbot.domain.standing import Streak
from quizbot.errors import NotFound
from quizbot.store.attempts import attempt_of, pack
from quizbot.store.connecting import store_errors
from quizbot.store.group import Key, Known, decide, known
from quizbot.store.learners import FORGOTTEN
from quizbot.store.numbering import give_number
from quizbot.store.rounds import joined_rounds, round_of
from quizbot.store.tables import attempts, learners, rounds, standings, streaks
from quizbot.store.values import Recorded
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
        for attempt in group:
            key = _key(attempt)
            if key not in first:
                outcomes.append(_unknown(attempt, asked))
                continue
            round_ = asked[attempt.round_id]
            streak = held.get((round_.channel_id or 0, attempt.learner_id))
            outcomes.append(
                Recorded(
                    standing[key],
                    new=key in new and attempt is first[key],
                    round=round_.round,
                    streak=streak if round_.channel_id else None,
                )
            )
        return outcomes

    async def _rounds(self, ids: Iterable[int]) -> dict[int, Known]:
        query = joined_rounds().where(rounds.c.id.in_(sorted(ids)))
        rows = (await self._connection.execute(query)).mappings().all()
        late = [row["id"] for row in rows if row["schedule_id"] and row["number"] is None]
        if late:
            for round_id in late:
                await give_number(self._connection, round_id)
            rows = (await self._connection.execute(query)).mappings().all()
        return {row["id"]: known(round_of(row), row["channel_id"], row["number"]) for row in rows}

    async def _learners(self, ids: Iterable[int]) -> dict[int, bool]:
        """Whether each learner is hidden; those who are unknown or forgotten are missing."""
        found = await self._connection.execute(
            select(learners.c.id, learners.c.hidden).where(
                learners.c.id.in_(sorted(ids)), learners.c.platform != FORGOTTEN
            )
        )
        return {row[0]: row[1] for row in found}

    async def _insert(self, asked: dict[int, Known], first: dict[Key, Attempt]) -> set[Key]:
        """Insert the attempts that aren't there yet; the keys of those."""
        if not first:
            return set()
        rows = [_row(decide(asked[key[0]], first[key], Streak())[0]) for key in sorted(first)]
        made = await self._connection.execute(
            insert(attempts)
            .on_conflict_do_nothing()
            .returning(attempts.c.round_id, attempts.c.learner_id),
            [{**row, "points": 0} for row in rows],
        )
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
        empty = {"length": 0, "last": 0, "month": "", "freezes_used": 0, "saved": 0}
        await self._connection.execute(
            insert(streaks).on_conflict_do_nothing(),
            [{"channel_id": key[0], "learner_id": key[1], **empty} for key in keys],
        )
        found = await self._connection.execute(
            select(streaks)
            .where(tuple_(streaks.c.channel_id, streaks.c.learner_id).in_(keys))
            .order_by(streaks.c.channel_id, streaks.c.learner_id)
            .with_for_update()
        )
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
            if after != streak:
                held[key] = after
                changed.add(key)
            for bank, period in round_.boards if scored.counts else ():
                sums = boards[key[0], bank, period, attempt.learner_id]
                sums[0] += scored.points
                sums[1] += 1
                sums[2] += scored.score.correct
        await self._put_points([attempt for attempt in kept.values() if attempt.points])
        await self._put_streaks({key: held[key] for key in sorted(changed)})
        await self._put_boards(boards, hidden)
        return kept

    async def _put_points(self, scored: Sequence[Attempt]) -> None:
        if not scored:
            return
        await self._connection.execute(
            update(attempts)
            .where(
                attempts.c.round_id == bindparam("of_round"),
                attempts.c.learner_id == bindparam("of_learner"),
            )
            .values(points=bindparam("earned")),
            [
                {"of_round": a.round_id, "of_learner": a.learner_id, "earned": a.points}
                for a in scored
            ],
        )

    async def _put_streaks(self, changed: dict[Key, Streak]) -> None:
        if not changed:
            return
        statement = insert(streaks)
        names = ("length", "last", "month", "freezes_used", "saved")
        await self._connection.execute(
            statement.on_conflict_do_update(
                index_elements=["channel_id", "learner_id"],
                set_={name: statement.excluded[name] for name in names},
            ),
            [
                {
                    "channel_id": key[0],
                    "learner_id": key[1],
                    **{name: getattr(streak, name) for name in names},
                }
                for key, streak in changed.items()
            ],
        )

    async def _put_boards(
        self, boards: dict[tuple[int, str, str, int], list[int]], hidden: dict[int, bool]
    ) -> None:
        if not boards:
            return
        statement = insert(standings)
        await self._connection.execute(
            statement.on_conflict_do_update(
                index_elements=["channel_id", "bank", "period", "learner_id"],
                set_={
                    name: standings.c[name] + statement.excluded[name]
                    for name in ("points", "answered", "correct")
                },
            ),
            [
                {
                    "channel_id": key[0],
                    "bank": key[1],
                    "period": key[2],
                    "learner_id": key[3],
                    "points": sums[0],
                    "answered": sums[1],
                    "correct": sums[2],
                    "hidden": hidden[key[3]],
                }
                for key, sums in sorted(boards.items())
            ],
        )

    async def _standing(self, keys: Sequence[Key]) -> dict[Key, Attempt]:
        if not keys:
            return {}
        found = await self._connection.execute(
            select(attempts).where(tuple_(attempts.c.round_id, attempts.c.learner_id).in_(keys))
        )
        return {_key(attempt): attempt for attempt in map(attempt_of, found.mappings())}


def _key(attempt: Attempt) -> Key:
    return attempt.round_id, attempt.learner_id


def _row(attempt: Attempt) -> dict[str, Any]:
    return {
        "round_id": attempt.round_id,
        "learner_id": attempt.learner_id,
        "response": pack(attempt.response),
        "credit": attempt.score.credit,
        "correct": attempt.score.correct,
        "answered_at": attempt.answered_at,
        "counts": attempt.counts,
        "points": attempt.points,
    }


def _unknown(attempt: Attempt, asked: dict[int, Known]) -> NotFound:
    if attempt.round_id not in asked:
        return NotFound(f"there is no round {attempt.round_id}")
    return NotFound(f"there is no learner {attempt.learner_id}")
