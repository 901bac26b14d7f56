"""What must be true of transactions: whole or not at all, and nobody is left holding the lock."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from quizbot.errors import StoreError
from quizbot.refs import UserRef
from quizbot.store.boards import BoardKey
from quizbot.store.store import Store
from quizbot.store.upgrading import upgrade
from store.conftest import NOON, Shop

SOON = 5.0
"""Seconds: far less than the wait for a lock that somebody forgot."""


async def _told(store: Store, key: str) -> bool:
    async with store.begin() as tx:
        return await tx.notices.once(key, NOON)


async def test_an_exception_takes_everything_back(store: Store) -> None:
    async def fail() -> None:
        async with store.begin() as tx:
            await tx.notices.once("told", NOON)
            raise ValueError("on purpose")

    with pytest.raises(ValueError, match="on purpose"):
        await fail()
    assert await _told(store, "told")


async def test_a_notice_is_told_once(store: Store) -> None:
    assert [await _told(store, "told") for _ in range(2)] == [True, False]


@pytest.mark.parametrize("turns", range(0, 60, 4))
async def test_a_cancelled_transaction_leaves_nothing_behind(store: Store, turns: int) -> None:
    """Cancelled after so many turns of the loop: on its way in, within, or on its way out."""

    async def both() -> None:
        async with store.begin() as tx:
            await tx.notices.once("one", NOON)
            await tx.notices.once("two", NOON)

    task = asyncio.create_task(both())
    for _ in range(turns):
        await asyncio.sleep(0.0001)
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
    async with asyncio.timeout(SOON):
        one, two = await _told(store, "one"), await _told(store, "two")
    assert one == two


async def test_many_cancelled_at_once_harm_no_other(store: Store) -> None:
    tasks = [asyncio.create_task(_told(store, f"key {number}")) for number in range(60)]
    for task in tasks[::2]:
        await asyncio.sleep(0.001)
        task.cancel()
    async with asyncio.timeout(SOON):
        results = await asyncio.gather(*tasks, return_exceptions=True)
    assert results[1::2] == [True] * 30


async def test_reading_waits_for_no_writer(shop: Shop) -> None:
    round_ = await shop.round()
    async with shop.store.begin() as tx:
        await tx.rounds.close_at(round_.id, NOON)
        async with asyncio.timeout(SOON), shop.store.read() as reading:
            assert (await reading.rounds.get(round_.id)).closes_at == round_.closes_at


async def test_answers_and_transactions_take_turns(shop: Shop) -> None:
    """Nobody ever meets a locked database, however they mix."""
    round_ = await shop.round()
    other = await Store.open(shop.url)
    try:
        await asyncio.gather(
            *(shop.answer(round_, f"P{number}") for number in range(40)),
            *(_told(shop.store, f"a{number}") for number in range(40)),
            *(_told(other, f"b{number}") for number in range(40)),
        )
    finally:
        await other.close()
    async with shop.store.read() as tx:
        assert await tx.attempts.answered(round_.id) == 40


async def test_an_answer_waits_for_a_learner_who_is_just_being_hidden(shop: Shop) -> None:
    round_ = await shop.round()
    ben = await shop.learner("Ben")
    async with shop.store.begin() as tx:
        await tx.learners.set_hidden(ben.id, hidden=True)
        answering = asyncio.create_task(shop.answer(round_, "Ben"))
        await asyncio.wait([answering], timeout=0.3)
        assert not answering.done()
    assert (await answering).new
    async with shop.store.read() as tx:
        assert await tx.boards.players(BoardKey(round_.channel, "", "all")) == 0  # type: ignore[arg-type]


async def test_a_changed_name_is_written(shop: Shop) -> None:
    user = UserRef("memory", "", "u1")
    first = await shop.store.learner(user, "Ben")
    second = await shop.store.learner(user, "Benno")
    assert (second.id, second.name) == (first.id, "Benno")
    async with shop.store.read() as tx:
        assert (await tx.learners.get(first.id)).name == "Benno"


async def test_a_transaction_waits_for_another_process(tmp_path: Path) -> None:
    path = tmp_path / "quizbot.db"
    await upgrade(f"sqlite:///{path}")
    store = await Store.open(f"sqlite:///{path}")
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        telling = asyncio.create_task(_told(store, "told"))
        await asyncio.wait([telling], timeout=0.2)
        assert not telling.done()
        other.execute("COMMIT")
    assert await telling
    await store.close()


async def test_a_file_that_is_gone_is_told(tmp_path: Path) -> None:
    path = tmp_path / "quizbot.db"
    await upgrade(f"sqlite:///{path}")
    store = await Store.open(f"sqlite:///{path}")
    await store.check()
    path.unlink()
    with pytest.raises(StoreError, match="is gone"):
        await store.check()
    await store.close()


async def test_what_is_shown_is_remembered(shop: Shop) -> None:
    round_ = await shop.round()
    first = await shop.store.shown(round_.id)
    async with shop.store.begin() as tx:
        await tx.rounds.close_at(round_.id, NOON + timedelta(minutes=1))
    assert await shop.store.shown(round_.id) == first
