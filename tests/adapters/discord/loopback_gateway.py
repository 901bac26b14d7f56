"""Here is the gateway of the loopback Discord: sessions, and events that are never sent twice."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from adapters.discord.loopback_world import TOKEN, Interaction, World

PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11


@dataclass(slots=True)
class Session:
    """What one shard was sent, so that it can go on where it was cut off."""

    id: str
    shard: list[int]
    events: list[dict[str, Any]] = field(default_factory=list)
    socket: web.WebSocketResponse | None = None


class Gateway:
    """One shard's sessions. `identified` and `resumed` count, `paths` tells which way it came."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._sockets: set[web.WebSocketResponse] = set()
        self.sessions: list[Session] = []
        self.address = ""
        self.identified = self.resumed = self.beats = 0
        self.paths: list[str] = []

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from its HELLO to its end."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        if request.query.get("v") != "10" or request.query.get("encoding") != "json":
            await socket.close(code=4012)
            return socket
        self.paths.append(request.path)
        self._sockets.add(socket)
        await _send(socket, HELLO, {"heartbeat_interval": 41_250})
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await self._hear(socket, json.loads(message.data))
        self._sockets.discard(socket)
        return socket

    async def dispatch(self, event: str, data: dict[str, Any]) -> None:
        """Send an event to the session; it is kept for a connection that comes back."""
        session = self.sessions[-1]
        payload = {"op": DISPATCH, "t": event, "s": len(session.events) + 1, "d": data}
        session.events.append(payload)
        if session.socket is not None and not session.socket.closed:
            await session.socket.send_json(payload)

    async def press(self, custom_id: str, message: dict[str, Any], **where: Any) -> Interaction:
        """Ada presses a button."""
        data = {"component_type": 2, "custom_id": custom_id}
        return await self._interact({"type": 3, "data": data, "message": message} | where)

    async def command(self, words: str, **where: Any) -> Interaction:
        """Ada gives a command, such as `daily set`."""
        *group, last = words.split()
        options: list[dict[str, Any]] = [{"type": 1, "name": last, "options": []}]
        for name in reversed(group):
            options = [{"type": 2, "name": name, "options": options}]
        data = {"id": "1", "name": "quiz", "type": 1, "options": options}
        return await self._interact({"type": 2, "data": data} | where)

    async def _interact(self, what: dict[str, Any]) -> Interaction:
        """An interaction, in the guild where nothing else is said."""
        world = self._world
        made = Interaction(world.snowflake(), f"token-{world.snowflake()}")
        world.interactions[made.id] = made
        plain = {
            "id": str(made.id),
            "application_id": str(world.bot),
            "version": 1,
            "token": made.token,
            "locale": "en-GB",
            "app_permissions": "0",
            "entitlements": [],
            "attachment_size_limit": 10 << 20,
        }
        where = {} if "context" in what else in_guild(world, str(world.guild))
        await self.dispatch("INTERACTION_CREATE", plain | where | what)
        return made

    def cut(self) -> None:
        """The connection is gone without a word."""
        socket = self.sessions[-1].socket
        assert socket is not None
        self.sessions[-1].socket = None
        transport = socket._req.transport if socket._req else None
        assert transport is not None
        transport.abort()

    async def ask_to_reconnect(self) -> None:
        """Discord moves the connection elsewhere."""
        await self._tell(RECONNECT, None)

    async def invalidate(self, *, resumable: bool) -> None:
        """The session is over, or only interrupted."""
        await self._tell(INVALID, resumable)
        if not resumable:
            self.sessions[-1].events.clear()

    async def close(self) -> None:
        """The end."""
        for socket in [*self._sockets]:
            await socket.close(code=1001)

    async def _tell(self, op: int, data: Any) -> None:
        socket = self.sessions[-1].socket
        assert socket is not None
        await _send(socket, op, data)

    async def _hear(self, socket: web.WebSocketResponse, said: dict[str, Any]) -> None:
        match said["op"]:
            case 1:
                self.beats += 1
                await _send(socket, ACK, None)
            case 2:
                await self._identify(socket, said["d"])
            case 6:
                await self._resume(socket, said["d"])
            case _:
                await socket.close(code=4001)

    async def _identify(self, socket: web.WebSocketResponse, said: dict[str, Any]) -> None:
        if said["token"] != TOKEN:
            await socket.close(code=4004)
        elif said["intents"] & PRIVILEGED:
            await socket.close(code=4014)
        elif said["shard"][0] >= said["shard"][1]:
            await socket.close(code=4010)
        else:
            self.identified += 1
            session = Session(f"session-{self.identified}", said["shard"], socket=socket)
            self.sessions.append(session)
            await self.dispatch("READY", self._ready(session))
            await self.dispatch("GUILD_CREATE", _guild(self._world))

    async def _resume(self, socket: web.WebSocketResponse, said: dict[str, Any]) -> None:
        session = self.sessions[-1]
        known = said["session_id"] == session.id and said["seq"] <= len(session.events)
        if not known or said["token"] != TOKEN:
            await _send(socket, INVALID, data=False)
            return
        self.resumed += 1
        session.socket = socket
        for missed in session.events[said["seq"] :]:
            await socket.send_json(missed)
        await self.dispatch("RESUMED", {})

    def _ready(self, session: Session) -> dict[str, Any]:
        return {
            "v": 10,
            "user": self._world.user(self._world.bot, bot=True),
            "guilds": [{"id": str(self._world.guild), "unavailable": True}],
            "session_id": session.id,
            "resume_gateway_url": f"{self.address}/again",
            "shard": session.shard,
            "application": {"id": str(self._world.bot), "flags": 0},
        }


async def _send(socket: web.WebSocketResponse, op: int, data: Any) -> None:
    await socket.send_json({"op": op, "d": data, "s": None, "t": None})


def in_guild(world: World, guild: str, *, installed: bool = True) -> dict[str, Any]:
    """Where an interaction was made: in a server, which has the bot or not."""
    member = {
        "user": world.user(world.person),
        "roles": [],
        "permissions": "3104",
        "deaf": False,
        "joined_at": "2026-01-01T00:00:00+00:00",
        "mute": False,
        "flags": 0,
        "nick": None,
    }
    channel = {"id": str(world.channel), "type": 0, "name": "general", "position": 0}
    owners = {"0": guild} if installed else {"1": str(world.person)}
    return {
        "guild_id": guild,
        "channel_id": channel["id"],
        "channel": channel,
        "member": member,
        "authorizing_integration_owners": owners,
        "context": 0,
    }


def in_private(world: World, *, with_bot: bool) -> dict[str, Any]:
    """Where an interaction was made: with the bot alone, or with another person."""
    other = world.user(world.bot if with_bot else world.snowflake())
    channel = {"id": str(world.snowflake()), "type": 1, "recipients": [other]}
    return {
        "channel_id": channel["id"],
        "channel": channel,
        "user": world.user(world.person),
        "authorizing_integration_owners": {"1": str(world.person)},
        "context": 1 if with_bot else 2,
    }


def _guild(world: World) -> dict[str, Any]:
    everyone = {
        "id": str(world.guild),
        "name": "@everyone",
        "color": 0,
        "hoist": False,
        "position": 0,
        "permissions": "3072",
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    channel = {"id": str(world.channel), "type": 0, "name": "general", "position": 0}
    return {
        "id": str(world.guild),
        "name": "School",
        "owner_id": str(world.person),
        "large": False,
        "unavailable": False,
        "member_count": 2,
        "roles": [everyone],
        "channels": [channel],
        "members": [],
        "threads": [],
        "emojis": [],
        "stickers": [],
        "features": [],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "premium_tier": 0,
    }
