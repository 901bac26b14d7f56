"""Here is an App that many workspaces install by themselves, over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
from urllib.parse import parse_qs, urlsplit

from adapters.slack.slack_http import SECRET, Sender
from adapters.slack.slack_server import SlackServer
from adapters.slack.slack_world import Json, Workspace
from quizbot.testing.clock import ManualClock
from quizbot.testing.house import House
from quizbot_slack import create


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

    async def disconnect(self) -> None:
        """quizbot stops; its HTTP server still stands."""
        self._tasks[0].cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._tasks[0]

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
        state, cookie = await self.begin()
        self.grant(workspace.id, workspace.bot_token)
        return await self.back(state, cookie)

    async def begin(self) -> tuple[str, str]:
        """The state and the cookie that a visitor is sent to Slack with."""
        async with self.http.get(f"{self.base}/slack/install", allow_redirects=False) as sent:
            assert sent.status == 302
            asked = parse_qs(urlsplit(sent.headers["Location"]).query)
        return asked["state"][0], sent.headers["Set-Cookie"].partition(";")[0]

    def grant(self, team: str, token: str, code: str = "code") -> None:
        """Slack will grant this for the code; without a team, as for a whole organisation."""
        self.server.grants[code] = {
            "access_token": token,
            "app_id": "A1",
            "team": {"id": team} if team else None,
        }

    async def back(self, state: str, cookie: str, query: str = "code=code") -> int:
        """A visitor comes back from Slack; the status of what they see."""
        address = f"{self.base}/slack/oauth_redirect?{query}&state={state}"
        headers = {"Cookie": cookie} if cookie else {}
        async with self.http.get(address, headers=headers, allow_redirects=False) as done:
            return done.status

    async def kept(self, team: str) -> str | None:
        """What is kept of a workspace, as it lies in the database."""
        return await self.house.tutor.cabinet.get(f"slack/installed/{team}")
