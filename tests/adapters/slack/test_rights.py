"""Who may change a channel's question is asked at each press, form and command."""

from __future__ import annotations

from datetime import timedelta

import pytest

from adapters.slack.slack_server import SlackServer
from adapters.slack.slack_stage import GENERAL, IDS, SlackStage
from adapters.slack.slack_world import Message
from quizbot.message import Action, Button, Buttons
from quizbot.message import Message as Said
from quizbot.testing.house import House
from quizbot.testing.stage import ADMIN, MEMBER, OTHER

MINUTE = timedelta(minutes=1)
FORM = {"at": ["10:00"], "zone": ["UTC"], "bank": ["rivers"]}


def rank(stage: SlackStage, person: str, **ranks: bool) -> None:
    stage.workspace.people[IDS[person]] |= ranks


@pytest.mark.parametrize(
    ("ranks", "may"),
    [
        ({"is_admin": True}, True),
        ({"is_owner": True}, True),
        ({"is_owner": True, "is_primary_owner": True}, True),
        ({}, False),
        ({"is_admin": True, "is_restricted": True}, False),
    ],
)
async def test_admins_and_owners_of_the_workspace_may(
    house: House, stage: SlackStage, ranks: dict[str, bool], may: bool
) -> None:
    rank(stage, MEMBER, **ranks)
    await stage.command(MEMBER, "daily now")
    await house.work()
    assert bool(await stage.public()) is may


async def test_whoever_was_an_admin_when_the_button_was_shown_may_not_press_it_later(
    house: House, stage: SlackStage
) -> None:
    button = Buttons((Button("Post one", Action("run", ("daily.now",))),))
    shown = await stage.adapter.post(
        stage.channel, Said("x", (button,)), key="run:daily.now", under=None
    )
    await stage.command(ADMIN, "daily set")
    rank(stage, ADMIN, is_admin=False)
    stage.clock.advance(MINUTE)
    question = stage.server.world.find(GENERAL, shown.message)
    assert isinstance(question, Message)
    for person in (ADMIN, MEMBER):
        await stage.people.press(IDS[person], question, "run:daily.now")
        await stage.slack.settled()
        assert "Only an admin" in (await stage.private(person))[-1]
    await house.work()
    assert len(await stage.public()) == 1


async def test_whoever_was_an_admin_when_the_form_was_opened_may_not_send_it_later(
    house: House, stage: SlackStage
) -> None:
    await stage.command(ADMIN, "daily set")
    rank(stage, ADMIN, is_admin=False)
    stage.clock.advance(MINUTE)
    await stage.fill(ADMIN, FORM)
    assert "Only an admin" in (await stage.private(ADMIN))[-1]
    async with house.tools.store.read() as tx:
        assert await tx.schedules.of(stage.channel) is None


async def test_whoever_set_the_question_may_change_it_in_that_channel_only(
    house: House, stage: SlackStage
) -> None:
    rank(stage, OTHER, is_admin=True)
    await stage.command(OTHER, "daily set")
    await stage.fill(OTHER, FORM)
    rank(stage, OTHER, is_admin=False)
    stage.clock.advance(MINUTE)
    await stage.command(OTHER, "daily off", channel=f"{GENERAL}2")
    assert "Only an admin" in (await stage.private(OTHER))[-1]
    await stage.command(MEMBER, "daily off")
    assert "Only an admin" in (await stage.private(MEMBER))[-1]
    await stage.command(OTHER, "daily off")
    async with house.tools.store.read() as tx:
        assert await tx.schedules.of(stage.channel) is None


@pytest.mark.parametrize("kind", ["limit", "broken", "dropped", "lost", "error"])
async def test_a_slack_that_does_not_tell_makes_nobody_an_admin(
    house: House, stage: SlackStage, server: SlackServer, kind: str
) -> None:
    await stage.command(ADMIN, "help")
    stage.clock.advance(MINUTE)
    server.fail("users.info", kind, error="user_not_found")
    await stage.command(ADMIN, "daily now")
    await house.work()
    assert await stage.public() == []
