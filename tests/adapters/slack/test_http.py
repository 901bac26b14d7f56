"""Slack over HTTP: signatures, many workspaces, and what strangers can't do."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import pytest_asyncio

from adapters.slack.kit_text import flatten
from adapters.slack.slack_http import SECRET, Sender
from adapters.slack.slack_people import People
from adapters.slack.slack_server import SlackServer
from adapters.slack.slack_stage import GENERAL, IDS, a_workspace
from adapters.slack.slack_world import Json, Workspace
from quizbot.refs import ChannelRef
from quizbot.testing.clock import ManualClock
from quizbot.testing.house import House, a_house
from quizbot.testing.stage import ADMIN, MEMBER
from quizbot_slack import create

TEAM2 = "T2"
TRAP = "The best known river is not the longest one."


class Shop:
    """An App over HTTP that workspaces install by themselves."""

    def __init__(self, server: SlackServer, house: House, clock: ManualClock) -> None:
        self.server, self.house, self.clock = server, house, clock
        self.sender = Sender(clock)
        self.base, self.http, self.post = self.sender.base, self.sender.http, self.sender.post
        self.adapter = create(
            {
                "slack_signing_secret": SECRET,
                "slack_client_id": "1.2",
                "slack_client_secret": "client-secret",
                "slack_api_url": server.api_url,
                "secret_key": "k" * 40,
            },
            clock,
        )
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        self.house.adapters["slack"] = self.adapter
        self._tasks = [
            asyncio.create_task(self.adapter.run(self.house.tutor)),
            asyncio.create_task(self.sender.serve(self.adapter.routes)),
        ]
        await self.sender.listening()
        async with asyncio.timeout(10):
            while self.adapter.missing:
                await asyncio.sleep(0.01)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*self._tasks)
        await self.http.close()

    async def deliver(self, kind: str, payload: Json) -> Json:
        said = await self.sender.deliver(kind, payload)
        await self.adapter.settled()
        return said

    async def install(self, workspace: Workspace) -> int:
        """As a visitor does: to Slack, which grants it, and back."""
        async with self.http.get(f"{self.base}/slack/install", allow_redirects=False) as sent:
            asked = parse_qs(urlsplit(sent.headers["Location"]).query)
        self.server.grants["code"] = {
            "access_token": workspace.bot_token,
            "bot_user_id": workspace.bot_user,
            "app_id": "A1",
            "team": {"id": workspace.id},
        }
        back = f"{self.base}/slack/oauth_redirect?code=code&state={asked['state'][0]}"
        cookie = {"Cookie": sent.headers["Set-Cookie"].partition(";")[0]}
        async with self.http.get(back, headers=cookie, allow_redirects=False) as done:
            return done.status


@pytest_asyncio.fixture
async def shop(server: SlackServer, clock: ManualClock, tmp_path: Path) -> AsyncIterator[Shop]:
    banks = tmp_path / "banks"
    banks.mkdir()
    async with a_house(f"sqlite:///{tmp_path / 'q.db'}", banks, {}, clock) as house:
        shop = Shop(server, house, clock)
        await shop.start()
        try:
            yield shop
        finally:
            await shop.stop()


@pytest.fixture
def workspaces(server: SlackServer) -> list[Workspace]:
    return [a_workspace(server), a_workspace(server, TEAM2, "xoxb-2")]


async def test_two_workspaces_install_play_and_know_nothing_of_each_other(
    shop: Shop, server: SlackServer, workspaces: list[Workspace]
) -> None:
    for workspace in workspaces:
        assert await shop.install(workspace) == 302
        await shop.house.schedule_in(ChannelRef("slack", workspace.id, GENERAL))
    await shop.house.pass_time(timedelta(hours=1))
    posts = [call.token for call in server.calls if call.method == "chat.postMessage"]
    assert sorted(posts) == ["xoxb-1", "xoxb-2"]
    people = People(server, workspaces[1], shop.deliver)
    question = next(m for m in server.world.messages if m.bot_id and "Which" in flatten(m.blocks))
    button = question.blocks[-3]["elements"][0]["action_id"]
    await people.press(IDS[MEMBER], question, button)
    told = flatten(server.world.messages[-1].blocks)
    async with shop.house.tools.store.read() as tx:
        tallies = [await tx.attempts.answered(round_id) for round_id in (1, 2)]
    assert sum(tallies) == (1 if TRAP in told else 0)


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


async def test_the_tokens_are_kept_encrypted_and_go_with_the_app(
    shop: Shop, server: SlackServer, workspaces: list[Workspace], tmp_path: Path
) -> None:
    await shop.install(workspaces[0])
    async with shop.house.tools.store.read() as tx:
        kept = await tx.cabinet.get("slack/installed/T1", shop.clock.now())
    assert kept is not None
    assert "xoxb" not in kept
    assert b"xoxb-1" not in (tmp_path / "q.db").read_bytes()
    people = People(server, workspaces[0], shop.deliver)
    await people.event({"type": "tokens_revoked", "tokens": {"oauth": ["U1"]}})
    workspaces[0].revoked = True
    await people.event({"type": "app_uninstalled"})
    async with shop.house.tools.store.read() as tx:
        assert await tx.cabinet.get("slack/installed/T1", shop.clock.now()) is None


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


async def test_an_installation_begun_elsewhere_or_used_twice_is_refused(
    shop: Shop, workspaces: list[Workspace]
) -> None:
    back = f"{shop.base}/slack/oauth_redirect?code=code&state=guessed"
    async with shop.http.get(back) as said:
        assert said.status == 400
    async with shop.http.get(back, headers={"Cookie": "quizbot_slack_state=guessed"}) as said:
        assert said.status == 400
    assert await shop.install(workspaces[0]) == 302


async def test_a_signed_body_that_is_no_event_breaks_nothing(shop: Shop) -> None:
    for body in (b"", b"{", b"payload=%7B", b"payload=[]", b"\xff\xfe"):
        status, _ = await shop.post(body)
        assert status in {200, 400, 401, 404, 500}
    assert not shop.adapter.missing
