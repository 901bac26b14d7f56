"""Here is a Discord of our own on loopback, to which the unmodified discord.py connects.

simcord stands in for discord.py's own network code; this is the network: lost answers, 429, a
gateway that drops, resumes and invalidates sessions.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp import web

from adapters.discord.loopback_gateway import Gateway
from adapters.discord.loopback_rest import BASE, Rest
from adapters.discord.loopback_world import Cut, Fault, Refusal, World, nodes
from quizbot.refs import ChannelRef
from quizbot.testing.clock import ManualClock
from quizbot.testing.house import MONDAY_MORNING, House, a_house
from quizbot_discord import DiscordAdapter, create


@dataclass(frozen=True, slots=True)
class Loopback:
    """A running Discord, its REST at `api`."""

    world: World
    gateway: Gateway
    api: str


@dataclass(frozen=True, slots=True)
class Line:
    """A house, and its Discord at the other end of a wire."""

    house: House
    adapter: DiscordAdapter
    discord: Loopback

    @property
    def channel(self) -> ChannelRef:
        world = self.discord.world
        return ChannelRef("discord", str(world.guild), str(world.channel))

    @property
    def standing(self) -> list[dict[str, Any]]:
        """The messages in the channel, the oldest first."""
        return sorted(self.discord.world.messages.values(), key=lambda one: int(one["id"]))

    def fault(self, method: str, path: str, act: Refusal | Cut, **more: Any) -> None:
        """Let something go wrong."""
        self.discord.world.faults.append(Fault(method, path, act, **more))


@contextlib.asynccontextmanager
async def a_line(folder: Path, shards: str) -> AsyncIterator[Line]:
    """A quizbot that is connected to a Discord of its own."""
    banks = folder / "banks"
    banks.mkdir()
    clock = ManualClock(MONDAY_MORNING)
    async with loopback() as discord:
        given = {"discord_token": "secret", "discord_api_url": discord.api}
        adapter = create(given | {"discord_shards": shards}, clock)
        url = f"sqlite:///{folder / 'q.db'}"
        async with a_house(url, banks, {"discord": adapter}, clock) as house:
            running = asyncio.create_task(adapter.run(house.tutor))
            await until(lambda: running.done() or not adapter.missing)
            yield Line(house, adapter, discord)
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running


async def until(true: Callable[[], bool]) -> None:
    """Wait until something has happened."""
    async with asyncio.timeout(15):
        while not true():
            await asyncio.sleep(0.01)


def tokens(message: dict[str, Any]) -> list[str]:
    """The custom_ids of a message's buttons and menus."""
    return [one["custom_id"] for one in nodes(message["components"]) if "custom_id" in one]


def said(message: dict[str, Any]) -> str:
    """The text of a message."""
    return "\n".join(one.get("content", "") for one in nodes(message["components"]))


@contextlib.asynccontextmanager
async def loopback() -> AsyncIterator[Loopback]:
    """A Discord while the context lasts."""
    world = World()
    gateway = Gateway(world)
    rest = Rest(world, lambda: gateway.address)
    app = web.Application(middlewares=[rest.middleware], client_max_size=20 << 20)
    app.add_routes([*rest.routes(), web.get("/socket{rest:.*}", gateway.connect)])
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    gateway.address = f"ws://{host}:{port}/socket"
    try:
        yield Loopback(world, gateway, f"http://{host}:{port}{BASE}")
    finally:
        await gateway.close()
        await runner.cleanup()
