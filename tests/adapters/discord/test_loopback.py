"""What a network does between us and Discord, on the unmodified discord.py: nothing is lost."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from discord.http import Route as HttpRoute

from adapters.discord.loopback import Line, loopback, said, tokens, until
from adapters.discord.loopback_world import Cut, Refusal
from quizbot.errors import SettingsError, Unreachable, Unsure
from quizbot.message import Action, Button, Buttons, Message, Paragraph, Span
from quizbot.store.values import PostKind, PostState
from quizbot.testing.clock import ManualClock
from quizbot.testing.house import MONDAY_MORNING, a_house
from quizbot_discord import create

POSTS = "/channels/*/messages"


def long() -> Message:
    words = tuple(Paragraph((Span(f"{n} " + "word " * 100),)) for n in range(20))
    return Message("Long", (*words, Buttons((Button("A", Action("answer", ("7", "a"))),))))


async def state(line: Line) -> PostState:
    async with line.house.tools.store.read() as tx:
        post = await tx.posts.of(1, PostKind.QUESTION)
    assert post is not None
    return post.state


@pytest.mark.parametrize("shards", ["0-0/1", ""], indirect=True)
async def test_both_addresses_of_the_setting_are_used(line: Line) -> None:
    gateway = line.discord.gateway
    assert line.discord.world.requests("GET", "/gateway/bot")
    assert gateway.paths == ["/socket"]
    assert gateway.beats
    (quiz,) = line.discord.world.commands
    assert quiz["name"] == "quiz"


@pytest.mark.parametrize("act", [Cut.AFTER, Cut.BEFORE])
async def test_a_lost_answer_makes_neither_two_posts_nor_none(line: Line, act: Cut) -> None:
    line.fault("POST", POSTS, act)
    await line.house.daily(line.channel)
    await line.house.pass_time(timedelta(minutes=1))
    assert len(line.standing) == 1
    assert await state(line) is PostState.SENT


async def test_where_the_history_lags_the_nonce_keeps_it_one_post(line: Line) -> None:
    line.fault("POST", POSTS, Cut.AFTER)
    line.discord.world.blind = 1
    await line.house.daily(line.channel)
    await line.house.pass_time(timedelta(minutes=1))
    assert len(line.discord.world.requests("POST", POSTS)) == 2
    assert len(line.standing) == 1
    assert await state(line) is PostState.SENT


async def test_a_failure_of_discord_s_after_all_makes_one_post(line: Line) -> None:
    line.fault("POST", POSTS, Refusal(502), late=True)
    await line.house.daily(line.channel)
    assert len(line.standing) == 1
    assert await state(line) is PostState.SENT


async def test_a_post_that_arrived_in_part_is_made_afresh_with_no_part_deleted(line: Line) -> None:
    line.fault("POST", POSTS, Cut.BEFORE, spare=1)
    with pytest.raises(Unsure):
        await line.adapter.post(line.channel, long(), key="answer:7", under=None)
    (orphan,) = line.standing
    assert await line.adapter.find(line.channel, key="answer:7", under=None) is None
    post = await line.adapter.post(line.channel, long(), key="answer:7", under=None)
    assert post.message.split() == [one["id"] for one in line.standing]
    assert orphan["id"] not in post.message
    assert await line.adapter.find(line.channel, key="answer:7", under=None) == post


async def test_what_discord_asks_us_to_wait_is_waited(line: Line) -> None:
    told = {"Retry-After": "0.4", "Via": "1.1 google"}
    line.fault("POST", POSTS, Refusal(429, headers=told))
    await line.house.daily(line.channel)
    first, second = line.discord.world.requests("POST", POSTS)
    assert second.at - first.at >= 0.4
    assert len(line.standing) == 1


@pytest.mark.parametrize("via", [{"Via": "1.1 google"}, {}])
async def test_a_long_wait_is_left_to_the_clock(line: Line, via: dict[str, str]) -> None:
    line.fault("POST", POSTS, Refusal(429, headers={"Retry-After": "7200", **via}))
    with pytest.raises(Unreachable) as caught:
        await line.adapter.post(line.channel, long(), key="answer:7", under=None)
    assert caught.value.retry_after == timedelta(hours=2)


async def test_a_channel_that_is_closed_to_us_is_left_alone(line: Line) -> None:
    line.fault("POST", POSTS, Refusal(403, 50013), times=1000)
    await line.house.daily(line.channel)
    for _ in range(20):
        await line.house.pass_time(timedelta(hours=12))
    assert line.discord.world.invalid <= 5


async def pressed(line: Line) -> tuple[dict[str, Any], str]:
    """The question, and the token of its first button."""
    await line.house.daily(line.channel)
    (question,) = line.standing
    return question, tokens(question)[0]


async def test_a_press_is_answered_once_to_that_person(line: Line) -> None:
    question, token = await pressed(line)
    press = await line.discord.gateway.press(token, question)
    reply = await press.reply()
    assert "best known river" in said(reply)
    assert len(press.answers) == 1


async def test_a_press_while_the_connection_is_down_is_answered(line: Line) -> None:
    question, token = await pressed(line)
    line.discord.gateway.cut()
    press = await line.discord.gateway.press(token, question)
    assert "best known river" in said(await press.reply())
    assert (line.discord.gateway.resumed, line.discord.gateway.identified) == (1, 1)
    assert line.discord.gateway.paths[-1] == "/socket/again"


async def test_discord_may_move_the_connection(line: Line) -> None:
    question, token = await pressed(line)
    await line.discord.gateway.ask_to_reconnect()
    press = await line.discord.gateway.press(token, question)
    await until(lambda: line.discord.gateway.resumed == 1)
    assert "best known river" in said(await press.reply())
    assert len(press.answers) == 1


async def test_after_an_invalid_session_presses_come_in_again(line: Line) -> None:
    question, token = await pressed(line)
    before = await line.discord.gateway.press(token, question)
    await line.discord.gateway.invalidate(resumable=False)
    await until(lambda: line.discord.gateway.identified == 2)
    after = await line.discord.gateway.press(token, question)
    assert "best known river" in said(await before.reply())
    assert "first answer stands" in said(await after.reply())
    assert line.discord.gateway.paths[-1] == "/socket"
    assert not line.discord.world.invalid


async def test_an_interrupted_session_is_resumed(line: Line) -> None:
    question, token = await pressed(line)
    await line.discord.gateway.invalidate(resumable=True)
    press = await line.discord.gateway.press(token, question)
    assert "best known river" in said(await press.reply())
    assert line.discord.gateway.identified == 1


async def test_an_event_that_comes_twice_is_answered_once(line: Line) -> None:
    question, token = await pressed(line)
    press = await line.discord.gateway.press(token, question)
    await press.reply()
    again = line.discord.gateway.sessions[-1].events[-1]["d"]
    await line.discord.gateway.dispatch("INTERACTION_CREATE", again)
    await until(lambda: len(line.discord.world.requests("POST", "*/callback")) == 2)
    await asyncio.sleep(0.1)
    assert len(press.answers) == 1
    async with line.house.tools.store.read() as tx:
        assert await tx.attempts.answered(1) == 1


async def test_a_token_that_is_wrong_is_asked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HttpRoute, "BASE", HttpRoute.BASE)
    clock = ManualClock(MONDAY_MORNING)
    async with loopback() as discord:
        adapter = create({"discord_token": "old", "discord_api_url": discord.api}, clock)
        url = f"sqlite:///{tmp_path / 'q.db'}"
        async with a_house(url, tmp_path, {"discord": adapter}, clock) as house:
            with pytest.raises(SettingsError, match="DISCORD_TOKEN"):
                await adapter.run(house.tutor)
        assert discord.world.invalid == 1
