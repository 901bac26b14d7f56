"""What must be true of seasons: one a channel and month, dealt with once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from quizbot.domain.season import month_of
from quizbot.errors import NotFound
from quizbot.store.seasons import Season
from quizbot.store.store import Store
from store.conftest import HERE, NOON, TODAY, Shop

MONTH = month_of(TODAY)
END = datetime(2027, 1, 1, tzinfo=UTC)
THERE = replace(HERE, channel="there")


async def test_a_season_is_over_at_the_latest_end_that_was_named(shop: Shop) -> None:
    later = END + timedelta(hours=9)
    async with shop.store.begin() as tx:
        for end in (END, later, END):
            await tx.seasons.begin(HERE, MONTH, end)
        assert await tx.seasons.earliest(NOON) == later
        assert await tx.seasons.earliest(later) is None
        assert await tx.seasons.over(later - timedelta(seconds=1), 10) == []
        (season_id,) = await tx.seasons.over(later, 10)
        assert await tx.seasons.get(season_id) == Season(season_id, HERE, MONTH)
        assert await tx.seasons.over(later, 10, [season_id]) == []
        with pytest.raises(NotFound):
            await tx.seasons.get(season_id + 1)


async def test_each_channel_and_month_is_a_season(shop: Shop) -> None:
    async with shop.store.begin() as tx:
        await tx.seasons.begin(HERE, MONTH, END)
        await tx.seasons.begin(THERE, MONTH, END)
        await tx.seasons.begin(HERE, date(2027, 1, 1), END + timedelta(days=31))
        over = [await tx.seasons.get(one) for one in await tx.seasons.over(END, 10)]
        assert [one.channel for one in over] == [HERE, THERE]
        assert len(await tx.seasons.over(END, 1)) == 1


async def test_one_caller_deals_with_a_season(shop: Shop) -> None:
    async with shop.store.begin() as tx:
        await tx.seasons.begin(HERE, MONTH, END)
        (season_id,) = await tx.seasons.over(END, 10)
    other = await Store.open(shop.url)

    async def tell(store: Store) -> bool:
        async with store.begin() as tx:
            return await tx.seasons.tell(season_id)

    try:
        told = await asyncio.gather(*(tell(store) for store in (shop.store, other) * 4))
    finally:
        await other.close()
    assert told.count(True) == 1
    async with shop.store.begin() as tx:
        await tx.seasons.begin(HERE, MONTH, END + timedelta(days=1))
        assert await tx.seasons.over(END + timedelta(days=9), 10) == []


async def test_a_season_holds_the_questions_of_its_days_that_were_posted(shop: Shop) -> None:
    days = (date(2026, 11, 30), date(2026, 12, 1), date(2026, 12, 31), date(2027, 1, 1))
    asked = [await shop.round(day) for day in days]
    await shop.round(date(2026, 12, 5), sent=False)
    await shop.round(date(2026, 12, 6), channel=THERE)
    by_hand = await shop.round(date(2026, 12, 7), scheduled=False)
    async with shop.store.read() as tx:
        found = await tx.seasons.rounds(HERE, MONTH)
    assert [one.id for one in found] == [asked[1].id, by_hand.id, asked[2].id]
    assert [one.number for one in found] == [2, None, 3]
    assert found[0].day == days[1]


async def test_late_answers_are_none_and_hidden_people_are_known(shop: Shop) -> None:
    round_ = await shop.round()
    async with shop.store.read() as tx:
        found = await tx.seasons.rounds(HERE, MONTH)
        assert not await tx.seasons.answered(found)
    await shop.answer(round_, "Chen", after=timedelta(hours=30))
    async with shop.store.read() as tx:
        assert not await tx.seasons.answered(found)
    await shop.answer(round_, "Ben")
    await shop.answer(round_, "Ada", right=False)
    ben = await shop.learner("Ben")
    async with shop.store.begin() as tx:
        await tx.learners.set_hidden(ben.id, hidden=True)
        assert await tx.seasons.answered(found)
        answers = await tx.seasons.answers(found)
    assert {(one.learner_id == ben.id, one.correct, one.hidden) for one in answers} == {
        (True, True, True),
        (False, False, False),
    }
    async with shop.store.read() as tx:
        assert await tx.seasons.answers([]) == []
