"""What must be true of the queue before the database: bounded, in order, nothing dropped."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from quizbot.domain.round import Attempt
from quizbot.store import writer
from quizbot.store.values import Recorded
from quizbot.store.writer import Outcome, Writer
from store.conftest import Shop


class Slow:
    """Records in memory, a turn of the loop late."""

    def __init__(self, answer: Recorded) -> None:
        self.answer = answer
        self.groups: list[list[Attempt]] = []

    async def record(self, group: Sequence[Attempt]) -> list[Outcome]:
        self.groups.append(list(group))
        await asyncio.sleep(0)
        return [self.answer for _ in group]


async def test_beyond_the_bound_callers_wait_and_nothing_is_dropped(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "WAITING", 10)
    monkeypatch.setattr(writer, "GROUP", 4)
    recorded = await shop.answer(await shop.round(), "Ben")
    slow = Slow(recorded)
    queue = Writer(slow)
    given = [replace(recorded.attempt, learner_id=number) for number in range(100)]
    await asyncio.gather(*(queue.record(one) for one in given))
    await queue.close()
    written = [one.learner_id for group in slow.groups for one in group]
    assert sorted(written) == list(range(100))
    assert max(map(len, slow.groups)) <= 4
