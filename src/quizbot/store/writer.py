"""Here is the writer: it gathers the answers that come in meanwhile and commits them together.

One commit costs the disk's patience once, however many people answered: that is the whole trick.
Each caller goes on after the commit that holds its answer, never before.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from typing import Protocol

from quizbot.domain.round import Attempt
from quizbot.errors import QuizbotError, StoreError
from quizbot.store.values import Recorded

log = logging.getLogger(__name__)

GROUP = 400
"""Answers in one transaction at most: larger ones gain little and hold the loop up."""

WAITING = 10_000
"""Answers that may wait; beyond it callers wait for a place. Nothing is dropped."""

Outcome = Recorded | QuizbotError


class Recorder(Protocol):
    """What writes a group in one transaction."""

    async def record(self, group: Sequence[Attempt]) -> list[Outcome]:
        """One outcome for each attempt, after the commit. Raises StoreError for the group."""
        ...


class Writer:
    """The queue before a recorder."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._waiting: deque[tuple[Attempt, asyncio.Future[Recorded]]] = deque()
        self._room = asyncio.Event()
        self._wake = asyncio.Event()
        self._closing = False
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.create_task(self._run())

    async def record(self, attempt: Attempt) -> Recorded:
        """Record `attempt` durably; what became of it.

        Raises NotFound where its round or learner is unknown, StoreError where it can't be kept.
        """
        if self._closing:
            raise StoreError("quizbot is stopping and takes no more answers")
        while len(self._waiting) >= WAITING:
            self._room.clear()
            await self._room.wait()
        future: asyncio.Future[Recorded] = self._loop.create_future()
        self._waiting.append((attempt, future))
        self._wake.set()
        return await future

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        self._closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        while self._waiting or not self._closing:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            size = min(GROUP, len(self._waiting))
            group = [self._waiting.popleft() for _ in range(size)]
            self._room.set()
            outcomes = await self._outcomes([attempt for attempt, _ in group])
            for (_, future), outcome in zip(group, outcomes, strict=True):
                if future.done():
                    continue
                if isinstance(outcome, Recorded):
                    future.set_result(outcome)
                else:
                    future.set_exception(outcome)

    async def _outcomes(self, group: Sequence[Attempt]) -> list[Outcome]:
        """What becomes of each; whatever fails, the writer goes on.

        Where it isn't the database that fails, one answer of the group is at fault: it fails alone.
        """
        try:
            return await self._recorder.record(group)
        except StoreError as error:
            log.exception("%d answers could not be kept", len(group))
            return [StoreError(str(error)) for _ in group]
        except Exception as error:
            if len(group) > 1:
                return [(await self._outcomes([attempt]))[0] for attempt in group]
            log.exception("an answer to round %d could not be kept", group[0].round_id)
            return [StoreError(f"the answer can't be kept: {error}")]
