"""Events come twice, at once, late, and from where nobody expects them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.slack.kit_text import flatten
from adapters.slack.slack_server import SlackServer
from adapters.slack.slack_stage import GENERAL, IDS, SlackStage
from quizbot.store.values import PostKind, PostState
from quizbot.testing.house import House
from quizbot.testing.stage import ADMIN, MEMBER, OTHER

TRAP = "The best known river is not the longest one."
FORM = {"at": ["10:00"], "zone": ["UTC"], "bank": ["rivers"]}


async def test_the_same_press_over_two_sockets_at_once_counts_once(
    house: House, stage: SlackStage
) -> None:
    await house.daily(stage.channel)
    await stage.press(MEMBER, "A")
    await asyncio.gather(*(stage.people.repeat() for _ in range(4)))
    await stage.slack.settled()
    assert len(await stage.private(MEMBER)) == 1
    async with house.tools.store.read() as tx:
        assert await tx.attempts.answered(1) == 1


@pytest.mark.parametrize("reason", ["warning", "refresh_requested"])
async def test_what_comes_over_an_old_connection_is_taken_until_slack_lets_go(
    house: House, stage: SlackStage, server: SlackServer, reason: str
) -> None:
    del house
    old = server.sockets[0]
    await server.refresh_socket(reason)
    await server.connected(3)
    for person in (ADMIN, MEMBER, OTHER, MEMBER):
        payload = stage.people.a_command(IDS[person], GENERAL, "help")
        await server.deliver("slash_commands", payload, over=old)
    await stage.slack.settled()
    assert len(server.world.messages) == 4


async def test_the_same_command_over_two_sockets_opens_one_form(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    del house
    await stage.command(ADMIN, "daily set")
    await stage.repeat()
    assert server.count()["views.open"] == 1
    assert await stage.private(ADMIN) == []


async def test_a_form_sent_twice_sets_the_question_once(house: House, stage: SlackStage) -> None:
    await stage.command(ADMIN, "daily set")
    await stage.fill(ADMIN, FORM)
    await stage.repeat()
    assert len(await stage.private(ADMIN)) == 1
    await house.pass_time(timedelta(hours=2))
    assert len(await stage.public()) == 1


async def test_a_form_that_came_back_with_errors_is_taken_when_it_is_right(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    del house
    await stage.command(ADMIN, "daily set")
    wrong = {"at": [""], "zone": ["Nowhere"], "weekdays": [], "hours": ["0"]}
    await stage.fill(ADMIN, wrong)
    errors = await stage.form(ADMIN)
    assert errors is not None
    assert all(errors[name] for name in ("at", "zone", "weekdays", "hours"))
    assert server.world.modals[IDS[ADMIN]].errors == {k: v for k, v in errors.items() if v}
    await stage.fill(ADMIN, {**FORM, "weekdays": ["0"], "hours": ["8"]})
    assert await stage.form(ADMIN) is None
    assert "10:00" in (await stage.private(ADMIN))[-1]


async def test_a_trigger_that_is_over_is_excused(house: House, stage: SlackStage) -> None:
    del house
    payload = stage.people.a_command(IDS[ADMIN], GENERAL, "daily set")
    stage.clock.advance(timedelta(seconds=4))
    await stage.server.deliver("slash_commands", payload)
    await stage.slack.settled()
    assert await stage.form(ADMIN) is None
    assert "/quiz daily set" in (await stage.private(ADMIN))[-1]


async def test_a_press_on_a_message_of_long_ago_is_answered(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    await house.daily(stage.channel)
    question = replace(server.world.messages[0])  # as a client that was offline still shows it
    button = next(b for b in question.blocks if b["type"] == "actions")["elements"][0]
    await house.pass_time(timedelta(days=400))
    await stage.people.press(IDS[MEMBER], question, button["action_id"])
    await stage.slack.settled()
    assert (await stage.private(MEMBER))[-1]


async def test_practice_goes_on_in_the_same_private_message(
    house: House, stage: SlackStage
) -> None:
    del house
    await stage.command(MEMBER, "practice bank:rivers")
    await stage.press(MEMBER, "B")
    (told,) = await stage.private(MEMBER)
    assert "the Volga is longer" in told


async def test_practice_goes_on_in_the_same_message_of_the_app_s_conversation(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    del house
    await stage.people.open_home(IDS[MEMBER])
    await stage.slack.settled()
    await stage.people.press_at_home(IDS[MEMBER], "run:practice")
    await stage.slack.settled()
    before = len(await stage.private(MEMBER))
    await stage.press(MEMBER, "A")
    assert len(await stage.private(MEMBER)) == before
    assert server.count()["chat.update"] == 1


async def test_a_command_in_a_conversation_of_two_people_is_answered(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    del house
    await stage.command(MEMBER, "leaderboard", channel="DOTHERS")
    await stage.command(MEMBER, "daily now", channel="DOTHERS")
    assert len([m for m in server.world.messages if m.channel == "DOTHERS"]) == 2


async def test_a_press_in_a_thread_is_answered_in_that_thread(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    await house.daily(stage.channel)
    await stage.press(MEMBER, "A")
    await house.pass_time(timedelta(hours=8))
    question, reveal = (m for m in server.world.messages if not m.ephemeral_to)
    row = next(block for block in reveal.blocks if block["type"] == "actions")
    for fails in (False, True):
        server.fail_responses = fails
        await stage.people.press(IDS[MEMBER], reveal, row["elements"][0]["action_id"])
        await stage.slack.settled()
        assert server.world.messages[-1].thread_ts == question.ts
        assert TRAP in flatten(server.world.messages[-1].blocks)


@pytest.mark.parametrize("why", ["archived", "removed", "made private", "deleted"])
async def test_a_channel_that_takes_nothing_any_more_is_told_of_once_and_stops_no_other(
    house: House, stage: SlackStage, server: SlackServer, why: str
) -> None:
    for channel in (GENERAL, f"{GENERAL}2"):
        await stage.command(ADMIN, "daily set", channel=channel)
        await stage.fill(ADMIN, FORM)
    match why:
        case "archived":
            stage.workspace.channels[GENERAL].archived = True
        case "removed":
            stage.workspace.channels[GENERAL].bot_in = False
        case _:
            del stage.workspace.channels[GENERAL]
    before = len(await stage.private(ADMIN))
    for hours in (2, 24, 24):
        await house.pass_time(timedelta(hours=hours))
    assert len(await stage.private(ADMIN)) == before + 1
    assert "paused" in (await stage.private(ADMIN))[-1]
    posted = [m for m in server.world.messages if m.channel == f"{GENERAL}2" and not m.thread_ts]
    assert len([m for m in posted if not m.ephemeral_to]) == 3
    async with house.tools.store.read() as tx:
        post = await tx.posts.of(1, PostKind.QUESTION)
        second = await tx.posts.of(2, PostKind.QUESTION)
    assert {post and post.state, second and second.state} == {PostState.REFUSED, PostState.SENT}


async def test_somebody_with_a_name_from_right_to_left_stands_on_the_board(
    house: House, stage: SlackStage
) -> None:
    for person, name in ((MEMBER, "شيماء <!channel>"), (OTHER, "דָּוִד :tada: *x*")):
        stage.workspace.people[IDS[person]]["profile"] = {"display_name": name}
    await house.daily(stage.channel)
    await stage.press(MEMBER, "C")
    await stage.press(OTHER, "C")
    await stage.command(OTHER, "leaderboard")
    board = (await stage.private(OTHER))[-1]
    assert "شيماء <!channel>" in board
    assert "דָּוִד :tada: *x*" in board
