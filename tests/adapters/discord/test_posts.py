"""A post of several Discord messages is one post: found, edited and counted as a whole."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest

from adapters.discord.discord_stage import DiscordStage
from quizbot.errors import Refused, Unsure
from quizbot.message import Action, Button, Buttons, Message, Paragraph, Span
from quizbot.refs import PostRef
from quizbot_discord import limits

KEY = "answer:7"

pytestmark = pytest.mark.usefixtures("house")


def long(paragraphs: int, *, verb: str = "answer", label: str = "A") -> Message:
    """A message of so many paragraphs of 500 characters, and a button."""
    words = tuple(Paragraph((Span(f"{n}. " + "word " * 100),)) for n in range(paragraphs))
    button = Button(label, Action(verb, ("7", "a")))
    return Message("Long", (*words, Buttons((button,))))


async def posted(stage: DiscordStage, message: Message, key: str = KEY) -> PostRef:
    return await stage.adapter.post(stage.channel, message, key=key, under=None)


async def found(stage: DiscordStage, under: PostRef | None = None) -> PostRef | None:
    return await stage.adapter.find(stage.channel, key=KEY, under=under)


def standing(stage: DiscordStage) -> list[str]:
    return [str(one.id) for one in stage.place.history()]


async def removed(stage: DiscordStage, *ids: str) -> None:
    """A moderator, or a crash before it was sent: that part isn't there."""
    world = stage.world()
    with world._bot_scope():
        where = world.bot.get_partial_messageable(stage.place.id)
        for id_ in ids:
            await where.get_partial_message(int(id_)).delete()


async def test_a_long_message_comes_in_parts_with_every_word(stage: DiscordStage) -> None:
    await posted(stage, long(20))
    shown = await stage.public()
    assert len(shown) == 3
    assert all(f"{number}. word" in "\n".join(shown) for number in range(20))


async def test_every_part_of_a_post_is_found_again(stage: DiscordStage) -> None:
    post = await posted(stage, long(20))
    await posted(stage, long(20, verb="other"), "other:7")
    assert len(post.message.split()) == 3
    assert await found(stage) == post


async def test_the_parts_of_a_reply_are_found_as_that_reply(stage: DiscordStage) -> None:
    parent = await posted(stage, long(20))
    reply = await stage.adapter.post(stage.channel, long(20), key=KEY, under=parent)
    assert await found(stage, parent) == reply
    assert await found(stage) == parent


async def test_a_part_of_a_post_is_taken_away_and_the_whole_is_posted_afresh(
    stage: DiscordStage,
) -> None:
    broken = await posted(stage, long(20))
    await removed(stage, broken.message.split()[-1])
    assert await found(stage) is None
    assert standing(stage) == []
    afresh = await posted(stage, long(20))
    assert standing(stage) == afresh.message.split()
    assert await found(stage) == afresh


async def test_where_the_rest_is_refused_nothing_is_left_standing(
    stage: DiscordStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = discord.PartialMessageable.send

    async def first_only(where: discord.PartialMessageable, **given: object) -> discord.Message:
        sent = await send(where, **given)  # type: ignore[call-overload]
        path = f"/channels/{stage.place.id}/messages"
        stage.world().inject_error("POST", path, status=403, code=50013)
        assert isinstance(sent, discord.Message)
        return sent

    monkeypatch.setattr(discord.PartialMessageable, "send", first_only)
    with pytest.raises(Exception, match="50013"):
        await posted(stage, long(20))
    assert standing(stage) == []


async def test_a_post_that_lost_its_marks_is_known_by_its_buttons(stage: DiscordStage) -> None:
    post = await posted(stage, long(1))
    await stage.adapter.edit(post, long(2))
    assert await found(stage) == post


async def test_where_only_a_part_is_in_sight_nobody_can_tell(
    stage: DiscordStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = await posted(stage, long(20))
    monkeypatch.setattr(limits, "LOOK_BACK", 2)
    with pytest.raises(Unsure):
        await found(stage)
    assert standing(stage) == post.message.split()


async def test_an_edit_takes_away_the_parts_that_are_left_over(stage: DiscordStage) -> None:
    post = await posted(stage, long(20))
    await stage.adapter.edit(post, long(3, verb="mine", label="Mine"))
    (shown,) = await stage.public()
    assert "[Mine]" in shown
    assert standing(stage) == post.message.split()[:1]
    await stage.adapter.edit(post, long(4, verb="mine", label="Mine"))
    (shown,) = await stage.public()
    assert "3. word" in shown


async def test_an_edit_that_grows_gets_further_parts_and_keeps_them(stage: DiscordStage) -> None:
    post = await posted(stage, long(3))
    await stage.adapter.edit(post, long(20, verb="mine", label="Mine"))
    grown = standing(stage)
    assert len(grown) == 3
    await stage.adapter.edit(post, long(19, verb="mine", label="Mine"))
    assert standing(stage) == grown
    shown = "\n".join(await stage.public())
    assert "18. word" in shown
    assert "19. word" not in shown
    assert shown.count("[Mine]") == 1
    await stage.adapter.edit(post, long(2, verb="mine", label="Mine"))
    assert standing(stage) == grown[:1]


async def in_thread(stage: DiscordStage) -> PostRef:
    """A post in a thread that has been archived since."""
    world = stage.world()
    assert world.bot.user is not None
    thread = world.backend.create_thread(stage.place.id, "Quiz", world.bot.user.id)
    where = replace(stage.channel, channel=str(thread.id))
    post = await stage.adapter.post(where, long(1), key=KEY, under=None)
    path = f"/channels/{thread.id}/messages/*"
    world.inject_error("PATCH", path, status=400, code=limits.THREAD_ARCHIVED)
    return post


def asked(stage: DiscordStage, post: PostRef) -> list[object]:
    """What was asked of the post's channel itself."""
    path = f"/channels/{post.channel.channel}"
    return [one.json for one in stage.world().http_requests if one.path == path]


async def test_an_archived_thread_is_opened_once_to_edit_in_it(stage: DiscordStage) -> None:
    post = await in_thread(stage)
    await stage.adapter.edit(post, long(1, label="Mine"))
    assert asked(stage, post) == [{"archived": False}]


async def test_a_thread_that_may_not_be_opened_is_refused_in_clear_words(
    stage: DiscordStage,
) -> None:
    post = await in_thread(stage)
    path = f"/channels/{post.channel.channel}"
    stage.world().inject_error("PATCH", path, status=403, code=50013)
    with pytest.raises(Refused, match="unlock it"):
        await stage.adapter.edit(post, long(1))
    assert len(asked(stage, post)) == 1


async def test_one_that_stays_archived_is_opened_no_second_time(stage: DiscordStage) -> None:
    post = await in_thread(stage)
    path = f"/channels/{post.channel.channel}/messages/*"
    stage.world().inject_error("PATCH", path, status=400, code=limits.THREAD_ARCHIVED)
    with pytest.raises(Refused, match="unlock it"):
        await stage.adapter.edit(post, long(1))
    assert len(asked(stage, post)) == 1


@pytest.mark.parametrize("code", [limits.NO_TEXT_CHANNEL, limits.IN_A_FORUM])
async def test_a_forum_is_refused_and_the_way_out_said(stage: DiscordStage, code: int) -> None:
    path = f"/channels/{stage.place.id}/messages"
    stage.world().inject_error("POST", path, status=400, code=code)
    with pytest.raises(Refused, match="in a text channel"):
        await posted(stage, long(1))
