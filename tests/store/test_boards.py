"""What must be true of a server's board: the sum of its channels, read from the rollup alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from sqlalchemy import text, update

from quizbot.domain.mode import Tells
from quizbot.domain.standing import Scope
from quizbot.refs import ChannelRef
from quizbot.store.boards import BoardKey
from quizbot.store.tables import rounds
from store.conftest import HERE, NOON, TODAY, Shop

THERE = replace(HERE, channel="there")
DIRECT = replace(HERE, channel="@ben")
OTHER = ChannelRef("memory", "other", "here")
SERVER = BoardKey(HERE, "", "all", scope=Scope.SERVER)


async def test_a_server_s_board_adds_up_its_channels(shop: Shop) -> None:
    for channel in (HERE, THERE, DIRECT, OTHER):
        await shop.answer(await shop.round(channel=channel), "Ben")
    await shop.answer(await shop.round(TODAY + timedelta(days=1), channel=THERE), "Ada")
    await shop.answer(await shop.round(TODAY + timedelta(days=2), channel=THERE), "Ada")
    ben, ada = await shop.learner("Ben"), await shop.learner("Ada")
    async with shop.store.read() as tx:
        top = await tx.boards.top(SERVER, 5)
        assert [(one.name, one.points, one.answered) for one in top] == [
            ("Ada", 22, 2),
            ("Ben", 20, 2),
        ]
        assert await tx.boards.players(SERVER) == 2
        own = await tx.boards.own(SERVER, ben.id)
        assert own == (2, top[1], 2)
        assert await tx.boards.own(SERVER, ada.id) == (1, top[0], None)
        assert await tx.boards.players(replace(SERVER, channel=OTHER)) == 1
        assert await tx.boards.players(replace(SERVER, bank="seas")) == 0


async def test_hidden_people_are_on_no_server_s_board(shop: Shop) -> None:
    for channel in (HERE, THERE):
        await shop.answer(await shop.round(channel=channel), "Ben")
    ben = await shop.learner("Ben")
    async with shop.store.begin() as tx:
        await tx.learners.set_hidden(ben.id, hidden=True)
        assert await tx.boards.top(SERVER, 5) == []
        assert await tx.boards.own(SERVER, ben.id) is None


async def test_what_is_secret_in_any_channel_of_the_server_is_left_out(shop: Shop) -> None:
    told, secret = await shop.round(), await shop.round(channel=THERE)
    abroad = await shop.round(channel=OTHER)
    async with shop.store.begin() as tx:
        held_back = rounds.c.id.in_([secret.id, abroad.id])
        await tx.rounds._connection.execute(
            update(rounds).where(held_back).values(tells=Tells.AT_CLOSE.value)
        )
    await shop.answer(told, "Ben")
    await shop.answer(secret, "Ben")
    await shop.answer(secret, "Ada")
    async with shop.store.read() as tx:
        found = await tx.rounds.secret_on_server(HERE, NOON + timedelta(hours=2))
        assert [one.id for one in found] == [secret.id]
        assert await tx.rounds.secret_on_server(HERE, NOON + timedelta(hours=9)) == []
        top = await tx.boards.top(replace(SERVER, without=[secret.id]), 5)
    assert [(one.name, one.points) for one in top] == [("Ben", 10)]


async def test_a_board_is_read_by_its_index(shop: Shop) -> None:
    if not shop.url.startswith("sqlite"):
        return  # PostgreSQL plans by how much there is
    await shop.answer(await shop.round(), "Ben")
    async with shop.store.read() as tx:
        for scope in Scope:
            rows = await tx.boards._rows(replace(SERVER, scope=scope))
            written = str(rows.compile(compile_kwargs={"literal_binds": True}))
            plan = await tx.boards._connection.execute(text(f"EXPLAIN QUERY PLAN {written}"))
            steps = " ".join(row[3] for row in plan)
            assert "SEARCH standings USING" in steps
            assert "attempts" not in steps
            assert "SCAN standings" not in steps
