"""Slack says "wait" or doesn't answer, at each of the methods: nobody is left with nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest

from adapters.slack.kit_text import flatten
from adapters.slack.slack_server import SlackServer
from adapters.slack.slack_stage import IDS, SlackStage
from quizbot.errors import Unreachable
from quizbot.message import Action, Button, Buttons, Image, Message, Paragraph, Span
from quizbot.testing.house import House
from quizbot.testing.message_strategies import PNG
from quizbot.testing.stage import ADMIN, MEMBER
from quizbot_slack import limits, replies

TRAP = "The best known river is not the longest one."
HINT = "I'm not in that channel"


@pytest.mark.parametrize("kind", ["limit", "broken", "dropped"])
async def test_a_private_answer_that_may_not_go_into_the_channel_now_goes_to_the_person(
    house: House, stage: SlackStage, server: SlackServer, kind: str
) -> None:
    await house.daily(stage.channel)
    server.fail_responses = True
    server.fail("chat.postEphemeral", kind)
    await stage.press(MEMBER, "A")
    (told,) = await stage.private(MEMBER)
    assert TRAP in told
    assert HINT not in told


async def test_only_a_bot_that_is_not_there_says_so(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    await house.daily(stage.channel)
    server.fail_responses = True
    stage.workspace.channels["C1"].members.discard(IDS[MEMBER])
    await stage.press(MEMBER, "A")
    assert HINT not in (await stage.private(MEMBER))[-1]
    stage.workspace.channels["C1"].bot_in = False
    await stage.press(MEMBER, "A")
    assert HINT in (await stage.private(MEMBER))[-1]


@pytest.mark.parametrize("kind", ["limit", "broken", "dropped", "lost"])
async def test_an_answer_is_given_where_slack_does_not_tell_who_asks(
    house: House, stage: SlackStage, server: SlackServer, kind: str
) -> None:
    await house.daily(stage.channel)
    server.fail("users.info", kind)
    await stage.press(MEMBER, "A")
    assert TRAP in (await stage.private(MEMBER))[-1]


@pytest.mark.parametrize("kind", ["limit", "broken", "dropped"])
async def test_a_form_that_cannot_be_opened_now_is_excused(
    house: House, stage: SlackStage, server: SlackServer, kind: str
) -> None:
    del house
    server.fail("views.open", kind)
    await stage.command(ADMIN, "daily set")
    assert "/quiz daily set" in (await stage.private(ADMIN))[-1]


@pytest.mark.parametrize("kind", ["limit", "broken", "dropped"])
async def test_the_result_of_a_form_that_took_long_is_told_where_the_modal_cannot_change(
    house: House,
    stage: SlackStage,
    server: SlackServer,
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    del house
    monkeypatch.setattr(limits, "FORM_PATIENCE", timedelta())
    monkeypatch.setattr(replies, "AFTER_THE_ACKNOWLEDGEMENT", timedelta())
    server.fail("views.update", kind, times=2)
    await stage.command(ADMIN, "daily set")
    await stage.fill(ADMIN, {"at": ["10:00"], "zone": ["Europe/Berlin"]})
    assert "10:00" in (await stage.private(ADMIN))[-1]
    await stage.command(ADMIN, "daily set")
    await stage.fill(ADMIN, {"at": ["10:00"], "zone": ["Europe/Berlim"]})
    assert "Europe/Berlin" in (await stage.private(ADMIN))[-1]


@pytest.mark.parametrize("kind", ["limit", "broken", "dropped"])
@pytest.mark.parametrize("method", ["files.getUploadURLExternal", "files.completeUploadExternal"])
async def test_what_a_person_is_told_waits_for_no_picture(
    house: House, stage: SlackStage, server: SlackServer, method: str, kind: str
) -> None:
    del house
    server.fail(method, kind)
    await stage.adapter.tell(stage.user(MEMBER), Message("x", (Image(PNG, "A map"),)))
    assert await stage.private(MEMBER) == ["A map"]


@pytest.mark.parametrize("method", ["conversations.open", "chat.postMessage"])
async def test_what_quizbot_tells_by_itself_can_be_told_again_later(
    house: House, stage: SlackStage, server: SlackServer, method: str
) -> None:
    del house
    server.fail(method, "limit", retry_after=7)
    with pytest.raises(Unreachable) as waits:
        await stage.adapter.tell(stage.user(MEMBER), Message("x", ()))
    assert waits.value.retry_after == timedelta(seconds=7)
    stage.clock.advance(timedelta(seconds=7))
    await stage.adapter.tell(stage.user(MEMBER), Message("Hello", ()))
    assert await stage.private(MEMBER) == ["Hello"]


@pytest.mark.parametrize(
    "method", ["chat.delete", "conversations.history", "files.getUploadURLExternal"]
)
async def test_a_question_comes_once_whatever_has_to_wait(
    house: House, stage: SlackStage, server: SlackServer, method: str
) -> None:
    server.fail("chat.postMessage", "lost")
    server.fail(method, "limit", retry_after=30)
    await house.daily(stage.channel)
    await house.pass_time(timedelta(minutes=2))
    await house.pass_time(timedelta(minutes=2))
    assert len(await stage.public()) == 1


@pytest.mark.parametrize("kind", ["limit", "broken", "dropped", "lost"])
async def test_a_home_tab_that_could_not_be_shown_comes_when_it_is_opened_again(
    house: House, stage: SlackStage, server: SlackServer, kind: str
) -> None:
    del house
    server.fail("views.publish", kind)
    await stage.people.open_home(IDS[MEMBER])
    await stage.slack.settled()
    stage.clock.advance(timedelta(seconds=2))
    await stage.people.open_home(IDS[MEMBER])
    await stage.slack.settled()
    assert "Practise" in flatten(server.world.homes[IDS[MEMBER]]["blocks"])


@pytest.mark.parametrize("code", ["rate_limited", "team_added_to_org", "request_timeout"])
async def test_what_passes_by_itself_is_tried_again(
    house: House, stage: SlackStage, server: SlackServer, code: str
) -> None:
    server.fail("chat.postMessage", "error", error=code)
    await house.daily(stage.channel)
    await house.pass_time(timedelta(minutes=2))
    assert len(await stage.public()) == 1


async def test_nothing_that_quizbot_sends_is_unfurled(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    await house.daily(stage.channel)
    await stage.press(MEMBER, "A")
    await house.pass_time(timedelta(hours=8))
    link = Paragraph((Span("word " * 2_000, link="https://example.org"),))
    long = Message("x", (link, link, Buttons((Button("More", Action("run", ("help",))),))))
    await stage.adapter.tell(stage.user(MEMBER), long)
    posts = [call.given for call in server.calls if call.method == "chat.postMessage"]
    assert len(posts) >= 4
    assert all((one["unfurl_links"], one["unfurl_media"]) == (False, False) for one in posts)
