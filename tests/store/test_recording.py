"""What must be true of answers: the first stands, in time counts, and boards are their sums."""

from __future__ import annotations

import asyncio
import sqlite3
from datetime import date, timedelta

import pytest

from quizbot.domain.standing import Period, period_key
from quizbot.errors import NotFound, StoreError
from quizbot.store.boards import BoardKey
from quizbot.store.store import Store
from store.conftest import HERE, NOON, Shop

A_DAY = timedelta(days=1)
FIRST = NOON.date()


async def test_the_first_answer_stands_however_many_come_at_once(shop: Shop) -> None:
    round_ = await shop.round()
    recorded = await asyncio.gather(
        *(shop.answer(round_, "Ben", right=turn % 2 == 0) for turn in range(200))
    )
    assert sum(one.new for one in recorded) == 1
    assert len({one.attempt for one in recorded}) == 1
    async with shop.store.read() as tx:
        assert await tx.attempts.answered(round_.id) == 1


async def test_two_replicas_keep_one_answer_and_count_it_once(shop: Shop) -> None:
    round_ = await shop.round()
    other = Shop(await Store.open(shop.url), shop.url)
    try:
        recorded = await asyncio.gather(
            *(which.answer(round_, f"P{n}") for n in range(40) for which in (shop, other))
        )
    finally:
        await other.store.close()
    assert sum(one.new for one in recorded) == 40
    async with shop.store.read() as tx:
        top = await tx.boards.top(BoardKey(HERE, "", "all"), 100)
    assert [one.answered for one in top] == [1] * 40


async def test_an_answer_is_read_back_as_it_was_given(shop: Shop) -> None:
    round_ = await shop.round()
    recorded = await shop.answer(round_, "Ben", right=False)
    assert await shop.stands(round_, "Ben") == recorded.attempt
    assert recorded.attempt.answered_at == round_.opens_at + timedelta(hours=1)
    assert recorded.attempt.answered_at.utcoffset() == timedelta()


async def test_a_late_answer_is_kept_and_counts_nowhere(shop: Shop) -> None:
    round_ = await shop.round()
    recorded = await shop.answer(round_, "Ben", after=timedelta(hours=8))
    assert not recorded.attempt.counts
    assert recorded.attempt.points == 0
    async with shop.store.read() as tx:
        assert await tx.boards.players(BoardKey(HERE, "", "all")) == 0
        assert (await tx.attempts.tally(round_.id)).answered == 0


async def test_the_close_that_holds_in_the_database_decides(shop: Shop) -> None:
    stale = await shop.round()
    async with shop.store.begin() as tx:
        await tx.rounds.close_at(stale.id, NOON + timedelta(minutes=5))
    recorded = await shop.answer(stale, "Ben", after=timedelta(minutes=10))
    assert not recorded.attempt.counts
    assert recorded.round.closes_at == NOON + timedelta(minutes=5)


async def test_an_unknown_round_fails_alone(shop: Shop) -> None:
    round_ = await shop.round()
    good = await shop.answer(round_, "Warm")
    from dataclasses import replace

    lost = replace(good.attempt, round_id=10_000)
    nobody = replace(good.attempt, learner_id=10_000)
    results = await asyncio.gather(
        shop.store.record(lost),
        shop.answer(round_, "Ben"),
        shop.store.record(nobody),
        shop.answer(round_, "Chen"),
        return_exceptions=True,
    )
    assert [isinstance(result, NotFound) for result in results] == [True, False, True, False]


async def test_a_waiter_that_gives_up_harms_no_other(shop: Shop) -> None:
    round_ = await shop.round()
    tasks = [asyncio.create_task(shop.answer(round_, f"P{n}")) for n in range(20)]
    await asyncio.sleep(0)
    tasks[3].cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert sum(isinstance(result, asyncio.CancelledError) for result in results) == 1
    assert sum(not isinstance(result, BaseException) for result in results) == 19


async def test_closing_writes_what_is_waiting(shop: Shop) -> None:
    round_ = await shop.round()
    for name in ("Ada", "Ben"):
        await shop.learner(name)
    other = Shop(await Store.open(shop.url), shop.url)
    await asyncio.gather(other.learner("Ada"), other.learner("Ben"))
    tasks = [asyncio.create_task(other.answer(round_, name)) for name in ("Ada", "Ben")]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await other.store.close()
    await asyncio.gather(*tasks)
    with pytest.raises(StoreError):
        await other.store.record((await shop.answer(round_, "Ada")).attempt)
    async with shop.store.read() as tx:
        assert await tx.attempts.answered(round_.id) == 2


async def test_a_group_that_fails_as_a_whole_is_told_and_the_next_one_works(shop: Shop) -> None:
    if not shop.url.startswith("sqlite"):
        pytest.skip("the lock is SQLite's")
    round_ = await shop.round()
    await shop.learner("Ben")
    path = shop.url.removeprefix("sqlite:///")
    with sqlite3.connect(path) as database:
        database.execute("ALTER TABLE standings RENAME TO elsewhere")
    with pytest.raises(StoreError, match="standings"):
        await shop.answer(round_, "Ben")
    assert await shop.stands(round_, "Ben") is None
    with sqlite3.connect(path) as database:
        database.execute("ALTER TABLE elsewhere RENAME TO standings")
    assert (await shop.answer(round_, "Ben")).new


async def test_the_streak_earns_more_and_a_missed_question_uses_a_freeze(shop: Shop) -> None:
    earned = []
    for offset in range(6):
        round_ = await shop.round(FIRST + offset * A_DAY)
        if offset != 3:
            recorded = await shop.answer(round_, "Ben")
            assert recorded.streak is not None
            earned.append((recorded.attempt.points, recorded.streak.length, recorded.streak.saved))
    assert earned == [(10, 1, 0), (12, 2, 0), (14, 3, 0), (16, 4, 1), (18, 5, 0)]


async def test_a_day_whose_question_never_came_breaks_nothing(shop: Shop) -> None:
    for offset in range(8):
        came = offset in {0, 7}
        round_ = await shop.round(FIRST + offset * A_DAY, sent=came)
        if came:
            recorded = await shop.answer(round_, "Ben")
    assert recorded.streak is not None
    assert (recorded.streak.length, recorded.streak.saved) == (2, 0)


async def test_a_question_posted_by_hand_earns_the_bonus_and_leaves_the_streak(shop: Shop) -> None:
    await shop.answer(await shop.round(FIRST), "Ben")
    extra = await shop.answer(await shop.round(FIRST, scheduled=False), "Ben")
    assert extra.attempt.points == 12
    assert extra.streak is not None
    assert extra.streak.length == 1
    following = await shop.answer(await shop.round(FIRST + A_DAY), "Ben")
    assert following.attempt.points == 12


async def test_boards_hold_every_period_and_bank(shop: Shop) -> None:
    sunday, monday = date(2026, 11, 29), date(2026, 11, 30)
    await shop.answer(await shop.round(sunday), "Ben")
    await shop.answer(await shop.round(monday), "Ben")
    await shop.answer(await shop.round(date(2026, 12, 1)), "Ben", right=False)
    learner = await shop.learner("Ben")
    expected = {
        (Period.WEEK, sunday): (10, 1, 1),
        (Period.WEEK, monday): (12, 2, 1),
        (Period.MONTH, sunday): (22, 2, 2),
        (Period.MONTH, date(2026, 12, 1)): (0, 1, 0),
        (Period.ALL, monday): (22, 3, 2),
    }
    async with shop.store.read() as tx:
        for (period, day), sums in expected.items():
            for bank in ("", "rivers"):
                own = await tx.boards.own(BoardKey(HERE, bank, period_key(period, day)), learner.id)
                assert own is not None
                assert (own[1].points, own[1].answered, own[1].correct) == sums
        assert await tx.boards.own(BoardKey(HERE, "seas", "all"), learner.id) is None


async def test_ranks_count_the_greater_and_say_what_is_missing(shop: Shop) -> None:
    round_ = await shop.round()
    for name, right in (("Ada", True), ("Ben", True), ("Chen", False), ("Dilara", False)):
        await shop.answer(round_, name, right=right)
    async with shop.store.read() as tx:
        ranks = {}
        for name in ("Ada", "Ben", "Chen", "Dilara"):
            own = await tx.boards.own(BoardKey(HERE, "", "all"), (await shop.learner(name)).id)
            assert own is not None
            ranks[name] = (own[0], own[2])
        top = [one.name for one in await tx.boards.top(BoardKey(HERE, "", "all"), 3)]
    assert ranks == {"Ada": (1, None), "Ben": (1, None), "Chen": (3, 10), "Dilara": (3, 10)}
    assert top == ["Ada", "Ben", "Chen"]


async def test_hidden_people_are_left_out_before_and_after(shop: Shop) -> None:
    first, second = await shop.round(FIRST), await shop.round(FIRST + A_DAY)
    await shop.answer(first, "Ben")
    ben = await shop.learner("Ben")
    async with shop.store.begin() as tx:
        await tx.learners.set_hidden(ben.id, hidden=True)
    await shop.answer(second, "Ben")
    async with shop.store.read() as tx:
        assert await tx.boards.players(BoardKey(HERE, "", "all")) == 0
        assert await tx.boards.own(BoardKey(HERE, "", "all"), ben.id) is None
    async with shop.store.begin() as tx:
        await tx.learners.set_hidden(ben.id, hidden=False)
        own = await tx.boards.own(BoardKey(HERE, "", "all"), ben.id)
    assert own is not None
    assert own[1].points == 22


async def test_a_forgotten_person_leaves_numbers_only(shop: Shop) -> None:
    round_ = await shop.round()
    await shop.answer(round_, "Ben")
    ben = await shop.learner("Ben")
    async with shop.store.begin() as tx:
        await tx.learners.forget(ben.id, NOON + timedelta(hours=9))
    with pytest.raises(NotFound):
        await shop.answer(round_, "Ben")
    shop.store.forget_learner(ben.user)
    again = await shop.answer(round_, "Ben")
    assert again.new
    assert again.attempt.learner_id != ben.id
    async with shop.store.read() as tx:
        assert (await tx.attempts.tally(round_.id)).answered == 2
        assert [one.answered for one in await tx.boards.top(BoardKey(HERE, "", "all"), 5)] == [1]
