"""Slack over HTTP: signatures, many workspaces, and what strangers can't do."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from adapters.slack.kit_text import flatten
from adapters.slack.slack_http import SECRET, SIGNATURE, STAMP
from adapters.slack.slack_people import People
from adapters.slack.slack_server import SlackServer
from adapters.slack.slack_shop import Shop
from adapters.slack.slack_stage import GENERAL, IDS
from adapters.slack.slack_world import Workspace
from quizbot.refs import ChannelRef
from quizbot.testing.clock import ManualClock
from quizbot.testing.stage import ADMIN, MEMBER

TEAM2 = "T2"
TRAP = "The best known river is not the longest one."


async def test_a_guest_answers_in_the_workspace_that_installed_quizbot(
    shop: Shop, server: SlackServer, workspaces: list[Workspace]
) -> None:
    await shop.install(workspaces[0])
    await shop.house.daily(ChannelRef("slack", "T1", GENERAL))
    (question,) = server.world.messages
    row = next(block for block in question.blocks if block["type"] == "actions")
    people = People(server, workspaces[0], shop.deliver)
    await people.press(IDS[MEMBER], question, row["elements"][0]["action_id"], guest_of="T9")
    assert TRAP in flatten(server.world.messages[-1].blocks)
    async with shop.house.tools.store.read() as tx:
        assert await tx.attempts.answered(1) == 1


async def test_a_command_over_http_is_answered_and_a_form_keeps_its_errors(
    shop: Shop, server: SlackServer, workspaces: list[Workspace]
) -> None:
    await shop.install(workspaces[0])
    people = People(server, workspaces[0], shop.deliver)
    await people.command(IDS[ADMIN], GENERAL, "daily set")
    view = server.world.modals[IDS[ADMIN]]
    await people.submit(IDS[ADMIN], {"at": ["10:00"], "zone": ["Europe/Berlim"]})
    assert "Europe/Berlin" in view.errors["zone"]
    await people.submit(IDS[ADMIN], {"at": ["10:00"], "zone": ["Europe/Berlin"]})
    assert IDS[ADMIN] not in server.world.modals


@pytest.mark.parametrize(
    ("age", "secret"), [(301, SECRET), (-301, SECRET), (0, "another"), (86400, SECRET)]
)
async def test_what_slack_did_not_sign_just_now_is_refused(
    shop: Shop, age: float, secret: str
) -> None:
    status, _ = await shop.post(b"payload={}", age=age, secret=secret)
    assert status == 401


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-Slack-Request-Timestamp": "soon", "X-Slack-Signature": "v0=00"},
        {"X-Slack-Request-Timestamp": "9" * 400, "X-Slack-Signature": "v0=00"},
        {"X-Slack-Request-Timestamp": "1", "X-Slack-Signature": "ü"},
    ],
)
async def test_junk_from_anyone_is_refused_quietly(
    shop: Shop, headers: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    async with shop.http.post(f"{shop.base}/slack/events", data=b"\xff{]", headers=headers) as said:
        assert said.status == 401
    assert "Traceback" not in caplog.text


async def test_what_slack_signed_within_five_minutes_is_taken(shop: Shop) -> None:
    for age in (0, 299, 300, -300):
        status, _ = await shop.post(b"ssl_check=1", age=age)
        assert status == 200


@pytest.mark.parametrize(
    "change",
    [
        {STAMP: None},
        {SIGNATURE: None},
        {SIGNATURE: ""},
        {SIGNATURE: "v0="},
        {SIGNATURE: "v1=" + "0" * 64},
        {STAMP: "-1"},
        {STAMP: "1e9"},
        {STAMP: "²"},
    ],
)
async def test_a_signature_that_is_not_whole_is_none(
    shop: Shop, change: dict[str, str | None]
) -> None:
    body = b"ssl_check=1"
    headers = {**shop.sender.signed(body), **change}
    sent = {name: value for name, value in headers.items() if value is not None}
    assert (await shop.sender.send(body, sent))[0] == 401


async def test_a_signature_is_good_for_its_own_body_and_time_only(
    shop: Shop, clock: ManualClock
) -> None:
    body = b"ssl_check=1"
    headers = shop.sender.signed(body)
    assert (await shop.sender.send(body + b"&x=1", headers))[0] == 401
    later = str(int(headers[STAMP]) + 60)
    assert (await shop.sender.send(body, {**headers, STAMP: later}))[0] == 401
    clock.advance(timedelta(seconds=301))
    assert (await shop.sender.send(body, headers))[0] == 401


async def test_a_body_beyond_all_measure_is_refused_and_the_next_is_taken(shop: Shop) -> None:
    status, _ = await shop.post(b"x=" + b"y" * 2_000_000)
    assert status == 413
    assert (await shop.post(b"ssl_check=1"))[0] == 200


async def test_slack_may_verify_the_address(shop: Shop) -> None:
    asked = b'{"type": "url_verification", "challenge": "abc", "token": "old"}'
    status, said = await shop.post(asked, content="application/json")
    assert status == 200
    assert "abc" in said


async def test_an_event_that_slack_sends_again_is_answered_once(
    shop: Shop, server: SlackServer, workspaces: list[Workspace]
) -> None:
    await shop.install(workspaces[0])
    people = People(server, workspaces[0], shop.deliver)
    await people.command(IDS[MEMBER], GENERAL, "help")
    await asyncio.gather(people.repeat(), people.repeat())
    assert len(server.world.messages) == 1


async def test_a_stranger_s_bytes_are_refused_whatever_they_are(
    shop: Shop, caplog: pytest.LogCaptureFixture
) -> None:
    headers = {**shop.sender.signed(b"x"), "Content-Type": "application/json"}
    for body in (b"\xff\xfe", b"\x00" * 9, b"{"):
        assert (await shop.sender.send(body, headers))[0] == 401
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("content", ["application/json", "application/x-www-form-urlencoded"])
async def test_a_signed_body_that_is_no_event_is_a_bad_request(
    shop: Shop, content: str, caplog: pytest.LogCaptureFixture
) -> None:
    for body in (b"", b"{", b"[]", b"7", b"payload=%7B", b"payload=[]", b"payload=7", b"\xff\xfe"):
        status, _ = await shop.post(body, content=content)
        assert status in {400, 404}, body
    assert "Traceback" not in caplog.text
    assert not shop.adapter.missing
