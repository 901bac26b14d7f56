"""Here is the fake Slack: its Web API, its sockets and its answers' addresses, on loopback."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections import Counter, deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from aiohttp import WSMsgType, web

from adapters.slack.slack_methods import Methods, SlackError
from adapters.slack.slack_world import HasTime, Json, Message, World

PATIENCE = 10.0
READING = {"conversations.history", "conversations.replies"}
URL_LASTS, URL_USES = timedelta(minutes=30), 5


@dataclass
class Fault:
    """What goes wrong with a method, how many times."""

    kind: str
    times: int = 1
    error: str = ""
    retry_after: int = 1


@dataclass
class Call:
    """A call that came in."""

    method: str
    token: str
    given: Json


@dataclass
class Envelope:
    """A delivery that waits for its acknowledgement."""

    id: str
    acknowledged: asyncio.Future[Json]
    sent: bool = field(default=False)


class SlackServer:
    """The server. What people do stands in `slack_people`."""

    def __init__(self, clock: HasTime) -> None:
        self.world = World(clock)
        self.methods = Methods(self.world, lambda: self.base, self._ready)
        self.base = ""
        self.calls: list[Call] = []
        self.refused_handshakes = 0
        self.fail_responses = False
        self.lose_responses = 0
        self.unready_files = 0
        self.outside_the_marketplace = False
        """Whether history may be read once a minute, 15 messages at a time."""
        self._read: dict[str, datetime] = {}
        self.sockets: list[web.WebSocketResponse] = []
        self.grants: dict[str, Json] = {}
        self._faults: dict[str, deque[Fault]] = {}
        self._tickets: set[str] = set()
        self._waiting: dict[str, asyncio.Future[Json]] = {}
        self._changed = asyncio.Condition()
        self._turn = itertools.count()

    @property
    def api_url(self) -> str:
        return f"{self.base}/api/"

    def _ready(self) -> bool:
        """Whether Slack has looked at an uploaded picture yet."""
        self.unready_files -= 1
        return self.unready_files < 0

    def count(self) -> Counter[str]:
        """How often each method was called."""
        return Counter(call.method for call in self.calls)

    def fail(self, method: str, kind: str, **more: Any) -> None:
        """`kind`: error, limit (HTTP 429), broken (HTTP 500), lost (done, no answer), dropped."""
        self._faults.setdefault(method, deque()).append(Fault(kind, **more))

    @contextlib.asynccontextmanager
    async def serve(self) -> AsyncIterator[SlackServer]:
        app = web.Application(client_max_size=2**24)
        app.router.add_post("/api/{method}", self._api)
        app.router.add_post("/respond/{id}", self._respond)
        app.router.add_post("/upload/{id}", self._upload)
        app.router.add_get("/socket/{ticket}", self._socket)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.base = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield self
        finally:
            for socket in list(self.sockets):
                await socket.close()
            await runner.cleanup()

    async def connected(self, at_least: int = 1) -> None:
        """Wait until so many sockets are open."""
        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(lambda: len(self.sockets) >= at_least)

    async def deliver(
        self, kind: str, payload: Json, *, over: web.WebSocketResponse | None = None
    ) -> Json:
        """Send an envelope over one of the sockets; what its acknowledgement says."""
        await self.connected()
        id_ = f"envelope-{self.world.number()}"
        waiting: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiting[id_] = waiting
        socket = over or self.sockets[next(self._turn) % len(self.sockets)]
        await socket.send_json(
            {
                "type": kind,
                "envelope_id": id_,
                "payload": payload,
                "accepts_response_payload": kind != "events_api",
            }
        )
        async with asyncio.timeout(PATIENCE):
            return await waiting

    async def refresh_socket(self, reason: str = "refresh_requested") -> None:
        """Tell one socket to connect anew, and close it."""
        socket = self.sockets[0]
        await socket.send_json({"type": "disconnect", "reason": reason})

    async def break_sockets(self) -> None:
        """Every connection drops."""
        for socket in list(self.sockets):
            await socket.close(code=1011)

    async def _api(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        given = await _given(request)
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        token = token or str(given.pop("token", ""))
        self.calls.append(Call(method, token, given))
        fault = self._fault(method)
        if fault is not None and fault.kind not in {"lost", "pass"}:
            return self._faulty(request, fault)
        if self.outside_the_marketplace and method in READING:
            if self._too_soon(method):
                return self._faulty(request, Fault("limit", retry_after=60))
            given["limit"] = min(15, int(given.get("limit", 15)))
        try:
            answer = self._answer(method, token, given)
        except SlackError as error:
            answer = error.body
        if fault is not None and fault.kind == "lost":
            _drop(request)
        return web.json_response(answer)

    def _too_soon(self, method: str) -> bool:
        now, last = self.world.clock.now(), self._read.get(method)
        if last is not None and now - last < timedelta(minutes=1):
            return True
        self._read[method] = now
        return False

    def _answer(self, method: str, token: str, given: Json) -> Json:
        if method == "apps.connections.open":
            if not token.startswith("xapp-"):
                raise SlackError("not_allowed_token_type")
            ticket = f"t{self.world.number()}"
            self._tickets.add(ticket)
            return {"ok": True, "url": f"{self.base.replace('http', 'ws')}/socket/{ticket}"}
        if method == "oauth.v2.access":
            if given.get("code") not in self.grants:
                raise SlackError("invalid_code")
            return {"ok": True, **self.grants.pop(given["code"])}
        return self.methods.call(method, token, given)

    def _fault(self, method: str) -> Fault | None:
        waiting = self._faults.get(method)
        if not waiting:
            return None
        fault = waiting[0]
        fault.times -= 1
        if fault.times <= 0:
            waiting.popleft()
        return fault

    def _faulty(self, request: web.Request, fault: Fault) -> web.StreamResponse:
        match fault.kind:
            case "limit":
                headers = {"Retry-After": str(fault.retry_after)}
                body = {"ok": False, "error": "ratelimited"}
                return web.json_response(body, status=429, headers=headers)
            case "broken":
                return web.Response(status=500, text="oops")
            case "dropped":
                _drop(request)
                return web.Response()
            case _:
                return web.json_response({"ok": False, "error": fault.error})

    async def _respond(self, request: web.Request) -> web.Response:
        """A response_url: five uses in half an hour."""
        where = self.world.response_urls.get(request.match_info["id"])
        if self.fail_responses or where is None or self.world.clock.now() - where["at"] > URL_LASTS:
            return web.json_response({"ok": False, "error": "expired_url"}, status=404)
        where["uses"] += 1
        if where["uses"] > URL_USES:
            return web.json_response({"ok": False, "error": "used_url"}, status=404)
        body = await request.json()
        try:
            self.methods.check_blocks(body.get("blocks") or [])
        except SlackError as error:
            return web.json_response(error.body, status=400)
        pressed: Message | None = where["message"]
        if body.get("replace_original") and pressed is not None:
            if pressed in self.world.messages:
                self.world.replace(pressed, body)
            return web.Response(text="ok")
        to = "" if body.get("response_type") == "in_channel" else where["user"]
        self.world.add(where["channel"], body, to=to)
        if self.lose_responses:
            self.lose_responses -= 1
            _drop(request)
        return web.Response(text="ok")

    async def _upload(self, request: web.Request) -> web.Response:
        file = self.world.files.get(request.match_info["id"])
        data = await request.read()
        if file is None or len(data) != file["size"]:
            return web.Response(status=400, text="wrong length")
        file["data"] = data
        return web.Response(text=f"OK - {len(data)}")

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        ticket = request.match_info["ticket"]
        if ticket not in self._tickets or self.refused_handshakes:
            self._tickets.discard(ticket)
            self.refused_handshakes = max(0, self.refused_handshakes - 1)
            return web.Response(status=403)
        self._tickets.discard(ticket)
        socket = web.WebSocketResponse(autoping=True)
        await socket.prepare(request)
        await socket.send_json({"type": "hello", "num_connections": len(self.sockets) + 1})
        self.sockets.append(socket)
        await self._tell()
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._acknowledged(json.loads(message.data))
        finally:
            self.sockets.remove(socket)
            await self._tell()
        return socket

    def _acknowledged(self, said: Json) -> None:
        waiting = self._waiting.pop(said["envelope_id"], None)
        if waiting is not None and not waiting.done():
            waiting.set_result(said.get("payload") or {})

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()


async def _given(request: web.Request) -> Json:
    if request.content_type == "application/json":
        return dict(await request.json())
    return dict(await request.post())


def _drop(request: web.Request) -> None:
    """The connection breaks without an answer."""
    if request.transport is not None:
        request.transport.abort()
