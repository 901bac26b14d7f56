"""Here is the REST of the loopback Discord, as strict as Discord's where it matters to us."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from adapters.discord.loopback_world import (
    TOKEN,
    V2,
    Asked,
    Cut,
    Fault,
    Interaction,
    Refusal,
    World,
    check,
    numbered,
)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
BASE = "/api/v10"
BODY: web.RequestKey[Any] = web.RequestKey("body", object)
WITHOUT_TOKEN = ("/interactions/", "/webhooks/")


class Rest:
    """The routes that quizbot uses."""

    def __init__(self, world: World, gateway: Callable[[], str]) -> None:
        self._world = world
        self._gateway = gateway

    def routes(self) -> list[web.RouteDef]:
        channel = f"{BASE}/channels/{{channel}}"
        message = f"{channel}/messages/{{message}}"
        hook = f"{BASE}/webhooks/{{app}}/{{token}}"
        return [
            web.get(f"{BASE}/users/@me", self._me),
            web.get(f"{BASE}/oauth2/applications/@me", self._application),
            web.get(f"{BASE}/gateway/bot", self._where),
            web.put(f"{BASE}/applications/{{app}}/commands", self._register),
            web.post(f"{BASE}/users/@me/channels", self._open),
            web.patch(channel, self._change_channel),
            web.get(f"{channel}/messages", self._history),
            web.post(f"{channel}/messages", self._create),
            web.patch(message, self._edit),
            web.delete(message, self._delete),
            web.post(f"{BASE}/interactions/{{id}}/{{token}}/callback", self._callback),
            web.patch(f"{hook}/messages/@original", self._original),
            web.post(hook, self._follow_up),
        ]

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Look at every request, and let happen what is to happen."""
        if not request.path.startswith(BASE):
            return await handler(request)
        path, at = request.path.removeprefix(BASE), asyncio.get_running_loop().time()
        body = await _body(request)
        request[BODY] = body
        fault = self._world.fault(request.method, path)
        response = await self._answer(request, handler, path, fault)
        status = response.status if response is not None else 0
        self._world.asked.append(Asked(request.method, path, status, at, body))
        if response is None:
            assert request.transport is not None
            request.transport.abort()
            return web.Response()
        return response

    async def _answer(
        self, request: web.Request, handler: Handler, path: str, fault: Fault | None
    ) -> web.StreamResponse | None:
        act = fault.act if fault else None
        if act is Cut.BEFORE:
            return None
        try:
            if isinstance(act, Refusal) and fault and not fault.late:
                raise act
            self._judge(request, path)
            done = await handler(request)
            if isinstance(act, Refusal):
                raise act
        except Refusal as refusal:
            wait = float(refusal.headers.get("Retry-After", 0))
            said = {"code": refusal.code, "message": "no", "retry_after": wait, "global": False}
            return _json(said, refusal.status, dict(refusal.headers))
        return None if act is Cut.AFTER else done

    def _judge(self, request: web.Request, path: str) -> None:
        if path.startswith(WITHOUT_TOKEN):
            return
        if not request.headers.get("User-Agent", "").startswith("DiscordBot ("):
            raise Refusal(403, 40333)
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            raise Refusal(401)

    async def _me(self, _request: web.Request) -> web.Response:
        return _json(self._world.user(self._world.bot, bot=True))

    async def _application(self, _request: web.Request) -> web.Response:
        return _json(
            {
                "id": str(self._world.bot),
                "name": "quizbot",
                "description": "",
                "icon": None,
                "bot_public": True,
                "bot_require_code_grant": False,
                "verify_key": "",
                "flags": 0,
                "owner": self._world.user(self._world.person),
            }
        )

    async def _where(self, _request: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 1}
        return _json({"url": self._gateway(), "shards": 1, "session_start_limit": limit})

    async def _register(self, request: web.Request) -> web.Response:
        self._world.commands = request[BODY]
        return _json([])

    async def _open(self, request: web.Request) -> web.Response:
        person = self._world.user(int(request[BODY]["recipient_id"]))
        return _json({"id": person["id"], "type": 1, "recipients": [person]})

    async def _change_channel(self, request: web.Request) -> web.Response:
        return _json({"id": request.match_info["channel"], **request[BODY]})

    async def _history(self, request: web.Request) -> web.Response:
        before = request.query.get("before")
        limit = int(request.query.get("limit", 50))
        if not 1 <= limit <= 100:
            raise Refusal(400, 50035)
        channel = int(request.match_info["channel"])
        return _json(self._world.history(channel, limit, int(before) if before else None))

    async def _create(self, request: web.Request) -> web.Response:
        channel = int(request.match_info["channel"])
        files = len(request[BODY].get("attachments", ()))
        return _json(self._world.create(channel, request[BODY], files))

    async def _edit(self, request: web.Request) -> web.Response:
        standing = self._standing(request)
        check(request[BODY], creates=False)
        standing["components"] = numbered(request[BODY]["components"])
        return _json(standing)

    async def _delete(self, request: web.Request) -> web.Response:
        del self._world.messages[int(self._standing(request)["id"])]
        return web.Response(status=204)

    def _standing(self, request: web.Request) -> dict[str, Any]:
        found = self._world.messages.get(int(request.match_info["message"]))
        if found is None or found["channel_id"] != request.match_info["channel"]:
            raise Refusal(404, 10008)
        return found

    async def _callback(self, request: web.Request) -> web.Response:
        asked = self._world.interactions.get(int(request.match_info["id"]))
        if asked is None or asked.token != request.match_info["token"]:
            raise Refusal(404, 10062)
        if asked.answers:
            raise Refusal(400, 40060)
        body = request[BODY]
        data = body.get("data") or {}
        made = None
        if body["type"] in {4, 7}:
            check(data, creates=body["type"] == 4)
            made = self._say(asked, {"flags": V2} | data)
        else:
            self._note(asked, body)
        told = {"id": str(asked.id), "type": 3}
        resource = {"type": body["type"], "message": made}
        return _json({"interaction": told, "resource": resource})

    async def _original(self, request: web.Request) -> web.Response:
        return _json(self._say(self._of(request), request[BODY] | {"flags": V2}))

    async def _follow_up(self, request: web.Request) -> web.Response:
        return _json(self._say(self._of(request), request[BODY]))

    def _of(self, request: web.Request) -> Interaction:
        token = request.match_info["token"]
        for one in self._world.interactions.values():
            if one.token == token and one.answers:
                return one
        raise Refusal(404, 10015)

    def _say(self, asked: Interaction, data: dict[str, Any]) -> dict[str, Any]:
        made = self._world.message(self._world.channel, data)
        self._note(asked, made)
        return made

    @staticmethod
    def _note(asked: Interaction, answer: dict[str, Any]) -> None:
        asked.answers.append(answer)
        asked.answered.set()


async def _body(request: web.Request) -> Any:
    """The JSON of a request, which stands beside its files where there are any."""
    if request.content_type == "application/json":
        return await request.json()
    if not request.content_type.startswith("multipart/"):
        return None
    form = await request.post()
    return json.loads(str(form["payload_json"]))


def _json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """discord.py reads JSON only where the content type is exactly this."""
    body = json.dumps(value).encode()
    return web.Response(body=body, status=status, headers=headers, content_type="application/json")
