"""What must be true of the queue before the database: bounded, in order, nothing dropped."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from quizbot.domain.round import Attempt
from quizbot.errors import StoreError
from quizbot.store import writer
from quizbot.store.values import Recorded
from quizbot.store.writer import Outcome, Writer
from store.conftest import NOON, Shop


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


async def test_an_answer_that_can_t_be_kept_fails_alone(shop: Shop) -> None:
    round_ = await shop.round()
    good = (await shop.answer(round_, "Warm")).attempt
    ada, ben = await shop.learner("Ada"), await shop.learner("Ben")
    naive = good.answered_at.replace(tzinfo=None)
    results = await asyncio.gather(
        shop.store.record(replace(good, learner_id=ada.id, answered_at=naive)),
        shop.store.record(replace(good, learner_id=ben.id)),
        return_exceptions=True,
    )
    assert isinstance(results[0], StoreError)
    assert isinstance(results[1], Recorded)
    assert await shop.stands(round_, "Ada") is None


async def test_one_answer_given_twice_at_once_is_new_once(shop: Shop) -> None:
    round_ = await shop.round()
    good = (await shop.answer(round_, "Warm")).attempt
    ben = await shop.learner("Ben")
    one = replace(good, learner_id=ben.id)
    recorded = await asyncio.gather(*(shop.store.record(one) for _ in range(5)))
    assert [each.new for each in recorded].count(True) == 1


async def test_each_answer_of_a_group_tells_its_own_streak(shop: Shop) -> None:
    first, second = await shop.round(), await shop.round(NOON.date() + timedelta(days=1))
    await shop.learner("Ben")
    recorded = await asyncio.gather(shop.answer(first, "Ben"), shop.answer(second, "Ben"))
    assert [each.streak.length for each in recorded if each.streak] == [1, 2]
