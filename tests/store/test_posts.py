"""What must be true of debts to channels: one lease at a time, and nothing before its question."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from quizbot.refs import ChannelRef, PostRef
from quizbot.store.store import Store
from quizbot.store.values import Post, PostKind, PostState
from store.conftest import HERE, NOON, Shop

LEASE = timedelta(minutes=1)


async def _lease(store: Store, limit: int = 100, *, minutes: int = 0) -> list[Post]:
    async with store.begin() as tx:
        now = NOON + timedelta(minutes=minutes)
        return await tx.posts.lease(now, LEASE, limit, ["memory"])


async def test_no_post_is_leased_to_two(shop: Shop) -> None:
    for number in range(60):
        await shop.round(channel=ChannelRef("memory", "", f"c{number}"), sent=False)
    other = await Store.open(shop.url)
    try:
        taken = await asyncio.gather(
            *(_lease(which, 10) for _ in range(8) for which in (shop.store, other))
        )
    finally:
        await other.close()
    ids = [post.id for group in taken for post in group]
    assert len(ids) == len(set(ids)) == 60


async def test_a_lease_ends_and_the_next_one_knows_that_it_was_tried(shop: Shop) -> None:
    await shop.round(sent=False)
    (first,) = await _lease(shop.store)
    assert first.tries == 1
    assert await _lease(shop.store) == []
    (second,) = await _lease(shop.store, minutes=1)
    assert (second.id, second.tries) == (first.id, 2)


async def test_only_connected_platforms_are_leased(shop: Shop) -> None:
    await shop.round(sent=False)
    async with shop.store.begin() as tx:
        assert await tx.posts.lease(NOON, LEASE, 10, ["elsewhere"]) == []


async def test_a_post_put_back_waits_for_its_time(shop: Shop) -> None:
    await shop.round(sent=False)
    (post,) = await _lease(shop.store)
    async with shop.store.begin() as tx:
        await tx.posts.retry(post.id, NOON + timedelta(minutes=5), "down")
        assert await tx.posts.earliest() == NOON + timedelta(minutes=5)
    assert await _lease(shop.store, minutes=4) == []
    (again,) = await _lease(shop.store, minutes=5)
    assert again.problem == "down"


async def test_the_reveal_waits_for_its_question(shop: Shop) -> None:
    round_ = await shop.round(sent=False)
    async with shop.store.begin() as tx:
        await tx.posts.owe(round_.id, PostKind.REVEAL, HERE, NOON)
    (question,) = await _lease(shop.store)
    assert question.kind is PostKind.QUESTION
    stands = PostRef(HERE, "m1")
    async with shop.store.begin() as tx:
        await tx.posts.sent(question.id, stands)
        sent = await tx.posts.of(round_.id, PostKind.QUESTION)
    assert sent is not None
    assert (sent.state, sent.sent) == (PostState.SENT, stands)
    (reveal,) = await _lease(shop.store)
    assert reveal.kind is PostKind.REVEAL


async def test_a_debt_noted_twice_is_one(shop: Shop) -> None:
    round_ = await shop.round(sent=False)
    async with shop.store.begin() as tx:
        first = await tx.posts.owe(round_.id, PostKind.QUESTION, HERE, NOON)
        second = await tx.posts.owe(round_.id, PostKind.QUESTION, HERE, NOON + LEASE)
    assert first == second


async def test_an_occasion_has_one_round_whoever_comes_first(shop: Shop) -> None:
    other = Shop(await Store.open(shop.url), shop.url)
    try:
        rounds = await asyncio.gather(
            *(which.round(sent=False) for _ in range(10) for which in (shop, other))
        )
    finally:
        await other.store.close()
    assert len({round_.id for round_ in rounds}) == 1


async def test_a_round_is_settled_by_one(shop: Shop) -> None:
    round_ = await shop.round()
    late = NOON + timedelta(hours=9)
    async with shop.store.begin() as tx:
        assert await tx.rounds.closing(late, 10) == [round_.id]
        assert await tx.rounds.settle(round_.id)
        assert not await tx.rounds.settle(round_.id)
        assert await tx.rounds.closing(late, 10) == []


async def test_a_close_is_only_brought_forward(shop: Shop) -> None:
    round_ = await shop.round()
    assert round_.closes_at is not None
    async with shop.store.begin() as tx:
        later = await tx.rounds.close_at(round_.id, round_.closes_at + LEASE)
        assert later.closes_at == round_.closes_at
        sooner = await tx.rounds.close_at(round_.id, NOON)
        assert sooner.closes_at == NOON


async def test_a_lease_that_ran_out_overwrites_nothing_sent_meanwhile(shop: Shop) -> None:
    round_ = await shop.round(sent=False)
    (slow,) = await _lease(shop.store)
    (quick,) = await _lease(shop.store, minutes=2)
    async with shop.store.begin() as tx:
        await tx.posts.sent(quick.id, PostRef(HERE, "m1"))
        await tx.posts.retry(slow.id, NOON, "late")
        await tx.posts.refused(slow.id, "late")
        await tx.posts.undecided(slow.id, "late")
        post = await tx.posts.of(round_.id, PostKind.QUESTION)
    assert post is not None
    assert post.state is PostState.SENT
