"""Here is Slack over HTTP: signed requests to quizbot's own server."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import io
import json
import socket
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

import aiohttp

from adapters.slack.slack_server import SlackServer
from adapters.slack.slack_stage import SlackStage
from adapters.slack.slack_world import HasTime, Json
from quizbot.ports import Route, Socket, Tutor
from quizbot.testing.clock import ManualClock
from quizbot_slack import SlackAdapter, create
from quizbot_web import server as http_server

SECRET = "signing-secret"
STAMP, SIGNATURE = "X-Slack-Request-Timestamp", "X-Slack-Signature"


class Sender:
    """Sends what Slack would send, with Slack's signature, to a server on a free port."""

    def __init__(self, clock: HasTime) -> None:
        self._clock = clock
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.base = f"http://127.0.0.1:{self.port}"
        self.http = aiohttp.ClientSession()

    async def serve(self, routes: Sequence[Route | Socket]) -> None:
        """quizbot's own server with the adapter's addresses."""
        await http_server.create({"host": "127.0.0.1", "port": str(self.port)}).run(routes)

    async def listening(self) -> None:
        """Wait until the server answers."""
        async with asyncio.timeout(10):
            while True:
                with contextlib.suppress(aiohttp.ClientError):
                    async with self.http.get(f"{self.base}/slack/events"):
                        return
                await asyncio.sleep(0.01)

    async def deliver(self, kind: str, payload: Json) -> Json:
        """Send an event; what its acknowledgement says."""
        if kind == "interactive":
            body = urlencode({"payload": json.dumps(payload)}).encode()
        elif kind == "slash_commands":
            body = urlencode(payload).encode()
        else:
            body = json.dumps(payload).encode()
        content = "application/json" if kind == "events_api" else None
        status, said = await self.post(body, content=content)
        assert status == 200, said
        return dict(json.loads(said)) if said.startswith("{") else {}

    async def post(
        self, body: bytes, *, content: str | None = None, age: float = 0, secret: str = SECRET
    ) -> tuple[int, str]:
        """Send bytes, signed `age` seconds ago."""
        kind = content or "application/x-www-form-urlencoded"
        return await self.send(body, {**self.signed(body, age, secret), "Content-Type": kind})

    def signed(self, body: bytes, age: float = 0, secret: str = SECRET) -> dict[str, str]:
        """The headers by which Slack says that it sent the body."""
        stamp = str(int(self._clock.now().timestamp() - age))
        digest = hmac.new(secret.encode(), f"v0:{stamp}:".encode() + body, hashlib.sha256)
        return {STAMP: stamp, SIGNATURE: f"v0={digest.hexdigest()}"}

    async def send(self, body: bytes, headers: Mapping[str, str]) -> tuple[int, str]:
        """Send bytes as they are."""
        async with self.http.post(
            f"{self.base}/slack/events", data=io.BytesIO(body), headers=headers
        ) as said:
            return said.status, await said.text()


class HttpStage(SlackStage):
    """One workspace, over HTTP."""

    def __init__(self, server: SlackServer, clock: ManualClock) -> None:
        self._sender = Sender(clock)
        self._serving: asyncio.Task[None] | None = None
        super().__init__(server, clock)
        self.people.deliver = self._sender.deliver

    async def start(self, tutor: Tutor) -> None:
        await super().start(tutor)
        self._serving = asyncio.create_task(self._sender.serve(self._adapter.routes))
        await self._sender.listening()

    async def stop(self) -> None:
        await super().stop()
        if self._serving is not None:
            self._serving.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._serving

    async def close(self) -> None:
        """Let go of the connections."""
        await self._sender.http.close()

    def _made(self) -> SlackAdapter:
        settings = {
            "slack_bot_token": "xoxb-1",
            "slack_signing_secret": SECRET,
            "slack_api_url": self.server.api_url,
        }
        return create(settings, self.clock)

    async def _until_connected(self) -> None:
        async with asyncio.timeout(10):
            while self._adapter.missing:
                await asyncio.sleep(0.01)
