"""What Slack does in real life, and what must come of it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from adapters.slack.kit_text import flatten
from adapters.slack.slack_server import SlackServer
from adapters.slack.slack_stage import GENERAL, IDS, SlackStage
from quizbot.app import delivery
from quizbot.message import Action, Button, Buttons, Message, Paragraph, Span
from quizbot.refs import ChannelRef
from quizbot.store.values import PostKind, PostState
from quizbot.testing.house import House
from quizbot.testing.stage import ADMIN, MEMBER, OTHER

TRAP = "The best known river is not the longest one."


async def state_of(house: House, kind: PostKind = PostKind.QUESTION) -> PostState:
    async with house.tools.store.read() as tx:
        post = await tx.posts.of(1, kind)
    assert post is not None
    return post.state


async def test_a_lost_answer_to_a_post_makes_no_second_question(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    server.fail("chat.postMessage", "lost")
    await house.daily(stage.channel)
    await house.pass_time(timedelta(minutes=2))
    assert len(await stage.public()) == 1
    assert await state_of(house) is PostState.SENT
    assert server.count()["chat.postMessage"] == 1


async def test_a_call_that_never_arrived_is_made_again(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    server.fail("chat.postMessage", "dropped")
    await house.daily(stage.channel)
    await house.pass_time(timedelta(minutes=2))
    assert len(await stage.public()) == 1
    assert server.count()["chat.postMessage"] == 2


async def test_without_the_right_to_look_a_lost_post_stays_undecided_and_an_admin_is_told(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    stage.workspace.scopes.discard("channels:history")
    await stage.command(ADMIN, "daily set")
    await stage.fill(ADMIN, {"at": ["10:00"], "zone": ["UTC"], "bank": ["rivers"]})
    server.fail("chat.postMessage", "lost")
    await house.pass_time(timedelta(hours=2))
    await house.pass_time(timedelta(minutes=2))
    assert len(await stage.public()) == 1
    assert await state_of(house) is PostState.UNDECIDED
    assert any("may" in told for told in await stage.private(ADMIN))


async def test_a_limit_is_waited_for_and_no_other_channel_with_it(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    other = ChannelRef("slack", "T1", f"{GENERAL}2")
    server.fail("chat.postMessage", "limit", retry_after=30)
    await house.daily(stage.channel)
    adapter = stage.slack
    button = Message("x", (Buttons((Button("A", Action("answer", ("9", "a"))),)),))
    await adapter.post(other, button, key="answer:9", under=None)
    before = server.count()["chat.postMessage"]
    await house.pass_time(timedelta(seconds=20))
    assert server.count()["chat.postMessage"] == before
    await house.pass_time(timedelta(seconds=11))
    assert len(await stage.public()) == 1


async def test_a_count_that_met_a_limit_is_shown_later(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    await house.daily(stage.channel)
    server.fail("chat.update", "limit", retry_after=10)
    await stage.press(MEMBER, "A")
    await house.pass_time(timedelta(seconds=5))
    assert "No answers yet" in (await stage.public())[0]
    await house.pass_time(timedelta(seconds=10))
    assert "1 person" in (await stage.public())[0]


async def test_an_archived_channel_is_told_to_whoever_set_it_once_and_no_other_stops(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    await stage.command(ADMIN, "daily set")
    await stage.fill(ADMIN, {"at": ["10:00"], "zone": ["UTC"], "bank": ["rivers"]})
    stage.workspace.channels[GENERAL].archived = True
    other = ChannelRef("slack", "T1", f"{GENERAL}2")
    await house.daily(other)
    await house.pass_time(timedelta(hours=2))
    await house.pass_time(timedelta(days=1))
    told = [text for text in await stage.private(ADMIN) if "is_archived" in text]
    assert len(told) == 1
    assert any(m.channel == other.channel for m in server.world.messages)


async def test_a_message_deleted_by_hand_stops_neither_the_close_nor_the_others(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    await house.daily(stage.channel)
    server.world.messages.clear()
    await house.pass_time(timedelta(hours=8))
    assert await state_of(house, PostKind.CLOSING) is PostState.REFUSED
    async with house.tools.store.read() as tx:
        assert await tx.rounds.closing(house.clock.now(), 10) == []


async def test_the_reveal_goes_into_the_thread_with_its_picture_and_words(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    await house.daily(stage.channel)
    await stage.press(MEMBER, "A")
    await house.pass_time(timedelta(hours=8))
    question, reveal = (m for m in server.world.messages if not m.ephemeral_to)
    assert reveal.thread_ts == question.ts
    (image,) = (block for block in reveal.blocks if block["type"] == "image")
    assert server.world.files[image["slack_file"]["id"]]["data"].startswith(b"\x89PNG")
    assert image["alt_text"]


async def test_a_picture_that_slack_does_not_take_is_told_in_words(
    house: House, stage: SlackStage
) -> None:
    stage.workspace.scopes.discard("files:write")
    await house.daily(stage.channel)
    await stage.press(MEMBER, "A")
    await house.pass_time(timedelta(hours=8))
    _, reveal = await stage.public()
    assert TRAP in reveal
    assert "A: 1" in reveal or "1" in reveal


async def test_an_address_that_expired_falls_back_to_a_fresh_private_message(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    await house.daily(stage.channel)
    server.fail_responses = True
    await stage.press(MEMBER, "A")
    (told,) = await stage.private(MEMBER)
    assert TRAP in told
    assert server.count()["chat.postEphemeral"] == 1


async def test_a_person_who_left_the_channel_is_told_in_their_own_conversation(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    await house.daily(stage.channel)
    server.fail_responses = True
    stage.workspace.channels[GENERAL].members.discard(IDS[MEMBER])
    await stage.press(MEMBER, "A")
    assert TRAP in (await stage.private(MEMBER))[-1]


async def test_a_form_asked_too_late_says_so(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    del house
    server.fail("views.open", "error", error="expired_trigger_id")
    await stage.command(ADMIN, "daily set")
    assert await stage.form(ADMIN) is None
    assert "/quiz daily set" in (await stage.private(ADMIN))[-1]


async def test_the_sockets_come_back_and_lose_nothing(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    await house.daily(stage.channel)
    server.refused_handshakes = 2
    await server.break_sockets()
    await server.connected(2)
    await stage.press(MEMBER, "A")
    await server.refresh_socket()
    await stage.press(OTHER, "C")
    await server.connected(2)
    await house.pass_time(timedelta(seconds=5))
    assert "2 people" in (await stage.public())[0]


async def test_an_event_delivered_again_is_answered_once(house: House, stage: SlackStage) -> None:
    await house.daily(stage.channel)
    await stage.press(MEMBER, "A")
    await stage.repeat()
    assert len(await stage.private(MEMBER)) == 1


async def test_pressing_again_brings_a_lost_private_answer_back(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    await house.daily(stage.channel)
    await stage.press(MEMBER, "A")
    server.world.messages = [m for m in server.world.messages if not m.ephemeral_to]
    await stage.press(MEMBER, "A")
    assert TRAP in (await stage.private(MEMBER))[-1]


async def test_a_guest_of_another_workspace_may_answer_and_is_told_privately(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    await house.daily(stage.channel)
    question = server.world.messages[0]
    row = next(block for block in question.blocks if block["type"] == "actions")
    token = row["elements"][0]["action_id"]
    await stage.people.press(IDS[MEMBER], question, token, guest_of="T9")
    await stage.slack.settled()
    assert TRAP in (await stage.private(MEMBER))[-1]
    async with house.tools.store.read() as tx:
        assert (await tx.attempts.tally(1)).answered == 1


async def test_rights_are_read_at_the_press_and_a_silent_slack_makes_no_admin(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    server.fail("users.info", "broken", times=3)
    await stage.command(ADMIN, "daily now")
    await house.work()
    assert await stage.public() == []
    await stage.command(ADMIN, "daily now")
    await house.work()
    assert await stage.public() == [] or server.count()["users.info"] >= 2


async def test_the_home_tab_shows_the_next_question_and_how_one_stands(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    await stage.people.open_home(IDS[MEMBER])
    await stage.slack.settled()
    assert "question of the day" in flatten(server.world.homes[IDS[MEMBER]]["blocks"])
    await house.daily(stage.channel)
    await stage.press(MEMBER, "C")
    await stage.people.open_home(IDS[MEMBER])
    await stage.slack.settled()
    shown = flatten(server.world.homes[IDS[MEMBER]]["blocks"])
    assert "10 points" in shown
    assert "Tue 1 Dec" in shown
    await stage.people.press_at_home(IDS[MEMBER], "run:practice")
    await stage.slack.settled()
    assert "Practice" in (await stage.private(MEMBER))[-1]


async def test_commands_work_in_a_direct_conversation_and_where_the_bot_is_not(
    house: House, stage: SlackStage
) -> None:
    del house
    stage.workspace.channels[GENERAL].bot_in = False
    await stage.command(MEMBER, "practice bank:rivers")
    assert "Which river" in (await stage.private(MEMBER))[-1]
    await stage.command(OTHER, "help", channel=f"D{IDS[OTHER]}")
    assert "practice" in (await stage.private(OTHER))[-1]
    await stage.command(ADMIN, "daily set")
    await stage.fill(ADMIN, {"at": ["10:00"], "zone": ["UTC"], "bank": ["rivers"]})
    assert "/invite" in (await stage.private(ADMIN))[-1]


async def test_a_message_too_long_for_slack_comes_in_parts_that_are_found_and_edited_as_one(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    del house
    adapter = stage.slack
    long = tuple(Paragraph((Span(f"{number} " + "word " * 500),)) for number in range(12))
    button = Buttons((Button("A", Action("answer", ("7", "a"))),))
    message = Message("Long", (*long, button))
    posted = await adapter.post(stage.channel, message, key="answer:7", under=None)
    shown = await stage.public()
    assert len(shown) > 1
    assert all(f"{number} word" in "\n".join(shown) for number in range(12))
    assert await adapter.find(stage.channel, key="answer:7", under=None) == posted
    done = Buttons((Button("Mine", Action("mine", ("7",))),))
    await adapter.edit(posted, Message("Long", (*long, done)))
    assert "[A]" not in "\n".join(await stage.public())


@pytest.mark.parametrize("code", ["token_revoked", "channel_not_found", "restricted_action"])
async def test_what_will_never_work_is_not_tried_again(
    house: House, stage: SlackStage, server: SlackServer, code: str
) -> None:
    server.fail("chat.postMessage", "error", error=code, times=9)
    await house.daily(stage.channel)
    await house.pass_time(timedelta(minutes=30))
    assert server.count()["chat.postMessage"] == 1
    assert await state_of(house) is PostState.REFUSED
    assert await delivery.deliver(house.tools, house.adapters) == 0
