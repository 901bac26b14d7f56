"""What Discord does in real life, and what must come of it."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import discord
import pytest

from adapters.discord.discord_stage import DiscordStage
from quizbot.errors import SettingsError
from quizbot.store.values import PostKind, PostState
from quizbot.testing.house import House
from quizbot.testing.stage import ADMIN, MEMBER, OTHER
from quizbot_discord import create, limits

TRAP = "The best known river is not the longest one."


async def state_of(house: House, kind: PostKind = PostKind.QUESTION) -> PostState:
    async with house.tools.store.read() as tx:
        post = await tx.posts.of(1, kind)
    assert post is not None
    return post.state


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (404, 10003), (403, 50001)])
async def test_what_will_never_work_is_told_once_and_the_others_go_on(
    house: House, stage: DiscordStage, status: int, code: int
) -> None:
    await stage.command(ADMIN, "daily set")
    await stage.fill(ADMIN, {"at": ["10:00"], "zone": ["UTC"], "bank": ["rivers"]})
    path = f"/channels/{stage.place.id}/messages"
    stage.world().inject_error("POST", path, status=status, code=code)
    await house.pass_time(timedelta(hours=2))
    assert await state_of(house) is PostState.REFUSED
    await house.pass_time(timedelta(days=1))
    told = [text for text in await stage.private(ADMIN) if "paused" in text]
    assert len(told) == 1


async def test_after_a_server_s_fault_the_question_is_looked_for_and_posted_once(
    house: House, stage: DiscordStage
) -> None:
    path = f"/channels/{stage.place.id}/messages"
    stage.world().inject_error("POST", path, status=500)
    await house.daily(stage.channel)
    await house.pass_time(timedelta(minutes=2))
    assert len(await stage.public()) == 1
    assert await state_of(house) is PostState.SENT


async def test_where_we_may_not_look_the_post_stays_undecided(
    house: House, stage: DiscordStage
) -> None:
    path = f"/channels/{stage.place.id}/messages"
    stage.world().inject_error("POST", path, status=500)
    stage.world().inject_error("GET", path, status=403, code=50001)
    await house.daily(stage.channel)
    await house.pass_time(timedelta(minutes=2))
    assert await state_of(house) is PostState.UNDECIDED


async def test_the_commands_are_registered_once(house: House, stage: DiscordStage) -> None:
    def registered() -> int:
        return sum(
            entry.method == "PUT" and entry.path.endswith("/commands")
            for entry in stage.world().http_requests
        )

    assert registered() == 1
    await stage.start(house.tutor)
    assert registered() == 1


async def test_options_are_completed_as_they_are_typed(house: House, stage: DiscordStage) -> None:
    del house
    person = stage.people[MEMBER]
    found = await person.autocomplete(stage.place, "quiz practice", "bank", "riv")
    assert [one["value"] for one in found] == ["rivers"]
    zones = await person.autocomplete(stage.place, "quiz daily me", "zone", "berlin")
    assert zones[0]["value"] == "Europe/Berlin"
    assert len(await person.autocomplete(stage.place, "quiz daily me", "zone", "")) <= 25


async def test_an_answer_that_takes_long_is_deferred_and_then_shown(
    house: House, stage: DiscordStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle = house.tutor.handle

    async def slowly(event: Any) -> Any:
        await asyncio.sleep(2)
        return await handle(event)

    monkeypatch.setattr(house.tutor, "handle", slowly)
    await stage.command(MEMBER, "help")
    callbacks = [e.json for e in stage.world().http_requests if e.path.endswith("/callback")]
    assert [body["type"] for body in callbacks if isinstance(body, dict)] == [5]
    assert "practice" in (await stage.private(MEMBER))[-1]


async def test_an_interaction_that_takes_no_answer_is_answered_by_a_message(
    house: House, stage: DiscordStage
) -> None:
    await house.daily(stage.channel)
    stage.world().inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await stage.press(MEMBER, "A")
    assert TRAP in (await stage.private(MEMBER))[-1]


async def test_one_that_another_replica_has_answered_is_left_alone(
    house: House, stage: DiscordStage
) -> None:
    await house.daily(stage.channel)
    stage.world().inject_error("POST", "/interactions/*/callback", status=400, code=40060)
    await stage.press(MEMBER, "A")
    assert not await stage.private(MEMBER)


async def test_what_came_before_the_stop_is_answered(
    house: House, stage: DiscordStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = asyncio.Event()
    handle = house.tutor.handle

    async def held(event: Any) -> Any:
        await goes_on.wait()
        return await handle(event)

    await stage.command(MEMBER, "help")
    assert stage.bot.taken is not None
    _, interaction = stage.bot.taken
    monkeypatch.setattr(house.tutor, "handle", held)
    taken = asyncio.create_task(stage.bot.take(house.tutor, interaction))
    await asyncio.sleep(0)
    draining = asyncio.create_task(stage.bot._drain())
    await asyncio.sleep(0)
    assert not draining.done()
    goes_on.set()
    await draining
    assert taken.done()


async def test_every_send_and_edit_allows_no_mention(house: House, stage: DiscordStage) -> None:
    await house.daily(stage.channel, "tricky")
    await stage.press(MEMBER, "A")
    await house.pass_time(timedelta(hours=8))
    sent = [
        entry.json
        for entry in stage.world().http_requests
        if isinstance(entry.json, dict) and ("components" in entry.json or "data" in entry.json)
    ]
    assert sent
    for body in sent:
        inner = body.get("data") or body
        if "components" in inner:
            assert inner["allowed_mentions"] == {"parse": []}


async def test_the_reveal_answers_the_question_with_its_picture(
    house: House, stage: DiscordStage
) -> None:
    await house.daily(stage.channel)
    await stage.press(MEMBER, "A")
    await stage.press(OTHER, "C")
    await house.pass_time(timedelta(hours=8))
    question, reveal = (m for m in stage.place.history() if not m.flags.ephemeral)
    assert reveal.reference.message_id == question.id
    assert reveal.attachments[0].filename == "answers.png"


async def test_a_button_of_a_form_that_has_ended_says_so(house: House, stage: DiscordStage) -> None:
    await stage.command(ADMIN, "daily set")
    await stage.fill(ADMIN, {"at": ["25:00"], "zone": ["UTC"]})
    house.clock.advance(timedelta(hours=1))
    await stage.press(ADMIN, "Daily question 1/2")
    assert "too long" in (await stage.private(ADMIN))[-1]


async def test_no_privileged_intent_is_asked_for(house: House, stage: DiscordStage) -> None:
    client = stage.bot.client(house.tutor)
    assert client.intents == discord.Intents(guilds=True)


def test_doctor_tells_the_address_that_invites_the_bot() -> None:
    made = create({"discord_token": "MTIzNDU2Nzg5MDEyMzQ1Njc4.x.y"})
    (note,) = made.notes
    assert "client_id=123456789012345678" in note
    assert f"permissions={limits.PERMISSIONS}" in note
    assert "scope=bot+applications.commands" in note
    assert create({"discord_token": "secret"}).notes == ()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({}, "DISCORD_TOKEN"),
        ({"discord_token": "x", "discord_shards": "3-1/4"}, "FIRST-LAST/ALL"),
        ({"discord_token": "x", "discord_shards": "0-4/4"}, "FIRST-LAST/ALL"),
        ({"discord_token": "x", "discord_api_url": "http://x/api"}, "/api/v10"),
    ],
)
def test_a_wrong_setting_is_told(wrong: dict[str, str], words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        create(wrong)
