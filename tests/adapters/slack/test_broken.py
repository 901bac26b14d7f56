"""What somebody who tried to break the adapter found: each happened once."""

from __future__ import annotations

import asyncio
import contextlib
from datetime import timedelta
from typing import Any

import pytest

from adapters.slack.slack_server import SlackServer
from adapters.slack.slack_stage import GENERAL, IDS, SlackStage
from quizbot.errors import SettingsError, Unreachable
from quizbot.message import Action, Button, Buttons, Image, Message, Paragraph, Span
from quizbot.store.values import PostKind, PostState
from quizbot.testing.house import House
from quizbot.testing.message_strategies import PNG
from quizbot.testing.stage import ADMIN, MEMBER
from quizbot_slack import outbox
from quizbot_slack.render import parts

ASKED = Buttons((Button("A", Action("answer", ("1", "a"))),))
TRAP = "The best known river is not the longest one."


async def state_of(house: House) -> PostState:
    async with house.tools.store.read() as tx:
        post = await tx.posts.of(1, PostKind.QUESTION)
    assert post is not None
    return post.state


def chatter(server: SlackServer, count: int, *, thread: str = "") -> None:
    for number in range(count):
        server.world.add(GENERAL, {"text": f"chat {number}", "thread_ts": thread}, bot_id="")


@pytest.mark.parametrize("messages", [100, 150, 350])
async def test_a_lost_post_is_found_under_whatever_was_said_since(
    house: House, stage: SlackStage, server: SlackServer, messages: int
) -> None:
    server.fail("chat.postMessage", "lost")
    await house.daily(stage.channel)
    chatter(server, messages)
    await house.pass_time(timedelta(minutes=2))
    assert server.count()["chat.postMessage"] == 1


@pytest.mark.parametrize("before", [0, 40])
@pytest.mark.parametrize("since", [0, 20, 40])
async def test_a_lost_post_is_found_where_history_may_be_read_once_a_minute_only(
    house: House, stage: SlackStage, server: SlackServer, before: int, since: int
) -> None:
    server.outside_the_marketplace = True
    chatter(server, before)
    server.fail("chat.postMessage", "lost")
    await house.daily(stage.channel)
    chatter(server, since)
    for _ in range(8):
        await house.pass_time(timedelta(minutes=2))
    assert server.count()["chat.postMessage"] == 1
    assert await state_of(house) is PostState.SENT


async def test_a_dropped_post_is_sent_again_where_history_may_be_read_once_a_minute_only(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    server.outside_the_marketplace = True
    server.fail("chat.postMessage", "dropped")
    await house.daily(stage.channel)
    chatter(server, 40)
    for _ in range(12):
        await house.pass_time(timedelta(minutes=2))
    assert len([m for m in server.world.messages if m.bot_id]) == 1
    assert await state_of(house) is PostState.SENT


async def test_a_post_that_another_replica_made_while_a_look_had_to_wait_is_found(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    del house
    server.outside_the_marketplace = True
    chatter(server, 40)
    with pytest.raises(Unreachable):
        await stage.adapter.find(stage.channel, key="answer:1", under=None)
    message = Message("x", (ASKED,))
    posted = server.world.add(GENERAL, {"blocks": list(parts(message, {})[0].blocks)})
    for _ in range(8):
        stage.clock.advance(timedelta(minutes=1))
        with contextlib.suppress(Unreachable):
            found = await stage.adapter.find(stage.channel, key="answer:1", under=None)
            break
    assert found is not None
    assert found.message == posted.ts


async def test_a_look_goes_no_further_than_to_the_post_and_to_its_first_try(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    chatter(server, 500)
    stage.clock.advance(timedelta(minutes=10))
    server.fail("chat.postMessage", "lost")
    await house.daily(stage.channel)
    await house.pass_time(timedelta(minutes=2))
    assert server.count()["conversations.history"] == 1
    assert await state_of(house) is PostState.SENT


async def test_a_lost_reveal_is_found_under_a_hundred_replies(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    await house.daily(stage.channel)
    chatter(server, 150, thread=server.world.messages[0].ts)
    server.fail("chat.postMessage", "lost")
    await house.pass_time(timedelta(hours=8))
    await house.pass_time(timedelta(minutes=2))
    assert server.count()["chat.postMessage"] == 2


async def test_the_message_of_another_bot_is_never_taken_for_ours(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    foreign = Message("x", (ASKED,))
    server.world.add(GENERAL, {"blocks": list(parts(foreign, {})[0].blocks)}, bot_id="BOTHER")
    server.fail("chat.postMessage", "dropped")
    await house.daily(stage.channel)
    await house.pass_time(timedelta(minutes=2))
    assert server.count()["chat.postMessage"] == 2
    assert server.count()["chat.delete"] == 0


async def test_an_edit_waits_for_a_picture_just_uploaded_and_then_does_without(
    house: House, stage: SlackStage, server: SlackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    del house
    monkeypatch.setattr(outbox, "PAUSES", (timedelta(), timedelta()))
    message = Message("x", (Image(PNG, "A map"), ASKED))
    posted = await stage.adapter.post(stage.channel, message, key="answer:1", under=None)
    again = Message("x", (Image(PNG + b"2", "Another map"), ASKED))
    server.unready_files = 1
    await stage.adapter.edit(posted, again)
    server.unready_files = 99
    await stage.adapter.edit(posted, message)
    assert "A map" in (await stage.public())[0]


@pytest.mark.parametrize("length", range(11_700, 12_050, 25))
async def test_the_buttons_and_what_stands_under_them_are_in_the_last_part(length: int) -> None:
    note = Paragraph((Span("Only you see how you did. Your first answer counts."),))
    pieces = tuple(Paragraph((Span("x" * 500),)) for _ in range(length // 500))
    rest = Paragraph((Span("y" * (length % 500 or 1)),))
    shown = parts(Message("x", (*pieces, rest, ASKED, note)), {})
    assert any(block["type"] == "actions" for block in shown[-1].blocks)
    assert not any(block["type"] == "actions" for part in shown[:-1] for block in part.blocks)


async def test_what_is_left_of_a_longer_message_is_taken_away(
    house: House, stage: SlackStage
) -> None:
    del house
    long = tuple(Paragraph((Span("word " * 500),)) for _ in range(12))
    posted = await stage.adapter.post(
        stage.channel, Message("x", (*long, ASKED)), key="answer:1", under=None
    )
    await stage.adapter.edit(posted, Message("x", (Paragraph((Span("Closed"),)),)))
    assert await stage.public() == ["Closed"]


async def test_parts_of_a_message_that_cannot_be_finished_are_taken_back(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    del house
    long = tuple(Paragraph((Span("word " * 500),)) for _ in range(12))
    server.fail("chat.postMessage", "pass")
    server.fail("chat.postMessage", "limit", retry_after=30)
    with pytest.raises(Unreachable):
        await stage.adapter.post(
            stage.channel, Message("x", (*long, ASKED)), key="answer:1", under=None
        )
    assert await stage.public() == []


@pytest.mark.parametrize(
    ("kind", "error", "wrong"),
    [
        ("error", {"error": "invalid_auth"}, SettingsError),
        ("error", {"error": "internal_error"}, Unreachable),
        ("limit", {}, Unreachable),
        ("broken", {}, Unreachable),
        ("dropped", {}, Unreachable),
    ],
)
@pytest.mark.parametrize("method", ["auth.test", "apps.connections.open"])
async def test_only_a_wrong_token_is_a_setting_s_fault(
    stage: SlackStage,
    server: SlackServer,
    method: str,
    kind: str,
    error: dict[str, str],
    wrong: type[Exception],
) -> None:
    server.fail(method, kind, **error)
    with pytest.raises(wrong):
        await stage.slack.run(_Tutor())  # type: ignore[arg-type]


async def test_a_stranger_s_rights_elsewhere_are_none_here(house: House, stage: SlackStage) -> None:
    stage.workspace.people[IDS[ADMIN]] |= {"team_id": "T2", "is_stranger": True}
    await stage.command(ADMIN, "daily now")
    await house.work()
    assert await stage.public() == []


async def test_a_lost_private_answer_is_not_shown_twice(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    await house.daily(stage.channel)
    server.lose_responses = 1
    await stage.press(MEMBER, "A")
    assert len(await stage.private(MEMBER)) == 1


async def test_a_file_that_slack_does_not_take_is_not_passed_over_in_silence(
    house: House, stage: SlackStage
) -> None:
    del house
    stage.workspace.scopes.discard("files:write")
    await stage.command(MEMBER, "privacy export")
    assert "could not be delivered" in (await stage.private(MEMBER))[-1]


async def test_what_nobody_waits_for_is_acknowledged_too(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    del house
    odd: list[tuple[str, dict[str, Any]]] = [
        ("interactive", {"type": "message_action", "callback_id": "x", "trigger_id": "1"}),
        ("interactive", {"type": "shortcut", "callback_id": "x", "trigger_id": "1"}),
        ("interactive", {"type": "view_closed", "view": {"type": "modal", "callback_id": "x"}}),
        ("interactive", {"type": "block_suggestion", "action_id": "x", "value": ""}),
        (
            "interactive",
            {"type": "block_actions", "actions": [{"type": "button", "action_id": "!"}]},
        ),
        (
            "interactive",
            {"type": "view_submission", "view": {"type": "modal", "callback_id": "quizbot"}},
        ),
        ("events_api", {"type": "event_callback", "event": {"type": "message", "text": "hi"}}),
    ]
    for kind, payload in odd:
        full = {"team": {"id": "T1"}, "team_id": "T1", "user": {"id": "UBEN"}, **payload}
        async with asyncio.timeout(3):
            await server.deliver(kind, full)
    await stage.command(MEMBER, "help")
    assert "practice" in (await stage.private(MEMBER))[-1]


class _Tutor:
    cabinet = None
