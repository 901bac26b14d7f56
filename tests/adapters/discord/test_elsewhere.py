"""A person who installed quizbot for themselves has it where its bot isn't."""

from __future__ import annotations

from typing import Any

import pytest

from adapters.discord.loopback import Line, said, tokens
from adapters.discord.loopback_gateway import in_guild, in_private
from quizbot.refs import ChannelRef, UserRef


@pytest.fixture(params=["a strange server", "the bot's own conversation", "between two people"])
def where(line: Line, request: pytest.FixtureRequest) -> dict[str, Any]:
    world = line.discord.world
    if request.param == "a strange server":
        return in_guild(world, str(world.snowflake()), installed=False)
    return in_private(world, with_bot=request.param == "the bot's own conversation")


async def test_the_private_commands_work(line: Line, where: dict[str, Any]) -> None:
    gateway = line.discord.gateway
    asked = await (await gateway.command("practice", **where)).reply()
    assert asked["flags"] & 1 << 6
    answer = next(token for token in tokens(asked) if token.startswith("answer"))
    told = await (await gateway.press(answer, asked, **where)).reply()
    assert "The common trap" in said(told.get("data", told))
    helped = await (await gateway.command("help", **where)).reply()
    assert "/quiz practice" in said(helped)
    assert not line.discord.world.requests("POST", "/channels/*")


async def test_a_question_of_one_s_own_comes_in_private(line: Line, where: dict[str, Any]) -> None:
    await (await line.discord.gateway.command("daily me", **where)).reply()
    direct = ChannelRef.direct(UserRef("discord", "", str(line.discord.world.person)))
    async with line.house.tools.store.read() as tx:
        assert await tx.schedules.of(direct) is not None


@pytest.mark.parametrize("words", ["daily set", "daily now", "daily off", "daily close"])
async def test_in_a_strange_server_no_channel_is_set(line: Line, words: str) -> None:
    world = line.discord.world
    strange = in_guild(world, str(world.snowflake()), installed=False)
    told = await (await line.discord.gateway.command(words, **strange)).reply()
    assert "Invite me there" in said(told)
    async with line.house.tools.store.read() as tx:
        assert await tx.schedules.of(line.channel) is None


async def test_with_the_bot_in_the_server_the_channel_is_the_channel(line: Line) -> None:
    form = await (await line.discord.gateway.command("daily set")).reply()
    assert form["type"] == 9
